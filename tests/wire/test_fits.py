import pytest
from hypothesis import given
from hypothesis import strategies as st

from sigtui.algorithms import find
from sigtui.wire.budgets import SHIPPED, Budget, own
from sigtui.wire.budgets import find as budget
from sigtui.wire.content import content
from sigtui.wire.encodings import Encoding
from sigtui.wire.envelopes import Envelope
from sigtui.wire.fits import fit
from sigtui.wire.packets import Route, Transport
from sigtui.wire.setting import Carried, Setting
from sigtui.wire.spread import Spread


def counted(name: str, of: str | Budget, setting: Setting, transport: Transport = Transport.UDP4) -> int:
    """Return what of an algorithm counts against a budget."""
    chosen = budget(of) if isinstance(of, str) else of
    return fit(content(find(name), setting), chosen, Route(transport)).counted.most


@pytest.mark.parametrize(
    ("transport", "headers"),
    [
        (Transport.UDP4, 28),
        (Transport.UDP6, 48),
        (Transport.TCP4, 40),
        (Transport.TCP6, 60),
        (Transport.TLS, 62),
        (Transport.TLS6, 82),
    ],
)
def test_an_mtu_counts_the_headers(transport: Transport, headers: int) -> None:
    """Those of IP and the transport, and TLS's record."""
    assert counted("ml-dsa-65", "ethernet", Setting(), transport) == 3309 + headers
    assert counted("ml-dsa-65", "ipv4-reassembly", Setting(), transport) == 3309 + headers


@pytest.mark.parametrize(
    ("name", "of", "bytes_"),
    [
        ("ml-dsa-44", "dns-udp", 2420),
        ("ml-dsa-44", "quic-initial", 2420),
        ("ml-dsa-44", "tls-record", 2420),
        ("ml-dsa-44", "cookie", 3227),
        ("ml-dsa-44", "nginx", 3248),
        ("ml-dsa-44", "nginx-proxy", 3248),
        ("ml-dsa-44", "varchar-255", 3228),
        ("ml-dsa-44", "ble-att-max", 2423),
        ("ed25519", "ieee802154", 64),
        ("rsa-2048-pss-sha512", "varchar-255", 344),
    ],
)
def test_what_counts_without_an_envelope(name: str, of: str, bytes_: int) -> None:
    """Cookies, headers and text columns hold text, the others the bytes themselves."""
    assert counted(name, of, Setting()) == bytes_


def test_a_person_s_own_column_holds_bytes() -> None:
    """Unless the encoding is text."""
    column = own("our column", 512, "storage")
    assert counted("rsa-2048-pss-sha512", column, Setting()) == 256
    assert counted("rsa-2048-pss-sha512", column, Setting(encoding=Encoding.HEX)) == 512
    assert counted("rsa-2048-pss-sha512", own("h", 512, "http"), Setting()) == 364


def test_http_2_counts_the_compressed_value() -> None:
    """About 1.08 times the signature."""
    size = counted("ml-dsa-87", "nginx-http2", Setting(envelope=Envelope.RFC9421))
    assert size / 4627 == pytest.approx(1.08, abs=0.005)


def test_the_longest_decides() -> None:
    """A signature that does not always fit does not fit."""
    told = fit(content(find("ecdsa-p256-sha256"), Setting()), own("b", 70, "payload"), Route())
    assert (told.counted, told.fits, told.left) == (Spread(64, 64, 72), False, -2)
    assert told.used == pytest.approx(72 / 70)


def test_nothing_fits_everywhere() -> None:
    """A shared secret has no public key, so that not even headers are sent."""
    told = content(find("hmac-sha256"), Setting(carried=Carried.PUBLIC_KEY))
    assert all(fit(told, each, Route()).fits for each in SHIPPED)


@given(
    st.integers(1, 60_000), st.sampled_from(SHIPPED), st.sampled_from(Envelope), st.sampled_from(Transport)
)
def test_more_bytes_never_use_less(size: int, of: Budget, envelope: Envelope, transport: Transport) -> None:
    """The share grows with the signature, and fits up to exactly 1."""
    algorithm, setting = find("ed25519"), Setting(envelope=envelope)
    here, more = (
        fit(content(algorithm, setting, Spread.of(each)), of, Route(transport)) for each in (size, size + 1)
    )
    assert here.used <= more.used
    assert here.fits == (here.used <= 1) == (here.left >= 0)
