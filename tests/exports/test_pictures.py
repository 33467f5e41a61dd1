from dataclasses import replace

from sigtui.exports._groups import groups
from sigtui.exports._pictures import (
    compared_ratios,
    compared_shares,
    distributions,
    group_ratios,
    growths,
    row_distributions,
    wire_shares,
    wires,
)
from sigtui.plots.canvas import Canvas
from tests.exports.fixed import ECDSA, ECDSA_WIRE, FIXED, ML_DSA
from tests.exports.sides import lengths, premium
from tests.made import ROW, snapshot
from tests.plots.drawn import texts


def test_ratios_are_said_as_a_comparison_says_them() -> None:
    """A snapshot's own, with the verdict's words; what failed is left out."""
    picture = group_ratios(FIXED, groups(FIXED))
    assert "ml-dsa-44 20.5× slower 19.5–21.5" in picture.description
    assert "hmac-sha256 36.8× faster 36.5–37.2" in picture.description
    assert "rsa-2048-pss-sha512" not in picture.description
    canvas = Canvas()
    assert picture.draw(canvas)
    assert "2,460×, no interval" in texts(canvas)


def test_a_picture_of_rows_without_a_baseline_is_none() -> None:
    """Nothing to compare with, nothing to draw."""
    told = replace(snapshot(replace(ROW, algorithm="ed25519", ratio=None)), preset={})
    assert not group_ratios(told, groups(told)).draw(Canvas())


def test_rows_of_several_providers_name_theirs() -> None:
    """As in the table."""
    told = snapshot(ROW, replace(ROW, provider="liboqs"))
    assert "ecdsa-p256-sha256 [liboqs]" in distributions(told, groups(told)[0]).description


def test_an_imported_rows_provenance_dims_it() -> None:
    """A snapshot of somebody else's figures is published: hollow dots, and what they did not tell."""
    told = replace(snapshot(replace(ROW, samples=None)), extra={"origin": {"who": "somebody"}})
    canvas = Canvas()
    assert distributions(told, groups(told)[0]).draw(canvas)
    assert "n not published" in texts(canvas)


def test_an_algorithm_has_one_wire_block_the_measured_one() -> None:
    """Of several results; the smallest first."""
    nominal = replace(ECDSA, operation="verify", wire=replace(ECDSA_WIRE, nominal=True))
    found = wires([ML_DSA, nominal, ECDSA, ROW])
    assert [result.algorithm for result, _ in found] == ["ecdsa-p256-sha256", "ml-dsa-44"]
    assert found[0][1].nominal is False


def test_a_share_says_its_budget_and_its_bytes() -> None:
    """In percent, or as a multiple from twice on."""
    said = wire_shares(FIXED.results).description
    assert "ecdsa-p256-sha256: 14 % of our [column], 72 of 512 B" in said
    assert "ml-dsa-44: 4.73× of our [column], 2,420 of 512 B" in said


def test_a_comparisons_pictures_name_its_columns() -> None:
    """Ratios of all rows that are asked for, distributions of one, and shares of budgets."""
    compared = premium()
    sign = compared.row("sign")
    assert sign is not None
    assert "ml-dsa-44 20.5× slower" in compared_ratios(compared, [sign]).description
    assert "ml-dsa-44" in row_distributions(compared, sign).description
    assert "ml-dsa-44: 4.73×" in compared_shares(compared).description


def test_growth_is_drawn_of_message_lengths_only() -> None:
    """Where budgets are not: the message's length changes no signature."""
    assert growths(premium()) == ()
    (picture,) = growths(lengths())
    assert picture.title == "Mean over the message's length: SIGN · reused-key"
    assert picture.draw(Canvas())
    assert not compared_shares(lengths()).draw(Canvas())
