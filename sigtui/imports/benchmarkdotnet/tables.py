"""The markdown tables of BenchmarkDotNet, with or without a leading pipe, and the lines above them.

The title above a table is often all that names the curve or the platform.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from html import unescape

from sigtui.files.results import Result
from sigtui.files.snapshot import Snapshot
from sigtui.imports._given import MOST_ROWS, Given
from sigtui.imports._rows import UNITS, no_number, number, row, snapshot, us
from sigtui.imports.benchmarkdotnet.cases import case, platform, system
from sigtui.imports.benchmarkdotnet.report import OF_ITERATIONS

_TITLE = "BenchmarkDotNet"

_TIMES: Mapping[str, str] = {
    "Mean": "mean_us",
    "Error": "error_us",
    "StdDev": "stddev_us",
    "Standard deviation": "stddev_us",
    "Median": "median_us",
    "Min": "min_us",
    "Max": "max_us",
    "P90": "p90_us",
    "P95": "p95_us",
    "P99": "p99_us",
}
"""Columns of times, and what a result calls them. Error is half of the mean's 99.9 % interval."""

_ABOUT_JOBS = re.compile(
    r"Method|Type|Namespace|Categories|Logical Group|Rank|Baseline|Job|Runtime|Toolchain|Platform|Jit|Affinity"
    r"|Arguments|EnvironmentVariables|BuildConfiguration|PowerPlanMode|Server|Concurrent|Force|RunStrategy|UnrollFactor"
    r"|OutlierMode|EvaluateOverhead|IterationTime"
    r"|(?:Max|Min)?(?:Iteration|Launch|Warmup|Invocation|Invoke|WarmupIteration)Count"
)
"""Columns before the times that are no parameters of a benchmark; those behind the first time never are."""

_BAR = re.compile(r"(?<!\\)\|")
_EDGES = re.compile(r"^\|+|(?<!\\)\|+$")
_RULE = re.compile(r"[-: ]*-[-: ]*")
_IN_HEAD = re.compile(r"(?P<name>.+?) [\[(](?P<unit>ns|us|μs|µs|ms|s|m|B|KB|MB)[\])]")
_BYTES = {"B": 1, "KB": 1 << 10, "MB": 1 << 20, "GB": 1 << 30}
_NONE = ("", "-", "NA", "N/A", "?")

_VERSION = re.compile(
    r"^[ >/*]*BenchmarkDotNet[= ]v?(?P<version>\d[\w.-]*)(?:[^,\n]*), (?:OS=)?(?P<os>[^\n]+)", re.MULTILINE
)
_CPU = re.compile(
    r"^[ >/*]*(?P<cpu>[^\n,|]+(?:, [^\n,|]+)?), \d+ CPU, (?P<logical>\d{1,5}) logical"
    r"(?: cores?)?(?: and (?P<cores>\d{1,5}) physical cores?)?",
    re.MULTILINE,
)
_OLD_CPU = re.compile(
    r"^[ >/*]*Processor=(?P<cpu>[^\n|]+), ProcessorCount=(?P<logical>\d{1,5})", re.MULTILINE
)
_RUNTIME = re.compile(
    r"^[ >/*]*\[Host\] *: (?P<runtime>[^\n]+?)(?:, (?P<architecture>X64|Arm64|X86)\b[^\n]*)?$", re.MULTILINE
)
_NO_ERROR = "none where a table has no column Error"

_HOST = re.compile(
    r"BenchmarkDotNet|\[Host\]|\.NET |Job-|DefaultJob|ShortRun|MediumRun|\w+=\w|.* : \.NET|.*\d CPU, \d|WarmupCount"
)
"""Lines about the host and the jobs, which are no title."""

_ARCHITECTURES = {"X64": "x86_64", "Arm64": "arm64", "X86": "i686"}


@dataclass(frozen=True, slots=True)
class _Table:
    """A table: the lines above it, the nearest first, its head, and its rows with their lines' numbers."""

    above: tuple[str, ...]
    head: tuple[str, ...]
    rows: tuple[tuple[int, tuple[str, ...]], ...]


def parse(source: Given) -> Snapshot:
    """Return the rows of all tables in the text; FileError for a cell that is no time."""
    lines = source.lines
    text = "\n".join(lines)
    tables = list(_tables(source, lines))
    results: list[Result] = []
    platforms = {platform(table.above[0]) if table.above else None for table in tables}
    for table in tables:
        results += _results(source, table, several=len(platforms) > 1)
    if not results:
        raise source.refused(f"holds no row of {_TITLE}'s tables that could be read")
    version, runtime = _VERSION.search(text), _RUNTIME.search(text)
    found = _CPU.search(text) or _OLD_CPU.search(text)
    cpu = found.groupdict() if found else {}
    above = [table.above[0] for table in tables if table.above]
    return snapshot(
        _TITLE,
        version and version["version"],
        results,
        title=above[0] if len(set(above)) == 1 else "",
        machine={
            **(
                system(version["os"]) if version else {"os": platforms.pop() if len(platforms) == 1 else None}
            ),
            "architecture": _ARCHITECTURES.get(runtime["architecture"] or "") if runtime else None,
            "cpu": cpu["cpu"].strip() if cpu else None,
            "cores": int(cpu["cores"]) if cpu.get("cores") else None,
            "logical_cpus": int(cpu["logical"]) if cpu else None,
            "runtime": runtime and runtime["runtime"].strip(),
        },
        method={
            "divisor": "elapsed time",
            "n": f"not in tables; {OF_ITERATIONS}",
            "interval": None if all("Error" in map(_name, table.head) for table in tables) else _NO_ERROR,
        },
    )


def _tables(source: Given, lines: Sequence[str]) -> Iterator[_Table]:
    """Yield the tables that have a column Mean; a quote's or comment's mark before a line is left out."""
    above: list[str] = []
    head: tuple[str, ...] = ()
    rows: list[tuple[int, tuple[str, ...]]] = []
    count, fenced = 0, False
    for place, raw in enumerate((*lines, ""), 1):
        told = re.sub(r"^\s*(?://|>|#+(?= ))?\s*", "", raw).strip()
        if "|" in told:
            cells = tuple(map(_cell, _BAR.split(_EDGES.sub("", told))))
            if not head and "Mean" in map(_name, cells):
                head = cells
            elif head and not all(_RULE.fullmatch(cell) or not cell for cell in cells):
                rows.append((place, cells))
                count += 1
                if count > MOST_ROWS:
                    raise source.refused(f"has more than {MOST_ROWS:,} rows")
            continue
        if head:
            yield _Table(tuple(above), head, tuple(rows))
            above, head, rows = [], (), []
        fenced ^= told.startswith("```")
        if told and not fenced and not _HOST.match(told) and not told.startswith("```"):
            above = [told, *above[:2]]


def _cell(text: str) -> str:
    """Return what a cell says: markdown's own marks left out, and what could be taken for one put back."""
    return unescape(text.strip().strip("*`").strip()).replace("\\|", "|")


def _name(head: str) -> str:
    found = _IN_HEAD.fullmatch(head)
    return found["name"] if found else head


def _results(source: Given, table: _Table, *, several: bool) -> Iterator[Result]:
    """Yield a table's rows; ``several`` platforms are told apart by the provider, each platform's own library."""
    title = table.above[0] if table.above and "=" not in table.above[0] and len(table.above[0]) < 100 else ""
    times = [place for place, head in enumerate(table.head) if _name(head) in _TIMES]
    parametrised = {head for head in table.head[: times[0]] if not _ABOUT_JOBS.fullmatch(head)}
    place_of_job = table.head.index("Job") if "Job" in table.head else len(table.head)
    jobs = len({cells[place_of_job] for _, cells in table.rows if place_of_job < len(cells)}) > 1
    for place, cells in table.rows:
        if len(cells) != len(table.head):
            text = f"line {place}: {len(cells)} cells under {len(table.head)} heads; is the line cut off?"
            raise source.refused(text)
        told = dict(zip(table.head, cells, strict=True))
        named = {_name(head): (head, cell) for head, cell in told.items()}
        parameters = {head: cell for head, cell in told.items() if head in parametrised}
        method = _unquoted(told.get("Method") or "")
        first = table.head[0]
        if not method and first in parameters:
            method = parameters.pop(first)
        around = [name for name in (told.get("Type", ""), title) if name]
        made = case(method, parameters, around)
        figures = {
            key: _time(source, place, head, cell)
            for name, key in _TIMES.items()
            if name in named
            for head, cell in (named[name],)
        }
        yield row(
            made.label,
            made.algorithm,
            made.operation,
            figures.pop("mean_us", None),
            provider=told.get("Runtime")
            or (told.get("Job") if jobs else None)
            or (platform(title) if several else None),
            mode=made.mode,
            message=made.message,
            allocated_bytes=_bytes(source, place, named),
            **figures,
        )


def _unquoted(method: str) -> str:
    """Return a method's name without the quotes that stand around one of several words."""
    found = re.fullmatch(r"'(.+)'", method)
    return found[1] if found else method


def _time(source: Given, place: int, head: str, cell: str) -> float | None:
    """Return a cell's time in µs; the unit is in the cell, or in the head where all cells share it."""
    if cell in _NONE:
        return None
    in_head = _IN_HEAD.fullmatch(head)
    text, _, unit = cell.rpartition(" ")
    if in_head is not None and not text:
        text, unit = cell, in_head["unit"]
    value = number(text)
    if value is None or unit not in UNITS:
        raise source.refused(f"line {place}, column {head}: {no_number(cell)}")
    return us(value, UNITS[unit])


def _bytes(source: Given, place: int, named: Mapping[str, tuple[str, str]]) -> float | None:
    """Return the bytes that a call allocates; 1 KB is 1,024 B there, and a dash is none at all."""
    head, cell = named.get("Allocated", ("", ""))
    if cell == "-":
        return 0.0
    if cell in _NONE:
        return None
    in_head = _IN_HEAD.fullmatch(head)
    text, _, unit = cell.rpartition(" ")
    if in_head is not None and not text:
        text, unit = cell, in_head["unit"]
    value = number(text)
    if value is None or unit not in _BYTES:
        raise source.refused(f"line {place}, column {head}: {no_number(cell)}")
    return value * _BYTES[unit]
