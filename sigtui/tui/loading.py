"""What is shown while the rest is imported: the frame of the app, with everything that is cheap."""

from textual import events
from textual.app import ComposeResult
from textual.widgets import Static

from sigtui.tui import screens
from sigtui.tui.page import Page
from sigtui.tui.widgets.heading import Heading
from sigtui.tui.widgets.keys import Keys

NAME = "loading"


class Loading(Page):
    """The first picture. What is pressed on it is done by the screen that comes after it."""

    CSS = """
    Loading #pick { height: 1fr; width: 30; padding: 0 1; border-right: solid $panel-lighten-2; }
    """

    def compose(self) -> ComposeResult:
        """Lay out the frame of the first screen."""
        first, *_ = screens.entries()
        yield Heading(first.NAME, self.tabs)
        yield Static("Loading …", id="pick", markup=False)
        yield Keys()

    def on_key(self, event: events.Key) -> None:
        """Keep a key that nothing here knows for the screen that comes."""
        key = event.key
        if key not in self.active_bindings:  # whose turn comes after this
            self.sigtui.when_loaded(lambda _: self.app.simulate_key(key))
