"""What the Wire tab shows: a row an algorithm, measured where anything was, and what a person looks at it under."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from sigtui.draft import Draft
from sigtui.errors import UsageError
from sigtui.files.opening import mark_of
from sigtui.model import Choice, KeySizes, LengthRange, OwnBudget, WireView
from sigtui.numbers import count
from sigtui.session import CaseState, CaseStatus, SessionState
from sigtui.wire import chosen
from sigtui.wire.budgets import SHIPPED, USUAL, Budget, Carrier, find, link, own
from sigtui.wire.content import content
from sigtui.wire.encodings import Encoding
from sigtui.wire.envelopes import Envelope
from sigtui.wire.grid import Told
from sigtui.wire.packets import Route, Transport
from sigtui.wire.report import row
from sigtui.wire.setting import Carried, Setting
from sigtui.wire.spread import Spread
from sigtui.wire.warnings import Level
from sigtui.wire.words import many, size
from sigtui.wording import shown

_TRAVELS = {
    Carried.SIGNATURE: "SIGNATURE, per message",
    Carried.PUBLIC_KEY: "PUBLIC KEY, once a peer",
    Carried.BOTH: "SIGNATURE + PUBLIC KEY, per handshake-like pair",
}

_WHEN = {
    Carried.SIGNATURE: "with each message",
    Carried.PUBLIC_KEY: "once a peer",
    Carried.BOTH: "in a handshake-like pair, signature and public key",
}


@dataclass(frozen=True, slots=True)
class Look:
    """What is looked at beside the preset's ``[wire]``; without a route, the usual one of the envelope."""

    carried: Carried = Carried.SIGNATURE
    encoding: Encoding = Encoding.RAW
    route: Route | None = None

    def setting(self, wire: WireView) -> Setting:
        """Return all that decides; raises UsageError for a budget that is not there or impossible."""
        return replace(chosen.setting(wire, self.route), carried=self.carried, encoding=self.encoding)


@dataclass(frozen=True, slots=True)
class Line(Told):
    """A row of the table; ``seen`` counts the measured signatures, ``key_seen`` is whether a key was made too."""

    seen: int
    key_seen: bool


def lines(draft: Draft, state: SessionState, setting: Setting) -> tuple[Line, ...]:
    """Return a line a ticked algorithm in the preset's order, with what was measured of it."""
    ids = [choice.algorithm.id for choice in draft.choices]
    return tuple(
        _line(choice, state, setting, ids.count(choice.algorithm.id) > 1) for choice in draft.choices
    )


def _line(choice: Choice, state: SessionState, setting: Setting, several: bool) -> Line:
    algorithm = choice.algorithm
    seen, keys = _measured(choice, state)
    spread = None if seen is None else Spread.seen(seen)

    public = algorithm.sizes.public_key if keys is None else keys.public_key
    sizes = {
        carried: content(algorithm, replace(setting, carried=carried), spread, public).sent
        for carried in Carried
    }
    provider = f" {choice.provider}" if several and choice.provider else ""
    return Line(
        mark_of(choice),
        algorithm.id + provider,
        row(algorithm, setting, signatures=spread, keys=keys),
        sizes,
        0 if seen is None else seen.count,
        keys is not None,
    )


def _measured(choice: Choice, state: SessionState) -> tuple[LengthRange | None, KeySizes | None]:
    """Return the lengths of all signatures of a choice that were seen, and its keys' sizes."""
    told = [each for each in state.cases.values() if _is_of(each, choice)]
    provider = choice.provider or next((each.case.provider for each in told), None)
    told = [each for each in told if each.case.provider == provider]
    seen: LengthRange | None = None
    for each in told:
        if each.signatures is not None:
            seen = each.signatures if seen is None else seen + each.signatures
    return seen, next((each.setup.keys for each in told if each.setup is not None), None)


def _is_of(told: CaseState, choice: Choice) -> bool:
    same = told.case.algorithm.id == choice.algorithm.id and choice.provider in (None, told.case.provider)
    return same and told.status is not CaseStatus.FAILED


# Words.


def title(setting: Setting) -> str:
    """Return the line above the table: what travels, in what, over what."""
    route = setting.route
    envelope = str(setting.envelope)
    if setting.envelope is Envelope.RAW and setting.encoding is not Encoding.RAW:
        envelope = str(setting.encoding)
    return " · ".join(
        (
            _TRAVELS[setting.carried],
            envelope,
            over(route.transport),
            f"MTU {count(route.mtu)} B {_link(route)}".rstrip(),
        )
    )


def _link(route: Route) -> str:
    named = link(route.mtu)
    return "" if named.startswith("a link") else f"({named})"


def over(transport: Transport) -> str:
    """Name a transport in words: ``TLS over IPv6``."""
    kind = "UDP" if transport.datagrams else "TLS" if transport.tls else "TCP"
    return f"{kind} over {transport.ip}"


def nothing(keys: Mapping[str, str]) -> str:
    """Return what stands where the table will be, as long as no algorithm is ticked."""
    return (
        "No algorithm is ticked, so there is nothing to send. "
        f"{keys.get('screen-explore', 'g')} shows Explore: tick algorithms there, and see here what they cost. "
        "Nothing has to be measured for it."
    )


def caption(line: Line, setting: Setting) -> str:
    """Return the head of the ruler: ``ml-dsa-65 · 3 packets of at most 1,500 B``."""
    packets = line.row.packets
    if packets is None or not packets.most:
        return f"{line.name} · {line.row.travel}"
    tls = " with TLS" if setting.route.transport.tls else ""
    return f"{line.name} · {many(packets, 'packet')} of at most {count(setting.route.mtu)} B{tls}"


def mtu(text: str) -> int:
    """Return a typed MTU, in bytes; thousands may be separated. Raises UsageError for what is no whole number."""
    digits = "".join(text.replace(",", "").split())
    if not (digits.isascii() and digits.isdecimal()):
        raise UsageError(f"an MTU is a whole number of bytes such as 1500, not {shown(text)}")
    return int(digits)


def sentences(line: Line, setting: Setting) -> tuple[tuple[str, str], ...]:
    """Return what there is to say of a row, each with its sign: where its size is from, how it travels, cautions."""
    told = [("", _origin(line, setting))]
    cautions = line.row.cautions
    if not any(caution.text.startswith(line.row.travel) for caution in cautions):
        told.append(("✓", line.row.travel) if line.row.encoded_bytes.most else ("", line.row.travel))
    told += [("·" if caution.level is Level.NOTE else "!", caution.text) for caution in cautions]
    return tuple(told)


def _origin(line: Line, setting: Setting) -> str:
    sent = line.row.encoded_bytes
    if not sent.most:
        return f"{line.name}: a shared secret, no public key."
    amount = f"{line.name}: {size(sent)} {_WHEN[setting.carried]}"
    if setting.carried is Carried.PUBLIC_KEY:
        key = f"{amount}. Its public key: {count(line.row.public_key_bytes)} B"
        return f"{key}, as measured." if line.key_seen else f"{key} nominally, none was made yet."
    lengths = size(line.row.signature_bytes)
    if line.seen:
        return f"{amount}. Its signature: {lengths}, seen in {count(line.seen)} while measuring."
    return f"{amount}. Its signature: {lengths} nominally, none was measured yet."


# What is chosen.

KINDS = ("udp", "tcp", "tls")
"""The kinds of transport, each over IPv4 or IPv6."""


def transport_of(transport: Transport, *, kind: str | None = None, ipv6: bool | None = None) -> Transport:
    """Return a transport with another kind (udp, tcp, tls), or over another internet protocol."""
    kinds = {
        "udp": (Transport.UDP4, Transport.UDP6),
        "tcp": (Transport.TCP4, Transport.TCP6),
        "tls": (Transport.TLS, Transport.TLS6),
    }
    return kinds[kind or kind_of(transport)][transport.ipv6 if ipv6 is None else ipv6]


def kind_of(transport: Transport) -> str:
    """Return ``udp``, ``tcp`` or ``tls``."""
    return "udp" if transport.datagrams else "tls" if transport.tls else "tcp"


def ticked(wire: WireView) -> tuple[str, ...]:
    """Return the shipped budgets that are shown, by the names they ship with."""
    if wire.budgets is None:
        return tuple(each.name for each in USUAL)
    mine = {each.name for each in wire.custom}
    return tuple(_shipped_name(find(name)) for name in wire.budgets if name not in mine)


def _shipped_name(found: Budget) -> str:
    return next(each.name for each in SHIPPED if replace(found, name=each.name) == each)


def with_budgets(wire: WireView, shipped: Collection[str], custom: Sequence[OwnBudget]) -> WireView:
    """Return the view with these shipped budgets, and these of one's own; what stays keeps its name and its place."""
    names = {each.name for each in custom}
    if wire.budgets is None and set(shipped) == set(ticked(wire)):
        return replace(wire, custom=tuple(custom))
    before = wire.budgets if wire.budgets is not None else ticked(wire)
    mine = {each.name for each in wire.custom}
    kept = [
        name for name in before if (name in names if name in mine else _shipped_name(find(name)) in shipped)
    ]
    known = {name if name in mine else _shipped_name(find(name)) for name in kept}
    added = [each.name for each in SHIPPED if each.name in shipped and each.name not in known]
    return replace(wire, budgets=(*kept, *added), custom=tuple(custom))


_MOST_BYTES = 1 << 30


def budget_name(name: str, others: Iterable[OwnBudget]) -> str:
    """Return the typed name of a budget of one's own; raises UsageError where it can't have that one."""
    label = " ".join(name.split())
    if not label:
        raise UsageError("a budget needs a name")
    if any(each.name == label for each in others):
        raise UsageError(f"there is a budget {shown(label)} already; give this one another name")
    own(label, 1, Carrier.PAYLOAD)
    return label


def own_budget(name: str, size: str, transport: str) -> OwnBudget:
    """Return a budget of one's own of this name, its limit as typed; raises UsageError for what can't be one."""
    digits = "".join(size.replace(",", "").split())
    if not (digits.isascii() and digits.isdecimal()):
        raise UsageError(f"a limit is a whole number of bytes, not {shown(size)}")
    if int(digits) > _MOST_BYTES:
        raise UsageError(f"a limit of {shown(size)} B is impossible; allowed: at most {count(_MOST_BYTES)}")
    made = OwnBudget(name, int(digits), transport)
    chosen.budget(made)
    return made
