import pytest

from sigtui.plots.budgets import Share, budgets
from sigtui.plots.canvas import Canvas
from sigtui.plots.paint import BAD, CAUTION, GOOD, GROUND
from tests.plots.drawn import number_of, shapes, texts

FITS = Share("ed25519", 0.03, "note", "3 % of nginx")
TIGHT = Share("ml-dsa-44", 0.79, "tight", "79 % of nginx-proxy")
OVER = Share("slh-dsa", 4.8, "over", "4.8× of nginx")


def test_a_share_lies_before_or_beyond_all_of_its_budget() -> None:
    """What does not fit is right of the line, hollow, with a cross; what fits left of it."""
    canvas = Canvas()
    assert budgets(canvas, [FITS, TIGHT, OVER])
    fits, tight, over = shapes(canvas, "circle")
    (line,) = [each for each in shapes(canvas, "polyline") if each.get("stroke-width") == "1.5"]
    whole = float(line.get("points", "").split(",")[0])
    assert number_of(fits, "cx") < number_of(tight, "cx") < whole < number_of(over, "cx")
    assert [each.get("stroke") for each in (fits, tight, over)] == [GOOD.light, CAUTION.light, BAD.light]
    assert over.get("fill") == GROUND.light
    assert {"✓", "!", "✗", "all of it", "100 %", OVER.said} <= set(texts(canvas))


@pytest.mark.parametrize("used", [0.0, -1.0, 1e300])
def test_a_share_that_no_axis_holds_is_left_out(used: float) -> None:
    """Of nothing, nothing is drawn."""
    canvas = Canvas()
    assert not budgets(canvas, [Share("x", used, "note", "")])
    assert canvas.y == 0
