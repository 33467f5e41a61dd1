import weakref
from dataclasses import replace
from itertools import accumulate

import pytest

from sigtui import record
from sigtui.board import EMPTY, ORDERS, Board, BoardRow, Recorder, row_key
from sigtui.cells import State
from sigtui.events import (
    CaseFailed,
    CaseFinished,
    CasePrepared,
    CasePreparing,
    CaseReopened,
    CaseSetAside,
    Event,
    PlanChanged,
    RunContinued,
    RunEnded,
    RunStarted,
    SliceMeasured,
)
from sigtui.files.results import Lengths, Result
from sigtui.model import (
    Case,
    Choice,
    KeySizes,
    LengthRange,
    Mode,
    Operation,
    Preset,
    Setup,
    Skipped,
    View,
    WireView,
)
from sigtui.record import Evidence
from sigtui.session import SessionState, begin, fold
from sigtui.session import planned as before_a_run
from tests.fakes import case, plan
from tests.lab import instant_spin, lab
from tests.made import ROW, SPIN_NS, totals

BASE, QUICK, SLOW = case("ecdsa-p256-sha256"), case("ed25519"), case("rsa-2048-pss-sha512")
CASES = (BASE, QUICK, SLOW)
VERIFY = tuple(replace(each, operation=Operation.VERIFY) for each in CASES)
SIGNING, VERIFYING = BASE.view, VERIFY[0].view
MICROSECONDS = {BASE: 100, QUICK: 50, SLOW: 900}
DATE = "2026-05-01T12:00:00+02:00"

SETUP = Setup(1, 40.0, "key.sign(message)", "der", KeySizes(32, "seed"), True, LengthRange(4, 284, 70, 72))


def recorder() -> Recorder:
    """Return a recorder that has made nothing yet."""
    preset = Preset("T", BASE.algorithm.id, (Choice(BASE.algorithm),), ())
    return Recorder(Evidence(preset, {"cpu": "a CPU"}, 7))


def measured(which: Case, calls: int, round_: int = 0, spin: float = SPIN_NS) -> SliceMeasured:
    """Return a slice of so many calls of a case, noisy around its own time."""
    mean = 1_000 * MICROSECONDS.get(which, 100)
    times = totals(mean * (1 + 0.01 * (index % 7)) for index in range(calls))
    return SliceMeasured(which, 0, round_, 1, times, (spin, spin), 71)


def started(which: Case, calls: int = 1_000) -> tuple[Event, ...]:
    """Return the events of a case until it has so many samples."""
    return CasePreparing(which), CasePrepared(which, SETUP), measured(which, calls)


def after(*events: Event, start: SessionState | None = None) -> SessionState:
    """Return the state after these events, at first that of a run of three cases that has just begun."""
    return list(accumulate(events, fold, initial=start or begin(RunStarted(plan(CASES), DATE))))[-1]


def drawn(state: SessionState, view: View = SIGNING, previous: Board = EMPTY, sort: str = "mean") -> Board:
    """Return a board that nothing is kept for."""
    return recorder().board(state, view, previous, sort)


def cases_of(board: Board) -> list[Case | None]:
    """Return the cases of the rows, in their order."""
    return [row.case for row in board.rows]


DONE = (
    *(event for which in CASES for event in (*started(which), CaseFinished(which, "time"))),
    RunEnded(cancelled=False),
)
"""A whole run."""


# What a row is.


def test_a_board_of_nothing_has_nothing() -> None:
    """The app shows it before there is any."""
    assert (EMPTY.title, EMPTY.rows, EMPTY.measured, EMPTY.several_providers) == ("", (), False, False)
    assert EMPTY.row(None) is None
    assert drawn(before_a_run(plan(())), SIGNING).rows == ()


def test_a_new_board_is_always_another() -> None:
    """A screen that is given one draws it, also where only badges around the rows changed."""
    for state in (before_a_run(plan(CASES)), after(*DONE)):
        made = drawn(state)
        assert made != drawn(state)


def test_a_board_names_its_view_with_the_messages_size() -> None:
    """Keygen has neither mode nor message."""
    keygen = case("ed25519", Operation.KEYGEN)
    state = before_a_run(plan((*CASES, keygen, *VERIFY), messages={"m": bytes(1_024)}))
    made = drawn(state)
    assert made.title == "SIGN · reused-key · m 1,024 B"
    assert made.views == (SIGNING, keygen.view, VERIFYING)
    assert drawn(state, keygen.view).title == "KEYGEN"
    assert cases_of(drawn(state, keygen.view)) == [keygen]


def test_a_row_keeps_its_key_in_every_view() -> None:
    """A mark and a cursor stay on an algorithm when the view changes; two providers are two rows."""
    assert {row_key(replace(QUICK, mode=mode, message="x")) for mode in Mode} == {"ed25519@fake"}
    assert row_key(replace(QUICK, provider="other")) == "ed25519@other"
    made = drawn(before_a_run(plan(CASES)))
    assert [row.key for row in made.rows] == [row_key(which) for which in CASES]
    assert made.row(row_key(SLOW)) is made.rows[2]
    assert made.row("nothing") is None


def test_several_providers_are_told_apart() -> None:
    """One provider needs no naming; of two, every row has its own key and figures."""
    other = replace(QUICK, provider="other")
    assert not drawn(before_a_run(plan(CASES))).several_providers
    state = after(*started(QUICK), *started(other, 10), start=begin(RunStarted(plan((*CASES, other)), DATE)))
    made = drawn(state)
    assert made.several_providers
    assert len({row.key for row in made.rows}) == 4
    assert [row.result.samples for row in made.rows] == [None, 1_000, None, 10]
    assert [row.result.provider for row in made.rows] == ["fake", "fake", "fake", "other"]


def test_sizes_are_nominal_until_they_are_measured() -> None:
    """The catalogue's size is exact for most and a range for DER; it never stands among what was measured."""
    sizes = BASE.algorithm.sizes
    first, second, _ = drawn(before_a_run(plan(CASES))).rows
    assert (first.nominal, first.result.signature_bytes) == (Lengths(min=64, mean=64, max=72), None)
    assert (second.nominal, second.result.signature_bytes) == (Lengths(min=64, mean=64, max=64), None)
    assert (sizes.signature, sizes.signature_max) == (64, 72)
    first, second, _ = drawn(after(CasePreparing(BASE), CasePrepared(BASE, SETUP))).rows
    assert (first.nominal, first.result.signature_bytes) == (None, Lengths(min=70, mean=71.0, max=72))
    assert second.nominal


def test_an_algorithm_that_is_not_available_is_a_row_with_its_reason() -> None:
    """It stands last, has no case, and whatever else was left out of the plan is no row."""
    skipped = (
        Skipped("ml-dsa-44", "fake: no such algorithm"),
        Skipped("verify in single-shot", "a new key has signed nothing"),
        Skipped("ml-dsa-65", "fake: too old"),
        Skipped("ml-dsa-44", "other: not installed"),
    )
    state = replace(after(*DONE), plan=replace(plan(CASES), skipped=skipped))
    for sort in ORDERS:
        made = drawn(state, sort=sort)
        assert cases_of(made)[3:] == [None, None]
        assert [(row.key, row.state) for row in made.rows[3:]] == [
            ("ml-dsa-44", State.UNAVAILABLE),
            ("ml-dsa-65", State.UNAVAILABLE),
        ]
    assert made.rows[3].result.error == "fake: no such algorithm; other: not installed"
    assert len({row.key for row in made.rows}) == len(made.rows)


def test_a_row_says_how_far_its_case_has_come() -> None:
    """Waiting is only what a run is going to measure."""
    aside = (CaseSetAside(QUICK, paused=True), CaseSetAside(SLOW, paused=False))
    failed = (CaseFailed(QUICK, "no"), CaseFinished(SLOW, "time"))
    idle, waiting, paused, stopped = State.IDLE, State.WAITING, State.PAUSED, State.STOPPED
    assert states(before_a_run(plan(CASES))) == [idle, idle, idle]
    assert states(after()) == [waiting, waiting, waiting]
    assert states(after(CasePreparing(BASE))) == [State.PREPARING, waiting, waiting]
    assert states(after(*started(BASE))) == [State.MEASURING, waiting, waiting]
    assert states(after(*aside)) == [waiting, paused, stopped]
    assert states(after(*failed)) == [waiting, State.FAILED, State.FINISHED]
    ended = after(*started(BASE), RunEnded(cancelled=True))
    assert states(ended) == [State.STOPPED, idle, idle]
    assert states(after(RunContinued(ended.plan, (SLOW,)), start=ended)) == [State.STOPPED, idle, waiting]


def states(state: SessionState) -> list[State]:
    """Return the states of the rows in the plan's order."""
    made = drawn(state, sort="preset")
    return [row.state for row in made.rows]


def test_only_what_failed_has_an_error() -> None:
    """A row that nobody asked for, or that a stop came before, is no failure: it is not measured yet."""
    stopped = after(*started(BASE), CaseFailed(QUICK, "a forgery verified"), RunEnded(cancelled=True))
    done = after(*started(BASE), CaseFailed(QUICK, "a forgery verified"), RunEnded(cancelled=False))
    for state in (stopped, done):
        made = drawn(state)
        errors = {row.case: row.result.error for row in made.rows}
        assert errors == {BASE: None, QUICK: "a forgery verified", SLOW: None}


# The order of the rows.


def test_rows_without_figures_stand_as_the_preset_has_them() -> None:
    """Nothing is known that they could be sorted by, but their nominal sizes."""
    by_size = {"sig B": [QUICK, BASE, SLOW]}
    for sort in ORDERS:
        found = cases_of(drawn(before_a_run(plan(CASES)), sort=sort))
        assert found == by_size.get(sort, list(CASES))


@pytest.mark.parametrize("sort", ORDERS)
def test_failed_rows_stand_last_also_before_the_first_figure(sort: str) -> None:
    """Whatever the others are sorted by."""
    state = after(CaseFailed(BASE, "no"), RunEnded(cancelled=True))
    assert cases_of(drawn(state, sort=sort)) == [QUICK, SLOW, BASE]


def test_rows_hold_still_during_a_run_and_are_sorted_at_its_end() -> None:
    """Whoever reads a row need not look for it again, whatever becomes fast or fails meanwhile."""
    made, keeps = EMPTY, recorder()
    state = after()
    for event in DONE:
        state = fold(state, event)
        made = keeps.board(state, SIGNING, made, "mean")
        assert cases_of(made) == ([QUICK, BASE, SLOW] if state.ended else [BASE, QUICK, SLOW])


def test_rows_hold_still_when_a_run_measures_all_anew() -> None:
    """Also before the first figure, when there is nothing to sort by."""
    keeps = recorder()
    sorted_board = keeps.board(after(*DONE), SIGNING, EMPTY, "mean")
    assert cases_of(sorted_board) == [QUICK, BASE, SLOW]
    anew = keeps.board(after(), SIGNING, sorted_board, "mean")
    assert cases_of(anew) == [QUICK, BASE, SLOW]
    assert cases_of(keeps.board(after(*started(SLOW)), SIGNING, anew, "mean")) == [QUICK, BASE, SLOW]


def test_rows_hold_still_when_the_view_changes_during_a_run() -> None:
    """And a row that comes during a run stands behind the others."""
    state = begin(RunStarted(plan((*CASES, *VERIFY)), DATE))
    previous = Board(
        state, rows=tuple(BoardRow(row_key(which), State.IDLE, ROW) for which in reversed(CASES))
    )
    running = after(*started(VERIFY[1]), start=state)
    made = drawn(running, VERIFYING, previous)
    assert cases_of(made) == list(reversed(VERIFY))
    late = case("hmac-sha256", Operation.VERIFY)
    changed = after(PlanChanged(plan((late, *CASES, *VERIFY))), start=running)
    assert cases_of(drawn(changed, VERIFYING, made)) == [*reversed(VERIFY), late]


def row(name: str, state: State = State.FINISHED, **figures: object) -> BoardRow:
    """Return a row with these figures."""
    which = case(name)
    result = replace(ROW, algorithm=name, **figures)  # type: ignore[arg-type] # whichever fields
    return BoardRow(name, state, result, which)


SORTED = {
    "mean": ["ed25519", "hmac-sha256", "rsa-2048-pss-sha512", "ml-dsa-44", "ed448"],
    "median": ["hmac-sha256", "ed25519", "rsa-2048-pss-sha512", "ml-dsa-44", "ed448"],
    "p99": ["rsa-2048-pss-sha512", "ed25519", "ml-dsa-44", "hmac-sha256", "ed448"],
    "sig B": ["hmac-sha256", "ed25519", "rsa-2048-pss-sha512", "ml-dsa-44", "ed448"],
    "preset": ["ml-dsa-44", "rsa-2048-pss-sha512", "hmac-sha256", "ed25519", "ed448"],
}


@pytest.mark.parametrize("sort", ORDERS)
def test_rows_are_sorted_by_what_they_show(sort: str) -> None:
    """What shows no figure in that column comes behind those that do, and what failed behind all."""
    rows = [
        row("ml-dsa-44", mean_us=900.0, median_us=800.0, p99_us=900.0, signature_bytes=size(2_420)),
        row(
            "ed448", State.FAILED, mean_us=1.0, median_us=1.0, p99_us=1.0, error="x", signature_bytes=size(1)
        ),
        row("rsa-2048-pss-sha512", mean_us=80.0, median_us=70.0, p99_us=85.0, signature_bytes=size(256)),
        row("hmac-sha256", mean_us=20.0, median_us=10.0, p99_us=1.0, batch=64, signature_bytes=size(32)),
        row("ed25519", mean_us=10.0, median_us=20.0, p99_us=95.0, signature_bytes=size(64)),
    ]
    assert [each.key for each in sorted(rows, key=ORDERS[sort])] == SORTED[sort]


def size(length: int) -> Lengths:
    """Return a length that does not vary."""
    return Lengths(min=length, mean=length, max=length)


def test_the_chosen_order_is_that_of_the_board() -> None:
    """It counts when the run has ended."""
    state = after(*DONE)
    assert cases_of(drawn(state, sort="mean")) == [QUICK, BASE, SLOW]
    assert cases_of(drawn(state, sort="preset")) == [BASE, QUICK, SLOW]


# What is computed anew, and when.


@pytest.fixture
def computed(monkeypatch: pytest.MonkeyPatch) -> list[Case]:
    """Return the cases whose rows are computed, as they are."""
    cases: list[Case] = []
    compute = record.result

    def result(state: SessionState, which: Case) -> Result:
        cases.append(which)
        return compute(state, which)

    monkeypatch.setattr(record, "result", result)
    return cases


GROWN = [("BASE", 29, []), ("BASE", 30, [BASE, QUICK, SLOW]), ("QUICK", 29, []), ("QUICK", 30, [QUICK])]


@pytest.mark.parametrize(("which", "calls", "anew"), GROWN)
def test_a_row_is_computed_when_it_or_its_baseline_grew(
    computed: list[Case], which: str, calls: int, anew: list[Case]
) -> None:
    """By three in a hundred samples; a row costs milliseconds, and less can't be seen."""
    keeps = recorder()
    state = after(*started(BASE), *started(QUICK), *started(SLOW))
    made = keeps.board(state, SIGNING, EMPTY, "mean")
    assert computed == [BASE, QUICK, SLOW]
    computed.clear()
    state = after(measured({"BASE": BASE, "QUICK": QUICK}[which], calls, 1), start=state)
    again = keeps.board(state, SIGNING, made, "mean")
    assert computed == anew
    shown = [row.result.samples for row in again.rows if row.case not in anew]
    assert shown == [1_000] * (3 - len(anew))
    assert again.session is state


def test_what_a_row_was_made_of_is_let_go() -> None:
    """A recorder that needs no new row keeps no samples alive that the run has gone beyond."""
    state = after(*started(BASE), *started(QUICK))
    recorded = recorder()
    recorded.board(state, SIGNING, EMPTY, "mean")
    made_of = [weakref.ref(told.collected.bins.counts) for told in state.planned if told.collected.count]
    assert len(made_of) == 2
    state = after(measured(BASE, 1, 1), measured(QUICK, 1, 1), start=state)
    assert all(counts() is None for counts in made_of)


def test_a_finished_row_is_computed_only_for_its_baseline(computed: list[Case]) -> None:
    """Thirty finished rows beside a baseline that is still measured cost nothing at every slice of that."""
    keeps = recorder()
    state = after(*started(BASE), *started(QUICK), CaseFinished(QUICK, "time"))
    made = keeps.board(state, SIGNING, EMPTY, "mean")
    computed.clear()
    for calls, anew in ((20, []), (10, [BASE, QUICK])):
        state = after(measured(BASE, calls, 1), start=state)
        made = keeps.board(state, SIGNING, made, "mean")
        assert [which for which in computed if which is not SLOW] == anew


@pytest.mark.parametrize(
    "event",
    [
        CaseFinished(QUICK, "time"),
        CaseFailed(QUICK, "it broke"),
        CaseSetAside(QUICK, paused=True),
        CaseSetAside(QUICK, paused=False),
    ],
)
def test_a_row_is_computed_when_its_case_changes(computed: list[Case], event: Event) -> None:
    """No sample is needed for that; the others stay as they are, and without news so does it."""
    keeps = recorder()
    state = after(*started(BASE), *started(QUICK))
    made = keeps.board(state, SIGNING, EMPTY, "mean")
    computed.clear()
    made = keeps.board(state, SIGNING, made, "mean")
    assert not computed
    made = keeps.board(after(event, start=state), SIGNING, made, "mean")
    assert computed == [QUICK]
    assert made.rows[1].result == keeps.evidence.result(after(event, start=state), QUICK)


def test_rows_follow_what_the_preset_shows_of_the_wire() -> None:
    """Another envelope is another block, though nothing more was measured."""
    keeps = recorder()
    state = after(*started(QUICK), CaseFinished(QUICK, "time"))
    made = keeps.board(state, SIGNING, EMPTY, "mean")
    for view in (WireView("jws"), WireView("rfc9421", ("nginx",))):
        preset = replace(keeps.evidence.preset, wire=view)
        keeps.evidence = replace(keeps.evidence, preset=preset)
        made = keeps.board(state, SIGNING, made, "mean")
        wires = [row.result.wire for row in made.rows if row.case == QUICK]
        assert [wire.envelope for wire in wires if wire is not None] == [view.envelope]


def test_another_reason_of_a_failure_is_shown() -> None:
    """A row that failed, was tried again and failed otherwise says so, without a sample more."""
    keeps = recorder()
    state = after(*started(QUICK), CaseFailed(QUICK, "the worker died"))
    made = keeps.board(state, SIGNING, EMPTY, "mean")
    state = after(CaseReopened(QUICK), CaseFailed(QUICK, "a forgery verified"), start=state)
    assert keeps.board(state, SIGNING, made, "mean").rows[1].result.error == "a forgery verified"


def test_every_row_is_computed_at_the_end(computed: list[Case]) -> None:
    """Figures are judged by the machine's typical speed, which slices of other views still change."""
    keeps = recorder()
    state = after(*DONE[:-1], start=begin(RunStarted(plan((*CASES, *VERIFY)), DATE)))
    made = keeps.board(state, SIGNING, EMPTY, "mean")
    computed.clear()
    faster = [measured(VERIFY[0], 10, spin=SPIN_NS / 3)] * 50
    state = after(*faster, RunEnded(cancelled=False), start=state)
    again = keeps.board(state, SIGNING, made, "mean")
    assert sorted(computed, key=CASES.index) == list(CASES)
    normalised = [board.rows[0].result.median_normalised_us for board in (made, again)]
    assert normalised[0] != normalised[1]
    computed.clear()
    keeps.board(state, SIGNING, again, "mean")
    assert not computed


def test_the_rows_of_two_ends_are_not_confused(computed: list[Case]) -> None:
    """A short run can begin and end between two boards."""
    keeps = recorder()
    first = after(*DONE)
    made = keeps.board(first, SIGNING, EMPTY, "mean")
    computed.clear()
    second = after(RunContinued(first.plan, (SLOW,)), measured(SLOW, 10, 1), RunEnded(False), start=first)
    keeps.board(second, SIGNING, made, "mean")
    assert sorted(computed, key=CASES.index) == list(CASES)


@pytest.mark.parametrize("running", [False, True])
def test_another_baseline_changes_every_ratio_at_once(running: bool) -> None:
    """Also where the new one has about as many samples as the old one."""
    keeps = recorder()
    state = after(*started(BASE), *started(QUICK), *started(SLOW)) if running else after(*DONE)
    made = keeps.board(state, SIGNING, EMPTY, "preset")
    assert [row.result.ratio for row in made.rows] == pytest.approx([1.0, 0.5, 9.0], rel=0.01)
    changed = after(PlanChanged(replace(plan(CASES), baseline=SLOW.algorithm.id)), start=state)
    made = keeps.board(changed, SIGNING, made, "preset")
    assert [row.result.ratio for row in made.rows] == pytest.approx([1 / 9, 1 / 18, 1.0], rel=0.01)


def test_figures_of_old_bytes_are_never_shown_for_new_ones() -> None:
    """A message that was edited begins anew; that its case is measured again does not hide this."""
    keeps = recorder()
    state = after(*started(BASE), *started(QUICK))
    made = keeps.board(state, SIGNING, EMPTY, "mean")
    edited = plan(CASES, messages={"m": b"other"})
    state = after(PlanChanged(edited), *started(BASE, 400), start=state)
    made = keeps.board(state, SIGNING, made, "mean")
    assert [row.result.samples for row in made.rows] == [400, None, None]
    assert made.rows[0].result.message is not None
    assert made.rows[0].result.message.bytes == 5
    assert made.title.endswith("m 5 B")


def test_the_last_board_of_a_run_says_what_a_snapshot_says() -> None:
    """Whatever was kept on the way, the app shows to the digit what is exported."""
    keeps = recorder()
    made = [EMPTY]
    with instant_spin():
        bench = lab(BASE, QUICK)
        bench.run(lambda _: made.append(keeps.board(bench.desk.state, SIGNING, made[-1], "preset")))
    state = bench.desk.state
    assert [row.state for row in made[-1].rows] == [State.FINISHED] * 2
    exported = keeps.evidence.snapshot(state).results
    assert tuple(row.result for row in made[-1].rows) == exported


# What is warned of.


def test_no_warning_during_a_run_that_time_will_cure() -> None:
    """Few samples are no news while more are coming; when the run was stopped they are."""
    running = after(*started(BASE, 10), *started(QUICK, 10))
    assert drawn(running).warnings == ()
    stopped = drawn(after(RunEnded(cancelled=True), start=running))
    assert any(text.startswith("Few samples (n from 10)") for text in stopped.warnings)


def test_an_interrupted_view_says_so_and_counts_all_its_rows() -> None:
    """One that was finished before the stop is not called interrupted, nor one that was not begun."""
    state = begin(RunStarted(plan((*CASES, *VERIFY)), DATE))
    whole = after(*DONE[:-1], RunEnded(cancelled=True), start=state)
    assert not interrupted(drawn(whole, SIGNING))
    assert not interrupted(drawn(whole, VERIFYING))
    cut = after(
        *started(BASE), CaseFinished(BASE, "time"), *started(QUICK), RunEnded(cancelled=True), start=state
    )
    assert interrupted(drawn(cut)) == [
        "Interrupted: 1 of 3 cases were finished. Spoils every n and ±. Remedy: run it again, to its end."
    ]
    going_on = after(RunContinued(cut.plan, (QUICK, SLOW)), start=cut)
    assert not interrupted(drawn(going_on))


def interrupted(board: Board) -> list[str]:
    """Return the warnings of an interruption."""
    return [text for text in board.warnings if text.startswith("Interrupted")]


def test_the_warnings_of_the_machine_come_with_the_figures() -> None:
    """What the evidence says of the machine is told where its figures are."""
    keeps = recorder()
    keeps.evidence = replace(keeps.evidence, machine={"warnings": ["Running on battery. Spoils every time."]})
    made = keeps.board(after(*DONE), SIGNING, EMPTY, "mean")
    assert "Running on battery. Spoils every time." in made.warnings


def test_a_failed_row_warns_of_nothing() -> None:
    """Its few samples spoil no figure, because it shows none."""
    state = after(*started(BASE), *started(QUICK, 10), CaseFailed(QUICK, "x"), RunEnded(cancelled=False))
    assert not [text for text in drawn(state).warnings if "ed25519" in text]


def test_a_board_says_how_far_its_run_is() -> None:
    """As its session does; where nothing runs there is nothing to say."""
    state = after(*started(BASE), CaseFinished(BASE, "time"))
    board = drawn(state)
    assert (board.progress, board.seconds_left) == (state.progress, state.seconds_left)
    assert 0 < state.progress < 1
    for still in (before_a_run(plan(CASES)), after(*DONE)):
        assert (drawn(still).progress, drawn(still).seconds_left) == (None, 0.0)
