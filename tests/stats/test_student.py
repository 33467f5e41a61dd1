import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sigtui.stats.student import CONFIDENCE, probability, two_sided

# NIST/SEMATECH e-Handbook 1.3.6.7.2 and any table: two-sided 99.9 %.
DEGREES = (1, 2, 3, 4, 5, 10, 30, 100, 1_000, 1_000_000)
PRINTED = (636.619, 31.599, 12.924, 8.610, 6.869, 4.587, 3.646, 3.390, 3.300, 3.291)


@pytest.mark.parametrize(("degrees", "printed"), list(zip(DEGREES, PRINTED, strict=True)))
def test_quantiles_are_those_of_the_published_table(degrees: int, printed: float) -> None:
    """Every value that tables print comes out, to all their digits."""
    assert round(two_sided(degrees), 3) == printed


@pytest.mark.parametrize(
    ("degrees", "confidence", "t"), [(1, 0.5, 1.0), (2, 0.95, 4.303), (10, 0.99, 3.169), (60, 0.9, 1.671)]
)
def test_other_levels_are_those_of_the_published_table(degrees: int, confidence: float, t: float) -> None:
    """The level is not built in."""
    assert round(two_sided(degrees, confidence), 3) == t


@given(st.integers(1, 300), st.floats(0.001, 0.999_9))
def test_the_quantile_inverts_the_probability(degrees: int, confidence: float) -> None:
    """The probability between -t and t is the level that t was asked for."""
    assert probability(two_sided(degrees, confidence), degrees) == pytest.approx(confidence, abs=1e-9)


@given(st.integers(301, 5_000))
def test_the_expansion_for_many_degrees_agrees_with_the_exact_sum(degrees: int) -> None:
    """Beyond the degrees that are summed exactly, the exact sum still gives the level back."""
    assert probability(two_sided(degrees), degrees) == pytest.approx(CONFIDENCE, abs=1e-9)


@given(st.integers(1, 10_000))
def test_more_degrees_never_widen_an_interval(degrees: int) -> None:
    """The quantile falls with the degrees of freedom and stays above the normal distribution's."""
    assert 3.290_5 < two_sided(degrees + 1) < two_sided(degrees)


@given(st.integers(1, 500), st.floats(0, 500), st.floats(0, 500))
def test_the_probability_rises_with_t(degrees: int, first: float, second: float) -> None:
    """It is 0 at 0, grows with t and stays within 0 and 1."""
    low, high = sorted((first, second))
    assert probability(0.0, degrees) == 0
    assert -1e-12 <= probability(low, degrees) <= probability(high, degrees) + 1e-12 <= 1 + 2e-12


@given(st.floats(0.01, 100))
def test_one_degree_is_cauchys_distribution(t: float) -> None:
    """For one degree the probability is 2/π times the arc tangent, for two t over the root of 2 + t²."""
    assert probability(t, 1) == pytest.approx(2 / math.pi * math.atan(t))
    assert probability(t, 2) == pytest.approx(t / math.sqrt(2 + t * t))


def test_no_degree_of_freedom_is_refused() -> None:
    """An interval of one sample does not exist."""
    with pytest.raises(ValueError, match="degrees of freedom: 0, must be at least 1"):
        two_sided(0)
