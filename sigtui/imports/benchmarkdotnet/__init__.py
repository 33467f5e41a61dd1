"""What BenchmarkDotNet writes: its full JSON reports, and its markdown tables as people paste them."""

import re

from sigtui.files.snapshot import Snapshot
from sigtui.imports._given import Given
from sigtui.imports.benchmarkdotnet import report, tables

NAME = "benchmarkdotnet"
TITLE = "BenchmarkDotNet"
PURPOSE = "a full JSON report, or markdown tables"

_TABLE = re.compile(r"^[ \t|*]*\w[^|\n]*\|(?=[^\n]*\bMean\b)[^\n]*$", re.MULTILINE)
_OTHERS = re.compile(r"Time \(us\): mean|\bRelative\b")
"""Heads of liboqs's table, and of the markdown that hyperfine writes."""


def looks_like(head: str) -> bool:
    """Whether this is a report, or text with a table that has a column Mean beside others."""
    if head.lstrip().startswith("{"):
        return '"HostEnvironmentInfo"' in head or ('"Benchmarks"' in head and '"Statistics"' in head)
    return any(not _OTHERS.search(found[0]) for found in _TABLE.finditer(head))


def parse(source: Given) -> Snapshot:
    """Return a row for each benchmark; FileError for what can't be read."""
    if source.head.lstrip().startswith("{"):
        return report.parse(source)
    return tables.parse(source)
