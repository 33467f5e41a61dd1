"""The table of the Wire screen: algorithms against budgets, with a cursor, heads that stay and columns that scroll."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import ClassVar

from rich.segment import Segment
from rich.style import Style
from textual import events
from textual.binding import Binding, BindingType
from textual.geometry import Region, Size
from textual.message import Message
from textual.reactive import reactive
from textual.scroll_view import ScrollView
from textual.strip import Strip

from sigtui.tui.widgets.histogram_axis import HIGHLIGHT
from sigtui.wire.grid import PRESET, Grid, Piece, Told, grid, ordered
from sigtui.wire.setting import Setting

_LEAD = 1  # the cursor's cell, and one at the end
_HEADS = 2


class Shares(ScrollView, can_focus=True, inherit_bindings=False):
    """Rows with a cursor. ``show`` draws them; the cursor stays on its row's key."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("up,k", "move(-1)", "Up", show=False, id="shares-up", tooltip="The row above"),
        Binding("down,j", "move(1)", "Down", show=False, id="shares-down", tooltip="The row below"),
        Binding(
            "left,h", "slide(-1)", "Left", show=False, id="shares-left", tooltip="The budgets at the left"
        ),
        Binding(
            "right,l", "slide(1)", "Right", show=False, id="shares-right", tooltip="The budgets at the right"
        ),
        Binding("home", "move(-1000)", "First", show=False, id="shares-first", tooltip="The first row"),
        Binding("end", "move(1000)", "Last", show=False, id="shares-last", tooltip="The last row"),
        Binding("pageup", "page(-1)", "Page up", show=False, system=True),
        Binding("pagedown", "page(1)", "Page down", show=False, system=True),
        Binding(
            "enter", "detail", "Detail", id="shares-detail", tooltip="Everything that is known of this row"
        ),
    ]

    HELP = """\
## Budgets

The key that opened this closes it; the mouse scrolls it.

A row is a ticked algorithm, a column a budget: its name, its limit in bytes, a bar that is full at the limit, and
the share that the longest takes, `2.2×` where it is over. `✓` fits; `!` fits, with little left for what else is in
there; `✗` does not fit; `·` is cut into segments, which TCP does anyway.

`(64)` is nominal, not measured; `≤72` is the most it can be. Beside the packets `!` says that they are fragments,
or wait for an acknowledgement.

*Left* and *Right* show the budgets that have no room. A click on a head sorts by it: `▴` marks it.
"""

    COMPONENT_CLASSES: ClassVar[set[str]] = {
        "shares--head",
        "shares--cursor",
        "shares--dim",
        "shares--bar",
        "shares--fits",
        "shares--tight",
        "shares--over",
    }

    DEFAULT_CSS = """
    Shares { height: auto; min-height: 4; background: $surface; scrollbar-size: 0 1; }
    Shares > .shares--head { text-style: bold; color: $foreground; }
    Shares > .shares--cursor { text-style: reverse; }
    Shares:focus > .shares--cursor { text-style: bold reverse; }
    Shares > .shares--dim { color: $foreground 65%; }
    Shares:ansi > .shares--dim { text-style: dim; }
    Shares > .shares--bar { color: $primary; }
    Shares > .shares--fits { color: $text-success; }
    Shares > .shares--tight { color: $text-warning; }
    Shares > .shares--over { color: $text-error; }
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
    class SortAsked(Message):
        """Somebody clicked on a column's head: ``by`` is a budget's name or one of grid's own."""

        by: str

    def __init__(self, *, id: str | None = None) -> None:  # noqa: A002 - Textual's own name
        super().__init__(id=id)
        self._told: tuple[Told, ...] = ()
        self._setting = Setting()
        self._sort = PRESET
        self._first = 0
        self._drawn: object = None
        self._grid: Grid | None = None
        self._looks: Mapping[str, Style] | None = None

    def show(self, told: Sequence[Told], setting: Setting, sort: str = PRESET) -> None:
        """Draw these rows in the order of ``sort``."""
        drawn = ([(each.key, each.name, each.row, each.sizes) for each in told], setting, sort)
        if drawn == self._drawn:  # in a run most frames bring nothing new but how much was measured
            return
        self._drawn = drawn
        place = self._place or 0
        self._told, self._setting, self._sort = ordered(told, sort), setting, sort
        keys = [each.key for each in self._told]
        if self.cursor not in keys:
            self.cursor = keys[min(place, len(keys) - 1)] if keys else ""
        self._first = min(self._first, max(len(setting.budgets) - 1, 0))
        self._lay_out()

    def _lay_out(self) -> None:
        whole = self.scrollable_content_region.width
        if not whole:
            return
        width = whole - 2 * _LEAD
        laid = grid(self._told, self._setting, width, self._first, self._sort)
        while self._first and not laid.behind:  # no room stays empty
            wider = grid(self._told, self._setting, width, self._first - 1, self._sort)
            if wider.behind:
                break
            self._first, laid = self._first - 1, wider
        self._grid = laid
        height = len(self._told) + _HEADS
        if self.virtual_size != Size(whole, height):
            self.virtual_size = Size(whole, height)
            self.refresh(layout=True)
        self.refresh()

    def get_content_height(self, container: Size, viewport: Size, width: int) -> int:
        """Return a line a row and two for the heads."""
        return len(self._told) + _HEADS

    def on_resize(self, event: events.Resize) -> None:
        """Choose the columns that fit."""
        self._lay_out()
        self.call_after_refresh(self._scroll_to_cursor)

    def watch_show_vertical_scrollbar(self) -> None:
        """Leave the scrollbar its cell, which no resize tells of."""
        self.call_after_refresh(self._lay_out)

    def watch_cursor(self, key: str) -> None:
        """Draw it, keep it in sight, and tell the screen."""
        self.refresh()
        self._scroll_to_cursor()
        self.post_message(self.Highlighted(key))

    def _scroll_to_cursor(self) -> None:
        place = self._place
        if place is not None:
            self.scroll_to_region(Region(0, place, 1, 1 + _HEADS), animate=False, x_axis=False)

    @property
    def _place(self) -> int | None:
        return next((place for place, each in enumerate(self._told) if each.key == self.cursor), None)

    def action_move(self, by: int) -> None:
        """Move the cursor, not beyond the ends."""
        if self._told:
            self.cursor = self._told[min(max((self._place or 0) + by, 0), len(self._told) - 1)].key

    def action_page(self, by: int) -> None:
        """Move the cursor by as many rows as are in sight."""
        self.action_move(by * max(1, self.size.height - _HEADS))

    def action_slide(self, by: int) -> None:
        """Show the budgets at a side, one after another."""
        if self._grid is not None and (self._grid.behind if by > 0 else self._grid.before):
            self._first += by
            self._lay_out()

    def action_detail(self) -> None:
        """Ask for the detail."""
        if self.cursor:
            self.post_message(self.Opened(self.cursor))

    def on_click(self, event: events.Click) -> None:
        """Put the cursor on the row, twice opens it; on a head sort by it, on an arrow show more budgets."""
        laid = self._grid
        if laid is None or event.y < 0:
            return
        if event.y >= _HEADS:
            place = event.y - _HEADS + round(self.scroll_offset.y)
            if place < len(self._told):
                self.cursor = self._told[place].key
                if event.chain == 2:
                    self.action_detail()
            return
        x = event.x - _LEAD
        span = next((each for each in laid.spans if each.start <= x < each.end), None)
        if span is laid.spans[0] and event.y == 0 and (laid.before or laid.behind):
            self.action_slide(-1 if laid.before and (x < len("◄ 9") or not laid.behind) else 1)
        elif span is not None and span.sort:
            self.post_message(self.SortAsked(span.sort))

    def notify_style_update(self) -> None:
        """Look the styles up again."""
        super().notify_style_update()
        self._looks = None

    @property
    def _styles_now(self) -> Mapping[str, Style]:
        if self._looks is None:
            plain = self.rich_style
            names = ("head", "cursor", "bar", "fits", "tight", "over")
            looks = {
                name: plain + self.get_component_rich_style(f"shares--{name}", partial=True) for name in names
            }
            whole = self.get_component_rich_style("shares--dim")  # only a whole style has its ink mixed
            looks["dim"] = looks["cut"] = plain + Style(color=whole.color, dim=whole.dim)
            self._looks = {"": plain, **looks}
        return self._looks

    def render_line(self, y: int) -> Strip:
        """Draw the heads on the first lines, which do not scroll, and rows under them."""
        laid, looks = self._grid, self._styles_now
        if laid is None:
            return Strip.blank(self.size.width, looks[""])
        if y < _HEADS:
            return self._strip([Segment(" " * _LEAD + laid.heads[y], looks["head"])])
        place = y - _HEADS + round(self.scroll_offset.y)
        if place >= len(laid.rows):
            return Strip.blank(self.size.width, looks[""])
        here = self._told[place].key == self.cursor
        lead = Segment(HIGHLIGHT if here else " ", looks[""])
        return self._strip([lead, *(self._segment(piece, here) for piece in laid.rows[place])])

    def _segment(self, piece: Piece, here: bool) -> Segment:
        # Reverse video would show a bar as what it isn't: the room that it leaves.
        looks = self._styles_now
        if here and piece.kind == "name":
            return Segment(piece.text, looks["cursor"])
        return Segment(piece.text, looks.get(piece.kind, looks[""]))

    def _strip(self, segments: list[Segment]) -> Strip:
        return Strip(segments).adjust_cell_length(self.size.width, self._styles_now[""])
