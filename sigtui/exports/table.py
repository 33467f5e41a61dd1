"""Plain text for a terminal: a table for each operation, mode and message, then what to know about them."""

from collections.abc import Iterable

from sigtui.columns import GAP, Column, set_columns, table_width, wrapped
from sigtui.exports._groups import (
    Group,
    groups,
    is_baseline,
    no_p99,
    not_planned,
    provenance,
    several_providers,
)
from sigtui.files.results import Result
from sigtui.files.snapshot import Snapshot
from sigtui.findings import SYMMETRIC_MARK, findings, is_symmetric
from sigtui.numbers import (
    TOO_SMALL,
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
from sigtui.wording import printable

NAME = "table"
SUFFIX = ""

WIDTH = 120
_WIDE = 140
_SPARK = 16
_DROPPED = ("rounds", "median", "/s·core", "n")
"""First words of the columns that give way in a narrow terminal, in order; never ± or an interval.

The last one, n, then stands in the group's title.
"""


def render(snapshot: Snapshot, width: int = WIDTH) -> bytes:
    """Return the whole snapshot as text for a terminal of this width, in UTF-8."""
    head = (str(snapshot.preset.get("title") or "sigtui"), *provenance(snapshot))
    lines = [line for text in head for line in wrapped(text, width, later="  ")]
    lines.append("")
    for group in groups(snapshot):
        lines += [*_table(snapshot, group, width), ""]
    said = findings(snapshot)
    for mark, texts in (("! ", said.warnings), ("  ", said.notes)):
        for text in texts:
            lines += wrapped(text, width, mark, "  ")
    for text in not_planned(snapshot):
        lines += wrapped(text, width, "  ", "    ")
    return ("\n".join(printable(line).rstrip() for line in lines).rstrip() + "\n").encode()


def _table(snapshot: Snapshot, group: Group, width: int) -> list[str]:
    measured = [result for result in group.results if result.mean_us is not None and not result.error]
    failed = [result for result in group.results if result not in measured]
    unit = time_unit(result.mean_us for result in measured)
    title, rows = group.title, list[str]()
    if measured:
        rows, all_there = _fitted(_columns(snapshot, measured, unit, width), width)
        if not all_there:
            title += f" · {_range(result.samples or 0 for result in measured)}"
    lines = [*wrapped(title, width, later="  "), *rows]
    for result in failed:
        text = f"{_label(snapshot, result)}: {result.error or 'not measured'}"
        lines += wrapped(text, width, "✗ ", "    ")
    return lines


def _range(samples: Iterable[int]) -> str:
    every = sorted(samples)
    return f"n {count(every[0])}" + (f"–{count(every[-1])}" if every[-1] != every[0] else "")


def _fitted(columns: list[Column], width: int) -> tuple[list[str], bool]:
    """Return the table's lines, with narrower gaps, fewer columns, or names on lines of their own if need be.

    Also whether every row still has its n.
    """
    for dropped in range(len(_DROPPED) + 1):
        kept = [column for column in columns if column.head.split(" ")[0] not in _DROPPED[:dropped]]
        for gap in (GAP, " "):
            if table_width(kept, gap) <= width:
                return set_columns(kept, gap), dropped < len(_DROPPED)
    state, label, *figures = kept
    heads, *rows = set_columns([Column("", [""] * len(label.cells)), *figures], " ")
    lines = [heads]
    for mark, name, row in zip(state.cells, label.cells, rows, strict=True):
        lines += [*wrapped(name, width, f"{mark} ", "  "), row]
    return lines, False


def _columns(snapshot: Snapshot, results: list[Result], unit: TimeUnit, width: int) -> list[Column]:
    ratios = [_ratio(snapshot, result) for result in results]
    columns = [
        Column("", [_mark(snapshot, result) for result in results]),
        Column("algorithm", [_label(snapshot, result) for result in results], right=False),
        Column("n", [_samples(result) for result in results]),
        Column(f"median {unit.name}", [in_unit(result.median_us, unit) for result in results]),
        Column(
            f"mean ±99.9% {unit.name}",
            [mean_in_unit(result.mean_us or 0.0, result.half_width_us, unit) for result in results],
        ),
        Column(f"p99 {unit.name}", [_p99(result, unit) for result in results]),
        Column("/s·core", [rate(result.ops_per_second) for result in results]),
        Column("× base (99.9%)", [f"{first} {second:>{_wide(ratios)}}".rstrip() for first, second in ratios]),
        Column("sig B", [_signature(result) for result in results]),
    ]
    if width >= _WIDE:
        columns.append(
            Column(
                "rounds",
                [sparkline([us for us, _ in result.rounds_us or ()], _SPARK) for result in results],
                right=False,
            )
        )
    return columns


def _mark(snapshot: Snapshot, result: Result) -> str:
    marks = ("=" if is_baseline(snapshot, result) else "") + (SYMMETRIC_MARK if is_symmetric(result) else "")
    return marks or " "


def _wide(ratios: list[tuple[str, str]]) -> int:
    return max(len(second) for _, second in ratios)


def _label(snapshot: Snapshot, result: Result) -> str:
    name = result.algorithm or result.label or "?"
    return f"{name} [{result.provider}]" if result.provider and several_providers(snapshot) else name


def _samples(result: Result) -> str:
    batch = f" ×{count(result.batch)}" if result.batch not in (None, 1) else ""
    return count(result.samples) + batch


def _p99(result: Result, unit: TimeUnit) -> str:
    return no_p99(result) or in_unit(result.p99_us, unit)


def _ratio(snapshot: Snapshot, result: Result) -> tuple[str, str]:
    if result.ratio is None:
        return ("–", "")
    if is_baseline(snapshot, result):
        return ("", "baseline")
    return figure(result.ratio), interval(result.ratio_low, result.ratio_high) or TOO_SMALL


def _signature(result: Result) -> str:
    lengths = result.signature_bytes
    if lengths is None:
        return "–"
    if lengths.min == lengths.max:
        return count(lengths.max)
    return f"{count(lengths.min)}–{count(lengths.max)}"
