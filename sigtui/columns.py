"""Columns of plain text for a terminal."""

import re
import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from typing import Literal

GAP = "  "
"""What stands between two columns."""


_ELLIPSIS = "…"

# What is between two words, and not between a number and its unit.
_BETWEEN = re.compile(r"(?<!\d) | (?!(?:%|[nµm]?s|B|bit|calls)(?![\w/]))")
_WITHOUT_WIDTH = ("Mn", "Me", "Cf")  # marks, joiners, variation selectors
_SOFT_HYPHEN = "\N{SOFT HYPHEN}"  # a format character that terminals show


def cells_wide(text: str) -> int:
    """Return how many cells of a terminal a text takes: two for wide characters, none for combining ones."""
    return len(text) if text.isascii() else sum(map(_cells, text))


@cache
def _cells(letter: str) -> int:
    if unicodedata.category(letter) in _WITHOUT_WIDTH and letter != _SOFT_HYPHEN:
        return 0
    return 2 if unicodedata.east_asian_width(letter) in "WF" else 1


@dataclass(frozen=True, slots=True)
class Column:
    """A column: its head, its cells, and whether they are set to the right."""

    head: str
    cells: Sequence[str]
    right: bool = True

    @property
    def width(self) -> int:
        """Cells that the widest text takes."""
        return max(cells_wide(text) for text in (self.head, *self.cells))

    def lines(self) -> list[str]:
        """Return head and cells, filled up to the column's width."""
        width = self.width
        texts = (self.head, *self.cells)
        spaces = [" " * (width - cells_wide(text)) for text in texts]
        pairs = zip(texts, spaces, strict=True)
        return [space + text if self.right else text + space for text, space in pairs]


def set_columns(columns: Sequence[Column], gap: str = GAP) -> list[str]:
    """Return the lines of a table, its heads first, without spaces at their ends."""
    rows = zip(*(column.lines() for column in columns), strict=True)
    return [gap.join(row).rstrip() for row in rows]


def wrapped(text: str, width: int, first: str = "", later: str = "") -> list[str]:
    """Return a text in lines of at most ``width`` cells; ``first`` and ``later`` are what lines begin with.

    Lines end between words, or inside a word that alone is too long; a number keeps its unit beside it.
    """
    lines: list[str] = []
    line, start = first, first
    for word in filter(None, _BETWEEN.split(" ".join(text.split()))):
        rest = word
        if line != start and cells_wide(f"{line} {rest}") > width:
            lines.append(line)
            line = start = later
        joined = rest if line == start else f" {rest}"
        while cells_wide(line + joined) > width and (fitting := _fitting(joined, width - cells_wide(line))):
            lines.append(line + joined[:fitting])
            line, start, joined = later, later, joined[fitting:]
        line += joined
    return [*lines, line]


def shortened(text: str, width: int, where: Literal["end", "middle"] = "end") -> str:
    """Return a text in at most ``width`` cells: where it is wider, an ellipsis stands for what is cut out.

    Cut in the middle, it keeps its end too, of half the cells that its start has.
    """
    if cells_wide(text) <= width:
        return text
    if width < 1:
        return ""
    kept = width // 3 if where == "middle" else 0
    start = text[: _fitting(text, width - kept - 1)]
    end = text[len(text) - _fitting(text[::-1], kept) :] if kept else ""
    return f"{start}{_ELLIPSIS}{end}"


def _fitting(text: str, width: int) -> int:
    """Return how many characters at the start of a text fit into so many cells."""
    fitting = 0
    for letter in text:
        width -= _cells(letter)
        if width < 0:
            break
        fitting += 1
    return fitting
