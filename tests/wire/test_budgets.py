import pytest

from sigtui.errors import UsageError
from sigtui.wire.budgets import SHIPPED, USUAL, Carrier, find, link, own

PUBLISHED = {
    "ethernet": (1_500, "mtu"),
    "pppoe": (1_492, "mtu"),
    "ipv6-minimum": (1_280, "mtu"),
    "jumbo": (9_000, "mtu"),
    "ipv4-reassembly": (576, "datagram"),
    "quic-initial": (1_200, "udp-payload"),
    "dns-udp": (1_232, "udp-payload"),
    "tcp-initial-window": (14_600, "tcp"),
    "tls-record": (16_384, "tls"),
    "ieee802154": (127, "frame"),
    "ble-att-default": (20, "payload"),
    "ble-att-max": (517, "payload"),
    "lorawan-dr0": (51, "payload"),
    "lorawan-dr5": (222, "payload"),
    "cookie": (4_096, "http"),
    "varchar-255": (255, "storage"),
}


def test_the_published_budgets_ship() -> None:
    """With their names, bytes and transports; each says where it is from."""
    shipped = {each.name: (each.bytes, str(each.carrier)) for each in SHIPPED if each.server is None}
    assert shipped == PUBLISHED
    assert all(each.source for each in SHIPPED)
    assert len({each.name for each in SHIPPED}) == len(SHIPPED)


def test_what_is_usual_ships() -> None:
    """It is a choice of the shipped ones, the limits of nginx among them."""
    assert set(USUAL) < set(SHIPPED)
    assert {"ethernet", "nginx", "nginx-proxy", "varchar-255"} <= {each.name for each in USUAL}


@pytest.mark.parametrize(
    ("name", "size"),
    [
        ("ethernet", 1_500),
        ("nginx", 8_192),
        ("nginx as proxy (response)", 4_096),
        ("nginx (HTTP/2)", 7_589),
        ("Apache httpd", 8_193),
        ("aiohttp (server and client)", 8_190),
        ("Python http.server / Tornado / Hypercorn", 65_536),
        ("ASP.NET Core Kestrel", 32_768),
        ("AWS API Gateway (HTTP API)", 10_240),
        ("haproxy", 15_360),
    ],
)
def test_a_budget_is_found_by_its_name_or_its_server_s(name: str, size: int) -> None:
    """It keeps the name as the person wrote it."""
    found = find(name)
    assert (found.name, found.bytes) == (name, size)


def test_a_person_s_own_budget_is_found() -> None:
    """Beside those that ship."""
    column = own("our column", 512, "storage")
    assert (column.bytes, column.carrier, column.text) == (512, Carrier.STORAGE, False)
    assert find("our column", [column]) == column
    assert own("our gateway", 2_000, "http").text


def test_an_unknown_budget_is_refused_with_the_nearest() -> None:
    """And with all names that there are."""
    with pytest.raises(UsageError, match="no budget 'ethernt'; did you mean 'ethernet'") as refused:
        find("ethernt")
    assert "varchar-255" in str(refused.value)


@pytest.mark.parametrize(
    ("name", "size", "carrier", "words"),
    [
        ("", 5, "http", "needs a name"),
        ("two\nlines", 5, "http", "needs a name"),
        ("ethernet", 5, "mtu", "ships with sigtui"),
        ("mine", 0, "mtu", "0 B is impossible; allowed: 1 or more"),
        ("mine", 5, "htp", "no transport 'htp' of budgets; did you mean 'http'"),
    ],
)
def test_an_impossible_budget_is_refused(name: str, size: int, carrier: str, words: str) -> None:
    """With what is wrong, and what is allowed."""
    with pytest.raises(UsageError) as refused:
        own(name, size, carrier)
    assert words in str(refused.value)


def test_a_link_is_named_by_its_mtu() -> None:
    """Where it has a name."""
    assert (link(1500), link(1492), link(1400)) == ("Ethernet", "PPPoE", "a link with an MTU of 1,400 B")
