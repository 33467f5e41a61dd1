"""The user's own keys, ``keys.toml`` in the config folder: which key does what, read strictly."""

import os
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from pydantic import Field, ValidationError

from sigtui.errors import Problem
from sigtui.files.documents import read_toml, refuse
from sigtui.files.store import is_absent, read_bytes, user_presets, write_making_folder
from sigtui.files.toml import render_toml
from sigtui.messages.strict import StrictTable, fields_of, key_of, problems_of
from sigtui.wording import nearest, refusal, shown

SCHEMA = 1
MOST_BYTES = 1 << 16

_MOST_ENTRIES = 200
_MOST_KEYS = 8
_HEAD = """\
# Keys of sigtui. Take the # from the start of a line and change its keys; they count from the next start.
# Commas separate several keys. A key is a character (r R ? é) or has a name: space enter tab escape comma
# up pageup delete f6 ctrl+r alt+r shift+up. Upper case is Shift: R, not shift+r. A key can do one thing only.
# Terminals send ctrl+m as enter, ctrl+i as tab, ctrl+h as backspace, ctrl+j as enter: these are refused.

"""


@dataclass(frozen=True, slots=True)
class Remappable:
    """A binding that a person can give other keys.

    ``keys`` are its own keys, separated by commas; ``text`` says what it does.
    """

    id: str
    keys: str
    text: str


@dataclass(frozen=True, slots=True)
class Keyboard:
    """The keys that a terminal can send; any other single character is a key as well.

    ``names`` maps every spelling of a key to the one that the app knows it by (``?`` to ``question_mark``);
    ``merged`` maps keys that terminals swallow, or send as another one, to what happens instead.
    """

    names: Mapping[str, str]
    merged: Mapping[str, str]

    def known_as(self, key: str) -> str | None:
        """Return a key as the app knows it; None where there is no such key, or it is merged with another."""
        if key in self.merged:
            return None
        alone = key if len(key) == 1 and key.isprintable() else None
        return self.names.get(key, alone)


class _Top(StrictTable):
    """The keys of the file itself."""

    schema_: object = Field(default=None, alias="schema")  # checked on its own, before the others
    keys: dict[str, object] = Field(default_factory=dict)


def keymap_path() -> Path:
    """Return where the user's keys are; neither the file nor its folder need exist."""
    return user_presets().parent / "keys.toml"


def read_keymap(path: Path, bindings: Sequence[Remappable], keyboard: Keyboard) -> Mapping[str, str]:
    """Return the keys of every binding that the file names, separated by commas, as the app knows them.

    A file that is not there names none. Two bindings must not share a key unless they share one from the
    start, as those do that are never there at once. Raises FileError with everything that is wrong.
    """
    if is_absent(path):
        return {}
    place = str(path)
    document = read_toml(read_bytes(path, MOST_BYTES), place)
    problems = _schema_problems(document, place)
    try:
        entries = _Top.model_validate(document).keys
    except ValidationError as error:
        problems.extend(problems_of(error, fields_of(_Top)))
        table = document.get("keys")
        entries = table if isinstance(table, dict) else {}
    if len(entries) > _MOST_ENTRIES:
        problems.append(Problem("keys", f"has {len(entries):,} keys; at most {_MOST_ENTRIES} are read"))
        refuse(place, problems)
    wanted: dict[str, tuple[str, ...]] = {}
    ids = [binding.id for binding in bindings]
    for name, value in entries.items():
        if name not in ids:
            problems.append(Problem(_key(name), _no_action(name, ids)))
        else:
            wanted[name] = _keys(name, value, keyboard, problems)
    problems.extend(_clashes(wanted, bindings, keyboard))
    if problems:
        refuse(place, problems)
    return {name: ",".join(keys) for name, keys in wanted.items()}


def render_template(bindings: Iterable[Remappable]) -> bytes:
    """Return a file that changes nothing yet: every binding with its own keys and what it does, commented out."""
    entries = [(_entry(binding), " ".join(binding.text.split())) for binding in bindings]
    width = max((len(entry) for entry, _ in entries), default=0)
    lines = "\n".join(f"# {entry:{width}}  # {text}" if text else f"# {entry}" for entry, text in entries)
    return f"{_HEAD}schema = {SCHEMA}\n\n[keys]\n{lines}\n".encode()


def write_template(path: Path, bindings: Iterable[Remappable]) -> None:
    """Write ``render_template`` to a new file, its folder too; FileError where a file is there already."""
    if os.path.lexists(path):
        refuse(str(path), [Problem("", "is there already; open it in an editor to change your keys")])
    write_making_folder(path, render_template(bindings))


def _schema_problems(document: Mapping[str, object], place: str) -> list[Problem]:
    """Check the schema; a newer one is the only problem named, because the others follow from it."""
    schema = document.get("schema")
    if schema is None:
        return [Problem("schema", f"is required; this sigtui reads schema = {SCHEMA}")]
    if isinstance(schema, bool) or not isinstance(schema, int):
        return [Problem("schema", f"must be the whole number {SCHEMA}, not {shown(schema)}")]
    if schema > SCHEMA:
        text = f"made by a newer sigtui: schema {shown(schema)}, this one reads {SCHEMA}"
        refuse(place, [Problem("schema", text)])
    return [] if schema == SCHEMA else [Problem("schema", f"must be {SCHEMA}, not {shown(schema)}")]


def _keys(name: str, value: object, keyboard: Keyboard, problems: list[Problem]) -> tuple[str, ...]:
    """Read the keys of one binding; none where one is wrong, its problems then being added."""
    found: dict[str, None] = {}
    wrong: list[str] = []
    written = value.split(",") if isinstance(value, str) else []
    if not isinstance(value, str):
        wrong.append(f"must be text, not {shown(value)}")
    elif not value.strip():
        wrong.append("must not be empty; leave the line out to keep its own key")
    elif len(written) > _MOST_KEYS:
        wrong.append(f"has {len(written):,} keys; at most {_MOST_KEYS} are read")
    else:
        for key in map(str.strip, written):
            known = keyboard.known_as(key)
            if known is None:
                wrong.append(_no_key(key, keyboard))
            elif known in found:
                wrong.append(f"names {shown(key)} more than once; leave the others out")
            else:
                found[known] = None
    problems.extend(Problem(_key(name), text) for text in dict.fromkeys(wrong))
    return () if wrong else tuple(found)


def _no_action(name: str, ids: Sequence[str]) -> str:
    """Say what there is, first what the same words mean in another order or with other signs between them."""
    words = _words(name)
    same = next((each for each in ids if _words(each) == words), name)
    return refusal("there is no such action", same, ids)


def _words(name: str) -> list[str]:
    return sorted(name.lower().replace(".", "-").replace("_", "-").split("-"))


def _no_key(key: str, keyboard: Keyboard) -> str:
    """Say why a text is no key that can be had."""
    if not key:
        return "has a comma with no key beside it; the comma itself is called comma"
    if key in keyboard.merged:
        return f"{shown(key)} can't be had: {keyboard.merged[key]}"
    near = nearest(key, [name for name in keyboard.names if len(name) > 1])
    hint = f"; did you mean {shown(near)}?" if near else "."
    return f"{shown(key)} is no key{hint} A key is a character, or has a name such as space, f6 or ctrl+r"


def _clashes(
    wanted: Mapping[str, Sequence[str]], bindings: Sequence[Remappable], keyboard: Keyboard
) -> list[Problem]:
    """Find the keys that would do two things at the same place."""
    own = {binding.id: _own_keys(binding, keyboard) for binding in bindings}
    problems: list[Problem] = []
    named: list[str] = []
    for name, keys in wanted.items():
        for other, others_own in own.items():
            if other == name or own[name] & others_own or (other in wanted and other not in named):
                continue
            shared = [_readable(key, keyboard) for key in keys if key in wanted.get(other, others_own)]
            remedy = "" if other in wanted else f"; give {other} another one, or choose another one here"
            texts = (f"{shown(key)} is the key of {other} already{remedy}" for key in shared)
            problems.extend(Problem(_key(name), text) for text in texts)
        named.append(name)
    return problems


def _own_keys(binding: Remappable, keyboard: Keyboard) -> frozenset[str]:
    return frozenset(keyboard.known_as(key.strip()) or key.strip() for key in binding.keys.split(","))


def _readable(known: str, keyboard: Keyboard) -> str:
    """Return the shortest spelling of a key: ``?`` for ``question_mark``."""
    return min((name for name, each in keyboard.names.items() if each == known), key=len, default=known)


def _key(name: str) -> str:
    return key_of(("keys", name))


def _entry(binding: Remappable) -> str:
    return render_toml({binding.id: binding.keys}).decode().strip()
