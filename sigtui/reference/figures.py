"""The figures of a published row in a snapshot's keys and units."""

from collections.abc import Mapping
from typing import Any

_TIMES = {"mean_us": 1.0, "time_us": 1.0, "time_ms": 1_000.0}
"""Columns that hold a mean, and µs in their unit."""

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
    *("code_bytes", "constant_bytes", "global_bytes", "stack_bytes", "working_buffer_bytes"),
)
_WORDS = ("configuration", "note")


def figures(row: Mapping[str, str], *, alone: bool = True) -> dict[str, Any]:
    """Return a row's numbers; what a snapshot has no key for is kept under the publication's own.

    A tool that timed so many calls as one gives one sample of that many calls. A row that is not of one operation
    ``alone`` has no rate of it.
    """
    made: dict[str, Any] = {"mean_us": _mean(row)}
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


def _mean(row: Mapping[str, str]) -> float | None:
    for key, microseconds in _TIMES.items():
        if row.get(key):
            return round(float(row[key]) * microseconds, 6)
    if row.get("kilobytes_per_second"):
        # 1 kB/s is 1,000 B in 10^6 µs.
        return round(float(row["message_bytes"]) * 1_000 / float(row["kilobytes_per_second"]), 3)
    return None


def _number(text: str) -> int | float:
    return int(text) if text.isdecimal() else float(text)
