from dataclasses import replace

from sigtui.comparing.words import sheet
from sigtui.exports.html import render_compared
from tests.exports.fixed import FIXED
from tests.exports.reader import read_page
from tests.exports.sides import lengths, premium


def test_the_sheet_is_one_table_with_every_word_of_it() -> None:
    """Sections are groups of rows; no field is left out."""
    compared = premium()
    told = sheet(compared)
    found = read_page(render_compared(compared))
    assert (found.problems, found.open) == ([], [])
    assert found.count("table") == 1
    assert found.count("tbody") == len(told.sections)
    said = " ".join(found.text.split())
    for section in told.sections:
        assert section.title in found.all("th")
        for line in section.lines:
            assert line.label.strip() in found.all("th")
            assert all(field.text.rpartition(" ")[2] in said for field in line.cells)
    assert said.count("registered") >= 1


def test_all_that_a_sheet_says_besides_is_on_the_page() -> None:
    """Title, the author's paragraphs, what is the same, what differs, verdicts, notes, warnings."""
    compared = replace(premium(), refused=("run 2 is left out: machine differs",))
    told = sheet(compared)
    found = read_page(render_compared(compared))
    for text in (
        told.title,
        told.subtitle,
        *told.verdicts,
        *told.notes,
        *told.warnings,
        told.same,
        told.differs,
    ):
        assert " ".join(text.split()) in found.text
    assert found.all("p").count("<i>Second</i> paragraph.") == 1
    assert "Left out: run 2 is left out: machine differs" in found.all("li")


def test_rows_have_their_distributions_and_all_ratios_one_picture() -> None:
    """The ratios first."""
    captions = read_page(render_compared(premium())).all("figcaption")
    assert captions[0] == "Mean × ecdsa-p256-sha256, with its 99.9 % interval"
    assert captions[1].startswith("Distribution: SIGN")


def test_message_lengths_have_a_picture_of_growth() -> None:
    """And no other view has."""
    grown = read_page(render_compared(lengths())).all("figcaption")
    assert any(text == "Mean over the message's length: SIGN · reused-key" for text in grown)
    assert "Message lengths" not in read_page(render_compared(premium())).all("h2")


def test_a_published_column_is_dim() -> None:
    """Its head says so too."""
    published = replace(FIXED, extra={"origin": {"who": "somebody"}})
    found = read_page(render_compared(premium(published)))
    heads = [
        attributes for tag, attributes in found.elements if tag == "th" and attributes.get("scope") == "col"
    ]
    assert [attributes.get("class") for attributes in heads[1:]] == ["dim"] * (len(heads) - 1)
