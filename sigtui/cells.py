"""The cells of a table of results, its widths and its order: what a headless run prints and the app shows."""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from types import MappingProxyType
from typing import TypeAlias

from sigtui.columns import GAP, Column, shortened
from sigtui.files.results import Lengths, Result
from sigtui.findings import SYMMETRIC_MARK, is_symmetric
from sigtui.numbers import (
    TOO_SMALL,
    UNKNOWN,
    TimeUnit,
    count,
    figure,
    in_unit,
    interval,
    mean_in_unit,
    rate,
    relative,
    sparkline,
    time_unit,
)
from sigtui.stats.summary import P99_FROM
from sigtui.wording import printable

BASELINE_MARK = "="
"""Stands beside the row that the others are compared with."""

DROPPED = ("rounds", "sure", "median", "/s·core", "n")
"""Names of the columns that give way in a narrow terminal, in order; never ± or the interval of × base.

``sure`` only repeats the ± of the mean. Where n is gone, the table's title says it.
"""

_NAMES = "algorithm"
_SPARK = 16
_TOLD = 36  # cells of a tool's own text behind an id that stands twice
_HELD = 2.0  # factor beyond 1 and 1,000 up to which a column keeps its unit


class State(StrEnum):
    """How far a row has come; all but the last two are spelled as the session spells a case's status.

    ``idle`` is a row that nobody has asked to measure yet, ``unavailable`` one that can't be measured here.
    """

    WAITING = "waiting"
    PREPARING = "preparing"
    MEASURING = "measuring"
    FINISHED = "finished"
    FAILED = "failed"
    PAUSED = "paused"
    STOPPED = "stopped"
    IDLE = "idle"
    UNAVAILABLE = "unavailable"


GLYPHS: Mapping[State, str] = MappingProxyType(
    {
        State.WAITING: "·",
        State.PREPARING: "~",
        State.MEASURING: "~",
        State.FINISHED: "✓",
        State.FAILED: "✗",
        State.PAUSED: "‖",
        State.STOPPED: "■",
        State.IDLE: " ",
        State.UNAVAILABLE: "–",
    }
)
"""One cell a state; ``finished`` is at the effort's precision or out of time."""

_TEXTS: Mapping[State, str] = MappingProxyType(
    {
        State.WAITING: "waiting",
        State.PREPARING: "creating and checking its key",
        State.MEASURING: "first calls",
        State.PAUSED: "paused before its first call",
        State.STOPPED: "stopped before its first call",
        State.IDLE: "not measured yet",
    }
)


def has_figures(result: Result) -> bool:
    """Whether a row shows figures: it was measured, and did not fail later."""
    return result.mean_us is not None and not result.error


def ranked(results: Iterable[Result]) -> tuple[Result, ...]:
    """Return rows in the order in which they are shown: mean ascending, those without figures last."""
    return tuple(sorted(results, key=lambda result: (not has_figures(result), result.mean_us or 0.0)))


def view_title(operation: str, mode: str | None, message: str | None, message_bytes: int | None) -> str:
    """Return the head of a table: ``SIGN · reused-key · properties 93 B``."""
    size = "" if message_bytes is None else f" {count(message_bytes)} B"
    parts = (operation.upper(), mode, f"{message or ''}{size}".strip())
    return " · ".join(part for part in parts if part)


def label(result: Result, several_providers: bool = False) -> str:
    """Name a row, with its provider where the table has several."""
    name = result.algorithm or result.label or "?"
    return _line(f"{name} [{result.provider}]" if result.provider and several_providers else name)


def labels(results: Sequence[Result], several_providers: bool = False) -> list[str]:
    """Name the rows of a table; those of one name by their tool's own text too, since an id may stand twice."""
    names = [label(result, several_providers) for result in results]
    times = Counter(names)
    return [
        f"{name} ({shortened(_line(result.label), _TOLD, 'middle')})"
        if times[name] > 1 and result.algorithm and result.label
        else name
        for name, result in zip(names, results, strict=True)
    ]


def reason(result: Result) -> str:
    """Say in one line why a row has no figures."""
    return _line(result.error or "not measured")


def _line(text: str) -> str:
    """Return a stranger's text as one line that a terminal shows as it is."""
    return printable(" ".join(text.split()))


def is_baseline(result: Result, baseline: str | None) -> bool:
    """Whether the result is what the others of its table are compared with; ``baseline`` is an algorithm's id."""
    return result.algorithm is not None and result.algorithm == baseline


def no_p99(result: Result) -> str | None:
    """Say why a row has no p99 of single calls: it is a batch's, too few samples, or unknown; None if it has."""
    if result.batch not in (None, 1):
        return f"k={count(result.batch or 1)}"
    if result.p99_us is not None:
        return None
    few = result.samples is not None and result.samples < P99_FROM
    return f"n={result.samples}" if few else UNKNOWN


def ratio_interval(result: Result) -> str:
    """Return the interval of a row's ratio, or that n is too small for one."""
    return interval(result.ratio_low, result.ratio_high) or TOO_SMALL


def samples_range(results: Iterable[Result]) -> str:
    """Return the least and most samples of some measured rows, for a title where the column n is gone."""
    every = sorted(result.samples for result in results if result.samples is not None)
    if not every:
        return "n not said"
    return f"n {count(every[0])}" + (f"–{count(every[-1])}" if every[-1] != every[0] else "")


def signature(result: Result) -> str:
    """Return the bytes of a row's signatures, from the shortest to the longest where they vary."""
    lengths = result.signature_bytes
    if lengths is None:
        return UNKNOWN
    longest = count(lengths.max)
    return longest if lengths.min == lengths.max else f"{count(lengths.min)}–{longest}"


def nominal_signature(nominal: Lengths) -> str:
    """Return in brackets the bytes that a signature has by its standard, ``(≤72)`` where they vary."""
    most = "" if nominal.min == nominal.max else "≤"
    return f"({most}{count(nominal.max)})"


def letter(marks: Sequence[str], key: str) -> str:
    """Return the letter of a marked row, A for the first of the marks; empty where it is not marked."""
    return chr(ord("A") + marks.index(key)) if key in marks else ""


def sureness(result: Result) -> str:
    """Say how sure a mean is yet: ±2.1 %, or n=3 where its interval says nothing; empty without a figure."""
    mean, half = result.mean_us, result.half_width_us
    if mean is None or result.error:
        return ""
    if half is None or half >= mean:
        return UNKNOWN if result.samples is None else f"n={count(result.samples)}"
    return relative(half / mean)


def held_unit(previous: TimeUnit | None, microseconds: Iterable[float | None]) -> TimeUnit:
    """Choose the unit of the time columns during a run, so that it does not flap around a border.

    The previous one stays while the median row reads at least 0.5 and less than 2,000 in it. When a run has
    ended, ``previous`` is None: then the unit is the one that a headless run prints.
    """
    known = [value for value in microseconds if value is not None and value > 0]
    near = {time_unit(value * scale for value in known) for scale in (1 / _HELD, 1, _HELD)}
    kept = previous is not None and (not known or previous in near)
    return previous if previous is not None and kept else time_unit(known)


def columns(
    results: Sequence[Result],
    *,
    baseline: str | None,
    several_providers: bool = False,
    unit: TimeUnit | None = None,
    unit_in_heads: bool = True,
    rounds: bool = True,
    sure: bool = False,
    states: Sequence[State] | None = None,
    nominal: Sequence[Lengths | None] | None = None,
    badges: Sequence[str] = (),
) -> tuple[Column, ...]:
    """Return the columns of one view's rows, in the rows' order.

    The first has no head: the marks of baseline and symmetric rows, and behind them the state's glyph where
    there are ``states``, one a row (``=✓``). ``baseline`` is an algorithm's id. All times are in ``unit``, by
    default the one that suits the median row; without ``unit_in_heads`` the caller shows it elsewhere.
    ``nominal`` are the catalogue's sizes of signatures, one a row: they stand in brackets where none was seen.
    ``badges`` are signs behind the sizes, one a row, empty where there is nothing to say.
    Rows without figures have empty cells, except for their name and what is known of their signature's size.
    """
    unit = unit or time_unit(result.mean_us for result in results if has_figures(result))
    suffix = f" {unit.name}" if unit_in_heads else ""
    ratios = [_ratio(result, baseline) for result in results]
    broadest = max((len(second) for _, second in ratios), default=0)
    marks = [_marks(result, baseline) for result in results]
    if states is not None:
        marks = [mark + GLYPHS[state] for mark, state in zip(marks, states, strict=True)]

    def column(head: str, cell: Callable[[Result], str], right: bool = True) -> Column:
        return Column(head, [cell(result) if has_figures(result) else "" for result in results], right)

    made = [
        Column("", [mark or " " for mark in marks]),
        Column(_NAMES, labels(results, several_providers), right=False),
        column("n", _samples),
        column(f"median{suffix}", lambda result: in_unit(result.median_us, unit)),
        column(
            f"mean ±99.9%{suffix}", lambda result: mean_in_unit(_mean(result), result.half_width_us, unit)
        ),
        *([column("sure", sureness)] if sure else []),
        column(f"p99{suffix}", lambda result: no_p99(result) or in_unit(result.p99_us, unit)),
        column("/s·core", lambda result: rate(result.ops_per_second)),
        Column("× base (99.9%)", [f"{first} {second:>{broadest}}".strip() for first, second in ratios]),
        Column(
            "sig B",
            [
                _known_signature(result, size) + sign
                for result, size, sign in zip(
                    results, nominal or [None] * len(results), _signs(badges, len(results)), strict=True
                )
            ],
        ),
    ]
    if rounds:
        made.append(column("rounds", _rounds, right=False))
    return tuple(made)


def _signs(badges: Sequence[str], rows: int) -> list[str]:
    """Return what stands behind the sizes: a cell each, and none where no row has a sign."""
    return [sign or " " for sign in badges] if any(badges) else [""] * rows


def _mean(result: Result) -> float:
    return result.mean_us or 0.0


def _marks(result: Result, baseline: str | None) -> str:
    return (BASELINE_MARK if is_baseline(result, baseline) else "") + (
        SYMMETRIC_MARK if is_symmetric(result) else ""
    )


def _samples(result: Result) -> str:
    batch = f" ×{count(result.batch)}" if result.batch not in (None, 1) else ""
    return count(result.samples) + batch


def _ratio(result: Result, baseline: str | None) -> tuple[str, str]:
    if not has_figures(result):
        return ("", "")
    if result.ratio is None:
        return (UNKNOWN, "")
    if is_baseline(result, baseline):
        return ("", "baseline")
    return figure(result.ratio), ratio_interval(result)


def _known_signature(result: Result, nominal: Lengths | None) -> str:
    if nominal is not None and result.signature_bytes is None:
        return nominal_signature(nominal)
    return signature(result) if has_figures(result) or result.signature_bytes else ""


def _rounds(result: Result) -> str:
    return sparkline([us for us, _ in result.rounds_us or ()], _SPARK)


@dataclass(frozen=True, slots=True)
class Row:
    """A row as it is drawn: ``cells`` stand in the columns, in their order.

    ``text`` is empty where the cells hold figures; else it says in their place what the row waits for or why
    it has none, and spans the columns from behind the name. What is known of a signature's size stays.
    """

    state: State
    label: str
    cells: tuple[str, ...]
    text: str = ""


def rows(results: Sequence[Result], states: Sequence[State], shown: Sequence[Column]) -> tuple[Row, ...]:
    """Return the rows of these columns, which hold a cell for each result."""
    names = next((column.cells for column in shown if name_of(column) == _NAMES), ())
    lines = zip(*(column.cells for column in shown), strict=True)
    return tuple(
        Row(state, name, cells, "" if has_figures(result) else _text(result, state))
        for result, state, name, cells in zip(results, states, names, lines, strict=True)
    )


def _text(result: Result, state: State) -> str:
    return reason(result) if result.error else _TEXTS.get(state, reason(result))


Widths: TypeAlias = Mapping[str, int]
"""Cells of a terminal that a column takes, by the column's name."""


def name_of(column: Column) -> str:
    """Return a column's head without units, which tells it from the others: ``median``, ``×``."""
    return column.head.partition(" ")[0]


def widths(shown: Iterable[Column]) -> Widths:
    """Return how wide the columns are."""
    return MappingProxyType({name_of(column): column.width for column in shown})


def grown(previous: Widths, now: Widths) -> Widths:
    """Return widths that never shrink, so that columns hold still during a run.

    Columns that are not there now keep theirs for when they come back.
    """
    return MappingProxyType({**previous, **{name: max(now[name], previous.get(name, 0)) for name in now}})


@dataclass(frozen=True, slots=True)
class Narrowed:
    """Columns that are left in a terminal, each with its width, and what stands between two of them.

    ``fits`` is False where even the fewest columns are wider than the terminal.
    """

    columns: tuple[Column, ...]
    widths: tuple[int, ...]
    gap: str
    fits: bool


def narrowed(
    shown: Sequence[Column],
    width: int,
    *,
    least: Widths = MappingProxyType({}),
    gaps: Sequence[str] = (GAP, " "),
    dropped: Sequence[str] = DROPPED,
) -> Narrowed:
    """Return as many columns as fit into ``width`` cells of a terminal, with the first gap that lets them.

    ``dropped`` names the columns that give way, in order; ``least`` says how wide columns are at least.
    """
    there = {name_of(column) for column in shown}
    given_way = [name for name in dropped if name in there]
    for drops in range(len(given_way) + 1):
        kept = tuple(column for column in shown if name_of(column) not in given_way[:drops])
        wide = tuple(max(column.width, least.get(name_of(column), 0)) for column in kept)
        for gap in gaps:
            if sum(wide) + len(gap) * max(0, len(kept) - 1) <= width:
                return Narrowed(kept, wide, gap, fits=True)
    return Narrowed(kept, wide, gap, fits=False)
