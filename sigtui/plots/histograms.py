"""The picture of distributions: outlines over each other, then a strip for each result, on one axis of time."""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from sigtui.cells import has_figures
from sigtui.files.results import Result
from sigtui.numbers import count, percent, time_unit
from sigtui.plots.canvas import Canvas, Point, width_of
from sigtui.plots.paint import DIM, GRID, INK, Paint
from sigtui.plots.scales import Scale, axis_line, grid, time_label, wants_log
from sigtui.plots.series import Lettered, Series, beyond, drawable, has_distribution, heights, lettered, reach
from sigtui.stats.axis import Axis, axis

_COLUMNS = 120  # as fine as a stored histogram of about 50 bins is worth
_LEFT, _RIGHT = 270.0, 790.0
_OVERLAY, _STRIP = 150.0, 40.0
_LETTER = 20.0


def histograms(canvas: Canvas, series: Sequence[Series]) -> bool:
    """Draw results that have figures; False, and nothing drawn, where no time of them can stand on an axis.

    A result without a distribution is its mean with its interval, and says so. Heights over each other have one scale;
    a strip has its own, so that flat ones show their shape too.
    """
    shown = [each for each in series if has_figures(each.result) and drawable(each.result.mean_us)]
    ends = reach(shown)
    if ends is None:
        return False
    times = axis(*ends, log=wants_log(*ends))
    scale = Scale(times, _LEFT, _RIGHT)
    unit = time_unit(each.result.mean_us for each in shown)
    label = time_label(unit)
    rows = lettered(shown)
    curves = [row for row in rows if row.stroke is not None]
    overlaid = len(curves) > 1
    top = canvas.y + 8
    strips = top + (_OVERLAY + 22 if overlaid else 0)
    bottom = strips + _STRIP * len(rows)
    grid(canvas, scale, label, top, bottom)
    if overlaid:
        _overlay(canvas, curves, scale, top, top + _OVERLAY)
    for place, row in enumerate(rows):
        _strip(canvas, row, scale, strips + place * _STRIP)
    canvas.y = bottom
    axis_line(canvas, scale, label, f"{unit.name}, {scale.kind} axis")
    _key(canvas, strips=any(has_distribution(row.series.result) for row in rows))
    left_out = [
        row.series.label for row in rows if row.stroke is None and has_distribution(row.series.result)
    ]
    if overlaid and left_out:
        canvas.note(f"In a strip only: {', '.join(left_out)}. Six outlines can be told apart.")
    return True


def _overlay(canvas: Canvas, rows: Sequence[Lettered], scale: Scale, top: float, bottom: float) -> None:
    drawn = [(row, heights(row.series.result, scale.axis, _COLUMNS)) for row in rows]
    highest = max(float(each.max()) for _, each in drawn)
    percents = Scale(axis(0.0, highest, parts=5), bottom, top)
    for tick in percents.axis.ticks(3):
        y = percents.at(tick)
        canvas.lines([(_LEFT, y), (_RIGHT, y)], paint=GRID)
        canvas.text(_LEFT - 8, y + 4, percent(tick / 100, digits=2), size=12, anchor="end", paint=DIM)
    canvas.text(14, top + 4, "over each other", size=12, bold=True)
    canvas.text(14, top + 21, "height: % of the samples", size=12, paint=DIM)
    canvas.text(14, top + 37, f"in 1/{_COLUMNS} of the axis", size=12, paint=DIM)
    peaks: list[Point] = []
    for row, shares in drawn:
        stroke = row.stroke
        if stroke is None:
            continue
        steps = _steps(shares, percents, scale)
        canvas.outline(steps, _RIGHT, bottom, paint=stroke.paint, width=1.8, dashes=stroke.dashes)
        peak = int(shares.argmax())
        peaks.append((steps[peak][0], steps[peak][1]))
    for row, (x, y) in zip(rows, _apart(peaks, top), strict=True):
        if row.stroke is not None:
            canvas.text(x, y, row.stroke.letter, paint=row.stroke.paint, bold=True, size=14, anchor="middle")
    canvas.lines([(_LEFT, bottom), (_RIGHT, bottom)], paint=INK)


def _steps(shares: NDArray[np.float64], percents: Scale, scale: Scale) -> list[Point]:
    """Return where each column begins and how high it is."""
    wide = (scale.end - scale.start) / _COLUMNS
    return [(scale.start + index * wide, percents.at(float(share))) for index, share in enumerate(shares)]


def _apart(peaks: Sequence[Point], top: float) -> list[Point]:
    """Return a place over each peak where its letter covers no other one: to the right of those already there."""
    placed: list[Point] = []
    for x, y in peaks:
        at = (x + 2, max(y - 5, top - 2))
        while any(abs(at[0] - other[0]) < 13 and abs(at[1] - other[1]) < 15 for other in placed):
            at = (at[0] + 13, at[1])
        placed.append(at)
    return placed


def _strip(canvas: Canvas, row: Lettered, scale: Scale, top: float) -> None:
    series = row.series
    result = series.result
    paint = row.stroke.paint if row.stroke is not None else DIM if series.published else INK
    base, middle = top + _STRIP - 8, top + _STRIP / 2 + 2
    if row.stroke is not None:
        canvas.text(14, middle + 4, row.stroke.letter, paint=paint, bold=True, size=14)
    name = f"= {series.label}" if series.baseline else series.label
    room = _LEFT - 14 - _LETTER - 12
    canvas.text(14 + _LETTER, middle + 4, name, paint=DIM if series.published else INK, room=room)
    if has_distribution(result):
        shares = heights(result, scale.axis, _COLUMNS)
        own = Scale(Axis(0.0, max(float(shares.max()), 1e-9)), base, top + 4)
        canvas.outline(_steps(shares, own, scale), _RIGHT, base, paint=paint, width=1.2)
    canvas.lines([(_LEFT, base), (_RIGHT, base)], paint=GRID)
    _marks(canvas, series, scale, top, base, paint)
    for place, text in enumerate(_said(series, scale)):
        canvas.text(_RIGHT + 14, middle - 3 + 15 * place, text, size=12, paint=DIM)


def _marks(canvas: Canvas, series: Series, scale: Scale, top: float, base: float, paint: Paint) -> None:
    """Draw median, p99 and mean of a result, the latter with its interval."""
    result = series.result
    if drawable(result.median_us):
        x = scale.at(result.median_us or 0.0)
        canvas.lines([(x, top + 4), (x, base)], paint=INK, width=1.5)
    single = result.batch in (None, 1)
    if single and drawable(result.p99_us):
        p99 = result.p99_us or 0.0
        _triangle(canvas, scale.at(p99), base, paint, beyond_axis=p99 > scale.axis.high)
    mean, half = result.mean_us or 0.0, _half_width(result)
    if half is not None:
        canvas.whisker(scale.at(mean - half), scale.at(mean + half), base, paint=INK)
    canvas.dot(scale.at(mean), base, hollow=series.published)


def _half_width(result: Result) -> float | None:
    """Return half of a mean's interval in µs, None where there is none, or where it is so wide that it says nothing."""
    half = result.half_width_us
    return None if half is None or half >= (result.mean_us or 0.0) else half


def _triangle(canvas: Canvas, x: float, base: float, paint: Paint, *, beyond_axis: bool) -> None:
    if beyond_axis:
        canvas.polygon([(x + 1, base - 5), (x + 9, base), (x + 1, base + 5)], paint=paint)
    else:
        canvas.polygon([(x - 5, base - 10), (x + 5, base - 10), (x, base - 1)], paint=paint, hollow=True)


def _said(series: Series, scale: Scale) -> tuple[str, ...]:
    """Return what stands beside a strip: of how many samples it is, and what it does not show."""
    result = series.result
    batch = "" if result.batch in (None, 1) else f" ×{count(result.batch)}"
    nobody = "n not published" if series.published else "n not known"
    few = nobody if result.samples is None else f"n {count(result.samples)}{batch}"
    if not has_distribution(result):
        alone = result.median_us is None and result.p99_us is None
        only = "only mean and ±" if _half_width(result) is not None else "only its mean"
        return few, only if alone else "no distribution"
    off = beyond(result, scale.axis)
    if off <= 0:
        return (few,)
    return few, f"{percent(off, digits=1) if off >= 0.0005 else '< 0.1 %'} beyond the axis"


def _key(canvas: Canvas, *, strips: bool) -> None:
    """Draw what the marks in the strips stand for."""
    y, x = canvas.y + 18, _LEFT
    canvas.lines([(x, y - 12), (x, y + 2)], paint=INK, width=1.5)
    canvas.text(x + 8, y, "median", size=12, paint=DIM)
    x += 20 + width_of("median", 12)
    canvas.whisker(x, x + 18, y - 4)
    canvas.dot(x + 9, y - 4)
    canvas.text(x + 26, y, "mean ±99.9 %", size=12, paint=DIM)
    x += 38 + width_of("mean ±99.9 %", 12)
    _triangle(canvas, x + 4, y + 2, DIM, beyond_axis=False)
    canvas.text(x + 14, y, "p99 of single calls", size=12, paint=DIM)
    if strips:
        canvas.text(14, y, "strips: each as high as its peak", size=12, paint=DIM)
    canvas.y = y + 4
