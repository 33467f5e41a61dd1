"""What a row says in words: against the baseline, about single calls, and how sure it is yet."""

from sigtui.cells import State, has_figures, label, reason
from sigtui.files.results import Result
from sigtui.findings import is_symmetric
from sigtui.model import Mode, Operation
from sigtui.numbers import (
    TimeUnit,
    count,
    duration,
    figure,
    interval,
    mean_and_error,
    percent,
    relative,
    time_unit,
    unit_for,
)
from sigtui.stats.compare import THRESHOLD, Ratio, Verdict
from sigtui.stats.summary import P99_FROM

_NEXT = {
    State.WAITING: "{} waits for its turn. Next its key is created and checked, then come its first figures.",
    State.PREPARING: "A key for {} is created, and a signature and a forgery are checked. Then it is timed.",
    State.MEASURING: "{} is ready: its key and signature are checked. Its first calls are being timed.",
    State.PAUSED: "{} is paused before its first call: its figures come when it goes on.",
    State.STOPPED: "{} was stopped before its first call: it has no figures yet.",
    State.IDLE: "{} is not measured yet. Its sizes are known already.",
}
_LASTING = (State.WAITING, State.PREPARING, State.MEASURING, State.PAUSED)
"""States in which more samples are to come."""


def about(
    result: Result,
    base: Result | None,
    *,
    state: State = State.FINISHED,
    several_providers: bool = False,
    unit: TimeUnit | None = None,
) -> tuple[str, ...]:
    """Return one or two sentences about a row: how it compares with ``base``, and what its single calls take.

    ``base`` is the baseline's row of the same view, None where there is none; the row itself may be it. Times
    are in ``unit``, the table's, where they fit it. A row without figures says why, and what happens next.
    """
    name = label(result, several_providers)
    if result.mean_us is None or not has_figures(result):
        return _without_figures(result, name, state)
    unit = unit or time_unit([result.median_us or result.mean_us])
    first = _compared(result, base, name, several_providers, unit)
    return first, _calls(result, base, several_providers, unit, state)


def _without_figures(result: Result, name: str, state: State) -> tuple[str, ...]:
    why = reason(result).rstrip(".")
    if state is State.UNAVAILABLE:
        return (
            f"{name} can't be measured here: {why}.",
            "The Machine tab says what is missing, and how to get it.",
        )
    if result.error:
        return (
            f"{name} failed: {why}.",
            "The other rows are not affected. Remedy: measure it again, or take it out of the selection.",
        )
    return (_NEXT.get(state, "{} was not measured.").format(name),)


def _compared(result: Result, base: Result | None, name: str, several: bool, unit: TimeUnit) -> str:
    """Say how a row's mean compares with the baseline's, by the rule of stats.compare."""
    mean = mean_text(result, unit)
    if base is not None and base.algorithm is not None and base.algorithm == result.algorithm:
        shared = "; both sides share one secret" if is_symmetric(result) else ""
        return f"{name} is the baseline: the others are compared with its mean, {mean}{shared}."
    other = "the baseline" if base is None else label(base, several)
    if result.ratio is None or result.ratio <= 0:
        unmeasured = base is None or not has_figures(base)
        why = "has no figure here" if unmeasured else "was not measured beside it"
        return f"{name} takes {mean} on average; {other} {why}, so there is no ratio."
    ratio = Ratio(result.ratio, result.ratio_low, result.ratio_high)
    return f"{name} {verdict(ratio, other)}{_secret(result, base)}."


def verdict(ratio: Ratio, other: str) -> str:
    """Say how a row stands to ``other``, by the rule of stats.compare: what follows the row's name."""
    low, high = ratio.low, ratio.high
    if low is None or high is None or low <= 0:
        return f"against {other}: {figure(ratio.mean)}×, but too few rounds to prove a difference"
    match ratio.verdict:
        case Verdict.SLOWER:
            return f"takes {figure(ratio.mean)}× as long as {other} ({interval(low, high)})"
        case Verdict.FASTER:
            return f"is {figure(1 / ratio.mean)}× faster than {other} ({interval(1 / high, 1 / low)})"
    if low >= 1 - THRESHOLD and high <= 1 + THRESHOLD:
        return f"against {other}: no difference (under {percent(THRESHOLD)})"
    above = "" if low <= 1 <= high else f" above {percent(THRESHOLD)}"
    return f"against {other}, no difference{above} proved: {figure(ratio.mean)} ({interval(low, high)})"


def _secret(result: Result, base: Result | None) -> str:
    """Say where a comparison is not between equals: with HMAC, a verifier can sign."""
    theirs = base is not None and is_symmetric(base)
    if is_symmetric(result):
        return f"{'; ' if theirs else ', but '}both sides share one secret"
    return ", where both sides share one secret" if theirs else ""


def _calls(result: Result, base: Result | None, several: bool, unit: TimeUnit, state: State) -> str:
    """Say what is known of single calls, and why it is so."""
    if _searches_primes(result):
        return _prime_search(result, unit)
    if result.batch not in (None, 1):
        return f"Timed in batches of {count(result.batch)} calls: no p99 of single calls."
    if result.p99_us is None and result.samples is not None and result.samples < P99_FROM:
        sharpens = "each round" if state in _LASTING else "a higher effort"
        needed = duration(P99_FROM * (result.mean_us or 0.0) / 1e6)
        return f"n={count(result.samples)}: {sharpens} sharpens it; a p99 needs {P99_FROM} calls, about {needed}."
    if result.median_us is None:
        return "Nothing is known of its single calls but their mean."
    half = (
        f"Half its calls stay under {time_text(result.median_us, unit)}{_turned(result, base, several, unit)}"
    )
    if result.p99_us is None:
        return f"{half}; its p99 is unknown."
    why = ": it retries until a signature is valid. Not noise." if _retries(result) else "."
    return f"{half}, 1 in 100 exceeds {time_text(result.p99_us, unit)}{why}"


def _turned(result: Result, base: Result | None, several: bool, unit: TimeUnit) -> str:
    """Name the baseline's median where it points the other way than the means: both are true, say both."""
    if base is None or not has_figures(base) or None in (base.median_us, result.median_us, result.ratio):
        return ""
    verdict = Ratio(result.ratio or 1.0, result.ratio_low, result.ratio_high).verdict
    shorter = (result.median_us or 0.0) < (base.median_us or 0.0)
    if verdict is Verdict.NO_DIFFERENCE or shorter is (verdict is Verdict.FASTER):
        return ""
    return f" ({label(base, several)}: {time_text(base.median_us or 0.0, unit)})"


def _prime_search(result: Result, unit: TimeUnit) -> str:
    what = "A key takes" if result.operation == Operation.KEYGEN else "A key and a signature take"
    tail = "" if result.p95_us is None else f", 5 % over {time_text(result.p95_us, unit)}"
    samples = "" if result.samples is None else f" (n={count(result.samples)})"
    mean = mean_text(result, unit)
    return f"{what} {mean} on average{tail}{samples}: it tries random numbers until two are prime."


def _searches_primes(result: Result) -> bool:
    creates = result.operation == Operation.KEYGEN or result.mode == Mode.SINGLE_SHOT
    return result.family == "rsa" and creates


def _retries(result: Result) -> bool:
    """Whether ML-DSA's rejection sampling (FIPS 204) is what makes a long tail."""
    signs = result.family == "ml-dsa" and result.operation == Operation.SIGN
    return signs and (result.skewness or 0.0) > 1


def time_text(microseconds: float, unit: TimeUnit) -> str:
    """Return a time with its unit: the given one, or one of its own where it does not fit."""
    own = unit_for(microseconds, unit)
    return f"{figure(own.of(microseconds))} {own.name}"


def mean_text(result: Result, unit: TimeUnit) -> str:
    """Return a measured row's mean, half of its interval, and their unit; one that is too wide is left out."""
    mean, half = result.mean_us or 0.0, result.half_width_us
    own = unit_for(mean, unit)
    if half is not None and half >= mean:
        return f"{figure(own.of(mean), 2)} {own.name}"
    shown, error = mean_and_error(own.of(mean), None if half is None else own.of(half))
    return f"{shown} {error}".rstrip() + f" {own.name}"


def still(
    result: Result,
    precision: float,
    seconds_measured: float,
    *,
    state: State = State.MEASURING,
    budget: float | None = None,
    share: float = 1.0,
) -> str:
    """Say how sure a row's mean is, and how long it takes until it is as sure as the effort wants.

    ``precision`` is the effort's aim, a relative half-width; ``seconds_measured`` were spent inside the row's
    timed calls, of ``budget`` in all. ``share`` is the part of the time that goes into this row (1 over the
    number of unfinished ones), so that what is left is said in time that passes. What is needed grows with
    the square of the precision; where the budget ends before, the precision at its end is told instead.
    """
    mean, half = result.mean_us, result.half_width_us
    aim = f"±{percent(precision, digits=1)}"
    if mean is None or result.error or result.samples is None:
        return ""
    if half is None or half >= mean:
        return f"n={count(result.samples)}: no interval yet, the aim is {aim}"
    now = half / mean
    if now <= precision:
        return f"{aim} reached"
    if result.stopped is not None:
        return f"time is up at {relative(now)}"
    if state not in _LASTING or state is State.PAUSED or seconds_measured <= 0:
        ended = {State.PAUSED: "paused at", State.STOPPED: "stopped at", State.FINISHED: "ended at"}
        return f"{ended.get(state, 'now')} {relative(now)}, the aim is {aim}"
    whole = seconds_measured * (now / precision) ** 2
    if budget is not None and whole > budget:
        spent = min(seconds_measured, budget)
        then = relative(now * (spent / budget) ** 0.5)
        return (
            f"now {relative(now)}, about {then} when its time is up in {duration((budget - spent) / share)}"
        )
    return f"now {relative(now)}, {aim} in about {duration((whole - seconds_measured) / share)}"
