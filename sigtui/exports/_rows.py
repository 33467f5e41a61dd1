"""The rows of the tables in documents, as BenchmarkDotNet prints them: one unit a column, repeated in every cell."""

from dataclasses import dataclass

from sigtui.cells import has_figures, is_baseline, labels, no_p99, ratio_interval, reason, signature
from sigtui.exports._groups import Group, baseline_of, several_providers
from sigtui.files.results import Result
from sigtui.files.snapshot import Snapshot
from sigtui.findings import SYMMETRIC_MARK, is_symmetric
from sigtui.numbers import (
    TOO_SMALL,
    UNKNOWN,
    TimeUnit,
    count,
    figure,
    mean_and_error,
    rate,
    time_unit,
    unit_for,
)

HEAD = (
    *("Algorithm", "Mean", "Error", "StdDev", "Median", "P99", "Ops/s", "Ratio", "Ratio 99.9 %"),
    *("Signature", "n"),
)
"""The heads of a table's columns: the name, then a cell for each other one."""


@dataclass(frozen=True, slots=True)
class Row:
    """A result: its name, the mark behind it, and the cells that follow.

    Where it has no figures, ``measured`` is False, the first cell says why and the others are empty.
    """

    name: str
    mark: str
    baseline: bool
    measured: bool
    cells: tuple[str, ...]


def rows(snapshot: Snapshot, group: Group) -> tuple[Row, ...]:
    """Return the rows of a group, in its order."""
    unit = time_unit(result.mean_us for result in group.results)
    several, baseline = several_providers(snapshot), baseline_of(snapshot)
    names = labels(group.results, several)
    return tuple(
        _row(result, name, baseline, unit) for result, name in zip(group.results, names, strict=True)
    )


def _row(result: Result, name: str, baseline: str | None, column: TimeUnit) -> Row:
    if result.mean_us is None or not has_figures(result):
        return Row(name, "", False, False, (reason(result), *[""] * (len(HEAD) - 2)))
    unit = unit_for(result.mean_us, column)
    mean, error = mean_and_error(
        unit.of(result.mean_us), None if result.half_width_us is None else unit.of(result.half_width_us)
    )
    single = result.batch in (None, 1)
    is_base = is_baseline(result, baseline)
    cells = (
        f"{mean} {unit.name}",
        _error(result, f"{error.removeprefix('±')} {unit.name}" if error else UNKNOWN),
        _time(result.stddev_us, column),
        _time(result.median_us, column),
        no_p99(result) or _time(result.p99_us, column),
        rate(result.ops_per_second),
        figure(result.ratio),
        "" if is_base or result.ratio is None else ratio_interval(result),
        "" if result.signature_bytes is None else f"{signature(result)} B",
        count(result.samples) + ("" if single else f" ×{result.batch}"),
    )
    return Row(name, SYMMETRIC_MARK if is_symmetric(result) else "", is_base, True, cells)


def _error(result: Result, text: str) -> str:
    return TOO_SMALL if (result.half_width_us or 0.0) >= (result.mean_us or 0.0) else text


def _time(microseconds: float | None, column: TimeUnit) -> str:
    if microseconds is None:
        return UNKNOWN
    unit = unit_for(microseconds, column)
    return f"{figure(unit.of(microseconds))} {unit.name}"
