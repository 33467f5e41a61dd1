import os
import tomllib
from collections.abc import Mapping
from pathlib import Path

import pytest

from sigtui.errors import FileError
from sigtui.files import store
from sigtui.files.keymap import (
    MOST_BYTES,
    Keyboard,
    Remappable,
    keymap_path,
    read_keymap,
    render_template,
    write_template,
)

NAMES = ("space", "comma", "question_mark", "f6", "ctrl+r", "ctrl+t", "shift+up")
KEYBOARD = Keyboard(
    names={**{name: name for name in NAMES}, "?": "question_mark"},
    merged={"ctrl+m": "terminals send it as enter", "shift+r": "it arrives as R; write that"},
)
BINDINGS = (
    Remappable("run", "r", "Measure everything that is ticked"),
    Remappable("pause", "p,f6", "Pause"),
    Remappable("help", "?", "Help for\nthe focused part"),
    Remappable("copy", "y", "Copy the table"),
    Remappable("journal-copy", "y", "Copy the journal"),
    Remappable("quit", "q", ""),
)


def read(folder: Path, entries: str, head: str = "schema = 1\n[keys]\n") -> Mapping[str, str]:
    """Read a file of keys with these entries."""
    path = folder / "keys.toml"
    path.write_text(head + entries)
    return read_keymap(path, BINDINGS, KEYBOARD)


def problems(folder: Path, entries: str, head: str = "schema = 1\n[keys]\n") -> list[str]:
    """Read a wrong file and return its problems."""
    with pytest.raises(FileError) as caught:
        read(folder, entries, head)
    assert caught.value.place == str(folder / "keys.toml")
    return [str(problem) for problem in caught.value.problems]


def test_keys_come_as_the_app_knows_them(tmp_path: Path) -> None:
    """Spaces around commas are nothing, a character has the name that the app hears, any other one is itself."""
    found = read(tmp_path, 'run = "R , ctrl+r"\nhelp = "?"\npause = "к"\n"quit" = "comma"\n')
    assert found == {"run": "R,ctrl+r", "help": "question_mark", "pause": "к", "quit": "comma"}


def test_no_file_names_no_keys(tmp_path: Path) -> None:
    """Neither does a file with no entries, nor one whose folder is missing."""
    assert read_keymap(tmp_path / "keys.toml", BINDINGS, KEYBOARD) == {}
    assert read_keymap(tmp_path / "none" / "keys.toml", BINDINGS, KEYBOARD) == {}
    assert read(tmp_path, "") == {}
    assert read(tmp_path, "", head="schema = 1") == {}


STRANGE = (
    "'strg+r' is no key; did you mean 'ctrl+r'? A key is a character, or has a name such as space, f6 or ctrl+r",
    "'shift+r' can't be had: it arrives as R; write that",
    "'hyperspace12' is no key. A key is a character, or has a name such as space, f6 or ctrl+r",
    "names 'r' more than once; leave the others out",
    "has a comma with no key beside it; the comma itself is called comma",
)


def test_all_problems_come_at_once(tmp_path: Path) -> None:
    """Each says its place, what is wrong with which value, and what is allowed."""
    found = problems(
        tmp_path,
        'rnu = "r"\nrun = "ctrl+m, Ctrl+R, strg+r, shift+r, hyperspace12, r, r,"\npause = 5\ncopy = " "\n',
    )
    assert found == [
        "keys.rnu: there is no such action; did you mean 'run'? "
        "Allowed: run, pause, help, copy, journal-copy, quit",
        "keys.run: 'ctrl+m' can't be had: terminals send it as enter",
        "keys.run: 'Ctrl+R' is no key; did you mean 'ctrl+r'? "
        "A key is a character, or has a name such as space, f6 or ctrl+r",
        *(f"keys.run: {text}" for text in STRANGE),
        "keys.pause: must be text, not 5",
        "keys.copy: must not be empty; leave the line out to keep its own key",
    ]


@pytest.mark.parametrize(
    ("entries", "expected"),
    [
        ('run = "t"\npause = "t"', ["keys.pause: 't' is the key of run already"]),
        (
            'run = "p"',
            ["keys.run: 'p' is the key of pause already; give pause another one, or choose another one here"],
        ),
        (
            'run = "question_mark"',
            ["keys.run: '?' is the key of help already; give help another one, or choose another one here"],
        ),
        (
            'copy = "t"\nrun = "t"\njournal-copy = "t"',
            ["keys.run: 't' is the key of copy already", "keys.journal-copy: 't' is the key of run already"],
        ),
    ],
    ids=["both named", "one's own", "other spelling", "three"],
)
def test_a_key_of_two_bindings_is_refused(tmp_path: Path, entries: str, expected: list[str]) -> None:
    """Whether the file names both or one of them has the key from the start."""
    assert problems(tmp_path, entries) == expected


def test_bindings_swap_their_keys(tmp_path: Path) -> None:
    """A key that its binding gives away is free."""
    assert read(tmp_path, 'run = "p"\npause = "r"') == {"run": "p", "pause": "r"}


def test_what_shares_a_key_from_the_start_goes_on_sharing(tmp_path: Path) -> None:
    """Two bindings that are never there at once move together, or one of them alone."""
    assert read(tmp_path, 'copy = "t"\njournal-copy = "t"') == {"copy": "t", "journal-copy": "t"}
    assert read(tmp_path, 'copy = "t"') == {"copy": "t"}


def test_a_wrong_entry_is_not_blamed_for_a_clash(tmp_path: Path) -> None:
    """Nobody knows yet which key a wrong entry will have."""
    assert problems(tmp_path, 'run = "p"\npause = 5') == ["keys.pause: must be text, not 5"]


@pytest.mark.parametrize(
    ("head", "expected"),
    [
        ("[keys]\n", "schema: is required; this sigtui reads schema = 1"),
        ("schema = true\n[keys]\n", "schema: must be the whole number 1, not true"),
        ("schema = 0\n[keys]\n", "schema: must be 1, not 0"),
        ("schema = 2\nnew = 1\n[keys]\n", "schema: made by a newer sigtui: schema 2, this one reads 1"),
        ("schema = 1\nkesy = 1\n[keys]\n", "kesy: unknown key; did you mean 'keys'? Allowed: schema, keys"),
        ('schema = 1\nkeys = "r"\n[other]\n', "keys: must be a table, not 'r'"),
    ],
)
def test_the_file_itself_is_read_strictly(tmp_path: Path, head: str, expected: str) -> None:
    """A wrong schema, an unknown key and a wrong type are said; a newer file has that one problem."""
    found = problems(tmp_path, 'run = "t"' if head.endswith("[keys]\n") else "", head)
    assert expected in found
    assert len(found) == 1 or "other" in head


def test_hostile_files_are_refused_at_once(tmp_path: Path) -> None:
    """Too many entries, too many keys, too many bytes, something that is no file or no TOML."""
    entries = "".join(f'a{number} = "r"\n' for number in range(201))
    assert problems(tmp_path, entries) == ["keys: has 201 keys; at most 200 are read"]
    assert problems(tmp_path, f'run = "{",".join("abcdeghij")}"') == [
        "keys.run: has 9 keys; at most 8 are read"
    ]
    assert problems(tmp_path, 'run = ",,"') == [
        "keys.run: has a comma with no key beside it; the comma itself is called comma"
    ]
    assert "at most 65,536 are read" in problems(tmp_path, "#" * MOST_BYTES)[0]
    assert "is no TOML" in problems(tmp_path, "run = ")[0]
    with pytest.raises(FileError, match="is a folder"):
        read_keymap(tmp_path, BINDINGS, KEYBOARD)


def test_the_template_changes_nothing_and_explains_itself(tmp_path: Path) -> None:
    """It reads as no keys at all; with its entries no longer comments, as everybody's own keys."""
    template = render_template(BINDINGS).decode()
    assert read(tmp_path, "", head=template) == {}
    entries = template.partition("[keys]\n")[2]
    uncommented = "".join(line.removeprefix("# ") for line in entries.splitlines(keepends=True))
    assert tomllib.loads(uncommented) == {binding.id: binding.keys for binding in BINDINGS}
    assert read(tmp_path, uncommented) == {
        "run": "r",
        "pause": "p,f6",
        "help": "question_mark",
        "copy": "y",
        "journal-copy": "y",
        "quit": "q",
    }
    assert '# run = "r"           # Measure everything that is ticked\n' in entries
    assert '# help = "?"          # Help for the focused part\n' in entries
    assert entries.endswith('# quit = "q"\n')


def test_the_template_is_written_to_a_new_file_only(tmp_path: Path) -> None:
    """Its folder is created; what is there, be it a dangling link, stays."""
    path = tmp_path / "sigtui" / "keys.toml"
    write_template(path, BINDINGS)
    assert path.read_bytes() == render_template(BINDINGS)
    path.write_text("mine")
    with pytest.raises(FileError, match="is there already; open it in an editor"):
        write_template(path, BINDINGS)
    assert path.read_text() == "mine"
    path.unlink()
    path.symlink_to("elsewhere")
    with pytest.raises(FileError, match="is there already"):
        write_template(path, BINDINGS)
    assert os.listdir(path.parent) == ["keys.toml"]  # noqa: PTH208 - the link itself is listed too


def test_the_file_is_beside_the_users_presets() -> None:
    """One folder holds all that a person configures."""
    assert keymap_path() == store.user_presets().parent / "keys.toml"


@pytest.mark.parametrize(
    ("written", "meant"), [("journal.copy", "journal-copy"), ("copy-journal", "journal-copy"), ("Run", "run")]
)
def test_an_old_name_leads_to_the_one_of_today(tmp_path: Path, written: str, meant: str) -> None:
    """However its words were separated and ordered."""
    (said,) = problems(tmp_path, f'"{written}" = "f6"\n')
    assert f"did you mean '{meant}'?" in said
