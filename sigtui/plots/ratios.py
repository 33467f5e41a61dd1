"""The picture of ratios: a dot with its 99.9 % interval for each case, on one log axis with the baseline at 1."""

from collections.abc import Sequence
from dataclasses import dataclass

from sigtui.plots.canvas import WIDTH, Canvas
from sigtui.plots.paint import DIM, GRID, INK
from sigtui.plots.scales import Scale, axis_line, grid, plain_label
from sigtui.stats.axis import Axis, axis

_LEFT, _RIGHT = 300.0, 700.0
_ROW, _TITLE = 22.0, 26.0
_LEAST, _MOST = 1e-9, 1e9  # ratios that an axis shows


@dataclass(frozen=True, slots=True)
class RatioPoint:
    """A case ÷ the baseline's: above 1 is slower. ``low`` and ``high`` bound its 99.9 % interval, if there is one.

    ``value`` is None where there is no ratio; ``said`` is the verdict in words, ``proved`` whether it says that there
    is a difference.
    """

    label: str
    value: float | None
    low: float | None
    high: float | None
    said: str
    baseline: bool = False
    proved: bool = False
    published: bool = False


@dataclass(frozen=True, slots=True)
class RatioGroup:
    """Cases that share a baseline, under a title."""

    title: str
    points: tuple[RatioPoint, ...]


def ratios(canvas: Canvas, groups: Sequence[RatioGroup], base: str) -> bool:
    """Draw groups on one axis, which is named after the baseline; False where no case has a ratio to another."""
    told = [group for group in groups if any(_shown(point) and not point.baseline for point in group.points)]
    if not told:
        return False
    values = [1.0]
    for point in (point for group in told for point in group.points if _shown(point)):
        values += [end for end in (point.low, point.value, point.high) if end is not None and _fits(end)]
    scale = Scale(_axis(min(values), max(values)), _LEFT, _RIGHT)
    titled = _TITLE if len(told) > 1 else 4.0
    top = canvas.y + 4
    bottom = top + sum(titled + _ROW * len(group.points) for group in told) + 6
    grid(canvas, scale, plain_label, top, bottom)
    canvas.lines([(scale.at(1.0), top), (scale.at(1.0), bottom)], paint=INK, width=1.5)
    for group in told:
        canvas.y += titled
        if len(told) > 1:
            canvas.backed(14, canvas.y, group.title)
        for point in group.points:
            canvas.y += _ROW
            _point(canvas, point, scale)
    canvas.y = bottom
    axis_line(canvas, scale, plain_label, "× base, log axis")
    canvas.text(scale.at(1.0), canvas.y + 15, f"1 = {base}", size=12, anchor="middle", paint=DIM)
    canvas.text(14, canvas.y + 15, "left of 1 is faster", size=12, paint=DIM)
    canvas.text(WIDTH - 14, canvas.y + 15, "hollow: no difference proved", size=12, anchor="end", paint=DIM)
    canvas.y += 18
    return True


def _axis(low: float, high: float) -> Axis:
    """Return an axis that holds both ends and 1: an axis alone reaches down only so far, and would hide the fastest."""
    below, above = axis(low, 1.0, log=True), axis(1.0, high, log=True)
    return Axis(below.low, above.high, log=True)


def _fits(value: float) -> bool:
    return _LEAST <= value <= _MOST


def _shown(point: RatioPoint) -> bool:
    return point.value is not None and _fits(point.value)


def _point(canvas: Canvas, point: RatioPoint, scale: Scale) -> None:
    y = canvas.y - 4
    paint = DIM if point.published else INK
    name = f"= {point.label}" if point.baseline else point.label
    canvas.text(14, canvas.y, name, paint=paint, room=_LEFT - 30)
    canvas.text(_RIGHT + 14, canvas.y, point.said, paint=paint, room=WIDTH - _RIGHT - 20)
    if not _shown(point):
        return
    x = scale.at(point.value or 1.0)
    canvas.lines([(_LEFT, y), (_RIGHT, y)], paint=GRID, width=0.5)
    if point.baseline:
        canvas.polygon([(x - 5, y), (x, y - 5), (x + 5, y), (x, y + 5)], paint=paint)
        return
    if point.low is not None and point.high is not None:
        canvas.whisker(scale.at(point.low), scale.at(point.high), y, paint=paint)
    canvas.dot(x, y, paint=paint, hollow=not point.proved)
