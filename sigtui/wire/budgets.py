"""Budgets: limits that a signature or message has to fit; those that ship, and a person's own."""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from enum import StrEnum

from sigtui.errors import UsageError
from sigtui.wire.headers import SERVERS, Counts, Server
from sigtui.wording import UNPRINTABLE, refusal, shown


class Carrier(StrEnum):
    """What a budget is a limit of; presets call it the budget's ``transport``.

    ``mtu`` and ``datagram`` hold an IP packet with its headers; ``http`` holds text; the others hold the
    encoded bytes as they are.
    """

    MTU = "mtu"
    DATAGRAM = "datagram"
    UDP_PAYLOAD = "udp-payload"
    TCP = "tcp"
    TLS = "tls"
    FRAME = "frame"
    PAYLOAD = "payload"
    HTTP = "http"
    STORAGE = "storage"


@dataclass(frozen=True, slots=True)
class Budget:
    """A limit in bytes.

    ``name`` is what presets call it, ``title`` how a sentence does. ``header`` are bytes of the limit that are
    never the signature's. ``text`` says that bytes have to be written as text to go in. ``counts`` says what
    of an HTTP header is compared, ``server`` whose limit it is.
    """

    name: str
    bytes: int
    carrier: Carrier
    title: str
    source: str = ""
    header: int = 0
    text: bool = False
    counts: Counts = Counts.LINE
    server: Server | None = None

    @property
    def shared(self) -> bool:
        """Whether other things than the signature take a part of it, so that the rest matters."""
        if self.carrier is Carrier.HTTP:
            return self.counts in (Counts.VALUE, Counts.ALL)
        return self.carrier in (Carrier.UDP_PAYLOAD, Carrier.FRAME)


def _of_server(server: Server) -> Budget:
    return Budget(
        server.id,
        server.limit,
        Carrier.HTTP,
        server.title,
        server.source,
        text=True,
        counts=server.counts,
        server=server,
    )


SHIPPED: tuple[Budget, ...] = (
    Budget("ethernet", 1_500, Carrier.MTU, "Ethernet", "RFC 894"),
    Budget("pppoe", 1_492, Carrier.MTU, "PPPoE", "RFC 2516 section 7"),
    Budget("ipv6-minimum", 1_280, Carrier.MTU, "the smallest IPv6 link", "RFC 8200 section 5"),
    Budget("jumbo", 9_000, Carrier.MTU, "jumbo frames", "a convention"),
    Budget(
        "ipv4-reassembly", 576, Carrier.DATAGRAM, "what every IPv4 host reassembles", "RFC 791 section 3.1"
    ),
    Budget("quic-initial", 1_200, Carrier.UDP_PAYLOAD, "one QUIC datagram", "RFC 9000 section 14"),
    Budget("dns-udp", 1_232, Carrier.UDP_PAYLOAD, "a DNS answer over UDP", "DNS flag day 2020"),
    Budget("tcp-initial-window", 14_600, Carrier.TCP, "TCP's first window", "RFC 6928 section 2"),
    Budget("tls-record", 16_384, Carrier.TLS, "one TLS record", "RFC 8446 section 5.1"),
    Budget("ieee802154", 127, Carrier.FRAME, "an 802.15.4 frame", "IEEE 802.15.4"),
    Budget("ble-att-default", 20, Carrier.PAYLOAD, "a BLE packet of the default size", "Bluetooth Core"),
    # The MTU counts ATT's opcode and handle (Core volume 3 part F section 3.4), as the default's 20 of 23 show.
    Budget("ble-att-max", 517, Carrier.PAYLOAD, "the largest BLE packet", "Bluetooth Core", header=3),
    Budget("lorawan-dr0", 51, Carrier.PAYLOAD, "a LoRaWAN packet at DR0", "LoRaWAN regional parameters, EU868"),
    Budget("lorawan-dr5", 222, Carrier.PAYLOAD, "a LoRaWAN packet at DR5", "LoRaWAN regional parameters, EU868"),
    Budget("cookie", 4_096, Carrier.HTTP, "a cookie", "RFC 6265 section 6.1", text=True, counts=Counts.VALUE),
    Budget("varchar-255", 255, Carrier.STORAGE, "a VARCHAR(255) column", "a convention", text=True),
    *map(_of_server, SERVERS),
)  # fmt: skip
"""Every budget with a name of its own: links, datagrams, radios, storage, then the servers of ``headers``."""


USUAL: tuple[Budget, ...] = tuple(
    budget
    for budget in SHIPPED
    if budget.name
    in (
        "ethernet",
        "ipv6-minimum",
        "quic-initial",
        "dns-udp",
        "cookie",
        "varchar-255",
        "nginx",
        "nginx-proxy",
    )
)
"""What is looked at where nobody chose: what most people build for."""

# What people call servers besides their names.
_ALIASES = {
    "nginx as proxy (response)": "nginx-proxy",
    "aiohttp (server and client)": "aiohttp",
    "python http.server / tornado / hypercorn": "python-http",
}


def find(name: str, own: Iterable[Budget] = ()) -> Budget:
    """Find a budget by its name or its server's, a person's own ones first; it keeps the name as written.

    Raises UsageError with the names that there are.
    """
    named = {budget.name: budget for budget in (*SHIPPED, *own)}
    servers = {each.server.name.casefold(): each for each in SHIPPED if each.server is not None}
    folded = name.casefold()
    found = named.get(name) or named.get(_ALIASES.get(folded, folded)) or servers.get(folded)
    if found is None:
        raise UsageError(refusal(f"there is no budget {shown(name)}", name, tuple(named)))
    return replace(found, name=name)


def own(name: str, size: int, carrier: str) -> Budget:
    """Return a person's own budget; an ``http`` one is the limit of a header line.

    Raises UsageError for an empty name or one that ships, for less than a byte, and for an unknown carrier.
    """
    if not name.strip() or UNPRINTABLE.search(name):
        raise UsageError(f"a budget needs a name in one line, not {shown(name)}")
    if any(budget.name == name for budget in SHIPPED):
        raise UsageError(f"the budget {shown(name)} ships with sigtui; give yours another name")
    if size < 1:
        raise UsageError(f"a budget of {shown(size)} B is impossible; allowed: 1 or more")
    if carrier not in list(Carrier):
        raise UsageError(
            refusal(f"there is no transport {shown(carrier)} of budgets", carrier, list(Carrier))
        )
    kind = Carrier(carrier)
    return Budget(name, size, kind, name, "your own", text=kind is Carrier.HTTP)


def link(mtu: int) -> str:
    """Return how a sentence names a link of this MTU."""
    known = next((each for each in SHIPPED if each.carrier is Carrier.MTU and each.bytes == mtu), None)
    return known.title if known else f"a link with an MTU of {mtu:,} B"
