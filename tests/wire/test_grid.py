from collections.abc import Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sigtui.algorithms import catalogue
from sigtui.wire.budgets import SHIPPED
from sigtui.wire.content import content
from sigtui.wire.grid import PACKETS, PRESET, SENT, Grid, Told, grid, ordered, orders
from sigtui.wire.packets import Route, Transport
from sigtui.wire.report import row
from sigtui.wire.setting import Carried, Setting

SETTING = Setting(route=Route(Transport.TLS))
NAMES = ("ml-dsa-44", "ed25519", "rsa-2048-pkcs1v15-sha256", "ecdsa-p256-sha256", "hmac-sha256")


def told(setting: Setting = SETTING, names: Sequence[str] = NAMES) -> tuple[Told, ...]:
    """Return the rows of algorithms as they are told to the table."""
    found = {each.id: each for each in catalogue()}
    return tuple(
        Told(
            name,
            name,
            row(found[name], setting),
            {each: content(found[name], Setting(setting.envelope, carried=each)).sent for each in Carried},
        )
        for name in names
    )


def text(laid: Grid, place: int) -> str:
    """Return a row as it is drawn."""
    return "".join(piece.text for piece in laid.rows[place])


def test_a_row_has_its_sizes_its_packets_and_a_share_of_each_budget() -> None:
    """Where there is room, all of it: three sizes, then bar, percent and sign of each budget."""
    laid = grid(told(), SETTING, 220)
    assert laid.heads[0].split() == ["signature", "key", "both", *(each.name for each in SETTING.budgets)]
    assert laid.heads[1].split()[:5] == ["algorithm", "B", "B", "B", "packets"]
    assert "8,192 B" in laid.heads[1]
    cells = text(laid, 0).split()
    assert cells[:6] == ["ml-dsa-44", "(2,420)", "(1,312)", "(3,732)", "2", "✓"]
    assert "1.7× ·" in text(laid, 0)
    assert "79 % !" in text(laid, 0)
    assert "13× ✗" in text(laid, 0)
    assert (laid.before, laid.behind) == (0, 0)


def test_bars_and_names_give_way_before_a_budget_does() -> None:
    """At 78 cells four budgets are in sight, the names shortened; the others are counted, and one can go there."""
    laid = grid(told(), SETTING, 78)
    assert (laid.before, laid.behind) == (0, len(SETTING.budgets) - 4)
    assert laid.heads[0].startswith("4 more ►")
    assert "rsa-2048-pk…ha256" in text(laid, 2)
    later = grid(told(), SETTING, 78, 3)
    assert later.heads[0].startswith("◄ 3  1 more ►")
    assert "nginx" in later.heads[0]


@given(
    st.integers(40, 220),
    st.integers(0, 40),
    st.sampled_from(Carried),
    st.sets(st.integers(0, len(SHIPPED) - 1)),
)
def test_lines_are_as_wide_as_their_heads_and_fit(
    width: int, first: int, carried: Carried, places: set[int]
) -> None:
    """Whatever was chosen: columns stand under their heads, and nothing is wider than the line that has room."""
    setting = Setting(carried=carried, budgets=tuple(SHIPPED[place] for place in sorted(places)))
    laid = grid(told(setting), setting, width, first)
    wide = {len(line.rstrip("\n")) for line in (*laid.heads, *(text(laid, place) for place in range(5)))}
    assert len(wide) == 1
    budgets = [span for span in laid.spans if span.sort not in ("", PRESET, SENT, PACKETS)]
    assert laid.before + len(budgets) + laid.behind == len(places)
    if len(budgets) > 1:
        assert wide.pop() - 1 <= width


@pytest.mark.parametrize("sort", orders(SETTING))
def test_rows_are_sorted_with_the_least_first(sort: str) -> None:
    """By bytes, packets or any budget; by the preset they stay as they are; the head is marked."""
    rows = ordered(told(), sort)
    names = [each.name for each in rows]
    assert names == list(NAMES) if sort == PRESET else names[-1] == "ml-dsa-44"
    heads = "".join(grid(rows, SETTING, 220, 0, sort).heads)
    assert heads.count("▴") == (sort != PRESET)


def test_what_can_not_be_sent_comes_last() -> None:
    """By its packets, of which there are none."""
    setting = Setting(route=Route(Transport.UDP4))
    rows = told(setting, ("ed25519", "ml-dsa-44"))
    assert [each.name for each in ordered(rows, PACKETS)] == ["ed25519", "ml-dsa-44"]


def test_each_column_can_be_hit() -> None:
    """A click on a head knows what it sorts by; sizes that do not travel sort by nothing."""
    laid = grid(told(), SETTING, 220)
    spans = {span.sort: span for span in laid.spans}
    assert set(spans) == {*orders(SETTING), ""}
    span = spans["nginx"]
    assert laid.heads[0][span.start : span.end].strip() == "nginx"
