"""Which case is measured next, and when a case has had enough: pure bookkeeping, no process and no clock."""

import math
from dataclasses import dataclass, field, replace
from random import Random

import numpy as np
from numpy.typing import NDArray

from sigtui.bench.plan import LEAST_SAMPLES, LIMIT_SECONDS
from sigtui.model import Case, Effort, Plan
from sigtui.stats.tally import Tally

_LEAST_ROUNDS = 5
"""Rounds of every worker process before a case's precision is believed."""


@dataclass(frozen=True, slots=True)
class Spent:
    """What a case has had so far; ``rounds`` counts those of the current worker process."""

    seconds: float = 0.0
    rounds: int = 0
    tally: Tally = field(default_factory=Tally)


class Schedule:
    """Deals out rounds: each visits all unfinished cases once, in random order.

    Cases that are compared with each other (same operation, mode and message) follow each other within a
    round, so that they meet the machine in the same mood: it changes speed within a tenth of a second.
    A run has as many phases as worker processes; in each one every case gets its share of the budget.
    """

    def __init__(self, plan: Plan, random: Random) -> None:
        self._effort: Effort = plan.effort
        self._random = random
        self._spent = {case: Spent() for case in plan.cases}
        self._over: dict[Case, str] = {}
        self._left: list[Case] = []
        self._phase = 0
        self.round = -1

    @property
    def unfinished(self) -> tuple[Case, ...]:
        """The cases that are neither finished nor failed, in the plan's order."""
        return tuple(case for case in self._spent if case not in self._over)

    def begin(self, phase: int) -> None:
        """Start the share of the worker process number ``phase``, from 0."""
        self._phase = phase
        self._left = []
        self._spent = {case: replace(spent, rounds=0) for case, spent in self._spent.items()}

    def next(self) -> Case | None:
        """Return the case to measure now; None where no case needs more in this phase."""
        while True:
            while self._left:
                case = self._left.pop()
                if case not in self._over and not self._satisfied(case):
                    return case
            self._left = self._deal()
            if not self._left:
                return None
            self.round += 1

    def _deal(self) -> list[Case]:
        """Return the cases that need more, groups in random order, and so the cases inside each group."""
        groups: dict[tuple[object, ...], list[Case]] = {}
        for case in self.unfinished:
            if not self._satisfied(case):
                groups.setdefault((case.operation, case.mode, case.message), []).append(case)
        dealt = list(groups.values())
        self._random.shuffle(dealt)
        for group in dealt:
            self._random.shuffle(group)
        return [case for group in dealt for case in group]

    def took(self, case: Case, values: NDArray[np.float64], seconds: float) -> str | None:
        """Count a slice (ns a call, and the time it took); return why the case is finished, if it is."""
        spent = self._spent[case]
        self._spent[case] = Spent(spent.seconds + seconds, spent.rounds + 1, spent.tally.add(values))
        last = self._phase == self._effort.processes - 1
        why = self._satisfied(case)
        if why == "limit" or (why and last):
            self._over[case] = why
            return why
        return None

    def drop(self, case: Case) -> None:
        """Never return this case again."""
        self._over[case] = "failed"

    def _satisfied(self, case: Case) -> str | None:
        """Return why a case needs no more in this phase."""
        spent, effort = self._spent[case], self._effort
        share = (self._phase + 1) / effort.processes
        count = spent.tally.moments.count
        if spent.seconds >= max(LIMIT_SECONDS, effort.seconds):
            return "limit" if count < LEAST_SAMPLES else "time"
        if count < math.ceil(LEAST_SAMPLES * share):
            return None
        if spent.seconds >= effort.seconds * share:
            return "time"
        precision = spent.tally.precision
        if precision is not None and precision <= effort.precision and spent.rounds >= _LEAST_ROUNDS:
            return "precision"
        return None
