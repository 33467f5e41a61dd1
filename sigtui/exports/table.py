"""Plain text for a terminal: a table for each operation, mode and message, then what to know about them."""

import textwrap

from sigtui.columns import Column, set_columns
from sigtui.exports._groups import Group, groups, is_baseline, provenance, several_providers
from sigtui.files.results import Result
from sigtui.files.snapshot import Snapshot
from sigtui.findings import findings
from sigtui.numbers import (
    TimeUnit,
    count,
    figure,
    in_unit,
    interval,
    mean_in_unit,
    rate,
    sparkline,
    time_unit,
)
from sigtui.stats.summary import P99_FROM

NAME = "table"
SUFFIX = ""

WIDTH = 120
_NARROW = 100
_WIDE = 140
_SPARK = 16


def render(snapshot: Snapshot, width: int = WIDTH) -> bytes:
    """Return the whole snapshot as text for a terminal of this width, in UTF-8."""
    lines = [str(snapshot.preset.get("title") or "sigtui"), *provenance(snapshot), ""]
    for group in groups(snapshot):
        lines += [*_table(snapshot, group, width), ""]
    said = findings(snapshot)
    for mark, texts in (("! ", said.warnings), ("  ", said.notes)):
        for text in texts:
            lines += textwrap.wrap(text, width, initial_indent=mark, subsequent_indent="  ")
    skipped = snapshot.extra.get("skipped")
    if isinstance(skipped, list):
        lines += [f"  not planned: {item['what']}: {item['reason']}" for item in skipped]
    return ("\n".join(line.rstrip() for line in lines).rstrip() + "\n").encode()


def _table(snapshot: Snapshot, group: Group, width: int) -> list[str]:
    measured = [result for result in group.results if result.mean_us is not None and not result.error]
    failed = [result for result in group.results if result not in measured]
    unit = time_unit(result.mean_us for result in measured)
    lines = [group.title]
    if measured:
        columns = _columns(snapshot, measured, unit, width)
        lines += set_columns(columns)
    for result in failed:
        lines += textwrap.wrap(
            f"✗ {_label(snapshot, result)}: {result.error or 'not measured'}", width, subsequent_indent="    "
        )
    return lines


def _columns(snapshot: Snapshot, results: list[Result], unit: TimeUnit, width: int) -> list[Column]:
    """Choose the columns that fit: narrowing drops rounds, then median, p99's own room last."""
    ratios = [_ratio(snapshot, result) for result in results]
    columns = [
        Column("", ["=" if is_baseline(snapshot, result) else " " for result in results]),
        Column("algorithm", [_label(snapshot, result) for result in results], right=False),
        Column("n", [_samples(result) for result in results]),
        Column(f"median {unit.name}", [in_unit(result.median_us, unit) for result in results]),
        Column(
            f"mean ±99.9% {unit.name}",
            [mean_in_unit(result.mean_us or 0.0, result.error_us, unit) for result in results],
        ),
        Column(f"p99 {unit.name}", [_p99(result, unit) for result in results]),
        Column("/s·core", [rate(result.ops_per_second) for result in results]),
        Column("× base (99.9%)", [f"{first} {second:>{_wide(ratios)}}".rstrip() for first, second in ratios]),
        Column("sig B", [_signature(result) for result in results]),
    ]
    if width < _NARROW:
        columns = [column for column in columns if not column.head.startswith("median")]
    if width >= _WIDE:
        columns.append(
            Column(
                "rounds",
                [sparkline([us for us, _ in result.rounds_us or ()], _SPARK) for result in results],
                right=False,
            )
        )
    return columns


def _wide(ratios: list[tuple[str, str]]) -> int:
    return max(len(second) for _, second in ratios)


def _label(snapshot: Snapshot, result: Result) -> str:
    name = result.algorithm or result.label or "?"
    return f"{name} [{result.provider}]" if several_providers(snapshot) else name


def _samples(result: Result) -> str:
    batch = f" ×{count(result.batch)}" if result.batch not in (None, 1) else ""
    return count(result.samples) + batch


def _p99(result: Result, unit: TimeUnit) -> str:
    """Return p99, or why there is none: it is a batch's, or the samples are too few."""
    if result.batch not in (None, 1):
        return f"k={result.batch}"
    if result.p99_us is None:
        return f"n<{P99_FROM}"
    return in_unit(result.p99_us, unit)


def _ratio(snapshot: Snapshot, result: Result) -> tuple[str, str]:
    if result.ratio is None:
        return ("–", "")
    if is_baseline(snapshot, result):
        return ("", "baseline")
    return figure(result.ratio), interval(result.ratio_low, result.ratio_high) or "n too small"


def _signature(result: Result) -> str:
    lengths = result.signature_bytes
    if lengths is None:
        return "–"
    if lengths.min == lengths.max:
        return count(lengths.max)
    return f"{count(lengths.min)}–{count(lengths.max)}"
