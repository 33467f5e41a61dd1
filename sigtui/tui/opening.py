"""Finds out what the app opens with, and what went wrong before there was a screen."""

from dataclasses import replace
from pathlib import Path

from sigtui import machine
from sigtui.draft import Draft
from sigtui.errors import FileError, UsageError
from sigtui.files.keymap import keymap_path, read_keymap
from sigtui.files.memory import REMEDY, Memory, memory_path, read_memory
from sigtui.files.preset import moved, read_preset, render_preset
from sigtui.files.store import (
    find_preset,
    free_path,
    is_absent,
    shipped_presets,
    user_presets,
    user_state,
    write_making_folder,
)
from sigtui.model import EFFORTS, Preset
from sigtui.saying import Keys
from sigtui.tui.keys import keyboard, remappable, spelled
from sigtui.tui.notices import Severity, error_text
from sigtui.tui.studio import Options
from sigtui.tui.workbench import Document

_DEFAULT = "rfc9421"

Told = list[tuple[Severity, str]]


def find_options(preset: str | None, effort: str | None, cpu: int | None, seed: int | None) -> Options:
    """Return what the app opens with. Raises SigtuiError for what was asked for and can't be had."""
    if cpu is not None and (reason := machine.pin_reason(cpu, machine.inspect())):
        raise UsageError(f"--cpu: {reason}")
    memory, problems = read_memory(memory_path())
    told: Told = [("warning", f"{problem}\n{REMEDY}") for problem in problems]
    keymap = _keymap(told)
    document = _document(preset, memory, told, spelled(keymap))
    if effort is not None:
        document = replace(document, draft=document.draft.with_effort(EFFORTS[effort]))
    return Options(document, memory, keymap, tuple(told), seed, cpu)


def _keymap(told: Told) -> dict[str, str]:
    """Return the keys that the person gave."""
    try:
        if keymap_path().exists():  # knowing every key takes importing every dialog
            return dict(read_keymap(keymap_path(), remappable(), keyboard()))
    except FileError as error:
        told.append(("error", f"All keys are the usual ones until their file is right.\n{error_text(error)}"))
    return {}


def _document(asked: str | None, memory: Memory, told: Told, keys: Keys) -> Document:
    """Return what the app opens with: what was asked for, else what it was left with, else the shipped preset."""
    left = memory.preset
    if asked is None:
        return _without_draft(memory, told) if left is None else _restored(left, memory, told, keys)
    path = find_preset(asked)
    document = _from_file(path)
    if left is None or not memory.dirty or left == document.saved:
        return document
    kept = _keep_aside(left, memory.path)
    told.append(("warning", f"Unsaved changes of {left.title} from last time are kept in {kept}."))
    if memory.path is None or not _same_file(_where_now(memory.path), path):
        return document
    told.append(
        (
            "information",
            f"{path.name} is opened as its file is. {keys['undo']} brings the unsaved changes back.",
        )
    )
    return replace(document, before=Draft.of(left))


def _without_draft(memory: Memory, told: Told) -> Document:
    """Return the preset that was open where its draft could not be read, else the shipped one."""
    if memory.path is not None:
        try:
            return _from_file(_where_now(memory.path))
        except FileError as error:
            told.append(("warning", f"{_DEFAULT} is opened instead.\n{error_text(error)}"))
    return _from_file(find_preset(_DEFAULT))


def _from_file(path: Path) -> Document:
    preset = read_preset(path)
    return Document(Draft.of(preset), path, preset)


def _same_file(one: Path, other: Path) -> bool:
    try:
        return one.resolve() == other.resolve()
    except (OSError, ValueError, RuntimeError):  # a remembered path can be impossible, or lead in a circle
        return False


def _restored(left: Preset, memory: Memory, told: Told, keys: Keys) -> Document:
    """Return the draft as it was left, beside what its file holds now."""
    path = None if memory.path is None else _where_now(memory.path)
    document = Document(Draft.of(left), path)
    if path is not None:
        try:
            document = _from_file(path)
        except FileError as error:
            remedy = f"{keys['save']} writes {'it again' if is_absent(path) else 'that over the file'}"
            text = (
                f"The draft is here as it was left: {remedy}, {keys['save-as']} writes another one.\n"
                f"{error_text(error)}"
            )
            told.append(("warning", text))
            return document
    if not memory.dirty or left == document.saved:
        return document
    away = "" if document.saved is None else f", {keys['undo']} takes them away"
    told.append(("information", f"Unsaved changes from last time are back. {keys['save']} saves them{away}."))
    return replace(document, draft=Draft.of(left), before=None if document.saved is None else document.draft)


def _where_now(path: Path) -> Path:
    """Return a remembered preset's path; a shipped one is elsewhere once sigtui was installed anew."""
    now = shipped_presets() / path.name
    was_shipped = path.parts[-3:-1] == ("sigtui", "presets") and path.parent != user_presets()
    return now if was_shipped and is_absent(path) and not is_absent(now) else path


def _keep_aside(left: Preset, place: Path | None) -> Path:
    """Write unsaved changes where they can be opened again, and return that file.

    Raises UsageError where they can't be kept: the app would forget them.
    """
    path = free_path(user_state(), "unsaved-")
    base = Path.cwd() if place is None else place.parent
    try:
        write_making_folder(path, render_preset(moved(left, base, path.parent)))
    except FileError as error:
        raise UsageError(
            f"{left.title} has unsaved changes from last time, which can't be kept: {error}. "
            "sigtui without --preset opens them; save them there"
        ) from error
    return path
