"""Whether what travels fits a budget, and how much of it is used."""

from dataclasses import dataclass

from sigtui.wire.budgets import Budget, Carrier
from sigtui.wire.content import Content
from sigtui.wire.encodings import Encoding
from sigtui.wire.headers import Counts
from sigtui.wire.packets import Route, on_the_stream
from sigtui.wire.spread import Spread


@dataclass(frozen=True, slots=True)
class Fit:
    """What counts against a budget, in bytes; ``counted`` includes the headers that the budget holds."""

    budget: Budget
    counted: Spread

    @property
    def fits(self) -> bool:
        """Whether even the longest fits."""
        return self.counted.most <= self.budget.bytes

    @property
    def used(self) -> float:
        """The share of the budget that the longest takes; above 1 it does not fit."""
        return self.counted.most / self.budget.bytes

    @property
    def left(self) -> int:
        """Bytes that the longest leaves; negative where it does not fit."""
        return self.budget.bytes - self.counted.most


def fit(content: Content, budget: Budget, route: Route) -> Fit:
    """Hold what travels against a budget.

    An MTU and a datagram count the headers of the route's transport, and TLS what it adds; a header limit the
    line, or its value in HTTP/2; a cookie and a text column the text, base64url and base64 where it is binary.
    """
    return Fit(budget, Spread.of(0) if content.empty else _counted(content, budget, route))


def _counted(content: Content, budget: Budget, route: Route) -> Spread:
    match budget.carrier:
        case Carrier.MTU | Carrier.DATAGRAM:
            return content.sent.each(lambda size: on_the_stream(size, route.transport) + route.headers)
        case Carrier.TCP:
            return content.sent.each(lambda size: on_the_stream(size, route.transport))
        case Carrier.HTTP if budget.counts is Counts.VALUE:
            return content.text(Encoding.BASE64URL)
        case Carrier.HTTP:
            return content.line.each(lambda line: content.header(line).against(budget.counts))
        case Carrier.STORAGE if budget.text:
            return content.text(Encoding.BASE64)
    return content.sent.each(lambda size: size + budget.header)
