"""Measuring as the app does it: one state that runs bring forward, steered while they go on."""

from collections.abc import Callable, Iterable
from contextlib import aclosing
from dataclasses import replace
from random import Random

from sigtui.bench.process import Worker, WorkerProcess
from sigtui.bench.runner import Earlier, Runner
from sigtui.bench.schedule import Schedule
from sigtui.events import CaseReopened, Event, PlanChanged, RunStarted
from sigtui.model import Case, Plan, View
from sigtui.session import CaseStatus, SessionState, begin, earlier, fold, planned

_UNDOS = 5


class Desk:
    """The plan at hand and everything measured of it.

    ``tell`` is called after each event, when ``state`` holds it already. One run at a time: ``start`` makes it
    ready and ``drive`` measures until its end.
    """

    def __init__(
        self,
        plan: Plan,
        tell: Callable[[Event], None],
        *,
        seed: int,
        cpu: int | None = None,
        spawn: Callable[[], Worker] = WorkerProcess,
    ) -> None:
        self.state: SessionState = planned(plan)
        self.seed = seed
        self._tell = tell
        self._cpu = cpu
        self._spawn = spawn
        self._runner: Runner | None = None
        self._view: View | None = None
        self._replaced: list[SessionState] = []

    @property
    def busy(self) -> bool:
        """Whether a run has been started and not ended."""
        return self._runner is not None

    @property
    def remaining(self) -> tuple[Case, ...]:
        """The cases of the plan that have not had what its effort gives them; failed ones are tried again."""
        spent = earlier(self.state).spent
        return Schedule(self.state.plan, Random(0), spent).unfinished  # noqa: S311 - nothing is drawn

    def start(self) -> None:
        """Make a run ready: it goes on with what remains, or measures all anew where nothing does."""
        if not self.remaining:
            self._replaced = [*self._replaced, self.state][-_UNDOS:]
            self._begin(None)
        else:
            self._begin(earlier(self.state) if self.state.date else None)

    def start_case(self, case: Case) -> None:
        """Make a run ready that measures one case; a finished one gets its budget again."""
        before = earlier(self.state, aside=[each for each in self.remaining if each != case])
        if self.state.cases[case].status is CaseStatus.FINISHED:
            before = replace(
                before,
                spent={**before.spent, case: replace(before.spent[case], seconds=0.0, rounds=0)},
            )
            self._take((CaseReopened(case, anew=True),))
        self._begin(before)

    def _begin(self, before: Earlier | None) -> None:
        self._runner = Runner(self.state.plan, self._spawn, seed=self.seed, cpu=self._cpu, earlier=before)
        self._runner.prefer(self._view)

    async def drive(self) -> None:
        """Measure until the run ends; whoever cancels this ends its worker."""
        runner = self._runner
        if runner is None:
            return
        try:
            async with aclosing(runner.events()) as events:
                async for event in events:
                    self._take((event,))
        finally:
            self._runner = None

    def _take(self, events: Iterable[Event]) -> None:
        for event in events:
            self.state = begin(event) if isinstance(event, RunStarted) else fold(self.state, event)
            self._tell(event)

    def change(self, plan: Plan) -> None:
        """Want other cases, messages or another effort from now on; what was measured stays."""
        self._take((PlanChanged(plan),) if self._runner is None else self._runner.change(plan))

    def prefer(self, view: View | None) -> None:
        """Measure this view before the others."""
        self._view = view
        if self._runner is not None:
            self._runner.prefer(view)

    def pause(self) -> None:
        """Measure nothing until ``resume``."""
        if self._runner is not None:
            self._take(self._runner.pause())

    def resume(self) -> None:
        """Go on, also with the cases that were set aside."""
        if self._runner is None:
            return
        for told in self.state.planned:
            if told.aside:
                self._take(self._runner.release(told.case))
        if self._runner.paused:
            self._take(self._runner.resume())

    def stop(self) -> None:
        """End the run; what was measured stays."""
        if self._runner is not None:
            self._runner.cancel()

    def set_aside(self, case: Case, *, paused: bool) -> None:
        """Measure no more of a case in this run."""
        if self._runner is not None:
            self._take(self._runner.set_aside(case, paused=paused))

    def release(self, case: Case) -> None:
        """Measure a case further: one that was set aside, failed, or is finished."""
        if self._runner is not None:
            self._take(self._runner.release(case))

    def undo(self) -> bool:
        """Bring back the figures that the last run from the start replaced; False where there are none."""
        if self._runner is not None or not self._replaced:
            return False
        plan = self.state.plan
        self.state = self._replaced.pop()
        self._take((PlanChanged(plan),))
        return True
