"""What all dialogs share: how they look, their keys and how they end, the verdict line, inputs and buttons."""

from abc import abstractmethod
from typing import ClassVar, Generic

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.content import Content
from textual.screen import ModalScreen, ScreenResultType
from textual.widgets import Button, Input, Static

from sigtui.tui.widgets.keys import HELP_CSS, Keys
from sigtui.wording import printable

CANCEL = Binding("escape", "cancel", "Cancel", id="dialog-cancel", tooltip="Close this and change nothing")
"""Every dialog binds this, after its own keys, so that the footer names it last."""

SAVE = Binding("ctrl+s", "screen.save", "Save", id="dialog-save", tooltip="Save what was entered")
"""Every dialog that saves something binds this. Its footer shows Enter instead where a ``Field`` has the focus."""


class Modal(ModalScreen[ScreenResultType], Generic[ScreenResultType]):
    """What lies over another screen.

    It binds the keys of the panels, because the app's own do not reach through it; the keys that end the app
    where nothing is open only close it.
    """

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("f1", "app.help", "Help", show=False, id="help", tooltip="Help for the focused part"),
        Binding("f9", "app.journal", "Journal", show=False, id="journal", tooltip="Everything that was told"),
        Binding("ctrl+q", "leave", "Close", show=False, id="quit-anyway", tooltip="Close this, as Esc does"),
        Binding(
            "ctrl+c",
            "interrupt",
            "Close",
            show=False,
            id="interrupt",
            tooltip="Copy what is selected, or close this as Esc does",
        ),
    ]

    DEFAULT_CSS = f"""
    Modal {{
        align: center middle;
        layers: base above;
        & > Journal {{ layer: above; }}
        VerticalScroll, OptionList, TextArea, Tree {{ scrollbar-size-vertical: 1; }}
        {HELP_CSS}
    }}
    """

    @abstractmethod
    async def action_leave(self) -> None:
        """Close this, as Esc does."""

    async def action_interrupt(self) -> None:
        """Copy what is selected with the mouse; where nothing is, close this as Esc does."""
        if self.get_selected_text():
            self.action_copy_text()
        else:
            await self.action_leave()


class Dialog(Modal[ScreenResultType], Generic[ScreenResultType]):
    """A framed dialog over the screen that opened it; ``CANCEL`` ends it with None.

    Its last line says how to go on and how to leave, whatever has the focus.
    """

    DEFAULT_CSS = """
    Dialog {
        & > .dialog--frame {
            background: $surface;
            border: round $primary;
            border-title-color: $foreground;
            border-title-style: bold;
            padding: 0 1;
        }
        Input, TextArea, OptionList, Tree, .dialog--pane {
            border: tall $foreground 55%;
            &:focus { border: tall $border; }
        }
        Footer { background: $surface; margin-top: 0; }
        FooterKey { background: $surface; }
        .dialog--row { height: auto; }
        .dialog--label { width: auto; padding: 1 1 0 0; color: $text-muted; }
        .dialog--buttons { height: auto; align-horizontal: right; }
        .dialog--buttons > Button { margin-left: 2; }
        .dialog--hint { height: auto; color: $text-muted; }
    }
    """

    pause_seconds = 0.15
    """How long no key has to be pressed before a file is looked at: nobody waits for what is half typed."""

    def __init__(self, heading: str) -> None:
        super().__init__()
        self._heading = heading

    def compose(self) -> ComposeResult:
        """Put the dialog's own widgets into the frame, and its keys below them."""
        with Vertical(classes="dialog--frame") as frame:
            frame.border_title = Content(f" {printable(self._heading)} " if self._heading else "")
            yield from self.body()
            yield Keys()

    @abstractmethod
    def body(self) -> ComposeResult:
        """Return the widgets inside the frame."""

    def finish(self, result: ScreenResultType | None) -> None:
        """Dismiss the dialog with a result, unless it is gone already or another one covers it.

        A key that is pressed twice would otherwise dismiss the screen below.
        """
        if self.is_active:
            self.dismiss(result)

    def action_cancel(self) -> None:
        """End the dialog without a result."""
        self.finish(None)

    async def action_leave(self) -> None:
        """Do what Esc does: nothing that was typed is lost unasked."""
        self.action_cancel()


class Field(Input):
    """An input of a dialog that saves something; Enter does."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter", "screen.save", "Save", id="dialog-accept", tooltip="Save what was entered"),
    ]


class PushButton(Button):
    """A button whose key is shown while it has the focus."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter", "press", "Press", id="dialog-press", tooltip="Do what the button says"),
    ]


class Verdict(Static):
    """Lines that say whether what was entered will do: a glyph, its colour, and words."""

    DEFAULT_CSS = """
    Verdict {
        height: auto;
        max-height: 6;
        color: $text-muted;
        &.-good { color: $text-success; }
        &.-bad { color: $text-error; }
        &.-caution { color: $text-warning; }
    }
    """

    def __init__(self, *, id: str | None = None) -> None:  # noqa: A002 - Textual's own name
        super().__init__(id=id, markup=False)

    def good(self, text: str) -> None:
        """Say that it will do."""
        self._say("✓", text, "-good")

    def bad(self, text: str) -> None:
        """Say what is wrong."""
        self._say("✗", text, "-bad")

    def caution(self, text: str) -> None:
        """Say what somebody should know before going on."""
        self._say("!", text, "-caution")

    def neutral(self, text: str) -> None:
        """Say what is going on, or what to do."""
        self._say("", text, "")

    def _say(self, glyph: str, text: str, name: str) -> None:
        for each in ("-good", "-bad", "-caution"):
            self.set_class(each == name, each)
        lines = [printable(line) for line in text.splitlines()]
        self.update("\n".join(f"{glyph} {line}".lstrip() for line in lines))
        self.display = bool(lines)
