"""Where a file is to be saved: the path that somebody typed, completed, checked and made ready."""

import os
from collections.abc import Collection
from dataclasses import dataclass
from pathlib import Path

from sigtui.errors import FileError, Problem
from sigtui.files.store import check_writable, is_shipped, user_presets
from sigtui.reading import reason
from sigtui.tui.dialogs.paths import meant_path, nearest_folder
from sigtui.wording import refusal, shown


@dataclass(frozen=True, slots=True)
class Target:
    """A path to save at. ``problem`` says why it can't be, empty where it can.

    ``exists`` is true where something would be overwritten, ``new_folder`` where the folder has to be
    created first.
    """

    path: Path
    problem: str = ""
    exists: bool = False
    new_folder: bool = False


def look_at(text: str, start: Path, suffixes: Collection[str]) -> Target:
    """Return what saving at a typed path means; takes as long as the file system does.

    Relative paths begin in the folder of ``start``. A name without a suffix gets that of ``start``, or the
    first allowed one. Only the user's preset folder may be missing. What comes with sigtui stays as it is.
    """
    path = meant_path(text, start.parent)
    try:
        if not text.strip() or text.endswith(("/", os.sep)) or path.is_dir():
            return Target(path, "is a folder; add the name of a file")
        path = _with_suffix(path, start, suffixes)
        if is_shipped(path):
            return Target(
                path, f"comes with sigtui and stays as it is; save in {user_presets()}, or elsewhere"
            )
        exists = path.exists()
        new_folder = path.parent == user_presets() and not path.parent.exists()
        check_writable(nearest_folder(path.parent) / path.name if new_folder else path)
    except FileError as error:
        return Target(path, "; ".join(problem.text for problem in error.problems))
    except OSError as error:
        return Target(path, reason(error))
    except ValueError as error:
        return Target(path, str(error))
    return Target(path, exists=exists, new_folder=new_folder)


def create_folder(path: Path) -> None:
    """Create a folder and those above it; FileError where that is not possible."""
    try:
        path.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise FileError(str(path), [Problem("", f"can't be created: {reason(error)}")]) from error


def _with_suffix(path: Path, start: Path, suffixes: Collection[str]) -> Path:
    """Return the path with an allowed suffix; ValueError where it has another one, or no name before it."""
    name = path.name.lower()
    found = next((suffix for suffix in suffixes if name.endswith(suffix)), None)
    if found is not None:
        if name == found:
            raise ValueError(f"needs a name before {found}")
        return path
    # What ends in digits is a date or a version: run-2026.05.01.
    if path.suffix and not path.suffix[1:].isdigit():
        raise ValueError(refusal(f"ends in {shown(path.suffix)}", path.suffix, suffixes))
    own = start.suffix if start.suffix in suffixes else next(iter(suffixes), "")
    return path.with_name(path.name + own)
