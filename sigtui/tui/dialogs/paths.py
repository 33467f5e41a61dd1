"""The input of a path: what it means, and its completion from the names in its folder."""

import asyncio
import os
from pathlib import Path
from typing import ClassVar

from textual.binding import Binding, BindingType
from textual.suggester import Suggester

from sigtui.files.preset import named_from
from sigtui.tui.dialogs.dialog import Field

# A folder can hold millions of names; the first ones will do to complete a path.
_MOST_NAMES = 10_000


def meant_path(text: str, base: Path) -> Path:
    """Return the absolute path that somebody typed; ``~`` is the home folder, relative ones begin at ``base``."""
    try:
        path = Path(text).expanduser()
    except RuntimeError:  # "~name" of a user who is not there
        path = Path(text)
    return Path(os.path.abspath(base / path))  # noqa: PTH100 - resolve() would follow symbolic links


def relative_path(path: Path, base: Path) -> str:
    """Return how a preset in ``base`` names a file: relative where it lies below, else absolute."""
    return named_from(meant_path("", base), meant_path(str(path), base))


def nearest_folder(path: Path) -> Path:
    """Return the path where it is a folder, else the nearest folder above it that exists."""
    return next((each for each in (path, *path.parents) if _is_folder(each)), Path(path.anchor or "."))


def completed(text: str, base: Path) -> str | None:
    """Return the path completed to the first name in its folder that begins so, None where there is none.

    Folders end in a separator. Names that begin with a point are completed once the point is typed.
    """
    head, begun = os.path.split(text)
    try:
        with os.scandir(meant_path(head, base)) as entries:
            found = [
                entry.name + os.sep if entry.is_dir() else entry.name
                for entry, _ in zip(entries, range(_MOST_NAMES), strict=False)
                if entry.name.startswith(begun) and (begun or not entry.name.startswith("."))
            ]
    except (OSError, ValueError):
        return None
    name = min(found, default=None, key=lambda each: (each.rstrip(os.sep) != begun, each))
    completion = None if name is None else text[: len(text) - len(begun)] + name
    return None if completion == text else completion


def _is_folder(path: Path) -> bool:
    try:
        return path.is_dir()
    except (OSError, ValueError):
        return False


class PathSuggester(Suggester):
    """Suggests the rest of a path; looks into folders in a thread, since one of them can be slow to answer."""

    def __init__(self, base: Path) -> None:
        super().__init__(use_cache=False, case_sensitive=True)
        self._base = base

    async def get_suggestion(self, value: str) -> str | None:
        """Return the completed path; None where there is none."""
        return await asyncio.to_thread(completed, value, self._base)


class PathInput(Field):
    """An input for a path: Tab completes it, and goes on where there is nothing to complete."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding(
            "tab",
            "complete",
            "Complete",
            id="path-complete",
            tooltip="Complete the path, or go to the next part",
        ),
    ]

    def __init__(self, value: str, base: Path, *, placeholder: str = "", id: str | None = None) -> None:  # noqa: A002 - Textual's own name
        self._paths = PathSuggester(base)
        super().__init__(value, placeholder=placeholder, suggester=self._paths, select_on_focus=False, id=id)

    async def action_complete(self) -> None:
        """Complete the path where the cursor is at its end, else go on."""
        # Asked for, because the suggestion that is shown arrives some time after the letter that was typed.
        found = await self._paths.get_suggestion(self.value) if self.value and self.cursor_at_end else None
        if found is None:
            self.screen.focus_next()
        else:
            self.value = found
            self.cursor_position = len(found)
