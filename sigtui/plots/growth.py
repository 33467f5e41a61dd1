"""The picture of times over message lengths: a line for each algorithm, both axes logarithmic."""

from collections.abc import Sequence
from dataclasses import dataclass

from sigtui.numbers import time_unit
from sigtui.plots.canvas import WIDTH, Canvas
from sigtui.plots.paint import DIM, GRID, INK, STROKES, Stroke
from sigtui.plots.scales import Scale, axis_line, grid, plain_label, ticks_of, time_label
from sigtui.plots.series import MOST_OVERLAID, drawable
from sigtui.stats.axis import Axis, axis

_LEFT, _RIGHT = 90.0, 640.0
_HEIGHT = 260.0


@dataclass(frozen=True, slots=True)
class Grown:
    """A case at one message length: its mean, and half of its 99.9 % interval, in µs."""

    message_bytes: int
    mean_us: float
    half_width_us: float | None


@dataclass(frozen=True, slots=True)
class Line:
    """What an algorithm takes as its message grows."""

    label: str
    points: tuple[Grown, ...]


def growth(canvas: Canvas, lines: Sequence[Line]) -> bool:
    """Draw up to six lines; False where none has two lengths that can stand on a logarithmic axis."""
    able = [Line(line.label, _able(line)) for line in lines]
    told = [line for line in able if len(line.points) > 1]
    if not told:
        return False
    shown = told[:MOST_OVERLAID]
    points = [point for line in shown for point in line.points]
    unit = time_unit(point.mean_us for point in points)
    label = time_label(unit)
    times = [end for point in points for end in _ends(point) if drawable(end)]
    top = canvas.y + 14
    bottom = top + _HEIGHT
    sizes = Scale(_axis([float(point.message_bytes) for point in points]), _LEFT, _RIGHT)
    upwards = Scale(_axis(times), bottom, top)
    grid(canvas, sizes, plain_label, top, bottom)
    for y, text in ticks_of(upwards, label):
        canvas.lines([(_LEFT, y), (_RIGHT, y)], paint=GRID)
        canvas.text(_LEFT - 8, y + 4, text, size=12, anchor="end")
    canvas.text(14, top - 2, f"mean, {unit.name}", size=12, paint=DIM)
    canvas.lines([(_LEFT, top), (_LEFT, bottom)], paint=INK)
    ends: list[float] = []
    for line, stroke in zip(shown, STROKES, strict=False):
        _line(canvas, line, stroke, sizes, upwards)
        ends.append(upwards.at(line.points[-1].mean_us))
    for (line, stroke), y in zip(zip(shown, STROKES, strict=False), _apart(ends), strict=True):
        canvas.text(_RIGHT + 14, y + 4, stroke.letter, paint=stroke.paint, bold=True)
        canvas.text(_RIGHT + 32, y + 4, line.label, room=WIDTH - _RIGHT - 40)
    canvas.y = bottom
    axis_line(canvas, sizes, plain_label, "B of message, both axes log")
    if len(told) > len(shown):
        names = ", ".join(line.label for line in told[MOST_OVERLAID:])
        canvas.note(f"Not drawn: {names}. Six lines can be told apart.")
    return True


def _able(line: Line) -> tuple[Grown, ...]:
    """Return the points that have a place on logarithmic axes, by length; an empty message has none."""
    able = (point for point in line.points if point.message_bytes > 0 and drawable(point.mean_us))
    return tuple(sorted(able, key=lambda point: point.message_bytes))


def _axis(values: Sequence[float]) -> Axis:
    return axis(min(values), max(values), log=True)


def _ends(point: Grown) -> tuple[float, ...]:
    half = point.half_width_us
    if half is None or half >= point.mean_us:
        return (point.mean_us,)
    return point.mean_us - half, point.mean_us, point.mean_us + half


def _line(canvas: Canvas, line: Line, stroke: Stroke, sizes: Scale, upwards: Scale) -> None:
    places = [(sizes.at(float(point.message_bytes)), upwards.at(point.mean_us)) for point in line.points]
    canvas.lines(places, paint=stroke.paint, width=1.8, dashes=stroke.dashes)
    for point, (x, y) in zip(line.points, places, strict=True):
        ends = [upwards.at(end) for end in _ends(point) if drawable(end)]
        canvas.lines([(x, min(ends)), (x, max(ends))], paint=stroke.paint, width=1.5)
        canvas.dot(x, y, paint=stroke.paint, radius=3)


def _apart(ends: Sequence[float]) -> list[float]:
    """Return where the names of lines stand beside their ends, moved down until none covers another."""
    placed: dict[int, float] = {}
    last = float("-inf")
    for index in sorted(range(len(ends)), key=lambda index: ends[index]):
        last = placed[index] = max(ends[index], last + 17)
    return [placed[index] for index in range(len(ends))]
