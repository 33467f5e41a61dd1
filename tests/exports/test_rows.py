from dataclasses import replace

from sigtui.exports._groups import groups
from sigtui.exports._rows import HEAD, rows
from tests.exports.fixed import FIXED
from tests.made import ROW, snapshot


def test_every_row_has_a_cell_for_each_head() -> None:
    """Failed and imported ones too."""
    made = [row for group in groups(FIXED) for row in rows(FIXED, group)]
    assert len(made) == len(FIXED.results)
    assert {len(row.cells) for row in made} == {len(HEAD) - 1}


def test_a_row_without_figures_says_why_in_its_first_cell() -> None:
    """And nowhere else, not even that it is the baseline."""
    told = snapshot(replace(ROW, error="it died"))
    (row,) = rows(told, groups(told)[0])
    assert (row.measured, row.baseline) == (False, False)
    assert row.cells == ("it died", *[""] * (len(HEAD) - 2))


def test_the_baseline_and_symmetric_rows_are_marked() -> None:
    """For whoever shows them, each in its own way."""
    told = snapshot(ROW, replace(ROW, algorithm="hmac-sha256", mean_us=50.0))
    first, second = rows(told, groups(told)[0])
    assert (first.name, first.baseline, first.mark) == ("ecdsa-p256-sha256", True, "")
    assert (second.name, second.baseline, second.mark) == ("hmac-sha256", False, "†")
