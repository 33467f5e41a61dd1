"""The figures of a published row in a snapshot's keys and units."""

from collections.abc import Mapping
from typing import Any

_SAME = ("error_us", "stddev_us", "median_us", "p95_us", "p99_us", "ops_per_second")
_KEPT = (
    *(
        "cycles",
        "configuration",
        "documents",
        "chunk_bytes",
        "count",
        "seconds",
        "kilobytes_per_second",
        "note",
    ),
    *("time_us", "time_ms"),
    *("code_bytes", "constant_bytes", "global_bytes", "stack_bytes", "working_buffer_bytes"),
)
_WORDS = ("configuration", "note")


def figures(row: Mapping[str, str], *, alone: bool = True, mhz: float | None = None) -> dict[str, Any]:
    """Return a row's numbers; what a snapshot has no key for is kept under the publication's own.

    A tool that timed so many calls as one gives one sample of that many calls. A row that is not of one operation
    ``alone`` has no rate of it. Where cycles are published, and the clock in ``mhz``, the mean is their quotient: it is
    exact, while the times beside them are cut to whole units.
    """
    made: dict[str, Any] = {"mean_us": _mean(row, mhz)}
    made |= {key: float(row[key]) for key in _SAME if row.get(key)}
    if alone and made["mean_us"] and "ops_per_second" not in made:
        made["ops_per_second"] = 1e6 / made["mean_us"]
    if row.get("deviation_percent"):
        made["stddev_us"] = made["mean_us"] * float(row["deviation_percent"]) / 100
    if row.get("allocated_kib"):
        made["allocated_bytes"] = float(row["allocated_kib"]) * 1_024
    if row.get("count"):
        made |= {"samples": 1, "batch": int(row["count"])}
    made["extra"] = {key: row[key] if key in _WORDS else _number(row[key]) for key in _KEPT if row.get(key)}
    return made


def _mean(row: Mapping[str, str], mhz: float | None) -> float | None:
    if mhz and row.get("cycles"):
        return round(float(row["cycles"]) / mhz, 3)
    return float(row["mean_us"]) if row.get("mean_us") else None


def _number(text: str) -> int | float:
    return int(text) if text.isdecimal() else float(text)
