"""Starts the app: what it opens with, what it remembers, and what went wrong before there was a screen."""

import os
import sys
from dataclasses import replace
from pathlib import Path

from sigtui import machine
from sigtui.draft import Draft
from sigtui.errors import FileError, UsageError
from sigtui.files.keymap import keymap_path, read_keymap
from sigtui.files.memory import REMEDY, Memory, memory_path, read_memory, write_making_folder
from sigtui.files.preset import read_preset, render_preset
from sigtui.files.store import find_preset
from sigtui.model import EFFORTS, Preset
from sigtui.tui.app import Options, SigtuiApp
from sigtui.tui.keys import keyboard, remappable
from sigtui.tui.notices import Severity, error_text
from sigtui.tui.workbench import Document

_DEFAULT = "rfc9421"

Told = list[tuple[Severity, str]]


def run(preset: str | None, effort: str | None, cpu: int | None, seed: int | None) -> int:
    """Open the app and return its exit code. Raises SigtuiError for whatever is wrong before."""
    _check_terminal(preset)
    if cpu is not None and (reason := machine.pin_reason(cpu, machine.inspect())):
        raise UsageError(f"--cpu: {reason}")
    memory, problems = read_memory(memory_path())
    told: Told = [("warning", f"{problem}\n{REMEDY}") for problem in problems]
    document = _document(preset, memory, told)
    if effort is not None:
        document = replace(document, draft=document.draft.with_effort(EFFORTS[effort]))
    keymap = {}
    try:
        if keymap_path().exists():  # knowing every key takes importing every dialog
            keymap = dict(read_keymap(keymap_path(), remappable(), keyboard()))
    except FileError as error:
        told.append(("error", f"{error_text(error)}\nAll keys are the usual ones until it is right."))
    app = SigtuiApp(Options(document, memory, keymap, tuple(told), seed, cpu))
    app.run()
    return app.return_code or 0


def _check_terminal(preset: str | None) -> None:
    if sys.stdin.isatty() and sys.stdout.isatty() and os.environ.get("TERM") != "dumb":
        return
    raise UsageError(
        "the app needs a terminal that it can draw on; to measure without one add --headless, "
        f"as in: sigtui --preset {preset or _DEFAULT} --headless"
    )


def _document(asked: str | None, memory: Memory, told: Told) -> Document:
    """Return what the app opens with: what was asked for, else what it was left with, else the shipped preset."""
    if asked is not None:
        path = find_preset(asked)
        document = _from_file(path)
        if memory.preset is not None and memory.dirty and not _same_file(memory.path, path):
            _keep_aside(memory.preset, told)
        elif memory.preset is not None and memory.dirty and memory.preset != document.saved:
            told.append(
                ("information", f"Unsaved changes of {path.name} from last time are back. u takes them away.")
            )
            document = replace(document, draft=Draft.of(memory.preset))
        return document
    if memory.preset is not None:
        return _restored(memory.preset, memory, told)
    return _from_file(find_preset(_DEFAULT))


def _from_file(path: Path) -> Document:
    preset = read_preset(path)
    return Document(Draft.of(preset), path, preset)


def _same_file(one: Path | None, other: Path) -> bool:
    return one is not None and one.resolve() == other.resolve()


def _restored(preset: Preset, memory: Memory, told: Told) -> Document:
    """Return the draft as it was left, beside what its file holds now."""
    saved = None
    if memory.path is not None:
        try:
            saved = read_preset(memory.path)
        except FileError as error:
            told.append(
                (
                    "warning",
                    f"{error_text(error)}\nWhat it held when sigtui was last used is here; s saves it.",
                )
            )
    if memory.dirty or saved is None:
        if memory.dirty:
            told.append(("information", "Unsaved changes from last time are back. s saves them."))
        return Document(Draft.of(preset), memory.path, saved)
    return Document(Draft.of(saved), memory.path, saved)


def _keep_aside(preset: Preset, told: Told) -> None:
    """Write unsaved changes of another preset where they can be opened again."""
    folder = memory_path().parent
    path = next(each for n in range(1, 1_000) if not (each := folder / f"unsaved-{n}.toml").exists())
    try:
        write_making_folder(path, render_preset(preset))
    except FileError as error:
        told.append(("error", error_text(error)))
        return
    told.append(("warning", f"Unsaved changes of {preset.title} from last time are kept in {path}."))
