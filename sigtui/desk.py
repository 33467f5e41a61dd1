"""Measuring as the app does it: one state that runs bring forward, steered while they go on."""

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from contextlib import aclosing
from dataclasses import replace
from datetime import UTC, datetime
from random import Random

from sigtui.bench.process import Worker, WorkerProcess
from sigtui.bench.runner import Earlier, Runner
from sigtui.bench.schedule import Schedule, enough
from sigtui.events import (
    CaseFinished,
    CaseReopened,
    Event,
    PlanChanged,
    RunContinued,
    RunEnded,
    RunStarted,
)
from sigtui.model import Case, Plan, View
from sigtui.session import CaseStatus, SessionState, begin, earlier, fold, planned

_UNDOS = 5


class Desk:
    """The plan at hand and everything measured of it.

    ``tell`` is called after each event, when ``state`` holds it already. One run at a time: ``start`` and
    ``start_case`` begin it, ``drive`` measures until its end. While one goes on, they do nothing.
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
        self._retried: frozenset[Case] = frozenset()
        self._known: tuple[SessionState, frozenset[Case], tuple[Case, ...]] | None = None
        self.replaced = 0
        """How many runs from the start have replaced figures, less those that were undone."""

    @property
    def busy(self) -> bool:
        """Whether a run has been started and not ended."""
        return self._runner is not None

    @property
    def remaining(self) -> tuple[Case, ...]:
        """The cases of the plan that have not had what its effort gives them; failed ones are tried again.

        None remains where all that do have failed once more when they were tried again: the next run measures
        all anew.
        """
        state, retried = self.state, self._retried
        if self._known is None or self._known[0] is not state or self._known[1] is not retried:
            self._known = (state, retried, self._remaining(state, retried))
        return self._known[2]

    def _remaining(self, state: SessionState, retried: frozenset[Case]) -> tuple[Case, ...]:
        had = self._enough()
        left = tuple(
            told.case
            for told in state.planned
            if told.status is CaseStatus.FAILED
            or (told.status is not CaseStatus.FINISHED and told.case not in had)
        )
        hopeless = all(state.cases[case].status is CaseStatus.FAILED and case in retried for case in left)
        return () if hopeless else left

    def _failed(self) -> frozenset[Case]:
        return frozenset(told.case for told in self.state.planned if told.status is CaseStatus.FAILED)

    def _enough(self) -> Mapping[Case, str]:
        """Return the cases of the plan that have had what its effort gives them, each with what ended it."""
        plan, spent = self.state.plan, earlier(self.state).spent
        return {
            case: why
            for case in plan.cases
            if case in spent and (why := enough(spent[case], plan.effort)) is not None
        }

    # Beginning and ending.

    def start(self) -> None:
        """Begin a run: it goes on with what remains, or measures all anew where nothing does.

        Failed cases are tried again; those that then fail again don't keep a run from measuring all anew.
        """
        if self.busy:
            return
        if remaining := self.remaining:
            self._retried = self._failed()
            self._begin(self._before(remaining) if self.state.date else None)
            return
        if any(told.collected.count for told in self.state.cases.values()):
            self._replaced = [*self._replaced, self.state][-_UNDOS:]
            self.replaced += 1
        self._retried = frozenset()
        self._begin(None)

    def start_case(self, case: Case) -> None:
        """Begin a run that measures one case; one that has had its budget gets it again."""
        if self.busy:
            return
        had = self._enough()
        others = [each for each in self.state.plan.cases if each != case and each not in had]
        self._retried = (self._retried | {case}) & self._failed()
        self._begin(self._before((case,), aside=others))

    def _before(self, cases: Iterable[Case], aside: Collection[Case] = ()) -> Earlier:
        """Return what a run of these cases builds upon, having given those that had enough their budget again."""
        had = self._enough()
        again = [
            case for case in cases if case in had or self.state.cases[case].status is CaseStatus.FINISHED
        ]
        self._take(CaseReopened(case, anew=True) for case in again)
        before = earlier(self.state, aside)
        renewed = {case: replace(before.spent[case], seconds=0.0, rounds=0) for case in again}
        return replace(before, spent={**before.spent, **renewed})

    def _begin(self, before: Earlier | None) -> None:
        """Say at once that the run is there: until it is driven, it can be steered already."""
        plan = self.state.plan
        # The runner is to know the bytes of every message that figures are of, ticked or not: else it takes
        # these for figures of the bytes that come later under the same name.
        every = replace(plan, messages={**self.state.messages, **plan.messages})
        runner = Runner(every, self._spawn, seed=self.seed, cpu=self._cpu, earlier=before)
        runner.change(plan)
        runner.prefer(self._view)
        self._runner = runner
        if before is None or not self.state.date:
            now = datetime.now(UTC).astimezone().isoformat(timespec="seconds")
            self._take((RunStarted(plan, now),))
        if before is not None:
            left = Schedule(plan, Random(0), before.spent, before.aside).unfinished  # noqa: S311 - nothing is drawn
            self._take((RunContinued(plan, left),))

    async def drive(self) -> None:
        """Measure until the run ends. Whoever cancels this ends it, its worker too, and is told no more."""
        runner = self._runner
        if runner is None:
            return
        end: RunEnded | None = None
        try:
            async with aclosing(runner.events()) as events:
                async for event in events:
                    if isinstance(event, RunEnded):
                        end = event
                    elif not isinstance(event, RunStarted | RunContinued):  # told when it began
                        self._take((event,))
        finally:
            self._runner = None
            if end is None:
                self.state = fold(self.state, RunEnded(cancelled=True))
        if end is not None:
            self._take(self._now_finished())
            self._take((end,))

    def _take(self, events: Iterable[Event]) -> None:
        for event in events:
            self.state = begin(event) if isinstance(event, RunStarted) else fold(self.state, event)
            self._tell(event)

    def stop(self) -> None:
        """End the run; what was measured stays."""
        if self._runner is not None:
            self._runner.cancel()

    def undo(self) -> bool:
        """Bring back the figures that the last run from the start replaced; False where there are none."""
        if self.busy or not self._replaced:
            return False
        plan = self.state.plan
        self.state = self._replaced.pop()
        self.replaced -= 1
        self.change(plan)
        return True

    # Steering.

    def change(self, plan: Plan) -> None:
        """Want other cases, messages or another effort from now on; what was measured stays.

        What that means for cases is told also while nothing runs: a longer effort makes finished ones unfinished.
        """
        before = self.state.plan
        self._take((PlanChanged(plan),) if self._runner is None else self._runner.change(plan))
        known = before.cases if before.effort == plan.effort else ()
        self._take(self._unfinished_again(set(plan.cases).difference(known)))
        if self._runner is None:
            self._take(self._now_finished())

    def _unfinished_again(self, cases: Collection[Case]) -> Iterator[Event]:
        had = self._enough()
        for told in self.state.planned:
            if told.case in cases and told.status is CaseStatus.FINISHED and told.case not in had:
                yield CaseReopened(told.case)

    def _now_finished(self) -> Iterator[Event]:
        had = self._enough()
        for told in self.state.planned:
            if told.case in had and not told.over:
                yield CaseFinished(told.case, had[told.case])

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
        """Go on after ``pause``."""
        if self._runner is not None and self._runner.paused:
            self._take(self._runner.resume())

    def release_all(self) -> None:
        """Go on with the cases that were set aside too."""
        for told in self.state.planned:
            if told.aside:
                self.release(told.case)

    def set_aside(self, case: Case, *, paused: bool) -> None:
        """Measure no more of a case in this run; one that is over stays so."""
        if self._runner is not None and not self.state.cases[case].over:
            self._take(self._runner.set_aside(case, paused=paused))

    def release(self, case: Case) -> None:
        """Measure a case further: one that was set aside, failed, or is finished."""
        if self._runner is not None:
            self._take(self._runner.release(case))
