"""The shape of a distribution: outliers, humps and drift."""

import math
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from sigtui.stats.collected import Distribution
from sigtui.stats.ranks import median, quantiles

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


def outliers(samples: Distribution) -> Outliers:
    """Count the samples outside Tukey's fences."""
    low, high = samples.quantiles((0.25, 0.75))
    reach = 1.5 * (high - low)
    # A sample that lies on a fence is inside: the smallest step above it starts the outliers.
    above = samples.count - samples.below(math.nextafter(high + reach, math.inf))
    return Outliers(low=samples.below(low - reach), high=above)


def mvalue(values: NDArray[np.float64]) -> float | None:
    """Return an mValue: 2 for one hump, 4 for two clear ones, 6 for three; None below 50 samples.

    Gregg's (2015) is the sum of steps between neighbouring bins over the highest bin, which for a second
    hump of one sample in five can't exceed 2.5. Here each valley adds twice the share of the lower of its
    two humps that stands clear of it: the same for humps of one height, and a small hump counts too. No
    hump are rises that counting explains, and those with fewer than HUMP of the samples.

    Values in ascending order, which need no sorting, cost a fraction of others.
    """
    if values.size < _LEAST:
        return None
    heights = _heights(np.sort(values, kind="stable"))
    places = _humps(heights)
    tops, valleys = heights[places[::2]], heights[places[1::2]]
    return 2 + 2 * float((1 - valleys / np.minimum(tops[:-1], tops[1:])).sum())


def _heights(ordered: NDArray[np.float64]) -> NDArray[np.float64]:
    """Count the samples, in ascending order, in even bins from the first percentile to the last.

    Their width shrinks with n as Freedman and Diaconis (1981) have it, but is taken from the densest quarter
    of the samples: the middle half may hold the gap between two humps, or only one of them. A clock's steps
    must not look like humps: a bin is four steps wide at least, and a sample is spread halfway to its neighbours.
    Nor are humps that nobody would tell apart: a bin is _FINEST of the median wide at least.
    """
    low, high = quantiles(ordered, (0.01, 0.99))
    body = ordered[np.searchsorted(ordered, low) : np.searchsorted(ordered, high, side="right")]
    if body[0] == body[-1]:
        return np.array([float(ordered.size)])
    middle, quarter = abs(median(ordered)), ordered.size // 4
    densest = float((ordered[quarter:] - ordered[:-quarter]).min())
    width = max(_WIDTH * densest * ordered.size ** (-1 / 3), _FINEST * middle, (high - low) / _MOST_BINS)
    # No clock's step is over 1 % of a call.
    width = max(width, 4 * min(_step(body, width / 4), 0.01 * middle))
    edges = np.arange(low - width, high + 2 * width, width)
    heights: NDArray[np.float64] = np.diff(_below(ordered, edges, width))
    return heights


def _step(ordered: NDArray[np.float64], least: float) -> float:
    """Return the clock's step: nine of ten samples have a neighbour as near. Steps up to ``least`` are ``least``."""

    def around(gaps: NDArray[np.intp]) -> NDArray[np.intp]:
        """Count the samples at both ends of gaps, given as the places of their lower ends."""
        first = np.searchsorted(ordered, ordered[gaps])
        return np.searchsorted(ordered, ordered[gaps + 1], side="right") - first

    widths = np.diff(ordered)
    # All samples are at two gaps' ends, but for the first value's and the last one's. Most often so few gaps
    # are wide that none has to be sorted.
    firsts = np.searchsorted(ordered, ordered[0], side="right")
    lasts = ordered.size - np.searchsorted(ordered, ordered[-1])
    total = int(2 * ordered.size - firsts - lasts)
    if total - int(around(np.flatnonzero(widths > least)).sum()) >= 0.9 * total:
        return least
    gaps = np.flatnonzero(widths)
    order = np.argsort(widths[gaps])
    enough = np.searchsorted(np.cumsum(around(gaps)[order]), 0.9 * total)
    return float(widths[gaps[order[enough]]])


def _below(ordered: NDArray[np.float64], edges: NDArray[np.float64], width: float) -> NDArray[np.float64]:
    """Count the samples below each edge; equal ones are spread halfway to the next ones, width / 2 at most."""
    known = np.concatenate([[ordered[0] - 4 * width], ordered, [ordered[-1] + 4 * width]])
    after = np.searchsorted(known, edges, side="right")
    lower, upper = known[after - 1], known[after]
    reach = np.minimum(upper - lower, width) / 2
    divides_lower, divides_upper = edges < lower + reach, edges >= upper - reach
    divided = np.where(divides_upper & ~divides_lower, upper, lower)
    first, last = np.searchsorted(known, divided), np.searchsorted(known, divided, side="right")
    start = divided - np.minimum(divided - known[first - 1], width) / 2
    end = divided + np.minimum(known[last] - divided, width) / 2
    part = (last - first) / (end - start) * (edges - start) + (first - 1)
    below: NDArray[np.float64] = np.where(divides_lower | divides_upper, part, after - 1)
    return below


def _humps(heights: NDArray[np.float64]) -> list[int]:
    """Return the bins where humps and the valleys between them are: hump, valley, hump, ..., hump."""
    # The root of a count has a noise of 0.5, whatever its height (Anscombe 1948); ``noise`` is the largest
    # difference to expect between so many bins of one height.
    roots, tall = np.sqrt(heights + 3 / 8).tolist(), heights.tolist()
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
    enough = HUMP * heights.sum()
    while len(places) > 1:
        masses = np.add.reduceat(heights, [0, *places[1::2]])
        least = int(np.argmin(masses))
        if masses[least] >= enough:
            break
        # It joins the neighbour from which the higher of its valleys divides it.
        sides = [side for side in (2 * least - 1, 2 * least + 1) if 0 < side < len(places)]
        valley = max(sides, key=lambda side: tall[places[side]])
        lower = min((valley - 1, valley + 1), key=lambda side: tall[places[side]])
        places = [place for side, place in enumerate(places) if side not in (valley, lower)]
    return places


def drift(medians: NDArray[np.float64]) -> Drift | None:
    """Return the change over the rounds by Theil and Sen's slope; None below 8 rounds.

    ``medians`` are one a round, in order, at typical speed. Over 500 rounds are joined in groups, at most 251 of
    them, since the test looks at every pair.
    """
    if medians.size > _MOST_ROUNDS:
        size = math.ceil(2 * medians.size / _MOST_ROUNDS)
        whole = medians.size // size * size
        rest = [np.median(medians[whole:])] if whole < medians.size else []
        medians = np.append(np.median(medians[:whole].reshape(-1, size), axis=1), rest)
    n = medians.size
    if n < 8 or np.median(medians) <= 0:
        return None
    slopes = np.empty(n * (n - 1) // 2)
    end = 0
    for lag in range(1, n):
        start, end = end, end + n - lag
        np.subtract(medians[lag:], medians[:-lag], out=slopes[start:end])
        slopes[start:end] /= lag
    score = int(np.count_nonzero(slopes > 0)) - int(np.count_nonzero(slopes < 0))
    slope = float(np.median(slopes, overwrite_input=True))
    z = score / math.sqrt(n * (n - 1) * (2 * n + 5) / 18)
    return Drift(slope * (n - 1) / float(np.median(medians)), abs(z) > 3.29)
