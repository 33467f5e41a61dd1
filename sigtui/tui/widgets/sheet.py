"""The table of the Compare screen: a sheet with a cursor on a cell, heads that stay, and columns that move sideways."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar

from rich.segment import Segment
from rich.style import Style
from textual import events
from textual.binding import Binding, BindingType
from textual.geometry import Region, Size
from textual.message import Message
from textual.scroll_view import ScrollView
from textual.strip import Strip

from sigtui.comparing.layout import Drawn, Layout, Piece, laid_out
from sigtui.comparing.sheet import Sheet
from sigtui.tui.widgets.histogram_axis import HIGHLIGHT

_LEAD = 1


class SheetTable(ScrollView, can_focus=True, inherit_bindings=False):
    """Draws a sheet. The cursor is on a line and a column; it stays there when the figures change."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("up,k", "move(-1)", "Up", show=False, id="sheet-up", tooltip="The line above"),
        Binding("down,j", "move(1)", "Down", show=False, id="sheet-down", tooltip="The line below"),
        Binding("left,h", "slide(-1)", "Left", show=False, id="sheet-left", tooltip="The column at the left"),
        Binding(
            "right,l", "slide(1)", "Right", show=False, id="sheet-right", tooltip="The column at the right"
        ),
        Binding("home", "move(-100000)", "First", show=False, id="sheet-first", tooltip="The first line"),
        Binding("end", "move(100000)", "Last", show=False, id="sheet-last", tooltip="The last line"),
        Binding("pageup", "page(-1)", "Page up", show=False, system=True),
        Binding("pagedown", "page(1)", "Page down", show=False, system=True),
        Binding("enter", "detail", "Detail", id="sheet-detail", tooltip="Everything about this cell's case"),
    ]

    COMPONENT_CLASSES: ClassVar[set[str]] = {
        "sheet--head",
        "sheet--section",
        "sheet--label",
        "sheet--cursor",
        "sheet--dim",
        "sheet--fits",
        "sheet--caution",
        "sheet--fails",
    }

    DEFAULT_CSS = """
    SheetTable { height: 1fr; min-height: 4; background: $surface; scrollbar-size: 1 1; }
    SheetTable > .sheet--head { text-style: bold; color: $foreground; }
    SheetTable > .sheet--section { text-style: bold; color: $text-primary; }
    SheetTable > .sheet--label { color: $foreground 75%; }
    SheetTable > .sheet--cursor { text-style: reverse; }
    SheetTable:focus > .sheet--cursor { text-style: bold reverse; }
    SheetTable > .sheet--dim { color: $foreground 65%; }
    SheetTable:ansi > .sheet--dim { text-style: dim; }
    SheetTable > .sheet--fits { color: $text-success; }
    SheetTable > .sheet--caution { color: $text-warning; }
    SheetTable > .sheet--fails { color: $text-error; }
    """

    @dataclass
    class Moved(Message):
        """The cursor is elsewhere: on this row of the comparison (None where a line is of none) and this column."""

        row: int | None
        column: int

    @dataclass
    class Opened(Message):
        """Somebody wants to know more of a case."""

        row: int
        column: int

    def __init__(self, *, id: str | None = None) -> None:  # noqa: A002 - Textual's own name
        super().__init__(id=id)
        self._sheet: Sheet | None = None
        self._layout_: Layout | None = None
        self._first = 1
        self._place = 0
        self._column = 0
        self._looks: Mapping[str, Style] | None = None

    @property
    def column(self) -> int:
        """The column that the cursor is on."""
        return self._column

    @property
    def row(self) -> int | None:
        """The comparison's row that the cursor is on: of a line that is of none, the one before it."""
        known = None
        for line in self._lines:
            if line.place is None:
                continue
            if line.row is not None:
                known = line.row
            if line.place >= self._place:
                break
        return known

    def show(self, sheet: Sheet | None) -> None:
        """Draw a sheet; None draws nothing."""
        self._sheet = sheet
        columns = len(sheet.heads) if sheet else 0
        lines = sum(len(section.lines) for section in sheet.sections) if sheet else 0
        self._column = min(self._column, max(columns - 1, 0))
        self._place = min(self._place, max(lines - 1, 0))
        self._first = min(self._first, max(columns - 1, 1))
        self._lay_out()

    @property
    def _lines(self) -> tuple[Drawn, ...]:
        return self._layout_.lines if self._layout_ is not None else ()

    def _lay_out(self) -> None:
        width = self.scrollable_content_region.width - _LEAD
        if self._sheet is None or width < 1:
            self._layout_ = None
            self.refresh()
            return
        had_none = self._layout_ is None
        self._layout_ = laid_out(self._sheet, width, self._first)
        self.virtual_size = Size(width, len(self._layout_.lines) + 1)
        self.refresh()
        if had_none:  # only now there are lines that the cursor can be on
            self._told()

    def on_resize(self, event: events.Resize) -> None:
        """Choose the columns that fit."""
        self._lay_out()
        self.call_after_refresh(self._scroll_to_cursor)

    def _scroll_to_cursor(self) -> None:
        for y, line in enumerate(self._lines):
            if line.place == self._place:
                # A section's title stays in sight with its first line.
                above = 1 if y and self._lines[y - 1].place is None else 0
                self.scroll_to_region(Region(0, y - above, 1, 2 + above), animate=False, x_axis=False)

    def action_move(self, by: int) -> None:
        """Move the cursor over the lines, not beyond the ends."""
        places = [line.place for line in self._lines if line.place is not None]
        if places:
            self._place = min(max(self._place + by, 0), places[-1])
            self._scroll_to_cursor()
            self._told()

    def action_page(self, by: int) -> None:
        """Move the cursor by as many lines as are in sight."""
        self.action_move(by * max(1, self.size.height - 2))

    def action_slide(self, by: int) -> None:
        """Move the cursor to the column beside it, and the columns where it would leave the screen."""
        if self._sheet is None or self._layout_ is None:
            return
        self._column = min(max(self._column + by, 0), len(self._sheet.heads) - 1)
        while self._column and self._column not in self._layout_.columns:
            step = 1 if self._column > self._layout_.columns[-1] else -1
            self._first = max(self._first + step, 1)
            self._lay_out()
        self._told()

    def action_detail(self) -> None:
        """Ask for the detail of a cell."""
        row = self.row
        if row is not None:
            self.post_message(self.Opened(row, self._column))

    def _told(self) -> None:
        self.refresh()
        self.post_message(self.Moved(self.row, self._column))

    def on_click(self, event: events.Click) -> None:
        """Put the cursor on a cell; twice opens it."""
        layout = self._layout_
        if layout is None:
            return
        pieces, x = layout.head.pieces, event.x - _LEAD
        for piece in pieces:
            if x < len(piece.text) and piece.column is not None:
                self._column = piece.column
            x -= len(piece.text)
            if x < 0:
                break
        y = event.y - 1 + round(self.scroll_offset.y)
        if event.y >= 1 and y < len(layout.lines) and layout.lines[y].place is not None:
            self._place = layout.lines[y].place or 0
        self._told()
        if event.chain == 2:
            self.action_detail()

    def notify_style_update(self) -> None:
        """Look the styles up again."""
        super().notify_style_update()
        self._looks = None

    @property
    def _styles_now(self) -> Mapping[str, Style]:
        if self._looks is None:
            plain = self.rich_style
            names = ("head", "section", "label", "cursor", "fits", "caution", "fails")
            looks = {
                name: plain + self.get_component_rich_style(f"sheet--{name}", partial=True) for name in names
            }
            whole = self.get_component_rich_style("sheet--dim")  # only a whole style has its ink mixed
            looks["dim"] = plain + Style(color=whole.color, dim=whole.dim)
            self._looks = {"": plain, **looks}
        return self._looks

    def render_line(self, y: int) -> Strip:
        """Draw the heads on the first line, which does not scroll, and the lines under it."""
        layout, looks = self._layout_, self._styles_now
        if layout is None:
            return Strip.blank(self.size.width, looks[""])
        if y == 0:
            return self._strip(Drawn(layout.head.pieces), head=True)
        place = y - 1 + round(self.scroll_offset.y)
        if place >= len(layout.lines):
            return Strip.blank(self.size.width, looks[""])
        return self._strip(layout.lines[place])

    def _strip(self, line: Drawn, *, head: bool = False) -> Strip:
        here = line.place is not None and line.place == self._place
        segments = [Segment(HIGHLIGHT if here else " ", self._styles_now[""])]
        segments += [self._segment(piece, here, head) for piece in line.pieces]
        return Strip(segments).adjust_cell_length(self.size.width, self._styles_now[""])

    def _segment(self, piece: Piece, here: bool, head: bool) -> Segment:
        looks = self._styles_now
        if (here or head) and piece.column == self._column and piece.column is not None:
            return Segment(piece.text, looks["cursor"] if here else looks["head"] + Style(underline=True))
        return Segment(piece.text, looks.get(piece.kind, looks[""]))
