"""Ratios between two cases of a run, with intervals that know about the machine, and verdicts in words."""

import math
from dataclasses import dataclass
from enum import StrEnum
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from sigtui.stats.blocks import Block, by_round
from sigtui.stats.collected import Collected
from sigtui.stats.student import two_sided

THRESHOLD = 0.02
"""Effect below which two cases are called no different, whatever the interval says."""

MOST_UNITS = 128
"""Rounds up to which the bootstrap resamples each on its own; of more, neighbours are joined in batches."""

_PAIRED_BATCHES = 96
_SINGLE_BATCHES = MOST_UNITS - _PAIRED_BATCHES

_RESAMPLES = 2_000
_AT_ONCE = 250
"""Resamples that are worked on together: what malloc once gave for the whole of them, it would keep."""
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


@dataclass(frozen=True, slots=True)
class Timed:
    """What a ratio of means is made of: the mean in ns a call, and the case's blocks of ``span`` rounds each."""

    mean_ns: float
    blocks: tuple[Block, ...]
    span: int = 1

    @classmethod
    def of(cls, collected: Collected) -> "Timed":
        """Return what a ratio needs of a collection."""
        return cls(collected.tally.moments.mean, collected.blocks, collected.span)


def ratio(
    case: Timed,
    baseline: Timed,
    shifts: tuple[float, float] = (0.0, 0.0),
    seed: int = 0,
) -> Ratio:
    """Return case ÷ baseline, of means, paired by round; both of one run.

    Rounds of one process are not independent, so the bootstrap resamples processes and then rounds inside
    them (Kalibera & Jones 2013), both cases alike: what a round did to the machine cancels. Many rounds are
    resampled in batches of neighbours, which depend less on each other; more than 30 batches hardly make an
    interval better (Schmeiser 1982). The interval is Student's t on the logarithm with the resamples' spread.
    ``shifts`` (ns) are subtracted from the means.
    """
    point = (case.mean_ns - shifts[0]) / (baseline.mean_ns - shifts[1])
    units = _units(case, baseline)
    common = int(np.count_nonzero(units.paired))
    if common < 2:
        return Ratio(point, None, None)
    sizes = np.unique(units.processes, return_counts=True)[1].tolist()
    sums = _resampled(tuple(sizes), seed, np.concatenate([units.totals, units.counts]))
    with np.errstate(invalid="ignore", divide="ignore"):  # where a resample's mean is unknown or nothing
        means = [sums[row] / sums[row + 2] - shift for row, shift in enumerate(shifts)]
        logs = np.log(means[0]) - np.log(means[1])
    logs = logs[np.isfinite(logs)]
    reach = two_sided(common - 1) * float(logs.std(ddof=1)) if logs.size > 1 else math.inf
    if len(sizes) > 1:
        # Resampling so few processes shows only this share of how much they differ.
        reach *= math.sqrt(len(sizes) / (len(sizes) - 1))
    if reach > _FUTILE:
        return Ratio(point, None, None)
    return Ratio(point, point * math.exp(-reach), point * math.exp(reach))


@dataclass(frozen=True, slots=True, eq=False)
class _Units:
    """What is resampled, in the order of processes: rounds, or batches of them.

    ``counts`` and ``totals`` (ns) have a row for each of the two cases; 0 where it was not measured.
    """

    processes: NDArray[np.int64]
    counts: NDArray[np.float64]
    totals: NDArray[np.float64]

    @property
    def paired(self) -> NDArray[np.bool_]:
        """Which of them hold both cases."""
        both: NDArray[np.bool_] = (self.counts[0] > 0) & (self.counts[1] > 0)
        return both


def _units(case: Timed, baseline: Timed) -> _Units:
    """Return the rounds of both, or blocks of as many rounds as the coarser of the two has."""
    span = max(case.span, baseline.span)
    sides = [by_round(each.blocks, span) for each in (case, baseline)]
    rounds = sorted(sides[0].keys() | sides[1].keys())
    counts, totals = np.zeros((2, 2, len(rounds)))
    for row, blocks in enumerate(sides):
        for column, key in enumerate(rounds):
            if (block := blocks.get(key)) is not None:
                counts[row, column] = block.samples
                totals[row, column] = block.samples * block.mean_ns
    units = _Units(np.array([process for process, _ in rounds], dtype=np.int64), counts, totals)
    return units if len(rounds) <= MOST_UNITS else _batched(units)


def _batched(units: _Units) -> _Units:
    """Join neighbouring rounds of a process to about MOST_UNITS batches, or one of each process.

    Rounds that both cases had are joined with each other only: where one case had few of them, they all count.
    """
    batches: list[NDArray[np.intp]] = []
    kinds = ((units.paired, _PAIRED_BATCHES), (~units.paired, _SINGLE_BATCHES))
    for process in np.unique(units.processes):
        for kind, most in kinds:
            places = np.flatnonzero(kind & (units.processes == process))
            if places.size:
                size = math.ceil(np.count_nonzero(kind) / most)
                batches += np.array_split(places, max(1, places.size // size))
    starts = np.cumsum([0, *(batch.size for batch in batches[:-1])])
    order = np.concatenate(batches)
    return _Units(
        units.processes[order[starts]],
        np.add.reduceat(units.counts[:, order], starts, axis=1),
        np.add.reduceat(units.totals[:, order], starts, axis=1),
    )


def _resampled(sizes: tuple[int, ...], seed: int, rows: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return the sums of rows of units over each resample, a row for each."""
    sums = np.empty((len(rows), _RESAMPLES))
    drawn = _resample(sizes, seed)
    for start in range(0, _RESAMPLES, _AT_ONCE):
        weights = drawn[start : start + _AT_ONCE].astype(np.float64)
        for row, values in enumerate(rows):
            np.matmul(weights, values, out=sums[row, start : start + _AT_ONCE])
    return sums


@lru_cache(maxsize=4)
def _resample(sizes: tuple[int, ...], seed: int) -> NDArray[np.uint16]:
    """Return how often each unit is drawn, one row a resample, for processes of so many units each.

    Most cases of a table have the same rounds, and drawing takes longer than all the rest.
    """
    rng = np.random.default_rng(seed)
    count = len(sizes)
    draws = rng.multinomial(count, np.full(count, 1 / count), size=_RESAMPLES)
    drawn = np.empty((_RESAMPLES, sum(sizes)), dtype=np.uint16)
    end = 0
    for index, size in enumerate(sizes):
        begin, end = end, end + size
        for start in range(0, _RESAMPLES, _AT_ONCE):
            part = slice(start, start + _AT_ONCE)
            drawn[part, begin:end] = rng.multinomial(draws[part, index] * size, np.full(size, 1 / size))
    drawn.setflags(write=False)
    return drawn
