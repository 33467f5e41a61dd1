"""What a person has to know of a snapshot before believing it, in sentences: warnings and explanations.

A warning names its cause with the amount, what it spoils, and the remedy; one a cause.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from statistics import median

import numpy as np

from sigtui.algorithms import catalogue
from sigtui.consistency import contradictions
from sigtui.files.results import Result
from sigtui.files.snapshot import Snapshot
from sigtui.machine import SHARED_HOST
from sigtui.model import EFFORTS
from sigtui.numbers import count, duration, figure, percent, relative
from sigtui.provenance import is_published
from sigtui.stats.shape import BIMODAL, DRIFT, drift
from sigtui.stats.speed import NEAR
from sigtui.stats.summary import OVERHEAD_SHARE, P99_FROM
from sigtui.wire.stale import attached, explain
from sigtui.wire.warnings import Level

SYMMETRIC_MARK = "†"
"""Stands beside the rows that the note on HMAC is about."""

_SLOW_SHARE = 0.05
_FEW = 30
_NAMED = 3


@dataclass(frozen=True, slots=True)
class Findings:
    """``warnings`` spoil figures and have a remedy; ``notes`` explain what a reader might misread."""

    warnings: tuple[str, ...]
    notes: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class _Over:
    """A budget that is not met, by whom, and what there is to say of it."""

    budget: str
    used: float
    subject: str
    text: str


def findings(snapshot: Snapshot, *, live: bool = False) -> Findings:
    """Read a snapshot as a sceptic would; while it is still growing (``live``), without what time will cure."""
    measured = [result for result in snapshot.results if result.samples]
    published = is_published(snapshot)
    host = _host(measured)
    settled = [result for result in measured if result.stopped is not None or not live]
    warnings = [
        *_interrupted(snapshot),
        *host,
        *_imprecise(snapshot, settled),
        *_drifting(settled),
        *_humps(settled),
        *([] if published else _few(settled)),
        *contradictions(settled if live else snapshot.results),
        *_stale(snapshot.results),
        *_unmet(snapshot, measured),
    ]
    machine = snapshot.machine.get("warnings", ())
    if isinstance(machine, list | tuple):
        # A host whose other guests were felt has been told of with its amounts already.
        warnings += [str(text) for text in machine if not (host and str(text).startswith(SHARED_HOST))]
    notes = [
        *_hmac(snapshot.results if published else measured, own=not published),
        *([] if published else _batches(measured)),
        *_retries(measured),
        *_overhead(measured),
        *(_published(snapshot) if published else ()),
    ]
    return Findings(tuple(warnings), tuple(notes))


def result_name(result: Result) -> str:
    """Name a case in a sentence: ``ecdsa-p256-sha256 sign single-shot property``."""
    message = result.message.name if result.message else None
    parts = (result.algorithm or result.label, result.operation, result.mode, message)
    return " ".join(part for part in parts if part)


def _listed(names: Iterable[str]) -> str:
    every = list(dict.fromkeys(names))
    more = len(every) - _NAMED
    return ", ".join(every[:_NAMED]) + (f" and {more} more" if more > 0 else "")


def _host(measured: list[Result]) -> list[str]:
    speeds = np.array([speed for result in measured for _, speed in result.rounds_us or ()])
    slow = speeds < 1 / NEAR
    if speeds.size < 10 or slow.mean() < _SLOW_SHARE:
        return []
    factor = 1 / float(np.median(speeds[slow]))
    return [
        f"Host ran {figure(factor, 2)}× slower than at its best in {percent(float(slow.mean()))} of rounds. Spoils "
        "every p99, and widens every ± and × base. Remedy: repeat on a dedicated host before you promise a p99."
    ]


def _interrupted(snapshot: Snapshot) -> list[str]:
    if not snapshot.method.get("cancelled"):
        return []
    done = sum(result.stopped is not None for result in snapshot.results)
    return [
        f"Interrupted: {done} of {len(snapshot.results)} cases were finished. Spoils every n and ±. "
        "Remedy: run it again, to its end."
    ]


def _imprecise(snapshot: Snapshot, measured: list[Result]) -> list[str]:
    """Tell how many cases ran out of time before they were as precise as their effort wants."""
    effort = EFFORTS.get(str(snapshot.method.get("effort")))
    missed = [result for result in measured if result.stopped in ("time", "limit")]
    if effort is None or not missed:
        return []
    reached = median((result.half_width_us or 0.0) / result.mean_us for result in missed if result.mean_us)
    where = f" by {result_name(missed[0])}" if len(missed) == 1 < len(measured) else ""
    where += f" in {len(missed)} of {count(len(measured))} cases" if len(missed) > 1 else ""
    how = "typically" if len(missed) > 1 else "it ended at"
    return [
        f"±{percent(effort.precision, digits=1)}, the aim of effort {effort.name}, was not reached{where}: {how} "
        f"{relative(reached)}. Spoils differences smaller than that. "
        "Remedy: an effort with more time, or a machine that holds its speed."
    ]


def _drifting(measured: list[Result]) -> list[str]:
    names = []
    for result in measured:
        rounds = np.array(result.rounds_us or ()).reshape(-1, 2)
        found = drift(rounds[:, 0] * rounds[:, 1])
        if found is not None and found.significant and abs(found.change) > DRIFT:
            names.append(f"{result_name(result)} ({percent(found.change, signed=True)})")
    if not names:
        return []
    return [
        f"Drift over the run in {_listed(names)}. Spoils its mean. Remedy: close other programs and run again."
    ]


def _humps(measured: list[Result]) -> list[str]:
    names = [
        f"{result_name(result)} (mValue {figure(result.mvalue_typical)})"
        for result in measured
        if (result.mvalue_typical or 0) > BIMODAL and not _retries_by_design(result)
    ]
    if not names:
        return []
    return [
        f"Two humps at the machine's typical speed in {_listed(names)}. Spoils the median as a typical call. "
        "Remedy: look at its histogram; p5 and p95 bound both humps."
    ]


def _few(measured: list[Result]) -> list[str]:
    few = [result for result in measured if (result.samples or 0) < _FEW]
    if not few:
        return []
    least = min(result.samples or 0 for result in few)
    longest = max(result.mean_us or 0.0 for result in few)
    needed = duration(P99_FROM * longest / 1e6)
    return [
        f"Few samples (n from {least}) in {_listed(result_name(result) for result in few)}. Spoils ± and leaves "
        f"no p99. Remedy: a higher effort; a p99 needs n={P99_FROM}, about {needed} for the slowest."
    ]


def _stale(results: Iterable[Result]) -> list[str]:
    """Explain sizes of signatures and budgets that no final standard has, each once."""
    met: dict[str, list[str]] = {}
    for result in results:
        sizes = {} if result.signature_bytes is None else {result.signature_bytes.max: _subject(result)}
        budgets = (result.wire and result.wire.budgets) or {}
        limits = {each.limit: f"budget {name}" for name, each in budgets.items() if each.limit is not None}
        lengths = [result.message.bytes] if result.message and result.message.bytes else []
        for size, name in (*sizes.items(), *limits.items()):
            if text := explain(size) or attached(size, lengths):
                met.setdefault(text, []).append(name)
    return [f"{_listed(names)}: {text}" for text, names in met.items()]


def _unmet(snapshot: Snapshot, measured: list[Result]) -> list[str]:
    """Tell of the tightest budget that is not met, of those that a person chose; others are no one's need.

    Where the algorithms differ in it, it is the one that is exceeded most.
    """
    if not _chosen(snapshot):
        return []
    over: dict[str, _Over] = {}
    for result in measured:
        wire = result.wire
        if wire is None or wire.nominal or wire.tightest is None or not wire.warnings:
            continue
        if wire.tightest.level == Level.OVER and wire.tightest.budget is not None:
            told = _Over(wire.tightest.budget, wire.tightest.used or 0.0, _subject(result), wire.warnings[0])
            before = over.get(told.subject)
            over[told.subject] = told if before is None or told.used > before.used else before
    if not over:
        return []
    worst = max(over.values(), key=lambda each: each.used)
    same = [each for each in over.values() if each.budget == worst.budget]
    equal = _listed(each.subject for each in same if each.used == worst.used)
    others = _listed(each.subject for each in same if each.used != worst.used)
    return [f"{equal}{f', and less so {others}' if others else ''}: {worst.text}"]


def _chosen(snapshot: Snapshot) -> bool:
    """Whether the preset names budgets or has some of its own."""
    wire = snapshot.preset.get("wire")
    return isinstance(wire, Mapping) and bool(wire.get("budgets") or wire.get("custom"))


def _subject(result: Result) -> str:
    return result.algorithm or result.label or "a signature"


def is_symmetric(result: Result) -> bool:
    """Whether a row is of a kind that the others can't be compared with: both sides share the key."""
    return result.algorithm in _symmetric()


@cache
def _symmetric() -> frozenset[str]:
    return frozenset(algorithm.id for algorithm in catalogue() if algorithm.symmetric)


def _published(snapshot: Snapshot) -> list[str]:
    """Say what a publication adds, what it leaves out, and what of it sigtui does."""
    told = []
    rows = [result for result in snapshot.results if result.mean_us is not None]
    missing = [
        word
        for word, known in (
            ("n", any(row.samples is not None for row in rows)),
            ("±", any(row.half_width_us is not None for row in rows)),
        )
        if not known
    ]
    if missing:
        told.append(f"– stands for what its source does not tell: no {' and no '.join(missing)} of any row.")
    for key, lead in (
        ("notes", ""),
        ("unmapped", "Without an id: "),
        ("out_of_scope", "Out of sigtui's scope: "),
    ):
        listed = snapshot.extra.get(key)
        if isinstance(listed, list | tuple) and listed:
            told += [f"{lead}{'; '.join(map(str, listed))}."] if lead else [str(text) for text in listed]
    return told


def _hmac(measured: Sequence[Result], *, own: bool) -> list[str]:
    if not any(is_symmetric(result) for result in measured):
        return []
    return [
        f"{SYMMETRIC_MARK} HMAC rows are not directly comparable with the others: both sides share one secret, so "
        "that a verifier could have signed."
        + (
            " Most of a short HMAC's time is the Python call (65–90 %), not the hash. Its single-shot derives the key "
            "with HKDF."
            if own
            else ""
        )
    ]


def _batches(measured: list[Result]) -> list[str]:
    batches = sorted({result.batch or 1 for result in measured} - {1})
    if not batches:
        return []
    sizes = f"k={batches[0]}" if len(batches) == 1 else f"k={batches[0]}–{batches[-1]}"
    return [
        f"{sizes}: calls under 20 µs are timed in batches of k; a batch's p99 is not a call's, so none is shown."
    ]


def _retries(measured: list[Result]) -> list[str]:
    if not any(_retries_by_design(result) and (result.skewness or 0) > 1 for result in measured):
        return []
    return [
        "ML-DSA signing retries until a signature is valid (FIPS 204, rejection sampling): its long tail is the "
        "algorithm, not noise. Its mean is the cost, its median a typical call."
    ]


def _retries_by_design(result: Result) -> bool:
    return result.family == "ml-dsa" and result.operation == "sign"


def _overhead(measured: list[Result]) -> list[str]:
    subtracted = [result for result in measured if result.overhead_subtracted]
    if not subtracted:
        return []
    most = max(result.overhead_ns or 0.0 for result in subtracted)
    return [
        f"The empty timed loop (up to {figure(most)} ns a call) is subtracted where it exceeds "
        f"{percent(OVERHEAD_SHARE)}: {_listed(result.algorithm or '' for result in subtracted)}."
    ]
