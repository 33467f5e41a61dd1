from dataclasses import replace
from xml.etree.ElementTree import Element, fromstring

import pytest

from sigtui.exports.svg import render, render_compared
from sigtui.files.results import MessageSize
from sigtui.files.snapshot import Snapshot
from sigtui.provenance import provenance
from tests.exports.fixed import FIXED
from tests.exports.sides import lengths, premium
from tests.made import ROW, snapshot

SPACE = "{http://www.w3.org/2000/svg}"


def parsed(data: bytes) -> Element:
    """Return a picture's elements."""
    return fromstring(data)  # noqa: S314 - it is our own


def texts(data: bytes) -> list[str]:
    """Return a picture's lines of text."""
    return [each.text or "" for each in parsed(data).iter(f"{SPACE}text")]


def test_a_picture_has_its_title_its_figures_and_its_origin() -> None:
    """What makes a figure credible travels with it."""
    said = texts(render(FIXED))
    assert said[0] == "RFC 9421 HTTP Message Signatures"
    assert "Mean × ecdsa-p256-sha256, with its 99.9 % interval" in said
    assert {"20.5× slower 19.5–21.5", "n 18,200", "n 10,400 ×64"} <= set(said)
    assert all(any(line.startswith(text[:60]) for line in said) for text in provenance(FIXED))


@pytest.mark.parametrize("shown", [FIXED, Snapshot(), snapshot(replace(ROW, error="it died"))])
def test_a_picture_loads_nothing(shown: Snapshot) -> None:
    """No script, no address but the name space's."""
    data = render(shown)
    names = {each.tag.removeprefix(SPACE) for each in parsed(data).iter()}
    assert not names & {"script", "image", "use", "a", "foreignObject"}
    assert data.count(b"://") == 1
    assert b"url(" not in data


def test_of_an_empty_snapshot_it_says_so() -> None:
    """No empty frame."""
    assert "Nothing was measured." in texts(render(Snapshot()))


def test_views_that_are_not_drawn_are_named() -> None:
    """One of each operation and mode is, signing before creating keys."""
    others = [replace(ROW, message=MessageSize(name=f"m{index}", bytes=index)) for index in range(3)]
    said = texts(render(snapshot(replace(ROW, operation="keygen", mode=None, message=None), *others)))
    assert "Not drawn: SIGN · reused-key · m1 1 B; SIGN · reused-key · m2 2 B." in said
    heads = [text for text in said if text.startswith("Means: ")]
    assert heads == ["Means: SIGN · reused-key · m0 0 B", "Means: KEYGEN"]


def test_of_many_views_the_first_are_named_and_the_others_counted() -> None:
    """So that the note stays a note."""
    rows = [replace(ROW, message=MessageSize(name=f"m{index}", bytes=index)) for index in range(9)]
    (note,) = [text for text in texts(render(snapshot(*rows))) if text.startswith("Not drawn: ")]
    assert note.count(" · m") == 4
    (end,) = [text for text in texts(render(snapshot(*rows))) if text.endswith("more.")]
    assert end.endswith("and 4 more.")


def test_a_strangers_title_is_text() -> None:
    """As in every export."""
    shown = replace(FIXED, preset={"title": "<script>x</script>\x1b"})
    assert texts(render(shown))[0] == "<script>x</script>\ufffd"


def test_a_comparison_is_drawn_with_its_heads_ratios_and_origin() -> None:
    """And its verdicts are what it says to who can't see it."""
    data = render_compared(premium())
    said = texts(data)
    assert said[0] == "post-quantum premium <b>"
    assert "Mean × ecdsa-p256-sha256, with its 99.9 % interval" in said
    assert {"= ecdsa-p256-sha256", "ml-dsa-44", "hmac-sha256"} <= set(said)
    assert any("AMD EPYC 9B14" in text for text in said)
    assert "ml-dsa-44, sign" in (parsed(data).findtext(f"{SPACE}desc") or "")


def test_message_lengths_are_drawn_as_growth() -> None:
    """First of all, because it is what the view is about."""
    heads = [text for text in texts(render_compared(lengths())) if text.startswith(("Mean", "Distribution"))]
    assert heads[0] == "Mean over the message's length: SIGN · reused-key"


def test_the_same_comparison_is_the_same_bytes() -> None:
    """Nothing is random."""
    assert render_compared(premium()) == render_compared(premium())
