from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sigtui import wiring
from sigtui.algorithms import catalogue
from sigtui.board import EMPTY
from sigtui.draft import Draft
from sigtui.errors import UsageError
from sigtui.files.preset import read_preset
from sigtui.files.store import find_preset
from sigtui.model import Case, LengthRange, Mode, Operation, OwnBudget, WireView
from sigtui.session import CaseState, CaseStatus, SessionState
from sigtui.wire.budgets import SHIPPED, USUAL, find
from sigtui.wire.encodings import Encoding
from sigtui.wire.packets import Route, Transport
from sigtui.wire.setting import Carried
from sigtui.wire.spread import Spread
from sigtui.wiring import Line, Look

FOUND = {each.id: each for each in catalogue()}
RAW = WireView(envelope="raw")


def draft(*names: str) -> Draft:
    """Return the shipped preset with only these algorithms ticked."""
    made = replace(Draft.of(read_preset(find_preset("rfc9421"))), choices=())
    for name in names:
        made = made.tick(FOUND[name])
    return made


def measured(*told: CaseState) -> SessionState:
    """Return a session that knows these cases."""
    return replace(EMPTY.session, cases={each.case: each for each in told})


def seen(
    name: str, *lengths: int, provider: str = "cryptography", operation: Operation = Operation.SIGN
) -> CaseState:
    """Return a case that saw signatures of these lengths."""
    case = Case(FOUND[name], provider, operation, Mode.REUSED_KEY, "properties")
    return CaseState(case, signatures=LengthRange(len(lengths), sum(lengths), min(lengths), max(lengths)))


def line(name: str, look: Look = Look(), state: SessionState = EMPTY.session) -> Line:  # noqa: B008 - frozen
    """Return the line of one algorithm in the raw envelope."""
    (made,) = wiring.lines(draft(name), state, look.setting(RAW))
    return made


def said(name: str, look: Look = Look(), state: SessionState = EMPTY.session) -> str:  # noqa: B008 - frozen
    """Return all sentences about one algorithm, with their signs."""
    texts = wiring.sentences(line(name, look, state), look.setting(RAW))
    return " ".join(f"{sign} {text}".strip() for sign, text in texts)


def test_every_ticked_algorithm_has_a_line_before_anything_is_measured() -> None:
    """Sizes are the catalogue's then, and said to be nominal."""
    names = ("ml-dsa-65", "ed25519")
    lines = wiring.lines(draft(*names), EMPTY.session, Look().setting(RAW))
    assert {each.name for each in lines} == set(names)
    assert all(each.row.nominal and not each.seen for each in lines)
    assert said("ml-dsa-65").startswith(
        "ml-dsa-65: 3,309 B with each message. Its signature: 3,309 B nominally"
    )


def test_what_was_measured_takes_the_place_of_what_is_nominal() -> None:
    """All cases of an algorithm count together, those of others and failed ones do not."""
    failed = replace(
        seen("ecdsa-p256-sha256", 9, operation=Operation.VERIFY_INVALID), status=CaseStatus.FAILED
    )
    state = measured(
        seen("ecdsa-p256-sha256", 70, 71), seen("ecdsa-p256-sha256", 71, 72, operation=Operation.VERIFY), failed,
        seen("ed25519", 64),
    )  # fmt: skip
    made = line("ecdsa-p256-sha256", state=state)
    assert (made.seen, made.row.signature_bytes) == (4, Spread(70, 71, 72))
    assert "up to 72 B, seen in 4 while measuring." in said("ecdsa-p256-sha256", state=state)


def test_what_travels_is_said() -> None:
    """With each message the signature, the key once a peer, both in a handshake; a secret has no key."""
    assert "1,312 B once a peer. Its public key: 1,312 B nominally, none was made yet." in said(
        "ml-dsa-44", Look(Carried.PUBLIC_KEY)
    )
    assert "3,732 B in a handshake-like pair" in said("ml-dsa-44", Look(Carried.BOTH))
    assert "no public key" in said("hmac-sha256", Look(Carried.PUBLIC_KEY))
    sizes = line("ml-dsa-44").sizes
    assert [sizes[each].most for each in Carried] == [2_420, 1_312, 3_732]


def test_how_it_travels_is_said_once() -> None:
    """Good news stand alone, bad ones with their remedy; mere notes have a sign of their own."""
    assert "✓ 1 datagram over Ethernet, not fragmented." in said("ed25519")
    assert said("ml-dsa-65").count("3 fragments over Ethernet") == 1
    assert "! 3 fragments over Ethernet" in said("ml-dsa-65")
    assert "· 3 segments" in said("ml-dsa-65", Look(route=Route(Transport.TCP4)))


def test_the_title_says_what_is_looked_at() -> None:
    """What travels, in what, over what, and the link by name where it has one."""
    raw = Look().setting(RAW)
    assert wiring.title(raw) == "SIGNATURE, per message · raw · UDP over IPv4 · MTU 1,500 B (Ethernet)"
    hexed = Look(Carried.BOTH, Encoding.HEX, Route(Transport.TLS6, 1_400)).setting(RAW)
    assert "per handshake-like pair · hex · TLS over IPv6 · MTU 1,400 B" in wiring.title(hexed)
    assert wiring.title(Look(encoding=Encoding.HEX).setting(WireView("jws"))).split(" · ")[1] == "jws"


def test_the_caption_of_the_ruler_counts_its_packets() -> None:
    """Where there are none, it says why."""
    setting = Look().setting(RAW)
    assert wiring.caption(line("ml-dsa-65"), setting) == "ml-dsa-65 · 3 packets of at most 1,500 B"
    none = line("hmac-sha256", Look(Carried.PUBLIC_KEY))
    assert "Nothing travels" in wiring.caption(none, setting)


def test_without_algorithms_it_says_where_to_tick_them() -> None:
    """By the key that a person gave."""
    assert "1 shows Explore" in wiring.nothing({"screen-explore": "1"})


@pytest.mark.parametrize("transport", Transport)
def test_a_transport_changes_in_one_thing(transport: Transport) -> None:
    """Its kind, or its internet protocol; the other stays."""
    for kind in ("udp", "tcp", "tls"):
        changed = wiring.transport_of(transport, kind=kind)
        assert (wiring.kind_of(changed), changed.ipv6) == (kind, transport.ipv6)
    for ipv6 in (False, True):
        changed = wiring.transport_of(transport, ipv6=ipv6)
        assert (wiring.kind_of(changed), changed.ipv6) == (wiring.kind_of(transport), ipv6)


@given(st.integers(0, 1 << 20))
def test_an_mtu_is_read_as_people_write_it(number: int) -> None:
    """With or without separated thousands."""
    assert wiring.mtu(str(number)) == wiring.mtu(f" {number:,} ") == number


@given(st.text().filter(lambda text: not set(text) & set("0123456789")))
def test_no_other_text_is_an_mtu(text: str) -> None:
    """It is told what one is."""
    with pytest.raises(UsageError, match="whole number of bytes"):
        wiring.mtu(text)


def test_ticks_follow_the_preset() -> None:
    """The usual ones where nobody chose; a server's own name is the shipped budget's."""
    assert wiring.ticked(WireView()) == tuple(each.name for each in USUAL)
    view = WireView(budgets=("Node.js", "mine", "ethernet"), custom=(OwnBudget("mine", 9, "mtu"),))
    assert wiring.ticked(view) == ("node", "ethernet")


def test_choosing_budgets_changes_no_more_than_it_has_to() -> None:
    """What stays keeps name and place; what is the same as before stays unsaid."""
    mine, other = OwnBudget("mine", 9, "mtu"), OwnBudget("other", 8, "mtu")
    usual = [each.name for each in USUAL]
    assert wiring.with_budgets(WireView(), usual, ()) == WireView()
    assert wiring.with_budgets(WireView(), usual, (mine,)) == WireView(custom=(mine,))
    view = WireView(budgets=("Node.js", "mine", "ethernet"), custom=(mine,))
    changed = wiring.with_budgets(view, ("ethernet", "node", "pppoe"), (mine, other))
    assert changed == WireView(budgets=("Node.js", "mine", "ethernet", "pppoe"), custom=(mine, other))
    assert wiring.with_budgets(view, (), ()) == WireView(budgets=())


@given(
    st.sets(st.sampled_from([each.name for each in SHIPPED])),
    st.sets(st.sampled_from(["node", "Caddy", "nginx"])),
)
def test_what_was_chosen_is_ticked(names: set[str], before: set[str]) -> None:
    """Whatever stood there before, each budget once."""
    view = wiring.with_budgets(WireView(budgets=tuple(before)), names, ())
    assert set(wiring.ticked(view)) == names
    assert len(view.budgets or ()) == len(names)
    assert all(find(name) for name in view.budgets or ())


@pytest.mark.parametrize(
    ("name", "size", "transport", "told"),
    [
        ("", "12", "mtu", "needs a name"),
        ("cookie", "12", "mtu", "ships with sigtui"),
        ("mine", "12", "mtu", "already"),
        ("new", "twelve", "mtu", "whole number"),
        ("new", "0", "mtu", "1 or more"),
        ("new", "9999999999999", "mtu", "at most"),
        ("new", "12", "pigeon", "no transport"),
    ],
)
def test_an_impossible_budget_is_refused(name: str, size: str, transport: str, told: str) -> None:
    """With what is wrong, and what is allowed."""
    with pytest.raises(UsageError, match=told):
        wiring.own_budget(wiring.budget_name(name, [OwnBudget("mine", 9, "mtu")]), size, transport)


def test_a_budget_of_ones_own_is_read_as_typed() -> None:
    """Spaces and separated thousands are no matter."""
    assert wiring.budget_name("  my  link ", ()) == "my link"
    assert wiring.own_budget("my link", "1,400", "mtu") == OwnBudget("my link", 1_400, "mtu")
