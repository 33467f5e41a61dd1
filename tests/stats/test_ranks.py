import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from sigtui.stats import ranks

VALUES = st.lists(st.integers(0, 10**12) | st.floats(0, 1e9), min_size=1, max_size=60)
SHARES = st.lists(st.floats(0, 1), min_size=1, max_size=10)


@given(VALUES, SHARES)
def test_quantiles_are_numpys_to_the_last_digit(values: list[float], shares: list[float]) -> None:
    """Sorted beforehand or not makes no difference to a figure."""
    ordered = np.sort(np.array(values, dtype=np.float64))
    assert (
        ranks.quantiles(ordered, shares) == np.quantile(np.array(values, dtype=np.float64), shares).tolist()
    )


@given(VALUES)
def test_the_median_is_numpys_to_the_last_digit(values: list[float]) -> None:
    """The middle one, or the mean of two."""
    known = np.array(values, dtype=np.float64)
    assert ranks.median(np.sort(known)) == np.median(known)


@pytest.mark.parametrize("size", [1, 2, 20_000])
def test_the_ends_are_the_first_and_the_last(size: int) -> None:
    """Nothing is read beyond them."""
    assert ranks.quantiles(np.arange(float(size)), (0.0, 1.0)) == [0, size - 1]
