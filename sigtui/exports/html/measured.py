"""The page of a snapshot: where its figures come from, what to know, a table and its pictures for each view, sizes."""

from xml.etree.ElementTree import Element

from sigtui.comparing.sheet import Field
from sigtui.comparing.sizes import packets_field, use_field
from sigtui.exports._groups import Group, groups, not_planned
from sigtui.exports._pictures import distributions, group_ratios, wire_shares, wires
from sigtui.exports._rows import HEAD, Row, rows
from sigtui.exports.html.fields import cell
from sigtui.exports.html.page import Part, column, figure, listed, page, reading, table
from sigtui.files.encoded import Wire
from sigtui.files.results import Result
from sigtui.files.snapshot import Snapshot
from sigtui.findings import findings
from sigtui.numbers import UNKNOWN, count
from sigtui.plots.markup import element
from sigtui.provenance import provenance


def measured_page(snapshot: Snapshot) -> bytes:
    """Return a snapshot as a page of HTML."""
    title = str(snapshot.preset.get("title") or "sigtui")
    origin = [element("p", {"class": "origin"}, text) for text in provenance(snapshot)]
    told = [_group(snapshot, index, group) for index, group in enumerate(groups(snapshot))]
    parts = [*_to_know(snapshot), *told, *_wire(snapshot), reading()]
    return page(title, origin, parts)


def _to_know(snapshot: Snapshot) -> tuple[Part, ...]:
    said = findings(snapshot)
    inside = (*listed(said.warnings, mark="!"), *listed((*said.notes, *not_planned(snapshot))))
    return (Part("know", "What to know", inside),) if inside else ()


def _group(snapshot: Snapshot, index: int, group: Group) -> Part:
    made = table(group.title, map(column, HEAD), [[_row(row) for row in rows(snapshot, group)]])
    pictures = (*figure(group_ratios(snapshot, [group])), *figure(distributions(snapshot, group)))
    return Part(f"view-{index + 1}", group.title, (made, *pictures), view=True)


def _row(row: Row) -> Element:
    name = f"{row.name} {row.mark}".rstrip() + (" (baseline)" if row.baseline else "")
    head = element("th", {"scope": "row"}, name)
    if not row.measured:
        why = {"class": "why", "colspan": str(len(row.cells))}
        mark = element("span", {"class": "mark bad"}, "✗")
        return element("tr", {}, head, element("td", why, mark, " ", row.cells[0]))
    cells = (element("td", {}, text) for text in row.cells)
    return element("tr", {"class": "base"} if row.baseline else {}, head, *cells)


def _wire(snapshot: Snapshot) -> tuple[Part, ...]:
    """Return the chapter of sizes: a row for each algorithm, with its keys and its signature as it travels."""
    told = wires(snapshot.results)
    if not told:
        return ()
    names = tuple(dict.fromkeys(name for _, wire in told for name in wire.budgets or ()))
    first = told[0][1]
    where = f"{first.envelope or 'envelope'} B"
    route = f"Packets, {first.transport}" if first.transport else "Packets"
    head = (
        "Algorithm",
        "Signature",
        "Public key",
        "SPKI",
        "PKCS#8",
        where,
        route,
        *(f"of {name}" for name in names),
    )
    lines = [_sizes(snapshot, result, wire, names) for result, wire in told]
    travels = [f"{_name(result)}: {wire.travel}" for result, wire in told if wire.travel]
    note = "Bytes. A budget counts what it limits, not only the signature; nominal sizes are the standard's."
    inside = (
        element("p", {"class": "origin"}, note),
        table("Sizes and wire", map(column, head), [lines]),
        *figure(wire_shares(snapshot.results)),
        *listed(travels),
    )
    return (Part("wire", "Sizes and wire", inside),)


def _sizes(snapshot: Snapshot, result: Result, wire: Wire, names: tuple[str, ...]) -> Element:
    same = [each for each in snapshot.results if _name(each) == _name(result)]
    lengths = next((each.signature_bytes for each in same if each.signature_bytes is not None), None)
    if lengths is None:
        signature = Field("nominal" if wire.nominal else UNKNOWN, dim=True)
    else:
        span = (
            count(lengths.max) if lengths.min == lengths.max else f"{count(lengths.min)}–{count(lengths.max)}"
        )
        signature = Field(span)
    keys = [
        Field(count(next((size for each in same if (size := getattr(each, key)) is not None), None)))
        for key in ("public_key_bytes", "spki_bytes", "pkcs8_bytes")
    ]
    nominal = ", nominal" if wire.nominal else ""
    fields = (
        signature,
        *keys,
        Field(f"{count(wire.encoded_bytes)}{nominal}", dim=bool(wire.nominal)),
        packets_field(wire),
        *(use_field(wire, name) for name in names),
    )
    return element("tr", {}, element("th", {"scope": "row"}, _name(result)), *map(cell, fields))


def _name(result: Result) -> str:
    return result.algorithm or result.label or "?"
