from dataclasses import replace

import pytest

from sigtui.exports._groups import groups
from sigtui.exports._rows import HEAD, rows
from sigtui.exports.html import render
from sigtui.files.results import MessageSize
from sigtui.files.snapshot import Snapshot
from sigtui.findings import findings
from tests.exports.fixed import ECDSA, FIXED, IMPORTED
from tests.exports.reader import Read, read_page
from tests.made import ROW, snapshot

HOSTILE = "<script>alert('x')</script><img src=x onerror=alert(1)>\x1b[2J\u202e\ud800"


def read(shown: Snapshot) -> Read:
    """Return what is in a snapshot's page."""
    return read_page(render(shown))


@pytest.mark.parametrize("shown", [FIXED, Snapshot()], ids=["full", "empty"])
def test_a_page_is_well_formed_and_loads_nothing(shown: Snapshot) -> None:
    """No element is left open, nothing starts a script, no address but those within the page."""
    found = read(shown)
    assert (found.problems, found.open) == ([], [])
    for tag, attributes in found.elements:
        assert not [name for name in attributes if name.startswith("on")], tag
        assert not {"src", "srcset", "data", "action", "style"} & set(attributes), tag
        assert attributes.get("href", "#").startswith("#")
        assert not any("url(" in value or "://" in value for value in attributes.values()), tag


def test_every_cell_is_what_markdown_says() -> None:
    """The same words and the same rounding in both, from the one place that makes them."""
    found = read(FIXED)
    cells = found.all("td")
    for group in groups(FIXED):
        assert group.title in found.all("h2")
        for row in rows(FIXED, group):
            assert all(text in cells for text in row.cells if text)
    assert [found.all("th").count(head) for head in HEAD if head != "Signature"] == [
        4,
        *[3] * (len(HEAD) - 2),
    ]


def test_where_the_figures_come_from_is_said() -> None:
    """Machine, versions, effort, method, date; the warnings with their sign, and what was left out."""
    found = read(FIXED)
    for word in (
        "AMD EPYC 9B14",
        "cryptography 50.0.2",
        "effort short",
        "method 1",
        "2026-05-01T12:00:00+02:00",
    ):
        assert word in found.text
    said = findings(FIXED)
    assert all(text in found.text for text in (*said.warnings, *said.notes))
    assert found.all("span").count("!") >= len(said.warnings)
    assert "not planned: falcon-512" in found.text


def test_every_view_with_figures_has_its_pictures() -> None:
    """Distributions, and ratios where there is another than the baseline."""
    captions = read(FIXED).all("figcaption")
    assert captions.count("Mean × ecdsa-p256-sha256, with its 99.9 % interval") == 2
    assert [text.partition(":")[0] for text in captions if ": " in text] == ["Means", "Distribution", "Means"]
    assert captions[-1] == "Tightest budget on the wire"


def test_a_failed_row_says_why() -> None:
    """With its sign, over the width of its cells, and in no picture."""
    found = read(FIXED)
    assert "✗" in found.all("span")
    why = [
        attributes for tag, attributes in found.elements if tag == "td" and attributes.get("class") == "why"
    ]
    assert why[0]["colspan"] == str(len(HEAD) - 1)


def test_sizes_and_budgets_are_exact() -> None:
    """Bytes with commas, each budget with its sign; what is not known is a dash."""
    found = read(FIXED)
    cells = found.all("td")
    assert {"69–72", "65", "91", "138", "2,420"} <= set(cells)
    assert {"of ethernet", "of our [column]", "raw B", "Packets, udp4"} <= set(found.all("th"))
    assert "1.63× of 1,500 B" in cells
    assert "1 datagram over Ethernet, not fragmented." in found.text


def test_a_snapshot_without_a_wire_has_no_chapter_of_it() -> None:
    """As an imported one."""
    assert "Sizes and wire" not in read(snapshot(ROW)).text


def test_a_strangers_text_is_text_wherever_it_stands() -> None:
    """Title, CPU, message, label, error: nothing of it becomes an element or reaches a terminal."""
    odd = MessageSize(name=HOSTILE, bytes=1)
    shown = Snapshot(
        preset={"title": HOSTILE, "baseline": HOSTILE},
        machine={"cpu": HOSTILE, "warnings": [HOSTILE], "providers": {"x": {HOSTILE: HOSTILE}}},
        method={"effort": HOSTILE},
        date=HOSTILE,
        results=(
            replace(ECDSA, algorithm=HOSTILE, message=odd),
            replace(IMPORTED, label=HOSTILE, message=odd),
            replace(ROW, algorithm=HOSTILE, provider=HOSTILE, message=odd, error=HOSTILE),
        ),
        extra={"skipped": [{"what": HOSTILE, "reason": HOSTILE}]},
    )
    found = read(shown)
    assert (found.problems, found.open) == ([], [])
    assert found.count("script") == found.count("img") == 0
    assert not [attrs for _, attrs in found.elements if any(name.startswith("on") for name in attrs)]
    data = render(shown).decode()
    assert not {"\x1b", "\u202e", "\ud800"} & set(data)
    assert data.count("alert(") > 5


def test_each_picture_is_named() -> None:
    """Who can't see it hears its title and its description."""
    found = read(FIXED)
    pictures = [attributes for tag, attributes in found.elements if tag == "svg"]
    assert all(attributes["role"] == "img" for attributes in pictures)
    assert found.count("desc") == len(pictures) == found.count("figure") > 4
