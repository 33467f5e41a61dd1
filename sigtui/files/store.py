"""Files on disk: written whole or not at all, read up to a limit, and where presets live."""

import contextlib
import errno
import os
import secrets
import stat
from dataclasses import dataclass
from itertools import count
from pathlib import Path
from typing import Literal

from platformdirs import user_config_path, user_state_path

from sigtui.errors import FileError, Problem
from sigtui.reading import read_bytes as read_bytes  # the same rules for every file that is read
from sigtui.reading import reason
from sigtui.wording import nearest

_SUFFIX = ".toml"
_PACKAGE = Path(__file__).resolve().parent.parent


@dataclass(frozen=True, slots=True)
class PresetEntry:
    """A preset that can be asked for by its name, and whose it is."""

    name: str
    path: Path
    origin: Literal["user", "shipped"]


def write_atomically(path: Path, data: bytes) -> None:
    """Write a file so that whoever reads it, even after a crash, finds the old content or all of the new.

    Symbolic links are followed to the file they mean. A new file gets the mode that the umask allows, an
    existing one keeps its mode. A device or pipe, which can't be half a file, is written directly.
    Raises FileError with the reason and a remedy, and leaves no temporary file behind.
    """
    try:
        found = _look(path)
        if found is not None and not stat.S_ISREG(found.st_mode):
            with open(path, "wb", buffering=0) as stream:  # noqa: PTH123 - as os.open, but it closes itself
                _write(stream.fileno(), data)
            return
        _replace(Path(os.path.realpath(path)), found, data)
    except (OSError, ValueError) as error:
        raise _unwritable(path, error) from error


def write_making_folder(path: Path, data: bytes) -> None:
    """Write a file of sigtui's own as ``write_atomically`` does, and its folder where there is none."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
    except (OSError, ValueError) as error:
        text = f"can't be written: its folder can't be created: {reason(error)}"
        raise FileError(str(path), [Problem("", text)]) from error
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


def free_path(folder: Path, stem: str, suffix: str = _SUFFIX) -> Path:
    """Return the first of ``stem1.toml``, ``stem2.toml`` … that nothing in the folder has yet."""
    paths = (folder / f"{stem}{number}{suffix}" for number in count(1))
    return next(path for path in paths if not os.path.lexists(path))


def check_writable(path: Path) -> None:
    """Raise the FileError that ``write_atomically`` would, as far as it can be known before a long run.

    The folder must exist and be writable; a file that is there already must be no folder and not
    read-only. Nothing is created.
    """
    try:
        found = _look(path)
        if found is None or stat.S_ISREG(found.st_mode):
            _check_folder(Path(os.path.realpath(path)).parent)
    except (OSError, ValueError) as error:
        raise _unwritable(path, error) from error


def user_presets() -> Path:
    """Return the folder of the user's own presets; it need not exist."""
    return user_config_path("sigtui", appauthor=False) / "presets"


def user_snapshots() -> Path:
    """Return the folder of the user's own snapshots; it need not exist."""
    return user_config_path("sigtui", appauthor=False) / "snapshots"


def user_state() -> Path:
    """Return the folder of what sigtui keeps for itself: memory, last run, unsaved work; it need not exist."""
    return user_state_path("sigtui", appauthor=False)


def shipped_presets() -> Path:
    """Return the folder of the presets that come with sigtui: in the package, or beside it in a checkout."""
    inside = _PACKAGE / "presets"
    return inside if inside.is_dir() else _PACKAGE.parent / "presets"


def is_shipped(path: Path) -> bool:
    """Whether a file lies with the presets that come with sigtui, which stay as they are."""
    return Path(os.path.realpath(path)).parent == Path(os.path.realpath(shipped_presets()))


def list_presets() -> tuple[PresetEntry, ...]:
    """Return every preset with a name, by name; a user's one hides the shipped one of the same name.

    Raises FileError for a folder that exists and can't be read.
    """
    found: dict[str, PresetEntry] = {}
    for entry in (*_entries(shipped_presets(), "shipped"), *_entries(user_presets(), "user")):
        found[entry.name] = entry
    return tuple(found[name] for name in sorted(found))


def find_preset(name: str) -> Path:
    """Return the file of a preset that somebody asked for; ``.toml`` may be left out.

    It is a path if it has a separator or if such a file exists, else a name in the user's folder, else a
    shipped one, else a file of that name in this folder. Raises FileError with the nearest spelling and
    the names there are. A path with a separator is returned as it is, whether it exists or not.
    """
    given = Path(name)
    named = Path(name + _SUFFIX)
    if any(separator in name for separator in {"/", os.sep, os.altsep or os.sep}):
        return named if not _is_file(given) and _is_file(named) else given
    places = (user_presets(), shipped_presets())
    file_names = (given, named) if name.endswith(_SUFFIX) else (named,)
    candidates = (given, *(place / file for place in places for file in file_names), named)
    for candidate in candidates:
        if _is_file(candidate):
            return candidate
    names = [entry.name for entry in list_presets()]
    near = nearest(name.removesuffix(_SUFFIX), names)
    hint = f"; did you mean {near!r}?" if near else "."
    text = (
        f"there is no such preset{hint} There are: {', '.join(names) or 'none'}. Your own go into {places[0]}"
    )
    raise FileError(name or "''", [Problem("", text)])


def _is_file(path: Path) -> bool:
    """Whether something other than a folder is there; no where the system can't even look."""
    try:
        return path.exists() and not path.is_dir()
    except (OSError, ValueError):
        return False


def _entries(folder: Path, origin: Literal["user", "shipped"]) -> tuple[PresetEntry, ...]:
    try:
        paths = [path for path in folder.iterdir() if path.suffix == _SUFFIX and path.is_file()]
    except (FileNotFoundError, NotADirectoryError):
        return ()
    except OSError as error:
        raise FileError(str(folder), [Problem("", f"can't be read: {reason(error)}")]) from error
    return tuple(PresetEntry(path.stem, path, origin) for path in paths)


def _look(path: Path) -> os.stat_result | None:
    """Return what is at a path that is to be written, None for nothing; OSError if it must not be."""
    try:
        found = path.stat()
    except FileNotFoundError:
        return None
    if stat.S_ISDIR(found.st_mode):
        raise OSError(errno.EISDIR, "")
    # Asked although a rename would succeed: who made a file read-only wants to keep it.
    if not os.access(path, os.W_OK):
        raise OSError(_why_not_writable(path), "")
    return found


def _check_folder(folder: Path) -> None:
    if not stat.S_ISDIR(folder.stat().st_mode):
        raise OSError(errno.ENOTDIR, "")
    if not os.access(folder, os.W_OK | os.X_OK):
        raise OSError(_why_not_writable(folder), "")


def _why_not_writable(path: Path) -> int:
    """Tell a read-only file system from a missing permission."""
    read_only = hasattr(os, "statvfs") and os.statvfs(path).f_flag & getattr(os, "ST_RDONLY", 1)
    return errno.EROFS if read_only else errno.EACCES


def _replace(target: Path, found: os.stat_result | None, data: bytes) -> None:
    # In the same folder, because a rename is atomic only within one file system. O_EXCL: nobody else's file.
    temporary = target.with_name(f".sigtui-{secrets.token_hex(8)}.tmp")
    flags = os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_BINARY", 0) | getattr(os, "O_NOFOLLOW", 0)
    descriptor = os.open(temporary, flags, 0o666)
    try:
        try:
            _write(descriptor, data)
            if found is not None:
                _take_over(descriptor, found)
            os.fsync(descriptor)
        finally:
            os.close(descriptor)
        os.replace(temporary, target)  # noqa: PTH105 - one name for it, here and where tests make it fail
    except BaseException:
        with contextlib.suppress(OSError):
            temporary.unlink()
        raise
    _sync_folder(target.parent)


def _take_over(descriptor: int, found: os.stat_result) -> None:
    """Give a file the owner, where that is allowed, and the mode of the one it replaces."""
    if hasattr(os, "fchown"):
        with contextlib.suppress(PermissionError):
            os.fchown(descriptor, found.st_uid, found.st_gid)
    if hasattr(os, "fchmod"):
        os.fchmod(descriptor, stat.S_IMODE(found.st_mode) & 0o777)


def _write(descriptor: int, data: bytes) -> None:
    rest = memoryview(data)
    while rest:
        rest = rest[os.write(descriptor, rest) :]


def _sync_folder(folder: Path) -> None:
    """Make the rename itself survive a power cut."""
    if not hasattr(os, "O_DIRECTORY"):  # Windows has no such call
        return
    descriptor = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
    try:
        os.fsync(descriptor)
    except OSError as error:
        if error.errno not in {errno.EINVAL, errno.ENOTSUP}:  # some network file systems can't
            raise
    finally:
        os.close(descriptor)


def _unwritable(path: Path, error: OSError | ValueError) -> FileError:
    why = reason(error)
    if isinstance(error, FileNotFoundError):
        folder = Path(os.path.realpath(path)).parent
        why = (
            "its folder takes no new files; choose another place"  # as /proc
            if folder.is_dir()
            else f"there is no folder {str(folder)!r}; create it, or choose another place"
        )
    return FileError(str(path), [Problem("", f"can't be written: {why}")])
