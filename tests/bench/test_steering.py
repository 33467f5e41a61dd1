"""A run that somebody steers: paused, stopped case by case, given other cases, and continued."""

import asyncio
from collections.abc import Callable, Iterable
from dataclasses import replace
from itertools import groupby

from sigtui.bench import protocol
from sigtui.bench.runner import Runner
from sigtui.events import (
    CaseFailed,
    CaseFinished,
    Event,
    RunContinued,
    RunStarted,
    SliceMeasured,
    WorkerEnded,
    WorkerStarted,
)
from sigtui.model import Case, Effort, Message, Operation, View
from sigtui.session import CaseStatus, SessionState, begin, earlier, fold
from tests.bench.test_runner import MESSAGES, NAMES, fleet, grid, usual
from tests.fakes import FakeClock, FakeMechanism, Fleet, Run, case, plan, timed

SHORT = timed(0.2)
FIRST, SECOND, *_ = grid()


class Desk:
    """Drives a run and folds what it tells, as the app does; ``act`` is called after every event."""

    def __init__(self, runner: Runner, state: SessionState | None = None) -> None:
        self.runner = runner
        self.events: list[Event] = []
        self.state = state

    def take(self, events: Iterable[Event]) -> None:
        """Fold what the runner says at once."""
        for event in events:
            self.events.append(event)
            if isinstance(event, RunStarted):
                self.state = begin(event)
            else:
                assert self.state is not None
                self.state = fold(self.state, event)

    def drive(self, act: Callable[["Desk", Event], None] = lambda desk, event: None) -> Run:
        """Run to the end."""

        async def main() -> None:
            async with asyncio.timeout(60):
                async for event in self.runner.events():
                    self.take((event,))
                    act(self, event)

        asyncio.run(main())
        assert self.state is not None
        return Run(self.state, tuple(self.events))


def once(count: int, do: Callable[[Desk], None]) -> Callable[[Desk, Event], None]:
    """Return what does something after so many slices, once."""

    def act(desk: Desk, event: Event) -> None:
        slices = sum(isinstance(each, SliceMeasured) for each in desk.events)
        if isinstance(event, SliceMeasured) and slices == count:
            do(desk)

    return act


def slices(told: Run) -> list[Case]:
    """Return the cases in the order of their slices."""
    return [event.case for event in told.of(SliceMeasured)]


def of_plan(cases: list[Case], effort: Effort = SHORT) -> Runner:
    """Return a run of these cases with a fleet of their algorithms."""
    machine = fleet()
    return Runner(plan(cases, effort, MESSAGES), machine, clock=machine.clock)


def test_the_preferred_view_has_figures_before_all_others() -> None:
    """Its cases get three rounds before any other case is prepared, and come first in every later round."""
    runner = of_plan(grid())
    view = View(Operation.VERIFY, FIRST.mode, "long")
    runner.prefer(view)
    told = Desk(runner).drive()
    measured = slices(told)
    assert all(one.view == view for one in measured[: 3 * len(NAMES)])
    rounds = groupby(told.of(SliceMeasured), lambda event: event.round)
    full = [events for _, group in rounds if len(events := list(group)) == len(grid())]
    assert full
    assert all(event.case.view == view for events in full for event in events[: len(NAMES)])


def test_a_view_preferred_in_mid_run_comes_next() -> None:
    """Whoever switches to a view without figures does not wait for its turn in the round."""
    view = usual().of(SliceMeasured)[len(grid()) - 1].case.view
    told = Desk(of_plan(grid())).drive(once(2, lambda desk: desk.runner.prefer(view)))
    # The slice after the second was dealt before anybody could say so.
    assert all(one.view == view for one in slices(told)[3:7])


def test_a_paused_run_measures_nothing_until_it_goes_on() -> None:
    """The worker keeps its keys, its time does not run, and nothing is lost."""

    async def main() -> Desk:
        desk = Desk(of_plan([FIRST, SECOND]))
        resumed = 0
        async with asyncio.timeout(60):
            async for event in desk.runner.events():
                desk.take((event,))
                if isinstance(event, SliceMeasured) and not resumed:
                    desk.take(desk.runner.pause())
                    resumed = 1
                    asyncio.get_running_loop().call_later(0, lambda: desk.take(desk.runner.resume()))
                    before = len(desk.events)
                elif resumed == 1 and not desk.runner.paused:
                    resumed = 2
                    # At most the slice that was under way.
                    assert len(desk.events) - before <= 4
        return desk

    desk = asyncio.run(main())
    told = Run(desk.state, tuple(desk.events))  # type: ignore[arg-type] # there is one after the first event
    assert len(told.of(WorkerStarted)) == 1
    assert not told.state.paused
    assert all(one.status is CaseStatus.FINISHED for one in told.state.planned)


def test_a_paused_run_can_be_cancelled() -> None:
    """Whoever pauses and then stops gets the end at once."""

    async def main() -> list[Event]:
        desk = Desk(of_plan([FIRST, SECOND]))
        async with asyncio.timeout(60):
            async for event in desk.runner.events():
                desk.take((event,))
                if isinstance(event, SliceMeasured):
                    desk.take(desk.runner.pause())
                    asyncio.get_running_loop().call_soon(desk.runner.cancel)
        assert desk.state is not None
        assert desk.state.ended
        assert not desk.state.paused
        return desk.events

    assert sum(isinstance(event, SliceMeasured) for event in asyncio.run(main())) <= 2


def test_a_case_set_aside_is_measured_no_more_and_keeps_its_figures() -> None:
    """The others go on to their end; the run ends without it."""
    runner = of_plan([FIRST, SECOND])
    told = Desk(runner).drive(once(3, lambda desk: desk.take(desk.runner.set_aside(FIRST))))
    assert slices(told)[4:].count(FIRST) == 0
    assert told.state.cases[FIRST].status is CaseStatus.STOPPED
    assert told.state.cases[FIRST].collected.count
    assert told.state.cases[SECOND].status is CaseStatus.FINISHED
    assert told.state.progress == 1


def test_a_case_that_is_released_goes_on() -> None:
    """What a paused case had before counts; it ends like the others."""
    runner = of_plan([FIRST, SECOND])

    def act(desk: Desk, event: Event) -> None:
        once(3, lambda desk: desk.take(desk.runner.set_aside(FIRST, paused=True)))(desk, event)
        once(7, lambda desk: desk.take(desk.runner.release(FIRST)))(desk, event)

    told = Desk(runner).drive(act)
    assert slices(told)[4:6].count(FIRST) == 0
    assert {one.status for one in told.state.planned} == {CaseStatus.FINISHED}
    assert told.state.cases[FIRST].seconds < SHORT.seconds + 0.03


def test_a_finished_case_that_is_released_gets_another_budget() -> None:
    """Asked for again, it is measured as long as before, and all its samples count."""

    def again(desk: Desk, event: Event) -> None:
        finished = [each for each in desk.events if isinstance(each, CaseFinished) and each.case == FIRST]
        if isinstance(event, CaseFinished) and event.case == FIRST and len(finished) == 1:
            desk.take(desk.runner.release(FIRST))

    told = Desk(of_plan([FIRST])).drive(again)
    assert [event.case for event in told.of(CaseFinished)] == [FIRST, FIRST]
    assert told.state.cases[FIRST].seconds >= 2 * SHORT.seconds


def test_an_added_case_is_measured_beside_the_baseline() -> None:
    """It gets its whole budget, and the baseline goes along although it was finished: a ratio needs both."""
    late = case(NAMES[2], message="short")
    slow = [FIRST, case(NAMES[1], Operation.VERIFY, message="long")]
    runner = of_plan(slow, timed(0.1))

    def add(desk: Desk, event: Event) -> None:
        if isinstance(event, CaseFinished) and event.case == FIRST and late not in desk.runner._plan.cases:
            desk.take(desk.runner.change(plan([*slow, late], timed(0.1), MESSAGES)))

    told = Desk(runner).drive(add)
    assert told.state.cases[late].status is CaseStatus.FINISHED
    assert told.state.cases[late].seconds >= 0.1
    ratio = told.state.ratio(late)
    assert ratio is not None
    assert ratio.low is not None
    assert told.state.cases[FIRST].status is CaseStatus.FINISHED


def test_a_case_taken_out_keeps_its_figures_and_goes_on_when_it_comes_back() -> None:
    """Changing the selection loses nothing."""
    whole, less = plan([FIRST, SECOND], SHORT, MESSAGES), plan([SECOND], SHORT, MESSAGES)

    def act(desk: Desk, event: Event) -> None:
        once(4, lambda desk: desk.take(desk.runner.change(less)))(desk, event)
        once(9, lambda desk: desk.take(desk.runner.change(whole)))(desk, event)

    told = Desk(of_plan([FIRST, SECOND])).drive(act)
    assert FIRST not in slices(told)[5:9]
    assert told.state.cases[FIRST].status is CaseStatus.FINISHED
    assert told.state.cases[FIRST].seconds < SHORT.seconds + 0.03
    assert [one.case for one in told.state.planned] == [FIRST, SECOND]


def test_a_message_with_other_bytes_is_measured_anew() -> None:
    """Figures of the old bytes are no figures of the new ones; the worker is sent these."""
    machine = fleet()
    before = plan([FIRST, SECOND], SHORT, MESSAGES)
    other = replace(before, messages={**before.messages, "short": Message("short", b"other", {"text": "…"})})
    runner = Runner(before, machine, clock=machine.clock)
    told = Desk(runner).drive(once(5, lambda desk: desk.take(desk.runner.change(other))))
    assert not told.of(CaseFailed)
    for one in (FIRST, SECOND):
        assert SHORT.seconds <= told.state.cases[one].seconds < SHORT.seconds + 0.03
    stored = [each for each in machine.workers[0].sent if isinstance(each, protocol.Store)]
    assert [each.data for each in stored] == [MESSAGES["short"], b"other"]


def test_a_longer_effort_reopens_what_was_finished() -> None:
    """Who chooses a longer effort in mid-run gets it for every case."""
    longer = plan([FIRST, SECOND], timed(0.4), MESSAGES)

    def act(desk: Desk, event: Event) -> None:
        if isinstance(event, CaseFinished) and desk.runner._plan.effort.seconds < 0.4:
            desk.take(desk.runner.change(longer))

    told = Desk(of_plan([FIRST, SECOND])).drive(act)
    assert all(one.seconds >= 0.4 for one in told.state.planned)
    assert {one.status for one in told.state.planned} == {CaseStatus.FINISHED}


def test_a_shorter_effort_finishes_what_has_enough() -> None:
    """Who chooses a shorter effort in mid-run need not wait for the longer one."""
    shorter = plan([FIRST, SECOND], timed(0.05), MESSAGES)
    told = Desk(of_plan([FIRST, SECOND], timed(10.0, 3))).drive(
        once(8, lambda desk: desk.take(desk.runner.change(shorter)))
    )
    assert all(one.seconds < 0.2 for one in told.state.planned)
    assert {one.status for one in told.state.planned} == {CaseStatus.FINISHED}


def test_a_run_that_was_stopped_can_be_continued() -> None:
    """The second half counts processes and rounds on, and measures what was still missing."""
    machine = fleet()
    whole = plan([FIRST, SECOND], SHORT, MESSAGES)
    desk = Desk(Runner(whole, machine, clock=machine.clock))
    first = desk.drive(once(6, lambda desk: desk.runner.cancel()))
    assert first.state.cancelled
    runner = Runner(whole, machine, clock=machine.clock, earlier=earlier(first.state))
    told = Desk(runner, first.state).drive()
    assert isinstance(told.events[0], RunContinued)
    assert [event.process for event in told.of(WorkerStarted)] == [1]
    assert min(event.round for event in told.of(SliceMeasured)) == first.state.rounds
    assert not told.state.cancelled
    for one in (FIRST, SECOND):
        assert SHORT.seconds <= told.state.cases[one].seconds < SHORT.seconds + 0.03
        assert told.state.cases[one].status is CaseStatus.FINISHED


def test_only_what_is_asked_for_is_continued() -> None:
    """Cases left aside stay as they are, and do not count as progress to be made."""
    machine = fleet()
    whole = plan([FIRST, SECOND], SHORT, MESSAGES)
    first = Desk(Runner(whole, machine, clock=machine.clock)).drive(
        once(2, lambda desk: desk.runner.cancel())
    )
    before = first.state.cases[SECOND].seconds
    runner = Runner(whole, machine, clock=machine.clock, earlier=earlier(first.state, aside=[SECOND]))
    told = Desk(runner, first.state).drive()
    assert set(slices(told)) == {FIRST}
    assert told.state.cases[SECOND].seconds == before
    assert told.state.progress == 1


class Endless(FakeMechanism):
    """Key generation during which somebody loses patience."""

    def __init__(self, clock: FakeClock, lose: Callable[[], None]) -> None:
        super().__init__(clock)
        self._lose = lose

    def generate(self) -> bytes:
        """Take twelve seconds."""
        self.clock.advance(12_000_000_000)
        self._lose()
        return super().generate()


def test_a_slow_preparation_that_nobody_wants_any_more_is_ended() -> None:
    """Stopping the one case that keeps the worker busy ends that worker, not the case's or the others' run."""
    clock = FakeClock()
    desks: list[Desk] = []

    def lose() -> None:
        if not desks[0].state or desks[0].state.cases[SECOND].status is not CaseStatus.STOPPED:
            desks[0].take(desks[0].runner.set_aside(SECOND))

    machine = Fleet({NAMES[0]: FakeMechanism(clock), NAMES[1]: Endless(clock, lose)}, clock)
    desks.append(Desk(Runner(plan([FIRST, SECOND], SHORT, MESSAGES), machine, clock=clock)))
    told = desks[0].drive()
    assert told.state.cases[SECOND].status is CaseStatus.STOPPED
    assert told.state.cases[FIRST].status is CaseStatus.FINISHED
    assert not told.of(CaseFailed)
    assert all(event.reason == "" for event in told.of(WorkerEnded))
