"""The setting that a preset chose: its envelope and its budgets by name, the usual ones where it names none."""

from sigtui.model import OwnBudget, WireView
from sigtui.wire.budgets import USUAL, Budget, find, own
from sigtui.wire.envelopes import TEXTUAL, Envelope
from sigtui.wire.packets import Route, Transport
from sigtui.wire.setting import Setting


def budget(told: OwnBudget) -> Budget:
    """Return a person's own budget; raises UsageError where it is impossible."""
    return own(told.name, told.bytes, told.transport)


def budgets(wire: WireView) -> tuple[Budget, ...]:
    """Return what is shown: the named budgets in their order, then those of the preset's own that it did not name.

    Raises UsageError for a budget that is not there or impossible.
    """
    mine = tuple(budget(each) for each in wire.custom)
    named = USUAL if wire.budgets is None else tuple(find(name, mine) for name in wire.budgets)
    names = {each.name for each in named}
    return (*named, *(each for each in mine if each.name not in names))


def named(wire: WireView) -> tuple[str, ...]:
    """Return the names of the budgets that a person chose or made; none where the usual ones are shown alone."""
    return (*(wire.budgets or ()), *(each.name for each in wire.custom))


def setting(wire: WireView, route: Route | None = None) -> Setting:
    """Return what the sizes are looked at under; without a route, the usual one of the envelope.

    Raises UsageError for a budget that is not there or impossible.
    """
    envelope = Envelope.RAW if wire.envelope is None else Envelope(wire.envelope)
    return Setting(envelope=envelope, route=route or usual_route(envelope), budgets=budgets(wire))


def usual_route(envelope: Envelope) -> Route:
    """Return how an envelope usually travels: HTTP's ones over TLS, where a lost datagram is no matter."""
    return Route(Transport.TLS if envelope in TEXTUAL else Transport.UDP4)
