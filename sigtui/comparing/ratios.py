"""How one case compares with another: the ratio that their snapshots can prove, and what it is a ratio of."""

from dataclasses import dataclass
from enum import StrEnum
from functools import lru_cache

import numpy as np

from sigtui.comparing.sides import Side, Source, same_machine
from sigtui.files.results import Result
from sigtui.stats.apart import Rounds, at_equal_speed, of_means
from sigtui.stats.blocks import Block
from sigtui.stats.compare import Ratio, Timed, Verdict, ratio
from sigtui.stats.speed import NEAR

_FASTEST = 0.98
_SAME_STATE = 1.15


class Basis(StrEnum):
    """What a ratio is made of."""

    PAIRED = "means, paired by round"
    STORED = "means, as the run stored them"
    EQUAL_SPEED = "medians of rounds at equal speed"
    MEANS = "means, measured apart"


@dataclass(frozen=True, slots=True)
class Against:
    """A case ÷ the baseline's: above 1 is slower; ``low`` and ``high`` bound the 99.9 % interval, if there is one."""

    value: float
    low: float | None
    high: float | None
    basis: Basis

    @property
    def verdict(self) -> Verdict | None:
        """The verdict in words; None where there is no interval, and so nothing to conclude."""
        if self.low is None or self.high is None:
            return None
        return Ratio(self.value, self.low, self.high).verdict


def against(case: Side, baseline: Side) -> Against:
    """Return how a case compares with a baseline; both have a mean.

    Cases of one run are paired by round, so that what a round did to the machine cancels. Runs of one machine share
    no rounds: there it is rounds in which the machine was equally fast. Otherwise it is the means, with the
    intervals that both have.
    """
    one, other = case.result, baseline.result
    if case.source is baseline.source:
        timed, base = _timed(one), _timed(other)
        if timed is not None and base is not None:
            return _made(ratio(timed, base), Basis.PAIRED)
        if other.ratio == other.ratio_low == other.ratio_high == 1.0 and one.ratio is not None:
            return Against(one.ratio, one.ratio_low, one.ratio_high, Basis.STORED)
    elif same_machine((case.source, baseline.source)):
        rounds = _rounds(case, 1.0), _rounds(baseline, _pace(case, baseline))
        if rounds[0] is not None and rounds[1] is not None:
            return _made(at_equal_speed(rounds[0], rounds[1]), Basis.EQUAL_SPEED)
    mean, base_mean = one.mean_us or 0.0, other.mean_us or 0.0
    return _made(of_means(mean, one.half_width_us, base_mean, other.half_width_us), Basis.MEANS)


def typical_call(case: Side, baseline: Side) -> float | None:
    """Return the ratio of the medians, what a typical call takes; None where one of them is not known."""
    one, other = case.result.median_us, baseline.result.median_us
    return one / other if one and other else None


def _made(found: Ratio, basis: Basis) -> Against:
    return Against(found.mean, found.low, found.high, basis)


def _timed(result: Result) -> Timed | None:
    """Return a case's blocks as they were measured, in ns; None where the snapshot does not hold them."""
    blocks, pairs = result.blocks, result.rounds_us
    if result.mean_us is None or blocks is None or pairs is None or len(pairs) != len(blocks.rounds):
        return None
    if not all(blocks.samples):
        return None
    made = tuple(
        Block(process, round_, samples, mean * 1_000, pair[0] * 1_000, (1.0, 1.0))
        for process, round_, samples, mean, pair in zip(
            blocks.processes, blocks.rounds, blocks.samples, blocks.means_us, pairs, strict=True
        )
    )
    return Timed(result.mean_us * 1_000, made, blocks.span)


def _rounds(side: Side, pace: float) -> Rounds | None:
    """Return a case's rounds, at the level of its mean; None where the snapshot does not hold them.

    ``pace`` is how much slower this run's typical speed is than the other's. A file's mean is what people read: where
    it was changed, its rounds follow.
    """
    pairs, timed = side.result.rounds_us, _timed(side.result)
    if not pairs or any(median <= 0 or speed <= 0 for median, speed in pairs):
        return None
    level = 1.0
    if timed is not None:
        count = sum(block.samples for block in timed.blocks)
        mean = sum(block.samples * block.mean_ns for block in timed.blocks) / count
        level = timed.mean_ns / mean if mean > 0 else 1.0
    table = np.array(pairs)
    return Rounds(table[:, 0] * level, pace * _fast_speed(side.source) / table[:, 1])


@lru_cache(maxsize=32)
def _fast_speed(source: Source) -> float:
    """Return the speed of a run's undisturbed rounds, relative to what it calls typical: 1, but for rounding."""
    rows = source.snapshot.results
    speeds = np.array([speed for result in rows for _, speed in result.rounds_us or ()])
    fastest = float(np.quantile(speeds, _FASTEST))
    return float(np.median(speeds[speeds >= fastest / NEAR]))


def _pace(case: Side, baseline: Side) -> float:
    """Return how much slower the machine's typical speed was in the baseline's run than in the case's.

    1 where the spins can't be compared, and where they are so near each other that it is the same state: another
    build of Python has another spin.
    """
    methods = case.source.snapshot.method, baseline.source.snapshot.method
    spins = [method.get("reference_spin_us") for method in methods]
    if methods[0].get("reference_spin") != methods[1].get("reference_spin"):
        return 1.0
    one, other = (float(spin) if isinstance(spin, int | float) else 0.0 for spin in spins)
    if one <= 0 or other <= 0:
        return 1.0
    pace = other / one
    return 1.0 if 1 / _SAME_STATE < pace < _SAME_STATE else pace
