import re

from hypothesis import example, given
from hypothesis import strategies as st

from sigtui.wire.packets import Route, Transport, cut, initial_window, on_the_stream
from sigtui.wire.ruler import Ink, Ruler, ruler

ROUTES = st.builds(Route, transport=st.sampled_from(Transport), mtu=st.integers(1280, 9100))


def drawn(size: int, route: Route = Route(), width: int = 78) -> Ruler:  # noqa: B008 - frozen
    """Return a ruler that has to be there."""
    made = ruler(size, route, width)
    assert made is not None
    return made


def line(made: Ruler) -> str:
    """Return the line of packets as it is drawn."""
    return "".join(piece.ink.value * piece.cells for piece in made.pieces)


def test_packets_are_drawn_to_the_mtu_with_their_bytes_below() -> None:
    """ML-DSA-65 over UDP: three fragments, the last of which is nearly empty."""
    made = drawn(3_309)
    assert line(made).count(Ink.BREAK.value) == 3
    assert made.below.split() == ["1,472", "2,952", "last", "3,309", "B"]
    assert line(made).endswith(Ink.ROOM.value * 18 + Ink.BREAK.value)
    assert made.below.index("1,472") + len("1,472") == line(made).index(Ink.BREAK.value) + 1
    assert (made.each, made.window) == (1, "")


def test_a_single_packet_shows_what_is_left() -> None:
    """Headers and content at the left, the rest of the MTU free, and no packet is the last one."""
    made = drawn(64)
    assert re.fullmatch(r"▒+█+·{60,}│", line(made))
    assert made.below.strip() == "all 64 B"


def test_many_packets_are_drawn_in_groups() -> None:
    """34 fragments are seven groups of five; the first window of TCP ends under its packet."""
    made = drawn(49_856)
    assert (made.each, line(made).count(Ink.BREAK.value)) == (5, 7)
    assert made.below.startswith("      7,392")
    stream = drawn(49_856, Route(Transport.TCP4))
    assert stream.window.strip() == "▲ first window ends: 14,600 B"
    assert stream.window.index("▲") == stream.below.index("14,600") + len("14,600") - 1
    assert line(stream)[stream.window.index("▲")] == Ink.BREAK.value


def test_a_window_that_holds_all_is_not_pointed_at() -> None:
    """Nor is one over UDP, which has none."""
    assert drawn(14_600, Route(Transport.TCP4)).window == ""
    assert drawn(14_601, Route(Transport.TCP4)).window != ""
    assert drawn(49_856, Route(Transport.UDP6)).window == ""


def test_what_is_not_sent_has_no_ruler() -> None:
    """Nothing, more than a datagram holds, or no room to draw it."""
    assert ruler(0, Route(), 78) is None
    assert ruler(70_000, Route(), 78) is None
    assert ruler(64, Route(), 10) is None


@example(61_593, Route(Transport.UDP6, 1_280), 18)  # one packet more than a whole group
@given(st.integers(1, 200_000), ROUTES, st.integers(18, 250))
def test_a_ruler_fills_its_line(size: int, route: Route, width: int) -> None:
    """Whatever is sent: no cell is missing, each group has headers and content, the whole is named below."""
    made = ruler(size, route, width)
    sent = cut(size, route)
    if made is None:
        assert not sent
        return
    groups = -(-len(sent) // made.each)
    assert len(line(made)) == width == len(made.below)
    assert [piece.ink for piece in made.pieces].count(Ink.BREAK) == groups
    assert [piece.ink for piece in made.pieces].count(Ink.CONTENT) >= groups - 1
    assert f"{sum(packet.content for packet in sent):,} B" in made.below
    past = not route.transport.datagrams and on_the_stream(size, route.transport) > initial_window(route.room)
    assert ("▲" in made.window) == past
