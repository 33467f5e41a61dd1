import math
from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from sigtui.stats.moments import Moments
from sigtui.stats.student import two_sided

TIMES = st.lists(st.floats(0.1, 1e9), min_size=1, max_size=60)


def moments(*values: float) -> Moments:
    """Return the moments of these values."""
    return Moments.of(np.array(values))


@given(TIMES, st.lists(st.integers(0, 60), max_size=5))
def test_merging_any_split_equals_doing_it_at_once(times: list[float], cuts: list[int]) -> None:
    """However samples are cut into parts, even empty ones, the merged moments are those of the whole."""
    values = np.array(times)
    marks = [0, *sorted(min(cut, values.size) for cut in cuts), values.size]
    merged = Moments()
    for first, last in pairwise(marks):
        merged += Moments.of(values[first:last])
    whole = Moments.of(values)
    scale = float(np.abs(values - values.mean()).max()) + 1e-9 * float(values.max())
    assert merged.count == whole.count
    assert merged.mean == pytest.approx(whole.mean, rel=1e-12)
    assert merged.m2 == pytest.approx(whole.m2, rel=1e-9, abs=1e-9 * values.size * scale**2)
    assert merged.m3 == pytest.approx(whole.m3, rel=1e-9, abs=1e-9 * values.size * scale**3)


@given(TIMES, TIMES)
def test_merging_does_not_depend_on_the_order(first: list[float], second: list[float]) -> None:
    """A + B is B + A."""
    one, other = moments(*first), moments(*second)
    assert (one + other).mean == pytest.approx((other + one).mean)
    assert (one + other).m2 == pytest.approx((other + one).m2, rel=1e-9, abs=1e-6)


def test_figures_are_the_textbooks() -> None:
    """Mean 5, sample deviation the root of 32/7, and half of the interval by Student's t with 7 degrees."""
    known = moments(2, 4, 4, 4, 5, 5, 7, 9)
    assert known.mean == 5
    assert known.stddev == pytest.approx(math.sqrt(32 / 7))
    assert known.error == pytest.approx(two_sided(7) * math.sqrt(32 / 7) / math.sqrt(8))
    assert known.skewness == pytest.approx(42 / 8 / 4**1.5)


def test_skewness_is_zero_for_a_symmetric_shape() -> None:
    """Values mirrored around their mean have none."""
    assert moments(1, 2, 3).skewness == pytest.approx(0)
    assert moments(1, 1, 5, 9, 9).skewness == pytest.approx(0)


def test_skewness_of_two_values_is_bernoullis() -> None:
    """One call in ten that takes longer: (1 - 2p) over the root of p(1 - p), with its mirror image negative."""
    known = 0.8 / math.sqrt(0.09)
    assert moments(*[100.0] * 9, 300.0).skewness == pytest.approx(known)
    assert moments(100.0, *[300.0] * 9).skewness == pytest.approx(-known)


def test_skewness_of_an_exponential_distribution_is_two() -> None:
    """Its population value, within what so many samples allow."""
    times = 1_000 + np.random.default_rng(3).exponential(50, 400_000)
    assert Moments.of(times).skewness == pytest.approx(2, abs=0.06)


@pytest.mark.parametrize("value", [0.1, 64 / 3, 1_234_567.891, 1e9 + 0.3])
@pytest.mark.parametrize("count", [3, 777, 12_345])
def test_equal_samples_have_no_skewness(value: float, count: int) -> None:
    """What rounding leaves in the sums is no shape."""
    assert Moments.of(np.full(count, value)).skewness is None


def test_too_few_samples_have_no_spread() -> None:
    """None below two samples, no skewness below three."""
    assert moments(5).stddev is None
    assert moments(5).error is None
    assert moments(5, 6).stddev is not None
    assert moments(5, 6).skewness is None
    assert Moments.of(np.empty(0)) == Moments()
