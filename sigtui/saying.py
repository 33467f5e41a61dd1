"""The words around the table: what it shows, what a row means, how far a run is, what to do next."""

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import TypeAlias

from sigtui.board import KNOWN_BEFORE, Board, BoardRow
from sigtui.cells import State, has_figures, label, letter, samples_range
from sigtui.columns import shortened, wrapped
from sigtui.draft import Draft
from sigtui.model import Case, ProviderInfo
from sigtui.numbers import TimeUnit, count, duration, percent
from sigtui.sentences import about, still
from sigtui.session import CaseStatus, SessionState
from sigtui.stats.curve import Curve
from sigtui.stats.summary import shift_of

_SEPARATOR = " · "
_CAUTIONS = 2
_NOT_ASKED = (State.IDLE, State.PAUSED, State.STOPPED)
NONE_AVAILABLE = "None of the ticked algorithms is available here. The Machine screen says why."

Keys: TypeAlias = Mapping[str, str]
"""How the first key of a binding is written, by the binding's id."""

USUAL_KEYS: Keys = MappingProxyType(
    {
        "run": "r",
        "run-case": "R",
        "pause": "p",
        "stop": "x",
        "undo": "u",
        "save": "s",
        "save-as": "S",
        "export": "e",
        "effort": "t",
        "new-message": "n",
        "compare-view": "v",
        "compare-add": "n",
        "compare-undo": "u",
        "screen-explore": "g",
        "screen-compare": "c",
        "screen-wire": "w",
        "screen-machine": "m",
        "journal": "f9",
    }
)
"""The keys that texts name, where no file gives them others."""


def why_not(action: str, keys: Keys) -> str:
    """Return why an action can't be done now."""
    match action:
        case "run":
            return f"It is running already: {keys['run-case']} measures one row again, {keys['stop']} ends the run."
        case "pause" | "stop" | "pause_case" | "stop_case":
            return f"Nothing is running: {keys['run']} measures."
        case "export" | "copy":
            return f"There are no figures to {action} yet: {keys['run']} measures."
    return "Not now."


def heading(
    board: Board,
    draft: Draft,
    providers: Sequence[ProviderInfo] | None,
    unit: TimeUnit | None = None,
    *,
    samples: bool = True,
) -> str:
    """Return the line above the table: ``SIGN · reused-key · properties 93 B · cryptography 50.0.2``.

    ``unit`` is that of the time columns where their heads don't say it, and ``samples`` whether to say how many
    there are, which a table with a column n does itself. The baseline is the row with ``=``.
    """
    if board.view is None:
        return draft.problem or NONE_AVAILABLE
    measured = [row.result for row in board.rows if has_figures(row.result)]
    parts = [board.title, *([unit.name] if unit else [])]
    parts += [samples_range(measured)] if measured and samples else []
    parts += _libraries(board, providers)
    return _SEPARATOR.join(parts)


def _libraries(board: Board, providers: Sequence[ProviderInfo] | None) -> list[str]:
    used = {case.provider for case in board.session.plan.cases}
    known = {info.name: info.versions for info in providers or ()}
    made = []
    for name in sorted(used):
        versions = known.get(name, {})
        own = f"{name} {versions[name]}" if name in versions else name
        others = [f"{library} {version}" for library, version in versions.items() if library != name]
        made.append(own + (f" ({', '.join(others)})" if others else ""))
    return made


def words(
    board: Board, row: BoardRow | None, draft: Draft, unit: TimeUnit | None, *, brief: bool = False
) -> str:
    """Return what there is to say of a row, and how sure its figures are unless it has to be brief."""
    if row is None:
        return draft.problem or ""
    bases = [each.result for each in board.rows if _is_base(each, draft)]
    same = (each for each in bases if each.provider == row.result.provider)
    base = next(same, next(iter(bases), None))
    told = list(
        about(row.result, base, state=row.state, several_providers=board.several_providers, unit=unit)
    )
    if row.told is not None and has_figures(row.result) and not brief:
        told.append(_sureness(board.session, row) + ".")
    if row.badge is not None and not brief:
        told.append(row.badge.text)
    return " ".join(told)


def fitting(text: str, width: int, lines: int) -> str:
    """Return as much of a text as fits into so many lines, an ellipsis at the end of what was cut."""
    whole = wrapped(text, max(width, 1))
    if len(whole) <= lines or lines < 1:
        return text
    last = f"{whole[lines - 1]} {whole[lines]}"
    return " ".join((*whole[: lines - 1], shortened(last, width)))


def _is_base(row: BoardRow, draft: Draft) -> bool:
    return row.case is not None and row.case.algorithm.id == draft.effective_baseline


def _sureness(session: SessionState, row: BoardRow) -> str:
    told, effort = row.told, session.plan.effort
    if told is None:
        return ""
    unfinished = sum(
        not each.over and not each.aside and each.case in session.asked for each in session.planned
    )
    text = still(
        row.result,
        effort.precision,
        told.seconds,
        state=State.PAUSED if session.paused and row.state is State.MEASURING else row.state,
        budget=told.settled + effort.seconds,
        share=1 / max(unfinished, 1),
    )
    return text if text.startswith("n=") else text[:1].upper() + text[1:]


def cautions(board: Board, *, brief: bool = False) -> str:
    """Return the first two warnings, each with its remedy, and how many more there are.

    Brief is the cause of the first alone, and how many more there are.
    """
    if brief:
        others = f" (+{len(board.warnings) - 1})" if len(board.warnings) > 1 else ""
        causes = [text.partition(". ")[0].rstrip(".") for text in board.warnings[:1]]
        return "".join(f"! {cause}{others}. Remedy: see Detail." for cause in causes)
    shown = [f"! {text}" for text in board.warnings[:_CAUTIONS]]
    if (more := len(board.warnings) - len(shown)) > 0:
        shown[-1] += f" (+{more} more in the Detail of a row.)"
    return "\n".join(shown)


def status(
    board: Board,
    remaining: Sequence[Case],
    remaining_seconds: float,
    problem: str | None,
    keys: Keys = USUAL_KEYS,
) -> str:
    """Return the line above the footer: how far a run is, or what a key would do."""
    run = keys["run"]
    session = board.session
    planned = session.planned
    if session.running:
        over = sum(told.over for told in planned)
        precise = sum(told.status is CaseStatus.FINISHED and told.reason == "precision" for told in planned)
        aim = f"±{percent(session.plan.effort.precision, digits=1)}"
        parts = [percent(board.progress or 0.0)]
        parts.append(
            f"paused: {keys['pause']} goes on" if session.paused else f"{duration(board.seconds_left)} left"
        )
        parts += [
            f"round {count(session.rounds)}",
            *(
                [f"{over} of {len(planned)} cases done, {precise} at {aim}"]
                if over
                else [f"{len(planned)} cases"]
            ),
        ]
        return _SEPARATOR.join(parts)
    if problem is not None:
        return problem
    if not planned:
        return NONE_AVAILABLE
    if not session.date:
        return f"{run} measures {_cases(len(remaining))} in about {duration(remaining_seconds)}"
    if not remaining:
        failed = sum(told.status is CaseStatus.FAILED for told in planned)
        done = f"{len(planned) - failed} of {_cases(len(planned))}" if failed else _cases(len(planned))
        lost = f", {failed} failed" if failed else ""
        return f"Done: {done} at effort {session.plan.effort.name}{lost}. {run} measures all of them again"
    stopped = "Stopped. " if session.cancelled else ""
    return f"{stopped}{run} {_going_on(session, remaining)}, about {duration(remaining_seconds)}"


def _going_on(session: SessionState, remaining: Sequence[Case]) -> str:
    """Say what a run would do with the cases that remain, failed ones among them."""
    failed = sum(
        session.cases[case].status is CaseStatus.FAILED for case in remaining if case in session.cases
    )
    if failed == len(remaining):
        return f"tries {_cases(failed, 'failed ')} again"
    return f"goes on with {_cases(len(remaining))}" + (f", {failed} of them failed" if failed else "")


def sorted_by(board: Board, sort: str) -> str:
    """Say what rows are sorted by from now on, and when that is seen if it is not at once."""
    if board.session.running:
        return f"Sorted by {sort}. It counts when the run ends."
    if sort not in KNOWN_BEFORE and not board.measured:
        return f"Sorted by {sort}. No row moved: none has figures yet."
    return f"Sorted by {sort}."


def _cases(number: int, what: str = "") -> str:
    return f"{number} {what}case" if number == 1 else f"{count(number)} {what}cases"


def nothing_yet(
    board: Board,
    row: BoardRow | None,
    remaining: Sequence[Case],
    remaining_seconds: float,
    problem: str | None,
    keys: Keys = USUAL_KEYS,
) -> str:
    """Return what stands where the histogram will be."""
    run = keys["run"]
    if problem is not None:
        return problem
    if row is not None and row.state in (State.FAILED, State.UNAVAILABLE):
        return f"No histogram: {label(row.result)} was not measured. {row.result.error or ''}".strip()
    if board.session.running and board.session.paused:
        return f"Paused before the first figures: {keys['pause']} goes on."
    if board.session.running and (row is None or row.state not in _NOT_ASKED):
        return "The first figures come in a moment."
    if board.session.running:
        return f"{label(row.result) if row else 'This'} is not measured in this run. {keys['run-case']} measures it."
    if remaining and not board.session.date:
        return (
            f"Nothing measured yet. {run} measures {_cases(len(remaining))} "
            f"in about {duration(remaining_seconds)}. "
            "Sizes are known already."
        )
    if remaining:
        return f"Not measured yet. {run} {_going_on(board.session, remaining)}, about {duration(remaining_seconds)}."
    return "Nothing to draw."


def curve_title(board: Board, row: BoardRow | None) -> str:
    """Return the head of the histogram: the row and the whole view, so that another one starts new axes."""
    view = board.view
    parts = ["" if row is None else label(row.result, board.several_providers)]
    parts += [] if view is None else [view.operation, view.mode or "", view.message or ""]
    return " ".join(part for part in parts if part)


def curve(row: BoardRow, marked: Sequence[str], several_providers: bool) -> Curve | None:
    """Return a row's distribution, None where nothing of it was measured."""
    told, result = row.told, row.result
    if told is None or not told.collected.count or result.mean_us is None or result.median_us is None:
        return None
    return Curve(
        name=label(result, several_providers),
        letter=letter(marked, row.key),
        bins=told.collected.bins,
        shift=shift_of(told.collected, told.overhead_ns),
        samples=told.collected.count,
        batch=told.collected.batch,
        median=result.median_us * 1e3,
        mean=result.mean_us * 1e3,
        p99=None if result.p99_us is None or told.collected.batch > 1 else result.p99_us * 1e3,
    )
