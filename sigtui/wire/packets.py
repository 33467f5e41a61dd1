"""How many packets some bytes take: UDP datagrams and their fragments, TCP segments, the first window."""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from types import MappingProxyType

from sigtui.errors import UsageError
from sigtui.numbers import count
from sigtui.wording import shown


class Transport(StrEnum):
    """What carries the bytes; ``tls`` is TLS 1.3 over TCP and IPv4."""

    UDP4 = "udp4"
    UDP6 = "udp6"
    TCP4 = "tcp4"
    TCP6 = "tcp6"
    TLS = "tls"
    TLS6 = "tls6"

    @property
    def datagrams(self) -> bool:
        """Whether it sends datagrams, which are lost whole; TCP sends a stream."""
        return self in (Transport.UDP4, Transport.UDP6)

    @property
    def tls(self) -> bool:
        """Whether TLS wraps the bytes in records."""
        return self in (Transport.TLS, Transport.TLS6)

    @property
    def ipv6(self) -> bool:
        """Whether it goes over IPv6."""
        return self in (Transport.UDP6, Transport.TCP6, Transport.TLS6)

    @property
    def ip(self) -> str:
        """The internet protocol by name."""
        return "IPv6" if self.ipv6 else "IPv4"


ETHERNET = 1500
"""Bytes of an Ethernet frame's payload (RFC 894)."""

# The smallest and the largest MTU that make sense, with the source. IPv4: what every module must forward
# unfragmented, and the 16 bits of Total Length; IPv6: what every link carries, and 16 bits of Payload Length.
_MTUS: Mapping[bool, tuple[int, str, int, str]] = MappingProxyType(
    {
        False: (68, "RFC 791 section 3.2", 65_535, "RFC 791 section 3.1"),
        True: (1280, "RFC 8200 section 5", 40 + 65_535, "RFC 8200 section 3"),
    }
)

_IP = MappingProxyType({False: 20, True: 40})
_UDP = 8
_TCP = 20
_TIMESTAMPS = 12  # RFC 7323 section 3.2: the option's 10 bytes, padded
_FRAGMENT6 = 8  # RFC 8200 section 4.5

TLS_RECORD = 16_384
"""The longest plaintext of a TLS 1.3 record (RFC 8446 section 5.1)."""

TLS_OVERHEAD = 22
"""Bytes that a record adds: header 5, content type 1, tag 16 (RFC 8446 section 5.2; AES-GCM, ChaCha20)."""


@dataclass(frozen=True, slots=True)
class Route:
    """How the bytes travel. Raises UsageError for an MTU that the internet protocol doesn't allow."""

    transport: Transport = Transport.UDP4
    mtu: int = ETHERNET
    timestamps: bool = False

    def __post_init__(self) -> None:
        least, why_least, most, why_most = _MTUS[self.transport.ipv6]
        if not least <= self.mtu <= most:
            raise UsageError(
                f"an MTU of {shown(self.mtu)} B is impossible over {self.transport.ip}; allowed: "
                f"{count(least)} ({why_least}) to {count(most)} ({why_most})"
            )

    @property
    def headers(self) -> int:
        """Bytes of the headers of a packet that is not a fragment."""
        ip = _IP[self.transport.ipv6]
        if self.transport.datagrams:
            return ip + _UDP
        return ip + _TCP + (_TIMESTAMPS if self.timestamps else 0)

    @property
    def room(self) -> int:
        """Bytes of content that one packet carries unfragmented; TCP calls it the MSS."""
        return self.mtu - self.headers


def mtu_allowed(mtu: int, transport: Transport) -> bool:
    """Whether a link of that MTU can carry this transport's internet protocol."""
    least, _, most, _ = _MTUS[transport.ipv6]
    return least <= mtu <= most


def datagram_limit(transport: Transport) -> int:
    """Return the most bytes that a UDP datagram holds: the lengths in the headers have 16 bits.

    Over IPv4 the 16 bits count both headers (RFC 791 section 3.1), over IPv6 UDP's alone (RFC 8200 section 3).
    """
    return 65_535 - _UDP - (0 if transport.ipv6 else _IP[False])


def on_the_stream(size: int, transport: Transport) -> int:
    """Return the bytes that the transport carries for so many: TLS adds to each record."""
    return size + TLS_OVERHEAD * -(-size // TLS_RECORD) if transport.tls else size


@dataclass(frozen=True, slots=True)
class Packet:
    """An IP packet: bytes of its headers, the fragment's included, and of the content it carries."""

    headers: int
    content: int

    @property
    def size(self) -> int:
        """Bytes of the whole IP packet."""
        return self.headers + self.content


def cut(size: int, route: Route) -> tuple[Packet, ...]:
    """Return the packets that carry so many bytes, in order; none where a datagram can't hold them.

    A fragment's content is a multiple of 8, except the last one's. The last fragment of IPv4 fills the packet;
    over IPv6 Linux keeps it to the multiple of 8 as well. Under TLS the records' bytes count as content.
    """
    if not route.transport.datagrams:
        whole, rest = divmod(on_the_stream(size, route.transport), route.room)
        full = (Packet(route.headers, route.room),) * whole
        return (*full, Packet(route.headers, rest)) if rest else full
    if size > datagram_limit(route.transport):
        return ()
    if size <= route.room:
        return (Packet(route.headers, size),)
    headers = _IP[route.transport.ipv6] + (_FRAGMENT6 if route.transport.ipv6 else 0)
    unit, others = _fragments(size, route)
    rest = size + _UDP - others * unit
    middle = (Packet(headers, unit),) * (others - 1)
    return Packet(headers + _UDP, unit - _UDP), *middle, Packet(headers, rest)


def _fragments(size: int, route: Route) -> tuple[int, int]:
    """Return the bytes that every fragment but the last holds, and how many of those there are."""
    ipv6 = route.transport.ipv6
    room = route.mtu - _IP[ipv6] - (_FRAGMENT6 if ipv6 else 0)
    unit = room // 8 * 8
    last = unit if ipv6 else room
    return unit, -(-(size + _UDP - last) // unit)


def packets(size: int, route: Route) -> int | None:
    """Return how many packets so many bytes take, None where a UDP datagram can't hold them.

    UDP: 1, or the fragments of RFC 791 section 3.2 and RFC 8200 section 4.5, as Linux sends them. TCP: segments.
    """
    if not route.transport.datagrams:
        return -(-on_the_stream(size, route.transport) // route.room)
    if size > datagram_limit(route.transport):
        return None
    return 1 if size <= route.room else _fragments(size, route)[1] + 1


def initial_window(mss: int) -> int:
    """Return the bytes that a new TCP connection sends before the first acknowledgement (RFC 6928 section 2)."""
    return min(10 * mss, max(2 * mss, 14_600))


def extra_round_trips(size: int, route: Route) -> int:
    """Return the round trips that a new TCP connection waits for acknowledgements; 0 within the first window.

    The window doubles every round trip (slow start, RFC 5681 section 3.1), nothing is lost.
    """
    sent = window = initial_window(route.room)
    trips = 0
    while sent < on_the_stream(size, route.transport):
        window *= 2
        sent += window
        trips += 1
    return trips
