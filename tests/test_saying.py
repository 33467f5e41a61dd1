import re
from collections.abc import Sequence
from dataclasses import replace

import pytest

from sigtui import saying
from sigtui.board import EMPTY, Board, BoardRow
from sigtui.cells import State
from sigtui.columns import wrapped
from sigtui.draft import Draft
from sigtui.events import (
    CaseFailed,
    CaseFinished,
    CasePrepared,
    CaseSetAside,
    Event,
    RunContinued,
    RunEnded,
    RunPaused,
    RunStarted,
    SliceMeasured,
)
from sigtui.model import Case, Choice, Effort, Message, Mode, Operation, Preset, ProviderInfo, Skipped, View
from sigtui.numbers import MICROSECONDS, TimeUnit
from sigtui.session import SessionState, begin
from sigtui.session import planned as before_a_run
from sigtui.wireblock import Badge
from tests.fakes import case, plan
from tests.made import SPIN_NS, totals
from tests.test_board import BASE, CASES, DATE, DONE, QUICK, SETUP, SLOW, drawn, measured, started
from tests.test_board import after as folded

SHORT = Effort("short", 0.86, 0.02, 3)
PLAN = plan(CASES, SHORT)
LIBRARIES = [
    ProviderInfo("fake", True, versions={"fake": "1.0", "openssl": "4.0.3"}),
    ProviderInfo("b", False),
]

DRAFT = Draft.of(
    Preset(
        "T",
        BASE.algorithm.id,
        tuple(Choice(each.algorithm) for each in CASES),
        (Message("m", b"x", {"text": "x"}),),
        (Operation.SIGN,),
        (Mode.REUSED_KEY,),
    )
)
NOTHING = Draft.of(replace(DRAFT.origin, choices=()))
"""A draft with no algorithm, which has a problem."""


def after(*events: Event, start: SessionState | None = None) -> SessionState:
    """Return the state after these events, at first that of a run at effort short that has just begun."""
    return folded(*events, start=start or begin(RunStarted(PLAN, DATE)))


def row_of(board: Board, name: str) -> BoardRow:
    """Return the row of an algorithm."""
    return next(row for row in board.rows if row.result.algorithm == name)


def noisy(which: str, calls: int) -> SliceMeasured:
    """Return a slice whose mean is not known well."""
    times = totals(100_000 * (1 + (index * 7 % 11) / 4) for index in range(calls))
    return SliceMeasured(case(which), 0, 0, 1, times, (SPIN_NS, SPIN_NS), 71)


# The line above the table.


def test_the_heading_says_what_all_rows_have_in_common() -> None:
    """View, how many samples, and the library with its version and those inside it."""
    board = drawn(after(*started(BASE), *started(QUICK, 40)))
    assert saying.heading(board, DRAFT, LIBRARIES) == (
        "SIGN · reused-key · m 17 B · n 40–1,000 · fake 1.0 (openssl 4.0.3)"
    )


def test_the_heading_names_the_unit_where_the_heads_do_not() -> None:
    """A narrow table has no room for it."""
    board = drawn(before_a_run(PLAN))
    assert saying.heading(board, DRAFT, None, TimeUnit("ms", 1e3)) == (
        "SIGN · reused-key · m 17 B · ms · fake"
    )


def test_the_heading_names_every_library_that_measures() -> None:
    """And none that does not: an unavailable one says so elsewhere."""
    other = replace(QUICK, provider="other")
    board = drawn(before_a_run(plan((*CASES, other), SHORT)))
    infos = [*LIBRARIES, ProviderInfo("other", True, versions={"core": "2"})]
    assert saying.heading(board, DRAFT, infos).endswith(" · fake 1.0 (openssl 4.0.3) · other (core 2)")


def test_a_heading_of_nothing_says_what_is_missing() -> None:
    """The remedy stands where the view would."""
    assert NOTHING.problem
    assert saying.heading(EMPTY, NOTHING, None) == NOTHING.problem


def test_the_heading_leaves_the_samples_to_a_table_that_has_them() -> None:
    """Nothing is said twice on one screen."""
    board = drawn(after(*started(BASE)))
    assert " · n " not in saying.heading(board, DRAFT, LIBRARIES, samples=False)


# The sentences about a row.


def test_a_row_is_told_with_how_sure_it_is() -> None:
    """Each begins with a capital and ends with a full stop; brief leaves the last one out."""
    board = drawn(after(*started(BASE), *started(SLOW, 600)))
    row = row_of(board, SLOW.algorithm.id)
    whole = saying.words(board, row, DRAFT, MICROSECONDS)
    assert whole.startswith("rsa-2048-pss-sha512 ")
    assert "Half its calls stay under 927 µs, 1 in 100 exceeds 954 µs." in whole
    assert whole.endswith(" ±2 % reached.")
    assert saying.words(board, row, DRAFT, MICROSECONDS, brief=True) == whole.removesuffix(" ±2 % reached.")


def test_what_is_not_sure_yet_says_how_long_it_takes() -> None:
    """The time that passes is shared by the rows that are still measured."""
    state = after(*started(BASE), CasePrepared(QUICK, SETUP), noisy("ed25519", 400))
    text = saying.words(drawn(state), row_of(drawn(state), "ed25519"), DRAFT, MICROSECONDS)
    assert ". Now ±" in text
    assert text.endswith(".")
    ended = after(CaseFinished(BASE, "time"), CaseFinished(SLOW, "time"), start=state)
    alone = saying.words(drawn(ended), row_of(drawn(ended), "ed25519"), DRAFT, MICROSECONDS)
    seconds = [
        int(each.rpartition(" in ")[2].removeprefix("about ").partition(" ")[0]) for each in (text, alone)
    ]
    assert seconds[0] > seconds[1]


def test_the_baseline_and_what_is_compared_with_it_are_told_apart() -> None:
    """The draft's baseline in effect is the one that is named."""
    board = drawn(after(*started(BASE), *started(QUICK, 600)))
    assert "is the baseline" in saying.words(board, row_of(board, BASE.algorithm.id), DRAFT, None)
    assert "ecdsa-p256-sha256" in saying.words(board, row_of(board, "ed25519"), DRAFT, None)


def test_a_row_without_figures_says_what_comes_next() -> None:
    """A failed one why; nothing is said of how sure it is."""
    board = drawn(after(*started(BASE), CaseFailed(QUICK, "a forgery verified")))
    assert saying.words(board, row_of(board, "ed25519"), DRAFT, None).startswith(
        "ed25519 failed: a forgery verified. "
    )
    waiting = saying.words(board, row_of(board, SLOW.algorithm.id), DRAFT, None)
    assert waiting.startswith("rsa-2048-pss-sha512 waits for its turn.")
    for row in board.rows[1:]:
        assert saying.words(board, row, DRAFT, None) == saying.words(board, row, DRAFT, None, brief=True)


def test_after_a_stop_no_row_is_called_failed_that_was_never_begun() -> None:
    """It is not measured yet."""
    board = drawn(after(*started(BASE), RunEnded(cancelled=True)))
    text = saying.words(board, row_of(board, SLOW.algorithm.id), DRAFT, None)
    assert text == "rsa-2048-pss-sha512 is not measured yet. Its sizes are known already."


def test_without_a_row_there_is_the_problem_or_nothing() -> None:
    """Nothing is highlighted where there are no rows."""
    assert saying.words(EMPTY, None, NOTHING, None) == NOTHING.problem
    assert saying.words(EMPTY, None, DRAFT, None) == ""


# Warnings.


@pytest.mark.parametrize(
    ("number", "lines", "brief"),
    [
        (0, [], ""),
        (1, ["! 0 is 1.5×. It spoils. Remedy: r."], "! 0 is 1.5×. Remedy: see Detail."),
        (
            2,
            ["! 0 is 1.5×. It spoils. Remedy: r.", "! 1 is 1.5×. It spoils. Remedy: r."],
            "! 0 is 1.5× (+1). Remedy: see Detail.",
        ),
        (
            5,
            [
                "! 0 is 1.5×. It spoils. Remedy: r.",
                "! 1 is 1.5×. It spoils. Remedy: r. (+3 more in the Detail of a row.)",
            ],
            "! 0 is 1.5× (+4). Remedy: see Detail.",
        ),
    ],
)
def test_two_warnings_are_seen_and_the_rest_counted(number: int, lines: list[str], brief: str) -> None:
    """Each with its remedy; brief is the cause of the first, with its amount, and how many more there are."""
    board = replace(EMPTY, warnings=tuple(f"{each} is 1.5×. It spoils. Remedy: r." for each in range(number)))
    assert saying.cautions(board).splitlines() == lines
    assert saying.cautions(board, brief=True) == brief


# The line above the footer.


def status(state: SessionState, remaining: Sequence[Case], seconds: float, problem: str | None) -> str:
    """Return the line of this state's board."""
    return saying.status(drawn(state), remaining, seconds, problem)


def test_the_status_says_what_r_would_do() -> None:
    """Measure, go on, or measure all again, and how long that takes."""
    assert status(before_a_run(PLAN), CASES, 7.2, None) == "r measures 3 cases in about 7 s"
    assert status(before_a_run(PLAN), CASES[:1], 7.2, None) == "r measures 1 case in about 7 s"
    ended = after(*started(BASE), RunEnded(cancelled=True))
    assert status(ended, (QUICK, SLOW), 1.2, None) == "Stopped. r goes on with 2 cases, about 1 s"
    done = after(*DONE)
    assert status(done, (SLOW,), 150, None) == "r goes on with 1 case, about 2 min"
    assert status(done, (), 0, None) == ("Done: 3 cases at effort short. r measures all of them again")


def test_the_status_says_what_r_does_with_failed_cases() -> None:
    """It tries them again, with what else remains, or measures all anew where that did not help."""
    state = after(*started(BASE), CaseFinished(BASE, "time"), CaseFailed(QUICK, "no"))
    stopped = after(RunEnded(cancelled=True), start=state)
    assert status(stopped, (QUICK, SLOW), 3, None) == (
        "Stopped. r goes on with 2 cases, 1 of them failed, about 3 s"
    )
    done = after(*started(SLOW), CaseFinished(SLOW, "time"), RunEnded(cancelled=False), start=state)
    assert status(done, (QUICK,), 2, None) == "r tries 1 failed case again, about 2 s"
    assert status(done, (), 0, None) == (
        "Done: 2 of 3 cases at effort short, 1 failed. r measures all of them again"
    )


@pytest.mark.parametrize(
    ("sort", "before"),
    [("mean", " No row moved: none has figures yet."), ("sig B", ""), ("preset", "")],
)
def test_sorting_says_when_nothing_moves(sort: str, before: str) -> None:
    """Before the first figure only sizes and the file's order are known, and during a run rows hold still."""
    assert saying.sorted_by(drawn(before_a_run(PLAN)), sort) == f"Sorted by {sort}.{before}"
    assert saying.sorted_by(drawn(after(*DONE)), sort) == f"Sorted by {sort}."
    assert saying.sorted_by(drawn(after()), sort) == f"Sorted by {sort}. It counts when the run ends."


def test_the_status_of_a_run_says_how_far_it_is() -> None:
    """Time left, the round, and how many are done, and precise; paused it says the key that goes on."""
    state = after(*started(BASE), CaseFinished(BASE, "precision"), CaseFailed(QUICK, "x"))
    assert status(state, (), 0, None).startswith("67 % · ")
    assert status(state, (), 0, None).endswith(" s left · round 1 · 2 of 3 cases done, 1 at ±2 %")
    paused = after(RunPaused(True), start=state)
    assert status(paused, (), 0, None) == (
        "67 % · paused: p goes on · round 1 · 2 of 3 cases done, 1 at ±2 %"
    )


def test_a_problem_is_told_unless_a_run_goes_on() -> None:
    """What can't be measured says why; a run that goes on is more urgent."""
    problem = NOTHING.problem
    assert status(before_a_run(PLAN), (), 0, problem) == problem
    assert status(after(*DONE), (), 0, problem) == problem
    assert status(after(*started(BASE)), (), 0, problem) != problem


# Where the histogram will be.


def test_an_empty_histogram_says_what_comes_and_how() -> None:
    """Never blank: the key and how long it takes."""
    fresh = drawn(before_a_run(PLAN))
    assert saying.nothing_yet(fresh, fresh.rows[0], CASES, 30, None) == (
        "Nothing measured yet. r measures 3 cases in about 30 s. Sizes are known already."
    )
    running = drawn(after())
    assert saying.nothing_yet(running, running.rows[0], (), 0, None) == (
        "The first figures come in a moment."
    )
    stopped = drawn(after(*started(BASE), RunEnded(cancelled=True)))
    assert saying.nothing_yet(stopped, stopped.rows[2], CASES[1:], 3, None) == (
        "Not measured yet. r goes on with 2 cases, about 3 s."
    )
    assert saying.nothing_yet(fresh, fresh.rows[0], CASES, 30, "Tick one.") == "Tick one."
    assert saying.nothing_yet(EMPTY, None, (), 0, None)


def test_an_empty_histogram_of_what_can_not_be_measured_says_why() -> None:
    """Also during a run: no figures come for it."""
    state = after(CaseFailed(QUICK, "a forgery verified"))
    state = replace(state, plan=replace(PLAN, skipped=(Skipped("ml-dsa-44", "fake: too old"),)))
    board = drawn(state)
    assert saying.nothing_yet(board, row_of(board, "ed25519"), (), 0, None) == (
        "No histogram: ed25519 was not measured. a forgery verified"
    )
    assert saying.nothing_yet(board, row_of(board, "ml-dsa-44"), (), 0, None) == (
        "No histogram: ml-dsa-44 was not measured. fake: too old"
    )


# The histogram.


def test_a_curve_carries_what_is_marked_in_it() -> None:
    """Median, mean and p99 in ns, its samples, and the letter of its mark."""
    board = drawn(after(*started(BASE), *started(QUICK, 600)))
    row = row_of(board, "ed25519")
    curve = saying.curve(row, ("x", row.key), several_providers=False)
    assert curve is not None
    assert (curve.name, curve.letter, curve.samples, curve.batch) == ("ed25519", "B", 600, 1)
    assert row.result.median_us is not None
    assert row.result.mean_us is not None
    assert curve.median == pytest.approx(row.result.median_us * 1e3)
    assert curve.mean == pytest.approx(row.result.mean_us * 1e3)
    assert curve.p99 is not None
    assert row.told is not None
    assert curve.bins is row.told.collected.bins
    unmarked = saying.curve(row, (), several_providers=True)
    assert unmarked is not None
    assert (unmarked.letter, unmarked.name) == ("", "ed25519 [fake]")


def test_a_curve_of_batches_has_no_p99() -> None:
    """A batch's is not a call's; nor has one of few samples."""
    batches = replace(measured(QUICK, 600), batch=64)
    board = drawn(after(*started(BASE, 40), CasePrepared(QUICK, replace(SETUP, batch=64)), batches))
    for name, batch in (("ed25519", 64), (BASE.algorithm.id, 1)):
        curve = saying.curve(row_of(board, name), (), several_providers=False)
        assert curve is not None
        assert (curve.batch, curve.p99) == (batch, None)


def test_what_was_not_measured_has_no_curve() -> None:
    """Neither a row that waits nor one that can't be measured."""
    state = after(*started(BASE))
    board = drawn(replace(state, plan=replace(PLAN, skipped=(Skipped("ml-dsa-44", "no"),))))
    assert [saying.curve(row, (), False) is None for row in board.rows] == [False, True, True, True]
    assert board.rows[3].state is State.UNAVAILABLE


def test_the_histograms_head_names_row_and_view() -> None:
    """With operation, mode and message, which keygen has not, and the provider where there are several."""
    board = drawn(before_a_run(PLAN))
    assert saying.curve_title(board, board.rows[1]) == "ed25519 sign reused-key m"
    assert saying.curve_title(board, None) == "sign reused-key m"
    assert saying.curve_title(replace(board, view=View(Operation.KEYGEN)), None) == "keygen"
    assert saying.curve_title(EMPTY, None) == ""
    both = drawn(before_a_run(plan((*CASES, replace(QUICK, provider="other")), SHORT)))
    assert saying.curve_title(both, both.rows[3]) == "ed25519 [other] sign reused-key m"


def test_a_run_that_goes_on_is_told_as_a_run() -> None:
    """What was finished before counts as done."""
    ended = after(*started(BASE), CaseFinished(BASE, "time"), RunEnded(cancelled=True))
    going_on = after(RunContinued(PLAN, (QUICK, SLOW)), start=ended)
    text = status(going_on, (), 0, None)
    assert text.startswith("0 % · ")
    assert text.endswith("1 of 3 cases done, 0 at ±2 %")


def test_where_nothing_ticked_is_available_the_screen_that_says_why_is_named() -> None:
    """It is not that nothing was selected, and there is nothing that r could measure."""
    state = before_a_run(replace(PLAN, cases=(), skipped=(Skipped("ed25519", "fake: no"),)))
    text = "None of the ticked algorithms is available here. The Machine screen says why."
    assert saying.heading(EMPTY, DRAFT, None) == text
    assert status(state, (), 0, None) == text


def test_a_row_is_compared_in_words_with_the_baseline_of_its_own_provider() -> None:
    """As its ratio is."""
    cases = (*CASES, replace(BASE, provider="other"), replace(QUICK, provider="other"))
    state = folded(
        *(event for which in cases for event in started(which)),
        start=begin(RunStarted(plan(cases, SHORT), DATE)),
    )
    board = drawn(state)
    text = saying.words(board, board.row("ed25519@other"), DRAFT, None)
    assert "ecdsa-p256-sha256 [other]" in text
    assert "[fake]" not in text


def test_a_paused_run_promises_nothing() -> None:
    """Neither figures in a moment nor an aim in a few seconds."""
    state = after(*started(BASE), CasePrepared(QUICK, SETUP), noisy("ed25519", 400), RunPaused(True))
    board = drawn(state)
    assert "paused at ±" in saying.words(board, row_of(board, "ed25519"), DRAFT, None).lower()
    assert (
        saying.nothing_yet(board, board.rows[2], (), 0, None) == "Paused before the first figures: p goes on."
    )


def test_a_row_that_the_run_does_not_measure_has_no_figures_in_a_moment() -> None:
    """It was stopped, or never asked for: R measures it."""
    stopped = drawn(after(CaseSetAside(SLOW, paused=False)))
    alone = drawn(after(RunContinued(PLAN, (QUICK,)), start=after(RunEnded(cancelled=True))))
    for board in (stopped, alone):
        assert saying.nothing_yet(board, row_of(board, SLOW.algorithm.id), (), 0, None) == (
            "rsa-2048-pss-sha512 is not measured in this run. R measures it."
        )


def test_words_that_do_not_fit_end_in_an_ellipsis() -> None:
    """Nothing is cut in the middle of a word without a sign of it; what fits stays as it is."""
    text = "ml-dsa-44 takes 21.6× as long. Half its calls stay under 685 µs."
    assert saying.fitting(text, 40, 2) == text
    cut = saying.fitting(text, 20, 2)
    assert cut == "ml-dsa-44 takes 21.6× as long. Half…"
    assert len(wrapped(cut, 20)) == 2


def test_texts_name_the_keys_that_the_person_gave() -> None:
    """Whatever says which key does something says the one that does it here."""
    keys = {**saying.USUAL_KEYS, "run": "1", "pause": "2", "run-case": "3"}
    before, done = drawn(before_a_run(PLAN)), drawn(after(*DONE))
    stopped = drawn(after(*started(BASE), RunEnded(cancelled=True)))
    paused = drawn(after(RunPaused(True)))
    running = after(*started(BASE))
    aside = drawn(after(CaseSetAside(QUICK, paused=False), start=running))
    said = [
        saying.status(before, CASES, 7, None, keys),
        saying.status(done, (), 0, None, keys),
        saying.status(stopped, (QUICK,), 1, None, keys),
        saying.status(paused, (), 0, None, keys),
        saying.nothing_yet(before, None, CASES, 7, None, keys),
        saying.nothing_yet(stopped, None, (QUICK,), 1, None, keys),
        saying.nothing_yet(paused, None, (), 0, None, keys),
        saying.nothing_yet(aside, row_of(aside, "ed25519"), (), 0, None, keys),
    ]
    pressed = [next((key for key in "123" if f"{key} " in text), "") for text in said]
    assert pressed == ["1", "1", "1", "2", "1", "1", "2", "3"]
    assert not [text for text in said if re.search(r"\b[rpR] [a-z]+s\b", text)]


def test_what_is_too_large_for_the_wire_is_told_of_its_row() -> None:
    """Last, and only where there is room for it."""
    board = drawn(before_a_run(plan(CASES)))
    row = replace(board.rows[0], badge=Badge("!", "On the wire 79 % of something."))
    draft = Draft.of(Preset("t", CASES[0].algorithm.id, (Choice(CASES[0].algorithm),), ()))
    assert saying.words(board, row, draft, None).endswith(" On the wire 79 % of something.")
    assert "wire" not in saying.words(board, row, draft, None, brief=True)
