"""The dialog that makes or changes a message: its name, its kind, its bytes."""

import asyncio
from collections.abc import Collection
from pathlib import Path
from typing import ClassVar

from textual import on, work
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Horizontal
from textual.widgets import Input, Label, Static, TabbedContent, TabPane

from sigtui.errors import Problem
from sigtui.messages import kinds, read_message
from sigtui.model import Message
from sigtui.numbers import count
from sigtui.tui.dialogs.confirm import Confirm
from sigtui.tui.dialogs.content import KindForm
from sigtui.tui.dialogs.dialog import CANCEL, SAVE, Dialog, Field, PushButton, Verdict
from sigtui.tui.dialogs.dump import hex_dump
from sigtui.tui.dialogs.file import PickFile
from sigtui.tui.dialogs.paths import relative_path
from sigtui.wording import shown

_SHOWN_ROWS = 4


class EditMessage(Dialog[Message | None]):
    """Make a message, or change ``message``; its relative paths begin at ``base``, the preset's folder.

    ``taken`` are the names of the preset's messages.
    """

    DEFAULT_CSS = """
    EditMessage {
        & > .dialog--frame { width: 100%; max-width: 100; height: 100%; max-height: 32; }
        #name { width: 1fr; }
        TabbedContent, ContentSwitcher { height: 1fr; }
        TabPane { height: 1fr; padding: 0; }
        #dump { height: auto; max-height: 13%; color: $text-muted; }
    }
    """

    BINDINGS: ClassVar[list[BindingType]] = [SAVE, CANCEL]

    HELP = """\
## A message

Its name is what tables call it. The tabs are the kinds of content: text, hex, base64, a file, or seeded random
bytes. The line below says what it comes to, with its first bytes. **Ctrl+S** takes it.
"""

    def __init__(self, base: Path, taken: Collection[str], message: Message | None = None) -> None:
        super().__init__("New message" if message is None else "Change a message")
        self._base = base
        self._taken = frozenset(taken)
        self._message = message
        self._asked = False  # somebody wanted to save: from then on whatever is missing is said
        source = {} if message is None else message.source
        self._forms = {
            name: KindForm(kind, source if name in source else {}, base) for name, kind in kinds().items()
        }
        self._kind = next((name for name in self._forms if name in source), next(iter(self._forms)))

    def body(self) -> ComposeResult:
        """Return the name, a tab for each kind, and what the message comes to."""
        with Horizontal(classes="dialog--row"):
            yield Label("Name", classes="dialog--label")
            yield Field(self._given_name, placeholder="what tables call it", id="name")
        yield Verdict(id="name-verdict")
        with TabbedContent(initial=_pane(self._kind)):
            for name, form in self._forms.items():
                with TabPane(name.replace("_", " "), id=_pane(name)):
                    yield form
        yield Verdict(id="verdict")
        yield Static(markup=False, id="dump")
        with Horizontal(classes="dialog--buttons"):
            yield PushButton("Save", variant="primary", id="save")
            yield PushButton("Cancel", id="cancel")

    def on_mount(self) -> None:
        """Begin with what is missing: the name of a new message, the content of one that has a name."""
        self._check_name()
        if self._message is None:
            self.query_one("#name").focus()
        else:
            self._form.focus_on(self._kind)

    @property
    def _given_name(self) -> str:
        return "" if self._message is None else self._message.name

    @property
    def _entered_name(self) -> str:
        return self.query_one("#name", Input).value

    @property
    def _form(self) -> KindForm:
        return self._forms[self._kind]

    @property
    def _edited(self) -> bool:
        return self._entered_name != self._given_name or any(form.edited for form in self._forms.values())

    @on(Input.Changed, "#name")
    def _check_name(self) -> bool:
        """Say what is wrong with the name, at once; return whether it will do."""
        problem = self._name_problem()
        quiet = self._entered_name == self._given_name and not self._asked
        verdict = self.query_one("#name-verdict", Verdict)
        verdict.bad("" if quiet else problem)
        return not problem

    def _name_problem(self) -> str:
        # The reader finds the name's problems also in a table that has no content yet.
        read = read_message({"name": self._entered_name}, self._base)
        texts = [] if isinstance(read, Message) else [each.text for each in read if each.key == "name"]
        if self._entered_name in self._taken - {self._given_name}:
            texts.append(
                f"{shown(self._entered_name)} is the name of another message; choose a different one"
            )
        return "; ".join(texts)

    @on(TabbedContent.TabActivated)
    def _choose_kind(self, event: TabbedContent.TabActivated) -> None:
        self._kind = next(name for name in self._forms if _pane(name) == event.pane.id)
        self._check()

    @on(KindForm.Changed)
    def _check_changed(self, event: KindForm.Changed) -> None:
        if event.form is self._form:
            self._check()

    @work(exclusive=True, exit_on_error=False)
    async def _check(self, save: bool = False) -> None:
        """Say what the message comes to, or what is wrong; a later check puts an end to an earlier one."""
        form, verdict = self._form, self.query_one("#verdict", Verdict)
        if form.slow:
            if not save:
                await asyncio.sleep(self.pause_seconds)
            verdict.neutral("Reading …")
        named = self._check_name()
        # Any name will do to learn about the content.
        table = {"name": self._entered_name if named else "message", **form.table()}
        read = await asyncio.to_thread(read_message, table, self._base)
        dump = self.query_one("#dump", Static)
        if isinstance(read, Message):
            if read.data:
                verdict.good(_bytes(len(read.data)))
            else:  # a message all the same: signing nothing takes time as well
                verdict.neutral("0 bytes: an empty message")
            dump.update(hex_dump(read.data, _SHOWN_ROWS))
        else:
            self._say(read)
            dump.update("")
        if save and not named:
            self.query_one("#name").focus()
        elif save and isinstance(read, Message):
            self.finish(read)
        elif save and not isinstance(read, Message):
            form.focus_on(read[0].key)

    def _say(self, problems: tuple[Problem, ...]) -> None:
        verdict = self.query_one("#verdict", Verdict)
        if self._asked or self._form.edited:
            verdict.bad("\n".join(_words(problem, self._form) for problem in problems))
        else:
            verdict.neutral("Nothing entered yet.")

    @on(PushButton.Pressed, "#save")
    def action_save(self) -> None:
        """Take the message, or say why it won't do and go there."""
        self._asked = True
        self._check(save=True)

    @on(PushButton.Pressed, "#cancel")
    def action_cancel(self) -> None:
        """Leave; ask first where something that was typed would be lost."""
        if self._edited:
            self.app.push_screen(
                Confirm("Discard what you entered?", "Discard", "Go on", default="no"), self._discard
            )
        else:
            self.finish(None)

    def _discard(self, discard: bool | None) -> None:
        if discard:
            self.finish(None)

    @on(KindForm.Browse)
    def _browse(self, event: KindForm.Browse) -> None:
        def enter(path: Path | None) -> None:
            if path is not None:
                event.form.set_path(relative_path(path, self._base))

        self.app.push_screen(PickFile(event.path), enter)


def _pane(kind: str) -> str:
    return f"kind-{kind}"


def _bytes(number: int) -> str:
    return "1 byte" if number == 1 else f"{count(number)} bytes"


def _words(problem: Problem, form: KindForm) -> str:
    """Return a problem's words; the key of the only editor there is need not be named."""
    return problem.text if len(form.kind.model_fields) == 2 else str(problem)
