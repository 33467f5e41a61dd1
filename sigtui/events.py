"""What a run tells while it goes on, in the order in which it happens; sigtui/session.py folds it."""

from array import array
from dataclasses import dataclass

from sigtui.model import Case, Plan, Setup


@dataclass(frozen=True, slots=True)
class RunStarted:
    """The run begins; ``date`` is ISO 8601 with the zone."""

    plan: Plan
    date: str


@dataclass(frozen=True, slots=True)
class CasePreparing:
    """A worker creates the key of a case and checks it; nothing is timed yet."""

    case: Case


@dataclass(frozen=True, slots=True)
class CasePrepared:
    """The case's signature verified and a tampered one did not; it is warmed up and ready."""

    case: Case
    setup: Setup


@dataclass(frozen=True, slots=True)
class SliceMeasured:
    """A slice of one case: ``totals`` are the nanoseconds of batches of ``batch`` calls each.

    ``process`` counts worker processes from 0 and ``round`` the rounds of the run; ``spins_ns`` are the
    reference spin's times right before and right after the slice. The result of the slice's last call was
    checked, outside the timing.
    """

    case: Case
    process: int
    round: int
    batch: int
    totals: "array[int]"
    spins_ns: tuple[float, float]
    signature_bytes: int | None


@dataclass(frozen=True, slots=True)
class CaseFinished:
    """A case needs no more time; ``why`` is ``precision``, ``time`` or ``limit``."""

    case: Case
    why: str


@dataclass(frozen=True, slots=True)
class CaseFailed:
    """A case can't be measured, or no longer; what was measured before stays."""

    case: Case
    reason: str


@dataclass(frozen=True, slots=True)
class WorkerStarted:
    """A worker process answers; ``process`` counts from 0."""

    process: int


@dataclass(frozen=True, slots=True)
class WorkerEnded:
    """A worker process is gone; ``reason`` is empty where it was done.

    ``timed_ns`` of its ``open_ns`` (its life without keys, checks and spins) were spent inside timed calls.
    """

    process: int
    reason: str
    open_ns: int
    timed_ns: int


@dataclass(frozen=True, slots=True)
class RunContinued:
    """A run goes on that had ended; ``cases`` are those it measures, the plan's others stay as they are."""

    plan: Plan
    cases: tuple[Case, ...]


@dataclass(frozen=True, slots=True)
class PlanChanged:
    """Other cases are wanted from now on; what was measured stays, except with messages that changed."""

    plan: Plan


@dataclass(frozen=True, slots=True)
class RunPaused:
    """Nothing is measured until it goes on (``paused`` is False); the worker keeps its keys."""

    paused: bool


@dataclass(frozen=True, slots=True)
class CaseSetAside:
    """Somebody wants no more of this case for now; ``paused`` means until he says so, else it is stopped."""

    case: Case
    paused: bool


@dataclass(frozen=True, slots=True)
class CaseReopened:
    """A case that was over, or set aside, is measured further; ``anew`` where it gets a whole budget again."""

    case: Case
    anew: bool = False


@dataclass(frozen=True, slots=True)
class RunEnded:
    """The run is over: every case finished or failed, or somebody cancelled it."""

    cancelled: bool


Event = (
    RunStarted
    | CasePreparing
    | CasePrepared
    | SliceMeasured
    | CaseFinished
    | CaseFailed
    | WorkerStarted
    | WorkerEnded
    | RunContinued
    | PlanChanged
    | RunPaused
    | CaseSetAside
    | CaseReopened
    | RunEnded
)
