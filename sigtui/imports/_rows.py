"""From a foreign tool's figures to rows and a snapshot: units, ids, and what is known of the tool."""

import re
from collections.abc import Mapping, Sequence
from functools import cache
from math import inf
from typing import Any

import numpy as np

from sigtui.algorithms import catalogue
from sigtui.files.results import MessageSize, Result
from sigtui.files.snapshot import Snapshot
from sigtui.stats.moments import Moments
from sigtui.stats.ranks import median, quantiles
from sigtui.stats.summary import P99_FROM
from sigtui.wording import printable, shown

_MOST_CHARACTERS = 200
_ENDLESS = 1e60  # beyond it squares overflow, and nobody has waited
_TAILS_FROM = 20  # samples below which no p5 or p95 is told, as of sigtui's own cases

NANOSECOND, MICROSECOND, MILLISECOND, SECOND = 1e-3, 1.0, 1e3, 1e6
"""Units of time in µs."""

UNITS: Mapping[str, float] = {
    "ns": NANOSECOND,
    "us": MICROSECOND,
    "µs": MICROSECOND,
    "μs": MICROSECOND,  # the Greek letter, which .NET and Elixir write
    "ms": MILLISECOND,
    "s": SECOND,
    "sec": SECOND,
    "m": 60 * SECOND,
    "min": 60 * SECOND,
    "h": 3_600 * SECOND,
}
"""Units of time as tools write them, in µs."""


def us(value: float, unit: float) -> float:
    """Return a time in µs with the picosecond as the last digit, as sigtui's own figures have it."""
    return round(value * unit, 6)


def maybe_us(value: float | None, unit: float) -> float | None:
    """Return a time in µs where there is one."""
    return None if value is None else us(value, unit)


def line(text: str) -> str:
    """Return a tool's text on one printable line, cut where it is no name any more."""
    words = printable(" ".join(text.split()))
    return words if len(words) <= _MOST_CHARACTERS else words[: _MOST_CHARACTERS - 1] + "…"


def row(label: str, algorithm: str | None, operation: str, mean_us: float | None, **rest: Any) -> Result:  # noqa: ANN401 - whatever Result takes
    """Return a result with what follows from its mean and its id; ``label`` is the tool's text.

    Without a mean it has an ``error``.
    """
    if mean_us is None or mean_us == 0:
        rest.setdefault("error", "the tool gives no time")
    return Result(
        label=line(label),
        algorithm=algorithm,
        family=_families().get(algorithm or ""),
        operation=operation,
        mean_us=mean_us or None,
        ops_per_second=rest.pop("ops_per_second", None) or (1e6 / mean_us if mean_us else None),
        **rest,
    )


@cache
def _families() -> Mapping[str, str]:
    return {algorithm.id: algorithm.family for algorithm in catalogue()}


def figures(values: Sequence[float], unit: float) -> dict[str, Any]:
    """Return the statistics of raw samples as a result has them, the mean among them; none of no samples.

    ``error_us`` is half of the mean's 99.9 % interval (Student's t), which is what BenchmarkDotNet prints.
    """
    if not values:
        return {}
    n = len(values)
    if not all(abs(value) <= _ENDLESS for value in values):
        return {"samples": n, "mean_us": inf}
    ordered = np.sort(np.asarray(values, dtype=np.float64)) * unit
    moments = Moments.of(ordered)
    p5, p90, p95, p99 = quantiles(ordered, (0.05, 0.9, 0.95, 0.99))
    return {
        "samples": n,
        "mean_us": us(moments.mean, MICROSECOND),
        "error_us": maybe_us(moments.error, MICROSECOND),
        "stddev_us": maybe_us(moments.stddev, MICROSECOND),
        "min_us": us(float(ordered[0]), MICROSECOND),
        "p5_us": us(p5, MICROSECOND) if n >= _TAILS_FROM else None,
        "median_us": us(median(ordered), MICROSECOND),
        "p90_us": us(p90, MICROSECOND) if n >= _TAILS_FROM else None,
        "p95_us": us(p95, MICROSECOND) if n >= _TAILS_FROM else None,
        "p99_us": us(p99, MICROSECOND) if n >= P99_FROM else None,
        "max_us": us(float(ordered[-1]), MICROSECOND),
    }


_SIZE = re.compile(
    r"(?<![\w.])(\d{1,3}(?:,\d{3})+|\d{1,12})[ -]?(b|bytes?|kb|kib|mb|mib)(?![a-z])", re.IGNORECASE
)
_FACTORS = {"b": 1, "byte": 1, "bytes": 1, "kib": 1 << 10, "mib": 1 << 20}


def message(text: str, length: int | None = None) -> MessageSize:
    """Return a message under a tool's name for it, with its bytes where they are given or the name says them.

    KB is left open: some tools mean 1,000 bytes by it and some 1,024.
    """
    found = _SIZE.search(text)
    factor = _FACTORS.get(found[2].lower()) if found else None
    if length is None and found is not None and factor is not None:
        length = int(found[1].replace(",", "")) * factor
        text = "" if found[0] == text.strip() else text  # its length is all that it is called by
    return MessageSize(name=line(text) or None, bytes=length)


def snapshot(
    tool: str,
    version: str | None,
    results: Sequence[Result],
    *,
    title: str = "",
    machine: Mapping[str, object] | None = None,
    method: Mapping[str, object] | None = None,
    date: str = "",
) -> Snapshot:
    """Return what a tool measured; what is None or empty in ``machine`` and ``method`` is left out."""
    named = f"{tool} {version}" if version else tool
    told = {"tool": tool, "tool_version": version, **(method or {})}
    return Snapshot(
        preset={"title": line(title) or named},
        machine=_known(machine or {}),
        method=_known(told),
        date=date,
        results=tuple(results),
        extra={"origin": _known({"kind": "imported", "tool": tool, "version": version})},
    )


def _known(table: Mapping[str, object]) -> dict[str, object]:
    return {
        key: line(value) if isinstance(value, str) else value
        for key, value in table.items()
        if value is not None and value != ""
    }


def number(text: str) -> float | None:
    """Return a plain number, thousands separated by commas; None where it is none."""
    found = re.fullmatch(
        r"[-+]?(?:\d{1,3}(?:,\d{3})+|\d+)(?:\.\d+)?(?:[eE][-+]?\d{1,3})?|NaN|[-+]?(?:∞|inf)",
        text,
        re.ASCII,
    )
    return None if found is None else float(text.replace(",", "").replace("∞", "inf"))


def whole(text: str) -> int | None:
    """Return a whole number, thousands separated by commas; None where it is none that can be counted."""
    return (
        int(text.replace(",", ""))
        if re.fullmatch(r"[0-9]{1,3}(?:,[0-9]{3}){1,5}|[0-9]{1,18}", text)
        else None
    )


def no_number(text: str) -> str:
    """Say that a cell holds no number."""
    return f"{shown(text)} is no number with a unit; such as 114.5 ns or 1,564.208 us"
