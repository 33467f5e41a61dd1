"""What the app remembers, and how that is written: plain values out, and leniently back in."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from pathlib import Path
from typing import TypeVar

from sigtui.errors import FileError, Problem
from sigtui.files.preset import moved, preset_document, preset_from
from sigtui.messages.strict import within
from sigtui.model import Mode, Operation, Preset, View
from sigtui.wording import refusal, shown

SCHEMA = 1

_Words = TypeVar("_Words", bound=StrEnum)


@dataclass(frozen=True, slots=True)
class Origin:
    """The file that a memory was read from: ``digest`` of its bytes, and whether there were problems with it."""

    digest: bytes
    unreadable: bool = False


@dataclass(frozen=True, slots=True)
class Memory:
    """The app as it was left; None where nothing is known.

    ``preset`` is the draft as it stood, ``path`` the file it came from or was saved to, and ``dirty`` whether it
    has changes that this file lacks. ``view`` is the table that was shown. ``theme`` and ``zoom`` are the app's
    own words, which it has to check. ``origin`` is what it was read from, which no memory is compared by.
    """

    theme: str | None = None
    preset: Preset | None = None
    path: Path | None = None
    dirty: bool = False
    view: View | None = None
    log_axis: bool = False
    zoom: str | None = None
    origin: Origin | None = field(default=None, compare=False, repr=False)


def memory_document(memory: Memory) -> dict[str, object]:
    """Return a memory as plain values in the order of its file; bytes of messages are not among them."""
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


def memory_from(document: Mapping[str, object], place: str, problems: list[Problem]) -> Memory:
    """Return what the values of a file say; whatever is wrong costs itself only, its problems being added."""
    schema = document.get("schema")
    if isinstance(schema, bool) or schema != SCHEMA:
        what = "is required" if schema is None else f"{shown(schema)} is another sigtui's"
        problems.append(Problem("schema", f"{what}; this one reads schema = {SCHEMA}"))
        return Memory()
    text = _text(document, "path", problems)
    path = None if text is None else Path(text)
    preset = _preset(document, place, path, problems)
    return Memory(
        theme=_text(document, "theme", problems),
        preset=preset,
        path=path,
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


def _preset(
    document: Mapping[str, object], place: str, path: Path | None, problems: list[Problem]
) -> Preset | None:
    table = document.get("preset")
    if table is None:
        return None
    if not isinstance(table, Mapping):
        problems.append(Problem("preset", f"must be a table, not {shown(table)}"))
        return None
    base = Path(_text(document, "base", problems) or "")
    try:
        preset = preset_from(table, place, base)
    except FileError as error:
        problems.extend(within("preset", problem) for problem in error.problems)
        return None
    # A draft that belongs to no file has its message files where the app was started; now that is elsewhere.
    return moved(preset, base, Path.cwd()) if path is None else preset
