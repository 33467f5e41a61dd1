"""Whole runs of rfc9421.toml: how long the efforts take, where the time goes, whether two runs agree."""

import json
import statistics
import subprocess
import sys
import time
from collections.abc import Iterator
from typing import Any

from tests.bars import Figure


def measure() -> Iterator[Figure]:
    """Yield seconds of each effort against contract.md's table, the timed share and the agreement."""
    _, seconds = _run("quick")
    yield Figure("rfc9421.toml at effort quick", seconds, 20, "s")
    first, seconds = _run("short")
    yield Figure("rfc9421.toml at effort short (about 75 s)", seconds, 75 * 1.2, "s")
    share = float(first["method"]["timed_share"]) * 100
    yield Figure("worker's time inside timed calls, effort short", share, 80, "%", least=True)
    second, _ = _run("short")
    yield Figure("two short runs, median |ratio - 1|, reused key", _disagreement(first, second) * 100, 3, "%")
    _, seconds = _run("medium")
    yield Figure("rfc9421.toml at effort medium (about 4 min)", seconds, 240 * 1.2, "s")


def _run(effort: str) -> tuple[dict[str, Any], float]:
    command = ["--preset", "rfc9421", "--headless", "--effort", effort, "--output", "json"]
    start = time.monotonic()
    done = subprocess.run([sys.executable, "-m", "sigtui", *command], capture_output=True, check=True)
    return json.loads(done.stdout), time.monotonic() - start


def _medians(snapshot: dict[str, Any]) -> dict[str, float]:
    return {
        f"{row['algorithm']} {row['operation']} {row['message']}": row["median_normalised_us"]
        for row in snapshot["results"]
        if row["mode"] == "reused-key"
    }


def _disagreement(first: dict[str, Any], second: dict[str, Any]) -> float:
    one, other = _medians(first), _medians(second)
    return statistics.median(abs(one[key] / other[key] - 1) for key in one)
