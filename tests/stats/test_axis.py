import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from sigtui.stats.axis import Axis, axis

TIMES = st.floats(0.5, 1e12)
RANGES = st.tuples(TIMES, TIMES).map(lambda pair: (min(pair), max(pair)))


def is_round(value: float) -> bool:
    """Say whether a value is 1, 2 or 5 times a power of ten."""
    digits = value / math.pow(10, math.floor(math.log10(value) + 1e-9))
    return min(abs(digits - round_) for round_ in (1, 2, 5)) < 1e-6


@given(RANGES, st.booleans(), st.sampled_from([5, 16]), st.booleans())
def test_an_axis_holds_its_data(data: tuple[float, float], log: bool, parts: int, close: bool) -> None:
    """Whatever the data and the kind: both ends lie on the axis, which is no point."""
    found = axis(*data, log=log, parts=parts, close=close)
    low, high = data
    assert found.high >= high
    assert found.low <= (max(low, high / 1e6) if log else low)
    assert 0 <= found.low < found.high
    assert found.low > 0 or not log


@given(st.lists(RANGES, min_size=1, max_size=20), st.booleans(), st.booleans())
def test_an_axis_never_shrinks(ranges: list[tuple[float, float]], log: bool, close: bool) -> None:
    """As data comes, either end stays or moves outwards."""
    known: Axis | None = None
    for data in ranges:
        grown = axis(*data, known, log=log, close=close)
        assert known is None or grown.holds(known.low, known.high)
        known = grown


@given(RANGES, st.booleans())
def test_an_axis_stays_while_it_holds_the_data(data: tuple[float, float], log: bool) -> None:
    """The same data, or data inside, gives the very same axis: a live one does not creep."""
    first = axis(*data, log=log)
    assert axis(*data, first, log=log) is first
    assert axis(sum(data) / 2, data[1], first, log=log) is first


def test_an_axis_of_the_other_kind_starts_anew() -> None:
    """A linear axis does not stretch the logarithmic one that follows it."""
    linear = axis(1.0, 1e9)
    assert axis(1_000.0, 20_000.0, linear, log=True) == Axis(1_000.0, 20_000.0, True)


@pytest.mark.parametrize(
    ("data", "log", "ends"),
    [
        ((200e3, 3_620e3), False, (0.0, 4_000e3)),
        ((200e3, 3_620e3), True, (200e3, 5_000e3)),
        ((48.1e3, 98e3), False, (45e3, 100e3)),
        ((1_330.0, 1_408.0), False, (1_330.0, 1_410.0)),
    ],
)
def test_ends_are_round(data: tuple[float, float], log: bool, ends: tuple[float, float]) -> None:
    """Ends lie on multiples of a step of 1, 2 or 5, just outside the data."""
    found = axis(*data, log=log)
    assert (found.low, found.high) == ends


@given(RANGES, st.booleans())
def test_a_linear_axis_wastes_little(data: tuple[float, float], close: bool) -> None:
    """Both ends lie within a sixth of the axis outside data that is not all alike."""
    low, high = data
    if high - low < 0.1 * high:
        return
    found = axis(low, high, close=close)
    assert low - found.low <= (high - low) / 6
    assert found.high - high <= (high - low) / 6


def test_a_close_axis_leaves_out_what_lies_before() -> None:
    """A tail that goes far does not bring the body back: its low end has a step of its own."""
    assert axis(94.6e3, 2_000e3).low == 0.0
    assert axis(94.6e3, 2_000e3, close=True).low == 94.5e3
    assert axis(94.6e3, 2_000e3, close=True, log=True).low == 94.5e3


@pytest.mark.parametrize("value", [0.0, 1.0, 50_000.0, 2.0**53])
@pytest.mark.parametrize("log", [False, True])
def test_one_value_has_room_around_it(value: float, log: bool) -> None:
    """Equal data has an axis wide enough for bins that are up to 0.4 % wide."""
    found = axis(value, value, log=log)
    assert found.low <= value or log
    assert found.high > value
    assert found.high - found.low >= 0.04 * value
    assert np.isfinite(found.edges(7)).all()


@given(RANGES, st.booleans(), st.integers(1, 300))
def test_edges_rise_from_end_to_end(data: tuple[float, float], log: bool, columns: int) -> None:
    """So many columns have one edge more, all of one width, or of one ratio on a log axis."""
    found = axis(*data, log=log)
    edges = found.edges(columns)
    widths = np.diff(np.log(edges)) if log else np.diff(edges)
    assert edges.size == columns + 1
    assert (edges[0], edges[-1]) == (found.low, found.high)
    assert widths == pytest.approx(np.full(columns, widths.mean()), rel=1e-3)


@given(RANGES, st.booleans())
def test_a_place_is_where_the_edges_are(data: tuple[float, float], log: bool) -> None:
    """The seventh of ten edges lies at 0.7, the ends at 0 and 1, and what is outside, outside."""
    found = axis(*data, log=log)
    assert found.place(float(found.edges(10)[7])) == pytest.approx(0.7)
    assert found.place(found.low) == 0
    assert found.place(found.high) == pytest.approx(1)
    assert found.place(found.high * 1.1) > 1
    assert found.place(found.low * 0.9 - 1) < 0


@given(RANGES, st.booleans(), st.integers(1, 20))
def test_ticks_are_few_and_on_the_axis(data: tuple[float, float], log: bool, most: int) -> None:
    """At least two, rising, none off the axis; a linear one has no more gaps than asked for."""
    found = axis(*data, log=log)
    ticks = found.ticks(most)
    assert len(ticks) >= 2
    assert list(ticks) == sorted(set(ticks))
    assert found.low <= ticks[0] < ticks[-1] <= found.high
    if not log:
        assert len(ticks) - 1 <= max(most, 1)


@given(st.floats(1e-3, 1e9), st.integers(2, 12))
def test_ticks_of_a_linear_axis_are_a_round_step_apart(high: float, most: int) -> None:
    """From zero: multiples of 1, 2 or 5 times a power of ten."""
    ticks = axis(0.0, high).ticks(most)
    steps = np.diff(ticks)
    assert steps == pytest.approx(np.full(steps.size, steps[0]))
    if len(ticks) > 2:
        assert is_round(float(steps[0]))


def test_ticks_of_a_log_axis_are_1_2_5_or_fewer() -> None:
    """As many a decade as there is room for."""
    found = Axis(1_000.0, 1e6, True)
    assert found.ticks(9) == (1e3, 2e3, 5e3, 1e4, 2e4, 5e4, 1e5, 2e5, 5e5, 1e6)
    assert found.ticks(6) == (1e3, 3e3, 1e4, 3e4, 1e5, 3e5, 1e6)
    assert found.ticks(3) == (1e3, 1e4, 1e5, 1e6)
    assert found.ticks(1) == (1e3, 1e5)
    assert Axis(40.0, 100.0, True).ticks(6) == (40.0, 50.0, 60.0, 70.0, 80.0, 90.0, 100.0)
