from dataclasses import replace
from itertools import pairwise

import numpy as np
import pytest

from sigtui.stats.axis import Axis
from sigtui.stats.curve import Curve, Zoom
from sigtui.tui.widgets.histogram_layout import Axes, grown, rows, scale
from tests.made import Times
from tests.tui.widgets.curves import curve_of, plain, retrying


def disturbed(size: int) -> Times:
    """Return times on a host that turns slow after 400 calls and stays so."""
    rng = np.random.default_rng(8)
    times: Times = 50e3 + rng.lognormal(7, 0.6, size)
    return np.where(np.arange(size) < 400, times, times * 1.8)


def live(zoom: Zoom, curves: list[Curve], log: bool = False) -> list[Axes]:
    """Return the axes as each of these curves replaces the one before."""
    known: list[Axes] = []
    for curve in curves:
        axes, _ = grown(known[-1] if known else None, "ed25519 sign", [curve], zoom, log, 80)
        known.append(axes)
    return known


@pytest.mark.parametrize("height", range(1, 40))
@pytest.mark.parametrize("curves", range(1, 8))
def test_the_plot_keeps_its_part_of_any_height(height: int, curves: int) -> None:
    """One row at least, three from six on, half of what there is for it from twelve on."""
    room = rows(height, curves)
    plot = height - room.title - room.line - room.ticks - room.marks - room.words
    assert plot >= 1
    assert plot >= 2 or height < 6
    assert plot >= 3 or height < 9
    assert plot >= (height - 4) // 2 or height < 12


def test_a_low_picture_goes_without() -> None:
    """The marks' own row goes first, then axis, ticks, figures, and last the title."""
    parts = [
        (room.title, room.words, room.ticks, room.line, room.marks)
        for room in (rows(height, 1) for height in range(1, 12))
    ]
    assert parts == sorted(parts)
    assert parts[0] == (0, 0, 0, 0, 0)
    assert parts[-1] == (1, 1, 1, 1, 1)


def test_a_scale_names_the_rows_whose_upper_edge_is_round() -> None:
    """The top of the third row of six is half of the whole; the bottom is no row."""
    assert scale(Axis(0.0, 12.0), 6) == ["", "10 %", "", "", "", ""]
    assert scale(Axis(0.0, 10.0), 6) == ["10 %", "", "", "5 %", "", ""]
    assert scale(Axis(0.0, 0.5), 1) == ["0.5 %"]


@pytest.mark.parametrize("zoom", [Zoom.BODY, Zoom.ALL])
@pytest.mark.parametrize("log", [False, True])
def test_both_axes_only_grow_while_samples_come(zoom: Zoom, log: bool) -> None:
    """During a run no end moves inwards."""
    known = live(zoom, [retrying(size=size) for size in range(5, 3_000, 150)], log)
    for before, after in pairwise(known):
        assert after.times.holds(before.times.low, before.times.high)
        assert after.percents.holds(before.percents.low, before.percents.high)


def test_a_live_axis_moves_seldom() -> None:
    """From the first samples to 40,000 the body's axis grows a few times, not all the time."""
    known = live(Zoom.BODY, [plain(size=size) for size in range(100, 40_000, 500)])
    assert len({(axes.times, axes.percents) for axes in known}) <= 8


def test_heights_are_of_the_axes() -> None:
    """The highest column fits under the top of its axis, and the body's columns hold nearly all samples."""
    axes, columned = grown(None, "t", [retrying(), plain("A")], Zoom.BODY, True, 80)
    assert [each.size for each in columned] == [80, 80]
    assert max(each.max() for each in columned) <= axes.percents.high
    assert all(95 < each.sum() <= 100 + 1e-9 for each in columned)


def test_the_same_samples_give_the_same_axes() -> None:
    """Nothing creeps while nothing comes."""
    first, second = live(Zoom.ALL, [retrying(), retrying()])
    assert first == second


@pytest.mark.parametrize(
    "other",
    [
        ("another title", [plain()], Zoom.BODY, False),
        ("t", [replace(plain(), name="another row")], Zoom.BODY, False),
        ("t", [replace(plain(), letter="A")], Zoom.BODY, False),
        ("t", [plain()], Zoom.ALL, False),
        ("t", [plain()], Zoom.BODY, True),
        ("t", [plain(size=8_999)], Zoom.BODY, False),
    ],
)
def test_something_else_starts_new_axes(other: tuple[str, list[Curve], Zoom, bool]) -> None:
    """Another row, part or kind of axis, or a new run: what was seen before does not stretch it."""
    wide, _ = grown(None, "t", [plain()], Zoom.BODY, False, 80)
    wide = replace(wide, times=Axis(0.0, 1e9), percents=Axis(0.0, 100.0))
    same, _ = grown(wide, "t", [plain()], Zoom.BODY, False, 80)
    anew, _ = grown(wide, *other, 80)
    assert same.times == wide.times
    assert anew.times.high < 1e9
    assert anew.percents.high < 100


def test_another_width_has_percentages_of_its_own() -> None:
    """Fewer columns hold more each; the axis of time stays."""
    wide, _ = grown(None, "t", [plain()], Zoom.BODY, False, 160)
    narrow, _ = grown(wide, "t", [plain()], Zoom.BODY, False, 20)
    back, _ = grown(narrow, "t", [plain()], Zoom.BODY, False, 160)
    assert narrow.times == wide.times == back.times
    assert narrow.percents.high > wide.percents.high == back.percents.high


def test_a_tail_that_holds_the_body_starts_anew() -> None:
    """Where the host turned slow, what was the tail is where most samples lie: it is left behind."""
    times = disturbed(6_000)
    known = live(Zoom.TAIL, [curve_of("x", times[:size]) for size in range(100, 6_000, 100)])
    assert known[0].times.low < 60e3
    assert known[-1].times.low > 90e3
