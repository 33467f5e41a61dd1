"""A case's figures as labelled lines, each with its unit, or with why it has none."""

from dataclasses import replace

import numpy as np

from sigtui.bench.sampling import BATCH_NS, SINGLE_FROM_NS
from sigtui.files.results import Result
from sigtui.files.snapshot import Snapshot
from sigtui.findings import findings
from sigtui.machine.words import Line
from sigtui.model import EFFORTS
from sigtui.numbers import (
    TOO_SMALL,
    UNKNOWN,
    TimeUnit,
    count,
    figure,
    interval,
    mean_and_error,
    percent,
    rate,
    sparkline,
    time_unit,
    unit_for,
)
from sigtui.sentences import mean_text, time_text, verdict
from sigtui.stats.compare import Ratio
from sigtui.stats.shape import BIMODAL, SUSPICIOUS, drift
from sigtui.stats.summary import OVERHEAD_SHARE, P99_FROM, P999_FROM

TAILS_FROM = 20
"""Samples below which sigtui/stats/summary.py gives no p5, p90 and p95."""

HUMPS_FROM = 50
"""Samples below which sigtui/stats/shape.py gives no mValue."""

DRIFT_FROM = 8
"""Rounds below which sigtui/stats/shape.py gives no drift."""

_INTERVAL_FROM = 2
_SPARK = 24
_SKEWED = 1.0


def state_line(snapshot: Snapshot, result: Result) -> Line:
    """Say how far a case has come, and why no further."""
    effort = EFFORTS.get(str(snapshot.method.get("effort")))
    aim = f"±{percent(effort.precision, digits=1)}" if effort else "its effort's precision"
    if result.error:
        before = "" if result.mean_us is None else "what stands below was measured before"
        state, note = f"✗ {result.error}", before
    elif result.mean_us is None:
        state, note = "waiting", "nothing is measured yet"
    elif result.stopped is not None:
        why = {
            "precision": f"as precise as its effort wants: {aim}",
            "time": f"its time was up before {aim} was reached",
            "limit": "too slow for more samples in its time",
        }
        state, note = "finished", why.get(result.stopped, result.stopped)
    elif not _is_ours(result):
        state, note = "imported", "measured by another tool; what it does not say is left out"
    elif snapshot.method.get("cancelled"):
        state, note = "interrupted", "with fewer samples than planned"
    else:
        state, note = "measuring", "figures still sharpen"
    return Line("state", state, note)


def _is_ours(result: Result) -> bool:
    """Whether sigtui measured it: another tool does not say whether it verified what it timed."""
    return result.verified is not None


def time_lines(result: Result) -> tuple[Line, ...]:
    """Tell all times of a measured case in one unit; what is far from it carries its own."""
    half, unit = result.half_width_us, _unit(result)
    wider = "" if half is None else "± half its 99.9 % interval"
    if half is not None and half >= (result.mean_us or 0.0):
        wider = f"{TOO_SMALL} for an interval"
    per_second = UNKNOWN if result.ops_per_second is None else f"{rate(result.ops_per_second)} /s·core"
    rounds = None if result.rounds_us is None else len(result.rounds_us)
    unit_of = "calls" if result.batch in (None, 1) else "batches"
    return (
        Line("samples", count(result.samples), _calls(result.batch)),
        Line("keys used", count(result.keys)),
        Line("mean", mean_text(result, unit), wider),
        _error(result, "samples", result.error_us, result.samples, shown=result.error_us == half),
        _error(result, "rounds", result.error_rounds_us, rounds, shown=result.error_us != half),
        Line("rate", per_second, "1 ÷ mean"),
        Line("median", _time(result.median_us, unit), f"half the {unit_of} are faster"),
        Line(
            "normalised",
            _time(result.median_normalised_us, unit),
            "median at the machine's typical speed",
        ),
        Line("min", _time(result.min_us, unit), "the fastest"),
        _quantile(result, "p5", result.p5_us, TAILS_FROM, "1 in 20 is faster"),
        _quantile(result, "p90", result.p90_us, TAILS_FROM, "1 in 10 is slower"),
        _quantile(result, "p95", result.p95_us, TAILS_FROM, "1 in 20 is slower"),
        _quantile(result, "p99", result.p99_us, P99_FROM, "1 in 100 is slower"),
        _quantile(result, "p99.9", result.p999_us, P999_FROM, "1 in 1,000 is slower"),
        Line("max", _time(result.max_us, unit), "the slowest"),
    )


def _unit(result: Result) -> TimeUnit:
    """Choose the unit in which fast, typical and mean read best; the mean alone follows a long tail."""
    return time_unit([result.min_us, result.median_us, result.mean_us])


def _calls(batch: int | None) -> str:
    single = f"{SINGLE_FROM_NS // 1_000} µs"
    if batch is None:
        return "n; how many calls each holds is not known"
    if batch == 1:
        return "n: single calls (k=1)"
    return (
        f"n: each a batch of {count(batch)} calls (k={count(batch)}) divided by {count(batch)}: calls under "
        f"{single} are timed for {BATCH_NS // 1_000} µs or more together; min, max and quantiles are of batches"
    )


def _time(microseconds: float | None, unit: TimeUnit) -> str:
    return UNKNOWN if microseconds is None else time_text(microseconds, unit)


def _error(result: Result, units: str, error: float | None, amount: int | None, *, shown: bool) -> Line:
    """Return half of one of the mean's two intervals, in the digits that the mean beside it has."""
    label, told, mean = f"± {units}", f"by the spread of {units}", result.mean_us or 0.0
    if error is None:
        return _too_few(label, amount, _INTERVAL_FROM, units, "an interval")
    if error >= mean:
        return Line(label, TOO_SMALL, told)
    own = unit_for(mean, _unit(result))
    _, half = mean_and_error(own.of(mean), own.of(error))
    return Line(label, f"{half or '±0'} {own.name}", f"{told}; the one shown" if shown else told)


def _quantile(result: Result, label: str, microseconds: float | None, least: int, means: str) -> Line:
    """Return a quantile, or why there is none: a batch's p99 is not a call's, or n is too small."""
    if least >= P99_FROM and result.batch not in (None, 1):
        return Line(label, f"k={count(result.batch)}", f"a batch's {label} is not a call's")
    if microseconds is None:
        return _too_few(label, result.samples, least)
    return Line(label, _time(microseconds, _unit(result)), means)


def _too_few(label: str, amount: int | None, least: int, units: str = "samples", what: str = "") -> Line:
    """Say from how many samples or rounds on there is such a figure; ``what`` it is, if not the label."""
    if amount is None or amount >= least:
        return Line(label, UNKNOWN, "not known")
    sign = "n" if units == "samples" else units
    return Line(label, f"{sign}={count(amount)}", f"{what or 'it'} needs {count(least)} {units}")


def ratio_lines(snapshot: Snapshot, result: Result) -> tuple[Line, ...]:
    """Tell how the case stands to the baseline, with the interval and the verdict in words."""
    baseline = snapshot.preset.get("baseline")
    if result.algorithm is not None and result.algorithm == baseline:
        return (Line("× base", "baseline", "the others are compared with it"),)
    if result.ratio is None:
        return (Line("× base", UNKNOWN, f"{baseline or 'a baseline'} has no figures of the same kind"),)
    ratio = Ratio(result.ratio, result.ratio_low, result.ratio_high)
    ends = interval(ratio.low, ratio.high)
    return (
        Line("× base", figure(ratio.mean), "its mean ÷ the baseline's: above 1 is slower"),
        Line("interval", ends or TOO_SMALL, "99.9 %, round by round" if ends else ""),
        Line("verdict", verdict(ratio, str(baseline or "the baseline"))),
    )


def shape_lines(result: Result) -> tuple[Line, ...]:
    """Tell how the times are spread, over the samples and over the rounds."""
    unit = _unit(result)
    lines = [
        Line("stddev", _time(result.stddev_us, unit), "standard deviation: slow calls weigh most"),
        Line("MAD", _time(result.mad_us, unit), "half the samples are closer to the median"),
        _outliers(result),
        _skewness(result),
        *_humps(result),
        _drift(result),
    ]
    if result.overhead_ns is not None:
        small = f"what timing costs; not subtracted: under {percent(OVERHEAD_SHARE)} of a call"
        told = "what timing costs; subtracted from every time" if result.overhead_subtracted else small
        lines.append(Line("empty loop", f"{figure(result.overhead_ns)} ns a call", told))
    return (*lines, *_rounds(result, unit))


def _outliers(result: Result) -> Line:
    if result.outliers is None:
        return Line("outliers", UNKNOWN, "not known")
    found = f"{count(result.outliers.low)} low, {count(result.outliers.high)} high"
    fences = "beyond Tukey's fences (1.5 × the middle half's width); all are counted in"
    return Line("outliers", found, fences)


def _skewness(result: Result) -> Line:
    if result.skewness is None:
        return Line("skewness", UNKNOWN, "not known")
    tail = "a long tail" if result.skewness > _SKEWED else "no long tail"
    return Line("skewness", figure(result.skewness), f"{tail} of slow calls")


def _humps(result: Result) -> list[Line]:
    every, typical = result.mvalue, result.mvalue_typical
    if every is None:
        return [_too_few("humps", result.samples, HUMPS_FROM)]
    whose = ""
    if every > BIMODAL and typical is not None and typical <= BIMODAL:
        whose = ": the machine's speeds"
    lines = [Line("humps", _hump_words(every), f"of all samples, mValue {figure(every)}{whose}")]
    if typical is None:
        return [*lines, Line("  typical", UNKNOWN, "too few rounds at the machine's typical speed")]
    at_typical = f"at the machine's typical speed, mValue {figure(typical)}"
    return [*lines, Line("  typical", _hump_words(typical), at_typical)]


def _hump_words(mvalue: float) -> str:
    if mvalue > BIMODAL:
        return "two or more"
    return "perhaps two" if mvalue > SUSPICIOUS else "one"


def _drift(result: Result) -> Line:
    if result.drift is None:
        rounds = None if result.rounds_us is None else len(result.rounds_us)
        return _too_few("drift", rounds, DRIFT_FROM, "rounds")
    rounds_us = np.array(result.rounds_us or ()).reshape(-1, 2)
    found = drift(rounds_us[:, 0] * rounds_us[:, 1])
    chance = "" if found is None else ": more than chance" if found.significant else ": no more than chance"
    change = percent(result.drift, signed=True) if abs(result.drift) >= 0.005 else "under 1 %"
    return Line("drift", change, f"from first to last round, the machine's speed taken out{chance}")


def _rounds(result: Result, unit: TimeUnit) -> tuple[Line, ...]:
    if not result.rounds_us:
        return ()
    medians, speeds = zip(*result.rounds_us, strict=True)
    ends = f"{_time(min(medians), unit)} to {_time(max(medians), unit)}"
    slowest, fastest = figure(min(speeds), 2), figure(max(speeds), 2)
    speed = slowest if slowest == fastest else f"{slowest}–{fastest}"
    return (
        Line("rounds", sparkline(medians, _SPARK), f"medians of {count(len(medians))} rounds, {ends}"),
        Line(
            "machine",
            f"{speed} × typical",
            "its speed meanwhile, by a fixed computation",
        ),
    )


def to_know(snapshot: Snapshot, result: Result) -> tuple[Line, ...]:
    """Return what to know before believing this case: warnings first, then explanations.

    That other cases were interrupted spoils nothing of one that was finished, and what more samples will cure is
    no warning of one that still gets them.
    """
    method = {**snapshot.method, "cancelled": False} if result.stopped else snapshot.method
    growing = _is_ours(result) and result.error is None and not snapshot.method.get("cancelled")
    said = findings(replace(snapshot, method=method, results=(result,)), live=growing)
    told = [*(Line("!", text) for text in said.warnings), *(Line("·", text) for text in said.notes)]
    return tuple(told) or (Line("✓", "Nothing to warn of."),)
