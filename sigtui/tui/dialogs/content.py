"""The part of the message dialog that is different for each kind: an editor for each key of its table."""

import re
from collections.abc import Mapping
from pathlib import Path

from textual import on
from textual.app import ComposeResult
from textual.containers import Horizontal, Vertical
from textual.message import Message
from textual.widget import Widget
from textual.widgets import Input, Label, Static, TextArea

from sigtui.messages.table import MessageTable
from sigtui.tui.dialogs.dialog import Field, PushButton
from sigtui.tui.dialogs.paths import PathInput, meant_path

# Every other key is edited by what it is: the kind's own text in lines, anything else in an input.
_PATHS = frozenset({"file"})

_UNSAFE = "! Its line ends or control characters would not survive in this editor: it stays as it is."


# Groups of three after commas, underscores or spaces: 1,5 is half of three, not fifteen.
_WHOLE = re.compile(r"[+-]?([0-9]+|[0-9]{1,3}([,_ ])[0-9]{3}(\2[0-9]{3})*)")


def whole_number(text: str) -> int | None:
    """Return the whole number that somebody typed, its thousands separated or not; None where it is none."""
    stripped = text.strip()
    if _WHOLE.fullmatch(stripped) is None:
        return None
    try:
        return int(re.sub("[,_ ]", "", stripped))
    except ValueError:  # Python refuses to read an integer of more than some 4,300 digits
        return None


class TextEditor(TextArea):
    """An editor of a text, which is kept as it came where the editor could not hold it."""

    def __init__(self, text: str) -> None:
        super().__init__(text, show_line_numbers=False, highlight_cursor_line=False)
        self._original = text
        self.read_only = self.text != text

    @property
    def value(self) -> str:
        """The text."""
        return self._original if self.read_only else self.text


class KindForm(Vertical):
    """The editors of one kind; ``source`` is what a message of this kind holds already."""

    DEFAULT_CSS = """
    KindForm {
        height: 1fr;
        .kind--note { color: $text-warning; height: auto; }
        .kind--row { height: auto; }
        .kind--row > Label { width: 14; padding: 1 1 0 0; color: $text-muted; }
        .kind--row > Input { width: 1fr; }
        .kind--row > Button { margin-left: 1; }
        TextEditor { height: 1fr; min-height: 3; }
    }
    """

    class Changed(Message):
        """Posted when something was entered; ``form`` is where."""

        def __init__(self, form: "KindForm") -> None:
            super().__init__()
            self.form = form

    class Browse(Changed):
        """Posted when somebody wants to pick a file; ``path`` is the one that is there now."""

        def __init__(self, form: "KindForm", path: Path) -> None:
            super().__init__(form)
            self.path = path

    def __init__(self, kind: type[MessageTable], source: Mapping[str, str | int], base: Path) -> None:
        super().__init__()
        self.kind = kind
        self._base = base
        self._given = {key: str(source.get(key, "")) for key in kind.model_fields if key != "name"}
        self._editors: dict[str, TextEditor | Input] = {}

    @property
    def slow(self) -> bool:
        """Whether the bytes are fetched or made from what is entered, which takes time."""
        return not any(isinstance(editor, TextEditor) for editor in self._editors.values())

    @property
    def edited(self) -> bool:
        """Whether something was entered that the message did not hold."""
        return any(editor.value != self._given[key] for key, editor in self._editors.items())

    def compose(self) -> ComposeResult:
        """Make an editor for each key, the one that marks the kind first."""
        for key in sorted(self._given, key=lambda each: each != self.kind.kind):
            if key in _PATHS:
                path = PathInput(self._given[key], self._base, placeholder=f"path, from {self._base}")
                yield from self._row(key, path, PushButton("Browse", tooltip="Pick a file"))
            elif key == self.kind.kind and not self._is_number(key):
                yield from self._text(key)
            else:
                yield from self._row(key, Field(self._given[key], placeholder=self._default(key)))

    def table(self) -> dict[str, object]:
        """Return what was entered, as a preset would hold it; keys that are left empty are left out.

        The key that marks the kind is always there. What is no number stays text, for the reader to refuse.
        """
        return {
            key: self._value(key, editor.value)
            for key, editor in self._editors.items()
            if editor.value or key == self.kind.kind
        }

    def focus_on(self, key: str) -> None:
        """Go to the editor of a key, else to the first one."""
        editor: Widget = self._editors.get(key) or self._editors[self.kind.kind]
        editor.focus()

    def set_path(self, path: str) -> None:
        """Enter the path that was picked."""
        editor = self.query_one(PathInput)
        editor.value = path
        editor.focus()

    def _text(self, key: str) -> ComposeResult:
        editor = self._editors[key] = TextEditor(self._given[key])
        yield editor
        if editor.read_only:
            yield Static(_UNSAFE, markup=False, classes="kind--note")

    def _row(self, key: str, editor: Input, *others: Widget) -> ComposeResult:
        self._editors[key] = editor
        with Horizontal(classes="kind--row"):
            yield Label(key.replace("_", " "), markup=False)
            yield editor
            yield from others

    def _is_number(self, key: str) -> bool:
        return self.kind.model_fields[key].annotation is int

    def _default(self, key: str) -> str:
        field = self.kind.model_fields[key]
        return "" if field.is_required() else str(field.default)

    def _value(self, key: str, text: str) -> str | int:
        if self._is_number(key):
            number = whole_number(text)
            return text if number is None else number
        home = key in _PATHS and text.startswith("~")
        return str(meant_path(text, self._base)) if home else text

    @on(Input.Changed)
    @on(TextArea.Changed)
    def _tell(self, event: Message) -> None:
        event.stop()
        self.post_message(self.Changed(self))

    @on(PushButton.Pressed)
    def _browse(self, event: PushButton.Pressed) -> None:
        event.stop()
        path = self.query_one(PathInput).value
        self.post_message(self.Browse(self, meant_path(path, self._base)))
