"""A sheet cut to a screen: which columns have room, how wide they are, and its lines as pieces of text."""

from collections.abc import Sequence
from dataclasses import dataclass

from sigtui.columns import cells_wide, shortened
from sigtui.comparing.sheet import BASELINE, CAUTION, FAILS, FITS, Field, Sheet

_GAP = 2
_KINDS = {CAUTION: "caution", FAILS: "fails", FITS: "fits", BASELINE: ""}


@dataclass(frozen=True, slots=True)
class Piece:
    """A piece of a line: its text, filled up, and how it is drawn; ``column`` is the sheet's, None for a label."""

    text: str
    kind: str = ""
    column: int | None = None


@dataclass(frozen=True, slots=True)
class Drawn:
    """A line as it is drawn. ``row`` is the comparison's row; a section's title has no ``place`` among the lines."""

    pieces: tuple[Piece, ...]
    place: int | None = None
    row: int | None = None


@dataclass(frozen=True, slots=True)
class Layout:
    """A sheet for a width: the head, the lines, the columns shown, and how many are out of sight behind them."""

    head: Drawn
    lines: tuple[Drawn, ...]
    columns: tuple[int, ...]
    behind: int


def laid_out(sheet: Sheet, width: int, first: int = 1) -> Layout:
    """Return the sheet for a terminal of this width: the baseline, then columns from ``first`` on as they fit."""
    labels = max((cells_wide(line.label) for section in sheet.sections for line in section.lines), default=0)
    labels = min(labels, max(width // 3, 16))
    wide = [_width(sheet, place) for place in range(len(sheet.heads))]
    columns = _fitting(wide, width - labels, first)
    last = columns[-1] if columns else 0
    behind = len(sheet.heads) - 1 - last
    head = [Piece(_filled("", labels + _GAP))]
    for place in columns:
        told = sheet.heads[place]
        kind = "dim" if told.dim else "head"
        head.append(Piece(_cut(told.shown, wide[place], width), kind, place))
    if behind > 0:
        head.append(Piece(f"+{behind} ►", "dim"))
    lines: list[Drawn] = []
    place = 0
    for section in sheet.sections:
        lines.append(Drawn((Piece(shortened(section.title, width), "section"),)))
        for line in section.lines:
            pieces = [Piece(_cut(line.label, labels, width), "label" if line.under else "")]
            pieces += [_piece(line.cells[each], wide[each], each, width) for each in columns]
            lines.append(Drawn(tuple(pieces), place, line.row))
            place += 1
    return Layout(Drawn(tuple(head)), tuple(lines), columns, max(behind, 0))


def _width(sheet: Sheet, place: int) -> int:
    fields = [line.cells[place] for section in sheet.sections for line in section.lines]
    return max(cells_wide(field.shown) for field in (sheet.heads[place], *fields))


def _fitting(wide: Sequence[int], room: int, first: int) -> tuple[int, ...]:
    """Return the first column and those from ``first`` on that have room; at least one beside it."""
    if not wide:
        return ()
    columns = [0]
    left = room - wide[0] - _GAP
    for place in range(max(first, 1), len(wide)):
        if wide[place] + _GAP > left and len(columns) > 1:
            break
        columns.append(place)
        left -= wide[place] + _GAP
    return tuple(columns)


def _piece(field: Field, wide: int, column: int, width: int) -> Piece:
    kind = "dim" if field.dim else _KINDS.get(field.mark, "")
    return Piece(_cut(field.shown, wide, width), kind, column)


def _cut(text: str, wide: int, width: int) -> str:
    return _filled(shortened(text, min(wide, width)), wide + _GAP)


def _filled(text: str, width: int) -> str:
    return text + " " * max(width - cells_wide(text), 0)
