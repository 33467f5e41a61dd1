"""Quantiles of values that are in ascending order already: what is sorted once serves every figure."""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray


def quantiles(ordered: NDArray[np.float64], shares: Sequence[float]) -> list[float]:
    """Return a quantile for each share, to the last digit as numpy's default has it (type 7 of Hyndman & Fan 1996).

    ``ordered`` holds at least one value.
    """
    places = np.asarray(shares) * (ordered.size - 1)
    before = np.floor(places).astype(np.intp)
    low, high = ordered[before], ordered[np.minimum(before + 1, ordered.size - 1)]
    inside, gap = places - before, high - low
    found = np.where(inside < 0.5, low + gap * inside, high - gap * (1 - inside))
    return [float(value) for value in found]


def median(ordered: NDArray[np.float64]) -> float:
    """Return the middle value, or the mean of the two in the middle."""
    return (float(ordered[(ordered.size - 1) // 2]) + float(ordered[ordered.size // 2])) / 2
