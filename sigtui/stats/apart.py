"""Ratios between cases of two runs, which share no rounds: of rounds at equal speed of the machine, or of means."""

import math
from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from sigtui.stats.compare import Ratio
from sigtui.stats.student import two_sided

_EDGES = np.log([1.03, 1.15, 1.35, 1.6, 2.0])
"""Slownesses that rounds are sorted by: undisturbed, three in between, the slow state, and beyond."""

_FLOOR = 0.003
"""What two processes differ by whatever is measured, as a share: where memory and code come to lie."""

_LEAST = 2
_NORMAL = two_sided(1_000_000)


@dataclass(frozen=True, slots=True, eq=False)
class Rounds:
    """The medians of a case's rounds in any unit of time, and by what factor the machine was slower in each.

    ``slowness`` is 1 at the machine's typical speed, 2 at half of it; it means the same on both sides of a ratio.
    """

    medians: NDArray[np.float64]
    slowness: NDArray[np.float64]


def at_equal_speed(case: Rounds, baseline: Rounds) -> Ratio:
    """Return case ÷ baseline of two runs on one machine, rounds of equal speed against each other.

    What a slow machine does to an algorithm is not what it does to the reference spin (1.67 to 1.91 times where the
    spin takes 1.77 times), so that scaling by the spin leaves several percent; but it does the same to the same
    algorithm in both runs. So rounds are sorted by slowness, the logarithms of their medians compared within each
    sort, and the differences joined, each by the inverse of its variance (its Student factor in it). Where the sorts
    contradict each other more than chance would, the interval widens by as much (Birge 1932). There is none where no
    sort has two rounds on both sides.
    """
    found = list(_differences(case, baseline))
    if not found:
        return Ratio(float(np.median(case.medians) / np.median(baseline.medians)), None, None)
    values, variances = np.array(found).T
    weights = 1 / variances
    middle = float((weights * values).sum() / weights.sum())
    disagreement = 0.0
    if len(found) > 1:
        disagreement = float((weights * (values - middle) ** 2).sum()) / (len(found) - 1)
    reach = _NORMAL * math.sqrt(max(1.0, disagreement) / float(weights.sum()))
    point = math.exp(middle)
    return Ratio(point, point * math.exp(-reach), point * math.exp(reach))


def of_means(mean: float, error: float | None, base: float, base_error: float | None) -> Ratio:
    """Return the ratio of two means that were measured apart; errors are halves of 99.9 % intervals.

    On the log scale the two are independent, so that the halves add up in squares.
    """
    point = mean / base
    if error is None or base_error is None or error >= mean or base_error >= base:
        return Ratio(point, None, None)
    reach = math.hypot(-math.log1p(-error / mean), -math.log1p(-base_error / base))
    return Ratio(point, point * math.exp(-reach), point * math.exp(reach))


def _differences(case: Rounds, baseline: Rounds) -> Iterator[tuple[float, float]]:
    """Yield the difference of the logarithms and its variance for each sort of rounds that both have."""
    sides = [(np.log(each.medians), np.digitize(np.log(each.slowness), _EDGES)) for each in (case, baseline)]
    for sort in range(len(_EDGES) + 1):
        one, other = (times[sorts == sort] for times, sorts in sides)
        if one.size < _LEAST or other.size < _LEAST:
            continue
        degrees = one.size + other.size - 2
        pooled = (_squares(one) + _squares(other)) / degrees
        variance = pooled * (1 / one.size + 1 / other.size) + _FLOOR**2
        yield float(one.mean() - other.mean()), variance * (two_sided(degrees) / _NORMAL) ** 2


def _squares(values: NDArray[np.float64]) -> float:
    return float(((values - values.mean()) ** 2).sum())
