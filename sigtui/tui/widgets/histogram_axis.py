"""The lines of a histogram's axis: its ticks with their values, and the marks of median, mean and p99."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from sigtui.columns import cells_wide
from sigtui.numbers import TimeUnit, rounded, time_unit
from sigtui.stats.axis import Axis
from sigtui.stats.curve import Curve

HIGHLIGHT = "▸"
"""Stands for the highlighted row where it has no letter."""

MEDIAN, MEAN, P99 = "½", "Ø", "9"
"""Stand where these are on the axis; marked rows have letters, so none of these is one of them."""

_GAP = 2


@dataclass(frozen=True, slots=True)
class Word:
    """A text and its role: ``title``, ``note``, ``axis``, ``mark``, or the sign of the curve that it is of.

    ``action`` is what a click on it does.
    """

    text: str
    role: str = "note"
    action: str = ""


@dataclass(frozen=True, slots=True)
class Mark:
    """A sign at a column of the plot, or beside it where the value lies off the axis."""

    column: int
    text: str
    role: str = "mark"


def sign(curve: Curve) -> str:
    """Return what stands for a curve in plot and legend."""
    return curve.letter or HIGHLIGHT


def unit_of(curves: Iterable[Curve]) -> TimeUnit:
    """Return the unit of all times beside a plot."""
    return time_unit(curve.median / 1000 for curve in curves)


def round_time(nanoseconds: float, unit: TimeUnit, decimals: int | None = None) -> str:
    """Return a round time in a unit, with the decimals that it needs or with so many."""
    value = unit.of(nanoseconds / 1000)
    return rounded(value, _decimals(value) if decimals is None else decimals)


def _decimals(value: float) -> int:
    """Return how many decimals a round value needs."""
    fitting = (digits for digits in range(9) if abs(round(value, digits) - value) <= 1e-9 * abs(value))
    return next(fitting, 9)


def tick_columns(axis: Axis, columns: int) -> dict[int, float]:
    """Return the values of the ticks by their columns."""
    most = max(1, columns // 14)
    return {_column(axis.place(tick), columns): tick for tick in axis.ticks(most)}


def _column(place: float, columns: int) -> int:
    return min(max(int(place * columns), 0), columns - 1)


def axis_line(ticks: Iterable[int], columns: int) -> str:
    """Return the line under the plot, crossed at the ticks."""
    crossed = set(ticks)
    return "".join("┼" if column in crossed else "─" for column in range(columns))


def tick_line(axis: Axis, columns: int, unit: TimeUnit, gutter: int) -> str:
    """Return the ticks' values under their columns, and the unit once, at the end; ends come before middles."""
    width = gutter + columns
    name = f" {unit.name}"
    if width < len(name):
        return " " * width
    ticks = sorted(tick_columns(axis, columns).items())
    # On a linear axis all values show as many decimals as the one that needs most.
    values = [unit.of(tick / 1000) for _, tick in ticks]
    decimals = None if axis.log else max(_decimals(value) for value in values)
    room = width - len(name)
    texts: dict[int, str] = {}
    for column, tick in [ticks[0], ticks[-1], *ticks[1:-1]]:
        text = round_time(tick, unit, decimals)
        start = max(0, min(gutter + column - (len(text) - 1) // 2, room - len(text)))
        end = start + len(text)
        if end <= room and all(
            end + _GAP <= at or at + len(other) + _GAP <= start for at, other in texts.items()
        ):
            texts[start] = text
    line = ""
    for start, text in sorted(texts.items()):
        line += " " * (start - len(line)) + text
    return line.ljust(room) + name


def marks(curves: Sequence[Curve], axis: Axis, columns: int) -> list[Mark]:
    """Return where median, mean and p99 of one curve are, or the medians of several; in order, none on another.

    What lies off the axis stands at its end, with an arrow.
    """
    first = curves[0]
    values = [(MEDIAN, "mark", first.median), (MEAN, "mark", first.mean)]
    if first.p99 is not None:
        values.append((P99, "mark", first.p99))
    if len(curves) > 1:
        values = [(sign(curve), sign(curve), curve.median) for curve in curves]
    values.sort(key=lambda value: value[2])
    places = [(text, role, axis.place(value)) for text, role, value in values]
    before = [Mark(0, text, role) for text, role, place in places if place < 0]
    beyond = [Mark(0, text, role) for text, role, place in places if place > 1]
    left = [Mark(0, "←"), *before] if before else []
    right = [*beyond, Mark(0, "→")] if beyond else []
    inside = [Mark(_column(place, columns), text, role) for text, role, place in places if 0 <= place <= 1]
    wanted = [
        *(Mark(column, mark.text, mark.role) for column, mark in enumerate(left)),
        *inside,
        *(Mark(columns - len(right) + column, mark.text, mark.role) for column, mark in enumerate(right)),
    ]
    return _apart(wanted, columns)


def _apart(wanted: list[Mark], columns: int) -> list[Mark]:
    """Move marks to the next free column, back where the plot ends; those without room are left out."""
    shown = wanted[:columns]
    places: list[int] = []
    for mark in shown:
        places.append(max(mark.column, places[-1] + 1 if places else 0))
    limit = columns
    for index in reversed(range(len(places))):
        limit = places[index] = min(places[index], limit - 1)
    return [Mark(column, mark.text, mark.role) for column, mark in zip(places, shown, strict=True)]


def with_marks(line: str, placed: Iterable[Mark], role: str = "axis") -> list[Word]:
    """Return a line of a plot with marks in the place of its own cells."""
    words = []
    end = 0
    for mark in placed:
        words += [Word(line[end : mark.column], role), Word(mark.text, mark.role)]
        end = mark.column + 1
    return [word for word in (*words, Word(line[end:], role)) if word.text]


def cells(words: Iterable[Word]) -> int:
    """Return how wide words are side by side."""
    return sum(cells_wide(word.text) for word in words)
