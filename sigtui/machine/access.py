"""Reading small system files and foreign libraries, where whatever can't be read is None."""

from collections.abc import Callable
from pathlib import Path
from typing import TypeVar

T = TypeVar("T")


def attempt(read: Callable[[], T]) -> T | None:
    """Return what ``read`` returns, or None if it fails in any way."""
    try:
        return read()
    except Exception:  # noqa: BLE001 - no unreadable fact stops a run, and psutil's errors share no base
        return None


def text(path: Path) -> str | None:
    """Read the file's text without the white space and NULs around it; None if empty or unreadable."""
    content = attempt(lambda: path.read_text(encoding="utf-8", errors="replace"))
    return content.strip(" \t\r\n\0") or None if content is not None else None


def number(path: Path) -> int | None:
    """Read the file's text as an integer."""
    content = text(path)
    return attempt(lambda: int(content)) if content is not None else None


def exists(path: Path) -> bool:
    """Whether there is such a file or folder, as far as this process can tell."""
    return attempt(path.exists) or False


def children(folder: Path, prefix: str = "") -> list[Path]:
    """List what the folder holds under names that begin with ``prefix``, sorted; empty if unreadable."""
    found = attempt(lambda: list(folder.iterdir())) or []
    return sorted(path for path in found if path.name.startswith(prefix))
