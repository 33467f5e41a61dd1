"""The file of what the app remembers, ``app.toml`` in the state folder, which several running apps share.

Read leniently: whatever is wrong costs what it says, never the start of the app. Written so that neither what
could not be read nor another app's unsaved work is lost.
"""

import contextlib
import hashlib
import os
import secrets
import sys
from collections.abc import Iterator, Mapping
from dataclasses import replace
from pathlib import Path
from threading import Lock

from sigtui.errors import FileError, Problem
from sigtui.files.documents import read_toml
from sigtui.files.memory_document import SCHEMA, Memory, Origin, memory_document, memory_from
from sigtui.files.preset import moved_source
from sigtui.files.store import free_path, is_absent, read_bytes, user_state, write_making_folder
from sigtui.files.toml import render_toml
from sigtui.reading import reason
from sigtui.wording import printable

__all__ = [
    "MOST_BYTES",
    "REMEDY",
    "Memory",
    "MemoryFile",
    "memory_path",
    "read_memory",
    "write_memory",
]

MOST_BYTES = 1 << 23
"""The largest file, 8 MiB: a draft with its messages."""

REMEDY = "sigtui starts without that, and keeps this file beside the new one when it next writes it."
"""What happens to a file that ``read_memory`` has problems with, as ``MemoryFile`` does it."""


def memory_path() -> Path:
    """Return where the app's memory is; neither the file nor its folder need exist."""
    return user_state() / "app.toml"


def read_memory(path: Path) -> tuple[Memory, list[str]]:
    """Return what is remembered, and in words what could not be read; nothing is raised and no file changed.

    A file that is not there remembers nothing. Keys of other versions are ignored.
    """
    if is_absent(path):
        return Memory(origin=Origin(_digest(None))), []
    place = str(path)
    problems: list[Problem] = []
    memory, data = Memory(), None
    try:
        data = read_bytes(path, MOST_BYTES)
        memory = memory_from(read_toml(data, place), place, problems)
    except FileError as error:
        problems.extend(error.problems)
    memory = replace(memory, origin=Origin(_digest(data), unreadable=bool(problems)))
    return memory, [f"{place}: {problem}" for problem in problems]


def write_memory(path: Path, memory: Memory) -> None:
    """Write a memory over the one that it was read from, if any, as ``MemoryFile`` does; raises FileError."""
    MemoryFile(path, memory).write(memory, always=True)


class MemoryFile:
    """The file as one running app knows it; ``known`` is what ``read_memory`` gave it, or has no origin.

    ``write`` takes no bytes of messages into its hands, and is made to be called in a thread.
    """

    def __init__(self, path: Path, known: Memory) -> None:
        self._path = path
        self._origin = known.origin
        self._known = memory_document(known)
        self._session = secrets.token_hex(8)
        self._spared: dict[str, tuple[Path, bytes]] = {}
        self._lock = Lock()

    def write(self, memory: Memory, *, always: bool = False) -> str:
        """Write a memory, whole or not at all, and its folder where there is none; raises FileError.

        Without ``always`` it is left alone where it says what was read or written last: another app's is newer.
        A file that could not be read is kept beside it (``app.1.toml``), because that may be work that nobody
        has saved. Where another app wrote the file meanwhile, its unsaved draft is kept as a preset
        (``unsaved-1.toml``); returned is what a person has to know of that, empty where there is nothing.
        """
        document = memory_document(memory)
        with self._lock:
            if self._origin is not None and document == self._known and not always:
                return ""
            data = self._rendered(document)
            with _alone(self._path.parent):
                told = self._spare(document)
                write_making_folder(self._path, data)
            self._known, self._origin = document, Origin(_digest(data))
        return told

    def _rendered(self, document: Mapping[str, object]) -> bytes:
        try:
            data = render_toml({**document, "session": self._session})
        except UnicodeEncodeError as error:
            text = "a name in it is no Unicode text; rename the file or the message"
            raise _unwritten(self._path, text) from error
        if len(data) > MOST_BYTES:
            text = f"the draft has {len(data):,} bytes, at most {MOST_BYTES:,} are kept; save it as a preset"
            raise _unwritten(self._path, text)
        return data

    def _spare(self, ours: Mapping[str, object]) -> str:
        """Keep what is in the file as far as it would be lost; say what was kept of another app."""
        if is_absent(self._path):
            return ""
        try:
            data = read_bytes(self._path, MOST_BYTES)
        except FileError:
            data = None  # too large, or no file: writing says so
        if self._origin is not None and self._origin.digest == _digest(data):
            if self._origin.unreadable:
                _keep_aside(self._path)
            return ""
        theirs = None if data is None else _document_in(data)
        if theirs is None:
            _keep_aside(self._path)
            return ""
        return "" if self._origin is None else self._spare_draft(theirs, ours)

    def _spare_draft(self, theirs: Mapping[str, object], ours: Mapping[str, object]) -> str:
        """Write another app's draft as a preset where nothing else holds it."""
        preset = theirs.get("preset")
        superseded = any(
            (preset, theirs.get("base")) == (mine.get("preset"), mine.get("base"))
            for mine in (ours, self._known)
        )
        if theirs.get("dirty") is not True or not isinstance(preset, Mapping) or superseded:
            return ""
        folder = self._path.parent
        data = render_toml(_named_from(folder, preset, Path(str(theirs.get("base", "")))))
        # What the same app wrote before is older work of the same person: one file has the newest.
        session = str(theirs.get("session", ""))
        path, before = self._spared.get(session, (None, b""))
        again = path is not None and _holds(path, before)
        path = path if path is not None and again else free_path(folder, "unsaved-")
        write_making_folder(path, data)
        self._spared[session] = path, data
        title = printable(str(preset.get("title", "a preset")))
        return "" if again else f"Unsaved changes of {title} in another sigtui are kept in {path}."


def _named_from(folder: Path, preset: Mapping[str, object], base: Path) -> dict[str, object]:
    """Return the values of a preset with its message files named from another folder."""
    tables = preset.get("messages")
    if not isinstance(tables, list):
        return dict(preset)
    moved = [moved_source(each, base, folder) if isinstance(each, Mapping) else each for each in tables]
    return {**preset, "messages": moved}


def _document_in(data: bytes) -> Mapping[str, object] | None:
    """Return the values of a memory as this version writes it; None for anything else."""
    try:
        document = read_toml(data, "")
    except FileError:
        return None
    return document if document.get("schema") == SCHEMA else None


def _digest(data: bytes | None) -> bytes:
    """Tell one content from another; None is no content at all, or none that can be read."""
    return b"" if data is None else hashlib.sha256(data).digest()


def _holds(path: Path, data: bytes) -> bool:
    try:
        return read_bytes(path, MOST_BYTES) == data
    except FileError:
        return False


@contextlib.contextmanager
def _alone(folder: Path) -> Iterator[None]:
    """Wait until no other app is at it: those of one window all end at once.

    A folder that can't be locked, or is not there, is no reason not to write.
    """
    descriptor = -1
    if sys.platform != "win32":
        import fcntl

        with contextlib.suppress(OSError, ValueError):
            descriptor = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
            fcntl.flock(descriptor, fcntl.LOCK_EX)
    try:
        yield
    finally:
        if descriptor >= 0:
            os.close(descriptor)


def _keep_aside(path: Path) -> None:
    """Give a file another name beside it that nothing has yet; what is no file is not touched."""
    target = Path(os.path.realpath(path))
    if not target.is_file():
        return
    aside = free_path(target.parent, f"{target.stem}.", target.suffix)
    try:
        target.rename(aside)
    except OSError as error:
        raise _unwritten(path, f"what is there can't be kept as {aside.name}: {reason(error)}") from error


def _unwritten(path: Path, why: str) -> FileError:
    return FileError(str(path), [Problem("", f"can't be written: {why}")])
