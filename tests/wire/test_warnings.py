import re
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sigtui.algorithms import catalogue, find
from sigtui.model import Algorithm, Sizes
from sigtui.wire.budgets import SHIPPED, Budget, own
from sigtui.wire.budgets import find as budget
from sigtui.wire.content import content
from sigtui.wire.envelopes import Envelope
from sigtui.wire.fits import fit
from sigtui.wire.packets import Route, Transport
from sigtui.wire.setting import Carried, Setting
from sigtui.wire.spread import Spread
from sigtui.wire.warnings import Caution, Level, cautions, travel

UNWANTED = re.compile(r"[{}]|  |\.\.|\b1 (\w+gram|\w+ment|frame|packet|record|more round trip)s\b|None|-\d")
"""What no sentence has: braces, gaps, a plural after 1, negative numbers."""

BASE = replace(find("ed25519"), sizes=Sizes(1, 1, 32, 32))
"""What may be as short as a test wants it."""


def said(
    size: int | Spread, *budgets: str | Budget, algorithm: Algorithm = BASE, setting: Setting | None = None
) -> tuple[Caution, ...]:
    """Return the cautions about a signature of that length."""
    setting = setting or Setting()
    travels = content(algorithm, setting, Spread.of(size) if isinstance(size, int) else size)
    chosen = [budget(each) if isinstance(each, str) else each for each in budgets]
    return cautions(travels, setting.route, [fit(travels, each, setting.route) for each in chosen])


def texts(*told: Caution) -> list[str]:
    """Return their sentences."""
    return [each.text for each in told]


def how(size: int | Spread, transport: Transport, mtu: int = 1500) -> str:
    """Return how a signature of that length travels."""
    return travel(
        content(BASE, Setting(), Spread.of(size) if isinstance(size, int) else size), Route(transport, mtu)
    )


@pytest.mark.parametrize(
    ("size", "transport", "words"),
    [
        (64, Transport.UDP4, "1 datagram over Ethernet, not fragmented."),
        (
            3309,
            Transport.UDP4,
            "3 fragments over Ethernet: lost whole if one is lost, and many networks drop fragments.",
        ),
        (
            Spread(1000, 1400, 1500),
            Transport.UDP4,
            "up to 2 fragments over Ethernet, 1 datagram at the shortest: lost whole if one is lost, and many "
            "networks drop fragments.",
        ),
        (
            70_000,
            Transport.UDP6,
            "The signature does not fit a UDP datagram over IPv6: 70,000 B of 65,527 B. It can't be sent in one.",
        ),
        (3309, Transport.TCP4, "3 segments, within the first window, no extra round trip."),
        (64, Transport.TLS, "1 segment, within the first window, no extra round trip."),
        (
            20_000,
            Transport.TCP4,
            "14 segments, past the first window: 20,000 B of 14,600 B. 1 more round trip on a new connection.",
        ),
        (
            Spread(64, 64, 49_856),
            Transport.TLS,
            "up to 35 segments, past the first window: up to 49,944 B of 14,600 B. Up to 2 more round trips on a "
            "new connection.",
        ),
    ],
)
def test_how_it_travels(size: int | Spread, transport: Transport, words: str) -> None:
    """In words, with singular and plural, whether that is good or bad."""
    assert how(size, transport) == words


def test_fragments_have_a_remedy() -> None:
    """It says how much a datagram holds on that route."""
    (told,) = said(3309)
    assert (told.level, told.budget) == (Level.OVER, None)
    assert told.text.endswith("drop fragments. Remedy: TCP or QUIC, or at most 1,472 B a datagram.")
    assert said(1472) == ()


def test_segments_within_the_first_window_are_a_note() -> None:
    """Past it they cost time; one alone says nothing."""
    route = Route(Transport.TCP4)
    (note,) = said(3309, setting=Setting(route=route))
    assert (note.level, note.text) == (
        Level.NOTE,
        "3 segments, within the first window, no extra round trip.",
    )
    (slow,) = said(20_000, setting=Setting(route=route))
    assert slow.level is Level.TIGHT
    assert slow.text.endswith("Remedy: keep connections open, their window has grown.")
    assert said(1460, setting=Setting(route=route)) == ()


@pytest.mark.parametrize("transport", [each for each in Transport if not each.datagrams])
def test_a_stream_is_never_called_fragmented(transport: Transport) -> None:
    """Segmentation is not fragmentation, and an MTU is no limit of a stream."""
    for size in (64, 3309, 49_856):
        told = said(size, *(each.name for each in SHIPPED), setting=Setting(route=Route(transport)))
        assert not any("fragment" in text or "MTU of" in text for text in texts(*told))


@pytest.mark.parametrize(
    ("name", "most"),
    [
        ("dns-udp", 1232),
        ("quic-initial", 1200),
        ("ieee802154", 127),
        ("ble-att-default", 20),
        ("ble-att-max", 514),
        ("lorawan-dr0", 51),
        ("lorawan-dr5", 222),
        ("varchar-255", 189),
        ("cookie", 3072),
        ("tls-record", 16_384),
        ("ipv4-reassembly", 548),
    ],
)
def test_what_does_not_fit_is_said_with_its_remedy(name: str, most: int) -> None:
    """One byte more than fits is too much; what fits is only ever called tight."""
    fitting = [each for each in said(most, name) if each.budget == name]
    assert all(each.level is Level.TIGHT for each in fitting)
    (over,) = [each for each in said(most + 1, name) if each.budget == name]
    assert over.level is Level.OVER
    assert over.share > 1
    assert "Remedy: " in over.text


@pytest.mark.parametrize(
    ("size", "name", "text"),
    [
        (
            2420,
            "dns-udp",
            "The signature does not fit a DNS answer over UDP: 2,420 B of 1,232 B. The server cuts the answer and the "
            "resolver asks again over TCP. Remedy: make sure DNS over TCP gets through, or a shorter signature.",
        ),
        (
            256,
            "varchar-255",
            "The signature does not fit a VARCHAR(255) column: 344 B of 255 B. A strict database refuses it; another "
            "cuts it, and it never verifies. Remedy: VARCHAR(344), or a binary column of 256 B.",
        ),
        (
            Spread(18, 21, 44),
            "ble-att-default",
            "The signature does not always fit a BLE packet of the default size: up to 44 B of 20 B. The longest "
            "takes at least 3 packets. Remedy: negotiate a larger MTU, up to 517 B.",
        ),
        (
            2420,
            "nginx-proxy",
            "The Signature header: 3,248 B, 79 % of the 4,096 B that nginx as proxy 1.22.1 allows all response "
            "headers: 502 if the others exceed 848 B. Remedy: raise proxy_buffer_size.",
        ),
        (
            1000,
            "dns-udp",
            "The signature takes 1,000 B, 81 % of the 1,232 B of a DNS answer over UDP: 232 B are left for names and "
            "other records. Remedy where that is too little: make sure DNS over TCP gets through, or a shorter "
            "signature.",
        ),
    ],
)
def test_whole_sentences(size: int | Spread, name: str, text: str) -> None:
    """Cause with its amount, what it spoils, and the remedy."""
    assert text in texts(*said(size, name))


def test_servers_that_refuse_are_told_at_once_for_each_direction() -> None:
    """SLH-DSA-128s: everyone who refuses it is named with the answer, the tightest first."""
    names = [each.name for each in SHIPPED if each.server is not None]
    told = [
        each
        for each in said(
            7856, *names, setting=Setting(envelope=Envelope.RFC9421, route=Route(Transport.TCP4))
        )
        if each.level is Level.OVER
    ]
    responses, requests = texts(*told)
    assert responses.startswith(
        "The Signature header of 10,496 B is refused in responses by nginx as proxy 1.22.1 (502), aiohttp 3.14.5 (400)."
    )
    assert (
        "in requests by gunicorn 27 (431), aiohttp 3.14.5 (400), nginx 1.22.1 (400), lighttpd 1.4.69 (431)"
        in requests
    )
    assert "AWS API Gateway (HTTP API) (answer not documented)" in requests
    assert requests.count("large_client_header_buffers") == 1
    assert requests.endswith("or send it in the body.")


def test_of_tight_servers_only_the_tightest_is_told() -> None:
    """One in each direction."""
    names = [each.name for each in SHIPPED if each.server is not None]
    setting = Setting(envelope=Envelope.RFC9421, route=Route(Transport.TCP4))
    told = said(2420, *names, setting=setting)
    assert [each.budget for each in told if each.level is not Level.NOTE] == ["nginx-proxy"]


def test_a_token_says_how_much_payload_is_left() -> None:
    """Its payload is in the same cookie and header line."""
    setting = Setting(envelope=Envelope.JWS, route=Route(Transport.TCP4))
    told = texts(*said(2420, "cookie", "nginx", algorithm=find("ml-dsa-44"), setting=setting))
    assert told[0] == (
        "The JWS without its payload takes 3,255 B, 79 % of the 4,096 B of a cookie: 841 B are left for name, "
        "attributes and a payload of at most 630 B. Remedy where that is too little: keep the token on the server "
        "and put a session's id into the cookie."
    )
    (line,) = texts(*said(4627, "nginx", algorithm=find("ml-dsa-87"), setting=setting))[:1]
    assert "of a header line at nginx 1.22.1" in line
    assert "a payload of at most" in line


def test_an_other_link_is_told_where_the_route_breaks_nothing() -> None:
    """Jumbo frames hold it, Ethernet does not; where the route fragments, once is enough."""
    wide = Setting(route=Route(Transport.UDP4, 9000))
    (told,) = said(3309, "ethernet", "jumbo", setting=wide)
    assert (told.budget, told.text[:26]) == ("ethernet", "3 fragments over Ethernet:")
    assert [each.budget for each in said(3309, "ethernet", "pppoe")] == [None]
    (none,) = said(1000, own("radio", 600, "mtu"), setting=Setting(route=Route(Transport.UDP6)))
    assert none.text == "Radio carries no IPv6: its MTU is 600 B."


def test_both_take_a_plural() -> None:
    """The signature and the public key do not, and are."""
    setting = Setting(carried=Carried.BOTH)
    (told,) = said(64, "lorawan-dr0", setting=setting)
    assert told.text.startswith(
        "The signature and the public key do not fit a LoRaWAN packet at DR0: 96 B of 51 B."
    )
    assert "are refused" in texts(*said(9000, "nginx", setting=setting))[-1]


def test_a_person_s_own_budget_is_called_by_its_name() -> None:
    """With how large it would have to be."""
    told = texts(*said(600, own("the firmware's buffer", 512, "storage")))
    assert told == [
        "The signature does not fit the firmware's buffer: 600 B of 512 B. "
        "Remedy: make it 600 B wide, or choose a shorter signature."
    ]


def test_nothing_is_said_of_nothing() -> None:
    """A shared secret has no public key."""
    nothing = content(find("hmac-sha256"), Setting(carried=Carried.PUBLIC_KEY))
    assert cautions(nothing, Route(), [fit(nothing, each, Route()) for each in SHIPPED]) == ()
    assert travel(nothing, Route()) == "Nothing travels: a shared secret has no public key."


@given(
    st.integers(1, 70_000),
    st.integers(0, 2000),
    st.sampled_from(catalogue()),
    st.sampled_from(Envelope),
    st.sampled_from(Carried),
    st.sampled_from(Transport),
)
def test_every_sentence_is_well_formed(
    size: int, more: int, algorithm: Algorithm, envelope: Envelope, carried: Carried, transport: Transport
) -> None:
    """Whatever travels: the tightest first, whole sentences, true plurals, no braces, and bytes with their unit."""
    setting = Setting(envelope=envelope, carried=carried, route=Route(transport), budgets=SHIPPED)
    told = said(
        Spread(size, size, size + more),
        *(each.name for each in SHIPPED),
        algorithm=algorithm,
        setting=setting,
    )
    for each in told:
        assert re.fullmatch(r"[A-Z0-9u].*\.", each.text), each.text
        assert not UNWANTED.search(each.text), each.text
        assert (each.share > 1) == (each.level is Level.OVER) or each.level is Level.TIGHT
        if each.level is not Level.NOTE and each.budget is not None and "carries no" not in each.text:
            assert " B" in each.text
    shares = [each.share for each in told if each.level is not Level.NOTE]
    assert shares == sorted(shares, reverse=True)
    assert len({each.text for each in told}) == len(told)
