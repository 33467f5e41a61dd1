"""How an algorithm stands with each budget that means something on the route, and which one is the tightest."""

from collections.abc import Sequence
from dataclasses import dataclass

from sigtui.wire.budgets import Budget, Carrier
from sigtui.wire.fits import Fit
from sigtui.wire.packets import Route
from sigtui.wire.report import Row
from sigtui.wire.warnings import Level

_ORDER = (Level.NOTE, Level.TIGHT, Level.OVER)


@dataclass(frozen=True, slots=True)
class Judged:
    """A budget, and how bad it is: NOTE where all is well."""

    fit: Fit
    level: Level


def judged(row: Row, route: Route) -> tuple[Judged, ...]:
    """Return the row's budgets without those that the route takes the meaning from.

    TCP cuts by itself, so that an MTU is no limit for what it carries; and what IPv4 reassembles is none for IPv6.
    """
    tight = {caution.budget for caution in row.cautions if caution.level is Level.TIGHT}
    return tuple(
        Judged(fit, Level.OVER if not fit.fits else Level.TIGHT if fit.budget.name in tight else Level.NOTE)
        for fit in row.budgets
        if is_limit(fit.budget, route)
    )


def tightest(held: Sequence[Judged]) -> Judged | None:
    """Return the worst of them, of several the one that is used most; the first of those in the budgets' order."""
    return max(held, key=lambda each: (_ORDER.index(each.level), each.fit.used), default=None)


def is_limit(budget: Budget, route: Route) -> bool:
    """Whether a budget limits anything on the route."""
    if budget.carrier is Carrier.MTU:
        return route.transport.datagrams
    if budget.carrier is Carrier.DATAGRAM:
        return route.transport.datagrams and not route.transport.ipv6
    return True
