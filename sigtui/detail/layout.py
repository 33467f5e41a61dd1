"""Labelled lines set in columns: labels, values and notes under each other, wrapped where they are long."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import zip_longest

from sigtui.columns import GAP, cells_wide, wrapped
from sigtui.machine.words import Line
from sigtui.wording import printable

_LABEL = 12
_NOTE = 18


@dataclass(frozen=True, slots=True)
class Section:
    """Lines under a title; ``second`` puts it into the right column where there is room for two."""

    title: str
    lines: tuple[Line, ...]
    second: bool = False


def laid_out(lines: Sequence[Line], width: int) -> tuple[Line, ...]:
    """Set labels, values and notes in columns for a text that is so many cells wide.

    There is one Line for each line of the terminal, its parts filled up with spaces so that they can be joined.
    A note stands beside its value unless there is no room, or it takes fewer lines below it.
    """
    labels = max((cells_wide(line.label) for line in lines), default=0)
    labels = max(labels, _LABEL) if labels > 1 else labels
    room = max(width - labels - len(GAP), 1)
    most = room - len(GAP) - _NOTE
    beside = max(
        (wide for line in lines if line.note and (wide := cells_wide(line.value)) <= most), default=0
    )
    made: list[Line] = []
    for line in lines:
        value, note = printable(line.value), printable(line.note)
        values, below = wrapped(value, room), wrapped(note, room) if note else []
        aside = wrapped(note, room - beside - len(GAP)) if note and cells_wide(value) <= beside else []
        if aside and len(aside) <= len(values) + len(below):
            values = [_filled(text, beside) + GAP for text in (value, *[""] * (len(aside) - 1))]
            notes = aside
        else:
            notes = [""] * len(values) + below
        first, later = (_filled(printable(text), labels) + GAP for text in (line.label, ""))
        for index, (text, told) in enumerate(zip_longest(values, notes, fillvalue="")):
            made.append(Line(later if index else first, text, told))
    return tuple(made)


def _filled(text: str, width: int) -> str:
    return text + " " * (width - cells_wide(text))


def as_text(title: str, told: Sequence[Section], width: int = 100) -> str:
    """Return sections under their titles as plain text, to be copied."""
    lines = [printable(title)]
    for section in told:
        lines += ["", section.title]
        lines += [
            f"  {line.label}{line.value}{line.note}".rstrip() for line in laid_out(section.lines, width - 2)
        ]
    return "\n".join(lines) + "\n"
