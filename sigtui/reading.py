"""Reads files of this machine into memory, and says in words why one can't be read or written."""

import errno
import os
import stat
from collections.abc import Mapping
from pathlib import Path
from types import MappingProxyType

from sigtui.errors import FileError, Problem
from sigtui.wording import nearest

# Names beyond these are not searched for the nearest spelling: a folder can hold millions.
_MOST_NAMES = 2_000

_REASONS: Mapping[int, str] = MappingProxyType(
    {
        errno.EACCES: "this user has no permission; change it with chmod, or choose another place",
        errno.EPERM: "the system forbids it; choose another place",
        errno.EROFS: "the file system is read-only; choose another place",
        errno.ENOSPC: "the disk is full; free some space, or choose another place",
        errno.EDQUOT: "this user's disk quota is used up; free some space, or choose another place",
        errno.EFBIG: "the file would be larger than the file system allows; choose another place",
        errno.EIO: "the device reports an error; check the disk, or choose another place",
        errno.EISDIR: "it is a folder; give the path of a file",
        errno.ENOTDIR: "a part of its path is a file, not a folder; check the path",
        errno.ENAMETOOLONG: "its name is too long; choose a shorter one",
        errno.ELOOP: "its symbolic links lead in a circle; give the path of the file itself",
        errno.EMFILE: "too many files are open; close some, or raise the limit with ulimit -n",
        errno.ENFILE: "too many files are open on this machine; close some",
        errno.ENOENT: "there is no such file; check the path",
    }
)


def reason(error: OSError | ValueError) -> str:
    """Return why the system refused, with a remedy, in words.

    A ValueError is what Python says of a path that no system takes (a NUL byte in it).
    """
    if not isinstance(error, OSError):
        return f"its path is impossible: {error}"
    return _REASONS.get(error.errno or 0) or (error.strerror or str(error) or type(error).__name__)


def read_bytes(path: Path, limit: int) -> bytes:
    """Return the content of a regular file of at most ``limit`` bytes.

    Raises FileError: it does not exist (with the nearest name in its folder), is a folder, a device or
    pipe, is larger than the limit, or may not be read.
    """
    try:
        return _read(path, limit)
    except FileNotFoundError:
        raise _refusal(path, _missing(path)) from None
    except (OSError, ValueError) as error:
        raise _refusal(path, f"can't be read: {reason(error)}") from error
    except MemoryError as error:
        raise _refusal(path, "can't be read: it does not fit into the memory that is free") from error


def _read(path: Path, limit: int) -> bytes:
    # Looked at before it is opened, because opening a pipe waits and opening a device can do things.
    _check(path, path.stat(), limit)
    descriptor = os.open(path, os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0))
    with open(descriptor, "rb") as file:  # noqa: PTH123 - pathlib can't open a descriptor
        found = os.fstat(descriptor)
        _check(path, found, limit)
        data = file.read(found.st_size + 1)  # not the limit, because as much memory would be taken first
        if len(data) > found.st_size:
            data += file.read(limit + 1 - len(data))
    if len(data) > limit:  # it grew, or is one of those in /proc that don't say their size
        raise _refusal(path, f"is larger than {limit:,} bytes")
    return data


def _check(path: Path, found: os.stat_result, limit: int) -> None:
    if stat.S_ISDIR(found.st_mode):
        raise _refusal(path, "is a folder; give the path of a file in it")
    if not stat.S_ISREG(found.st_mode):
        raise _refusal(path, "is a device, pipe or socket; only regular files are read")
    if found.st_size > limit:
        raise _refusal(path, f"has {found.st_size:,} bytes; at most {limit:,} are read")


def _refusal(path: Path, text: str) -> FileError:
    return FileError(str(path), [Problem("", text)])


def _missing(path: Path) -> str:
    folder = path.parent
    try:
        if not folder.is_dir():
            return f"there is no folder {str(folder)!r}; check the path"
        with os.scandir(folder) as entries:
            names = [entry.name for entry, _ in zip(entries, range(_MOST_NAMES), strict=False)]
    except OSError:
        names = []
    near = nearest(path.name, names)
    return "there is no such file" + (f"; did you mean {near!r}?" if near else "; check the path")
