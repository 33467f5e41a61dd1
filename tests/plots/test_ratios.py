import pytest
from hypothesis import given
from hypothesis import strategies as st

from sigtui.plots.canvas import Canvas
from sigtui.plots.paint import DIM, GROUND
from sigtui.plots.ratios import RatioGroup, RatioPoint, ratios
from tests.plots.drawn import number_of, parsed, shapes, texts

BASE = RatioPoint("p256", 1.0, None, None, "baseline", baseline=True)
SLOWER = RatioPoint("ml-dsa-44", 20.5, 19.5, 21.5, "20.5× slower 19.5–21.5", proved=True)
FASTER = RatioPoint("hmac", 0.027, 0.0269, 0.0274, "36.8× faster", proved=True)
SAME = RatioPoint("ed25519", 1.01, 0.97, 1.05, "no difference 0.970–1.05")


def drawn(*points: RatioPoint) -> Canvas:
    """Return the picture of one group, which there has to be."""
    canvas = Canvas()
    assert ratios(canvas, [RatioGroup("SIGN", points)], "p256")
    return canvas


def test_slower_is_right_and_faster_left_of_the_baseline() -> None:
    """The baseline is a diamond on the line at 1, the others are dots; the verdict is said in words."""
    canvas = drawn(BASE, SLOWER, FASTER)
    slower, faster = (number_of(each, "cx") for each in shapes(canvas, "circle"))
    (diamond,) = shapes(canvas, "polygon")
    one = float(diamond.get("points", "").split()[1].split(",")[0])
    assert faster < one < slower
    said = texts(canvas)
    assert {"= p256", "baseline", SLOWER.said, "× base, log axis", "1 = p256"} <= set(said)


def test_equal_ratios_are_equally_long() -> None:
    """Half and twice are as far from 1."""
    canvas = drawn(BASE, RatioPoint("a", 0.5, None, None, ""), RatioPoint("b", 2.0, None, None, ""))
    half, twice = (number_of(each, "cx") for each in shapes(canvas, "circle"))
    one = float(shapes(canvas, "polygon")[0].get("points", "").split()[1].split(",")[0])
    assert one - half == pytest.approx(twice - one, abs=0.2)


def test_a_difference_that_is_not_proved_is_hollow() -> None:
    """By shape, not by colour."""
    canvas = drawn(BASE, SAME, SLOWER)
    same, slower = shapes(canvas, "circle")
    assert same.get("fill") == GROUND.light
    assert slower.get("fill") == slower.get("stroke")
    assert "hollow: no difference proved" in texts(canvas)


def test_the_fastest_is_on_the_axis_beside_the_slowest() -> None:
    """Ten decades apart no dot is put at an end that it does not belong to."""
    far = RatioPoint("a", 1e-5, 0.9e-5, 1.1e-5, "", proved=True)
    near = RatioPoint("b", 1e-4, 0.9e-4, 1.1e-4, "", proved=True)
    slow = RatioPoint("c", 1e5, 0.9e5, 1.1e5, "", proved=True)
    places = [number_of(each, "cx") for each in shapes(drawn(BASE, far, near, slow), "circle")]
    assert 300 < places[0] < places[1] - 20 < places[2] < 700


def test_a_published_row_is_dim() -> None:
    """Its name and its words."""
    canvas = drawn(BASE, RatioPoint("theirs", 2.0, None, None, "2.00×, no interval", published=True))
    found = {each.text: each.get("fill") for each in shapes(canvas, "text")}
    assert found["theirs"] == found["2.00×, no interval"] == DIM.light


def test_groups_share_one_axis_under_titles_of_their_own() -> None:
    """One group alone needs none."""
    canvas = Canvas()
    assert ratios(canvas, [RatioGroup("SIGN", (BASE, SLOWER)), RatioGroup("VERIFY", (BASE, SLOWER))], "p256")
    assert {"SIGN", "VERIFY"} <= set(texts(canvas))
    places = {each.get("cx") for each in shapes(canvas, "circle")}
    assert len(places) == 1
    assert "SIGN" not in texts(drawn(BASE, SLOWER))


@pytest.mark.parametrize("points", [(), (BASE,), (BASE, RatioPoint("x", None, None, None, "none"))])
def test_without_a_ratio_to_another_nothing_is_drawn(points: tuple[RatioPoint, ...]) -> None:
    """A picture of the baseline alone says nothing."""
    canvas = Canvas()
    assert not ratios(canvas, [RatioGroup("SIGN", points)], "p256")
    assert canvas.y == 0
    assert texts(canvas) == []


ANY = st.none() | st.floats(allow_nan=False, allow_infinity=False)


@given(rows=st.lists(st.tuples(ANY, ANY, ANY), max_size=6))
def test_any_ratio_is_drawn_or_left_out(rows: list[tuple[float | None, float | None, float | None]]) -> None:
    """Zero, negative, absurd: nothing raises, no dot leaves the plot."""
    canvas = Canvas()
    points = tuple(RatioPoint("x", value, low, high, "") for value, low, high in rows)
    if ratios(canvas, [RatioGroup("SIGN", points)], "base"):
        parsed(canvas)
        assert all(300 <= number_of(each, "cx") <= 700 for each in shapes(canvas, "circle"))
