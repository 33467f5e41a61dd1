"""How one case compares with another: the ratio that their snapshots can prove, and what it is a ratio of."""

from dataclasses import dataclass
from enum import StrEnum

from sigtui.comparing.sides import Side, same_machine
from sigtui.files.results import Result
from sigtui.stats.apart import Typical, of_means, of_medians
from sigtui.stats.blocks import Block
from sigtui.stats.compare import Ratio, Timed, Verdict, ratio


class Basis(StrEnum):
    """What a ratio is made of."""

    PAIRED = "means, paired by round"
    STORED = "means, as the run stored them"
    TYPICAL = "medians at the machine's typical speed"
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
    no rounds: there it is the medians at typical speed. Otherwise it is the means, with the intervals that both have.
    """
    one, other = case.result, baseline.result
    if case.source is baseline.source:
        timed, base = _timed(one), _timed(other)
        if timed is not None and base is not None:
            return _made(ratio(timed, base), Basis.PAIRED)
        if other.ratio == other.ratio_low == other.ratio_high == 1.0 and one.ratio is not None:
            return Against(one.ratio, one.ratio_low, one.ratio_high, Basis.STORED)
    elif same_machine((case.source, baseline.source)):
        medians = _typical(case), _typical(baseline)
        if medians[0] is not None and medians[1] is not None:
            return _made(of_medians(*_with_spins(medians[0], medians[1], case, baseline)), Basis.TYPICAL)
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


def _typical(side: Side) -> Typical | None:
    result = side.result
    if not result.median_normalised_us:
        return None
    return Typical(result.median_normalised_us, result.median_normalised_error_us)


def _with_spins(one: Typical, other: Typical, case: Side, baseline: Side) -> tuple[Typical, Typical]:
    """Return both with the spins of their runs where these are the same kind of spin."""
    methods = case.source.snapshot.method, baseline.source.snapshot.method
    kinds = [method.get("reference_spin") for method in methods]
    pythons = [side.source.snapshot.machine.get("python") for side in (case, baseline)]
    spins = [method.get("reference_spin_us") for method in methods]
    if kinds[0] is None or kinds[0] != kinds[1] or pythons[0] != pythons[1]:
        return one, other
    if not all(isinstance(spin, int | float) and spin > 0 for spin in spins):
        return one, other
    return (
        Typical(one.median, one.error, float(str(spins[0]))),
        Typical(other.median, other.error, float(str(spins[1]))),
    )
