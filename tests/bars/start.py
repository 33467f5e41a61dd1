"""How soon the command answers, against a Python that imports click and does nothing."""

import statistics
import subprocess
import sys
import time
from collections.abc import Iterator

from tests.bars import Figure

_RUNS = 25


def measure() -> Iterator[Figure]:
    """Yield the ratio of medians for --version and --help."""
    base = [sys.executable, "-c", "import click"]
    for option in ("--version", "--help"):
        command = [sys.executable, "-m", "sigtui", option]
        times: tuple[list[float], list[float]] = ([], [])
        for _ in range(_RUNS):
            for kept, each in zip(times, (command, base), strict=True):
                start = time.perf_counter()
                subprocess.run(each, capture_output=True, check=True)
                kept.append(time.perf_counter() - start)
        ratio = statistics.median(times[0]) / statistics.median(times[1])
        yield Figure(f"sigtui {option} against python -c 'import click'", ratio, 1.6, "×")
