"""The footer: the live keys, as many as fit whole; and the look of the panel that has them all."""

from typing import Protocol, runtime_checkable

from textual import events
from textual.app import ComposeResult
from textual.widgets import Footer

from sigtui.columns import cells_wide

_ROOM_FOR_PALETTE = 100
_PALETTE = 13  # cells that "^p palette" takes at the right end


HELP_CSS = """
    & > HelpPanel {
        layer: above;
        width: 40%;
        min-width: 34;
        max-width: 64;
        padding: 0 0 0 1;
        background: $surface;
        overflow-y: auto;
        scrollbar-size-vertical: 1;
        & > #widget-help { max-height: 1000; margin: 0; padding: 0; background: transparent; }
        & > #widget-help MarkdownBlock { padding: 0 1 0 0; margin: 0 0 1 0; }
        & > #widget-help MarkdownH2 { margin: 0; color: $text-primary; text-style: bold; }
        & > KeyPanel#keys-help { height: auto; padding: 0; overflow: hidden; }
        & > KeyPanel#keys-help > BindingsTable { width: 1fr; }
    }
"""
"""The help panel inside the rules of its screen: text and keys scroll together, by a bar that is seen."""


@runtime_checkable
class _Key(Protocol):
    """What Textual's footer makes for a key, whose class it does not export."""

    key_display: str
    description: str


class Keys(Footer):
    """A footer that leaves out the last keys rather than cutting a word; help and palette have them all."""

    def __init__(self) -> None:
        super().__init__(compact=True)

    def compose(self) -> ComposeResult:
        """Lay out the keys from the left until the line is full."""
        room = self.size.width or self.app.size.width
        room -= _PALETTE if self.show_command_palette else 0
        for key in super().compose():
            if isinstance(key, _Key) and not key.has_class("-command-palette"):
                room -= cells_wide(key.key_display) + cells_wide(key.description) + 2
                if room < -1:
                    continue
            yield key

    async def recompose(self) -> None:
        """Stay as it is while another screen lies above: Textual would not lay out the new keys there."""
        if self.is_attached and self.screen.is_active:
            await super().recompose()

    def on_resize(self, event: events.Resize) -> None:
        """Leave the line to the keys where it is narrow."""
        self.show_command_palette = event.size.width >= _ROOM_FOR_PALETTE
        self.refresh(recompose=True)
