"""The rows of `sigtui sizes` for people: a table for a terminal and one in markdown, with what is to be known."""

from collections.abc import Sequence

from sigtui.columns import GAP, Column, set_columns, wrapped
from sigtui.numbers import UNKNOWN, count, percent
from sigtui.sizes.warned import MOST, Warned, warned
from sigtui.wire.budgets import SHIPPED, link
from sigtui.wire.envelopes import Envelope, signature_input_line
from sigtui.wire.judged import Judged, is_limit, judged, tightest
from sigtui.wire.packets import Route
from sigtui.wire.report import Row
from sigtui.wire.setting import Setting
from sigtui.wire.spread import Spread
from sigtui.wire.warnings import Level
from sigtui.wording import printable

WIDTH = 120
"""Cells of a line where there is no terminal to ask."""

_SENT = {
    Envelope.RFC9421: ("header B", "Signature header of RFC 9421, one line with its end"),
    Envelope.JWS: ("JWS B", "JWS compact, without its payload"),
    Envelope.COSE: ("COSE B", "COSE_Sign1, without its payload"),
}
_FITS, _PUBLIC, _SIGNATURE = "fits", "public B", "sig B"
_DROPPED = (_FITS, _PUBLIC, _SIGNATURE)  # give way in a narrow terminal, in order; what travels never does
_MARKS = {Level.NOTE: "✓", Level.TIGHT: "!", Level.OVER: "✗"}


def table(rows: Sequence[Row], setting: Setting, width: int = WIDTH, *, usual: bool = True) -> str:
    """Return the rows as text for a terminal of this width.

    ``usual`` says that nobody chose the budgets, so that the reader is told of the others.
    """
    columns = _columns(rows, setting)
    lines = [*wrapped(_title(setting), width, later="  "), ""]
    kept, gap = _narrowed(columns, width)
    lines += _set(kept, gap, width)
    lines.append("")
    said = warned(rows)
    for each in said.groups:
        lines += wrapped(each.subject, width, later="  ")
        for caution in each.cautions:
            mark = "" if caution.level is Level.NOTE else "! "
            lines += wrapped(caution.text, width, f"  {mark}", "    " if mark else "  ")
    left_out = [column.head for column in columns if column not in kept]
    for text in (*_more(said), *_notes(rows, setting, usual), *_without(left_out)):
        lines += wrapped(text, width, later="  ")
    return "\n".join(printable(line) for line in lines) + "\n"


def markdown(rows: Sequence[Row], setting: Setting, *, usual: bool = True) -> str:
    """Return the rows as GitHub-flavoured markdown: the table, and what is to be known under it."""
    columns = _columns(rows, setting)
    lines = [_safe(_title(setting)), "", _line([column.head for column in columns])]
    lines.append(_line(["---:" if column.right else "---" for column in columns]))
    cells = zip(*(column.cells for column in columns), strict=True)
    lines += [_line([_safe(cell) for cell in each]) for each in cells]
    lines.append("")
    said = warned(rows)
    for each in said.groups:
        lines.append(f"- **{_safe(each.subject)}**")
        lines += [f"  - {_safe(caution.text)}" for caution in each.cautions]
    lines += [f"- {_safe(text)}" for text in (*_more(said), *_notes(rows, setting, usual))]
    return "\n".join(lines) + "\n"


def _title(setting: Setting) -> str:
    """Say what is looked at: the envelope, the transport, the MTU."""
    what = "Raw signature" if setting.envelope is Envelope.RAW else _SENT[setting.envelope][1]
    route = setting.route
    protocol = "UDP" if route.transport.datagrams else "TLS 1.3" if route.transport.tls else "TCP"
    return f"{what} · {protocol} over {route.transport.ip} · {_link(route)}"


def _link(route: Route) -> str:
    named = link(route.mtu)
    return named if "MTU" in named else f"{named}, MTU {count(route.mtu)} B"


def _columns(rows: Sequence[Row], setting: Setting) -> list[Column]:
    route = setting.route
    columns = [
        Column("algorithm", [row.algorithm for row in rows], right=False),
        Column(_PUBLIC, [count(row.public_key_bytes) for row in rows]),
        Column(_SIGNATURE, [_range(row.signature_bytes) for row in rows]),
    ]
    if setting.envelope is not Envelope.RAW:
        columns.append(Column(_SENT[setting.envelope][0], [_range(row.encoded_bytes) for row in rows]))
    columns.append(Column("packets", [_packets(row) for row in rows], right=False))
    held = [judged(row, route) for row in rows]
    if setting.budgets:
        columns.append(Column(_FITS, [_counted(each) for each in held]))
        columns.append(Column("tightest budget", [_tightest(each) for each in held], right=False))
    return columns


def _range(spread: Spread) -> str:
    return f"{count(spread.least)}–{count(spread.most)}" if spread.varies else count(spread.most)


def _packets(row: Row) -> str:
    """Say how many packets it takes, and what that means: a datagram is whole, the first window holds it."""
    if row.packets is None:
        return "✗ too long"
    number = _range(row.packets)
    if row.extra_round_trips is None:
        return f"! {number} fragments" if row.fragmented else f"✓ {number}, whole"
    trips = row.extra_round_trips
    if not trips:
        return f"✓ {number}, first window"
    return f"! {number}, +{count(trips)} round trip{'s' if trips > 1 else ''}"


def _counted(held: Sequence[Judged]) -> str:
    """Count the budgets that it fits, of those that mean something on the route."""
    return f"{sum(each.level is not Level.OVER for each in held)} of {len(held)}" if held else UNKNOWN


def _tightest(held: Sequence[Judged]) -> str:
    worst = tightest(held)
    if worst is None:
        return UNKNOWN
    return f"{_MARKS[worst.level]} {worst.fit.budget.name} {percent(worst.fit.used)}"


def _narrowed(columns: Sequence[Column], width: int) -> tuple[list[Column], str]:
    """Return the columns that fit into a terminal, and what stands between two."""
    kept = list(columns)
    for dropped in (None, *_DROPPED):
        kept = [column for column in kept if column.head != dropped]
        for gap in (GAP, " "):
            if sum(column.width for column in kept) + len(gap) * (len(kept) - 1) <= width:
                return kept, gap
    return kept, " "


def _set(columns: Sequence[Column], gap: str, width: int) -> list[str]:
    """Return the table's lines; names stand on lines of their own where the figures leave them no room."""
    lines = set_columns(columns, gap)
    if max(map(len, lines)) <= width:
        return lines
    names, *figures = columns
    heads, *rows = set_columns([Column("", [""] * len(names.cells)), *figures], gap)
    lines = [heads]
    for name, row in zip(names.cells, rows, strict=True):
        lines += [*wrapped(name, width), row]
    return lines


def _more(said: Warned) -> list[str]:
    """Say how to see the warnings that are left out."""
    if not said.left_out:
        return []
    left_out = f"{count(said.left_out)} warnings and notes, with their remedies, are left out"
    return [f"{left_out}: name up to {MOST} algorithms, or --output json."]


def _notes(rows: Sequence[Row], setting: Setting, usual: bool) -> list[str]:
    """Say what the figures mean, as far as they don't say so themselves."""
    notes = ["Sizes are nominal, nothing was measured."]
    if any(row.signature_bytes.varies for row in rows):
        notes[0] += " ECDSA goes from its fixed width (r‖s) to the longest DER"
        notes[0] += "." if setting.envelope is Envelope.RAW else "; the envelope holds the fixed width."
    if setting.envelope is Envelope.RFC9421:
        line = f"{count(signature_input_line())} B for the request of RFC 9421 section 3.1"
        notes.append(f"The Signature-Input line comes on top: {line}.")
    if setting.budgets:
        names = ", ".join(budget.name for budget in setting.budgets)
        others = f" A preset's [wire] chooses others; --output json has all {len(SHIPPED)} that ship."
        notes.append(f"Budgets: {names}.{others if usual else ''}")
    route = setting.route
    aside = [budget.name for budget in setting.budgets if not is_limit(budget, route)]
    if aside:
        reason = f"is {route.transport.ip}" if route.transport.datagrams else "is TCP, which cuts by itself"
        notes.append(f"No limit here, because it {reason}: {', '.join(aside)}.")
    return notes


def _without(heads: Sequence[str]) -> list[str]:
    """Name the columns that gave way."""
    return [f"Left out in a terminal this narrow: {', '.join(heads)}."] if heads else []


def _line(cells: Sequence[str]) -> str:
    return f"| {' | '.join(cells)} |"


def _safe(text: str) -> str:
    """Escape what would end a cell or start markup; a budget's name is somebody else's text."""
    for sign in ("\\", "|", "*", "_", "`", "<", "[", "]", "~", "$", "&"):
        text = text.replace(sign, f"\\{sign}")
    return printable(" ".join(text.split()))
