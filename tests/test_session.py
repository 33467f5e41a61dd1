from collections.abc import Sequence
from dataclasses import replace
from itertools import accumulate, pairwise

import numpy as np
import pytest

from sigtui.events import (
    CaseFailed,
    CaseFinished,
    CasePrepared,
    CasePreparing,
    Event,
    RunEnded,
    RunStarted,
    SliceMeasured,
    WorkerEnded,
    WorkerStarted,
)
from sigtui.model import Case, KeySizes, LengthRange, Mode, Operation, Setup
from sigtui.session import CaseStatus, SessionState, begin, fold
from sigtui.stats.compare import Timed, Verdict, ratio
from tests.fakes import case, plan
from tests.made import SPIN_NS, totals

BASE = case("ecdsa-p256-sha256")
OTHER = case("ed25519")
HMAC = case("hmac-sha256")
KEYGEN = case("rsa-2048-pss-sha512", Operation.KEYGEN)
SHOT = case("ed25519", mode=Mode.SINGLE_SHOT)
CASES = (BASE, OTHER, HMAC, KEYGEN, SHOT)

START = RunStarted(plan(CASES), "2026-05-01T12:00:00+02:00")
SETUP = Setup(
    batch=1,
    overhead_ns=40.0,
    call="key.sign(message)",
    signature_encoding="raw",
    keys=KeySizes(32, "seed", 32, 44, 48),
    signatures=LengthRange(4, 280, 69, 71),
)


def measured(
    which: Case, times: Sequence[float], round_: int = 0, process: int = 0, length: int | None = 72
) -> Event:
    """Return a slice of calls of these ns."""
    return SliceMeasured(which, process, round_, 1, totals(times), (SPIN_NS, SPIN_NS), length)


def after(*events: Event, start: SessionState | None = None) -> SessionState:
    """Return the state after these events."""
    state = start or begin(START)
    for event in events:
        state = fold(state, event)
    return state


SCRIPT: tuple[Event, ...] = (
    WorkerStarted(0),
    CasePreparing(BASE),
    CasePrepared(BASE, SETUP),
    measured(BASE, [100_000.0] * 500),
    CasePreparing(OTHER),
    CasePrepared(OTHER, replace(SETUP, signatures=None)),
    measured(OTHER, [120_000.0] * 400, length=None),
    CasePreparing(HMAC),
    CaseFailed(HMAC, "a tampered signature verified"),
    CasePreparing(KEYGEN),
    CasePrepared(KEYGEN, replace(SETUP, signatures=None)),
    measured(KEYGEN, [70_000_000.0] * 3, length=None),
    measured(BASE, [110_000.0] * 500, 1, length=70),
    measured(OTHER, [140_000.0] * 400, 1, length=None),
    CaseFinished(BASE, "precision"),
    WorkerEnded(0, "", 500_000_000, 400_000_000),
    WorkerStarted(1),
    CasePreparing(OTHER),
    CasePrepared(OTHER, replace(SETUP, new_key=False, signatures=None)),
    measured(OTHER, [130_000.0] * 400, 2, 1, length=None),
    CaseFinished(OTHER, "time"),
    CaseFailed(KEYGEN, "the worker died"),
    CasePreparing(SHOT),
    CasePrepared(SHOT, SETUP),
    measured(SHOT, [150_000.0] * 300, 3, 1),
    CaseFinished(SHOT, "time"),
    WorkerEnded(1, "", 100_000_000, 80_000_000),
    RunEnded(cancelled=False),
)


@pytest.fixture(scope="module")
def states() -> tuple[SessionState, ...]:
    """Return the state before and after each event of the script."""
    return tuple(accumulate(SCRIPT, fold, initial=begin(START)))


def test_a_run_begins_with_every_case_waiting_in_the_plans_order() -> None:
    """Nothing is measured, nothing is over."""
    state = begin(START)
    assert tuple(state.cases) == CASES
    assert {told.status for told in state.cases.values()} == {CaseStatus.WAITING}
    assert (state.progress, state.typical_ns, state.timed_share) == (0, 0, None)
    assert state.summary(BASE) is None
    assert state.ratio(OTHER) is None
    assert not state.ended


def test_starting_again_forgets_the_run_before() -> None:
    """RunStarted in the middle is a new run."""
    state = after(*SCRIPT[:8], START)
    assert {told.status for told in state.cases.values()} == {CaseStatus.WAITING}
    assert (state.processes, state.progress, state.typical_ns) == (0, 0, 0)


def test_the_scripted_run_ends_as_told(states: tuple[SessionState, ...]) -> None:
    """Statuses, reasons, counts and times after a whole run."""
    state = states[-1]
    told = {which: (state.cases[which].status, state.cases[which].reason) for which in CASES}
    assert told == {
        BASE: (CaseStatus.FINISHED, "precision"),
        OTHER: (CaseStatus.FINISHED, "time"),
        HMAC: (CaseStatus.FAILED, "a tampered signature verified"),
        KEYGEN: (CaseStatus.FAILED, "the worker died"),
        SHOT: (CaseStatus.FINISHED, "time"),
    }
    assert state.cases[BASE].collected.count == 1_000
    assert state.cases[BASE].seconds == pytest.approx(0.105)
    assert [block.process for block in state.cases[OTHER].collected.blocks] == [0, 0, 1]
    assert (state.processes, state.ended, state.cancelled) == (2, True, False)
    assert state.timed_share == pytest.approx(480 / 600)
    assert state.typical_ns == pytest.approx(SPIN_NS, rel=0.004)
    assert state.spins.counts.sum() == 2 * sum(isinstance(event, SliceMeasured) for event in SCRIPT)


def test_folding_changes_no_earlier_state(states: tuple[SessionState, ...]) -> None:
    """Each state is a value: what came later is not in it, and folding again gives the same."""
    for before, event, following in zip(states, SCRIPT, states[1:], strict=False):
        again = fold(before, event)
        assert again.progress == following.progress
        for which in CASES:
            one, other = again.cases[which], following.cases[which]
            assert (one.status, one.reason, one.keys, one.seconds) == (
                other.status,
                other.reason,
                other.keys,
                other.seconds,
            )
            assert np.array_equal(one.collected.values, other.collected.values)
    assert states[0].cases[BASE].collected.count == 0
    assert states[4].cases[BASE].collected.count == 500
    assert states[4].cases[OTHER] is states[3].cases[OTHER]
    assert not states[-2].ended


def test_states_can_be_compared(states: tuple[SessionState, ...]) -> None:
    """A state is itself and no other one: a screen asks for each whether it is new."""
    assert all(one != other for one, other in pairwise(states) if one is not other)
    assert states[-1] == replace(states[-1])


def test_progress_never_falls_and_ends_at_one(states: tuple[SessionState, ...]) -> None:
    """It starts at 0 and grows with the time spent, a failed case's share included."""
    shares = [state.progress for state in states]
    assert shares == sorted(shares)
    assert shares[0] == 0
    assert 0 < shares[4] < shares[-2]
    assert shares[-1] == 1


def test_a_case_beyond_its_budget_does_not_overtake_the_others() -> None:
    """Its share is full, not more."""
    state = after(CasePrepared(BASE, SETUP), measured(BASE, [1e9] * 30))
    assert 0 < state.progress < 0.5


def test_a_plan_without_cases_is_done() -> None:
    """Nothing to wait for."""
    assert begin(RunStarted(plan([]), "")).progress == 1


def test_preparing_again_in_a_new_process_does_not_look_like_a_new_start() -> None:
    """A case that was measured stays so while another worker creates its key."""
    state = after(CasePreparing(BASE))
    assert state.cases[BASE].status is CaseStatus.PREPARING
    state = after(CasePrepared(BASE, SETUP), measured(BASE, [1.0]), CasePreparing(BASE), start=state)
    assert state.cases[BASE].status is CaseStatus.MEASURING


def test_a_failed_case_keeps_what_was_measured(states: tuple[SessionState, ...]) -> None:
    """Its summary is still there."""
    summary = states[-1].summary(KEYGEN)
    assert summary is not None
    assert (summary.samples, summary.mean) == (3, 70_000_000)
    assert states[-1].summary(HMAC) is None


def test_keys_are_counted_where_they_are_created(states: tuple[SessionState, ...]) -> None:
    """One a preparation that made one, and one a call that creates its own; a derived secret is none."""
    keys = {which: states[-1].cases[which].keys for which in CASES}
    assert keys == {BASE: 1, OTHER: 1, HMAC: 0, KEYGEN: 1 + 3, SHOT: 1 + 300}
    derived = case("hmac-sha256", mode=Mode.SINGLE_SHOT)
    start = begin(RunStarted(plan([derived]), ""))
    state = after(CasePrepared(derived, SETUP), measured(derived, [1.0] * 5), start=start)
    assert state.cases[derived].keys == 1


def test_lengths_of_signatures_are_joined(states: tuple[SessionState, ...]) -> None:
    """Those seen while preparing, and the last of each slice; none where nothing is signed."""
    assert states[-1].cases[BASE].signatures == LengthRange(6, 280 + 72 + 70, 69, 72)
    assert states[-1].cases[OTHER].signatures is None


def test_a_batch_counts_its_calls() -> None:
    """Times are a call's, keys a call's too, the seconds those of all calls."""
    event = SliceMeasured(KEYGEN, 0, 0, 8, totals([800.0] * 5), (SPIN_NS, SPIN_NS), None)
    told = after(CasePrepared(KEYGEN, replace(SETUP, batch=8)), event).cases[KEYGEN]
    assert told.collected.values.tolist() == [100] * 5
    assert told.seconds == pytest.approx(4e-6)
    assert told.keys == 1 + 40


def test_the_loops_cost_is_taken_off_where_it_shows() -> None:
    """40 ns of 100 µs are not 1 %, of 1 µs they are; in summary and ratio alike."""
    long = after(CasePrepared(BASE, SETUP), measured(BASE, [100_000.0] * 9)).summary(BASE)
    assert long is not None
    assert long.mean == 100_000
    short = after(
        CasePrepared(BASE, SETUP),
        CasePrepared(OTHER, SETUP),
        *(measured(BASE, [1_040.0] * 9, round_) for round_ in range(3)),
        *(measured(OTHER, [2_040.0] * 9, round_) for round_ in range(3)),
    )
    summary, compared = short.summary(BASE), short.ratio(OTHER)
    assert summary is not None
    assert summary.mean == 1_000
    assert compared is not None
    assert compared.mean == pytest.approx(2)


def test_a_ratio_is_that_of_the_collections(states: tuple[SessionState, ...]) -> None:
    """Case by baseline, paired by round."""
    state = states[-1]
    found = state.ratio(OTHER)
    assert found == ratio(Timed.of(state.cases[OTHER].collected), Timed.of(state.cases[BASE].collected))
    assert found is not None
    assert found.mean == pytest.approx(130 / 105)


def test_there_is_no_ratio_without_a_measured_partner(states: tuple[SessionState, ...]) -> None:
    """The baseline itself, another operation or mode, and a case without a sample have none."""
    state = states[-1]
    assert state.partner(BASE) == BASE
    assert state.ratio(BASE) is None
    assert state.partner(SHOT) is None
    assert state.partner(KEYGEN) is None
    assert [state.ratio(which) for which in (SHOT, KEYGEN, HMAC)] == [None, None, None]
    assert states[3].ratio(OTHER) is None


def test_the_partner_is_of_the_same_provider_where_there_is_one() -> None:
    """Libraries are compared with themselves first; else with the first provider that has the baseline."""
    here, there = BASE, case("ecdsa-p256-sha256", provider="liboqs")
    other, foreign = case("ed25519", provider="liboqs"), case("ml-dsa-44", provider="third")
    state = begin(RunStarted(plan([here, there, OTHER, other, foreign]), ""))
    assert state.partner(OTHER) == here
    assert state.partner(other) == there
    assert state.partner(foreign) == here
    assert state.partner(there) == there


@pytest.mark.parametrize(
    "partner",
    [
        case("ecdsa-p256-sha256", Operation.VERIFY),
        case("ecdsa-p256-sha256", mode=Mode.SINGLE_SHOT),
        case("ecdsa-p256-sha256", message="n"),
        case("ecdsa-p384-sha384"),
    ],
    ids=["operation", "mode", "message", "algorithm"],
)
def test_a_partner_differs_in_nothing_but_the_algorithm(partner: Case) -> None:
    """Operation, mode and message are the same."""
    messages = {"m": b"m", "n": b"n"}
    planned = replace(plan([partner, OTHER], messages=messages), baseline="ecdsa-p256-sha256")
    assert begin(RunStarted(planned, "")).partner(OTHER) is None


def test_an_interrupted_run_says_so_and_keeps_everything() -> None:
    """What was measured until then is there."""
    state = after(*SCRIPT[:6], RunEnded(cancelled=True))
    assert (state.ended, state.cancelled) == (True, True)
    assert state.cases[BASE].collected.count == 500
    assert state.cases[OTHER].status is CaseStatus.MEASURING


def test_a_difference_is_found_through_the_fold() -> None:
    """Slices of a faster and a slower case end in a verdict."""
    rng = np.random.default_rng(1)
    events = [
        measured(which, list(rng.normal(mean, 1_000, 30)), round_, round_ // 5)
        for round_ in range(15)
        for which, mean in ((BASE, 100_000), (OTHER, 80_000))
    ]
    found = after(*events).ratio(OTHER)
    assert found is not None
    assert found.verdict is Verdict.FASTER
