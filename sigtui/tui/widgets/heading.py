"""The first line of every screen: the screens with their keys, the document, and what is going on."""

from collections.abc import Sequence
from dataclasses import dataclass

from rich.text import Text
from textual import events
from textual.app import RenderResult
from textual.reactive import reactive
from textual.widget import Widget

from sigtui.columns import cells_wide, shortened


@dataclass(frozen=True, slots=True)
class Tab:
    """A screen in the heading."""

    name: str
    title: str
    key: str


class Heading(Widget):
    """Tabs at the left, status at the right; a click on a tab shows its screen."""

    DEFAULT_CSS = """
    Heading { height: 1; background: $panel; color: $foreground; }
    """

    status: reactive[str] = reactive("")

    def __init__(self, here: str, tabs: Sequence[Tab]) -> None:
        super().__init__()
        self._here = here
        self._tabs = tuple(tabs)

    def render(self) -> RenderResult:
        """Draw the line; what does not fit is cut from the status."""
        text = Text(" sigtui ", style="bold", no_wrap=True, overflow="ellipsis", end="")
        for tab in self._tabs:
            style = "bold reverse" if tab.name == self._here else ""
            text.append(f" {tab.title} {tab.key} ", style=style)
        room = self.size.width - cells_wide(text.plain) - 1
        status = shortened(self.status, room)
        text.append(" " * max(0, room - cells_wide(status)))
        text.append(status, style="dim")
        return text

    async def on_click(self, event: events.Click) -> None:
        """Show the screen whose tab was hit."""
        place = len(" sigtui ")
        for tab in self._tabs:
            wide = cells_wide(f" {tab.title} {tab.key} ")
            if place <= event.x < place + wide:
                await self.run_action(f"app.show_screen('{tab.name}')")
            place += wide
