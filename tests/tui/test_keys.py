import asyncio
import re
import string
from pathlib import Path
from typing import ClassVar

import pytest
from textual._xterm_parser import XTermParser
from textual.app import App
from textual.binding import Binding, BindingType
from textual.events import Key
from textual.widget import Widget

from sigtui.files.keymap import read_keymap, render_template
from sigtui.saying import USUAL_KEYS
from sigtui.tui.keys import bindings_of, keyboard, remappable, spelled

KEYBOARD = keyboard()


class Pressed(App[None]):
    """Remembers which of its actions were done, in order."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("r", "note('run')", "run", tooltip="Measure everything that is ticked", id="run"),
        Binding("p,f6", "note('pause')", "pause", id="pause"),
        Binding("?", "note('help')", "help", id="help"),
        Binding("x", "note('nameless')", "nameless"),
    ]

    def __init__(self) -> None:
        super().__init__()
        self.done: list[str] = []

    def action_note(self, what: str) -> None:
        """Remember an action."""
        self.done.append(what)


class Pane(Widget):
    """Binds one action more, and one again under another key."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("R", "run", id="run"), Binding("y", "copy", id="copy")]


def sent(data: str) -> str:
    """Return the key that Textual hears when a terminal sends these characters."""
    parser = XTermParser()
    heard = [*parser.feed(data), *parser.feed("")]  # the end, as a pause would be: nothing more belongs to it
    (key,) = [each.key for each in heard if isinstance(each, Key) and each.character != ""]
    return key


@pytest.mark.parametrize(
    ("data", "spelled"),
    [
        *((each, each) for each in "rR7é?/-+_@[]\\^~µ§"),
        (" ", "space"),
        (",", "comma"),
        ("\r", "enter"),
        ("\t", "tab"),
        ("\x7f", "backspace"),
        ("\x12", "ctrl+r"),
        ("\x00", "ctrl+@"),
        ("\x00", "ctrl+space"),
        ("\x1c", "ctrl+backslash"),
        ("\x1c", "ctrl+\\"),
        ("\x1bOP", "f1"),
        ("\x1b[20~", "f9"),
        ("\x1b[1;2P", "shift+f1"),
        ("\x1b[1;2P", "f13"),
        ("\x1b[A", "up"),
        ("\x1b[1;5D", "ctrl+left"),
        ("\x1b[Z", "shift+tab"),
        ("\x1br", "alt+r"),
        ("\x1bR", "alt+shift+r"),
        ("\x1b[114;5u", "ctrl+r"),
        ("\x1b[32;5u", "ctrl+space"),
    ],
)
def test_keys_are_known_as_textual_hears_them(data: str, spelled: str) -> None:
    """What a terminal sends for a key is among the names that its spelling is bound to."""
    known = KEYBOARD.known_as(spelled)
    assert known is not None
    assert sent(data) in known.split(",")


@pytest.mark.parametrize(
    ("data", "merged", "heard"),
    [
        ("\r", "ctrl+m", "enter"),
        ("\t", "ctrl+i", "tab"),
        ("\x08", "ctrl+h", "backspace"),
        ("\x12", "ctrl+shift+r", "ctrl+r"),
        ("R", "shift+r", "R"),
        ("\r", "ctrl+enter", "enter"),
    ],
)
def test_merged_keys_are_refused_with_the_reason(data: str, merged: str, heard: str) -> None:
    """A key that arrives as another one names that one."""
    assert sent(data) == heard
    assert KEYBOARD.known_as(merged) is None
    assert heard in KEYBOARD.merged[merged]


@pytest.mark.parametrize(
    "key", ["ctrl+j", "ctrl+[", *(f"ctrl+shift+{each}" for each in string.ascii_lowercase)]
)
def test_keys_that_terminals_keep_are_refused(key: str) -> None:
    """They would work in some terminals only."""
    assert "choose another key" in KEYBOARD.merged[key]
    assert key not in KEYBOARD.names


@pytest.mark.parametrize(
    "key", ["", "ctrl-at", "<any>", "return", "Ctrl+R", "strg+r", "ctrl+", "\x07", "f25"]
)
def test_what_no_keyboard_has_is_no_key(key: str) -> None:
    """Nor is what Textual only knows inside."""
    assert KEYBOARD.known_as(key) is None
    assert key not in KEYBOARD.merged


def test_a_file_of_keys_takes_effect(tmp_path: Path) -> None:
    """The new keys do it, the old ones no longer; keys can be swapped, and the others stay."""
    path = tmp_path / "keys.toml"
    path.write_text('schema = 1\n[keys]\nrun = "p, ctrl+t"\npause = "r"\nhelp = "/"\n')

    async def main() -> None:
        app = Pressed()
        app.set_keymap(read_keymap(path, bindings_of([Pressed]), KEYBOARD))
        async with app.run_test() as pilot:
            await pilot.press("p", "ctrl+t", "r", "f6", "slash", "question_mark", "x")
        assert app.done == ["run", "run", "pause", "help", "nameless"]

    asyncio.run(main())


def test_bindings_are_collected_from_classes() -> None:
    """Those with an id, by id; what several classes bind is one, with the keys of all."""
    found = bindings_of([Pressed, Pane])
    assert [(each.id, each.keys, each.text) for each in found] == [
        ("copy", "y", ""),
        ("help", "question_mark", "help"),
        ("pause", "p,f6", "pause"),
        ("run", "r,R", "Measure everything that is ticked"),
    ]


def test_every_binding_of_the_app_can_be_written_into_the_file(tmp_path: Path) -> None:
    """The template with all its lines in force is right, and says what each does."""
    bindings = remappable()
    assert {"journal-copy"} <= {each.id for each in bindings}
    assert [each.id for each in bindings if not each.text] == []
    assert [each.id for each in bindings if re.fullmatch("[a-z]+(-[a-z]+)*", each.id) is None] == []
    path = tmp_path / "keys.toml"
    head, keys, entries = render_template(bindings).decode().partition("[keys]\n")
    path.write_text(head + keys + entries.replace("\n# ", "\n").removeprefix("# "))
    assert len(read_keymap(path, bindings, KEYBOARD)) == len(bindings)


def test_texts_know_the_usual_keys() -> None:
    """Each is a binding of the app, and its first key."""
    first = {each.id: each.keys.partition(",")[0] for each in remappable()}
    assert {name: spelled({name: first[name]})[name] for name in USUAL_KEYS} == USUAL_KEYS
    assert spelled({}) == USUAL_KEYS


def test_keys_are_spelled_as_the_footer_spells_them() -> None:
    """The first of several; what a file does not name keeps its own."""
    named = {"run": "ctrl+r,r", "pause": "question_mark", "undo": "alt+u", "save": "f2", "export": "enter"}
    shown = spelled(named)
    app = App[None]()
    for name, keys in named.items():
        assert shown[name] == app.get_key_display(Binding(keys.partition(",")[0], ""))
    assert (shown["run"], shown["pause"], shown["stop"]) == ("^r", "?", "x")
