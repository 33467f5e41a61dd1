"""The state of a run, and the pure fold that both the app and the headless run bring it forward with."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field, replace
from enum import StrEnum
from typing import TypeAlias

from sigtui.bench.plan import case_seconds, plan_seconds
from sigtui.bench.runner import Earlier
from sigtui.bench.schedule import Spent
from sigtui.events import (
    CaseFailed,
    CaseFinished,
    CasePrepared,
    CasePreparing,
    CaseReopened,
    CaseSetAside,
    Event,
    PlanChanged,
    RunContinued,
    RunEnded,
    RunPaused,
    RunStarted,
    SliceMeasured,
    WorkerEnded,
    WorkerStarted,
)
from sigtui.model import Case, LengthRange, Message, Operation, Plan, Setup
from sigtui.stats.bins import Bins
from sigtui.stats.collected import Collected
from sigtui.stats.compare import Ratio, Timed, ratio
from sigtui.stats.speed import typical_spin
from sigtui.stats.summary import Summary, shift_of, summarise


class CaseStatus(StrEnum):
    """How far a case has come."""

    WAITING = "waiting"
    PREPARING = "preparing"
    MEASURING = "measuring"
    PAUSED = "paused"
    STOPPED = "stopped"
    FINISHED = "finished"
    FAILED = "failed"


@dataclass(frozen=True, slots=True)
class CaseState:
    """One case and all that is known of it; ``reason`` says why it finished or failed.

    ``keys`` counts the keys that workers created for it; ``seconds`` are those spent inside timed calls, of which
    ``settled`` belong to a budget that was used up before it was given another.
    ``overhead_ns`` is the empty timed loop's cost in ns a call, the least that a worker found, 0 before any did.
    """

    case: Case
    status: CaseStatus = CaseStatus.WAITING
    reason: str = ""
    setup: Setup | None = None
    keys: int = 0
    seconds: float = 0.0
    settled: float = 0.0
    overhead_ns: float = 0.0
    signatures: LengthRange | None = None
    collected: Collected = field(default_factory=Collected)

    @property
    def over(self) -> bool:
        """Whether nothing more will be measured."""
        return self.status in (CaseStatus.FINISHED, CaseStatus.FAILED)

    @property
    def aside(self) -> bool:
        """Whether somebody wants no more of it for now."""
        return self.status in (CaseStatus.PAUSED, CaseStatus.STOPPED)


@dataclass(frozen=True, slots=True)
class SessionState:
    """A run so far; ``spins`` holds all reference spins of it.

    ``cases`` are all that were ever planned: what the plan no longer names is kept, in case it comes back.
    ``messages`` are likewise those of all plans. ``asked`` are the cases that the run measures, as long as the
    plan names them. Before a run ``date`` is empty.
    """

    plan: Plan
    date: str
    cases: Mapping[Case, CaseState]
    messages: Mapping[str, Message] = field(default_factory=dict)
    asked: frozenset[Case] = frozenset()
    spins: Bins = field(default_factory=Bins.empty)
    processes: int = 0
    rounds: int = 0
    open_ns: int = 0
    timed_ns: int = 0
    paused: bool = False
    ended: bool = False
    cancelled: bool = False

    @property
    def running(self) -> bool:
        """Whether a run has begun and not ended; it may be paused."""
        return bool(self.date) and not self.ended

    @property
    def planned(self) -> tuple[CaseState, ...]:
        """The states of the plan's cases, in its order."""
        return tuple(self.cases[case] for case in self.plan.cases)

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
        """Share of the run's planned time that is behind us, from 0 to 1; cases set aside don't count."""
        counted = [
            (state, case_seconds(self.plan, state.case))
            for state in self.planned
            if state.case in self.asked and not state.aside
        ]
        done = sum(
            whole if state.over else min(state.seconds - state.settled, whole) for state, whole in counted
        )
        return done / sum(whole for _, whole in counted) if counted else 1.0

    @property
    def seconds_left(self) -> float:
        """About how long the run still takes, with processes, keys and checks."""
        asked = tuple(case for case in self.plan.cases if case in self.asked and not self.cases[case].aside)
        return plan_seconds(replace(self.plan, cases=asked)) * (1 - self.progress)

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
        return ratio(Timed.of(state.collected), Timed.of(base.collected), shifts)

    def partner(self, case: Case) -> Case | None:
        """Return the baseline's case of the same operation, mode and message, of the same provider if any."""
        partners = [
            other
            for other in self.plan.cases
            if other.algorithm.id == self.plan.baseline and other.view == case.view
        ]
        same = [other for other in partners if other.provider == case.provider]
        return next(iter(same or partners), None)


def planned(plan: Plan) -> SessionState:
    """Return the state before a run of a plan."""
    cases = {case: CaseState(case) for case in plan.cases}
    return SessionState(plan=plan, date="", cases=cases, messages=plan.messages)


def begin(event: RunStarted) -> SessionState:
    """Return the state at the start of a run."""
    return replace(planned(event.plan), date=event.date, asked=frozenset(event.plan.cases))


def earlier(state: SessionState, aside: Collection[Case] = ()) -> Earlier:
    """Return what a run that goes on builds upon; the cases in ``aside`` stay as they are."""
    return Earlier(
        spent={
            told.case: Spent(told.seconds, told.collected.tally.rounds, told.collected.tally)
            for told in state.cases.values()
            if told.collected.count
        },
        processes=state.processes,
        rounds=state.rounds,
        aside=aside,
    )


def fold(state: SessionState, event: Event) -> SessionState:
    """Return the state after an event; the state itself is not changed."""
    match event:
        case RunStarted():
            return begin(event)
        case RunContinued(plan, cases):
            return _continued(_with_plan(state, plan), cases)
        case PlanChanged(plan):
            return _with_plan(state, plan)
        case RunPaused(paused):
            return replace(state, paused=paused)
        case WorkerStarted():
            return replace(state, processes=state.processes + 1)
        case WorkerEnded():
            return replace(
                state, open_ns=state.open_ns + event.open_ns, timed_ns=state.timed_ns + event.timed_ns
            )
        case RunEnded(cancelled):
            return replace(state, ended=True, cancelled=cancelled, paused=False)
        case SliceMeasured():
            spins, rounds = state.spins.add_pair(event.spins_ns), max(state.rounds, event.round + 1)
            changed = _measured(state.cases[event.case], event)
            return replace(_with(state, changed), spins=spins, rounds=rounds)
        case CaseReopened(case) if state.running:
            state = replace(state, asked=state.asked | {case})
    return _with(state, _case_after(state.cases[event.case], event))


CaseEvent: TypeAlias = CasePreparing | CasePrepared | CaseFinished | CaseFailed | CaseSetAside | CaseReopened


def _case_after(state: CaseState, event: CaseEvent) -> CaseState:
    """Return a case after an event that says how far it has come."""
    match event:
        case CasePreparing():
            return (
                replace(state, status=CaseStatus.PREPARING) if state.status is CaseStatus.WAITING else state
            )
        case CasePrepared(_, setup):
            return _prepared(state, setup)
        case CaseFinished(_, why):
            return replace(state, status=CaseStatus.FINISHED, reason=why)
        case CaseFailed(_, reason):
            return replace(state, status=CaseStatus.FAILED, reason=reason)
        case CaseSetAside(_, paused):
            return replace(state, status=CaseStatus.PAUSED if paused else CaseStatus.STOPPED)
        case CaseReopened(_, anew):
            return _reopened(state, anew)


def _continued(state: SessionState, cases: tuple[Case, ...]) -> SessionState:
    opened = {case: _reopened(state.cases[case], anew=False) for case in cases}
    return replace(
        state,
        cases={**state.cases, **opened},
        asked=frozenset(cases),
        ended=False,
        cancelled=False,
        paused=False,
    )


def _reopened(state: CaseState, anew: bool) -> CaseState:
    measuring = CaseStatus.MEASURING if state.collected.count else CaseStatus.WAITING
    return replace(state, status=measuring, reason="", settled=state.seconds if anew else state.settled)


def _with_plan(state: SessionState, plan: Plan) -> SessionState:
    """Return the state under another plan; what was measured with other bytes of a message is forgotten."""
    known = {**plan.messages, **state.messages}
    changed = {name for name, message in plan.messages.items() if known[name].data != message.data}
    kept = {case: told for case, told in state.cases.items() if case.message not in changed}
    fresh = {case: CaseState(case) for case in plan.cases if case not in kept}
    wanted = set(plan.cases).difference(state.plan.cases) | fresh.keys()
    asked = state.asked | wanted if state.running else state.asked
    messages = {**state.messages, **plan.messages}
    return replace(state, plan=plan, cases=kept | fresh, messages=messages, asked=asked)


def _with(state: SessionState, changed: CaseState) -> SessionState:
    if changed is state.cases[changed.case]:
        return state
    return replace(state, cases={**state.cases, changed.case: changed})


def _prepared(state: CaseState, setup: Setup) -> CaseState:
    return replace(
        state,
        status=state.status if state.over or state.aside else CaseStatus.MEASURING,
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
