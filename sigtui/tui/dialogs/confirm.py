"""The dialog that asks a question with two answers."""

from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal
from textual.content import Content
from textual.widgets import Button, Static

from sigtui.tui.dialogs.dialog import Dialog
from sigtui.wording import printable


class Confirm(Dialog[bool]):
    """Ask a question: ``y`` or Enter is yes (True), ``n`` or Esc is no (False)."""

    DEFAULT_CSS = """
    Confirm {
        & > .dialog--frame { width: auto; max-width: 72; height: auto; border: round $warning; }
        .confirm--question { width: auto; max-width: 66; padding: 1 1; }
        .dialog--buttons { width: 100%; min-width: 40; align-horizontal: center; }
        .dialog--buttons > Button { margin: 0 1; }
    }
    """

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("y,enter", "yes", "Yes", id="confirm.yes", tooltip="Answer yes"),
        Binding("n", "cancel", "No", id="confirm.no", tooltip="Answer no; nothing changes"),
        Binding(
            "escape", "cancel", "No", id="dialog.cancel", tooltip="Close this and change nothing", show=False
        ),
        Binding(
            "left,right", "other", "Other", id="confirm.other", tooltip="Go to the other answer", show=False
        ),
    ]

    def __init__(self, question: str, yes: str = "Yes", no: str = "No") -> None:
        super().__init__("")
        self._question = question
        self._yes = yes
        self._no = no

    def body(self) -> ComposeResult:
        """Return the question and both answers."""
        question = "\n".join(map(printable, self._question.splitlines()))
        yield Static(question, markup=False, classes="confirm--question")
        with Horizontal(classes="dialog--buttons"):
            yield Button(Content(printable(self._yes)), variant="primary", id="yes")
            yield Button(Content(printable(self._no)), id="no")

    def on_mount(self) -> None:
        """Let Enter be yes."""
        self.query_one("#yes").focus()

    def on_button_pressed(self, event: Button.Pressed) -> None:
        """Take the answer of the mouse, or of Enter."""
        event.stop()
        self.finish(event.button.id == "yes")

    def action_yes(self) -> None:
        """Answer yes."""
        self.finish(True)

    def action_cancel(self) -> None:
        """Answer no."""
        self.finish(False)

    def action_other(self) -> None:
        """Move between the two answers."""
        self.focus_next(Button)
