"""The results table of the Explore screen: one row an algorithm, with a cursor, marks and a head that stays."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import ClassVar

from rich.segment import Segment
from rich.style import Style
from textual import events
from textual.binding import Binding, BindingType
from textual.color import Color
from textual.geometry import Region, Size
from textual.message import Message
from textual.reactive import reactive
from textual.scroll_view import ScrollView
from textual.strip import Strip

from sigtui.board import KNOWN_BEFORE, Board, BoardRow
from sigtui.cells import (
    Narrowed,
    Row,
    State,
    Widths,
    columns,
    grown,
    held_unit,
    letter,
    name_of,
    narrowed,
    rows,
    widths,
)
from sigtui.columns import Column, cells_wide, shortened
from sigtui.numbers import TOO_SMALL, TimeUnit
from sigtui.tui.widgets.histogram_axis import HIGHLIGHT
from sigtui.tui.widgets.histogram_inks import inks

_LEAD = 2  # the cursor's and the mark's cell, before the first column
_SIZES = "sig B"
_TIGHT = 100
_NAMES = (20, 17)
"""Cells that names are shortened to, where figures would have to give way."""
_EXTRAS = ("rounds", "n", "sure")
_DROPPED = ("rounds", "n", "sure", "median", "/s·core")
_SORTED = "▴"  # the least is the first
_SORTS: Mapping[str, str] = MappingProxyType(
    {
        "algorithm": "preset",
        "median": "median",
        "mean": "mean",
        "p99": "p99",
        "sig": "sig B",
        "/s·core": "mean",
        "×": "mean",
    }
)
"""What a click on a column's head sorts by, as board.ORDERS names it, by the column's name."""


@dataclass(frozen=True, slots=True)
class _Table:
    """The rows as they are drawn, and the columns they stand in."""

    shown: Narrowed
    rows: tuple[Row, ...]
    keys: tuple[str, ...]


class Results(ScrollView, can_focus=True, inherit_bindings=False):
    """Rows with a cursor. ``show`` draws a board; the cursor stays on its row's key.

    A row that goes takes the cursor along when it comes back, unless the cursor was moved in between.
    """

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("up,k", "move(-1)", "Up", show=False, id="results-up", tooltip="The row above"),
        Binding("down,j", "move(1)", "Down", show=False, id="results-down", tooltip="The row below"),
        Binding("home", "move(-1000)", "First", show=False, id="results-first", tooltip="The first row"),
        Binding("end", "move(1000)", "Last", show=False, id="results-last", tooltip="The last row"),
        Binding("pageup", "page(-1)", "Page up", show=False, system=True),
        Binding("pagedown", "page(1)", "Page down", show=False, system=True),
        Binding("left", "scroll_left", "Left", show=False, system=True),
        Binding("right", "scroll_right", "Right", show=False, system=True),
        Binding(
            "space", "mark", "Mark", id="mark", tooltip="Overlay this row in the histogram, or take it out"
        ),
        Binding("enter", "detail", "Detail", id="detail", tooltip="Everything that is known of this row"),
    ]

    HELP = """\
## Results

The key that opened this closes it; the mouse scrolls it.

A row is an algorithm (and its library) for the operation, mode and message in the title; *View* and *Message*
show others. A click on a column's head sorts by it: `▴` marks the head.

`✓` measured, `~` being measured, `·` waits, `‖` paused, `■` stopped, `✗` failed, `–` can't be measured here.
`=` is the baseline. `†` is HMAC, not comparable with the others: who can verify can also sign.

`±` is half of the mean's 99.9 % interval, `sure` the same in percent, `× base` the mean divided by the
baseline's. `k=64`: calls were timed 64 at once, so that no single call's p99 is known. `n=60`: 60 samples, too few
for one.

`sig B` is a signature's bytes. `(64)` is not measured but what the standard says, `(≤72)` the most it can be.
`✗` behind it: too large for a budget on the wire, `!` nearly so; *Wire* and *Detail* tell more.

*Mark* draws a row over the highlighted one below, under a letter. *Detail* tells everything about it.
"""

    COMPONENT_CLASSES: ClassVar[set[str]] = {
        "results--head",
        "results--cursor",
        "results--dim",
        "results--good",
        "results--bad",
    }

    DEFAULT_CSS = """
    Results { height: auto; max-height: 50%; min-height: 3; background: $surface; scrollbar-size: 0 1; }
    Results > .results--head { text-style: bold; color: $foreground; }
    Results > .results--cursor { text-style: reverse; }
    Results:focus > .results--cursor { text-style: bold reverse; }
    Results > .results--dim { color: $foreground 65%; }
    Results:ansi > .results--dim { text-style: dim; }
    Results > .results--good { color: $text-success; }
    Results > .results--bad { color: $text-error; }
    """

    cursor: reactive[str] = reactive("", init=False, repaint=False)

    @dataclass
    class Highlighted(Message):
        """The cursor is on another row."""

        key: str

    @dataclass
    class Opened(Message):
        """Somebody wants to know more of a row."""

        key: str

    @dataclass
    class Marked(Message):
        """Somebody wants a row marked, or its mark taken away."""

        key: str

    @dataclass
    class SortAsked(Message):
        """Somebody clicked on a column's head: ``by`` is the key of board.ORDERS that sorts by it."""

        by: str

    def __init__(self, *, id: str | None = None) -> None:  # noqa: A002 - Textual's own name
        super().__init__(id=id)
        self._board: Board | None = None
        self._baseline = ""
        self._marks: tuple[str, ...] = ()
        self._sort = ""
        self._lost: tuple[str, str] = ("", "")
        self._unit: TimeUnit | None = None
        self._widths: Widths = {}
        self._view: object = None
        self._table: _Table | None = None
        self._drawn: tuple[object, ...] = ()
        self._looks: Mapping[str, Style] | None = None

    @property
    def row(self) -> BoardRow | None:
        """The row under the cursor."""
        return None if self._board is None else self._board.row(self.cursor)

    @property
    def tight(self) -> bool:
        """Whether the unit has no room in the heads, and stands in the title."""
        return self.size.width < _TIGHT

    @property
    def unit(self) -> TimeUnit | None:
        """The unit of the time columns."""
        return self._unit

    @property
    def counts_samples(self) -> bool:
        """Whether there is room for the column n."""
        return self._table is not None and any(name_of(each) == "n" for each in self._table.shown.columns)

    def show(self, board: Board, baseline: str, marks: Sequence[str], sort: str = "") -> None:
        """Draw these rows; ``marks`` are the keys of marked ones, in the order of their letters.

        ``sort`` is the key of board.ORDERS by which they are sorted as soon as they can be.
        """
        if board.view != self._view:
            self._view, self._widths, self._unit = board.view, {}, None
        place = self._place or 0
        self._board, self._baseline, self._marks = board, baseline, tuple(marks)
        self._sort = sort if _is_sorted(board, sort) else ""
        self._keep_cursor([row.key for row in board.rows], place)
        self._set_rows()

    def _keep_cursor(self, keys: Sequence[str], place: int) -> None:
        """Put the cursor on the row that took the place of its own, and back once that is there again."""
        gone, stand_in = self._lost
        if gone in keys and self.cursor == stand_in:
            self.cursor = gone
        elif self.cursor not in keys:
            before = self.cursor
            self.cursor = keys[min(place, len(keys) - 1)] if keys else ""
            self._lost = (gone if before == stand_in else before, self.cursor)

    def _set_rows(self) -> None:
        board = self._board
        if board is None or not self.size.width:
            return
        results = [row.result for row in board.rows]
        means = [result.mean_us for result in results]
        live = board.session.running
        self._unit = held_unit(self._unit if live else None, means)
        made = columns(
            results,
            baseline=self._baseline,
            several_providers=board.several_providers,
            unit=self._unit,
            unit_in_heads=not self.tight,
            sure=True,
            states=[row.state for row in board.rows],
            nominal=[row.nominal for row in board.rows],
            badges=[row.badge.sign if row.badge else "" for row in board.rows],
        )
        self._widths = grown(self._widths if live else {}, widths(_steady(made)))
        least = grown(self._widths, _room_for_mark(made, self._sort))
        shown = _fitted(made, self.size.width - _LEAD, least, self._sort)
        drawn = rows(results, [row.state for row in board.rows], shown.columns)
        before = self._table
        self._table = _Table(shown, drawn, tuple(row.key for row in board.rows))
        wide = _LEAD + sum(shown.widths) + len(shown.gap) * (len(shown.widths) - 1)
        self.virtual_size = Size(max(wide, 1), len(drawn) + 1)
        self._refresh_changed(before, self._table)

    def _refresh_changed(self, before: _Table | None, now: _Table) -> None:
        """Draw only the lines that say something else: a frame of a run has few."""
        same = before is not None and (_layout(before), before.keys) == (_layout(now), now.keys)
        if before is None or not same or (self._marks, self._sort) != self._drawn:
            self._drawn = (self._marks, self._sort)
            self.refresh()
            return
        top = round(self.scroll_offset.y)
        for place, (old, new) in enumerate(zip(before.rows, now.rows, strict=True)):
            if old != new:
                self.refresh(Region(0, place + 1 - top, self.size.width, 1))

    def get_content_height(self, container: Size, viewport: Size, width: int) -> int:
        """Return a line a row and one for the heads."""
        return 1 + (len(self._board.rows) if self._board else 0)

    def on_resize(self, event: events.Resize) -> None:
        """Choose the columns that fit."""
        self._widths = {}
        self._set_rows()
        self.call_after_refresh(self._scroll_to_cursor)

    def watch_cursor(self, before: str, key: str) -> None:
        """Draw the two rows, keep the new one in sight, and tell the screen.

        The screen draws a histogram then, which takes ten times as long as the cursor: that one is drawn first.
        """
        for each in (before, key):
            self._refresh_row(each)
        self._scroll_to_cursor()
        if not self.call_after_refresh(self._tell, key):
            self._tell(key)

    def _tell(self, key: str) -> None:
        """Tell the screen, unless the cursor has gone on since."""
        if key == self.cursor:
            self.post_message(self.Highlighted(key))

    def _refresh_row(self, key: str) -> None:
        if self._table is not None and key in self._table.keys:
            place = self._table.keys.index(key) + 1 - round(self.scroll_offset.y)
            self.refresh(Region(0, place, self.size.width, 1))

    def _scroll_to_cursor(self) -> None:
        place = self._place
        if place is not None:
            self.scroll_to_region(Region(0, place, 1, 2), animate=False, x_axis=False)

    @property
    def _place(self) -> int | None:
        keys = self._table.keys if self._table else ()
        return keys.index(self.cursor) if self.cursor in keys else None

    def action_move(self, by: int) -> None:
        """Move the cursor, not beyond the ends."""
        table = self._table
        if table is not None and table.keys:
            self._go_to(min(max((self._place or 0) + by, 0), len(table.keys) - 1))

    def _go_to(self, place: int) -> None:
        if self._table is not None:
            self._lost = ("", "")
            self.cursor = self._table.keys[place]

    def action_page(self, by: int) -> None:
        """Move the cursor by as many rows as are in sight."""
        self.action_move(by * max(1, self.size.height - 1))

    def action_mark(self) -> None:
        """Ask for a mark."""
        if self.cursor:
            self.post_message(self.Marked(self.cursor))

    def action_detail(self) -> None:
        """Ask for the detail."""
        if self.cursor:
            self.post_message(self.Opened(self.cursor))

    def on_click(self, event: events.Click) -> None:
        """Put the cursor on the row; a second click opens it, a click on its letter marks it."""
        table, line = self._table, event.y
        if table is None or line < 0:
            return
        if line == 0:
            column = _column_at(table.shown, event.x + round(self.scroll_offset.x))
            if column in _SORTS:
                self.post_message(self.SortAsked(_SORTS[column]))
            return
        place = line - 1 + round(self.scroll_offset.y)
        if place >= len(table.keys):
            return
        self._go_to(place)
        if event.x < _LEAD:
            self.action_mark()
        elif event.chain == 2:
            self.action_detail()

    def notify_style_update(self) -> None:
        """Look the styles up again."""
        super().notify_style_update()
        self._looks = None

    @property
    def _styles_now(self) -> Mapping[str, Style]:
        """The styles of the parts, and the plain one as ``""``: looking them up for each line costs a millisecond."""
        if self._looks is None:
            plain = self.rich_style
            names = ("head", "cursor", "good", "bad")
            self._looks = {"": plain} | {
                name: plain + self.get_component_rich_style(f"results--{name}", partial=True)
                for name in names
            }
            # Only a whole style has its ink mixed with what is behind it.
            whole = self.get_component_rich_style("results--dim")
            self._looks["dim"] = plain + Style(color=whole.color, dim=whole.dim)
            theme = self.app.theme_variables["primary"], self.app.current_theme.dark
            for sign, ink in inks(Color.parse(theme[0]), theme[1]).items():
                self._looks[sign] = plain + Style(color=ink.rich_color, bold=True)
        return self._looks

    def render_line(self, y: int) -> Strip:
        """Draw the heads on the first line, which does not scroll, and rows under it."""
        table, width, looks = self._table, self.size.width, self._styles_now
        plain = looks[""]
        if table is None:
            return Strip.blank(width, plain)
        if y == 0:
            heads = " " * _LEAD + _line(table.shown, _marked_heads(table.shown, self._sort))
            return self._strip([Segment(heads, looks["head"])], plain)
        place = y - 1 + round(self.scroll_offset.y)
        if place >= len(table.rows):
            return Strip.blank(width, plain)
        return self._strip(self._segments(table, place, looks), plain)

    def _strip(self, segments: list[Segment], plain: Style) -> Strip:
        left = round(self.scroll_offset.x)
        strip = Strip(segments).crop(left, left + self.size.width)
        return strip.extend_cell_length(self.size.width, plain)

    def _segments(self, table: _Table, place: int, looks: Mapping[str, Style]) -> list[Segment]:
        row, key = table.rows[place], table.keys[place]
        board_row = self._board.row(key) if self._board else None
        here, sign = key == self.cursor, letter(self._marks, key)
        nominal = board_row is not None and board_row.nominal is not None
        body = _body(table.shown, row, nominal=nominal)
        return [
            Segment(HIGHLIGHT if here else " ", looks[sign or HIGHLIGHT]),
            Segment(sign or " ", looks[sign or ""]),
            *(Segment(text, looks["cursor" if here else kind]) for text, kind in body),
        ]


def _layout(table: _Table) -> tuple[object, ...]:
    """Return what places the cells of every row."""
    return table.shown.widths, table.shown.gap, tuple(column.head for column in table.shown.columns)


def _is_sorted(board: Board, sort: str) -> bool:
    """Whether rows stand in this order now: in a run they hold still, and before it most is not known."""
    return not board.session.running and (sort in KNOWN_BEFORE or board.measured)


def _sorts(column: Column, sort: str) -> bool:
    """Whether rows are sorted by this column; the preset's order is no column's."""
    return bool(sort) and sort != "preset" and name_of(column) == sort.partition(" ")[0]


def _room_for_mark(made: Sequence[Column], sort: str) -> Widths:
    """Return how wide the column that sorts has to be, with a cell before its head."""
    return {
        name_of(column): max(column.width, cells_wide(column.head) + 1)
        for column in made
        if _sorts(column, sort)
    }


def _marked_heads(shown: Narrowed, sort: str) -> list[str]:
    return [f"{_SORTED if _sorts(column, sort) else ''}{column.head}" for column in shown.columns]


def _column_at(shown: Narrowed, x: int) -> str:
    """Return the name of the column at a cell of a line; what stands before a column is its own."""
    end = _LEAD
    for column, width in zip(shown.columns, shown.widths, strict=True):
        end += width
        if x < end:
            return name_of(column)
        end += len(shown.gap)
    return ""


def _steady(made: Sequence[Column]) -> list[Column]:
    """Return columns without the cells that soon give way to shorter ones."""
    return [
        replace(column, cells=[text for text in column.cells if TOO_SMALL not in text] or [""])
        for column in made
    ]


def _fitted(made: Sequence[Column], room: int, least: Widths, sort: str) -> Narrowed:
    """Return the columns that fit: long names are shortened in their middle before a figure gives way.

    A name's family and its last parameter tell it from the others. What rows are sorted by never gives way.
    """
    stays = {name_of(column) for column in made if _sorts(column, sort)}
    dropped = [name for name in _DROPPED if name not in stays]

    def with_names(width: int) -> Narrowed:
        mark, names, *figures = made
        short = replace(names, cells=[shortened(text, width, "middle") for text in names.cells])
        kept = {name: wide for name, wide in least.items() if name != name_of(names)}
        return narrowed([mark, short, *figures], room, least=kept, gaps=("  ", " "), dropped=dropped)

    whole = sum(name_of(column) not in _EXTRAS for column in made)
    best = with_names(made[1].width)
    for width in _NAMES:
        if best.fits and _figures(best) == whole:
            break
        best = max(best, with_names(width), key=lambda shown: (shown.fits, _figures(shown)))
    return best


def _figures(shown: Narrowed) -> int:
    """Count the columns that a row is read for; the first of equals has the longest names."""
    return sum(name_of(column) not in _EXTRAS for column in shown.columns)


def _heads(shown: Narrowed) -> list[str]:
    return [column.head for column in shown.columns]


def _set(text: str, width: int, right: bool) -> str:
    space = " " * max(0, width - cells_wide(text))
    return space + text if right else text + space


def _texts(shown: Narrowed, cells: Sequence[str]) -> list[str]:
    """Return cells filled up to their columns' widths."""
    parts = zip(cells, shown.widths, shown.columns, strict=True)
    return [_set(text, width, column.right) for text, width, column in parts]


def _line(shown: Narrowed, cells: Sequence[str]) -> str:
    return shown.gap.join(_texts(shown, cells))


def _body(shown: Narrowed, row: Row, *, nominal: bool) -> list[tuple[str, str]]:
    """Return a row's texts, each with the name of its style; a reason spans the cells that it has none for."""
    mark, name, *_ = row.cells
    widths_, gap = shown.widths, shown.gap
    quality = {State.FINISHED: "good", State.FAILED: "bad"}.get(row.state, "")
    parts = [(_set(mark, widths_[0], True) + gap, quality)]
    # What is known of the signature's size stays in its column; a reason has the room up to there.
    heads = _heads(shown)
    sizes = heads.index(_SIZES) if _SIZES in heads else len(heads)
    sized = "dim" if nominal else ""
    if not row.text:
        texts = _texts(shown, row.cells)
        known = [(gap + texts[sizes], sized)] if sizes < len(heads) else []
        after = [(gap + text, "") for text in texts[sizes + 1 :]]
        return [*parts, (gap.join(texts[1:sizes]), ""), *known, *after]
    parts.append((_set(name, widths_[1], False) + gap, "dim" if row.state is State.UNAVAILABLE else ""))
    room = sum(widths_[2:sizes]) + len(gap) * max(0, sizes - 3)
    parts.append(
        (_set(shortened(row.text, room), room, False), "bad" if row.state is State.FAILED else "dim")
    )
    if sizes < len(heads):
        parts.append((gap + _set(row.cells[sizes], widths_[sizes], True), sized))
    return parts
