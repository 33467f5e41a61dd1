"""Plain text for a terminal: a table for each operation, mode and message, then what to know about them."""

from sigtui.cells import Narrowed, columns, has_figures, label, name_of, narrowed, reason, samples_range
from sigtui.columns import Column, set_columns, wrapped
from sigtui.comparing.pivot import Compared
from sigtui.exports._groups import (
    Group,
    baseline_of,
    groups,
    not_planned,
    several_providers,
)
from sigtui.exports._sheets import sheet_lines
from sigtui.files.snapshot import Snapshot
from sigtui.findings import findings
from sigtui.provenance import provenance
from sigtui.wording import printable

NAME = "table"
SUFFIX = ""
PURPOSE = "to be read in a terminal"

WIDTH = 120
_WIDE = 140


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


def render_compared(compared: Compared, width: int = WIDTH) -> bytes:
    """Return a comparison as text for a terminal of this width, in UTF-8."""
    return ("\n".join(sheet_lines(compared, width)).rstrip() + "\n").encode()


def _table(snapshot: Snapshot, group: Group, width: int) -> list[str]:
    several = several_providers(snapshot)
    measured = [result for result in group.results if has_figures(result)]
    title, rows = group.title, list[str]()
    if measured:
        made = columns(
            measured,
            baseline=baseline_of(snapshot),
            several_providers=several,
            rounds=width >= _WIDE,
        )
        left = narrowed(made, width)
        rows = _lines(left, width)
        if not left.fits or "n" not in map(name_of, left.columns):
            title += f" · {samples_range(measured)}"
    lines = [*wrapped(title, width, later="  "), *rows]
    for result in group.results:
        if not has_figures(result):
            lines += wrapped(f"{label(result, several)}: {reason(result)}", width, "✗ ", "    ")
    return lines


def _lines(left: Narrowed, width: int) -> list[str]:
    """Return the table's lines; names stand on lines of their own where the figures leave no room for them."""
    if left.fits:
        return set_columns(left.columns, left.gap)
    state, names, *figures = left.columns
    heads, *rows = set_columns([Column("", [""] * len(names.cells)), *figures], left.gap)
    lines = [heads]
    for mark, name, row in zip(state.cells, names.cells, rows, strict=True):
        lines += [*wrapped(name, width, f"{mark} ", "  "), row]
    return lines
