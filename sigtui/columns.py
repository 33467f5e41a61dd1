"""Columns of plain text for a terminal."""

import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass

_GAP = "  "


def cells_wide(text: str) -> int:
    """Return how many cells of a terminal a text takes: two for wide characters, none for combining ones."""
    return sum(
        0 if unicodedata.combining(letter) else 2 if unicodedata.east_asian_width(letter) in "WF" else 1
        for letter in text
    )


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

    def padded(self, text: str) -> str:
        """Return a text filled up to the column's width."""
        space = " " * (self.width - cells_wide(text))
        return space + text if self.right else text + space


def set_columns(columns: Sequence[Column]) -> list[str]:
    """Return the lines of a table, its heads first, without spaces at their ends."""
    rows = [[column.head for column in columns], *zip(*(column.cells for column in columns), strict=True)]
    return [
        _GAP.join(column.padded(text) for column, text in zip(columns, row, strict=True)).rstrip()
        for row in rows
    ]
