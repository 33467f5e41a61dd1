"""Sentences about what travels: what happens to it on its route and at its budgets, and what to do about it.

All hold for the longest that can travel; where lengths vary they say "up to".
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import StrEnum

from sigtui.numbers import count, percent
from sigtui.wire.budgets import Carrier, link
from sigtui.wire.content import Content
from sigtui.wire.envelopes import jws_payload_limit
from sigtui.wire.fits import Fit
from sigtui.wire.headers import Counts, Direction, Server
from sigtui.wire.packets import (
    Route,
    datagram_limit,
    extra_round_trips,
    initial_window,
    mtu_allowed,
    on_the_stream,
    packets,
)
from sigtui.wire.places import advice
from sigtui.wire.spread import Spread
from sigtui.wire.words import header_subject, many, plural, sentence, size, subject, verb

TIGHT = 0.75
"""The share of a budget from which on a caution says what is left for the others in it."""


class Level(StrEnum):
    """How bad it is: it does not fit, it fits tightly or costs time, or it is worth knowing."""

    OVER = "over"
    TIGHT = "tight"
    NOTE = "note"


@dataclass(frozen=True, slots=True)
class Caution:
    """``text`` is cause (amount), what it spoils, and the remedy; ``share`` orders by tightness.

    ``budget`` names the budget, or the first of several; None where the route itself is meant.
    """

    level: Level
    share: float
    text: str
    budget: str | None = None


def cautions(content: Content, route: Route, fits: Sequence[Fit]) -> tuple[Caution, ...]:
    """Return everything to be said, the tightest first and mere notes last; one a cause."""
    if content.empty:
        return ()
    said = [*_on_route(content, route), *_at_servers(content, fits)]
    for fit in fits:
        if fit.budget.server is None:
            said += _at_budget(content, route, fit)
    return tuple(sorted(said, key=lambda each: (each.level is Level.NOTE, -each.share)))


def travel(content: Content, route: Route) -> str:
    """Say how it travels, whether that is good or bad: datagrams or segments, and the first window."""
    if content.empty:
        return "Nothing travels: a shared secret has no public key."
    counts = _counts(content.sent, route)
    if counts is None:
        return (
            f"{sentence(subject(content))} {verb(content, 'do')} not fit a UDP datagram over {route.transport.ip}: "
            f"{size(content.sent)} of {count(datagram_limit(route.transport))} B. It can't be sent in one."
        )
    over = f"over {link(route.mtu)}"
    if route.transport.datagrams:
        if counts.most == 1:
            return f"1 datagram {over}, not fragmented."
        whole = "" if counts.least > 1 else ", 1 datagram at the shortest"
        return (
            f"{many(counts, 'fragment')} {over}{whole}: lost whole if one is lost, "
            "and many networks drop fragments."
        )
    trips = extra_round_trips(content.sent.most, route)
    if not trips:
        return f"{many(counts, 'segment')}, within the first window, no extra round trip."
    stream = on_the_stream(content.sent.most, route.transport)
    most = "up to " if content.sent.varies else ""
    window = count(initial_window(route.room))
    more = sentence(most) + plural(trips, "more round trip")
    return (
        f"{many(counts, 'segment')}, past the first window: {most}{count(stream)} B of {window} B. "
        f"{more} on a new connection."
    )


def _on_route(content: Content, route: Route) -> list[Caution]:
    counts = _counts(content.sent, route)
    said = travel(content, route)
    if counts is None:
        share = content.sent.most / datagram_limit(route.transport)
        return [
            Caution(Level.OVER, share, f"{said} Remedy: TCP, or pieces of at most {count(route.room)} B.")
        ]
    if counts.most <= 1:
        return []
    if route.transport.datagrams:
        share = (content.sent.most + route.headers) / route.mtu
        remedy = f"Remedy: TCP or QUIC, or at most {count(route.room)} B a datagram."
        return [Caution(Level.OVER, share, f"{said} {remedy}")]
    share = on_the_stream(content.sent.most, route.transport) / initial_window(route.room)
    if share <= 1:
        return [Caution(Level.NOTE, share, said)]
    return [Caution(Level.TIGHT, share, f"{said} Remedy: keep connections open, their window has grown.")]


def _at_budget(content: Content, route: Route, fit: Fit) -> list[Caution]:
    budget = fit.budget
    if budget.carrier in (Carrier.MTU, Carrier.DATAGRAM):
        return _at_link(content, route, fit)
    if budget.carrier is Carrier.TCP and not route.transport.datagrams:
        return []  # what the route says is exact
    if not fit.fits:
        spoils, remedy = advice(content, fit)
        text = (
            f"{sentence(subject(content))} {verb(content, 'do')} not {_always(fit)}fit {budget.title}: "
            f"{size(fit.counted)} of {count(budget.bytes)} B. {spoils}Remedy: {remedy}."
        )
        return [Caution(Level.OVER, fit.used, text, budget.name)]
    return (
        [Caution(Level.TIGHT, fit.used, _tight(content, fit), budget.name)] if _is_tight(content, fit) else []
    )


def _always(fit: Fit) -> str:
    return "always " if fit.counted.least <= fit.budget.bytes else ""


def _is_tight(content: Content, fit: Fit) -> bool:
    """Whether little is left for what else is in it; a token's payload is in its header line."""
    token = fit.budget.carrier is Carrier.HTTP and content.is_token
    return fit.fits and (fit.budget.shared or token) and fit.used > TIGHT


def _at_link(content: Content, route: Route, fit: Fit) -> list[Caution]:
    """Tell of another link than the route's, where the route itself does not break it."""
    budget = fit.budget
    if fit.fits or not route.transport.datagrams:
        return []
    if budget.carrier is Carrier.DATAGRAM:
        if route.transport.ipv6:
            return []  # IPv4's own limit
        text = (
            f"With headers {subject(content)} {verb(content, 'have')} {size(fit.counted)}, more than the "
            f"{count(budget.bytes)} B that every IPv4 host reassembles. Whether a host takes more is its own "
            "choice. Remedy: TCP, or know the receiver."
        )
        return [Caution(Level.OVER, fit.used, text, budget.name)]
    if packets(content.sent.most, route) != 1:
        return []
    if not mtu_allowed(budget.bytes, route.transport):
        text = (
            f"{sentence(budget.title)} carries no {route.transport.ip}: its MTU is {count(budget.bytes)} B."
        )
        return [Caution(Level.OVER, fit.used, text, budget.name)]
    narrow = Route(route.transport, budget.bytes, route.timestamps)
    said = travel(content, narrow)
    remedy = f"Remedy: TCP or QUIC, or at most {count(narrow.room)} B a datagram."
    return [Caution(Level.OVER, fit.used, f"{said} {remedy}", budget.name)]


def _at_servers(content: Content, fits: Iterable[Fit]) -> list[Caution]:
    """Tell once for each direction of all servers that refuse the header even alone, or of the tightest one."""
    said: dict[str, Caution] = {}
    for direction in Direction:
        here = [fit for fit in fits if direction in _directions(fit)]
        here.sort(key=lambda fit: fit.used, reverse=True)
        refusing = [fit for fit in here if not fit.fits]
        tight = next((fit for fit in here if _is_tight(content, fit)), None)
        if refusing:
            servers = [fit.budget.server for fit in refusing if fit.budget.server is not None]
            names = ", ".join(f"{server.title} ({_answer(server)})" for server in servers)
            text = (
                f"{sentence(header_subject(content))} of {size(content.line)} {verb(content, 'be')} refused in "
                f"{direction}s by {names}. Remedy: {_raise(servers)}, or send it in the body."
            )
            said[text] = Caution(Level.OVER, refusing[0].used, text, refusing[0].budget.name)
        elif tight is not None:
            text = _tight(content, tight)
            said[text] = Caution(Level.TIGHT, tight.used, text, tight.budget.name)
    return list(said.values())


def _directions(fit: Fit) -> tuple[Direction, ...]:
    return fit.budget.server.directions if fit.budget.server else ()


def _answer(server: Server) -> str:
    return server.answer or "answer not documented"


def _raise(servers: Iterable[Server]) -> str:
    settings = {
        server.setting: server.name.removesuffix(" (HTTP/2)")
        for server in reversed(tuple(servers))
        if server.setting
    }
    named = ", ".join(f"{setting} ({name})" for setting, name in reversed(settings.items()))
    return f"raise {named}" if named else "a shorter signature"


def _tight(content: Content, fit: Fit) -> str:
    """Say how much a shared budget has left for what else is in it."""
    budget, server = fit.budget, fit.budget.server
    share = f"{size(fit.counted)}, {percent(fit.used)} of the {count(budget.bytes)} B"
    if server is not None and budget.counts is Counts.ALL:
        kind = "response" if server.directions == (Direction.RESPONSE,) else "request"
        result = f"{server.answer} if" if server.answer else "refused where"
        remedy = f" Remedy: raise {server.setting}." if server.setting else ""
        return (
            f"{sentence(header_subject(content))}: {share} that {server.title} allows all {kind} headers: "
            f"{result} the others exceed {count(fit.left)} B.{remedy}"
        )
    if budget.carrier is Carrier.HTTP and budget.counts is not Counts.VALUE:
        named, place, remedy = (
            header_subject(content),
            f"a header line at {budget.title}",
            "send it in the body",
        )
    else:
        named, place, remedy = subject(content), budget.title, advice(content, fit)[1]
    return (
        f"{sentence(named)} {verb(content, 'take')} {share} of {place}: {count(fit.left)} B are left for "
        f"{_rest(content, fit)}. Remedy where that is too little: {remedy}."
    )


def _rest(content: Content, fit: Fit) -> str:
    """Name what else has to go into a budget."""
    if content.is_token and fit.budget.carrier is Carrier.HTTP:
        payload = f"a payload of at most {count(jws_payload_limit(fit.left))} B"
        return f"name, attributes and {payload}" if fit.budget.counts is Counts.VALUE else payload
    if fit.budget.carrier is Carrier.HTTP:
        return "name and attributes"
    return "names and other records" if fit.budget.name == "dns-udp" else "headers and all else in it"


def _counts(sent: Spread, route: Route) -> Spread | None:
    least, typical, most = (packets(each, route) for each in (sent.least, sent.typical, sent.most))
    return None if least is None or typical is None or most is None else Spread(least, typical, most)


def packet_counts(content: Content, route: Route) -> Spread | None:
    """Return how many packets it takes, None where the longest does not fit a datagram."""
    return Spread.of(0) if content.empty else _counts(content.sent, route)
