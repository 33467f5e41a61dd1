from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from sigtui.files.results import Histogram, Result
from sigtui.plots.series import (
    Series,
    beyond,
    drawable,
    has_distribution,
    heights,
    lettered,
    reach,
    samples,
    value_at,
)
from sigtui.stats.axis import Axis
from tests.made import ROW


def with_bins(edges: tuple[float, ...], counts: tuple[int, ...]) -> Result:
    """Return a row with this histogram."""
    return replace(ROW, histogram=Histogram(edges_us=edges, counts=counts))


EVEN = with_bins((10.0, 20.0, 30.0, 40.0), (100, 200, 100))


@pytest.mark.parametrize(
    ("edges", "counts"),
    [
        ((), None),
        ((1.0,), ()),
        ((1.0, 2.0), (0,)),
        ((2.0, 1.0), (5,)),
        ((1.0, 1.0), (5,)),
        ((-1.0, 1.0), (5,)),
        ((1.0, 1e300), (5,)),
    ],
)
def test_a_histogram_that_cannot_be_drawn_is_none(
    edges: tuple[float, ...], counts: tuple[int, ...] | None
) -> None:
    """Somebody else's file may hold no samples, edges that fall, or times beyond every axis."""
    row = replace(ROW, histogram=None) if counts is None else with_bins(edges, counts)
    assert not has_distribution(row)


def test_a_share_is_reached_inside_its_bin_or_where_its_bin_begins() -> None:
    """Evenly inside; the least and the longest are the ends of the bins that hold samples."""
    assert value_at(EVEN, 0.5) == pytest.approx(25)
    assert value_at(EVEN, 0.0) == 10
    assert value_at(EVEN, 1.0) == 40
    gap = with_bins((0.0, 1.0, 2.0, 9.0, 10.0), (0, 5, 0, 5))
    assert (value_at(gap, 0.0), value_at(gap, 0.5), value_at(gap, 1.0)) == (1.0, 2.0, 10.0)


@given(
    counts=st.lists(st.integers(0, 1_000), min_size=1, max_size=40).filter(any),
    low=st.floats(0.0, 1e6),
    width=st.floats(0.01, 1e3),
    log=st.booleans(),
)
def test_no_sample_is_lost_or_counted_twice(counts: list[int], low: float, width: float, log: bool) -> None:
    """Whatever the bins, an axis over all of them holds 100 %."""
    edges = tuple(low + width * (index + 1) for index in range(len(counts) + 1))
    row = with_bins(edges, tuple(counts))
    axis = Axis(edges[0] * 0.99, edges[-1] * 1.01, log)
    shares = heights(row, axis, 120)
    assert shares.size == 120
    assert float(shares.sum()) == pytest.approx(100, rel=1e-6)
    assert (shares >= -1e-9).all()
    assert beyond(row, axis) == pytest.approx(0, abs=1e-9)


def test_a_bin_is_level_on_a_logarithmic_axis() -> None:
    """Nothing is known of its inside: no slope is drawn there."""
    row = with_bins((1.0, 100.0), (10_000_000,))
    shares = heights(row, Axis(1.0, 100.0, log=True), 100)
    assert np.ptp(shares) == pytest.approx(0, abs=1e-6)


def test_a_bin_from_zero_begins_where_a_logarithmic_axis_does() -> None:
    """Zero has no place on it, its samples have."""
    row = with_bins((0.0, 10.0, 20.0), (5_000_000, 5_000_000))
    shares = heights(row, Axis(5.0, 20.0, log=True), 100)
    assert float(shares.sum()) == pytest.approx(100)
    assert shares[0] == pytest.approx(shares[-1])
    assert float(heights(row, Axis(15.0, 20.0, log=True), 100).sum()) < 50


def test_what_lies_beyond_an_axis_is_told() -> None:
    """As a share of all samples."""
    assert beyond(EVEN, Axis(0.0, 30.0)) == pytest.approx(0.25)


def test_the_first_six_have_letters_and_the_baseline_is_one_of_them() -> None:
    """Rows without a distribution need none."""
    base = Series(EVEN, "base", baseline=True)
    rows = [Series(ROW, "mean only"), *(Series(EVEN, f"row {index}") for index in range(7)), base]
    found = {each.series.label: each.stroke.letter for each in lettered(rows) if each.stroke is not None}
    assert found == {**{f"row {index}": "ABCDE"[index] for index in range(5)}, "base": "F"}


def test_an_axis_reaches_over_bodies_means_and_intervals() -> None:
    """A mean far beyond its median is still on the axis; of a published mean its interval is."""
    skewed = replace(with_bins((10.0, 20.0, 30.0, 5_000.0), (500, 490, 10)), mean_us=120.0, median_us=20.0)
    published = Result(operation="sign", mean_us=8.0, error_us=3.0)
    low, high = reach([Series(skewed, "a"), Series(published, "b")]) or (0, 0)
    assert low == 5.0
    assert high == pytest.approx(120, rel=0.01)


def test_nothing_that_can_stand_on_an_axis_has_no_reach() -> None:
    """As with times that are zero, or negative, or absurd."""
    odd = [Series(replace(ROW, mean_us=mean, median_us=mean), "x") for mean in (0.0, -1.0, 1e300)]
    assert reach(odd) is None
    assert not any(drawable(each) for each in (None, 0.0, -1.0, 1e300))


def test_samples_are_those_of_the_distribution() -> None:
    """Or of the row, where it has none."""
    assert samples(EVEN) == 400
    assert samples(ROW) == 18_200
