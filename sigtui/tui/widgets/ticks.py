"""A list of boxes to tick that shows what is ticked without colour too."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import ClassVar

from rich.text import Text
from textual import events, on
from textual.binding import Binding, BindingType
from textual.message import Message
from textual.widgets import OptionList
from textual.widgets.option_list import Option

from sigtui.columns import cells_wide


@dataclass(frozen=True, slots=True)
class Item:
    """A line: its key, what it says, and what stands at its right end."""

    key: str
    text: str
    right: str = ""


class Ticks(OptionList, inherit_bindings=False):
    """Boxes to tick with space, enter or the mouse. ``show`` draws them."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("space,enter", "select", "Tick", id="ticks-tick", tooltip="Tick or untick this line"),
        Binding("up,k", "cursor_up", "Up", show=False, id="ticks-up", tooltip="The line above"),
        Binding("down,j", "cursor_down", "Down", show=False, id="ticks-down", tooltip="The line below"),
        Binding("home", "first", "First", show=False, system=True),
        Binding("end", "last", "Last", show=False, system=True),
        Binding("pageup", "page_up", "Page up", show=False, system=True),
        Binding("pagedown", "page_down", "Page down", show=False, system=True),
    ]

    DEFAULT_CSS = """
    Ticks { height: auto; border: none; padding: 0; background: transparent; scrollbar-size-vertical: 1; }
    Ticks { text-wrap: nowrap; text-overflow: ellipsis; }
    Ticks:focus { border: none; background: transparent; background-tint: transparent 0%; }
    """

    @dataclass
    class Ticked(Message):
        """Somebody ticked or unticked a line of this list."""

        ticks: "Ticks"
        key: str

        @property
        def control(self) -> "Ticks":
            """The list."""
            return self.ticks

    @dataclass
    class Reached(Message):
        """The cursor is on another line of this list."""

        ticks: "Ticks"
        key: str

        @property
        def control(self) -> "Ticks":
            """The list."""
            return self.ticks

    def __init__(self, *, id: str | None = None) -> None:  # noqa: A002 - Textual's own name
        super().__init__(id=id, compact=True)
        self._items: tuple[Item, ...] = ()
        self._ticked: frozenset[str] = frozenset()
        self._lost: tuple[str | None, str | None] = (None, None)

    @property
    def current(self) -> str | None:
        """The key of the line under the cursor."""
        return None if self.highlighted is None else self._items[self.highlighted].key

    @property
    def first(self) -> str | None:
        """The key of the first line."""
        return self._items[0].key if self._items else None

    def show(self, items: Sequence[Item], ticked: Collection[str]) -> None:
        """Draw these lines; the cursor stays on its key, and returns with a line that comes back where it was on it."""
        new = tuple(items)
        if [item.key for item in new] == [item.key for item in self._items]:
            for place, (item, old) in enumerate(zip(new, self._items, strict=True)):
                if item != old or (item.key in ticked) != (item.key in self._ticked):
                    self.replace_option_prompt_at_index(place, self._prompt(item, item.key in ticked))
            self._items, self._ticked = new, frozenset(ticked)
            return
        current = self.current
        self._items, self._ticked = new, frozenset(ticked)
        self._fill()
        keys = [item.key for item in new]
        gone, stand_in = self._lost
        if gone in keys and current == stand_in:
            self.highlighted = keys.index(gone)
        elif current in keys:
            self.highlighted = keys.index(current)
        elif current is not None:
            self._lost = (current, self.current)

    def _fill(self) -> None:
        kept = self.highlighted
        self.set_options(
            Option(self._prompt(item, item.key in self._ticked), id=f"_{place}")
            for place, item in enumerate(self._items)
        )
        if kept is not None and kept < len(self._items):
            self.highlighted = kept

    def _prompt(self, item: Item, ticked: bool) -> Text:
        box = "[x] " if ticked else "[ ] "
        room = max(self.size.width - len(box) - 1, 0)
        space = room - cells_wide(item.text) - cells_wide(item.right)
        return Text(box + item.text + (" " * max(space, 1) + item.right if item.right else ""), no_wrap=True)

    def on_focus(self) -> None:
        """Show where the cursor is, also before anybody has moved it."""
        if self.highlighted is None and self._items:
            self.highlighted = 0

    def on_resize(self, event: events.Resize) -> None:
        """Set the right ends anew."""
        self._fill()

    @on(OptionList.OptionSelected)
    def _tick(self, event: OptionList.OptionSelected) -> None:
        event.stop()
        self.post_message(self.Ticked(self, self._items[event.option_index].key))

    @on(OptionList.OptionHighlighted)
    def _reach(self, event: OptionList.OptionHighlighted) -> None:
        event.stop()
        self.post_message(self.Reached(self, self._items[event.option_index].key))
