"""The JSON of pyperf: benchmarks with their runs, each a worker process with its values in seconds."""

import re

import msgspec

from sigtui.files.results import Result
from sigtui.files.snapshot import Snapshot
from sigtui.imports._given import MOST_ROWS, Given
from sigtui.imports._json import Number, figure, read
from sigtui.imports._names import algorithm_id, purpose
from sigtui.imports._rows import SECOND, figures, row, snapshot

NAME = "pyperf"
TITLE = "pyperf"
PURPOSE = "the JSON that pyperf's -o writes"

_Facts = dict[str, Number]


class _Run(msgspec.Struct):
    metadata: _Facts = msgspec.field(default_factory=dict)
    values: list[float] = msgspec.field(default_factory=list)


class _Benchmark(msgspec.Struct):
    metadata: _Facts = msgspec.field(default_factory=dict)
    runs: list[_Run] = msgspec.field(default_factory=list)


class _Suite(msgspec.Struct):
    benchmarks: list[_Benchmark]
    metadata: _Facts = msgspec.field(default_factory=dict)


def looks_like(head: str) -> bool:
    """Whether this is a suite of pyperf: its benchmarks have runs, or it names pyperf's version."""
    start = head.lstrip().startswith("{")
    return start and '"benchmarks"' in head and ('"runs"' in head or '"perf_version"' in head)


def parse(source: Given) -> Snapshot:
    """Return a row for each benchmark, with the statistics of all its values; FileError for another JSON."""
    suite = read(source, _Suite, TITLE)
    if not suite.benchmarks:
        raise source.refused("holds no benchmarks")
    if len(suite.benchmarks) > MOST_ROWS:
        raise source.refused(f"has more than {MOST_ROWS:,} benchmarks")
    first = suite.benchmarks[0]
    facts = {**suite.metadata, **first.metadata, **(first.runs[0].metadata if first.runs else {})}
    version = _text(facts, "perf_version")
    return snapshot(
        TITLE,
        version or None,
        [_row({**suite.metadata, **each.metadata}, each) for each in suite.benchmarks],
        machine=_machine(facts),
        method={
            "divisor": "elapsed time",
            "interval": "computed by sigtui of all values in the file; pyperf gives none",
        },
        date=_text(facts, "date").replace(" ", "T", 1).partition(".")[0],
    )


def _row(facts: _Facts, benchmark: _Benchmark) -> Result:
    name = _text(facts, "name") or "a benchmark without a name"
    operation, mode = purpose(name)
    unit = _text(facts, "unit") or "second"
    values = [value for run in benchmark.runs for value in run.values]
    told = figures(values, SECOND) if unit == "second" else {}
    if unit != "second":
        told["error"] = f"measured in {unit}, which is no time"
    loops = {
        figure(run.metadata.get("loops")) or figure(facts.get("loops"))
        for run in benchmark.runs
        if run.values
    }
    inner = figure(facts.get("inner_loops")) or 1
    batch = loops.pop() if len(loops) == 1 else None
    return row(
        name,
        algorithm_id(name),
        operation,
        told.pop("mean_us", None),
        mode=None if mode is None else str(mode),
        batch=None if batch is None else int(batch * inner),
        **told,
    )


def _machine(facts: _Facts) -> dict[str, object]:
    """Return what the metadata say, in the keys of sigtui's own machines; no name of a host among them."""
    platform = _text(facts, "platform").split("-")
    implementation = {"cpython": "CPython", "pypy": "PyPy"}.get(
        _text(facts, "python_implementation"), "Python"
    )
    python = _text(facts, "python_version").partition(" ")[0]
    governor = re.search(r"governor:(\w+)", _text(facts, "cpu_config"))
    cpus = figure(facts.get("cpu_count"))
    return {
        "os": platform[0],
        "architecture": next((part for part in platform if part in _ARCHITECTURES), None),
        "cpu": _text(facts, "cpu_model_name"),
        "logical_cpus": None if cpus is None else int(cpus),
        "governor": governor and governor[1],
        "python": f"{implementation} {python}" if python else None,
    }


_ARCHITECTURES = (
    "x86_64",
    "amd64",
    "AMD64",
    "aarch64",
    "arm64",
    "armv7l",
    "i686",
    "ppc64le",
    "s390x",
    "riscv64",
)


def _text(facts: _Facts, key: str) -> str:
    value = facts.get(key)
    return value if isinstance(value, str) else ""
