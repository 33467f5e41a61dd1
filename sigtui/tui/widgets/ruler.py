"""The ruler of the Wire screen: the packets of one algorithm to scale, headers and content told apart."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import ClassVar

from rich.text import Text
from textual.app import RenderResult
from textual.geometry import Size
from textual.widget import Widget

from sigtui.wire.packets import Route
from sigtui.wire.ruler import Ink, ruler

_STYLES: Mapping[Ink, str] = MappingProxyType(
    {Ink.HEADERS: "headers", Ink.CONTENT: "content", Ink.ROOM: "room", Ink.BREAK: "break"}
)


class MtuRuler(Widget):
    """``show`` draws it: a caption, the packets, the bytes under each break, and where TCP's first window ends."""

    COMPONENT_CLASSES: ClassVar[set[str]] = {
        "mturuler--headers",
        "mturuler--content",
        "mturuler--room",
        "mturuler--break",
    }

    DEFAULT_CSS = """
    MtuRuler { height: auto; padding: 0 1; text-wrap: nowrap; text-overflow: ellipsis; }
    MtuRuler > .mturuler--headers { color: $foreground; }
    MtuRuler > .mturuler--content { color: $primary; }
    MtuRuler > .mturuler--room { color: $foreground 40%; }
    MtuRuler > .mturuler--break { color: $foreground; text-style: bold; }
    """

    def __init__(self, *, id: str | None = None) -> None:  # noqa: A002 - Textual's own name
        super().__init__(id=id)
        self._caption = ""
        self._bytes = 0
        self._route = Route()

    def show(self, caption: str, size: int, route: Route) -> None:
        """Draw so many bytes over a route."""
        if (caption, size, route) != (self._caption, self._bytes, self._route):
            self._caption, self._bytes, self._route = caption, size, route
            self.refresh(layout=True)

    def get_content_height(self, container: Size, viewport: Size, width: int) -> int:
        """Return the lines that there is something on."""
        made = ruler(self._bytes, self._route, width)
        return 1 if made is None else 4 if made.window else 3

    def render(self) -> RenderResult:
        """Draw the lines; where nothing is sent the caption stands alone."""
        made = ruler(self._bytes, self._route, self.content_size.width)
        text = Text(self._caption, no_wrap=True, overflow="ellipsis", end="")
        if made is None:
            return text
        every = f", a break every {made.each}" if made.each > 1 else ""
        text.append(f"{every} · ▒ headers █ content · free\n")
        for piece in made.pieces:
            look = self.get_component_rich_style(f"mturuler--{_STYLES[piece.ink]}")
            text.append(piece.ink.value * piece.cells, look)
        text.append(f"\n{made.below}\n{made.window}")
        return text
