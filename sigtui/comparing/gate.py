"""The gate for continuous integration: which cases of a run are slower than a stored one, only where it is proved."""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from statistics import NormalDist

from sigtui.comparing.ratios import Against, against
from sigtui.comparing.sides import Side, Source, same_machine, sides_of
from sigtui.errors import UsageError
from sigtui.files.snapshot import Snapshot
from sigtui.findings import result_name
from sigtui.numbers import count, figure, interval, percent
from sigtui.stats.student import CONFIDENCE

LEAST_SECONDS = 10.0
"""Length of the timed calls of a gated run at least, over all its cases: a shorter one sees one mood of the machine."""

NOT_ENOUGH = ("quick",)
"""Efforts that prove no difference between runs: one worker process, a tenth of a second a case."""

_NAMED = 6
_FAMILY = 0.01
"""Chance of a false alarm that all cases of a run together may have (Bonferroni)."""

_TOGETHER = 0.01
"""What all cases of a run can be off by together, as a share: they share its processes and its machine's mood."""


class Judgement(StrEnum):
    """What the interval of a case's ratio says of the threshold."""

    SLOWER = "slower"
    FINE = "not slower"
    UNDECIDED = "can't be judged"


@dataclass(frozen=True, slots=True, eq=False)
class Judged:
    """A case against the stored one."""

    name: str
    found: Against
    judgement: Judgement


@dataclass(frozen=True, slots=True, eq=False)
class Gate:
    """What a gate found. ``together`` is all cases as one; ``unmatched`` are those that the baseline has not."""

    baseline: str
    threshold: float
    cases: tuple[Judged, ...]
    together: Judged | None
    unmatched: tuple[str, ...]

    @property
    def slower(self) -> bool:
        """Whether the gate fails."""
        every = (*self.cases, *((self.together,) if self.together is not None else ()))
        return any(each.judgement is Judgement.SLOWER for each in every)

    def sentences(self) -> tuple[str, ...]:
        """Say what was found: those that are slower one by one, what can't be judged, and the others counted."""
        slower = [each for each in self.cases if each.judgement is Judgement.SLOWER]
        unsure = [each for each in self.cases if each.judgement is Judgement.UNDECIDED]
        more = f"more than {percent(self.threshold, digits=1)} slower than {self.baseline}"
        told = [f"slower: {each.name} takes {_times(each.found)}" for each in slower]
        if self.together is not None and self.together.judgement is Judgement.SLOWER:
            told.append(f"slower: all {len(self.cases)} cases together take {_times(self.together.found)}")
        if unsure:
            told.append(
                f"can't be judged at this effort: {_few(unsure)}. Their intervals reach beyond "
                f"{percent(self.threshold, digits=1)}: they passed nothing. Remedy: a higher effort for both "
                "runs, or a quieter machine."
            )
        if self.unmatched:
            listed = ", ".join(self.unmatched[:_NAMED])
            rest = f" and {len(self.unmatched) - _NAMED} more" if len(self.unmatched) > _NAMED else ""
            told.append(f"not in {self.baseline}: {listed}{rest}")
        fine = len(self.cases) - len(slower) - len(unsure)
        told.append(
            f"{len(slower)} of {count(len(self.cases))} cases {more}, {fine} proved not to be, "
            f"{len(unsure)} not judged"
        )
        return tuple(told)


def check(baseline: Source, machine: Mapping[str, object], effort: str) -> None:
    """Refuse what can't be judged whatever is measured; UsageError says which field is the reason."""
    theirs = str(baseline.snapshot.method.get("effort"))
    for whose, name in (("", effort), (f" of {baseline.name}", theirs)):
        if name in NOT_ENOUGH:
            raise UsageError(
                f"--fail-on-slower: effort {name}{whose} is too short, nothing can be judged by it; "
                "allowed: short, medium, long"
            )
    here = Source("this machine", Snapshot(machine=machine))
    if not same_machine((baseline, here)):
        raise UsageError(
            f"--baseline {baseline.name}: machine differs: it is of {baseline.machine_name}, this is "
            f"{here.machine_name}; a gate compares runs of one machine"
        )


def judge(run: Source, baseline: Source, threshold: float) -> Gate:
    """Judge the cases of a run against those of a baseline: ``threshold`` 0.05 is 5 % slower.

    They are matched by algorithm, provider, operation, mode and message length exactly. With many cases the
    intervals are wider, so that the gate as a whole rarely errs. Raises UsageError where nothing matches.
    """
    stored = {_key(side): side for side in sides_of(baseline)}
    pairs = [(side, stored.get(_key(side))) for side in sides_of(run)]
    matched = [(side, base) for side, base in pairs if base is not None]
    if not matched:
        raise UsageError(f"--baseline {baseline.name}: it has none of the cases of this run")
    widened = _widening(len(matched))
    cases = tuple(_judged(side, base, threshold, widened) for side, base in matched)
    return Gate(
        baseline.name,
        threshold,
        cases,
        _together([each.found for each in cases], threshold),
        tuple(result_name(side.result) for side, base in pairs if base is None),
    )


def _key(side: Side) -> tuple[object, ...]:
    result = side.result
    return side.name, result.provider, result.operation, result.mode, side.message_bytes


def _judged(side: Side, base: Side, threshold: float, widened: float) -> Judged:
    found = against(side, base)
    if found.low is not None and found.high is not None:
        reach = widened * math.log(found.high / found.value)
        found = Against(
            found.value, found.value * math.exp(-reach), found.value * math.exp(reach), found.basis
        )
    return Judged(result_name(side.result), found, _judgement(found, threshold))


def _judgement(found: Against, threshold: float) -> Judgement:
    if found.low is None or found.high is None:
        return Judgement.UNDECIDED
    if found.low > 1 + threshold:
        return Judgement.SLOWER
    return Judgement.FINE if found.high <= 1 + threshold else Judgement.UNDECIDED


def _widening(cases: int) -> float:
    """Return by what factor intervals are wider so that all cases together err as rarely as _FAMILY says."""
    normal = NormalDist()
    each = min(1 - CONFIDENCE, _FAMILY / cases)
    return normal.inv_cdf(1 - each / 2) / normal.inv_cdf((1 + CONFIDENCE) / 2)


def _together(found: Sequence[Against], threshold: float) -> Judged | None:
    """Return all cases as one: what slows everything down shows here first, each case having its noise."""
    known = [
        (math.log(each.value), math.log(each.high / each.value))
        for each in found
        if each.low is not None and each.high is not None
    ]
    if len(known) < 2 or any(reach <= 0 for _, reach in known):
        return None
    weights = [1 / reach**2 for _, reach in known]
    total = sum(weights)
    middle = sum(weight * value for weight, (value, _) in zip(weights, known, strict=True)) / total
    # In units of the intervals, whose halves are this many standard errors.
    errors = NormalDist().inv_cdf((1 + CONFIDENCE) / 2)
    apart = sum(weight * (value - middle) ** 2 for weight, (value, _) in zip(weights, known, strict=True))
    apart *= errors**2 / (len(known) - 1)
    reach = math.hypot(math.sqrt(max(1.0, apart) / total), _TOGETHER)
    point = math.exp(middle)
    both = Against(point, point * math.exp(-reach), point * math.exp(reach), found[0].basis)
    return Judged("all cases together", both, _judgement(both, threshold))


def _times(found: Against) -> str:
    return f"{figure(found.value)} times as long ({interval(found.low, found.high)})"


def _few(judged: Sequence[Judged]) -> str:
    names = ", ".join(
        f"{each.name} ({interval(each.found.low, each.found.high) or 'no interval'})"
        for each in judged[:_NAMED]
    )
    return names + (f" and {len(judged) - _NAMED} more" if len(judged) > _NAMED else "")
