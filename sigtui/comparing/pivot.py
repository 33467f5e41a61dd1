"""Cases in columns and rows: the one field that a view lets vary makes the columns, all others the rows.

What differs in another field never stands in one row: it is in a row of its own, or it is left out and said.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from sigtui.comparing.ratios import Against, against, typical_call
from sigtui.comparing.sides import Side, Source, same_machine, sides_of
from sigtui.errors import UsageError
from sigtui.files.comparisons import MOST
from sigtui.model import Comparison, Mode, Operation, Varying
from sigtui.numbers import count
from sigtui.wording import refusal, shown

_ORDER = (Operation.SIGN, Operation.VERIFY, Operation.VERIFY_INVALID, Operation.KEYGEN)
_SINGULAR = {
    Varying.ALGORITHMS: "algorithm",
    Varying.MODES: "mode",
    Varying.MESSAGES: "message",
    Varying.PROVIDERS: "provider",
    Varying.SNAPSHOTS: "snapshot",
}


@dataclass(frozen=True, slots=True, eq=False)
class Cell:
    """A case, and how it compares with the baseline of its row: None where it is that, or the row has none.

    ``typical`` is the ratio of the medians.
    """

    side: Side
    against: Against | None = None
    typical: float | None = None


@dataclass(frozen=True, slots=True)
class Key:
    """What all cases of a row have in common; None is what the view lets vary, or what there is not."""

    operation: str
    name: str | None = None
    mode: str | None = None
    message_bytes: int | None = None
    provider: str | None = None


@dataclass(frozen=True, slots=True, eq=False)
class Row:
    """Cases that may stand beside each other: one for each column, None where there is no such case."""

    key: Key
    message: str | None
    cells: tuple[Cell | None, ...]


@dataclass(frozen=True, slots=True, eq=False)
class Column:
    """A value of the field that varies; ``source`` is the snapshot of all its cases, None where there are several."""

    name: str
    source: Source | None


@dataclass(frozen=True, slots=True, eq=False)
class Compared:
    """A comparison with its figures. ``baseline`` is a column's place.

    ``refused`` says in a sentence each what was left out because it differs in a field that must not, ``left_out`` what
    there is no room for.
    """

    comparison: Comparison
    sources: tuple[Source, ...]
    columns: tuple[Column, ...]
    baseline: int
    rows: tuple[Row, ...]
    refused: tuple[str, ...] = ()
    left_out: tuple[str, ...] = ()

    @property
    def view(self) -> Varying:
        """The field that varies."""
        return self.comparison.view

    def row(self, operation: str) -> Row | None:
        """Return the first row of an operation."""
        return next((row for row in self.rows if row.key.operation == operation), None)

    def sides(self, column: int) -> tuple[Side, ...]:
        """Return the cases of a column."""
        cells = (row.cells[column] for row in self.rows)
        return tuple(cell.side for cell in cells if cell is not None)


def compare(comparison: Comparison, sources: Sequence[Source]) -> Compared:
    """Put the cases of snapshots side by side as a comparison asks for.

    Raises UsageError where it names what the snapshots don't have, or where nothing is left to compare.
    """
    if not sources:
        raise UsageError("there is nothing to compare: no snapshot is given")
    chosen = [side for source in sources for side in sides_of(source) if _wanted(side, comparison)]
    refused: list[str] = []
    if comparison.view is not Varying.SNAPSHOTS:
        chosen = _on_one_machine(comparison, sources, chosen, refused)
    names = _column_names(comparison, sources, chosen)
    baseline = _baseline(comparison, names)
    if comparison.view is not Varying.MESSAGES:  # whose lengths ascend
        names = [baseline, *(name for name in names if name != baseline)]
    left_out: list[str] = []
    if len(names) > MOST:
        kept = [name for name in names if name != baseline][: MOST - 1]
        dropped = [name for name in names if name not in (*kept, baseline)]
        names = [name for name in names if name in (*kept, baseline)]
        left_out.append(
            f"{MOST} stand side by side; left out: {', '.join(dropped)}. Name the ones to look at."
        )
    columns = tuple(Column(name, _source_of(name, comparison, sources)) for name in names)
    place = names.index(baseline)
    rows = _rows(comparison, chosen, names, place)
    refused += _unmatched(comparison, rows, columns)
    rows = [row for row in rows if sum(cell is not None for cell in row.cells) > 1]
    if not rows:
        raise UsageError(_nothing(comparison, names, refused))
    return Compared(comparison, tuple(sources), columns, place, tuple(rows), tuple(refused), tuple(left_out))


def _wanted(side: Side, comparison: Comparison) -> bool:
    result = side.result
    if comparison.algorithms and side.name not in comparison.algorithms:
        return False
    if comparison.providers and result.provider not in comparison.providers:
        return False
    if comparison.operations and result.operation not in comparison.operations:
        return False
    if result.operation == Operation.KEYGEN:
        return True  # which has neither mode nor message
    if comparison.modes and result.mode is not None and result.mode not in comparison.modes:
        return False
    return not comparison.messages or side.message_name in (None, *comparison.messages)


def _on_one_machine(
    comparison: Comparison, sources: Sequence[Source], sides: Sequence[Side], refused: list[str]
) -> list[Side]:
    """Return the cases of the first snapshot's machine; of others, the view does not let it vary."""
    first = sources[0]
    kept = [source for source in sources if source is first or same_machine((first, source))]
    refused.extend(
        f"{source.name} is left out: machine differs, {source.machine_name} and {first.machine_name}; only the view "
        f"snapshots lets it vary"
        for source in sources
        if source not in kept
    )
    return [side for side in sides if side.source in kept]


def column_of(side: Side, view: Varying) -> str | None:
    """Return the column that a case belongs to; None where it has no value in the field that varies."""
    match view:
        case Varying.ALGORITHMS:
            return side.name
        case Varying.MODES:
            return side.result.mode
        case Varying.MESSAGES:
            return _message(side)
        case Varying.PROVIDERS:
            return side.result.provider
        case Varying.SNAPSHOTS:
            return side.source.name


def _message(side: Side) -> str | None:
    size = side.message_bytes
    return side.message_name or (None if size is None else f"{count(size)} B")


def _column_names(comparison: Comparison, sources: Sequence[Source], sides: Sequence[Side]) -> list[str]:
    """Return the columns in order; UsageError for one that is named and not there."""
    view = comparison.view
    there = list(dict.fromkeys(name for side in sides if (name := column_of(side, view)) is not None))
    if view is Varying.SNAPSHOTS:
        return [source.name for source in sources]
    if view is Varying.MESSAGES:
        sizes = {column_of(side, view): side.message_bytes or 0 for side in reversed(sides)}
        there.sort(key=lambda name: sizes[name])
    if view is Varying.MODES:
        there.sort(key=lambda name: [*map(str, Mode), name].index(name))
    named = [str(name) for name in getattr(comparison, view)]
    missing = [name for name in named if name not in there]
    if missing and len(named) - len(missing) < 2:  # of more, the others still say something
        text = f"there are no figures of the {_SINGULAR[view]} {shown(missing[0])}"
        raise UsageError(refusal(text, missing[0], there) if there else text)
    return [name for name in named if name in there] or there


def _baseline(comparison: Comparison, names: Sequence[str]) -> str:
    if not names:
        raise UsageError("there is nothing to compare: no case with figures is left")
    wanted = comparison.baseline
    if wanted is None:
        return names[0]
    if wanted not in names:
        text = f"the baseline {shown(wanted)} is none of the {comparison.view} with figures"
        raise UsageError(refusal(text, wanted, names))
    return wanted


def _source_of(name: str, comparison: Comparison, sources: Sequence[Source]) -> Source | None:
    if comparison.view is Varying.SNAPSHOTS:
        return next(source for source in sources if source.name == name)
    return sources[0] if len(sources) == 1 else None


def _key(side: Side, view: Varying) -> Key:
    result = side.result
    return Key(
        operation=result.operation,
        name=None if view is Varying.ALGORITHMS else side.name,
        mode=None if view is Varying.MODES else result.mode,
        message_bytes=None if view is Varying.MESSAGES else side.message_bytes,
    )


def _rows(comparison: Comparison, sides: Iterable[Side], names: Sequence[str], baseline: int) -> list[Row]:
    """Return rows in order: operations as they are looked at, then as the cases come."""
    view = comparison.view
    found: dict[Key, dict[str, list[Side]]] = {}
    unsaid: list[Side] = []
    for side in sides:
        name = column_of(side, view)
        if name not in names:
            continue
        if _leaves_open(side, view):
            unsaid.append(side)
            continue
        found.setdefault(_key(side, view), {}).setdefault(str(name), []).append(side)
    _place_unsaid(unsaid, view, found)
    rows = [row for key, cells in found.items() for row in _by_provider(key, cells, names, baseline, view)]
    order = {str(operation): place for place, operation in enumerate(_ORDER)}
    return sorted(rows, key=lambda row: order.get(row.key.operation, len(order)))


def _leaves_open(side: Side, view: Varying) -> bool:
    """Whether nobody says the mode or the message's length of a case that has them."""
    if side.result.operation == Operation.KEYGEN:
        return False
    mode = side.result.mode is None and view is not Varying.MODES
    return mode or (side.message_bytes is None and view is not Varying.MESSAGES)


def _place_unsaid(sides: Iterable[Side], view: Varying, found: dict[Key, dict[str, list[Side]]]) -> None:
    """Put cases whose mode or message nobody says beside those that they are nearest to.

    That is a reused key, which is what loops of benchmarks have, and the shortest message: a tool that times the
    signature of a digest has none. That it is not said is told among what differs.
    """
    for side in sides:
        key = _key(side, view)
        same = [
            each
            for each in found
            if (each.operation, each.name) == (key.operation, key.name)
            and key.mode in (None, each.mode)
            and key.message_bytes in (None, each.message_bytes)
        ]
        nearest = min(
            same, key=lambda each: (each.mode != Mode.REUSED_KEY, each.message_bytes or 0), default=key
        )
        found.setdefault(nearest, {}).setdefault(str(column_of(side, view)), []).append(side)


def _by_provider(
    key: Key, cells: dict[str, list[Side]], names: Sequence[str], baseline: int, view: Varying
) -> list[Row]:
    """Return a row, or one for each provider where a column has a case of several.

    A provider belongs to its algorithm: columns of one provider each may differ in it. What one provider has twice, as
    a published table of several suites, has a row each too, by the table's own words.
    """
    if all(len(sides) == 1 for sides in cells.values()):
        return [_row(key, {name: sides[0] for name, sides in cells.items()}, names, baseline)]
    kinds = dict.fromkeys(_kind(side, view) for sides in cells.values() if len(sides) > 1 for side in sides)
    rows = []
    for kind in kinds:
        picked = {name: _of_kind(sides, kind, view) for name, sides in cells.items()}
        rows.append(_row(_with_provider(key, kind), picked, names, baseline))
    return rows


def _kind(side: Side, view: Varying) -> str:
    """Return what tells a case from others of its row in the same column: its provider, or its table's own words."""
    provider = side.result.provider or ""
    words = side.result.label if side.source.published or view is Varying.PROVIDERS else None
    return words or provider


def _of_kind(sides: Sequence[Side], kind: str, view: Varying) -> Side | None:
    """Return a column's case for a row of one kind: the only one it has, or the one of this kind."""
    if len(sides) == 1:
        return sides[0]
    same = [side for side in sides if _kind(side, view) == kind]
    # A provider that both columns have several of is found by its name where the words differ.
    return next(iter(same), None)


def _with_provider(key: Key, provider: str) -> Key:
    return Key(key.operation, key.name, key.mode, key.message_bytes, provider or None)


def _row(key: Key, picked: dict[str, Side | None], names: Sequence[str], baseline: int) -> Row:
    base = picked.get(names[baseline])
    cells: list[Cell | None] = []
    for name in names:
        side = picked.get(name)
        if side is None:
            cells.append(None)
        elif base is None or side is base:
            cells.append(Cell(side))
        else:
            cells.append(Cell(side, against(side, base), typical_call(side, base)))
    messages = (side.message_name for side in picked.values() if side is not None)
    return Row(key, next((name for name in messages if name), None), tuple(cells))


def _unmatched(comparison: Comparison, rows: Iterable[Row], columns: Sequence[Column]) -> list[str]:
    """Say which cases have no partner, and by which field."""
    alone: dict[tuple[str, str], list[str]] = {}
    listed = list(rows)
    for row in listed:
        there = [place for place, cell in enumerate(row.cells) if cell is not None]
        if len(there) != 1 or (comparison.view is Varying.MODES and row.key.operation == Operation.KEYGEN):
            continue
        field = _differing_field(row, there[0], listed)
        alone.setdefault((columns[there[0]].name, field), []).append(row_name(row))
    return [f"only in {column}: {_few(names)} ({field})" for (column, field), names in alone.items()]


def _differing_field(row: Row, place: int, rows: Iterable[Row]) -> str:
    """Return the field in which the nearest case of another column differs from a lonely one."""
    nearest: tuple[int, str] | None = None
    for other in rows:
        if not any(cell is not None for index, cell in enumerate(other.cells) if index != place):
            continue
        fields = [
            name
            for name, one, two in (
                ("algorithm", row.key.name, other.key.name),
                ("operation", row.key.operation, other.key.operation),
                ("mode", row.key.mode, other.key.mode),
                ("message", row.key.message_bytes, other.key.message_bytes),
            )
            if one != two
        ]
        if fields and (nearest is None or len(fields) < nearest[0]):
            nearest = (
                len(fields),
                f"{fields[0]} differs" if len(fields) == 1 else f"{' and '.join(fields)} differ",
            )
    return nearest[1] if nearest else "no partner"


def row_name(row: Row) -> str:
    """Name a row: ``ed25519 sign reused-key 93 B``."""
    key = row.key
    size = None if key.message_bytes is None else f"{count(key.message_bytes)} B"
    parts = (key.name, key.operation, key.mode, size, key.provider and f"[{key.provider}]")
    return " ".join(part for part in parts if part)


_NAMED = 4


def _few(names: Sequence[str]) -> str:
    more = len(names) - _NAMED
    return ", ".join(names[:_NAMED]) + (f" and {more} more" if more > 0 else "")


def _nothing(comparison: Comparison, names: Sequence[str], refused: Sequence[str]) -> str:
    if len(names) < 2:
        one = _SINGULAR[comparison.view]
        return f"there is nothing to compare: only one {one} has figures, {names[0]}"
    text = f"there is nothing to compare: {', '.join(names)} have no case in common"
    more = [f"and {len(refused) - _NAMED} more such lists"] if len(refused) > _NAMED else []
    return "; ".join((text, *refused[:_NAMED], *more))
