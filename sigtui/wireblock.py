"""From a result's measured sizes and what a preset shows of the wire to the ``wire`` block of its snapshot."""

from dataclasses import dataclass
from functools import lru_cache

from sigtui.algorithms import find
from sigtui.files.encoded import Range, Tightest, Use, Wire
from sigtui.files.results import Result
from sigtui.model import Algorithm, Operation, WireView
from sigtui.numbers import count, figure, percent
from sigtui.wire import chosen
from sigtui.wire.judged import Judged, judged, tightest
from sigtui.wire.report import Row, forms, row
from sigtui.wire.setting import Setting
from sigtui.wire.spread import Spread
from sigtui.wire.warnings import Level

_TIMES = 2.0
"""From how many times a budget on one says so, not in percent."""

_WHERE_NOBODY_CHOSE = "ethernet"


def wire_block(result: Result, algorithm: Algorithm, view: WireView) -> Wire | None:
    """Return what the result's signature takes as it travels; None where nothing of its case was seen yet.

    Signing saw signatures. Verifying and creating keys saw keys only: their signatures are nominal. Raises
    UsageError for a budget that is not there or impossible.
    """
    if result.signature_bytes is None and result.private_key_bytes is None:
        return None
    seen = None
    if result.signature_bytes is not None:
        lengths = result.signature_bytes
        seen = Spread(lengths.min, round(lengths.mean), lengths.max)
    setting = _setting(view)
    told = row(algorithm, setting, signatures=seen)
    worst = _tightest(told, setting, view)
    return Wire(
        nominal=told.nominal,
        envelope=str(setting.envelope),
        transport=str(setting.route.transport),
        mtu=setting.route.mtu,
        encoded_bytes=told.encoded_bytes.most,
        encoded_range=Range(
            min=told.encoded_bytes.least, typical=told.encoded_bytes.typical, max=told.encoded_bytes.most
        ),
        signature_input_bytes=told.signature_input_bytes,
        packets=None if told.packets is None else told.packets.most,
        fragmented=told.fragmented,
        first_window=told.first_window,
        extra_round_trips=told.extra_round_trips,
        budgets={
            each.budget.name: Use(
                fits=each.fits, used=each.used, bytes=each.counted.most, limit=each.budget.bytes
            )
            for each in told.budgets
        },
        tightest=None if worst is None else _worst(worst),
        forms=(
            {each.key: each.bytes.most for each in forms(algorithm, seen)}
            if result.operation == Operation.SIGN
            else None
        ),
        travel=told.travel,
        warnings=_warnings(told, worst),
    )


@dataclass(frozen=True, slots=True)
class Badge:
    """That a signature is too large for the tightest budget, or nearly so: a sign for a cell, and a short text."""

    sign: str
    text: str


def badge(result: Result, view: WireView) -> Badge | None:
    """Return the badge of a row; None where all is well. Nominal sizes count where no signature was seen.

    Where the preset chose no budgets, only the link counts that nearly everybody has.

    Raises UsageError for a budget that is not there or impossible.
    """
    lengths = result.signature_bytes
    seen = None if lengths is None else Spread(lengths.min, round(lengths.mean), lengths.max)
    return None if result.algorithm is None else _badge(result.algorithm, view, seen)


@lru_cache(maxsize=1_024)
def _badge(name: str, view: WireView, seen: Spread | None) -> Badge | None:
    setting = _setting(view)
    names = chosen.named(view) or (_WHERE_NOBODY_CHOSE,)
    held = judged(row(find(name), setting, signatures=seen), setting.route)
    worst = tightest([each for each in held if each.fit.budget.name in names])
    if worst is None or worst.level is Level.NOTE:
        return None
    fit = worst.fit
    share = f"{percent(fit.used)} of" if fit.used < _TIMES else f"{figure(fit.used)} times"
    text = f"{share} the {count(fit.budget.bytes)} B of {fit.budget.title}"
    if worst.level is Level.OVER:
        return Badge("✗", f"On the wire {text}: does not fit.")
    return Badge("!", f"On the wire {text}: little is left for what else is in it.")


@lru_cache(maxsize=8)
def _setting(view: WireView) -> Setting:
    """Return the setting of a view; a run has one, and hundreds of results."""
    return chosen.setting(view)


def _tightest(told: Row, setting: Setting, view: WireView) -> Judged | None:
    """Return the worst budget of those that the preset chose; of the usual ones where it chose none."""
    held = judged(told, setting.route)
    names = chosen.named(view)
    return tightest([each for each in held if not names or each.fit.budget.name in names])


def _worst(held: Judged) -> Tightest:
    return Tightest(budget=held.fit.budget.name, level=str(held.level), used=held.fit.used)


def _warnings(told: Row, worst: Judged | None) -> tuple[str, ...]:
    """Return what there is to say, the tightest budget's sentence first.

    Where the route itself is what spoils a link's budget, its sentence stands for the budget's.
    """
    if worst is None or worst.level is Level.NOTE:
        return told.warnings
    name = worst.fit.budget.name
    own = [each.text for each in told.cautions if each.budget == name and each.level is worst.level]
    own = own or [each.text for each in told.cautions if each.budget is None and each.level is worst.level]
    return tuple(dict.fromkeys((*own[:1], *told.warnings)))
