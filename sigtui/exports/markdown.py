"""GitHub markdown: the machine block and tables as BenchmarkDotNet prints them, readable by its readers."""

from sigtui.comparing.pivot import Compared
from sigtui.comparing.words import sheet
from sigtui.exports._groups import groups, not_planned
from sigtui.exports._rows import HEAD, Row, rows
from sigtui.files.snapshot import Snapshot
from sigtui.findings import findings
from sigtui.provenance import provenance
from sigtui.wording import printable

NAME = "markdown"
SUFFIX = ".md"
PURPOSE = "tables, for a page or an issue"


def render(snapshot: Snapshot) -> bytes:
    """Return the snapshot as a page of GitHub-flavoured markdown."""
    lines = [f"# {_safe(str(snapshot.preset.get('title') or 'sigtui'))}", "", "```"]
    lines += [*(printable(text).replace("`", "'") for text in provenance(snapshot)), "```"]
    for group in groups(snapshot):
        lines += [
            "",
            f"## {_safe(group.title)}",
            "",
            _row(HEAD),
            _row(["---", *["---:"] * (len(HEAD) - 1)]),
        ]
        lines += [_row(_cells(row)) for row in rows(snapshot, group)]
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


def _cells(row: Row) -> list[str]:
    name = _safe(row.name) + (f" {row.mark}" if row.mark else "")
    return [f"**{name}** (baseline)" if row.baseline else name, *(_safe(cell) for cell in row.cells)]


def _row(cells: list[str] | tuple[str, ...]) -> str:
    return f"| {' | '.join(cells)} |"


def _safe(text: str) -> str:
    """Escape what would end a cell or start markup; a message's name is somebody else's text."""
    for sign in ("\\", "|", "*", "_", "`", "<", "[", "]", "~", "$", "&"):
        text = text.replace(sign, f"\\{sign}")
    return printable(" ".join(text.split()))
