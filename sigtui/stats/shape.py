"""The shape of a distribution: outliers, humps and drift."""

import math
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from sigtui.stats.collected import Collected

BIMODAL = 3.2
"""mValue above which a distribution is called bimodal; above SUSPICIOUS it might be (Gregg 2015)."""
SUSPICIOUS = 2.8

DRIFT = 0.05
"""Change over the run, as a share of the median, above which a significant drift is worth a warning."""


@dataclass(frozen=True, slots=True)
class Outliers:
    """Samples over 1.5 interquartile ranges outside the quartiles (Tukey's fences): counted, not dropped."""

    low: int
    high: int


@dataclass(frozen=True, slots=True)
class Drift:
    """How a case changed over its rounds, the machine's speed taken out.

    ``change`` is the whole change as a share of the median; ``significant`` whether Mann-Kendall's test
    calls it more than chance at 99.9 %.
    """

    change: float
    significant: bool


def outliers(collected: Collected) -> Outliers:
    """Count the samples outside Tukey's fences."""
    low, high = collected.quantile(0.25), collected.quantile(0.75)
    reach = 1.5 * (high - low)
    # A sample that lies on a fence is inside: the smallest step above it starts the outliers.
    above = collected.count - collected.below(math.nextafter(high + reach, math.inf))
    return Outliers(low=collected.below(low - reach), high=above)


def mvalue(values: NDArray[np.float64]) -> float | None:
    """Return Gregg's mValue: the sum of steps between neighbouring bins over the highest bin.

    2 means one hump, more than BIMODAL two. The samples outside Tukey's fences are left out of the bins,
    whose width follows Freedman and Diaconis (1981), twice as wide so that noise makes no humps. None below
    50 samples.
    """
    if values.size < 50:
        return None
    low, high = np.quantile(values, (0.25, 0.75))
    spread = high - low
    if spread <= 0:
        return 2.0
    inside = values[(values >= low - 1.5 * spread) & (values <= high + 1.5 * spread)]
    width = 4 * spread * inside.size ** (-1 / 3)
    count = max(1, math.ceil(float(inside.max() - inside.min()) / width))
    heights = np.concatenate([[0], np.histogram(inside, bins=count)[0], [0]]).astype(np.float64)
    return float(np.abs(np.diff(heights)).sum() / heights.max())


def drift(medians: NDArray[np.float64]) -> Drift | None:
    """Return the change over the rounds by Theil and Sen's slope; None below 8 rounds.

    ``medians`` are one a round, in order, at typical speed.
    """
    n = medians.size
    if n < 8:
        return None
    first, second = np.triu_indices(n, 1)
    steps = medians[second] - medians[first]
    slope = float(np.median(steps / (second - first)))
    score = float(np.sign(steps).sum())
    z = score / math.sqrt(n * (n - 1) * (2 * n + 5) / 18)
    return Drift(slope * (n - 1) / float(np.median(medians)), abs(z) > 3.29)
