import asyncio
from collections.abc import Iterator

import pytest

from sigtui.bench import protocol
from sigtui.desk import Desk
from sigtui.errors import WorkerError
from sigtui.events import (
    CaseFailed,
    CaseFinished,
    CaseReopened,
    Event,
    PlanChanged,
    RunContinued,
    RunEnded,
    RunPaused,
    RunStarted,
    SliceMeasured,
    WorkerStarted,
)
from sigtui.model import Effort, Operation
from sigtui.session import CaseStatus, fold
from tests.fakes import FakeClock, FakeMechanism, FakeWorker, case, timed
from tests.lab import BASE, MESSAGES, NAMES, SECOND, SHORT, THIRD, instant_spin, lab, nothing, of, planned

ELSEWHERE = case(NAMES[1], message="n")

LONG = timed(0.2)
SLICE_SECONDS = 0.021
"""A slice of the fake workers, with its last call."""

CALM = Effort("test", 2.0, 0.5, 3)
"""Precise enough after the least rounds in each of three processes, long before its time is up."""


@pytest.fixture(autouse=True)
def _instant_spin() -> Iterator[None]:
    with instant_spin():
        yield


# From nothing to the end.


def test_a_run_from_nothing_measures_every_case() -> None:
    """It begins and ends once, each case gets its budget, and nothing remains."""
    bench = lab(BASE, SECOND)
    assert bench.desk.remaining == (BASE, SECOND)
    bench.run()
    assert isinstance(bench.events[0], RunStarted)
    assert bench.events[-1] == RunEnded(cancelled=False)
    assert len(of(bench.events, RunStarted)) == len(of(bench.events, RunEnded)) == 1
    assert not of(bench.events, RunContinued)
    for which in (BASE, SECOND):
        assert bench.state(which).status is CaseStatus.FINISHED
        assert SHORT.seconds <= bench.state(which).seconds < SHORT.seconds + SLICE_SECONDS
    assert bench.desk.state.date
    assert not bench.desk.remaining
    assert not bench.desk.busy
    assert all(worker.ended for worker in bench.fleet.workers)


def test_a_run_is_there_as_soon_as_it_was_started() -> None:
    """Whoever draws the state need not wait for the first worker: the run is there and can be steered."""
    bench = lab(BASE, SECOND)
    bench.desk.start()
    assert bench.desk.busy
    assert bench.desk.state.running
    assert bench.desk.state.asked == {BASE, SECOND}
    assert not bench.fleet.workers
    bench.desk.set_aside(SECOND, paused=False)
    bench.desk.change(planned(BASE, SECOND, THIRD))
    bench.drive()
    assert set(bench.slices) == {BASE, THIRD}
    assert bench.statuses() == [CaseStatus.FINISHED, CaseStatus.STOPPED, CaseStatus.FINISHED]
    assert len(of(bench.events, RunStarted)) == 1


def test_what_is_told_is_in_the_state_already() -> None:
    """Whoever is told draws the state after the event, never the one before it."""
    bench = lab(BASE, SECOND)
    bench.run(bench.after(3, lambda: bench.desk.change(planned(BASE, SECOND, THIRD))))
    seconds = dict.fromkeys((BASE, SECOND, THIRD), 0.0)
    for event, state in bench.told:
        match event:
            case RunStarted(_, date):
                assert (state.date, state.running) == (date, True)
            case SliceMeasured():
                seconds[event.case] += sum(event.totals) / 1e9
                assert state.cases[event.case].seconds == pytest.approx(seconds[event.case])
            case CaseFinished(which, why):
                assert (state.cases[which].status, state.cases[which].reason) == (CaseStatus.FINISHED, why)
            case PlanChanged(changed):
                assert state.plan is changed
            case WorkerStarted(process):
                assert state.processes == process + 1
            case RunEnded():
                assert state.ended
    assert len(of(bench.events, PlanChanged)) == 1
    assert len(bench.slices) > 10


def test_starting_while_a_run_goes_on_changes_nothing() -> None:
    """There is one run at a time; the first one goes on to its end."""
    bench = lab(BASE, SECOND)

    def again() -> None:
        state = bench.desk.state
        bench.desk.start()
        bench.desk.start_case(SECOND)
        assert bench.desk.state is state

    bench.run(bench.after(2, again))
    assert bench.statuses() == [CaseStatus.FINISHED] * 2
    assert len(bench.fleet.workers) == 1
    assert not of(bench.events, RunContinued)


def test_the_desk_is_free_when_it_tells_of_the_end() -> None:
    """Whoever hears of the end can start the next run."""
    bench = lab(BASE)
    seen: list[bool] = []
    bench.run(lambda event: seen.append(bench.desk.busy) if isinstance(event, RunEnded) else None)
    assert seen == [False]


def test_driving_without_a_run_does_nothing() -> None:
    """Nobody has started one."""
    bench = lab(BASE)
    bench.drive()
    assert not bench.told


def test_the_shown_view_stays_the_first_in_later_runs() -> None:
    """What was preferred before the run is measured before all others, in every run."""
    cases = [BASE, SECOND, case(NAMES[0], Operation.VERIFY), case(NAMES[1], Operation.VERIFY)]
    bench = lab(*cases)
    bench.desk.prefer(cases[2].view)
    for _ in range(2):
        bench.stop_after(5)
        assert {each.view for each in bench.slices[-5:]} == {cases[2].view}


# Pausing, stopping, going on.


async def idle() -> None:
    """Let everything go on that does not wait for something to happen."""
    for _ in range(200):
        await asyncio.sleep(0)


@pytest.mark.parametrize("slices", [0, 3])
def test_a_paused_run_measures_nothing_until_it_goes_on(slices: int) -> None:
    """Also where it was paused before its first worker came up; then it goes on to its end."""
    bench = lab(BASE, SECOND)

    async def main() -> None:
        bench.desk.start()
        if slices:
            bench.act = bench.after(slices, bench.desk.pause)
        else:
            bench.desk.pause()
        async with asyncio.timeout(60):
            task = asyncio.create_task(bench.desk.drive())
            await idle()
            measured = len(bench.slices)
            assert bench.desk.state.paused
            assert measured <= slices + 1, "at most the slice that was under way"
            await idle()
            assert len(bench.slices) == measured
            bench.desk.resume()
            assert not bench.desk.state.paused
            await task

    asyncio.run(main())
    assert [event.paused for event in of(bench.events, RunPaused)] == [True, False]
    assert bench.statuses() == [CaseStatus.FINISHED] * 2
    assert len(bench.fleet.workers) == 1


def test_a_paused_run_can_be_stopped() -> None:
    """It ends at once and is neither paused nor busy."""
    bench = lab(BASE, SECOND)

    def pause_and_stop() -> None:
        bench.desk.pause()
        asyncio.get_running_loop().call_soon(bench.desk.stop)

    bench.run(bench.after(2, pause_and_stop))
    assert len(bench.slices) <= 3
    assert (bench.desk.busy, bench.desk.state.paused, bench.desk.state.cancelled) == (False, False, True)


def test_going_on_takes_up_what_was_set_aside() -> None:
    """A row that was stopped is measured again when the whole run is asked for."""
    bench = lab(BASE, SECOND)

    def act(event: Event) -> None:
        first(event)
        second(event)

    first = bench.after(2, lambda: bench.desk.set_aside(SECOND, paused=False))
    second = bench.after(5, bench.desk.release_all)
    bench.run(act)
    assert SECOND not in bench.slices[3:5]
    assert bench.statuses() == [CaseStatus.FINISHED] * 2


def test_what_is_over_is_not_set_aside() -> None:
    """A finished row stays finished, whoever presses stop on it."""
    bench = lab(BASE, SECOND)
    bench.run(
        lambda event: (
            bench.desk.set_aside(event.case, paused=False) if isinstance(event, CaseFinished) else None
        )
    )
    assert bench.statuses() == [CaseStatus.FINISHED] * 2


def test_stopping_and_starting_goes_on_with_what_remains() -> None:
    """Processes and rounds count on, what was measured counts, and nothing is measured twice."""
    bench = lab(BASE, SECOND)
    bench.stop_after(3)
    half = bench.desk.state
    assert half.cancelled
    assert bench.desk.remaining == (BASE, SECOND)
    before = len(bench.told)
    bench.run()
    told = bench.events[before:]
    assert told[0] == RunContinued(bench.desk.state.plan, (BASE, SECOND))
    assert not of(told, RunStarted)
    assert [event.process for event in of(told, WorkerStarted)] == [half.processes]
    assert min(event.round for event in of(told, SliceMeasured)) == half.rounds
    assert bench.desk.state.date == half.date
    assert not bench.desk.state.cancelled
    for which in (BASE, SECOND):
        assert bench.state(which).status is CaseStatus.FINISHED
        assert SHORT.seconds <= bench.state(which).seconds < SHORT.seconds + SLICE_SECONDS


def test_what_is_finished_is_not_measured_further() -> None:
    """Going on after a stop measures the unfinished rows alone; the others keep their figures."""
    bench = lab(BASE, SECOND)
    bench.run(lambda event: bench.desk.stop() if isinstance(event, CaseFinished) else None)
    done = next(which for which in (BASE, SECOND) if bench.state(which).over)
    kept = bench.state(done)
    assert bench.desk.remaining == tuple({BASE, SECOND} - {done})
    bench.run()
    assert bench.state(done) is kept
    assert bench.statuses() == [CaseStatus.FINISHED] * 2


def test_what_has_enough_when_a_run_is_stopped_is_finished() -> None:
    """What does not remain is not shown as unfinished, and r does not measure all anew unasked."""
    bench = lab(BASE, SECOND, effort=CALM)
    bench.stop_after(10)
    assert bench.desk.state.processes == 1
    assert not bench.desk.remaining
    assert {(told.status, told.reason) for told in bench.desk.state.planned} == {
        (CaseStatus.FINISHED, "precision")
    }
    assert isinstance(bench.events[-1], RunEnded)


def test_stopping_before_the_first_slice_leaves_everything_to_do() -> None:
    """The run ends although it never began to measure."""
    bench = lab(BASE, SECOND)
    bench.desk.start()
    bench.desk.stop()
    bench.drive()
    assert bench.desk.state.cancelled
    assert bench.desk.remaining == (BASE, SECOND)
    bench.run()
    assert bench.statuses() == [CaseStatus.FINISHED] * 2


# All anew, and back.


def test_starting_when_nothing_remains_measures_all_anew_and_can_be_undone() -> None:
    """The old figures are not mixed with the new ones, and come back as they were."""
    bench = lab(BASE, SECOND)
    bench.run()
    old = bench.desk.state
    before = len(bench.told)
    bench.run()
    assert isinstance(bench.events[before], RunStarted)
    for which in (BASE, SECOND):
        assert SHORT.seconds <= bench.state(which).seconds < SHORT.seconds + SLICE_SECONDS
        assert bench.state(which).collected is not old.cases[which].collected
    assert bench.desk.undo()
    assert bench.desk.state.date == old.date
    assert all(bench.state(which) is old.cases[which] for which in (BASE, SECOND))
    assert not bench.desk.undo()


def test_undoing_keeps_what_is_ticked_now() -> None:
    """Figures come back; the plan does not: what was ticked meanwhile waits, what was unticked is not shown."""
    bench = lab(BASE, SECOND)
    bench.run()
    old = bench.desk.state
    bench.run(bench.after(1, bench.desk.stop))
    bench.desk.change(planned(BASE, THIRD))
    assert bench.desk.undo()
    assert [told.case for told in bench.desk.state.planned] == [BASE, THIRD]
    assert bench.state(BASE) is old.cases[BASE]
    assert bench.desk.remaining == (THIRD,)


def test_undoing_judges_the_old_figures_by_the_effort_of_now() -> None:
    """Figures of a short effort are not finished under a longer one."""
    bench = lab(BASE)
    bench.run()
    bench.run()
    bench.desk.change(planned(BASE, effort=LONG))
    assert bench.desk.undo()
    assert bench.statuses() == [CaseStatus.MEASURING]
    assert bench.desk.remaining == (BASE,)


def test_there_is_nothing_to_undo_during_a_run_or_before_figures() -> None:
    """A run that replaced nothing, and one that goes on, are not taken back."""
    bench = lab()
    bench.run()
    assert not bench.desk.undo()
    bench.desk.change(planned(BASE))
    bench.run()
    assert not bench.desk.undo()
    answers: list[bool] = []
    bench.run(bench.after(1, lambda: answers.append(bench.desk.undo())))
    assert answers == [False]
    assert bench.desk.undo()


# One row.


def test_one_row_can_be_the_first_that_is_measured() -> None:
    """It is a run like any other, with a date; the rest remains, and its figures stay when that follows."""
    bench = lab(BASE, SECOND, THIRD)
    bench.desk.start_case(SECOND)
    assert bench.desk.state.running
    assert bench.desk.state.asked == {SECOND}
    bench.drive()
    assert set(bench.slices) == {SECOND}
    assert bench.desk.state.date
    assert bench.statuses() == [CaseStatus.WAITING, CaseStatus.FINISHED, CaseStatus.WAITING]
    assert bench.desk.remaining == (BASE, THIRD)
    kept = bench.state(SECOND)
    before = len(bench.told)
    bench.run()
    assert bench.state(SECOND) is kept
    assert bench.events[before] == RunContinued(bench.desk.state.plan, (BASE, THIRD))
    assert bench.statuses() == [CaseStatus.FINISHED] * 3


def test_a_finished_row_is_measured_again_with_its_budget() -> None:
    """Its samples are added to those it had; other rows keep their figures to the object."""
    bench = lab(BASE, SECOND, THIRD)
    bench.run()
    base, second, third = (bench.state(which) for which in (BASE, SECOND, THIRD))
    told = bench.run_case(SECOND)
    assert {event.case for event in of(told, SliceMeasured)} == {SECOND}
    assert bench.state(BASE) is base
    assert bench.state(THIRD) is third
    again = bench.state(SECOND)
    assert SHORT.seconds <= again.seconds - second.seconds < SHORT.seconds + SLICE_SECONDS
    assert again.settled == second.seconds
    assert again.collected.count > second.collected.count
    assert again.status is CaseStatus.FINISHED
    assert not bench.desk.remaining


def test_an_unfinished_row_goes_on_alone() -> None:
    """It gets what is left of its budget; the others stay as they were."""
    bench = lab(BASE, SECOND)
    bench.stop_after(4)
    base, second = bench.state(BASE), bench.state(SECOND)
    bench.run_case(SECOND)
    assert bench.state(BASE) is base
    assert second.seconds < bench.state(SECOND).seconds < SHORT.seconds + SLICE_SECONDS
    assert bench.state(SECOND).status is CaseStatus.FINISHED
    assert bench.desk.remaining == (BASE,)


def test_a_row_without_figures_takes_its_finished_baseline_along() -> None:
    """A ratio is read from rounds that both were measured in; the rows beside them are not touched."""
    bench = lab(BASE, SECOND)
    bench.run()
    base, second = bench.state(BASE), bench.state(SECOND)
    bench.desk.change(planned(BASE, SECOND, THIRD))
    bench.run_case(THIRD)
    assert bench.desk.state.ratio(THIRD) is not None
    assert bench.state(BASE).collected.count > base.collected.count
    assert bench.state(BASE).status is CaseStatus.FINISHED
    assert bench.state(SECOND) is second
    assert not bench.desk.remaining


def test_a_second_budget_that_was_stopped_leaves_the_row_finished() -> None:
    """It has had what its effort gives: it does not remain, and a further R gives it another budget."""
    bench = lab(BASE)
    bench.run()
    bench.run_case(BASE, bench.after(1, bench.desk.stop))
    assert bench.statuses() == [CaseStatus.FINISHED]
    assert not bench.desk.remaining
    seconds = bench.state(BASE).seconds
    bench.run_case(BASE)
    assert bench.state(BASE).seconds - seconds >= SHORT.seconds


# Failures.


class Moody(FakeMechanism):
    """Signs only while it is in the mood."""

    willing = False

    def sign(self, private: bytes, message: bytes) -> bytes:
        """Sign, or refuse."""
        if not self.willing:
            raise ValueError("not now")
        return super().sign(private, message)


@pytest.mark.parametrize("alone", [False, True])
def test_a_failed_row_is_tried_again(alone: bool) -> None:
    """By starting what remains, and by its own key; the row that had its figures keeps them."""
    moody = Moody(FakeClock())
    bench = lab(BASE, SECOND, second=moody)
    bench.run()
    assert bench.statuses() == [CaseStatus.FINISHED, CaseStatus.FAILED]
    assert "not now" in bench.state(SECOND).reason
    assert bench.desk.remaining == (SECOND,)
    moody.willing = True
    if alone:
        bench.run_case(SECOND)
    else:
        bench.run()
    assert bench.statuses() == [CaseStatus.FINISHED] * 2
    assert bench.state(SECOND).reason == "time"


@pytest.mark.parametrize("alone", [False, True])
def test_a_row_that_failed_after_all_its_samples_is_measured_again(alone: bool) -> None:
    """That it had its time does not leave it failed for ever."""
    bench = lab(BASE, SECOND)
    bench.run()
    bench.desk.state = fold(bench.desk.state, CaseFailed(SECOND, "the worker died"))
    base, second = bench.state(BASE), bench.state(SECOND)
    assert bench.desk.remaining == (SECOND,)
    if alone:
        bench.run_case(SECOND)
    else:
        bench.run()
    assert bench.statuses() == [CaseStatus.FINISHED] * 2
    assert bench.state(SECOND).seconds - second.seconds >= SHORT.seconds
    assert bench.state(BASE) is base


def test_a_row_that_always_fails_does_not_keep_a_run_from_measuring_all_again() -> None:
    """It is tried again once, by r or by R; after that r begins anew, and the row has its second chance again."""
    bench = lab(BASE, SECOND, second=Moody(FakeClock()))
    bench.run()
    assert bench.desk.remaining == (SECOND,)
    bench.run()
    assert not bench.desk.replaced
    assert bench.statuses() == [CaseStatus.FINISHED, CaseStatus.FAILED]
    assert not bench.desk.remaining
    bench.run()
    assert bench.desk.replaced == 1
    assert bench.statuses() == [CaseStatus.FINISHED, CaseStatus.FAILED]
    assert bench.desk.remaining == (SECOND,)
    bench.run_case(SECOND)
    assert not bench.desk.remaining


def test_failed_rows_are_tried_again_with_whatever_else_remains() -> None:
    """However often they have failed: a new row makes a run that goes on."""
    bench = lab(BASE, SECOND, second=Moody(FakeClock()))
    bench.run()
    bench.run()
    bench.desk.change(planned(BASE, SECOND, THIRD))
    assert bench.desk.remaining == (SECOND, THIRD)
    bench.run()
    assert not bench.desk.replaced
    assert not bench.desk.remaining


# Changes.


def test_cases_come_and_go_while_a_run_goes_on() -> None:
    """A new row is measured to its end, one that is taken out keeps what it has."""
    bench = lab(BASE, SECOND)
    bench.run(bench.after(4, lambda: bench.desk.change(planned(BASE, THIRD))))
    assert SECOND not in bench.slices[5:]
    assert bench.state(SECOND).collected.count
    assert bench.statuses() == [CaseStatus.FINISHED] * 2
    assert not bench.desk.remaining
    bench.desk.change(planned(BASE, SECOND, THIRD))
    assert bench.desk.remaining == (SECOND,)


@pytest.mark.parametrize("measured", ["whole", "half"])
def test_unticking_and_ticking_again_keeps_the_figures(measured: str) -> None:
    """A finished row is finished as before, a half-measured one goes on."""
    bench = lab(BASE, SECOND)
    if measured == "whole":
        bench.run()
    else:
        bench.stop_after(4)
    kept, remained = bench.state(SECOND), bench.desk.remaining
    bench.desk.change(planned(BASE))
    assert SECOND not in bench.desk.remaining
    bench.desk.change(planned(BASE, SECOND))
    assert bench.state(SECOND) is kept
    assert bench.desk.remaining == remained


def test_an_edited_message_loses_its_figures() -> None:
    """Figures of the old bytes are no figures of the new ones; other messages keep theirs."""
    bench = lab(SECOND, ELSEWHERE)
    bench.run()
    kept = bench.state(SECOND)
    bench.desk.change(planned(SECOND, ELSEWHERE, n=b"edited"))
    assert bench.state(ELSEWHERE).status is CaseStatus.WAITING
    assert not bench.state(ELSEWHERE).collected.count
    assert bench.state(SECOND) is kept
    assert bench.desk.remaining == (ELSEWHERE,)


def test_a_message_edited_while_it_was_unticked_loses_its_figures() -> None:
    """That nobody saw it meanwhile does not make old figures new ones; with its old bytes they would stay."""
    bench = lab(SECOND, ELSEWHERE)
    bench.run()
    kept = bench.state(ELSEWHERE)
    bench.desk.change(planned(SECOND))
    bench.desk.change(planned(SECOND, ELSEWHERE))
    assert bench.state(ELSEWHERE) is kept
    bench.desk.change(planned(SECOND))
    bench.desk.change(planned(SECOND, ELSEWHERE, n=b"edited"))
    assert not bench.state(ELSEWHERE).collected.count
    assert bench.desk.remaining == (ELSEWHERE,)


def test_a_message_edited_while_it_was_unticked_and_ticked_during_a_run_is_measured_anew() -> None:
    """The run gives it a whole budget with its new bytes, and never calls it finished without a sample."""
    bench = lab(SECOND, ELSEWHERE)
    bench.run()
    bench.desk.change(planned(SECOND, THIRD))
    before = len(bench.told)
    bench.run(bench.after(2, lambda: bench.desk.change(planned(SECOND, ELSEWHERE, THIRD, n=b"edited"))))
    for event, state in bench.told[before:]:
        if isinstance(event, CaseFinished):
            assert state.cases[event.case].collected.count
    assert SHORT.seconds <= bench.state(ELSEWHERE).seconds < SHORT.seconds + SLICE_SECONDS
    assert bench.statuses() == [CaseStatus.FINISHED] * 3
    sent = [each for worker in bench.fleet.workers for each in worker.sent]
    assert [each.data for each in sent if isinstance(each, protocol.Store) and each.name == "n"] == [
        MESSAGES["n"],
        b"edited",
    ]


@pytest.mark.parametrize("running", [False, True])
def test_a_longer_effort_makes_finished_rows_remain(running: bool) -> None:
    """What was enough is enough no more, and is not shown as finished; the run adds what is missing."""
    bench = lab(BASE, SECOND)

    def longer() -> None:
        bench.desk.change(planned(BASE, SECOND, effort=LONG))

    if running:
        bench.run(
            lambda event: longer() if isinstance(event, CaseFinished) and len(bench.slices) < 12 else None
        )
    else:
        bench.run()
        longer()
        assert bench.statuses() == [CaseStatus.MEASURING] * 2
        assert bench.desk.remaining == (BASE, SECOND)
        bench.run()
    assert bench.statuses() == [CaseStatus.FINISHED] * 2
    for which in (BASE, SECOND):
        assert LONG.seconds <= bench.state(which).seconds < LONG.seconds + SLICE_SECONDS


def test_a_shorter_effort_finishes_what_has_enough() -> None:
    """Going through all efforts comes back to where it began."""
    bench = lab(BASE, SECOND)
    bench.run()
    for effort, status in ((LONG, CaseStatus.MEASURING), (timed(0.05), CaseStatus.FINISHED)):
        bench.desk.change(planned(BASE, SECOND, effort=effort))
        assert bench.statuses() == [status] * 2
    bench.desk.change(planned(BASE, SECOND))
    assert [(told.status, told.reason) for told in bench.desk.state.planned] == [
        (CaseStatus.FINISHED, "time")
    ] * 2
    assert not bench.desk.remaining


@pytest.mark.parametrize("running", [False, True])
def test_a_row_that_comes_back_under_a_longer_effort_remains(running: bool) -> None:
    """It was unticked when the effort was changed; it is not finished for that."""
    bench = lab(BASE, SECOND)
    bench.run()
    bench.desk.change(planned(BASE, effort=LONG))

    def back() -> None:
        bench.desk.change(planned(BASE, SECOND, effort=LONG))
        assert bench.state(SECOND).status is CaseStatus.MEASURING

    if running:
        bench.run(bench.after(1, back))
    else:
        back()
        assert bench.desk.remaining == (BASE, SECOND)
        bench.run()
    assert bench.statuses() == [CaseStatus.FINISHED] * 2
    assert bench.state(SECOND).seconds >= LONG.seconds


# What goes wrong.


def test_cancelling_ends_the_worker_and_the_run() -> None:
    """The figures stay and say that they were interrupted; nobody is told, because nobody is there any more."""
    bench = lab(BASE, SECOND)

    gone: list[bool] = []

    async def main() -> None:
        bench.desk.start()
        task = asyncio.create_task(bench.desk.drive())
        bench.act = bench.after(3, lambda: gone.append(task.cancel()))
        async with asyncio.timeout(60):
            with pytest.raises(asyncio.CancelledError):
                await task

    asyncio.run(main())
    assert all(worker.ended for worker in bench.fleet.workers)
    assert len(bench.fleet.workers) == 1
    assert not bench.desk.busy
    state = bench.desk.state
    assert (state.running, state.ended, state.cancelled) == (False, True, True)
    assert sum(told.collected.tally.rounds for told in state.planned) == len(bench.slices)
    assert not of(bench.events, RunEnded)
    assert bench.desk.remaining == (BASE, SECOND)


def test_an_error_of_whoever_is_told_ends_the_worker_and_surfaces() -> None:
    """At once, and it is not swallowed; the desk is free for another run."""
    bench = lab(BASE, SECOND)

    def fail() -> None:
        raise RuntimeError("a screen broke")

    async def main() -> None:
        bench.desk.start()
        with pytest.raises(RuntimeError, match="a screen broke"):
            await bench.desk.drive()
        assert all(worker.ended for worker in bench.fleet.workers)

    bench.act = bench.after(3, fail)
    asyncio.run(main())
    bench.act = nothing
    assert not bench.desk.busy
    assert bench.desk.state.ended
    bench.run()
    assert bench.statuses() == [CaseStatus.FINISHED] * 2


class Stillborn(FakeWorker):
    """A worker that does not come up."""

    async def start(self) -> protocol.Hello:
        """Refuse."""
        raise WorkerError("too many processes")


def test_where_no_worker_comes_up_the_run_ends_with_the_reason() -> None:
    """Every row fails, the run is over, and all of it remains."""
    bench = lab(BASE, SECOND)
    desk = Desk(planned(BASE, SECOND), bench.hear, seed=1, spawn=lambda: Stillborn(bench.fleet.server()))
    bench.desk = desk
    bench.run()
    assert {(told.status, told.reason) for told in desk.state.planned} == {
        (CaseStatus.FAILED, "too many processes")
    }
    assert desk.remaining == (BASE, SECOND)
    assert not desk.busy


def test_a_row_that_is_asked_for_during_a_run_goes_on() -> None:
    """R on a stopped row while others are measured."""
    bench = lab(BASE, SECOND)

    def act(event: Event) -> None:
        first(event)
        second(event)

    first = bench.after(2, lambda: bench.desk.set_aside(SECOND, paused=True))
    second = bench.after(5, lambda: bench.desk.release(SECOND))
    bench.run(act)
    assert of(bench.events, CaseReopened) == [CaseReopened(SECOND)]
    assert bench.statuses() == [CaseStatus.FINISHED] * 2


def test_steering_without_a_run_does_nothing() -> None:
    """There is nothing to pause, to stop or to set aside."""
    bench = lab(BASE)
    desk = bench.desk
    desk.pause()
    desk.resume()
    desk.stop()
    desk.release(BASE)
    desk.set_aside(BASE, paused=True)
    assert not bench.told
    assert not desk.undo()


def test_what_a_run_takes_up_later_counts_as_asked_for() -> None:
    """Another row during a run of one, and one that comes back: they are shown as waiting, and in its progress."""
    bench = lab(BASE, SECOND, THIRD)
    bench.stop_after(7)
    bench.desk.change(planned(BASE, SECOND))
    seen: list[bool] = []

    def another() -> None:
        bench.desk.release(SECOND)
        bench.desk.change(planned(BASE, SECOND, THIRD))
        seen.extend(which in bench.desk.state.asked for which in (SECOND, THIRD))

    bench.run_case(BASE, bench.after(1, another))
    assert seen == [True, True]
    assert bench.statuses() == [CaseStatus.FINISHED] * 3
    assert bench.desk.state.progress == 1
