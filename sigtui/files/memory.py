"""What the app remembers from one session to the next, ``app.toml`` in the state folder; unsaved work above all.

Read leniently: whatever is wrong costs what it says, never the start of the app.
"""

import os
from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from itertools import count
from pathlib import Path
from typing import TypeVar

from platformdirs import user_state_path

from sigtui.errors import FileError, Problem
from sigtui.files.documents import read_toml
from sigtui.files.preset import preset_document, preset_from
from sigtui.files.store import read_bytes, write_atomically
from sigtui.files.toml import render_toml
from sigtui.messages.local import reason
from sigtui.messages.strict import within
from sigtui.model import Mode, Operation, Preset, View
from sigtui.wording import refusal, shown

SCHEMA = 1
MOST_BYTES = 1 << 23
"""The largest file, 8 MiB: a draft with its messages."""

REMEDY = "sigtui starts without that, and keeps this file beside the new one when it next writes it."
"""What happens to a file that ``read_memory`` has problems with, as ``write_memory`` does it."""


@dataclass(frozen=True, slots=True)
class Memory:
    """The app as it was left; None where nothing is known.

    ``preset`` is the draft as it stood, ``path`` the file it came from or was saved to, and ``dirty`` whether it
    has changes that this file lacks. ``view`` is the table that was shown. ``theme`` and ``zoom`` are the app's
    own words, which it has to check.
    """

    theme: str | None = None
    preset: Preset | None = None
    path: Path | None = None
    dirty: bool = False
    view: View | None = None
    log_axis: bool = False
    zoom: str | None = None


_Words = TypeVar("_Words", bound=StrEnum)


def memory_path() -> Path:
    """Return where the app's memory is; neither the file nor its folder need exist."""
    return user_state_path("sigtui", appauthor=False) / "app.toml"


def read_memory(path: Path) -> tuple[Memory, list[str]]:
    """Return what is remembered, and in words what could not be read; nothing is raised and no file changed.

    A file that is not there remembers nothing. Keys of other versions are ignored.
    """
    if is_absent(path):
        return Memory(), []
    place = str(path)
    problems: list[Problem] = []
    memory = Memory()
    try:
        memory = _memory(read_toml(read_bytes(path, MOST_BYTES), place), place, problems)
    except FileError as error:
        problems.extend(error.problems)
    return memory, [f"{place}: {problem}" for problem in problems]


def write_memory(path: Path, memory: Memory) -> None:
    """Write the memory, whole or not at all, and its folder where there is none; raises FileError.

    A file that ``read_memory`` has problems with is kept beside it (``app.1.toml``), because what could not be
    read may be work that nobody has saved.
    """
    try:
        data = render_toml(_document(memory))
    except UnicodeEncodeError as error:
        raise _unwritten(path, "a name in it is no Unicode text; rename the file or the message") from error
    if len(data) > MOST_BYTES:
        raise _unwritten(
            path, f"the draft has {len(data):,} bytes, at most {MOST_BYTES:,} are kept; save it as a preset"
        )
    if read_memory(path)[1]:
        _keep_aside(path)
    write_making_folder(path, data)


def write_making_folder(path: Path, data: bytes) -> None:
    """Write a file of sigtui's own as ``write_atomically`` does, and its folder where there is none."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
    except (OSError, ValueError) as error:
        raise _unwritten(path, f"its folder can't be created: {reason(error)}") from error
    write_atomically(path, data)


def is_absent(path: Path) -> bool:
    """Whether nothing is there; what can't even be looked at is for ``read_bytes`` to explain."""
    try:
        path.stat()
    except FileNotFoundError:
        return True
    except (OSError, ValueError):
        return False
    return False


def _document(memory: Memory) -> dict[str, object]:
    view = memory.view
    document: dict[str, object] = {
        "schema": SCHEMA,
        "theme": memory.theme,
        "path": _written(memory.path),
        "dirty": memory.dirty,
        "log_axis": memory.log_axis,
        "zoom": memory.zoom,
    }
    if view is not None:
        document["view"] = {
            "operation": str(view.operation),
            "mode": None if view.mode is None else str(view.mode),
            "message": view.message,
        }
    if memory.preset is not None:
        document["base"] = _written(memory.path.parent if memory.path else Path())
        document["preset"] = preset_document(memory.preset)
    return document


def _written(path: Path | None) -> str | None:
    """Return a path as every later session finds it; None where it has to be forgotten.

    That is so where its bytes are no text, which TOML can't hold, and where this folder is gone.
    """
    if path is None:
        return None
    try:
        text = str(path.absolute())
        text.encode()
    except (OSError, UnicodeEncodeError):
        return None
    return text


def _memory(document: Mapping[str, object], place: str, problems: list[Problem]) -> Memory:
    schema = document.get("schema")
    if isinstance(schema, bool) or schema != SCHEMA:
        what = "is required" if schema is None else f"{shown(schema)} is another sigtui's"
        problems.append(Problem("schema", f"{what}; this one reads schema = {SCHEMA}"))
        return Memory()
    path = _text(document, "path", problems)
    preset = _preset(document, place, problems)
    return Memory(
        theme=_text(document, "theme", problems),
        preset=preset,
        path=None if path is None else Path(path),
        dirty=_flag(document, "dirty", problems) and preset is not None,
        view=_view(document.get("view"), problems),
        log_axis=_flag(document, "log_axis", problems),
        zoom=_text(document, "zoom", problems),
    )


def _text(table: Mapping[str, object], key: str, problems: list[Problem]) -> str | None:
    value = table.get(key)
    if value is None or isinstance(value, str):
        return value
    problems.append(Problem(key, f"must be text, not {shown(value)}"))
    return None


def _flag(table: Mapping[str, object], key: str, problems: list[Problem]) -> bool:
    value = table.get(key, False)
    if isinstance(value, bool):
        return value
    problems.append(Problem(key, f"must be true or false, not {shown(value)}"))
    return False


def _view(value: object, problems: list[Problem]) -> View | None:
    if value is None:
        return None
    if not isinstance(value, Mapping):
        problems.append(Problem("view", f"must be a table, not {shown(value)}"))
        return None
    found: list[Problem] = []
    operation = _word(value, "operation", Operation, found)
    mode = _word(value, "mode", Mode, found)
    message = _text(value, "message", found)
    if not found and operation is None:
        found.append(Problem("operation", "is required"))
    problems.extend(within("view", problem) for problem in found)
    return None if found or operation is None else View(operation, mode, message)


def _word(
    table: Mapping[str, object], key: str, allowed: type[_Words], problems: list[Problem]
) -> _Words | None:
    text = _text(table, key, problems)
    if text is None:
        return None
    try:
        return allowed(text)
    except ValueError:
        words = tuple(str(word) for word in allowed)
        problems.append(Problem(key, refusal(f"{shown(text)} is not allowed", text, words)))
        return None


def _preset(document: Mapping[str, object], place: str, problems: list[Problem]) -> Preset | None:
    table = document.get("preset")
    if table is None:
        return None
    if not isinstance(table, Mapping):
        problems.append(Problem("preset", f"must be a table, not {shown(table)}"))
        return None
    base = _text(document, "base", problems)
    try:
        return preset_from(table, place, Path(base or ""))
    except FileError as error:
        problems.extend(within("preset", problem) for problem in error.problems)
        return None


def _keep_aside(path: Path) -> None:
    """Give a file another name beside it that nothing has yet; what is no file is not touched."""
    target = Path(os.path.realpath(path))
    if not target.is_file():
        return
    names = (target.with_name(f"{target.stem}.{number}{target.suffix}") for number in count(1))
    aside = next(name for name in names if not os.path.lexists(name))
    try:
        target.rename(aside)
    except OSError as error:
        raise _unwritten(path, f"what is there can't be kept as {aside.name}: {reason(error)}") from error


def _unwritten(path: Path, why: str) -> FileError:
    return FileError(str(path), [Problem("", f"can't be written: {why}")])
