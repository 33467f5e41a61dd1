import pytest
from hypothesis import given
from hypothesis import strategies as st

from sigtui.algorithms import catalogue
from sigtui.wire import verdicts
from sigtui.wire.budgets import Budget, find
from sigtui.wire.envelopes import Envelope
from sigtui.wire.fits import Fit
from sigtui.wire.packets import Route, Transport
from sigtui.wire.report import Row, row
from sigtui.wire.setting import Carried, Setting
from sigtui.wire.spread import Spread
from sigtui.wire.verdicts import Verdict

UDP, TLS = Route(Transport.UDP4), Route(Transport.TLS)


def made(algorithm: str, route: Route = UDP, carried: Carried = Carried.SIGNATURE) -> Row:
    """Return the row of an algorithm in the raw envelope."""
    return row(
        next(each for each in catalogue() if each.id == algorithm), Setting(route=route, carried=carried)
    )


def share(budget: str | Budget, size: int) -> Fit:
    """Return so many bytes held against a budget."""
    return Fit(find(budget) if isinstance(budget, str) else budget, Spread.of(size))


@pytest.mark.parametrize(
    ("budget", "size", "route", "wanted"),
    [
        ("ethernet", 1_500, UDP, Verdict.FITS),
        ("ethernet", 1_501, UDP, Verdict.OVER),
        ("ethernet", 1_501, TLS, Verdict.CUT),
        ("ipv4-reassembly", 600, TLS, Verdict.CUT),
        ("tcp-initial-window", 15_000, TLS, Verdict.TIGHT),
        ("tcp-initial-window", 15_000, UDP, Verdict.OVER),
        ("nginx-proxy", 3_248, TLS, Verdict.TIGHT),
        ("nginx", 7_000, TLS, Verdict.FITS),
        ("varchar-255", 255, TLS, Verdict.FITS),
        ("varchar-255", 256, TLS, Verdict.OVER),
        ("cookie", 0, TLS, Verdict.NOTHING),
    ],
)
def test_a_verdict_is_that_of_the_sentences(budget: str, size: int, route: Route, wanted: Verdict) -> None:
    """A stream is cut anyway; where others need room in a budget, the last quarter of it is tight."""
    assert verdicts.verdict(share(budget, size), Setting(route=route)) is wanted


def test_a_token_leaves_room_for_its_payload() -> None:
    """A header line that only the signature has is shared as soon as a JWS goes there, not for its key."""
    fit = share("nginx", 7_000)
    assert verdicts.verdict(fit, Setting(Envelope.JWS, route=TLS)) is Verdict.TIGHT
    key = Setting(Envelope.JWS, route=TLS, carried=Carried.PUBLIC_KEY)
    assert verdicts.verdict(fit, key) is Verdict.FITS


@pytest.mark.parametrize(
    ("size", "wanted"),
    [
        (0, "–"),
        (1, "<1 %"),
        (40, "1 %"),
        (3_248, "79 %"),
        (4_096, "100 %"),
        (4_097, ">1×"),
        (4_320, "1.1×"),
        (9_011, "2.2×"),
        (409_600, "100×"),
    ],
)
def test_a_share_is_a_whole_percent_or_says_how_many_times(size: int, wanted: str) -> None:
    """It never reads as nothing or as just fitting where it is not."""
    assert verdicts.used(share("nginx-proxy", size)) == wanted


@given(st.floats(0, 10, allow_nan=False), st.integers(1, 40))
def test_a_bar_fills_its_cells_and_never_lies(part: float, width: int) -> None:
    """It has its width always, is full from the limit on, and shows anything that is there."""
    text = verdicts.bar(part, width)
    assert len(text) == width
    assert (text.strip() == "") == (part <= 0)
    if part >= 1:
        assert text == "█" * width
    assert abs(text.count("█") - min(part, 1) * width) <= 1


def test_sizes_say_whether_they_vary_and_were_measured() -> None:
    """Brackets are nominal, ``≤`` is the most that can come, a dash nothing at all."""
    assert verdicts.size(Spread(70, 71, 72)) == "≤72"
    assert verdicts.size(Spread.of(3_309), nominal=True) == "(3,309)"
    assert verdicts.size(Spread.of(0), nominal=True) == "–"


def test_packets_want_caution_where_they_are_fragments_or_wait() -> None:
    """One datagram and the first window are fine; a shared secret sends no key."""
    assert (verdicts.packets(made("ed25519")), verdicts.of_packets(made("ed25519"))) == ("1", Verdict.FITS)
    assert (verdicts.packets(made("ml-dsa-65")), verdicts.of_packets(made("ml-dsa-65"))) == (
        "3",
        Verdict.TIGHT,
    )
    assert verdicts.of_packets(made("ml-dsa-65", TLS)) is Verdict.FITS
    narrow = Route(Transport.TCP4, 100)
    assert verdicts.of_packets(made("ml-dsa-65", narrow)) is Verdict.TIGHT
    assert verdicts.of_packets(made("hmac-sha256", carried=Carried.PUBLIC_KEY)) is Verdict.NOTHING
