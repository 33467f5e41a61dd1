"""How a table shows a budget's share: a verdict, a bar, a whole percent; and bytes and packets that vary."""

from enum import StrEnum

from sigtui.numbers import UNKNOWN, count, figure, percent
from sigtui.wire.budgets import Budget, Carrier
from sigtui.wire.envelopes import Envelope
from sigtui.wire.fits import Fit
from sigtui.wire.report import Row
from sigtui.wire.setting import Carried, Setting
from sigtui.wire.spread import Spread
from sigtui.wire.warnings import TIGHT


class Verdict(StrEnum):
    """What a budget says, as the sign of it; ``CUT`` is more than a packet, which a stream doesn't mind."""

    FITS = "✓"
    TIGHT = "!"
    OVER = "✗"
    CUT = "·"
    NOTHING = UNKNOWN


def verdict(fit: Fit, setting: Setting) -> Verdict:
    """Return what a budget says to what travels; sentences agree with it (``warnings.cautions``)."""
    if not fit.counted.most:
        return Verdict.NOTHING
    stream = not setting.route.transport.datagrams
    if fit.fits:
        return Verdict.TIGHT if fit.used > TIGHT and _shared(fit.budget, setting) else Verdict.FITS
    if stream and fit.budget.carrier in (Carrier.MTU, Carrier.DATAGRAM):
        return Verdict.CUT
    return Verdict.TIGHT if stream and fit.budget.carrier is Carrier.TCP else Verdict.OVER


def _shared(budget: Budget, setting: Setting) -> bool:
    """Whether other things need room beside it: a token's payload is in its header line."""
    token = setting.envelope is Envelope.JWS and setting.carried is not Carried.PUBLIC_KEY
    return budget.shared or (token and budget.carrier is Carrier.HTTP)


def of_packets(row: Row) -> Verdict:
    """Return what the route says: fragments and waiting for acknowledgements want caution."""
    if row.packets is None:
        return Verdict.OVER
    if not row.packets.most:
        return Verdict.NOTHING
    return Verdict.TIGHT if row.fragmented or row.extra_round_trips else Verdict.FITS


def used(fit: Fit) -> str:
    """Return the share that the longest takes: ``79 %``, ``2.2×`` where it is over; never 0 or 100 by rounding."""
    if not fit.counted.most:
        return UNKNOWN
    if fit.fits:
        return "<1 %" if fit.used < 0.005 else percent(fit.used)
    times = figure(fit.used, 2)
    return f"{times}×" if times != "1.0" else ">1×"


_EIGHTHS = " ▏▎▍▌▋▊▉█"


def bar(share: float, width: int) -> str:
    """Return a bar to scale, ``width`` cells wide: full from a share of 1 on, never empty above 0."""
    if share <= 0:
        return " " * width
    eighths = min(max(round(share * width * 8), 1), width * 8)
    whole, part = divmod(eighths, 8)
    return ("█" * whole + (_EIGHTHS[part] if part else "")).ljust(width)


def size(spread: Spread, *, nominal: bool = False) -> str:
    """Return bytes as a cell: ``≤72`` where they vary, in brackets where they are nominal, ``–`` where none."""
    if not spread.most:
        return UNKNOWN
    text = f"≤{count(spread.most)}" if spread.varies else count(spread.most)
    return f"({text})" if nominal else text


def packets(row: Row) -> str:
    """Return the packets as a cell; ``–`` where none are sent, or a datagram can't hold it."""
    if row.packets is None or not row.packets.most:
        return UNKNOWN
    return f"≤{count(row.packets.most)}" if row.packets.varies else count(row.packets.most)
