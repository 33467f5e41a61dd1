"""Where the parts of a histogram lie: its rows, its gutter, and the axes as they have grown so far."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from sigtui.numbers import percent
from sigtui.stats.axis import Axis, axis
from sigtui.stats.curve import Curve, Zoom, heights, outside, span
from sigtui.tui.widgets.histogram_axis import (
    Word,
    axis_line,
    marks,
    tick_columns,
    tick_line,
    unit_of,
    with_marks,
)
from sigtui.tui.widgets.histogram_words import figures, legend

GUTTER = 8
"""Cells left of the plot: a percentage and the axis, of one width so that the plot keeps its own."""

_LEAST_WIDTH = 30  # narrower, the plot needs the gutter's cells
_PARTS = 5  # of the axis of percentages
_TAIL_BEFORE = 0.67  # share of a curve that lies before its tail at least, 0.9 when it was chosen
_APART = 3  # rows at least between two percentages


@dataclass(frozen=True, slots=True)
class Rows:
    """How many rows the parts around the plot have; where ``marks`` has none, they stand on the axis."""

    title: int
    line: int
    ticks: int
    marks: int
    words: int


def rows(height: int, curves: int) -> Rows:
    """Share out the height: plot and title come first, then figures, ticks, axis, and a row for the marks.

    Several curves have a legend of a line each at most, as long as it leaves the plot its half.
    """
    title, words, ticks, line, own_marks = (int(height > least) for least in (1, 2, 4, 5, 8))
    if words and curves > 1:
        left = height - title - ticks - line - own_marks
        words = max(1, min(curves, left - max(3, left // 2)))
    return Rows(title, line, ticks, own_marks, words)


def gutter_of(width: int) -> int:
    """Return how many cells are left of the plot."""
    return GUTTER if width >= _LEAST_WIDTH else 0


def gutter(text: str, line: str, width: int) -> list[Word]:
    """Return a row's part left of the plot: a text, and the line of the axis."""
    return [Word(f"{text:>{width - 2}} {line}", "axis")] if width else []


def scale(percents: Axis, height: int) -> list[str]:
    """Return the percentage that the upper edge of each of the plot's rows stands for, where it is a round one."""
    texts = [""] * height
    for tick in percents.ticks(max(1, height // _APART)):
        row = height - round(percents.place(tick) * height)
        if row < height:
            texts[row] = percent(tick / 100, digits=2)
    return texts


def below(
    curves: Sequence[Curve], times: Axis, room: Rows, columns: int, left: int, outlines: bool
) -> list[list[Word]]:
    """Return the lines under the plot: axis, ticks, marks, and figures or legend, as far as there are rows."""
    single = len(curves) == 1
    placed = marks(curves, times, columns)
    lines = []
    if room.line:
        line = axis_line(tick_columns(times, columns), columns)
        lines.append([*gutter("", "└", left), *with_marks(line, [] if room.marks else placed)])
    if room.ticks:
        lines.append([Word(tick_line(times, columns, unit_of(curves), left), "axis")])
    if room.marks:
        text = "" if single else "median"
        lines.append([*gutter(text, " ", left), *with_marks(" " * columns, placed)])
    if room.words and single:
        lines.append([*gutter("", " ", left), *figures(curves[0], columns)])
    elif room.words:
        lines += [[Word(" "), *line] for line in legend(curves, left + columns - 1, room.words, outlines)]
    return lines


@dataclass(frozen=True, slots=True)
class Axes:
    """Both axes so far, and what they are for.

    ``subject`` is what is drawn, ``samples`` how many of each curve. ``percents`` are those of so many
    ``columns``: fewer columns hold more of the samples each.
    """

    subject: tuple[object, ...]
    samples: tuple[int, ...]
    times: Axis
    columns: int
    percents: Axis


def grown(
    before: Axes | None, title: str, curves: Sequence[Curve], zoom: Zoom, log: bool, columns: int
) -> tuple[Axes, list[NDArray[np.float64]]]:
    """Return the axes for now and the height of each column of each curve, in percent of its samples.

    They start anew for other rows, another part or kind of axis, where samples were thrown away, and where a
    tail began so early that it holds the bodies too.
    """
    subject = (title, tuple((curve.name, curve.letter) for curve in curves), zoom, log)
    samples = tuple(curve.samples for curve in curves)
    if before is not None and (
        before.subject != subject
        or any(now < then for now, then in zip(samples, before.samples, strict=True))
        or (zoom is Zoom.TAIL and all(outside(curve, before.times)[0] < _TAIL_BEFORE for curve in curves))
    ):
        before = None
    shown = before.times if before is not None else None
    times = axis(*span(curves, zoom), shown, log=log, close=zoom is Zoom.TAIL)
    columned = [heights(curve, times, columns) for curve in curves]
    highest = max(float(each.max()) for each in columned)
    previous = before.percents if before is not None and before.columns == columns else None
    percents = axis(0.0, highest, previous, parts=_PARTS)
    return Axes(subject, samples, times, columns, percents), columned
