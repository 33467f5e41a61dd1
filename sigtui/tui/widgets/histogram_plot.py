"""The cells of a histogram's plot: drawn by plotext, or in plain blocks where there is no plotext."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from importlib import import_module
from types import ModuleType
from typing import Protocol

import numpy as np
from numpy.typing import NDArray
from rich.segment import Segment
from rich.style import Style
from textual.color import Color
from textual.strip import Strip

from sigtui.tui.widgets.ansi import strips

_BLOCKS = np.array(list(" ▁▂▃▄▅▆▇█"))
_DOT = 0.25  # cells a dot of a braille character is high

BEADS = "•"
"""What the outline of a case that was timed in batches is made of."""


@dataclass(frozen=True, slots=True, eq=False)
class Shape:
    """What is drawn of a curve: ``levels`` are its heights, one a column, as shares of the plot's height."""

    levels: NDArray[np.float64]
    colour: Color
    letter: str = ""
    batches: bool = False


class Plotter(Protocol):
    """Draws shapes on a plot of so many rows; ``outlines`` says whether several share all of them."""

    @property
    def outlines(self) -> bool:
        """Whether several curves lie over each other, each in its own line; else each has a strip of its own."""
        ...

    def bars(self, shape: Shape, rows: int) -> list[Strip]:
        """Return the plot of one curve as filled bars, the top row first."""
        ...

    def overlay(self, shapes: Sequence[Shape], rows: int) -> list[Strip]:
        """Return the plot of several curves, the first of them foremost; each shows its letter."""
        ...


def _eighths(shape: Shape, rows: int) -> NDArray[np.int64]:
    """Return the bars' heights in eighths of a row; a column that has any sample shows one."""
    sizes = np.clip(np.rint(shape.levels * rows * 8), 0, rows * 8)
    eighths: NDArray[np.int64] = np.where(shape.levels > 0, np.maximum(sizes, 1), 0).astype(np.int64)
    return eighths


@dataclass(frozen=True, slots=True)
class Blocks:
    """Draws with block characters alone: musl and Windows on ARM have no wheel of plotext."""

    outlines = False

    def bars(self, shape: Shape, rows: int) -> list[Strip]:
        """Return bars of eighths of a row."""
        eighths = _eighths(shape, rows)
        style = Style(color=shape.colour.rich_color)
        return [
            Strip([Segment("".join(_BLOCKS[np.clip(eighths - 8 * row, 0, 8)]), style)])
            for row in reversed(range(rows))
        ]

    def overlay(self, shapes: Sequence[Shape], rows: int) -> list[Strip]:
        """Return one strip a curve, all of one height, as many as there is room for."""
        shown = shapes[:rows]
        height = rows // len(shown)
        lines: list[Strip] = []
        for shape in shown:
            first, *rest = self.bars(shape, height)
            label = Segment(shape.letter, Style(color=shape.colour.rich_color, bold=True))
            lines += [Strip([label, *first.crop(len(shape.letter))]), *rest]
        spare = Strip([Segment(" " * shapes[0].levels.size)])
        return [spare] * (rows - len(lines)) + lines


@dataclass(frozen=True, slots=True)
class Plotext:
    """Draws with plotext's one global figure, so on one thread only; nothing of it touches the terminal."""

    plotext: ModuleType
    markers: dict[tuple[str, Color], object] = field(default_factory=dict)
    outlines = True

    def bars(self, shape: Shape, rows: int) -> list[Strip]:
        """Return bars of full cells, each under a cap of eighths of a cell."""
        self._begin(shape.levels.size, rows)
        full, caps = np.divmod(_eighths(shape, rows), 8)
        bars, tops = np.flatnonzero(full), np.flatnonzero(caps)
        figure = self.plotext.figure
        if bars.size:
            body = figure.signal(
                bars.tolist(), (full[bars] - 1).tolist(), marker=self._marker("full", shape.colour)
            )
            figure.draw(body.fillx())
        if tops.size:
            markers = [self._marker(cap, shape.colour) for cap in _BLOCKS[caps[tops]]]
            figure.draw(figure.signal(tops.tolist(), full[tops].tolist(), marker=markers))
        return self._built()

    def overlay(self, shapes: Sequence[Shape], rows: int) -> list[Strip]:
        """Return outlines, braille for single calls and beads for batches, a letter over the top of each."""
        self._begin(shapes[0].levels.size, rows)
        figure = self.plotext.figure
        for shape in reversed(shapes):
            columns, heights, joined = _outline(shape, rows)
            marker = self._marker(BEADS if shape.batches else "braille", shape.colour)
            line = figure.signal(columns, heights, marker=marker)
            for point, join in enumerate(joined):
                line.line(point, join)
            figure.draw(line)
        taken: set[tuple[int, int]] = set()
        for shape in shapes:
            place = _over_the_top(shape.levels, rows, taken)
            if place is not None:
                taken.add(place)
                marker = self._marker(shape.letter, shape.colour)
                figure.draw(figure.signal([place[0]], [place[1]], marker=marker))
        return self._built()

    def _begin(self, columns: int, rows: int) -> None:
        """Empty the figure and give it a canvas alone: a column is 1 wide and a row 1 high, centres at 0, 1, …."""
        self.plotext.terminal.limit(False, False)
        figure = self.plotext.figure
        figure.clear()
        figure.plot_size(columns, rows)
        figure.axes(False)
        figure.canvas("default")
        for axis, cells in (("x", columns), ("y", rows)):
            figure.ruler(axis).lim(-0.5, cells - 0.5).alignment(lim="edge").frequency(0)

    def _built(self) -> list[Strip]:
        return strips(self.plotext.figure.build().string())

    def _marker(self, symbol: str, colour: Color) -> object:
        """Return a marker that was made once: plotext makes one for every point of a signal otherwise."""
        key = (symbol, colour)
        if key not in self.markers:
            ink = (colour.r, colour.g, colour.b) if colour.ansi is None else colour.ansi
            style = "bold" if symbol.isupper() else None
            self.markers[key] = self.plotext.marker(symbol, pixel=(ink, None, style))
        return self.markers[key]


def _outline(shape: Shape, rows: int) -> tuple[list[int], list[float], list[bool]]:
    """Return columns, heights in rows, and whether a line joins each to the one before.

    Empty columns are left out but for the feet of flanks, and so are points on a straight line between others:
    plotext's time goes with the points.
    """
    dots = np.maximum(np.rint(shape.levels * rows / _DOT), 1)
    filled = np.pad(shape.levels > 0, 1)
    columns = np.flatnonzero(filled[:-2] | filled[1:-1] | filled[2:])
    joined = np.diff(columns, prepend=-2) == 1
    if columns.size > 2:
        bends = np.diff(dots[columns], 2) != 0
        corners = np.pad(bends, 1, constant_values=True) | ~joined | ~np.append(joined[1:], False)
        columns, joined = columns[corners], joined[corners]
    heights = (dots[columns] - 0.5) * _DOT - 0.5
    return columns.tolist(), heights.tolist(), joined.tolist()


def _over_the_top(
    levels: NDArray[np.float64], rows: int, taken: set[tuple[int, int]]
) -> tuple[int, int] | None:
    """Return the cell above the highest column whose cell is not taken yet, None where all columns are empty."""
    for column in np.argsort(-levels, kind="stable").tolist():
        place = (column, min(int(np.ceil(levels[column] * rows)), rows - 1))
        if levels[column] > 0 and place not in taken:
            return place
    return None


def load() -> Plotter:
    """Return the plotter of this machine. Importing plotext takes 300 ms: not before the first paint."""
    try:
        return Plotext(import_module("plotext"))
    except (ImportError, OSError):  # no such package, or no compiled kernel that fits this system
        return Blocks()
