from collections.abc import Sequence
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sigtui.cells import (
    DROPPED,
    GLYPHS,
    Row,
    State,
    columns,
    grown,
    held_unit,
    label,
    labels,
    letter,
    name_of,
    narrowed,
    ranked,
    rows,
    samples_range,
    sureness,
    view_title,
    widths,
)
from sigtui.columns import GAP, Column, cells_wide, set_columns
from sigtui.exports.table import render
from sigtui.files.results import Lengths, Result
from sigtui.numbers import MICROSECONDS, TimeUnit
from sigtui.session import CaseStatus
from tests.exports.fixed import ECDSA, FAILED, HMAC, IMPORTED, KEYGEN, ML_DSA
from tests.made import ROW, snapshot

BASE = "ecdsa-p256-sha256"
MILLISECONDS = TimeUnit("ms", 1e3)
UNMEASURED = replace(
    FAILED, samples=None, mean_us=None, error=None, signature_bytes=Lengths(min=256, mean=256.0, max=256)
)
NAMES = ("", "algorithm", "n", "median", "mean", "sure", "p99", "/s·core", "×", "sig", "rounds")
WIDTHS = st.dictionaries(st.sampled_from(NAMES), st.integers(0, 40))


def made(*results: Result, states: Sequence[State] | None = None, sure: bool = True) -> tuple[Column, ...]:
    """Return all columns of these rows."""
    return columns(results, baseline=BASE, states=states, sure=sure)


def column(name: str, shown: Sequence[Column]) -> list[str]:
    """Return the cells of a column, without the spaces inside that align them."""
    (found,) = (each for each in shown if name_of(each) == name)
    return [" ".join(cell.split()) for cell in found.cells]


def test_the_headless_table_shows_these_cells_and_no_others() -> None:
    """The text of a run without a screen is the columns as they are, line for line."""
    group = (HMAC, ECDSA, ML_DSA)
    text = render(snapshot(*group), 160).decode().splitlines()
    place = text.index("SIGN · reused-key · properties 93 B")
    assert text[place + 1 : place + 5] == set_columns(made(*group, sure=False))


@pytest.mark.parametrize(
    ("name", "cells"),
    [
        ("", ["†", "=", "", ""]),
        ("algorithm", ["hmac-sha256", BASE, "ml-dsa-44", "BCrypt [ECDSA|P-256] *fast*"]),
        ("n", ["10,400 ×64", "18,200", "2,517", "–"]),
        ("median", ["1.37", "48.1", "793", "–"]),
        ("mean", ["1.34 ±0.01", "49.4 ±0.2", "1,010 ±50", "82.0"]),
        ("sure", ["±0.90 %", "±0.43 %", "±4.8 %", "–"]),
        ("p99", ["k=64", "103", "3,620", "–"]),
        ("/s·core", ["745 k", "20.2 k", "987", "–"]),
        ("×", ["0.0271 0.0269–0.0274", "baseline", "20.5 19.5–21.5", "–"]),
        ("sig", ["32", "69–72", "2,420", "–"]),
        ("rounds", ["▁▁▁█▁▁▁▁"] * 3 + [""]),
    ],
)
def test_each_column_shows_its_figure(name: str, cells: list[str]) -> None:
    """Of a batch, single calls, a skewed row, and a foreign one that knows only its mean."""
    assert column(name, made(HMAC, ECDSA, ML_DSA, IMPORTED)) == cells


def test_a_large_batch_is_written_as_every_count() -> None:
    """What another tool timed as one may be hundreds of thousands of calls."""
    timed_as_one = replace(ECDSA, samples=1, batch=351_686)
    assert column("n", made(timed_as_one)) == ["1 ×351,686"]
    assert column("p99", made(timed_as_one)) == ["k=351,686"]


def test_a_ratio_and_its_interval_are_aligned_apart() -> None:
    """The intervals end under each other, and so does the word baseline."""
    shown = next(each for each in made(HMAC, ECDSA, ML_DSA) if name_of(each) == "×").lines()
    assert shown == [
        "      × base (99.9%)",
        "0.0271 0.0269–0.0274",
        " " * 12 + "baseline",
        "20.5     19.5–21.5".rjust(20),
    ]


def test_the_unit_stands_in_the_heads_or_nowhere() -> None:
    """One unit for all times of a table; a caller that shows it elsewhere has shorter heads."""
    assert [each.head for each in made(ECDSA)][3:7] == ["median µs", "mean ±99.9% µs", "sure", "p99 µs"]
    bare = columns([ECDSA], baseline=BASE, unit_in_heads=False, rounds=False)
    assert [each.head for each in bare] == [
        *("", "algorithm", "n", "median", "mean ±99.9%", "p99", "/s·core", "× base (99.9%)", "sig B")
    ]
    assert column("median", columns([ECDSA], baseline=BASE, unit=MILLISECONDS)) == ["48.1 µs"]


@pytest.mark.parametrize("several", [False, True])
def test_a_label_is_one_line_of_printable_text(several: bool) -> None:
    """With the provider where there are several; a stranger's text can't move the cursor."""
    assert label(ECDSA, several) == BASE + (" [cryptography]" if several else "")
    assert label(replace(ECDSA, provider=None), several) == BASE
    odd = label(replace(IMPORTED, label="a\x1b[2J\nb"), several)
    assert odd == "a\N{REPLACEMENT CHARACTER}[2J b"


def test_rows_are_ranked_by_their_mean_and_those_without_figures_come_last() -> None:
    """Also one that failed after it had been measured."""
    fast_but_failed = replace(HMAC, mean_us=0.1, error="it died")
    order = ranked([ML_DSA, fast_but_failed, UNMEASURED, HMAC, ECDSA])
    assert order[:3] == (HMAC, ECDSA, ML_DSA)
    assert order[3:] == (UNMEASURED, fast_but_failed)


def test_a_title_says_what_the_rows_have_in_common() -> None:
    """Keygen has neither mode nor message; a message of unknown length shows none."""
    assert view_title("sign", "reused-key", "properties", 1_093) == "SIGN · reused-key · properties 1,093 B"
    assert view_title("keygen", None, None, None) == "KEYGEN"
    assert view_title("sign", None, "m", None) == "SIGN · m"
    assert samples_range([ECDSA, ML_DSA]) == "n 2,517–18,200"
    assert samples_range([ECDSA]) == "n 18,200"
    assert samples_range([ECDSA, replace(ECDSA, samples=None)]) == "n 18,200"
    assert samples_range([replace(ECDSA, samples=None)]) == "n not said"


def test_every_state_has_a_glyph_of_one_cell_and_the_sessions_are_among_them() -> None:
    """A session's status is a state by its spelling, and colour is never needed to tell two apart."""
    assert {cells_wide(GLYPHS[state]) for state in State} == {1}
    assert {State(status) for status in CaseStatus} <= set(State)
    apart = [GLYPHS[state] for state in State if state is not State.PREPARING]
    assert len(set(apart)) == len(apart)


@pytest.mark.parametrize("state", State)
def test_a_state_stands_behind_the_marks_and_always_in_the_same_place(state: State) -> None:
    """The baseline keeps its sign, a symmetric row its own, and the glyph is the last cell of the column."""
    first = made(HMAC, ECDSA, ML_DSA, states=[state] * 3)[0]
    assert first.lines()[1:] == [f"†{GLYPHS[state]}", f"={GLYPHS[state]}", f" {GLYPHS[state]}"]


def test_a_state_for_each_row_is_wanted() -> None:
    """A row with another's state would tell a lie."""
    with pytest.raises(ValueError, match="zip"):
        made(HMAC, ECDSA, states=[State.FINISHED])


@pytest.mark.parametrize(
    ("result", "state", "text"),
    [
        (ECDSA, State.MEASURING, ""),
        (ECDSA, State.STOPPED, ""),
        (UNMEASURED, State.WAITING, "waiting"),
        (UNMEASURED, State.PREPARING, "creating and checking its key"),
        (UNMEASURED, State.MEASURING, "first calls"),
        (UNMEASURED, State.PAUSED, "paused before its first call"),
        (UNMEASURED, State.STOPPED, "stopped before its first call"),
        (UNMEASURED, State.IDLE, "not measured yet"),
        (UNMEASURED, State.FINISHED, "not measured"),
        (FAILED, State.FAILED, FAILED.error),
        (
            replace(UNMEASURED, error="needs\nliboqs\x07"),
            State.UNAVAILABLE,
            "needs liboqs\N{REPLACEMENT CHARACTER}",
        ),
        (replace(UNMEASURED, error="interrupted"), State.WAITING, "interrupted"),
    ],
)
def test_a_row_without_figures_says_in_their_place_what_it_waits_for_or_why(
    result: Result, state: State, text: str
) -> None:
    """Never figures and a text, and never neither."""
    (row,) = rows([result], [state], made(result, states=[state]))
    assert (row.state, row.text) == (state, text)
    figures = [cell for head, cell in zip(NAMES[2:9], row.cells[2:9], strict=True) if cell and head != "sig"]
    assert bool(figures) is not bool(text)


def test_a_row_without_figures_keeps_its_name_and_what_is_known_of_its_size() -> None:
    """Sizes are exact before anything is measured; a failed row of unknown size shows none."""
    first, second = rows(
        [UNMEASURED, FAILED],
        [State.IDLE, State.FAILED],
        columns([UNMEASURED, FAILED], baseline=BASE, rounds=False),
    )
    blank = ("",) * 6
    assert first == Row(
        State.IDLE, FAILED.algorithm or "", (" ", FAILED.algorithm or "", *blank, "256"), "not measured yet"
    )
    assert second.cells == (" ", FAILED.algorithm, *blank, "")


def test_rows_name_their_provider_and_hold_the_columns_that_are_left() -> None:
    """What a narrow terminal drops is gone from the rows too."""
    shown = narrowed(columns([ECDSA], baseline=BASE, several_providers=True), 75)
    (row,) = rows([ECDSA], [State.FINISHED], shown.columns)
    assert row.label == f"{BASE} [cryptography]"
    assert len(row.cells) == len(shown.columns)
    assert "48.1" not in row.cells


@pytest.mark.parametrize(
    ("result", "shown"),
    [
        (replace(ROW, mean_us=100.0, error_us=1.0, error_rounds_us=2.1), "±2.1 %"),
        (replace(ROW, samples=3, error_us=None, error_rounds_us=None), "n=3"),
        (replace(ROW, samples=5, mean_us=80.0, error_us=80.0), "n=5"),
        (KEYGEN, "±82 %"),
        (IMPORTED, "–"),
        (UNMEASURED, ""),
        (FAILED, ""),
    ],
)
def test_how_sure_a_row_is(result: Result, shown: str) -> None:
    """The wider interval's half as a share of the mean; n where it says nothing; blank without a figure."""
    assert sureness(result) == shown


@pytest.mark.parametrize(
    ("previous", "median", "name"),
    [
        *((None, 999.0, "µs"), (None, 1_200.0, "ms")),
        *((MICROSECONDS, 1_200.0, "µs"), (MICROSECONDS, 1_990.0, "µs"), (MICROSECONDS, 2_000.0, "ms")),
        *((MILLISECONDS, 900.0, "ms"), (MILLISECONDS, 500.0, "ms"), (MILLISECONDS, 499.0, "µs")),
        *((MICROSECONDS, 0.5, "µs"), (MICROSECONDS, 0.49, "ns"), (MICROSECONDS, 5e6, "s")),
    ],
)
def test_a_unit_is_kept_near_its_borders(previous: TimeUnit | None, median: float, name: str) -> None:
    """Until the median row reads less than 0.5 or 2,000; without one before, the table's own rule decides."""
    assert held_unit(previous, [median, None, median]).name == name


def test_a_unit_stays_while_nothing_is_known() -> None:
    """The first row to have a figure decides."""
    assert held_unit(MILLISECONDS, [None, 0.0]) == MILLISECONDS
    assert held_unit(None, []) == MICROSECONDS


@given(st.floats(1e-3, 1e8), st.lists(st.floats(0.8, 1.25), max_size=9))
def test_a_unit_does_not_flap(median: float, jitter: list[float]) -> None:
    """A median that trembles by a quarter never changes its unit, whatever it is."""
    seen = [held_unit(None, [median])]
    for factor in jitter:
        seen.append(held_unit(seen[-1], [median * factor]))
    assert len(set(seen)) == 1


@given(WIDTHS, WIDTHS)
def test_widths_only_grow(previous: dict[str, int], now: dict[str, int]) -> None:
    """Each is the widest that it ever was, also of a column that is away for a while."""
    after = grown(previous, now)
    assert set(after) == set(previous) | set(now)
    for name in after:
        assert after[name] == max(previous.get(name, 0), now.get(name, 0))
    assert grown(after, now) == after


def test_widths_hold_still_when_a_unit_or_a_cell_changes() -> None:
    """A column is known by its name, not by the unit in its head."""
    first = widths(columns([ML_DSA], baseline=BASE, unit=MICROSECONDS))
    held = grown(first, widths(columns([ECDSA], baseline=BASE, unit=MILLISECONDS)))
    assert set(held) == set(first)
    assert all(held[name] >= first[name] for name in first)


TABLES = st.lists(
    st.sampled_from([HMAC, ECDSA, ML_DSA, FAILED, UNMEASURED, IMPORTED]), min_size=1, max_size=6
)


@given(TABLES, st.integers(1, 160), WIDTHS, st.sampled_from([(GAP, " "), (" ",), (GAP,)]), st.booleans())
def test_narrowing_keeps_the_width_whenever_it_can(
    results: list[Result], width: int, least: dict[str, int], gaps: tuple[str, ...], sure: bool
) -> None:
    """As many columns as fit are left, in their order, and none of them is narrower than it has to be."""
    shown = made(*results, sure=sure)
    left = narrowed(shown, width, least=least, gaps=gaps)
    total = sum(left.widths) + len(left.gap) * (len(left.widths) - 1)
    assert left.fits is (total <= width)
    assert all(
        wide == max(each.width, least.get(name_of(each), 0))
        for each, wide in zip(left.columns, left.widths, strict=True)
    )
    gone = [each for each in shown if each not in left.columns]
    assert [each for each in shown if each in left.columns] == list(left.columns)
    names = [name for name in DROPPED if sure or name != "sure"]
    assert {name_of(each) for each in gone} == set(names[: len(gone)])
    if not left.fits:
        assert len(gone) == len(names)
    elif gone:
        last = next(each for each in gone if name_of(each) == names[len(gone) - 1])
        more = max(last.width, least.get(name_of(last), 0)) + len(gaps[-1])
        assert sum(left.widths) + len(gaps[-1]) * (len(left.widths) - 1) + more > width


@given(TABLES, st.integers(1, 160), st.lists(st.sampled_from(DROPPED), unique=True))
def test_narrowing_never_drops_an_error_or_an_interval(
    results: list[Result], width: int, dropped: list[str]
) -> None:
    """However narrow it is: state, name, mean ±, p99, × base and signature stay, and what is not to go."""
    left = narrowed(made(*results), width, dropped=dropped).columns
    names = [name_of(each) for each in left]
    assert [name for name in NAMES if name not in DROPPED] == [name for name in names if name not in DROPPED]
    assert set(names) >= set(NAMES) - set(dropped)


def test_a_narrowed_table_is_as_wide_as_it_says() -> None:
    """Wider gaps where there is room, narrower ones before a column goes."""
    shown = made(HMAC, ECDSA, ML_DSA)
    wide = sum(column.width for column in shown) + len(GAP) * (len(shown) - 1)
    one_less = narrowed(shown, wide - 1)
    assert narrowed(shown, wide).gap == GAP
    assert (one_less.gap, one_less.columns) == (" ", shown)


def test_a_nominal_size_stands_in_brackets() -> None:
    """Where it varies it is the most that the encoding takes; a size that was seen stands for itself."""
    fixed, varies = Lengths(min=64, mean=64, max=64), Lengths(min=64, mean=64, max=2_420)
    unseen = replace(ROW, signature_bytes=None)
    seen, one, other, none = (ROW, unseen, unseen, unseen)
    made_ = columns((seen, one, other, none), baseline=None, nominal=(fixed, fixed, varies, None))
    (sizes,) = (column.cells for column in made_ if column.head == "sig B")
    assert list(sizes) == ["70–72", "(64)", "(≤2,420)", "–"]


def test_marked_rows_have_letters_in_their_order() -> None:
    """A is the first; a row that is not marked has none."""
    assert [letter(("x", "y"), key) for key in ("x", "y", "z")] == ["A", "B", ""]


def test_a_sign_stands_behind_the_size_of_its_row() -> None:
    """All sizes stay in line; without any sign there is no cell for it."""
    rows = [ECDSA, ML_DSA]

    def sizes(badges: Sequence[str]) -> Sequence[str]:
        return next(
            column.cells for column in columns(rows, baseline=None, badges=badges) if column.head == "sig B"
        )

    plain = sizes(["", ""])
    assert list(plain) == list(sizes(()))
    assert list(sizes(["", "!"])) == [f"{plain[0]} ", f"{plain[1]}!"]


def test_an_id_that_stands_twice_is_told_by_its_tools_own_text() -> None:
    """A publication may measure one algorithm in two suites; rows that stand once keep their id alone."""
    first, second = (replace(ROW, label=f"Suite {suite}: ECDSA") for suite in "AB")
    other = replace(ROW, algorithm="ed25519", label="Suite A: Ed25519")
    assert labels([first, other, second]) == [
        "ecdsa-p256-sha256 (Suite A: ECDSA)",
        "ed25519",
        "ecdsa-p256-sha256 (Suite B: ECDSA)",
    ]
    long = replace(ROW, label="A suite with a name that no table has room for: ECDSA")
    assert labels([first, long])[1] == "ecdsa-p256-sha256 (A suite with a name tha…m for: ECDSA)"
    assert labels([ROW, ROW]) == ["ecdsa-p256-sha256"] * 2
