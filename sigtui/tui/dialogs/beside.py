"""The dialog that picks a snapshot to compare with: one's own, a published reference, or a file by its path."""

from typing import ClassVar

from textual import on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal
from textual.content import Content
from textual.widgets import Input, Label, OptionList
from textual.widgets.option_list import Option

from sigtui.errors import SigtuiError
from sigtui.sources import known_snapshots, load_sources
from sigtui.tui.dialogs.dialog import CANCEL, Dialog, PushButton, Verdict
from sigtui.wording import printable


class Wanted(Input):
    """A name or a path; Enter takes it, Down goes to the list."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding(
            "enter", "screen.take", "Take", id="beside-take", tooltip="Put this snapshot beside the others"
        ),
        Binding("down", "screen.list", "List", id="beside-list", tooltip="Go to the list"),
    ]


class Names(OptionList):
    """The snapshots that have a name; Enter takes one."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter", "select", "Take", id="beside-pick", tooltip="Put this snapshot beside the others"),
    ]


class ChooseBeside(Dialog[str]):
    """Ask for a snapshot; the result is its name or path, and it can be read."""

    DEFAULT_CSS = """
    ChooseBeside {
        & > .dialog--frame { width: 100%; max-width: 90; height: auto; max-height: 100%; }
        #wanted { width: 1fr; }
        OptionList { height: auto; max-height: 14; }
        .dialog--buttons { margin-top: 1; }
    }
    """

    BINDINGS: ClassVar[list[BindingType]] = [CANCEL]

    HELP = """\
## A snapshot to compare with

Type the path of a `.toml` or `.json` snapshot, or a name of the list: published references, and what lies in your
snapshots folder. Typing narrows the list. **Enter** takes it; a file that can't be read says why.
"""

    def __init__(self) -> None:
        super().__init__("Compare with")
        self._names = known_snapshots()

    def body(self) -> ComposeResult:
        """Return the input, what is wrong with it, and the names there are."""
        with Horizontal(classes="dialog--row"):
            yield Label("Snapshot", classes="dialog--label")
            yield Wanted(placeholder="name, or path of a .toml or .json", id="wanted")
        yield Verdict()
        yield Names(*self._options(""))
        with Horizontal(classes="dialog--buttons"):
            yield PushButton("Take", variant="primary", id="take")
            yield PushButton("Cancel", id="cancel")

    def _options(self, text: str) -> list[Option]:
        found = [
            (name, title) for name, title in self._names if text.casefold() in f"{name} {title}".casefold()
        ]
        return [
            Option(Content(printable(f"{name}   {title}") if title else printable(name)), id=name)
            for name, title in found
        ]

    def on_mount(self) -> None:
        """Begin with the input."""
        self.query_one(Wanted).focus()

    @on(Input.Changed)
    def _narrow(self, event: Input.Changed) -> None:
        names = self.query_one(Names)
        names.clear_options()
        names.add_options(self._options(event.value.strip()))
        self.query_one(Verdict).neutral("")

    @on(OptionList.OptionSelected)
    def _picked(self, event: OptionList.OptionSelected) -> None:
        self._end(str(event.option_id))

    @on(PushButton.Pressed, "#take")
    def action_take(self) -> None:
        """Take what was typed, or the only one that the list is narrowed to."""
        text, names = self.query_one(Wanted).value.strip(), self.query_one(Names)
        if names.option_count == 1 and text not in dict(self._names):
            text = str(names.get_option_at_index(0).id)
        self._end(text)

    @on(PushButton.Pressed, "#cancel")
    def _cancelled(self) -> None:
        self.finish(None)

    def action_list(self) -> None:
        """Go to the list."""
        self.query_one(Names).focus()

    def _end(self, name: str) -> None:
        try:
            load_sources([name])
        except SigtuiError as error:
            self.query_one(Verdict).bad(str(error))
            return
        self.finish(name)
