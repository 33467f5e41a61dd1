"""What all screens of the app share: they fill it, follow its headline, and end it with Ctrl+C."""

from typing import TYPE_CHECKING, ClassVar, cast

from textual.binding import Binding, BindingType
from textual.screen import Screen

from sigtui.tui import screens
from sigtui.tui.widgets.heading import Heading, Tab
from sigtui.tui.widgets.keys import HELP_CSS

if TYPE_CHECKING:
    from sigtui.tui.app import SigtuiApp
    from sigtui.tui.studio import Studio


class Page(Screen[None]):
    """A screen with a heading and a footer."""

    DEFAULT_CSS = f"""
    Page {{
        layers: base above;
        & > Journal {{ layer: above; }}
        {HELP_CSS}
    }}
    """

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding(
            "ctrl+c",
            "interrupt",
            "Copy or quit",
            show=False,
            id="interrupt",
            tooltip="Copy what is selected, or leave",
        ),
    ]

    @property
    def sigtui(self) -> "SigtuiApp":
        """The app."""
        return cast("SigtuiApp", self.app)

    @property
    def studio(self) -> "Studio":
        """What the app works with. Raises RuntimeError before it is loaded."""
        return self.sigtui.studio

    @property
    def tabs(self) -> tuple[Tab, ...]:
        """The screens, with the keys that show them."""
        return screens.tabs(self.sigtui.studio.keys if getattr(self.app, "loaded", False) else {})

    def on_mount(self) -> None:
        """Follow the app's headline."""
        if hasattr(self.app, "headline"):
            self.watch(self.app, "headline", self._show_headline)

    def _show_headline(self, text: str) -> None:
        self.query_one(Heading).status = text

    async def action_interrupt(self) -> None:
        """Copy what is selected with the mouse; where nothing is, leave as q does."""
        if self.get_selected_text():
            self.action_copy_text()
        else:
            await self.run_action("app.quit")
