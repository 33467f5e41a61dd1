import subprocess
import sys
from importlib import import_module
from types import ModuleType

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from textual.color import Color

from sigtui.tui.widgets import histogram_plot
from sigtui.tui.widgets.histogram_plot import Blocks, Plotext, Plotter, Shape, load

BLUE, RED = Color.parse("#0178d4"), Color.parse("#ba3c5b")
PLOTTERS = [load(), Blocks()]
LEVELS = st.lists(st.just(0.0) | st.floats(0, 1), min_size=1, max_size=60)


def texts(plotter: Plotter, levels: list[float], rows: int) -> list[str]:
    """Return the lines of a plot of bars."""
    return [line.text for line in plotter.bars(Shape(np.array(levels), BLUE), rows)]


def overlaid(plotter: Plotter, shapes: list[Shape], rows: int) -> list[str]:
    """Return the lines of a plot of several curves."""
    return [line.text for line in plotter.overlay(shapes, rows)]


def hump(columns: int, middle: int, letter: str, batches: bool = False) -> Shape:
    """Return a shape as high as the plot in one column and half as high beside it."""
    levels = np.zeros(columns)
    levels[[middle - 1, middle, middle + 1]] = 0.5, 0.9, 0.5
    return Shape(levels, BLUE, letter, batches)


def test_this_machine_draws_with_plotext() -> None:
    """It is a dependency, so that the tests see what users see."""
    assert isinstance(load(), Plotext)


@pytest.mark.parametrize("plotter", PLOTTERS)
def test_bars_rise_in_eighths(plotter: Plotter) -> None:
    """From the bottom, full cells under a cap; a column with any sample at all shows."""
    assert texts(plotter, [0, 0.001, 0.25, 0.5, 0.5625, 1], 2) == [
        "    ▁█",
        " ▁▄███",
    ]


@given(LEVELS, st.integers(1, 12))
@settings(max_examples=40)
def test_both_plotters_draw_the_same_bars(levels: list[float], rows: int) -> None:
    """Plotext's coming changes nothing of the picture."""
    first, second = (texts(plotter, levels, rows) for plotter in PLOTTERS)
    assert first == second
    assert [len(line) for line in first] == [len(levels)] * rows


@pytest.mark.parametrize("plotter", PLOTTERS)
def test_bars_have_their_colour(plotter: Plotter) -> None:
    """Of a theme or of the terminal's own palette."""
    for colour in (BLUE, Color(0, 0, 0, ansi=5)):
        (line,) = plotter.bars(Shape(np.array([1.0]), colour), 1)
        (segment,) = line
        assert segment.style is not None
        assert segment.style.color is not None
        assert segment.style.color.get_truecolor() == colour.rich_color.get_truecolor()


@pytest.mark.parametrize("plotter", PLOTTERS)
@given(data=st.data(), columns=st.integers(1, 40), rows=st.integers(1, 10), count=st.integers(2, 7))
@settings(max_examples=25)
def test_an_overlay_fills_its_place(
    plotter: Plotter, data: st.DataObject, columns: int, rows: int, count: int
) -> None:
    """Whatever the curves, also those with nothing in sight: so many lines of so many cells."""
    levels = st.lists(st.just(0.0) | st.floats(0, 1), min_size=columns, max_size=columns)
    shapes = [
        Shape(np.array(data.draw(levels)), BLUE, letter, batches=letter == "C")
        for letter in "▸ABCDEF"[:count]
    ]
    lines = overlaid(plotter, shapes, rows)
    assert [len(line) for line in lines] == [columns] * rows


def test_outlines_have_a_letter_over_their_tops() -> None:
    """Each its own, where its highest column is."""
    lines = overlaid(load(), [hump(30, 8, "A"), hump(30, 20, "B")], 5)
    assert lines[0][8] == "A"
    assert lines[0][20] == "B"
    assert "".join(lines).count("A") == "".join(lines).count("B") == 1


def test_letters_at_one_place_stand_beside_each_other() -> None:
    """None hides another."""
    joined = "".join(overlaid(load(), [hump(30, 8, "A"), hump(30, 8, "B"), hump(30, 8, "C")], 5))
    assert all(letter in joined for letter in "ABC")


def test_outlines_leave_empty_columns_empty() -> None:
    """A line is where samples are, and at the feet of its flanks."""
    lines = overlaid(load(), [hump(30, 8, "A"), hump(30, 20, "B")], 5)
    used = {column for line in lines for column, letter in enumerate(line) if letter != " "}
    assert used == {*range(6, 11), *range(18, 23)}


def test_batches_have_beads() -> None:
    """Without colour too, their outline is no single calls'."""
    joined = "".join(overlaid(load(), [hump(30, 8, "A"), hump(30, 20, "B", batches=True)], 5))
    assert "•" in joined
    assert any(0x2800 < ord(letter) < 0x2900 for letter in joined)
    assert "•" not in "".join(overlaid(load(), [hump(30, 8, "A")], 5))


def test_blocks_give_each_curve_a_strip() -> None:
    """Of one height, its letter at the left; a curve without a row is left out."""
    shapes = [hump(12, 4, "A"), hump(12, 8, "B")]
    assert overlaid(Blocks(), shapes, 5) == [
        " " * 12,
        "A   ▆       ",
        "   ███      ",
        "B       ▆   ",
        "       ███  ",
    ]
    assert overlaid(Blocks(), shapes, 1) == ["A  ▄▇▄      "]


def test_without_plotext_blocks_do(monkeypatch: pytest.MonkeyPatch) -> None:
    """No wheel for this system, or a kernel that does not load."""
    for error in (ImportError("no module"), OSError("wrong ELF class")):

        def failing(_: str, error: Exception = error) -> ModuleType:
            raise error

        monkeypatch.setattr(histogram_plot, "import_module", failing)
        assert isinstance(load(), Blocks)


def test_the_terminal_is_not_touched(capfd: pytest.CaptureFixture[str]) -> None:
    """Drawing writes nothing, and takes a size that no terminal has."""
    plotter = Plotext(import_module("plotext"))
    assert len(texts(plotter, [0.5] * 400, 150)[0]) == 400
    overlaid(plotter, [hump(400, 8, "A"), hump(400, 20, "B")], 150)
    assert capfd.readouterr() == ("", "")


def test_plotext_is_imported_when_it_is_asked_for() -> None:
    """Its 300 ms are not before the first paint."""
    code = "import sys, sigtui.tui.widgets.histogram; sys.exit('plotext' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0
