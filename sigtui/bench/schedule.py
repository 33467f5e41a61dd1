"""Which case is measured next, and when a case has had enough: pure bookkeeping, no process and no clock."""

import math
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace
from random import Random

import numpy as np
from numpy.typing import NDArray

from sigtui.bench.plan import LEAST_SAMPLES, LIMIT_SECONDS
from sigtui.model import Case, Effort, Plan, View
from sigtui.stats.tally import Tally

_LEAST_ROUNDS = 5
"""Rounds of every worker process before a case's precision is believed."""

_ALONE_ROUNDS = 3
"""Rounds of every worker process that the preferred view gets before the others begin."""

_ENOUGH = ("precision", "time")


@dataclass(frozen=True, slots=True)
class Spent:
    """What a case has had so far; ``rounds`` counts those of the current worker process."""

    seconds: float = 0.0
    rounds: int = 0
    tally: Tally = field(default_factory=Tally)


def enough(spent: Spent, effort: Effort, share: float = 1.0) -> str | None:
    """Return why a case that had so much needs no more of its effort, or of a share of it; None if it does."""
    count = spent.tally.moments.count
    if spent.seconds >= max(LIMIT_SECONDS, effort.seconds):
        return "limit" if count < LEAST_SAMPLES else "time"
    if count < math.ceil(LEAST_SAMPLES * share):
        return None
    if spent.seconds >= effort.seconds * share:
        return "time"
    if spent.rounds < _LEAST_ROUNDS:
        return None
    precision = spent.tally.precision
    return "precision" if precision is not None and precision <= effort.precision else None


def _grouped(plan: Plan) -> Mapping[View, Sequence[Case]]:
    """Return the cases that are compared with each other, in the plan's order."""
    groups: dict[View, list[Case]] = {}
    for case in plan.cases:
        groups.setdefault(case.view, []).append(case)
    return groups


class Schedule:
    """Deals out rounds: each visits all unfinished cases once, in random order.

    Cases that are compared with each other (same operation, mode and message) follow each other within a
    round, so that they meet the machine in the same mood: it changes speed within a tenth of a second.
    A run has as many phases as worker processes; in each one every case gets its share of the budget.

    ``spent`` is what an earlier run of these cases has used already, ``rounds`` how many rounds that had;
    ``aside`` are cases that this run leaves alone until ``release`` asks for them.
    """

    def __init__(
        self,
        plan: Plan,
        random: Random,
        spent: Mapping[Case, Spent] | None = None,
        aside: Collection[Case] = (),
        rounds: int = 0,
    ) -> None:
        self._plan = plan
        self._planned = frozenset(plan.cases)
        self._groups = _grouped(plan)
        self._random = random
        self._spent = {case: Spent() for case in plan.cases} | dict(spent or {})
        self._over: dict[Case, str] = {}
        self._aside = set(aside)
        self._company: set[Case] = set()
        self._left: list[Case] = []
        self._phase = 0
        self._first: View | None = None
        self.round = rounds - 1
        self._settle()

    @property
    def unfinished(self) -> tuple[Case, ...]:
        """The cases that this run still has to measure, in the plan's order."""
        return tuple(case for case in self._plan.cases if case not in self._over and case not in self._aside)

    def begin(self, phase: int) -> Mapping[Case, str]:
        """Start the share of the worker process number ``phase``, from 0.

        Returns the cases, with the reasons, that turn out to need nothing of the last share.
        """
        self._phase = phase
        self._left = []
        self._spent = {case: replace(spent, rounds=0) for case, spent in self._spent.items()}
        return self._settle() if self._last else {}

    def prefer(self, view: View | None) -> None:
        """Measure the cases of this view before all others, in this round and in later ones."""
        self._first = view
        self._left.sort(key=lambda case: case.view == view)

    def change(self, plan: Plan, forget: Collection[Case] = ()) -> tuple[dict[Case, str], tuple[Case, ...]]:
        """Go on with another plan; what its cases have had so far counts, but for those to ``forget``.

        Returns the cases that have enough now, with the reason, and those that were over and need more: both
        come from another effort.
        """
        for case in forget:
            self._spent.pop(case, None)
            self._over.pop(case, None)
            self._aside.discard(case)
        before = dict(self._over)
        self._plan, self._planned, self._groups = plan, frozenset(plan.cases), _grouped(plan)
        self._spent = {case: Spent() for case in plan.cases} | self._spent
        for case, why in before.items():
            if why in _ENOUGH:
                del self._over[case]
        self._settle()
        finished = {case: why for case, why in self._over.items() if case not in before}
        reopened = tuple(case for case in plan.cases if case in before and case not in self._over)
        return finished, reopened

    def set_aside(self, case: Case) -> None:
        """Leave a case alone until it is released; what it has had stays."""
        self._aside.add(case)
        self._settle_company()

    def release(self, case: Case) -> bool:
        """Measure a case that was set aside or is over: failed ones again, finished ones for another budget.

        Returns whether it is another budget.
        """
        self._aside.discard(case)
        finished = self._over.pop(case, None) in _ENOUGH
        if finished:
            self._spent[case] = replace(self._spent[case], seconds=0.0, rounds=0)
        self._settle_company()
        return finished

    def wants(self, case: Case) -> bool:
        """Whether a case is to be measured at all in this phase."""
        if case not in self._planned or case in self._aside:
            return False
        return case in self._company or (case not in self._over and not self._satisfied(case))

    def next(self) -> Case | None:
        """Return the case to measure now; None where no case needs more in this phase."""
        while True:
            while self._left:
                case = self._left.pop()
                if self.wants(case):
                    return case
            self._left = self._deal()
            if not self._left:
                return None
            self.round += 1

    def _deal(self) -> list[Case]:
        """Return the cases that need more, groups in random order, and so the cases inside each group.

        The preferred view comes first, and alone for its first rounds. It is last in the list, which is dealt
        from its end.
        """
        wanted = (
            (view, [case for case in cases if self.wants(case)]) for view, cases in self._groups.items()
        )
        # Company without anybody to keep it is no reason for another round.
        dealt = [(view, cases) for view, cases in wanted if not self._company.issuperset(cases)]
        self._random.shuffle(dealt)
        dealt.sort(key=lambda group: group[0] == self._first)
        for _, cases in dealt:
            self._random.shuffle(cases)
        if dealt and self._is_new(dealt[-1][0], dealt[-1][1]):
            dealt = dealt[-1:]
        return [case for _, cases in dealt for case in cases]

    def _is_new(self, view: View, cases: Sequence[Case]) -> bool:
        return view == self._first and any(self._spent[case].rounds < _ALONE_ROUNDS for case in cases)

    def took(self, case: Case, values: NDArray[np.float64], seconds: float) -> str | None:
        """Count a slice (ns a call, and the time it took); return why the case is finished, if it is."""
        spent = self._spent[case]
        self._spent[case] = Spent(spent.seconds + seconds, spent.rounds + 1, spent.tally.add(values))
        if case in self._over:
            return None
        why = self._satisfied(case)
        if why == "limit" or (why and self._last):
            self._over[case] = why
            self._settle_company()
            return why
        return None

    def drop(self, case: Case, why: str = "failed") -> None:
        """Never return this case again."""
        self._over[case] = why
        self._settle_company()

    @property
    def _last(self) -> bool:
        return self._phase >= self._plan.effort.processes - 1

    def _settle(self) -> dict[Case, str]:
        """Find the cases that have enough of everything without being measured again."""
        found = {
            case: why
            for case in self._plan.cases
            if case not in self._over and (why := enough(self._spent[case], self._plan.effort))
        }
        self._over |= found
        self._settle_company()
        return found

    def _settle_company(self) -> None:
        """Let baselines that are over go along with the cases of their view that were added later.

        A ratio is read from common rounds: without them the newcomer would have none.
        """
        baseline, before = self._plan.baseline, self._company
        bases = [
            case
            for case, why in self._over.items()
            if case.algorithm.id == baseline
            and why in _ENOUGH
            and case not in self._aside
            and self._spent[case].seconds < LIMIT_SECONDS
        ]
        if not bases:
            self._company = set()
            return
        unfinished = self.unfinished
        left = {case.view for case in unfinished}
        late = {
            case.view
            for case in unfinished
            if case.algorithm.id != baseline and not self._spent[case].tally.rounds
        }
        self._company = {
            case for case in bases if case.view in late or (case in before and case.view in left)
        }

    def _satisfied(self, case: Case) -> str | None:
        """Return why a case needs no more in this phase."""
        effort = self._plan.effort
        return enough(self._spent[case], effort, min(1.0, (self._phase + 1) / effort.processes))
