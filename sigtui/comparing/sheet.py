"""A comparison as a sheet of words: columns with heads, sections of lines with a cell for each column."""

from dataclasses import dataclass

BASELINE = "="
CAUTION = "!"
FAILS = "✗"
FITS = "✓"


@dataclass(frozen=True, slots=True)
class Field:
    """A cell; ``mark`` is a verdict's sign before the text, empty where there is none, ``dim`` published or nominal."""

    text: str
    mark: str = ""
    dim: bool = False

    @property
    def shown(self) -> str:
        """The text with its mark."""
        return f"{self.mark} {self.text}" if self.mark else self.text


EMPTY = Field("")


@dataclass(frozen=True, slots=True)
class Line:
    """A label and a cell for each column; ``under`` says that it belongs to the line above it.

    ``row`` is the place of the comparison's row that it tells of, None where it tells of several or of none.
    """

    label: str
    cells: tuple[Field, ...]
    under: bool = False
    row: int | None = None


@dataclass(frozen=True, slots=True)
class Section:
    """Lines under a title."""

    title: str
    lines: tuple[Line, ...]


@dataclass(frozen=True, slots=True)
class Sheet:
    """All that a comparison says. ``subtitle`` is what all columns have in common.

    ``verdicts`` are sentences in the order of the rows; ``same`` and ``differs`` name fields, ``notes`` what to know
    before believing it, ``refused`` what was left out and why. ``own`` is what its author wrote.
    """

    title: str
    subtitle: str
    heads: tuple[Field, ...]
    sections: tuple[Section, ...]
    verdicts: tuple[str, ...]
    same: str
    differs: str
    notes: tuple[str, ...] = ()
    warnings: tuple[str, ...] = ()
    refused: tuple[str, ...] = ()
    own: str = ""
