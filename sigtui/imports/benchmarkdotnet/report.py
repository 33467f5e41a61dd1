"""The full JSON of BenchmarkDotNet, in nanoseconds. Its measurements, most of the file, are skipped."""

import re
from collections.abc import Sequence
from typing import Any

import msgspec

from sigtui.files.results import Result
from sigtui.files.snapshot import Snapshot
from sigtui.imports._given import MOST_ROWS, Given
from sigtui.imports._json import Number, figure, read
from sigtui.imports._rows import NANOSECOND, maybe_us, row, snapshot
from sigtui.imports.benchmarkdotnet.cases import case, system

_TITLE = "BenchmarkDotNet"

_LEVELS_999 = (12, 0.999, "L999", "99.9%")
"""How versions write a confidence level of 99.9 %: the 13th of an enumeration, or the level itself."""

_DATED = re.compile(r"-(\d{4})(\d\d)(\d\d)-(\d\d)(\d\d)(\d\d)$")
_RUNTIME = re.compile(r"Runtime=([^,()\[\]]+)")
_ARCHITECTURES = {"X64": "x86_64", "Arm64": "arm64", "X86": "i686"}


class _Interval(msgspec.Struct, rename="pascal"):
    level: Number = None
    margin: Number = None


class _Statistics(msgspec.Struct, rename="pascal"):
    n: int | None = None
    min: Number = None
    median: Number = None
    mean: Number = None
    max: Number = None
    standard_deviation: Number = None
    confidence_interval: _Interval | None = None
    percentiles: dict[str, Number] | None = None


class _Memory(msgspec.Struct, rename="pascal"):
    bytes_allocated_per_operation: Number = None


class _Benchmark(msgspec.Struct, rename="pascal"):
    method: str
    type: str = ""
    parameters: str | None = None
    display_info: str | None = None
    statistics: _Statistics | None = None
    memory: _Memory | None = None


class _Host(msgspec.Struct, rename="pascal"):
    """What the machine is; versions differ in how they write it, which is no reason to read nothing."""

    benchmark_dot_net_version: Any = None
    os_version: Any = None
    processor_name: Any = None
    physical_core_count: Any = None
    logical_core_count: Any = None
    processor_count: Any = None
    runtime_version: Any = None
    clr_version: Any = None
    architecture: Any = None


class _Report(msgspec.Struct, rename="pascal"):
    benchmarks: list[_Benchmark]
    title: str = ""
    host_environment_info: _Host = msgspec.field(default_factory=_Host)


def parse(source: Given) -> Snapshot:
    """Return a row for each benchmark; FileError for another JSON."""
    found = read(source, _Report, _TITLE)
    if not found.benchmarks:
        raise source.refused("holds no benchmarks")
    if len(found.benchmarks) > MOST_ROWS:
        raise source.refused(f"has more than {MOST_ROWS:,} benchmarks")
    host = found.host_environment_info
    dated = _DATED.search(found.title)
    return snapshot(
        _TITLE,
        _text(host.benchmark_dot_net_version).partition("+")[0] or None,
        [_row(each) for each in found.benchmarks],
        title=_DATED.sub("", found.title),
        machine={
            **system(_text(host.os_version)),
            "architecture": _ARCHITECTURES.get(_text(host.architecture), _text(host.architecture)),
            "cpu": _text(host.processor_name),
            "cores": _positive(host.physical_core_count),
            "logical_cpus": _positive(host.logical_core_count) or _positive(host.processor_count),
            "runtime": _text(host.runtime_version) or _text(host.clr_version),
        },
        method={**METHOD, "interval": _other_levels(found.benchmarks)},
        date="{}-{}-{}T{}:{}:{}".format(*dated.groups()) if dated else "",
    )


OF_ITERATIONS = "deviation, least, most and percentiles are of iterations, each of many calls"

METHOD = {"divisor": "elapsed time", "n": f"counts iterations; {OF_ITERATIONS}"}


def _text(value: object) -> str:
    """Return a text; 0.9 wrote some of them as an object with its Value."""
    text = value.get("Value") if isinstance(value, dict) else value
    return text if isinstance(text, str) else ""


def _positive(number: object) -> int | None:
    return number if isinstance(number, int) and 0 < number < 1 << 20 else None


def _other_levels(benchmarks: Sequence[_Benchmark]) -> str | None:
    """Say why rows have no ±."""
    intervals = [each.statistics.confidence_interval for each in benchmarks if each.statistics]
    others = sum(each is not None and each.level not in _LEVELS_999 for each in intervals)
    return (
        f"of another level than 99.9 % in {others} of {len(benchmarks)} rows, left out there"
        if others
        else None
    )


def _row(benchmark: _Benchmark) -> Result:
    parameters = dict(part.split("=", 1) for part in (benchmark.parameters or "").split("&") if "=" in part)
    told = case(benchmark.method, parameters, [benchmark.type] if benchmark.type else [])
    runtime = _RUNTIME.search(benchmark.display_info or "")
    statistics = benchmark.statistics
    return row(
        told.label,
        told.algorithm,
        told.operation,
        maybe_us(figure(statistics.mean), NANOSECOND) if statistics else None,
        provider=runtime[1].strip() if runtime else None,
        mode=told.mode,
        message=told.message,
        allocated_bytes=figure(benchmark.memory.bytes_allocated_per_operation) if benchmark.memory else None,
        **(_figures(statistics) if statistics else {}),
    )


def _figures(statistics: _Statistics) -> dict[str, Any]:
    interval = statistics.confidence_interval
    known = interval is not None and interval.level in _LEVELS_999
    percentiles = statistics.percentiles or {}
    return {
        "samples": statistics.n,
        "error_us": maybe_us(figure(interval.margin), NANOSECOND) if interval and known else None,
        "stddev_us": maybe_us(figure(statistics.standard_deviation), NANOSECOND),
        "min_us": maybe_us(figure(statistics.min), NANOSECOND),
        "median_us": maybe_us(figure(statistics.median), NANOSECOND),
        "p90_us": maybe_us(figure(percentiles.get("P90")), NANOSECOND),
        "p95_us": maybe_us(figure(percentiles.get("P95")), NANOSECOND),
        "max_us": maybe_us(figure(statistics.max), NANOSECOND),
    }
