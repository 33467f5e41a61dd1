"""What is known of preset files that somebody looks at: read when it is asked for, again once a file changed."""

from collections.abc import Sequence
from pathlib import Path

from sigtui.errors import FileError
from sigtui.model import ProviderInfo
from sigtui.preview import Preview, read_preview

Found = Preview | FileError
"""A preset's preview, or what is wrong with it."""


class Previews:
    """Previews of files; ``providers`` are those of this machine, None where they are not known yet."""

    def __init__(self, providers: Sequence[ProviderInfo] | None) -> None:
        self._providers = providers
        self._read: dict[Path, tuple[object, Found]] = {}

    def known(self, path: Path) -> Found | None:
        """Return what was read, without a look at the file; None where it was not yet."""
        entry = self._read.get(path)
        return entry and entry[1]

    def read(self, path: Path) -> Found:
        """Return what is in the file now; takes as long as the file system does."""
        stamp = _stamp(path)
        entry = self._read.get(path)
        if entry is None or stamp is None or entry[0] != stamp:
            entry = self._read[path] = (stamp, self._look(path))
        return entry[1]

    def _look(self, path: Path) -> Found:
        try:
            return read_preview(path, self._providers)
        except FileError as error:
            return error


def _stamp(path: Path) -> tuple[int, int] | None:
    """Return what changes when somebody writes the file; None where there is none."""
    try:
        found = path.stat()
    except (OSError, ValueError):
        return None
    return found.st_mtime_ns, found.st_size
