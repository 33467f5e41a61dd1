"""A line of choices: each with its key, its values beside each other, and the chosen one in reverse; all to click."""

from collections.abc import Sequence
from dataclasses import dataclass

from rich.style import Style
from rich.text import Text
from textual import events
from textual.app import RenderResult
from textual.geometry import Size
from textual.message import Message
from textual.widget import Widget

from sigtui.columns import cells_wide

_PLAIN, _KEY, _CHOSEN, _DEAD = Style(), Style(bold=True), Style(bold=True, reverse=True), Style(dim=True)


@dataclass(frozen=True, slots=True)
class Value:
    """Something to choose; ``key`` chooses it, where it has one of its own."""

    id: str
    text: str
    key: str = ""


@dataclass(frozen=True, slots=True)
class Toggle:
    """Values of which one is ``chosen``; ``key`` goes to the next. One that is not ``live`` counts for nothing now."""

    name: str
    key: str
    values: tuple[Value, ...]
    chosen: str
    live: bool = True


class Toggles(Widget):
    """``show`` draws a line of choices; ``Chosen`` says what was clicked."""

    DEFAULT_CSS = """
    Toggles { height: 1; width: auto; padding: 0 1; }
    """

    @dataclass
    class Chosen(Message):
        """Somebody clicked on a value; the toggle's name, and the value's id."""

        name: str
        value: str

    def __init__(self, *, id: str | None = None) -> None:  # noqa: A002 - Textual's own name
        super().__init__(id=id)
        self._toggles: tuple[Toggle, ...] = ()

    def show(self, toggles: Sequence[Toggle]) -> None:
        """Draw these."""
        if tuple(toggles) != self._toggles:
            self._toggles = tuple(toggles)
            self.refresh(layout=True)

    def render(self) -> RenderResult:
        """Draw the line."""
        text = Text(no_wrap=True, overflow="ellipsis", end="")
        for part, look, _ in self._parts():
            text.append(part, look)
        return text

    def _parts(self) -> list[tuple[str, Style, tuple[str, str] | None]]:
        """Return the texts of the line, how each looks, and what a click on it chooses."""
        parts: list[tuple[str, Style, tuple[str, str] | None]] = []
        for toggle in self._toggles:
            if parts:
                parts.append(("  ", _PLAIN, None))
            if toggle.key:
                parts.append((f"{toggle.key} ", _KEY, None))
            for place, value in enumerate(toggle.values):
                if place:
                    parts.append((" ", _PLAIN, None))
                look = _CHOSEN if value.id == toggle.chosen else _PLAIN
                if value.key:
                    parts.append((f"{value.key} ", _KEY, (toggle.name, value.id)))
                parts.append((value.text, look if toggle.live else _DEAD, (toggle.name, value.id)))
        return parts

    def get_content_width(self, container: Size, viewport: Size) -> int:
        """Return the cells of the line."""
        return sum(cells_wide(part) for part, _, _ in self._parts())

    def on_click(self, event: events.Click) -> None:
        """Choose the value that was hit."""
        place = event.x - self.styles.padding.left
        for part, _, chosen in self._parts():
            if 0 <= place < cells_wide(part) and chosen is not None:
                self.post_message(self.Chosen(*chosen))
            place -= cells_wide(part)
