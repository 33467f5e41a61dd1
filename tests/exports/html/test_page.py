import re

import pytest

from sigtui import __version__
from sigtui.exports._pictures import Picture
from sigtui.exports.html.page import READING, Part, column, figure, listed, page, reading, table
from sigtui.exports.html.style import style
from sigtui.plots.canvas import Canvas
from sigtui.plots.markup import element
from tests.exports.reader import Read, read_page


def read(*parts: Part, title: str = "t") -> Read:
    """Return what is in a page of these parts."""
    return read_page(page(title, [], parts))


def test_a_page_forbids_itself_to_load_anything() -> None:
    """By its policy, before anything else that could load."""
    found = read()
    policy = next(
        attrs for tag, attrs in found.elements if attrs.get("http-equiv") == "Content-Security-Policy"
    )
    assert policy["content"] == "default-src 'none'; style-src 'unsafe-inline'; img-src data:"
    tags = [tag for tag, _ in found.elements]
    assert tags.index("meta") < tags.index("style")
    assert not {"script", "link", "img", "iframe", "base", "form"} & set(tags)


def test_a_page_is_html_5_with_a_language_and_a_width() -> None:
    """UTF-8 by its first bytes, and made for small screens too."""
    data = page("t", [], [])
    assert data.startswith(b"<!DOCTYPE html>\n")
    assert b'<meta charset="utf-8">' in data[:1024]
    found = read_page(data)
    assert ("html", {"lang": "en"}) in found.elements
    assert any(attrs.get("name") == "viewport" for _, attrs in found.elements)
    assert found.problems == []
    assert found.open == []


def test_a_chapter_is_reached_by_its_link() -> None:
    """Each has one, in order; ids are unlike each other."""
    found = read(Part("a", "First", ()), Part("b", "Second", (), view=True))
    links = [attrs["href"] for tag, attrs in found.elements if tag == "a"]
    ids = [attrs["id"] for _, attrs in found.elements if "id" in attrs]
    assert links == [f"#{id_}" for id_ in ids] == ["#a", "#b"]
    assert found.all("h2") == ["First", "Second"]
    assert [attrs.get("class") for tag, attrs in found.elements if tag == "section"] == [None, "view"]


def test_a_strangers_title_is_text() -> None:
    """In the title bar and on the page; the end of a title, too, ends nothing."""
    found = read(title="</title><script>alert(1)</script>")
    assert found.count("script") == 0
    assert found.all("h1") == ["</title><script>alert(1)</script>"]
    assert found.all("title") == ["</title><script>alert(1)</script> · sigtui"]


def test_a_page_says_who_wrote_it_and_how_to_read_it() -> None:
    """The program's version, and every term that stands over figures."""
    found = read(reading())
    assert f"Written by sigtui {__version__}." in found.text
    assert found.all("dt") == [term for term, _ in READING]


def test_a_picture_has_a_caption_and_can_be_scrolled_by_keyboard() -> None:
    """One with nothing to show is not there."""

    def drawn(canvas: Canvas) -> bool:
        canvas.note("drawn")
        return True

    shown = element("div", {}, *figure(Picture("the title", "what it shows", drawn)))
    assert [each.tag for each in shown.iter()][:4] == ["div", "figure", "figcaption", "div"]
    assert shown[0][1].get("tabindex") == "0"
    assert figure(Picture("t", "d", lambda _: False)) == ()


def test_a_table_has_heads_and_a_group_of_rows_each() -> None:
    """And a name for who can't see it."""
    made = table("name", [column("a"), column("b")], [[element("tr")], [element("tr"), element("tr")]])
    assert made.get("aria-label") == "name"
    assert [len(each) for each in made.iter("tbody")] == [1, 2]
    assert [each.get("scope") for each in made.iter("th")] == ["col", "col"]


def test_no_list_is_made_of_nothing() -> None:
    """And a caution has its sign."""
    assert listed([]) == ()
    (made,) = listed(["careful"], mark="!")
    assert "".join(made.itertext()) == "! careful"


def test_the_style_loads_nothing_and_is_balanced() -> None:
    """It knows light, dark, small screens and paper."""
    sheet = style()
    assert not re.search(r"url\(|@import|https?:|//", sheet)
    assert sheet.count("{") == sheet.count("}")
    assert "<" not in sheet
    for word in (
        "prefers-color-scheme:dark",
        "@media print",
        "@page",
        "max-width:40rem",
        "break-inside:avoid",
    ):
        assert word in sheet


@pytest.mark.parametrize("name", ["ink", "dim", "ground", "good", "bad", "caution"])
def test_every_colour_has_its_dark_one(name: str) -> None:
    """Once light, once dark."""
    assert len(re.findall(rf"--{name}:#", style())) == 2
