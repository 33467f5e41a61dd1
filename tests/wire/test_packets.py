import pytest
from hypothesis import given
from hypothesis import strategies as st

from sigtui.errors import UsageError
from sigtui.wire.packets import (
    Route,
    Transport,
    cut,
    datagram_limit,
    extra_round_trips,
    initial_window,
    mtu_allowed,
    on_the_stream,
    packets,
)

SIZES = st.integers(0, 70_000)
ROUTES = st.builds(
    Route,
    transport=st.sampled_from(Transport),
    mtu=st.integers(1280, 9100),
    timestamps=st.booleans(),
)
UDP = ROUTES.filter(lambda route: route.transport.datagrams)


@pytest.mark.parametrize(
    ("size", "v4", "v6"),
    [
        (64, 1, 1),
        (1472, 1, 2),
        (1452, 1, 1),
        (2420, 2, 2),
        (3309, 3, 3),
        (4627, 4, 4),
        (7856, 6, 6),
        (49856, 34, 35),
    ],
)
def test_published_datagrams(size: int, v4: int, v6: int) -> None:
    """ML-DSA, SLH-DSA-128s and SLH-DSA-256f over Ethernet, as tried against Linux."""
    assert packets(size, Route(Transport.UDP4)) == v4
    assert packets(size, Route(Transport.UDP6)) == v6


@pytest.mark.parametrize(
    ("transport", "mtu", "size", "expected"),
    [
        # The last fragment of IPv4 is filled, though 1,260 and 1,380 are no multiples of 8.
        (Transport.UDP4, 1280, 2504, (1276, 1276)),
        (Transport.UDP4, 1280, 2508, (1276, 1280)),
        (Transport.UDP4, 1280, 2509, (1276, 1276, 25)),
        (Transport.UDP4, 1280, 6276, (1276, 1276, 1276, 1276, 1280)),
        (Transport.UDP4, 1400, 2748, (1396, 1400)),
        (Transport.UDP4, 1501, 1474, (1500, 22)),
        (Transport.UDP4, 1501, 2953, (1500, 1501)),
        # Over IPv6 it is kept to the multiple of 8.
        (Transport.UDP6, 1500, 2888, (1496, 1496)),
        (Transport.UDP6, 1500, 2889, (1496, 1496, 49)),
        (Transport.UDP6, 1500, 2892, (1496, 1496, 52)),
    ],
)
def test_packets_are_those_that_linux_sends(
    transport: Transport, mtu: int, size: int, expected: tuple[int, ...]
) -> None:
    """Sizes of whole IP packets, as captured on a loopback device of that MTU (Linux)."""
    route = Route(transport, mtu)
    assert tuple(packet.size for packet in cut(size, route)) == expected
    assert packets(size, route) == len(expected)


@pytest.mark.parametrize(
    ("transport", "timestamps", "size", "segments"),
    [
        (Transport.TCP4, False, 1460, 1),
        (Transport.TCP4, False, 1461, 2),
        (Transport.TCP4, True, 1448, 1),
        (Transport.TCP4, True, 1449, 2),
        (Transport.TCP6, False, 1440, 1),
        (Transport.TCP6, False, 1441, 2),
        (Transport.TCP4, False, 2420, 2),
        (Transport.TCP4, False, 3309, 3),
        (Transport.TCP4, False, 4627, 4),
        (Transport.TLS, False, 1438, 1),
        (Transport.TLS, False, 1439, 2),
        (Transport.TLS, True, 4432, 4),
        (Transport.TLS, False, 16_384, 12),
        (Transport.TLS6, False, 1418, 1),
        (Transport.TCP4, False, 49_856, 35),
    ],
)
def test_segments(transport: Transport, timestamps: bool, size: int, segments: int) -> None:
    """The MSS is 40 or 60 less than the MTU, 12 less with timestamps; TLS adds 22 bytes a record."""
    assert packets(size, Route(transport, timestamps=timestamps)) == segments


def test_tls_adds_to_every_record() -> None:
    """22 bytes up to 16,384, 44 beyond; TCP alone adds nothing."""
    assert on_the_stream(16_384, Transport.TLS) == 16_406
    assert on_the_stream(16_385, Transport.TLS) == 16_429
    assert on_the_stream(16_385, Transport.TCP6) == 16_385


@pytest.mark.parametrize(("mss", "window"), [(1460, 14_600), (1440, 14_400), (536, 5_360), (8960, 17_920)])
def test_the_first_window_is_that_of_rfc_6928(mss: int, window: int) -> None:
    """Ten segments, but no more than 14,600 bytes or two segments."""
    assert initial_window(mss) == window


@pytest.mark.parametrize(
    ("size", "trips"), [(0, 0), (14_600, 0), (14_601, 1), (43_800, 1), (43_801, 2), (49_856, 2)]
)
def test_round_trips_double_the_window(size: int, trips: int) -> None:
    """14,600 bytes at once, 29,200 after one round trip, 58,400 after two."""
    assert extra_round_trips(size, Route(Transport.TCP4)) == trips


@pytest.mark.parametrize(("transport", "most"), [(Transport.UDP4, 65_507), (Transport.UDP6, 65_527)])
def test_a_datagram_has_an_end(transport: Transport, most: int) -> None:
    """Beyond the 16 bits of its length nothing is sent."""
    assert datagram_limit(transport) == most
    assert packets(most, Route(transport)) == len(cut(most, Route(transport)))
    assert packets(most + 1, Route(transport)) is None
    assert cut(most + 1, Route(transport)) == ()


@given(SIZES, ROUTES)
def test_packets_cover_everything(size: int, route: Route) -> None:
    """All content is carried, no packet exceeds the MTU, and the count is that of the packets."""
    count = packets(size, route)
    if count is None:
        assert size > datagram_limit(route.transport)
        return
    cuts = cut(size, route)
    assert len(cuts) == count
    assert sum(packet.content for packet in cuts) == on_the_stream(size, route.transport)
    assert all(packet.size <= route.mtu for packet in cuts)


@given(st.integers(1, 65_507), UDP)
def test_all_fragments_but_the_last_are_multiples_of_8(size: int, route: Route) -> None:
    """With the UDP header in the first one; each could not have been larger."""
    first, *_ = cuts = cut(size, route)
    if len(cuts) > 1:
        header = 48 if route.transport.ipv6 else 20
        assert first.headers == header + 8
        contents = [packet.size - header for packet in cuts]
        assert sum(contents) == size + 8
        assert all(content % 8 == 0 and content + 8 > route.mtu - header for content in contents[:-1])
        assert contents[-1] > 0


@given(SIZES, ROUTES)
def test_more_bytes_never_take_fewer_packets_or_round_trips(size: int, route: Route) -> None:
    """Both only grow."""
    here, next_ = packets(size, route), packets(size + 1, route)
    assert next_ is None or (here is not None and here <= next_)
    assert extra_round_trips(size, route) <= extra_round_trips(size + 1, route)


@given(st.integers(1280, 9000), st.sampled_from(Transport), SIZES)
def test_a_larger_mtu_never_takes_more_packets(mtu: int, transport: Transport, size: int) -> None:
    """Eight bytes more of room never cost a packet."""
    narrow, wide = packets(size, Route(transport, mtu)), packets(size, Route(transport, mtu + 8))
    assert narrow is None or wide is None or wide <= narrow


@pytest.mark.parametrize(
    ("transport", "mtu", "words"),
    [
        (Transport.UDP4, 67, "67 B is impossible over IPv4; allowed: 68 (RFC 791"),
        (
            Transport.TLS,
            65_536,
            "65536 B is impossible over IPv4; allowed: 68 (RFC 791 section 3.2) to 65,535",
        ),
        (Transport.TCP6, 1279, "1279 B is impossible over IPv6; allowed: 1,280 (RFC 8200 section 5)"),
        (Transport.UDP6, 65_576, "to 65,575 (RFC 8200 section 3)"),
        (Transport.UDP4, 0, "impossible"),
        (Transport.UDP4, -1500, "impossible"),
    ],
)
def test_impossible_mtus_are_refused(transport: Transport, mtu: int, words: str) -> None:
    """With what is allowed, and where it is laid down."""
    assert not mtu_allowed(mtu, transport)
    with pytest.raises(UsageError) as refused:
        Route(transport, mtu)
    assert words in str(refused.value)


@pytest.mark.parametrize("mtu", [68, 576, 65_535])
def test_the_ends_of_what_is_allowed_work(mtu: int) -> None:
    """Even the smallest link carries something in every packet."""
    for transport in (Transport.UDP4, Transport.TCP4, Transport.TLS):
        count = packets(3309, Route(transport, mtu, timestamps=True))
        assert count == len(cut(3309, Route(transport, mtu, timestamps=True)))
