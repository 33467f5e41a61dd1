"""GitHub markdown: the machine block and tables as BenchmarkDotNet prints them, readable by its readers."""

from sigtui.cells import has_figures, is_baseline, labels, no_p99, ratio_interval, reason, signature
from sigtui.comparing.pivot import Compared
from sigtui.comparing.words import sheet
from sigtui.exports._groups import baseline_of, groups, not_planned, several_providers
from sigtui.files.results import Result
from sigtui.files.snapshot import Snapshot
from sigtui.findings import SYMMETRIC_MARK, findings, is_symmetric
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
from sigtui.provenance import provenance
from sigtui.wording import printable

NAME = "markdown"
SUFFIX = ".md"
PURPOSE = "tables, for a page or an issue"

_HEAD = (
    *("Algorithm", "Mean", "Error", "StdDev", "Median", "P99", "Ops/s", "Ratio", "Ratio 99.9 %"),
    *("Signature", "n"),
)


def render(snapshot: Snapshot) -> bytes:
    """Return the snapshot as a page of GitHub-flavoured markdown."""
    lines = [f"# {_safe(str(snapshot.preset.get('title') or 'sigtui'))}", "", "```"]
    lines += [*(printable(text).replace("`", "'") for text in provenance(snapshot)), "```"]
    for group in groups(snapshot):
        lines += [
            "",
            f"## {_safe(group.title)}",
            "",
            _row(_HEAD),
            _row(["---", *["---:"] * (len(_HEAD) - 1)]),
        ]
        unit = time_unit(result.mean_us for result in group.results)
        names = labels(group.results, several_providers(snapshot))
        lines += [
            _row(_cells(snapshot, result, name, unit))
            for result, name in zip(group.results, names, strict=True)
        ]
    said = findings(snapshot)
    skipped = not_planned(snapshot)
    if said.warnings or said.notes or skipped:
        lines += ["", "## What to know", ""]
        lines += [f"- **{_safe(text)}**" for text in said.warnings]
        lines += [f"- {_safe(text)}" for text in (*said.notes, *skipped)]
    return ("\n".join(lines) + "\n").encode()


def render_compared(compared: Compared) -> bytes:
    """Return a comparison as a page of GitHub-flavoured markdown: a table for each section of its sheet."""
    told = sheet(compared)
    lines = [f"# {_safe(told.title)}", ""]
    lines += [_safe(text) for text in (told.subtitle, told.own) if text]
    lines += ["", "```", *(printable(text).replace("`", "'") for text in told.notes), "```"]
    heads = [f"**{_safe(head.text)}** (baseline)" if head.mark else _safe(head.text) for head in told.heads]
    for section in told.sections:
        lines += [
            "",
            f"## {_safe(section.title)}",
            "",
            _row(["", *heads]),
            _row(["---", *["---:"] * len(heads)]),
        ]
        lines += [
            _row([_safe(line.label), *(_safe(field.shown) for field in line.cells)]) for line in section.lines
        ]
    lines += ["", "## What it says", "", *(f"- {_safe(text)}" for text in told.verdicts)]
    lines += [f"- Same: {_safe(told.same)}. Differs: {_safe(told.differs)}."]
    lines += [f"- **{_safe(text)}**" for text in (*told.refused, *told.warnings)]
    return ("\n".join(lines) + "\n").encode()


def _cells(snapshot: Snapshot, result: Result, label: str, column: TimeUnit) -> list[str]:
    """Return a row; as BenchmarkDotNet does it, one unit a column, and repeated in every cell."""
    name = _safe(label)
    if result.mean_us is None or not has_figures(result):
        return [name, _safe(reason(result)), *[""] * (len(_HEAD) - 2)]
    if is_symmetric(result):
        name += f" {SYMMETRIC_MARK}"
    unit = unit_for(result.mean_us, column)
    mean, error = mean_and_error(
        unit.of(result.mean_us), None if result.half_width_us is None else unit.of(result.half_width_us)
    )
    single = result.batch in (None, 1)
    is_base = is_baseline(result, baseline_of(snapshot))
    return [
        f"**{name}** (baseline)" if is_base else name,
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
    ]


def _error(result: Result, text: str) -> str:
    return TOO_SMALL if (result.half_width_us or 0.0) >= (result.mean_us or 0.0) else text


def _time(microseconds: float | None, column: TimeUnit) -> str:
    if microseconds is None:
        return UNKNOWN
    unit = unit_for(microseconds, column)
    return f"{figure(unit.of(microseconds))} {unit.name}"


def _row(cells: list[str] | tuple[str, ...]) -> str:
    return f"| {' | '.join(cells)} |"


def _safe(text: str) -> str:
    """Escape what would end a cell or start markup; a message's name is somebody else's text."""
    for sign in ("\\", "|", "*", "_", "`", "<", "[", "]", "~", "$", "&"):
        text = text.replace(sign, f"\\{sign}")
    return printable(" ".join(text.split()))
