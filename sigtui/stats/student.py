"""Quantiles of Student's t, for the intervals of means."""

import math
from functools import cache
from statistics import NormalDist

CONFIDENCE = 0.999
"""The level of every interval that sigtui shows, as in BenchmarkDotNet."""

_MANY = 300  # beyond this the expansion is exact to nine digits, and the sum below is slow


def probability(t: float, degrees: int) -> float:
    """Return P(-t < T < t) for t >= 0, by the finite sums of Abramowitz & Stegun 26.7.3 and 26.7.4."""
    theta = math.atan(t / math.sqrt(degrees))
    cos2 = math.cos(theta) ** 2
    odd = degrees % 2
    term = math.cos(theta) if odd else 1.0
    total = term if degrees > 1 else 0.0
    for i in range(3 if odd else 2, degrees, 2):
        term *= cos2 * (i - 1) / i
        total += term
    if odd:
        return 2 / math.pi * (theta + math.sin(theta) * total)
    return math.sin(theta) * total


@cache
def two_sided(degrees: int, confidence: float = CONFIDENCE) -> float:
    """Return the t with P(-t < T < t) = confidence; ``degrees`` of freedom are at least 1.

    Abramowitz & Stegun 26.7.5 for many degrees, bisection of the exact probability for few.
    """
    if degrees < 1:
        raise ValueError(f"degrees of freedom: {degrees}, must be at least 1")
    if degrees > _MANY:
        z = NormalDist().inv_cdf((1 + confidence) / 2)
        g1 = (z**3 + z) / 4
        g2 = (5 * z**5 + 16 * z**3 + 3 * z) / 96
        g3 = (3 * z**7 + 19 * z**5 + 17 * z**3 - 15 * z) / 384
        return z + g1 / degrees + g2 / degrees**2 + g3 / degrees**3
    low, high = 0.0, 1.0
    while probability(high, degrees) < confidence:
        low, high = high, high * 2
    while high - low > 1e-12 * high:
        middle = (low + high) / 2
        low, high = (middle, high) if probability(middle, degrees) < confidence else (low, middle)
    return (low + high) / 2
