"""The dialog that gives a comparison the title and the notes that a preset keeps it under."""

from typing import ClassVar

from textual import on
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Horizontal
from textual.widgets import Input, Label

from sigtui.model import Comparison
from sigtui.tui.dialogs.dialog import CANCEL, SAVE, Dialog, Field, PushButton, Verdict

_NO_TITLE = "The title is empty: comparisons are told apart by it."


class KeepComparison(Dialog[tuple[str, str]]):
    """Ask for a title and notes; the result is both."""

    DEFAULT_CSS = """
    KeepComparison {
        & > .dialog--frame { width: 100%; max-width: 90; height: auto; }
        .dialog--label { width: 7; }
        Input { width: 1fr; }
        .dialog--buttons { margin-top: 1; }
    }
    """

    BINDINGS: ClassVar[list[BindingType]] = [SAVE, CANCEL]

    HELP = """\
## Keep a comparison

The preset keeps which cases are compared, against which, and in which view, as a `[[comparisons]]` block. Notes say
why: whoever opens it reads them. A title that is there already is replaced.
"""

    def __init__(self, comparison: Comparison) -> None:
        super().__init__("Keep this comparison")
        self._comparison = comparison

    def body(self) -> ComposeResult:
        """Return title and notes."""
        with Horizontal(classes="dialog--row"):
            yield Label("Title", classes="dialog--label")
            yield Field(self._comparison.title, placeholder="what it is called", id="title")
        with Horizontal(classes="dialog--row"):
            yield Label("Notes", classes="dialog--label")
            yield Field(self._comparison.notes, placeholder="what it is to show, and to whom", id="notes")
        yield Verdict()
        with Horizontal(classes="dialog--buttons"):
            yield PushButton("Keep", variant="primary", id="save")
            yield PushButton("Cancel", id="cancel")

    def on_mount(self) -> None:
        """Begin with the title."""
        self.query_one("#title").focus()

    @on(PushButton.Pressed, "#save")
    def action_save(self) -> None:
        """Keep it, or say what is missing."""
        title = self.query_one("#title", Input).value.strip()
        if not title:
            self.query_one(Verdict).bad(_NO_TITLE)
            self.query_one("#title").focus()
            return
        self.finish((title, self.query_one("#notes", Input).value.strip()))

    @on(PushButton.Pressed, "#cancel")
    def _cancelled(self) -> None:
        self.finish(None)
