from xml.etree.ElementTree import fromstring, tostring

from hypothesis import given
from hypothesis import strategies as st

from sigtui.plots.markup import child, element, extended, plain

ANY = st.text(st.characters())


@given(text=ANY, attribute=ANY)
def test_any_text_is_text_and_can_be_written(text: str, attribute: str) -> None:
    """Whatever a stranger wrote, the file is XML, and the text comes back as it is shown."""
    written = tostring(element("p", {"class": attribute}, text), encoding="utf-8")
    read = fromstring(written)  # noqa: S314 - it is our own
    assert (read.text or "").strip() == plain(text)
    assert read.get("class") == plain(attribute)
    assert len(read) == 0


def test_what_garbles_a_line_is_replaced() -> None:
    """Controls, lone surrogates, and what turns the direction of a line around; line ends are spaces."""
    assert plain("a\x1b[2J b\ud800\ufffe\u202e") == "a\ufffd[2J b\ufffd\ufffd\ufffd"
    assert plain("  two\n lines ") == "two lines"


def test_texts_and_elements_keep_their_order_and_the_space_between_them() -> None:
    """A sentence may hold an element."""
    made = element("p", {}, "one ", element("b", {}, "two"), " three")
    extended(made, element("i"), "four")
    assert tostring(made, encoding="unicode") == "<p>one <b>two</b> three<i />four</p>"


def test_a_child_is_put_last_and_returned() -> None:
    """So that more can be put into it."""
    parent = element("p")
    first, last = child(parent, "a"), child(parent, "b", {"c": "d"}, "e")
    assert list(parent) == [first, last]
    assert (last.get("c"), last.text) == ("d", "e")
