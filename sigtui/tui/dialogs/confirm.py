"""The dialog that asks a question with two answers."""

from typing import ClassVar, Literal

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal
from textual.content import Content
from textual.widgets import Static

from sigtui.tui.dialogs.dialog import Dialog, PushButton
from sigtui.wording import printable


class Confirm(Dialog[bool]):
    """Ask a question: ``y`` is yes (True), ``n`` or Esc is no (False), Enter what has the focus.

    That is ``default`` at first: "no" where a yes destroys something, so that a key that was pressed once too
    often does not.
    """

    DEFAULT_CSS = """
    Confirm {
        & > .dialog--frame { width: auto; max-width: 72; height: auto; border: round $warning; }
        .confirm--question { width: auto; max-width: 66; padding: 1 1; }
        .dialog--buttons { width: 100%; min-width: 40; align-horizontal: center; }
        .dialog--buttons > Button { margin: 0 1; }
    }
    """

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("y", "yes", "Yes", id="confirm-yes", tooltip="Answer yes"),
        Binding("n", "cancel", "No", id="confirm-no", tooltip="Answer no; nothing changes"),
        Binding(
            "enter", "answer", "Answer", id="confirm-answer", tooltip="Take the focused answer", show=False
        ),
        # Another name for the same, so that the footer shows both keys.
        Binding("escape", "screen.cancel", "No", id="dialog-cancel", tooltip="Answer no; nothing changes"),
        Binding(
            "left,right", "other", "Other", id="confirm-other", tooltip="Go to the other answer", show=False
        ),
        Binding("question_mark", "app.help", "Help", show=False, id="help", tooltip="What the keys do here"),
    ]

    HELP = """\
## A question

**y** is yes, **n** and **Esc** are no; **Enter** takes the answer that is highlighted, **←** and **→** go to the
other one. Nothing happens before an answer.
"""

    def __init__(
        self, question: str, yes: str = "Yes", no: str = "No", *, default: Literal["yes", "no"] = "yes"
    ) -> None:
        super().__init__("")
        self._default = default
        self._question = question
        self._yes = yes
        self._no = no

    def body(self) -> ComposeResult:
        """Return the question and both answers."""
        question = "\n".join(map(printable, self._question.splitlines()))
        yield Static(question, markup=False, classes="confirm--question")
        with Horizontal(classes="dialog--buttons"):
            yield PushButton(Content(printable(self._yes)), variant=self._variant("yes"), id="yes")
            yield PushButton(Content(printable(self._no)), variant=self._variant("no"), id="no")

    def _variant(self, answer: str) -> Literal["primary", "default"]:
        return "primary" if answer == self._default else "default"

    def on_mount(self) -> None:
        """Let Enter be the default."""
        self.query_one(f"#{self._default}").focus()

    def on_button_pressed(self, event: PushButton.Pressed) -> None:
        """Take the answer of the mouse, or of Enter."""
        event.stop()
        self.finish(event.button.id == "yes")

    def action_yes(self) -> None:
        """Answer yes."""
        self.finish(True)

    def action_cancel(self) -> None:
        """Answer no."""
        self.finish(False)

    def action_answer(self) -> None:
        """Answer what Enter means where neither answer has the focus: the default."""
        self.finish(self._default == "yes")

    async def action_leave(self) -> None:
        """Leave the app from a question of a screen; over another dialog only say no, for what was typed there."""
        if any(isinstance(below, Dialog) for below in self.app.screen_stack[:-1]):
            self.action_cancel()
        else:
            await self.run_action("app.quit")

    def action_other(self) -> None:
        """Move between the two answers."""
        self.focus_next(PushButton)
