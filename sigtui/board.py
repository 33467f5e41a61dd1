"""What the app shows of a session: the rows of one view, in order, with what there is to say about them."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace
from types import MappingProxyType
from typing import TypeAlias

from sigtui import record
from sigtui.algorithms import catalogue
from sigtui.cells import State, has_figures, no_p99, view_title
from sigtui.files.results import Lengths, Result
from sigtui.files.snapshot import Snapshot
from sigtui.findings import findings
from sigtui.model import EFFORTS, Algorithm, Case, Plan, View, WireView
from sigtui.session import CaseState, CaseStatus, SessionState, planned
from sigtui.stats.bins import Bins
from sigtui.views import views
from sigtui.wireblock import Badge, badge

_GROWTH = 1.03
"""A row is computed again once its case or the baseline has so many times the samples it had."""


@dataclass(frozen=True, slots=True)
class BoardRow:
    """A row: a case and its figures; ``case`` is None where the algorithm can't be measured here.

    ``nominal`` is the catalogue's size of a signature, None where signatures were seen: the result holds only
    what was measured. ``badge`` says that a signature is too large for a budget of the wire, or nearly so.
    """

    key: str
    state: State
    result: Result
    case: Case | None = None
    told: CaseState | None = None
    nominal: Lengths | None = None
    badge: Badge | None = None


@dataclass(frozen=True, slots=True, eq=False)
class Board:
    """One view of a session. ``warnings`` and ``notes`` are about the rows that have figures.

    ``progress`` is the share of a run that is behind us, from 0 to 1, and ``seconds_left`` what is before us;
    None and 0 where there is no run. They are told here because they take milliseconds with a thousand cases.

    A board equals itself only: whoever is given another one draws it, because what stands around the rows can
    have changed, and comparing all samples of two sessions would take longer.
    """

    session: SessionState
    view: View | None = None
    views: tuple[View, ...] = ()
    rows: tuple[BoardRow, ...] = ()
    warnings: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()
    progress: float | None = None
    seconds_left: float = 0.0

    @property
    def title(self) -> str:
        """Head of the table: ``SIGN · reused-key · properties 93 B``; empty where nothing is planned."""
        view = self.view
        if view is None:
            return ""
        message = self.session.plan.messages.get(view.message) if view.message is not None else None
        size = None if message is None else len(message.data)
        return view_title(str(view.operation), view.mode and str(view.mode), view.message, size)

    @property
    def measured(self) -> bool:
        """Whether any row has figures."""
        return any(has_figures(row.result) for row in self.rows)

    @property
    def several_providers(self) -> bool:
        """Whether rows have to name their provider to be told from each other."""
        return len({case.provider for case in self.session.plan.cases}) > 1

    def row(self, key: str | None) -> BoardRow | None:
        """Return a row by its key."""
        return next((row for row in self.rows if row.key == key), None)


EMPTY = Board(planned(Plan("", "", (), {}, EFFORTS["quick"])))
"""The board of nothing at all."""


def row_key(case: Case) -> str:
    """Return what a row is called in every view: the same for all cases of an algorithm and a provider."""
    return f"{case.algorithm.id}@{case.provider}"


@dataclass(frozen=True, slots=True)
class _Seen:
    """What a row was made of: the case's state itself only where that is cheap or told apart from all others.

    A state that goes on to be measured has arrays that nobody else needs any more.
    """

    case: Case
    status: CaseStatus
    count: int
    told: CaseState | None

    @classmethod
    def of(cls, told: CaseState, ended: bool) -> "_Seen":
        """Return what to remember of a state in a run that goes on, or has ended."""
        count = told.collected.count
        return cls(told.case, told.status, count, told if ended or told.over or not count else None)


@dataclass(frozen=True, slots=True)
class _Kept:
    seen: _Seen
    partner: _Seen | None
    spins: Bins | None
    wire: WireView
    result: Result

    @classmethod
    def of(
        cls, state: SessionState, told: CaseState, partner: CaseState | None, wire: WireView, result: Result
    ) -> "_Kept":
        """Return a result with what it was made of; ``spins`` are those of a run that has ended."""
        seen = None if partner is None else _Seen.of(partner, state.ended)
        return cls(_Seen.of(told, state.ended), seen, state.spins if state.ended else None, wire, result)

    def serves(self, state: SessionState, told: CaseState, partner: CaseState | None, wire: WireView) -> bool:
        """Whether the row made of these states would look the same, or nearly so while there is a run.

        At its end every row is made anew: all figures are then judged by the same typical speed.
        """
        if state.ended is not (self.spins is not None) or told.status is not self.seen.status:
            return False
        if wire != self.wire:
            return False
        if state.ended:
            same = told is self.seen.told and partner is (self.partner.told if self.partner else None)
            return same and state.spins is self.spins
        near = told is self.seen.told if told.over else _near(told, self.seen)
        return near and _near(partner, self.partner)


def _near(now: CaseState | None, then: _Seen | None) -> bool:
    """Whether a case has hardly grown; fewer samples than before are others, of other bytes."""
    if now is None or then is None:
        return now is None and then is None
    if now is then.told:
        return True
    return now.case == then.case and then.count <= now.collected.count < _GROWTH * then.count


@dataclass(slots=True)
class Recorder:
    """Makes boards, and rows anew only where there is something new to see: a row costs milliseconds."""

    evidence: record.Evidence
    _kept: dict[Case, _Kept] = field(default_factory=dict)

    def board(self, state: SessionState, view: View | None, previous: Board, sort: str) -> Board:
        """Return the board of a view. During a run its rows keep the order they have in ``previous``.

        Otherwise they are sorted by ``sort``, a key of ORDERS, as soon as something is known of it.
        """
        rows = [self._row(state, case) for case in state.plan.cases if case.view == view]
        board = Board(
            state, view, views(state.plan), (*_ordered(rows, state, previous, sort), *_missing(state.plan))
        )
        said = findings(self._around(state, rows), live=state.running)
        board = replace(board, warnings=said.warnings, notes=said.notes)
        if not state.running:
            return board
        return replace(board, progress=state.progress, seconds_left=state.seconds_left)

    def _around(self, state: SessionState, rows: Iterable[BoardRow]) -> Snapshot:
        """Return what there is to judge: the rows that did not fail, interrupted if any with figures was."""
        sound = [row for row in rows if row.state is not State.FAILED]
        cut = any(has_figures(row.result) and row.state is not State.FINISHED for row in sound)
        session = replace(state, cancelled=state.cancelled and cut)
        return self.evidence.around(session, tuple(row.result for row in sound))

    def _row(self, state: SessionState, case: Case) -> BoardRow:
        told = state.cases[case]
        partner_case = state.partner(case)
        partner = None if partner_case is None else state.cases[partner_case]
        kept, wire = self._kept.get(case), self.evidence.preset.wire
        if kept is None or not kept.serves(state, told, partner, wire):
            kept = _Kept.of(state, told, partner, wire, self.evidence.result(state, case))
            self._kept[case] = kept
        shown, result = _state(told, state), kept.result
        if shown is not State.FAILED and result.error is not None:
            result = replace(result, error=None)  # that nobody has measured it yet is no failure
        nominal = _nominal(case.algorithm) if result.signature_bytes is None else None
        return BoardRow(row_key(case), shown, result, case, told, nominal, badge(result, wire))


def _state(told: CaseState, state: SessionState) -> State:
    if told.over or told.aside:
        return State(str(told.status))
    if state.running and told.case in state.asked:
        return State.PAUSED if state.paused else State(str(told.status))
    return State.STOPPED if told.collected.count else State.IDLE


def _nominal(algorithm: Algorithm) -> Lengths:
    """Return how long the provider's encoding of a signature is, nominally: DER varies, up to its longest."""
    sizes = algorithm.sizes
    return Lengths(min=sizes.signature, mean=sizes.signature, max=sizes.signature_max)


def _missing(plan: Plan) -> Iterable[BoardRow]:
    """Return a row for each algorithm that was asked for and can't be measured here, with the reasons."""
    known = {algorithm.id for algorithm in catalogue()}
    reasons: dict[str, dict[str, None]] = {}
    for item in plan.skipped:
        if item.what in known:
            reasons.setdefault(item.what, {})[item.reason] = None
    return [
        BoardRow(name, State.UNAVAILABLE, Result(algorithm=name, operation="", error="; ".join(why)))
        for name, why in reasons.items()
    ]


_Place: TypeAlias = tuple[int, float]
"""Where a row stands: behind all whose first number is smaller, then by the second."""

_LAST = 2


def _by_mean(row: BoardRow) -> _Place:
    return (0, row.result.mean_us or 0.0) if has_figures(row.result) else (_LAST, 0.0)


def _by_median(row: BoardRow) -> _Place:
    return (0, row.result.median_us or 0.0) if has_figures(row.result) else (_LAST, 0.0)


def _by_p99(row: BoardRow) -> _Place:
    if not has_figures(row.result):
        return (_LAST, 0.0)
    return (0, row.result.p99_us or 0.0) if no_p99(row.result) is None else (1, 0.0)


def _by_signature(row: BoardRow) -> _Place:
    lengths = row.result.signature_bytes or row.nominal
    return (_LAST, 0.0) if lengths is None or row.state is State.FAILED else (0, float(lengths.max))


def _by_plan(row: BoardRow) -> _Place:
    return (_LAST if row.state is State.FAILED else 0, 0.0)


ORDERS: Mapping[str, Callable[[BoardRow], _Place]] = MappingProxyType(
    {"mean": _by_mean, "median": _by_median, "p99": _by_p99, "sig B": _by_signature, "preset": _by_plan}
)
"""What rows can be sorted by, as their columns' heads say it; ``preset`` is the order of the file."""

KNOWN_BEFORE = ("sig B", "preset")
"""The keys of ORDERS that need no figure: nominal sizes are known before anything is measured."""


def _ordered(rows: list[BoardRow], state: SessionState, previous: Board, sort: str) -> list[BoardRow]:
    if state.running:
        before = {row.key: place for place, row in enumerate(previous.rows)}
        return sorted(rows, key=lambda row: before.get(row.key, len(before)))
    known = sort in KNOWN_BEFORE or any(has_figures(row.result) for row in rows)
    return sorted(rows, key=ORDERS[sort] if known else _by_plan)
