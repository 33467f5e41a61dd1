"""Ratios between two cases of a run, with intervals that know about the machine, and verdicts in words."""

import math
from dataclasses import dataclass
from enum import StrEnum

import numpy as np
from numpy.typing import NDArray

from sigtui.stats.collected import Block, Collected
from sigtui.stats.student import two_sided

THRESHOLD = 0.02
"""Effect below which two cases are called no different, whatever the interval says."""

_RESAMPLES = 2_000
_FUTILE = math.log(10)


class Verdict(StrEnum):
    """What a ratio means, in words."""

    FASTER = "faster"
    SLOWER = "slower"
    NO_DIFFERENCE = "no difference"


@dataclass(frozen=True, slots=True)
class Ratio:
    """A case's mean divided by the baseline's: above 1 is slower.

    ``low`` and ``high`` bound its 99.9 % interval, None where fewer than two common rounds exist, or where they
    are so few that it would reach from a tenth to ten times the ratio.
    """

    mean: float
    low: float | None
    high: float | None

    @property
    def verdict(self) -> Verdict:
        """Faster or slower needs both: an interval that excludes 1, and an effect beyond THRESHOLD."""
        if self.low is not None and self.high is not None:
            if self.low > 1 and self.mean > 1 + THRESHOLD:
                return Verdict.SLOWER
            if self.high < 1 and self.mean < 1 - THRESHOLD:
                return Verdict.FASTER
        return Verdict.NO_DIFFERENCE


def ratio(
    case: Collected,
    baseline: Collected,
    shifts: tuple[float, float] = (0.0, 0.0),
    seed: int = 0,
) -> Ratio:
    """Return case ÷ baseline, of means, paired by round.

    Rounds of one process are not independent, so the bootstrap resamples processes and then rounds inside
    them (Kalibera & Jones 2013), both cases alike: what a round did to the machine cancels. The interval is
    Student's t on the logarithm with the resamples' spread. ``shifts`` (ns) are subtracted from the means.
    """
    point = (case.tally.moments.mean - shifts[0]) / (baseline.tally.moments.mean - shifts[1])
    upper, lower = _by_round(case.blocks), _by_round(baseline.blocks)
    rounds = sorted(upper.keys() | lower.keys())
    common = len(upper.keys() & lower.keys())
    if common < 2:
        return Ratio(point, None, None)
    weights = _resample(np.array([process for process, _ in rounds]), np.random.default_rng(seed))
    sums = [_means(weights, blocks, rounds) for blocks in (upper, lower)]
    with np.errstate(invalid="ignore", divide="ignore"):  # where a resample's mean is unknown or nothing
        logs = np.log(sums[0] - shifts[0]) - np.log(sums[1] - shifts[1])
    logs = logs[np.isfinite(logs)]
    reach = two_sided(common - 1) * float(logs.std(ddof=1)) if logs.size > 1 else math.inf
    present = len({process for process, _ in rounds})
    if present > 1:
        # Resampling so few processes shows only this share of how much they differ.
        reach *= math.sqrt(present / (present - 1))
    if reach > _FUTILE:
        return Ratio(point, None, None)
    return Ratio(point, point * math.exp(-reach), point * math.exp(reach))


def _by_round(blocks: tuple[Block, ...]) -> dict[tuple[int, int], Block]:
    return {(block.process, block.round): block for block in blocks}


def _resample(processes: NDArray[np.int64], rng: np.random.Generator) -> NDArray[np.float64]:
    """Return how often each round is drawn, one row a resample."""
    present, sizes = np.unique(processes, return_counts=True)
    draws = rng.multinomial(present.size, np.full(present.size, 1 / present.size), size=_RESAMPLES)
    columns = [
        rng.multinomial(draws[:, index] * size, np.full(size, 1 / size)) for index, size in enumerate(sizes)
    ]
    return np.concatenate(columns, axis=1).astype(np.float64)


def _means(
    weights: NDArray[np.float64],
    blocks: dict[tuple[int, int], Block],
    rounds: list[tuple[int, int]],
) -> NDArray[np.float64]:
    counts = np.array([blocks[key].samples if key in blocks else 0 for key in rounds], dtype=np.float64)
    totals = np.array([blocks[key].samples * blocks[key].mean_ns if key in blocks else 0.0 for key in rounds])
    with np.errstate(invalid="ignore", divide="ignore"):  # a resample may draw none of a case's rounds
        means: NDArray[np.float64] = (weights @ totals) / (weights @ counts)
    return means
