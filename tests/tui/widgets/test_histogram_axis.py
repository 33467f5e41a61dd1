import string
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sigtui.numbers import MICROSECONDS, TimeUnit
from sigtui.stats.axis import Axis, axis
from sigtui.tui.widgets.histogram_axis import (
    HIGHLIGHT,
    MEAN,
    MEDIAN,
    P99,
    Mark,
    axis_line,
    marks,
    tick_columns,
    tick_line,
    unit_of,
    with_marks,
)
from tests.tui.widgets.curves import batched, plain, retrying

LINEAR = Axis(0.0, 4_000e3)


def shown(placed: list[Mark], columns: int) -> str:
    """Return a line with these marks alone."""
    return "".join(word.text for word in with_marks(" " * columns, placed))


def test_ticks_stand_under_their_columns() -> None:
    """Values are centred under the crossings, ends included, and the unit is named once, at the end."""
    columns = tick_columns(LINEAR, 80)
    line = axis_line(columns, 80)
    values = tick_line(LINEAR, 80, MICROSECONDS, 8)
    assert line.count("┼") == 5
    assert (line[0], line[20], line[79]) == ("┼", "┼", "┼")
    assert values.split() == ["0", "1,000", "2,000", "3,000", "4,000", "µs"]
    assert values.index("2,000") + 2 == 8 + line.index("┼", 21)
    assert len(values) == 88
    assert values.endswith("4,000 µs")


def test_ticks_of_a_linear_axis_have_the_same_decimals() -> None:
    """Half a microsecond shows in all of them."""
    assert tick_line(Axis(50_000.0, 52_000.0), 60, MICROSECONDS, 0).split() == [
        "50.0",
        "50.5",
        "51.0",
        "51.5",
        "52.0",
        "µs",
    ]


def test_ticks_of_a_log_axis_have_their_own_decimals() -> None:
    """A tenth does not give a hundred a decimal."""
    values = tick_line(Axis(100.0, 100_000.0, True), 60, MICROSECONDS, 0)
    assert values.split() == ["0.1", "1", "10", "100", "µs"]


@given(st.floats(1, 1e10), st.floats(1, 1e10), st.booleans(), st.integers(1, 200), st.sampled_from([0, 8]))
def test_a_line_of_ticks_is_as_wide_as_its_place(
    one: float, other: float, log: bool, columns: int, gutter: int
) -> None:
    """Whatever the axis and the width: no value touches another, none is cut."""
    found = axis(min(one, other), max(one, other), log=log)
    unit = TimeUnit("ms", 1e3)
    line = tick_line(found, columns, unit, gutter)
    assert len(line) == columns + gutter
    assert len(axis_line(tick_columns(found, columns), columns)) == columns
    *values, name = line.split() or ["ms"]
    assert name == "ms" or columns + gutter < 3
    assert len(values) <= len(tick_columns(found, columns))
    numbers = [float(value.replace(",", "")) for value in values]
    assert numbers == sorted(numbers)
    assert all(found.holds(value * 1e6 * 1.0001, value * 1e6 * 0.9999) for value in numbers)


def test_median_mean_and_p99_are_marked() -> None:
    """½, Ø and 9 stand at their columns."""
    curve = replace(retrying(), median=800e3, mean=1_000e3, p99=3_600e3)
    placed = marks([curve], LINEAR, 80)
    assert [(mark.text, mark.column) for mark in placed] == [("½", 16), ("Ø", 20), ("9", 72)]


def test_batches_have_no_p99_to_mark() -> None:
    """A batch's is not a call's."""
    assert [mark.text for mark in marks([batched()], Axis(1_300.0, 1_400.0), 80)] == ["½", "Ø"]


def test_marks_at_one_column_stand_beside_each_other() -> None:
    """In the order of their values, also at the end of the axis."""
    close = replace(retrying(), median=1_001e3, mean=1_000e3, p99=1_002e3)
    assert shown(marks([close], LINEAR, 80), 80).strip() == "Ø½9"
    last = replace(retrying(), median=3_998e3, mean=3_999e3, p99=4_000e3)
    assert shown(marks([last], LINEAR, 80), 80).endswith("½Ø9")


def test_marks_off_the_axis_stand_at_its_end_with_an_arrow() -> None:
    """Nothing that the figures name is missing from the line."""
    curve = replace(retrying(), median=800e3, mean=1_000e3, p99=9_000e3)
    line = shown(marks([curve], Axis(900e3, 4_000e3), 40), 40)
    assert line.startswith("←½Ø")
    assert line.endswith("9→")


def test_several_curves_are_marked_by_their_letters_at_their_medians() -> None:
    """A and B are rows there; the highlighted row without a letter has its arrow."""
    placed = marks([retrying(), plain("A"), batched("B")], axis(1_000.0, 5e6, log=True), 80)
    assert [mark.text for mark in placed] == ["B", "A", "▸"]
    assert [mark.role for mark in placed] == ["B", "A", "▸"]


@given(st.lists(st.floats(0, 5e6), min_size=3, max_size=3), st.integers(1, 40))
def test_no_two_marks_share_a_cell(values: list[float], columns: int) -> None:
    """Where the plot is too narrow for all, some are left out, and the line keeps its width."""
    median, mean, p99 = values
    placed = marks([replace(retrying(), median=median, mean=mean, p99=p99)], Axis(1e6, 4e6), columns)
    places = [mark.column for mark in placed]
    assert places == sorted(set(places))
    assert all(0 <= place < columns for place in places)
    assert len(shown(placed, columns)) == columns


@pytest.mark.parametrize(
    ("nanoseconds", "name"), [(793e3, "µs"), (1_350.0, "µs"), (400.0, "ns"), (78.8e6, "ms")]
)
def test_the_unit_is_the_medians(nanoseconds: float, name: str) -> None:
    """A median of 1 to 999 reads best."""
    assert unit_of([replace(retrying(), median=nanoseconds)]).name == name


def test_no_figure_is_marked_as_a_row_is() -> None:
    """Rows have letters, and the highlighted one its arrow."""
    assert not {MEDIAN, MEAN, P99} & {HIGHLIGHT, *string.ascii_uppercase}
