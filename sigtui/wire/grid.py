"""The table of budgets as lines of text: which columns fit a width, what stands in them, and how rows are sorted."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType

from sigtui.columns import cells_wide, shortened
from sigtui.numbers import count
from sigtui.wire import verdicts
from sigtui.wire.budgets import Budget
from sigtui.wire.fits import Fit
from sigtui.wire.report import Row
from sigtui.wire.setting import Carried, Setting
from sigtui.wire.spread import Spread
from sigtui.wire.verdicts import Verdict

PRESET, SENT, PACKETS = "preset", "bytes", "packets"
"""What rows are sorted by beside the budgets' names; ``preset`` is the order of the file."""

SORTED = "▴"
_NAMES = (40, 20, 17)
_BARS = (12, 3)  # cells of a bar, at most and at least
_ALL_SIZES = 105
"""Cells of a line from which on all three sizes are shown beside each other."""

_MOST_NAME = 13
_CARRIED: Mapping[Carried, str] = MappingProxyType(
    {Carried.SIGNATURE: "signature", Carried.PUBLIC_KEY: "key", Carried.BOTH: "both"}
)


@dataclass(frozen=True, slots=True)
class Told:
    """A row with its name; ``sizes`` are the bytes on the wire of each that can travel."""

    key: str
    name: str
    row: Row
    sizes: Mapping[Carried, Spread]


@dataclass(frozen=True, slots=True)
class Piece:
    """A text and what it is: ``name``, ``dim``, ``bar``, ``plain``, or the name of a verdict."""

    text: str
    kind: str = "plain"


@dataclass(frozen=True, slots=True)
class Span:
    """The cells of a line that a column takes, and what a click on its head sorts by."""

    sort: str
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class Grid:
    """The lines of the table: two of heads, one a row. ``before`` and ``behind`` count budgets out of sight."""

    heads: tuple[str, str]
    rows: tuple[tuple[Piece, ...], ...]
    spans: tuple[Span, ...]
    before: int
    behind: int


def orders(setting: Setting) -> tuple[str, ...]:
    """Return what rows can be sorted by, in the order of the columns."""
    return PRESET, SENT, PACKETS, *(each.name for each in setting.budgets)


def ordered(told: Sequence[Told], sort: str) -> tuple[Told, ...]:
    """Return the rows with the least first; what can't be sent at all comes last."""

    def place(each: Told) -> float:
        row = each.row
        if sort == SENT:
            return row.encoded_bytes.most
        if sort == PACKETS:
            return float("inf") if row.packets is None else row.packets.most
        return next((fit.used for fit in row.budgets if fit.budget.name == sort), 0)

    return tuple(told) if sort == PRESET else tuple(sorted(told, key=place))


def grid(told: Sequence[Told], setting: Setting, width: int, first: int = 0, sort: str = PRESET) -> Grid:
    """Lay out rows in a line of ``width`` cells, budgets from the ``first`` on.

    Names are shortened and bars narrowed before a budget gives way; what is out of sight is counted.
    """
    budgets = setting.budgets
    first = max(0, min(first, len(budgets) - 1))
    measures = [_measure(told, place, budget, sort) for place, budget in enumerate(budgets)]
    best: tuple[int, list[_Column], int] | None = (
        None  # budgets in sight, the columns before them, cells of bars
    )
    for names in _NAMES:
        lead = _lead(told, setting, width, names, sort)
        room = width - sum(_width(each) + 1 for each in lead) + 1
        for bars in range(_BARS[0], _BARS[1] - 1, -1):
            seen = _seen([each.width(bars) for each in measures[first:]], room)
            if best is None or seen > best[0]:
                best = seen, lead, bars
    assert best is not None  # noqa: S101 - the loops are not empty
    seen, lead, bars = best
    end = min(first + max(seen, 1), len(budgets))
    shown = [_of_budget(told, setting, place, bars, measures[place]) for place in range(first, end)]
    return _set([*lead, *shown], first, len(budgets) - end, len(told))


@dataclass(frozen=True, slots=True)
class _Column:
    sort: str
    heads: tuple[str, str]
    cells: Sequence[Sequence[Piece]]
    right: bool = True


@dataclass(frozen=True, slots=True)
class _Measure:
    """The heads of a budget's column, and how wide its widest share is."""

    heads: tuple[str, str]
    share: int

    def width(self, bars: int) -> int:
        """Return the cells of the column with bars of so many."""
        return max(*map(cells_wide, self.heads), bars + self.share + len("  ✓"))


def _measure(told: Sequence[Told], place: int, budget: Budget, sort: str) -> _Measure:
    shares = (cells_wide(verdicts.used(each.row.budgets[place])) for each in told)
    name = _head(shortened(budget.name, _MOST_NAME, "middle"), sort == budget.name)
    return _Measure((name, f"{count(budget.bytes)} B"), max(shares, default=0))


def _width(column: _Column) -> int:
    texts = ("".join(piece.text for piece in cell) for cell in column.cells)
    return max(map(cells_wide, (*column.heads, *texts)))


def _seen(wide: Sequence[int], room: int) -> int:
    """Count the columns that fit, each with a cell before it."""
    seen = 0
    for each in wide:
        room -= each + 1
        if room < 0:
            break
        seen += 1
    return seen


def _head(text: str, sorts: bool) -> str:
    return f"{SORTED}{text}" if sorts else text


def _lead(told: Sequence[Told], setting: Setting, width: int, names: int, sort: str) -> list[_Column]:
    """Return the columns that stay: names, sizes and packets."""
    broad = width >= _ALL_SIZES
    shown = [[Piece(shortened(each.name, names, "middle"), "name")] for each in told]
    columns = [_Column(PRESET, ("", "algorithm"), shown, right=False)]
    for carried in Carried:
        here = carried is setting.carried
        if here or broad:
            cells = [[_size(each, carried, here)] for each in told]
            name = _head(_CARRIED[carried] if broad else "sent", here and sort == SENT)
            columns.append(_Column(SENT if here else "", (name, "B"), cells))
    sent = [[Piece(f"{verdicts.packets(each.row)} "), _sign(verdicts.of_packets(each.row))] for each in told]
    columns.append(_Column(PACKETS, ("", _head("packets" if broad else "pkts", sort == PACKETS)), sent))
    return columns


def _size(each: Told, carried: Carried, here: bool) -> Piece:
    nominal = each.row.nominal
    text = verdicts.size(each.sizes[carried], nominal=nominal)
    return Piece(text, "plain" if here and not nominal else "dim")


def _sign(verdict: Verdict) -> Piece:
    return Piece(" " if verdict is Verdict.NOTHING else verdict.value, verdict.name.lower())


def _of_budget(told: Sequence[Told], setting: Setting, place: int, bars: int, measure: _Measure) -> _Column:
    bars = measure.width(bars) - measure.share - len("  ✓")  # a bar takes what its head leaves free
    cells = [_cell(each.row.budgets[place], setting, bars, measure.share) for each in told]
    return _Column(setting.budgets[place].name, measure.heads, cells)


def _cell(fit: Fit, setting: Setting, bars: int, wide: int) -> list[Piece]:
    verdict = verdicts.verdict(fit, setting)
    text = verdicts.used(fit).rjust(wide)
    kind = verdict.name.lower()
    return [
        Piece(verdicts.bar(fit.used, bars), "bar"),
        Piece(f" {text} ", kind),
        Piece(" " if verdict is Verdict.NOTHING else verdict.value, kind),
    ]


def _set(columns: Sequence[_Column], before: int, behind: int, rows: int) -> Grid:
    """Fill cells up to their columns' widths, a cell between two."""
    wide = [_width(column) for column in columns]
    heads = ("", "")
    wide[0] = max(wide[0], cells_wide(_ahead(before, behind)))
    spans: list[Span] = []
    for column, width in zip(columns, wide, strict=True):
        start = cells_wide(heads[0])
        heads = (
            heads[0] + _filled(column.heads[0], width, column.right) + " ",
            heads[1] + _filled(column.heads[1], width, column.right) + " ",
        )
        spans.append(Span(column.sort, max(start - 1, 0), start + width))
    lines = []
    for place in range(rows):
        line: list[Piece] = []
        for column, width in zip(columns, wide, strict=True):
            cell = column.cells[place]
            space = Piece(" " * (width - sum(cells_wide(piece.text) for piece in cell)))
            line += [space, *cell] if column.right else [*cell, space]
            line.append(Piece(" "))
        lines.append(tuple(piece for piece in line if piece.text))
    away = _ahead(before, behind)
    return Grid((away + heads[0][cells_wide(away) :], heads[1]), tuple(lines), tuple(spans), before, behind)


def _ahead(before: int, behind: int) -> str:
    """Say how many budgets are out of sight on either side."""
    return "  ".join(([f"◄ {before}"] if before else []) + ([f"{behind} more ►"] if behind else []))


def _filled(text: str, width: int, right: bool) -> str:
    space = " " * max(0, width - cells_wide(text))
    return space + text if right else text + space
