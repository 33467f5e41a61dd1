"""What is done with the algorithms: messages, operations, modes and effort, each with a line that explains it."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import ClassVar

from textual import events, on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import VerticalScroll
from textual.message import Message
from textual.widgets import Static

from sigtui.draft import Draft
from sigtui.model import EFFORTS, Mode, Operation
from sigtui.numbers import count, duration, percent
from sigtui.saying import USUAL_KEYS, Keys
from sigtui.tui.widgets.ticks import Item, Ticks

MEANINGS: Mapping[str, str] = MappingProxyType(
    {
        Operation.KEYGEN: "Creates a key pair, and nothing else.",
        Operation.SIGN: "Signs the message with the private key.",
        Operation.VERIFY: "Verifies a signature that is valid.",
        Operation.VERIFY_INVALID: "Refuses a signature that was tampered with.",
        Mode.REUSED_KEY: "Only the call is timed: a server that signs all day.",
        Mode.SINGLE_SHOT: "A new key signs once: a fresh key per message.",
        Mode.LOAD_KEY: "The key is parsed from its bytes before every use.",
        Mode.LOAD_TRUSTED: "Parsed as well, but an RSA key is not validated.",
    }
)
"""One line for each operation and mode."""

_MESSAGES_HELP = """\
## Messages

The key that opened this closes it.

*Tick* a message to sign it. *New* adds one: text, hex, base64, a file, random bytes. *Edit*, *Rename*, *Duplicate* and
*Remove* are about the highlighted one; *Undo* brings it back.
"""
_WORK_HELP = """\
## Operations and modes

The key that opened this closes it.

*Tick* what is to be measured; the lines below say what each means. *View* shows the results of the next one.
"""


class MessageTicks(Ticks):
    """The messages, with the keys that change them."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("f4", "ask('edit')", "Edit", id="message-edit", tooltip="Edit this message"),
        Binding(
            "f2", "ask('edit')", "Rename", show=False, id="message-rename", tooltip="Rename this message"
        ),
        Binding(
            "f3", "ask('duplicate')", "Duplicate", id="message-duplicate", tooltip="Duplicate this message"
        ),
        Binding("f8,delete", "ask('remove')", "Remove", id="message-remove", tooltip="Take this message out"),
    ]

    HELP = _MESSAGES_HELP

    class Asked(Message):
        """Somebody wants something done with a message: ``edit``, ``duplicate`` or ``remove``."""

        def __init__(self, what: str, name: str) -> None:
            super().__init__()
            self.what = what
            self.name = name

    @property
    def meant(self) -> str | None:
        """The name of the message under the cursor, or of the first one before anybody came here."""
        return self.current or self.first

    def action_ask(self, what: str) -> None:
        """Ask the screen for it."""
        if self.meant is not None:
            self.post_message(self.Asked(what, self.meant))


class WorkTicks(Ticks):
    """Operations, or modes."""

    HELP = _WORK_HELP


class Effort(Static, can_focus=False):
    """The effort, and how long the plan takes; a click chooses the next."""

    class Clicked(Message):
        """Somebody wants another effort."""

    def on_click(self, event: events.Click) -> None:
        """Choose the next."""
        self.post_message(self.Clicked())


class Work(VerticalScroll, can_focus=False):
    """Messages, operations, modes and effort."""

    DEFAULT_CSS = """
    Work { height: auto; max-height: 60%; scrollbar-size-vertical: 1; }
    Work > .title { text-style: bold; color: $text-primary; height: 1; }
    Work > .meaning { color: $foreground-muted; height: 2; padding: 0 1; }
    Work > Effort { height: auto; padding: 0 1; }
    Work > #messages { max-height: 6; }
    """

    def compose(self) -> ComposeResult:
        """Lay out."""
        yield Static("MESSAGES", classes="title", markup=False, id="messages-title")
        yield MessageTicks(id="messages")
        yield Static("OPERATIONS", classes="title", markup=False)
        yield WorkTicks(id="operations")
        yield Static("MODES", classes="title", markup=False)
        yield WorkTicks(id="modes")
        yield Static("", classes="meaning", markup=False, id="meaning")
        yield Static("EFFORT", classes="title", markup=False, id="effort-title")
        yield Effort("", markup=False, id="effort")

    def show(self, draft: Draft, cases: int, seconds: float, keys: Keys = USUAL_KEYS) -> None:
        """Draw a draft, and how many cases it makes and how long they take."""
        self.query_one("#messages", Ticks).show(
            [Item(each.name, each.name, f"{count(len(each.data))} B") for each in draft.messages],
            draft.ticked,
        )
        self.query_one("#operations", Ticks).show([Item(each, each) for each in Operation], draft.operations)
        self.query_one("#modes", Ticks).show([Item(each, each) for each in Mode], draft.modes)
        if not self.query_one("#meaning", Static).content:
            self.query_one("#meaning", Static).update(MEANINGS.get(next(iter(draft.modes), ""), ""))
        effort = draft.effort
        words = (
            f"until ±{percent(effort.precision, digits=1)} or {effort.seconds:g} s a case\n"
            f"{_cases(cases)}, about {duration(seconds)}"
            if cases
            else f"of {', '.join(EFFORTS)}\nnothing to measure"
        )
        self._title("#effort-title", f"EFFORT {effort.name}  {keys['effort']} next")
        self._title("#messages-title", f"MESSAGES  {keys['new-message']} new")
        told = self.query_one("#effort", Effort)
        if told.content != words:
            told.update(words)

    def _title(self, where: str, text: str) -> None:
        title = self.query_one(where, Static)
        if title.content != text:
            title.update(text)

    @on(Ticks.Reached)
    def _explain(self, event: Ticks.Reached) -> None:
        event.stop()
        self.query_one("#meaning", Static).update(MEANINGS.get(event.key, ""))


def _cases(number: int) -> str:
    return f"{count(number)} case{'' if number == 1 else 's'}"
