"""The statistics of one case: all numbers of a summary, with None where the samples do not carry one."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from sigtui.stats import ranks
from sigtui.stats.collected import Collected, Ranked
from sigtui.stats.histogram import Histogram, histogram
from sigtui.stats.shape import Drift, Outliers, drift, mvalue, outliers
from sigtui.stats.speed import at_typical_speed, normalised_median, speeds

P99_FROM = 500
"""Samples below which no p99 is shown: fewer than five would lie above it."""
P999_FROM = 5_000
_TAILS_FROM = 20  # p5, p90 and p95

OVERHEAD_SHARE = 0.01
"""Share of a call above which the cost of the empty timed loop is subtracted."""

# Dense where the tail is, since a stored distribution is read for its tail.
_QUANTILES = (
    *(0.0, 0.01, 0.05, 0.1, 0.15, 0.2, 0.25, 0.3, 0.35, 0.4, 0.45, 0.5, 0.55, 0.6, 0.65, 0.7, 0.75, 0.8),
    *(0.85, 0.9, 0.925, 0.95, 0.975, 0.99, 0.995, 0.999, 1.0),
)


@dataclass(frozen=True, slots=True)
class Summary:
    """Times in nanoseconds a call. ``samples`` is n, ``batch`` the calls a sample.

    ``error`` is half of the mean's 99.9 % interval with samples as units, ``error_rounds`` with rounds as
    units: wider where the machine changes speed between rounds. ``mvalue_typical`` counts only samples at
    the machine's typical speed; None where too few rounds had it.
    ``rounds`` holds (median, speed) of each; of ``span`` rounds together where there are over 1,024, their
    geometric means.
    """

    samples: int
    batch: int
    mean: float
    error: float | None
    error_rounds: float | None
    stddev: float | None
    shortest: float
    p5: float | None
    median: float
    median_normalised: float
    p90: float | None
    p95: float | None
    p99: float | None
    p999: float | None
    longest: float
    mad: float
    skewness: float | None
    outliers: Outliers
    mvalue: float | None
    mvalue_typical: float | None
    drift: Drift | None
    quantiles: tuple[tuple[float, float], ...]
    histogram: Histogram
    rounds: tuple[tuple[float, float], ...]
    span: int
    overhead: float
    overhead_subtracted: bool

    @property
    def half_width(self) -> float | None:
        """Half of the mean's interval as it is shown: the wider of ``error`` and ``error_rounds``."""
        known = [error for error in (self.error, self.error_rounds) if error is not None]
        return max(known, default=None)


def shift_of(collected: Collected, overhead_ns: float) -> float:
    """Return what is subtracted from every time: the overhead where it is over 1 % of a call, else 0."""
    return overhead_ns if overhead_ns > OVERHEAD_SHARE * collected.tally.moments.mean else 0.0


def summarise(collected: Collected, typical_ns: float, overhead_ns: float = 0.0) -> Summary:
    """Return all statistics of at least one sample.

    ``typical_ns`` is the reference spin at the machine's typical speed, ``overhead_ns`` the empty timed
    loop's cost a call.
    """
    collected = collected.settled()
    shift = shift_of(collected, overhead_ns)
    count, ranked = collected.count, Ranked.of(collected)
    known = dict(zip(_QUANTILES, ranked.quantiles(_QUANTILES), strict=True))
    median = known[0.5]
    pace = speeds(collected, typical_ns)
    typical = at_typical_speed(collected, typical_ns)
    humps = mvalue(ranked.values)

    def at(share: float, least: int) -> float | None:
        return known[share] - shift if count >= least else None

    return Summary(
        samples=count,
        batch=collected.batch,
        mean=collected.tally.moments.mean - shift,
        error=collected.tally.moments.error,
        error_rounds=collected.tally.rounds_error,
        stddev=collected.tally.moments.stddev,
        shortest=collected.shortest - shift,
        p5=at(0.05, _TAILS_FROM),
        median=median - shift,
        median_normalised=normalised_median(collected, typical_ns) - shift,
        p90=at(0.9, _TAILS_FROM),
        p95=at(0.95, _TAILS_FROM),
        p99=at(0.99, P99_FROM),
        p999=at(0.999, P999_FROM),
        longest=collected.longest - shift,
        mad=_mad(ranked.values, median),
        skewness=collected.tally.moments.skewness,
        outliers=outliers(ranked),
        mvalue=humps,
        mvalue_typical=humps if typical.size == ranked.values.size else mvalue(np.sort(typical)),
        drift=drift(_medians(collected) * pace),
        quantiles=tuple((share, value - shift) for share, value in known.items()),
        histogram=histogram(ranked, shift),
        rounds=tuple(
            (block.median_ns - shift, float(speed))
            for block, speed in zip(collected.blocks, pace, strict=True)
        ),
        span=collected.span,
        overhead=overhead_ns,
        overhead_subtracted=shift > 0,
    )


def _mad(ordered: NDArray[np.float64], middle: float) -> float:
    """Return the median distance from the middle."""
    # Two ascending runs, which a stable sort merges in one pass.
    return ranks.median(np.sort(np.abs(ordered - middle), kind="stable"))


def _medians(collected: Collected) -> NDArray[np.float64]:
    return np.array([block.median_ns for block in collected.blocks])
