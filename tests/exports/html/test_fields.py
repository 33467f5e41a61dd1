from sigtui.comparing.sheet import CAUTION, FAILS, FITS, Field
from sigtui.exports.html.fields import cell


def test_a_verdict_has_its_colour_and_its_sign() -> None:
    """The text says the same without the colour."""
    for mark, name in ((FITS, "good"), (FAILS, "bad"), (CAUTION, "caution")):
        made = cell(Field("28 %", mark))
        assert made[0].get("class") == f"mark {name}"
        assert "".join(made.itertext()) == f"{mark} 28 %"


def test_a_published_field_is_dim() -> None:
    """Others are not."""
    assert cell(Field("1", dim=True)).get("class") == "dim"
    assert cell(Field("1")).get("class") is None


def test_an_interval_stays_in_one_piece() -> None:
    """Where a line ends, its words are parted and its numbers are not."""
    made = cell(Field("1.05× slower 1.04–1.06"))
    assert (made.text, made[0].text, made[0].get("class")) == ("1.05× slower ", "1.04–1.06", "whole")
    assert "".join(cell(Field("70–72")).itertext()) == "70–72"
