"""Axes of pictures: where a value lies in pixels, the round ticks, and what stands beside them."""

from collections.abc import Callable
from dataclasses import dataclass

from sigtui.numbers import TimeUnit, unit_for
from sigtui.plots.canvas import WIDTH, Canvas, width_of
from sigtui.plots.paint import DIM, GRID, INK
from sigtui.stats.axis import Axis

_RATIO = 5.0  # from how many times its low end on an axis is logarithmic
_TICK = 12.0  # pixels


@dataclass(frozen=True, slots=True)
class Scale:
    """An axis between two pixels, rising to the right or, where ``start`` is below ``end``, upwards."""

    axis: Axis
    start: float
    end: float

    def at(self, value: float) -> float:
        """Return the pixel of a value; what lies off the axis is at its end."""
        place = min(max(self.axis.place(value), 0.0), 1.0)
        return self.start + place * (self.end - self.start)

    @property
    def kind(self) -> str:
        """The axis in a word."""
        return "log" if self.axis.log else "linear"


def wants_log(low: float, high: float) -> bool:
    """Whether values are so far apart that equal ratios should be equally long: on a linear axis some would vanish."""
    return low > 0 and high / low >= _RATIO


def time_label(unit: TimeUnit) -> Callable[[float], str]:
    """Return how ticks of times in µs are written: in a unit, or in their own where they don't fit it."""

    def label(microseconds: float) -> str:
        own = unit_for(microseconds, unit)
        text = f"{own.of(microseconds):,.6g}"
        return text if own == unit else f"{text} {own.name}"

    return label


def plain_label(value: float) -> str:
    """Return a round value as it is."""
    return f"{value:,.6g}"


def ticks_of(scale: Scale, label: Callable[[float], str]) -> tuple[tuple[float, str], ...]:
    """Return the ticks that fit beside each other, by their pixels, with their texts; both ends come first."""
    apart = 60.0
    found = scale.axis.ticks(max(2, int(abs(scale.end - scale.start) / apart)))
    placed: list[tuple[float, float, str]] = []
    for value in dict.fromkeys((found[0], found[-1], *found[1:-1])):
        text, x = label(value), scale.at(value)
        half = width_of(text, _TICK) / 2 + 4
        if all(abs(x - other) >= half + wide for other, wide, _ in placed):
            placed.append((x, half, text))
    return tuple((x, text) for x, _, text in sorted(placed))


def grid(canvas: Canvas, scale: Scale, label: Callable[[float], str], top: float, bottom: float) -> None:
    """Draw the lines of a horizontal axis's ticks behind a plot."""
    for x, _ in ticks_of(scale, label):
        canvas.lines([(x, top), (x, bottom)], paint=GRID)


def axis_line(canvas: Canvas, scale: Scale, label: Callable[[float], str], name: str) -> None:
    """Draw a horizontal axis at ``canvas.y`` with its ticks, their texts, and its name on the right of them."""
    y = canvas.y
    canvas.lines([(scale.start, y), (scale.end, y)], paint=INK)
    for x, text in ticks_of(scale, label):
        canvas.lines([(x, y), (x, y + 5)], paint=INK)
        canvas.text(x, y + 18, text, size=_TICK, anchor="middle")
    canvas.text(WIDTH - 14, y + 18, name, size=_TICK, paint=DIM, anchor="end")
    canvas.y = y + 22
