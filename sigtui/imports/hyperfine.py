"""The JSON of hyperfine: whole commands, timed from their start to their end, in seconds."""

import msgspec

from sigtui.files.results import Result
from sigtui.files.snapshot import Snapshot
from sigtui.imports._given import MOST_ROWS, Given
from sigtui.imports._json import read
from sigtui.imports._names import OTHER
from sigtui.imports._rows import SECOND, figures, maybe_us, row, snapshot

NAME = "hyperfine"
TITLE = "hyperfine"
PURPOSE = "the JSON that hyperfine's --export-json writes"


class _Command(msgspec.Struct):
    command: str
    mean: float
    stddev: float | None = None
    median: float | None = None
    min: float | None = None
    max: float | None = None
    times: list[float] | None = None
    exit_codes: list[int | None] | None = None


class _Report(msgspec.Struct):
    results: list[_Command]


def looks_like(head: str) -> bool:
    """Whether this is a report of hyperfine: results, each with its command."""
    return head.lstrip().startswith("{") and '"results"' in head and '"command"' in head


def parse(source: Given) -> Snapshot:
    """Return a row for each command; FileError for another JSON.

    No row gets an id: a command's time is mostly its start, not the signature that it makes.
    """
    report = read(source, _Report, TITLE)
    if not report.results:
        raise source.refused("holds no results")
    if len(report.results) > MOST_ROWS:
        raise source.refused(f"has more than {MOST_ROWS:,} results")
    return snapshot(
        TITLE,
        None,
        [_row(each) for each in report.results],
        method={
            "divisor": "elapsed time",
            "interval": "computed by sigtui of the times in the file; hyperfine gives none",
            "what": "whole commands with the start of their processes, no algorithm's own time: no row has an id",
        },
    )


def _row(command: _Command) -> Result:
    told = figures(command.times or (), SECOND)
    told |= {
        key: maybe_us(value, SECOND)
        for key, value in (
            ("mean_us", command.mean),
            ("stddev_us", command.stddev),
            ("median_us", command.median),
            ("min_us", command.min),
            ("max_us", command.max),
        )
        if value is not None
    }
    failed = sum(code not in (0, None) for code in command.exit_codes or ())
    if failed:
        told["error"] = f"the command failed in {failed} of {len(command.exit_codes or ())} runs"
    return row(command.command, None, OTHER, told.pop("mean_us"), batch=1, **told)
