import pytest

from sigtui.plots.canvas import WIDTH, Canvas, number, width_of, wrapped_to
from sigtui.plots.paint import GROUND, INK
from tests.plots.drawn import SPACE, columns, number_of, parsed, shapes, texts


def test_a_file_says_what_it_shows_to_those_who_cannot_see_it() -> None:
    """It is an image with a title and a description."""
    root = parsed(Canvas())
    assert root.get("role") == "img"
    assert [each.tag.removeprefix(SPACE) for each in root][:2] == ["title", "desc"]
    assert (root[0].text, root[1].text) == ("a title", "a description")


def test_a_file_has_a_ground_of_its_own_and_loads_nothing() -> None:
    """It is read on a page of any colour; inside a page it takes the page's ground."""
    canvas = Canvas()
    canvas.text(0, 10, "x")
    data = canvas.file("t", "d").decode()
    assert f'fill="{GROUND.light}"' in data
    assert data.count("http") == 1  # the name space
    assert not any(word in data for word in ("url(", "href", "<script", "@import"))
    inner = canvas.svg("t", "d")
    assert inner.get("xmlns") is None
    assert not [each for each in inner.iter() if each.tag in ("rect", "style")]


def test_a_long_text_is_cut_in_its_middle_and_whole_under_the_mouse() -> None:
    """Names are told apart by both their ends."""
    canvas = Canvas()
    canvas.text(0, 10, "rsa-2048-pkcs1v15-sha256", room=100)
    (text,) = texts(canvas)
    assert "…" in text
    assert text.startswith("rsa")
    assert text.endswith("256")
    assert width_of(text) <= 100
    assert shapes(canvas, "text")[0][0].text == "rsa-2048-pkcs1v15-sha256"


def test_an_outline_leaves_out_what_lies_on_the_bottom() -> None:
    """Stretches without samples are no line, at both ends and in the middle."""
    canvas = Canvas()
    steps = [(0.0, 50.0), (10.0, 20.0), (20.0, 20.0), (30.0, 50.0), (40.0, 50.0), (50.0, 30.0)]
    canvas.outline(steps, 60, 50, paint=INK, width=1)
    (path,) = shapes(canvas, "path")
    assert path.get("d") == "M10 50V20H30V50M50 50V30H60V50"
    assert columns(path) == [30, 60]


def test_an_outline_of_nothing_is_none() -> None:
    """No empty path."""
    canvas = Canvas()
    canvas.outline([(0.0, 50.0)], 60, 50, paint=INK, width=1)
    assert not shapes(canvas, "path")


def test_another_picture_goes_below() -> None:
    """Moved down by what is there."""
    upper, lower = Canvas(), Canvas()
    upper.heading("upper")
    lower.heading("lower")
    before = upper.y
    upper.below(lower)
    assert upper.y == pytest.approx(before + lower.y)
    moved = [each.get("transform") for each in parsed(upper).iter(f"{SPACE}g") if each.get("transform")]
    assert moved == [f"translate(0 {number(before)})"]
    assert texts(upper) == ["upper", "lower"]


def test_a_note_takes_as_many_lines_as_it_needs() -> None:
    """And the picture grows by them."""
    canvas = Canvas()
    canvas.note("word " * 100)
    assert len(texts(canvas)) == len(wrapped_to("word " * 100, WIDTH - 28, 12)) > 1
    heights = [number_of(each, "y") for each in shapes(canvas, "text")]
    assert heights == sorted(set(heights))
    assert canvas.y == heights[-1]


@pytest.mark.parametrize(
    ("value", "text"), [(1.0, "1"), (1.04, "1"), (1.25, "1.2"), (-0.5, "-0.5"), (960, "960")]
)
def test_coordinates_are_short(value: float, text: str) -> None:
    """A tenth of a pixel is as fine as anybody sees."""
    assert number(value) == text
