"""The shape of a distribution: outliers, humps and drift."""

import math
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from sigtui.stats.collected import Collected

BIMODAL = 3.2
"""mValue above which a distribution is called bimodal; above SUSPICIOUS it might be (Gregg 2015)."""
SUSPICIOUS = 2.8

HUMP = 0.05
"""Share of the samples that a hump has at least."""

_LEAST = 50
_FINEST = 0.015  # of the median: humps that touch at this width differ by what counts as no difference
_WIDTH = 8.5  # of the densest quarter: for a normal distribution twice what Freedman and Diaconis give
_MOST_BINS = 1_000
_MOST_ROUNDS = 500

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
    low, high = collected.quantiles((0.25, 0.75))
    reach = 1.5 * (high - low)
    # A sample that lies on a fence is inside: the smallest step above it starts the outliers.
    above = collected.count - collected.below(math.nextafter(high + reach, math.inf))
    return Outliers(low=collected.below(low - reach), high=above)


def mvalue(values: NDArray[np.float64]) -> float | None:
    """Return an mValue: 2 for one hump, 4 for two clear ones, 6 for three; None below 50 samples.

    Gregg's (2015) is the sum of steps between neighbouring bins over the highest bin, which for a second
    hump of one sample in five can't exceed 2.5. Here each valley adds twice the share of the lower of its
    two humps that stands clear of it: the same for humps of one height, and a small hump counts too. No
    hump are rises that counting explains, and those with fewer than HUMP of the samples.
    """
    if values.size < _LEAST:
        return None
    heights = _heights(values)
    places = _humps(heights)
    tops, valleys = heights[places[::2]], heights[places[1::2]]
    return 2 + 2 * float((1 - valleys / np.minimum(tops[:-1], tops[1:])).sum())


def _heights(values: NDArray[np.float64]) -> NDArray[np.float64]:
    """Count the samples in even bins from the first percentile to the last.

    Their width shrinks with n as Freedman and Diaconis (1981) have it, but is taken from the densest quarter
    of the samples: the middle half may hold the gap between two humps, or only one of them. A clock's steps
    must not look like humps: a bin is four steps wide at least, and a sample is spread halfway to its neighbours.
    Nor are humps that nobody would tell apart: a bin is _FINEST of the median wide at least.
    """
    distinct, counts = np.unique(values, return_counts=True)
    low, high = (float(edge) for edge in np.quantile(values, (0.01, 0.99)))
    inside = (distinct[:-1] >= low) & (distinct[1:] <= high)
    if not inside.any():
        return np.array([float(values.size)])
    gaps = np.diff(distinct)
    step = _step(gaps[inside], (counts[:-1] + counts[1:])[inside], float(np.median(values)))
    ordered, quarter = np.sort(values), values.size // 4
    densest = float((ordered[quarter:] - ordered[:-quarter]).min())
    fine = _FINEST * abs(float(np.median(values)))
    width = max(_WIDTH * densest * values.size ** (-1 / 3), 4 * step, fine, (high - low) / _MOST_BINS)
    edges = np.arange(low - width, high + 2 * width, width)
    reach = np.minimum(np.concatenate([[width], gaps, [width]]), width) / 2
    ends = np.stack([distinct - reach[:-1], distinct + reach[1:]], axis=1)
    sums = np.cumsum(counts)
    below = np.interp(edges, ends.ravel(), np.stack([sums - counts, sums], axis=1).ravel())
    heights: NDArray[np.float64] = np.diff(below)
    return heights


def _step(gaps: NDArray[np.float64], weights: NDArray[np.int64], middle: float) -> float:
    """Return the clock's step: nine of ten samples have a neighbour as near. No clock's is over 1 % of a call."""
    order = np.argsort(gaps)
    cumulated = np.cumsum(weights[order])
    usual = float(gaps[order][np.searchsorted(cumulated, 0.9 * cumulated[-1])])
    return min(usual, 0.01 * abs(middle))


def _humps(heights: NDArray[np.float64]) -> list[int]:
    """Return the bins where humps and the valleys between them are: hump, valley, hump, ..., hump."""
    # The root of a count has a noise of 0.5, whatever its height (Anscombe 1948); ``noise`` is the largest
    # difference to expect between so many bins of one height.
    roots = np.sqrt(heights + 3 / 8)
    noise = math.sqrt(math.log(max(heights.size, 10)))
    places: list[int] = []
    last = 0
    for bin_ in range(1, heights.size):
        climbing = len(places) % 2 == 0
        if (roots[bin_] > roots[last]) == climbing:
            last = bin_
        elif abs(roots[bin_] - roots[last]) > noise:
            places.append(last)
            last = bin_
    if len(places) % 2 == 0:
        places.append(last)
    while len(places) > 1:
        masses = np.add.reduceat(heights, [0, *places[1::2]])
        least = int(np.argmin(masses))
        if masses[least] >= HUMP * heights.sum():
            break
        # It joins the neighbour from which the higher of its valleys divides it.
        sides = [side for side in (2 * least - 1, 2 * least + 1) if 0 < side < len(places)]
        valley = max(sides, key=lambda side: heights[places[side]])
        lower = min((valley - 1, valley + 1), key=lambda side: heights[places[side]])
        places = [place for side, place in enumerate(places) if side not in (valley, lower)]
    return places


def drift(medians: NDArray[np.float64]) -> Drift | None:
    """Return the change over the rounds by Theil and Sen's slope; None below 8 rounds.

    ``medians`` are one a round, in order, at typical speed. Very many rounds are joined in groups, since the
    test looks at every pair.
    """
    if medians.size > 2 * _MOST_ROUNDS:
        medians = np.array([np.median(group) for group in np.array_split(medians, _MOST_ROUNDS)])
    n = medians.size
    if n < 8 or np.median(medians) <= 0:
        return None
    first, second = np.triu_indices(n, 1)
    steps = medians[second] - medians[first]
    slope = float(np.median(steps / (second - first)))
    score = float(np.sign(steps).sum())
    z = score / math.sqrt(n * (n - 1) * (2 * n + 5) / 18)
    return Drift(slope * (n - 1) / float(np.median(medians)), abs(z) > 3.29)
