"""The state of a run, and the pure fold that both the app and the headless run bring it forward with."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from enum import StrEnum

from sigtui.bench.plan import case_seconds
from sigtui.events import (
    CaseFailed,
    CaseFinished,
    CasePrepared,
    CasePreparing,
    Event,
    RunEnded,
    RunStarted,
    SliceMeasured,
    WorkerEnded,
    WorkerStarted,
)
from sigtui.model import Case, LengthRange, Operation, Plan, Setup
from sigtui.stats.bins import Bins
from sigtui.stats.collected import Collected
from sigtui.stats.compare import Ratio, ratio
from sigtui.stats.speed import typical_spin
from sigtui.stats.summary import Summary, shift_of, summarise


class CaseStatus(StrEnum):
    """How far a case has come."""

    WAITING = "waiting"
    PREPARING = "preparing"
    MEASURING = "measuring"
    FINISHED = "finished"
    FAILED = "failed"


@dataclass(frozen=True, slots=True)
class CaseState:
    """One case and all that is known of it; ``reason`` says why it finished or failed.

    ``keys`` counts the keys that workers created for it; ``seconds`` are those spent inside timed calls.
    ``overhead_ns`` is the empty timed loop's cost in ns a call, the least that a worker found, 0 before any did.
    """

    case: Case
    status: CaseStatus = CaseStatus.WAITING
    reason: str = ""
    setup: Setup | None = None
    keys: int = 0
    seconds: float = 0.0
    overhead_ns: float = 0.0
    signatures: LengthRange | None = None
    collected: Collected = field(default_factory=Collected)

    @property
    def over(self) -> bool:
        """Whether nothing more will be measured."""
        return self.status in (CaseStatus.FINISHED, CaseStatus.FAILED)


@dataclass(frozen=True, slots=True)
class SessionState:
    """A run so far. ``cases`` keeps the plan's order; ``spins`` holds all reference spins of the run."""

    plan: Plan
    date: str
    cases: Mapping[Case, CaseState]
    spins: Bins = field(default_factory=Bins.empty)
    processes: int = 0
    open_ns: int = 0
    timed_ns: int = 0
    ended: bool = False
    cancelled: bool = False

    @property
    def typical_ns(self) -> float:
        """The reference spin in ns at the machine's typical speed; 0 before the first slice."""
        return typical_spin(self.spins) if self.spins.counts.any() else 0.0

    @property
    def timed_share(self) -> float | None:
        """Share of the workers' time spent inside timed calls, keys, checks and spins aside."""
        return self.timed_ns / self.open_ns if self.open_ns else None

    @property
    def progress(self) -> float:
        """Share of the planned time that is behind us, from 0 to 1."""
        planned = {case: case_seconds(self.plan, case) for case in self.cases}
        done = sum(
            planned[case] if state.over else min(state.seconds, planned[case])
            for case, state in self.cases.items()
        )
        return done / sum(planned.values()) if planned else 1.0

    def summary(self, case: Case) -> Summary | None:
        """Return the statistics of a case, None before its first sample."""
        state = self.cases[case]
        if not state.collected.count:
            return None
        return summarise(state.collected, self.typical_ns, state.overhead_ns)

    def ratio(self, case: Case) -> Ratio | None:
        """Return a case against the baseline's, None where that is not measured or is the case itself."""
        partner = self.partner(case)
        if partner is None or partner == case:
            return None
        state, base = self.cases[case], self.cases[partner]
        if not state.collected.count or not base.collected.count:
            return None
        shifts = (
            shift_of(state.collected, state.overhead_ns),
            shift_of(base.collected, base.overhead_ns),
        )
        return ratio(state.collected, base.collected, shifts)

    def partner(self, case: Case) -> Case | None:
        """Return the baseline's case of the same operation, mode and message, of the same provider if any."""
        partners = [
            other
            for other in self.cases
            if other.algorithm.id == self.plan.baseline
            and (other.operation, other.mode, other.message) == (case.operation, case.mode, case.message)
        ]
        same = [other for other in partners if other.provider == case.provider]
        return next(iter(same or partners), None)


def begin(event: RunStarted) -> SessionState:
    """Return the state at the start of a run."""
    return SessionState(
        plan=event.plan, date=event.date, cases={case: CaseState(case) for case in event.plan.cases}
    )


def fold(state: SessionState, event: Event) -> SessionState:
    """Return the state after an event; the state itself is not changed."""
    match event:
        case RunStarted():
            return begin(event)
        case CasePreparing(case):
            if state.cases[case].status is CaseStatus.WAITING:
                return _with(state, replace(state.cases[case], status=CaseStatus.PREPARING))
        case CasePrepared(case, setup):
            return _with(state, _prepared(state.cases[case], setup))
        case SliceMeasured():
            spins = state.spins.add_pair(event.spins_ns)
            return replace(_with(state, _measured(state.cases[event.case], event)), spins=spins)
        case CaseFinished(case, why):
            return _with(state, replace(state.cases[case], status=CaseStatus.FINISHED, reason=why))
        case CaseFailed(case, reason):
            return _with(state, replace(state.cases[case], status=CaseStatus.FAILED, reason=reason))
        case WorkerStarted():
            return replace(state, processes=state.processes + 1)
        case WorkerEnded():
            return replace(
                state, open_ns=state.open_ns + event.open_ns, timed_ns=state.timed_ns + event.timed_ns
            )
        case RunEnded(cancelled):
            return replace(state, ended=True, cancelled=cancelled)
    return state


def _with(state: SessionState, changed: CaseState) -> SessionState:
    return replace(state, cases={**state.cases, changed.case: changed})


def _prepared(state: CaseState, setup: Setup) -> CaseState:
    return replace(
        state,
        status=CaseStatus.MEASURING,
        setup=setup,
        overhead_ns=min(setup.overhead_ns, state.overhead_ns or setup.overhead_ns),
        keys=state.keys + setup.new_key,
        signatures=_joined(state.signatures, setup.signatures),
    )


def _measured(state: CaseState, event: SliceMeasured) -> CaseState:
    length = event.signature_bytes
    seen = None if length is None else LengthRange(1, length, length, length)
    return replace(
        state,
        seconds=state.seconds + sum(event.totals) / 1e9,
        signatures=_joined(state.signatures, seen),
        keys=state.keys + _fresh_keys(state.case, event),
        collected=state.collected.add(event.totals, event.batch, event.process, event.round, event.spins_ns),
    )


def _fresh_keys(case: Case, event: SliceMeasured) -> int:
    """Count the keys that the timed calls of a slice created; a derived secret is the same every time."""
    creates = case.operation is Operation.KEYGEN or case.mode == "single-shot"
    return len(event.totals) * event.batch if creates and not case.algorithm.symmetric else 0


def _joined(seen: LengthRange | None, more: LengthRange | None) -> LengthRange | None:
    return seen + more if seen and more else seen or more
