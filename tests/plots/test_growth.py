import pytest

from sigtui.plots.canvas import Canvas
from sigtui.plots.growth import Grown, Line, growth
from tests.plots.drawn import number_of, shapes, texts

HASHING = Line("hmac", (Grown(10, 1.0, 0.1), Grown(100, 10.0, 1.0), Grown(1_000, 100.0, 10.0)))
FLAT = Line("ed25519", (Grown(10, 50.0, None), Grown(1_000, 50.0, None)))


def places(canvas: Canvas) -> list[tuple[float, float]]:
    """Return where the dots are."""
    return [(number_of(each, "cx"), number_of(each, "cy")) for each in shapes(canvas, "circle")]


def test_what_grows_in_proportion_is_a_straight_line() -> None:
    """Both axes are logarithmic: ten times the bytes and ten times the time are equal steps."""
    canvas = Canvas()
    assert growth(canvas, [HASHING])
    (x1, y1), (x2, y2), (x3, y3) = places(canvas)
    assert x2 - x1 == pytest.approx(x3 - x2, abs=0.2)
    assert y1 - y2 == pytest.approx(y2 - y3, abs=0.2)
    assert x1 < x3
    assert y1 > y3
    assert {"A", "hmac", "mean, µs", "B of message, both axes log"} <= set(texts(canvas))


def test_lines_are_told_apart_by_letter_and_dashes() -> None:
    """And their names stand beside their ends, none on another."""
    canvas = Canvas()
    assert growth(canvas, [FLAT, Line("x25519", FLAT.points)])
    dashes = [
        each.get("stroke-dasharray")
        for each in shapes(canvas, "polyline")
        if each.get("stroke-width") == "1.8"
    ]
    assert dashes == [None, "7 3"]
    heights = [number_of(each, "y") for each in shapes(canvas, "text") if each.text in ("ed25519", "x25519")]
    assert abs(heights[0] - heights[1]) >= 15


def test_an_empty_message_and_a_single_length_have_no_line() -> None:
    """No logarithmic axis has a place for 0 bytes."""
    canvas = Canvas()
    assert not growth(canvas, [Line("x", (Grown(0, 1.0, None), Grown(10, 1.0, None)))])
    assert not growth(canvas, [])
    assert texts(canvas) == []


def test_a_seventh_line_is_named_and_not_drawn() -> None:
    """Six can be told apart."""
    canvas = Canvas()
    assert growth(canvas, [Line(f"line {index}", FLAT.points) for index in range(7)])
    assert "Not drawn: line 6. Six lines can be told apart." in texts(canvas)
    assert len(places(canvas)) == 12
