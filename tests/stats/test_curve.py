import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from sigtui.stats.axis import Axis, axis
from sigtui.stats.bins import Bins
from sigtui.stats.curve import Curve, Zoom, heights, outside, shares, span
from tests.made import Times

VALUES = st.lists(st.integers(1, 10**8), min_size=1, max_size=200)


def curve(values: "Times | list[int]", shift: float = 0.0) -> Curve:
    """Return the curve of these times in ns."""
    times = np.asarray(values, dtype=np.float64)
    mean, median = float(times.mean()) - shift, float(np.median(times)) - shift
    return Curve("ed25519", "A", Bins.empty().add(times), shift, times.size, 1, median, mean, None)


def seeded(name: str, size: int) -> Times:
    """Return times of a shape: one hump at 50 µs, an exponential tail, or one call in fifty disturbed."""
    rng = np.random.default_rng(3)
    if name == "tail":
        return 200_000 + rng.exponential(800_000, size)
    times: Times = rng.normal(50_000, 500, size)
    return times * np.where(rng.random(size) < 0.02, 20, 1) if name == "disturbed" else times


@given(VALUES, st.floats(0, 1e7), st.floats(1, 1e8), st.integers(1, 200), st.floats(0, 1))
def test_shares_sum_to_what_lies_inside(
    values: list[int], low: float, width: float, columns: int, shift: float
) -> None:
    """However many columns: their shares and the shares outside of them are all samples, each counted once."""
    known = curve(values, shift)
    edges = np.linspace(low, low + width, columns + 1)
    inside = shares(known, edges)
    before, beyond = outside(known, Axis(low, low + width))
    assert (inside >= 0).all()
    assert inside.sum() + before + beyond == pytest.approx(1)
    assert inside.sum() == pytest.approx(shares(known, edges[[0, -1]])[0])


@given(VALUES, st.integers(1, 60))
def test_columns_that_hold_whole_bins_count_exactly(values: list[int], columns: int) -> None:
    """Between two edges of exact bins lie the samples that numpy counts there."""
    few = [value % 500 for value in values]
    edges = np.arange(0, 500 + columns, columns, dtype=np.float64)
    assert shares(curve(few), edges) * len(few) == pytest.approx(np.histogram(few, edges)[0])


def test_a_bin_over_two_columns_is_split_in_proportion() -> None:
    """A bin of 4 ns that reaches 1 ns into a column gives it a quarter of its samples."""
    known = curve([1024] * 8)
    assert shares(known, np.array([1020.0, 1025.0, 1028.0])) == pytest.approx([0.25, 0.75])


def test_the_shift_moves_the_samples() -> None:
    """What the empty loop costs is subtracted from every sample."""
    assert shares(curve([100] * 3, shift=40.0), np.array([0.0, 60.0, 61.0])) == pytest.approx([0, 1])


def test_no_samples_are_no_shares() -> None:
    """A curve whose first sample is still to come has a share of nothing, not a nan."""
    empty = Curve("ed25519", "", Bins.empty(), 0.0, 0, 1, 0.0, 0.0, None)
    assert shares(empty, np.array([0.0, 1.0, 2.0])).tolist() == [0.0, 0.0]


@pytest.mark.parametrize("zoom", Zoom)
@pytest.mark.parametrize("name", ["hump", "tail", "disturbed"])
@pytest.mark.parametrize("size", [1, 2, 3, 10, 100, 3_000])
def test_a_span_is_a_part_of_the_samples(zoom: Zoom, name: str, size: int) -> None:
    """From few samples to many: it rises, inside the least and the largest bin; all goes from one to the other."""
    times = seeded(name, size)
    low, high = span([curve(times)], zoom)
    assert times.min() * 0.99 <= low <= high <= times.max() * 1.01
    if zoom is Zoom.ALL:
        assert low <= times.min()
        assert high >= times.max() - 1


def test_the_body_ends_at_p99_where_that_is_near() -> None:
    """A tail of the algorithm's own belongs to it."""
    times = seeded("tail", 20_000)
    low, high = span([curve(times)], Zoom.BODY)
    assert low == pytest.approx(times.min(), rel=0.01)
    assert high == pytest.approx(np.quantile(times, 0.99), rel=0.01)


def test_the_body_ends_at_p95_where_p99_is_far() -> None:
    """Calls that the machine disturbed do not flatten it."""
    times = seeded("disturbed", 20_000)
    assert span([curve(times)], Zoom.BODY)[1] == pytest.approx(np.quantile(times, 0.95), rel=0.01)


def test_one_disturbed_call_of_few_does_not_stretch_the_body() -> None:
    """The longest of ten calls is no percentile."""
    times = [50_000 + index for index in range(9)] + [5_000_000]
    assert span([curve(times)], Zoom.BODY)[1] < 60_000


def test_the_tail_goes_from_p90_to_the_longest() -> None:
    """Of several curves, from the first tail to the last."""
    short, long = seeded("hump", 5_000), seeded("tail", 5_000)
    low, high = span([curve(long)], Zoom.TAIL)
    assert low == pytest.approx(np.quantile(long, 0.9), rel=0.01)
    assert high == pytest.approx(long.max(), rel=0.01)
    assert span([curve(long), curve(short)], Zoom.TAIL) == (
        span([curve(short)], Zoom.TAIL)[0],
        high,
    )


def test_the_span_of_several_holds_each_of_them() -> None:
    """Both bodies are seen beside each other."""
    first, second = curve(seeded("hump", 1_000)), curve(seeded("tail", 1_000))
    low, high = span([first, second], Zoom.BODY)
    assert low == min(span([each], Zoom.BODY)[0] for each in (first, second))
    assert high == max(span([each], Zoom.BODY)[1] for each in (first, second))


@given(VALUES, st.integers(1, 250), st.booleans())
def test_heights_sum_to_the_percentage_inside(values: list[int], columns: int, log: bool) -> None:
    """Wide bars of few samples hold as much as narrow ones."""
    known = curve(values)
    whole = axis(*span([known], Zoom.ALL), log=log)
    found = heights(known, whole, columns)
    before, beyond = outside(known, whole)
    assert found.size == columns
    assert np.isfinite(found).all()
    assert found.sum() == pytest.approx(100 * (1 - before - beyond))


def test_bars_become_finer_with_samples() -> None:
    """Ten calls are a handful of wide bars, many calls a bar a column."""
    wide = heights(curve(seeded("tail", 10)), Axis(0, 5e6), 80)
    fine = heights(curve(seeded("tail", 50_000)), Axis(0, 5e6), 80)
    assert np.flatnonzero(np.diff(wide)).tolist() == [
        place for place in np.flatnonzero(np.diff(wide)).tolist() if place % 8 == 7
    ]
    assert np.unique(fine).size > 40
    assert wide.max() < 3 * fine.max()
