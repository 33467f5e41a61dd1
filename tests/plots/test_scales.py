from itertools import pairwise

import pytest

from sigtui.numbers import time_unit
from sigtui.plots.canvas import Canvas, width_of
from sigtui.plots.scales import Scale, axis_line, grid, plain_label, ticks_of, time_label, wants_log
from sigtui.stats.axis import Axis
from tests.plots.drawn import number_of, shapes, texts


def test_a_value_off_the_axis_is_at_its_end() -> None:
    """And others where they belong, on either kind of axis."""
    linear, log = Scale(Axis(0.0, 100.0), 100, 200), Scale(Axis(1.0, 100.0, log=True), 200, 100)
    assert [linear.at(value) for value in (-5, 0, 50, 100, 200)] == [100, 100, 150, 200, 200]
    assert [log.at(value) for value in (0, 1, 10, 100)] == pytest.approx([200, 200, 150, 100])
    assert (linear.kind, log.kind) == ("linear", "log")


@pytest.mark.parametrize(
    ("low", "high", "log"), [(10, 49, False), (10, 50, True), (0, 50, False), (1, 1e6, True)]
)
def test_ratios_of_five_and_more_want_a_logarithmic_axis(low: float, high: float, log: bool) -> None:
    """On a linear one the smaller ones could not be seen."""
    assert wants_log(low, high) is log


@pytest.mark.parametrize(
    ("microseconds", "text"),
    [(50.0, "50"), (0.05, "50 ns"), (2_000.0, "2,000"), (10_000.0, "10 ms"), (0.3, "0.3"), (47.5, "47.5")],
)
def test_ticks_of_times_carry_a_unit_where_the_axis_does_not_fit_them(microseconds: float, text: str) -> None:
    """As cells of a table do."""
    assert time_label(time_unit([50.0]))(microseconds) == text


@pytest.mark.parametrize(
    "axis", [Axis(1.0, 1e6, log=True), Axis(0.0, 7.0), Axis(1e-9, 1e9, log=True), Axis(40, 41)]
)
@pytest.mark.parametrize("wide", [60, 300, 900])
def test_ticks_never_touch_each_other(axis: Axis, wide: float) -> None:
    """There are at least the two of its ends where these fit."""
    found = ticks_of(Scale(axis, 0, wide), plain_label)
    for (one, text), (other, next_) in pairwise(found):
        assert other - one >= (width_of(text, 12) + width_of(next_, 12)) / 2
    assert found
    if wide >= 300:
        assert len(found) >= 2


def test_an_axis_has_its_name_and_as_many_lines_as_ticks() -> None:
    """The lines behind the plot are at its ticks."""
    canvas = Canvas()
    scale = Scale(Axis(0.0, 100.0), 100, 700)
    grid(canvas, scale, plain_label, 0, 50)
    behind = len(shapes(canvas, "polyline"))
    axis_line(canvas, scale, plain_label, "µs, linear axis")
    said = texts(canvas)
    assert said[-1] == "µs, linear axis"
    assert behind == len(said) - 1 == len(ticks_of(scale, plain_label))
    assert [number_of(each, "x") for each in shapes(canvas, "text")][:2] == [100, 160]
    assert said[:2] == ["0", "10"]
