"""The snapshots that somebody asks for by a name: files, those of the user's folder, and shipped references."""

from collections.abc import Collection, Sequence
from pathlib import Path

from sigtui.comparing.sides import Source
from sigtui.errors import FileError, Problem
from sigtui.files.snapshot import Snapshot, read_snapshot
from sigtui.files.store import user_snapshots
from sigtui.reference import load, references
from sigtui.wording import nearest

_SUFFIXES = (".toml", ".json")


def load_sources(names: Sequence[str], base: Path | None = None) -> tuple[Source, ...]:
    """Return snapshots under the shortest names that tell them apart: a file's without folder and suffix.

    ``base`` is the folder where relative paths begin. Raises FileError for the first that is not there or not right.
    """
    found = [find_snapshot(name, base) for name in names]
    return tuple(Source(short, _read(path)) for short, path in zip(_short(names, found), found, strict=True))


def _read(path: Path) -> Snapshot:
    shipped = {entry.path: entry.name for entry in references()}
    return load(shipped[path]) if path in shipped else read_snapshot(path)


def _short(names: Sequence[str], paths: Sequence[Path]) -> list[str]:
    stems = [path.stem for path in paths]
    short = [stem if stems.count(stem) == 1 else name for name, stem in zip(names, stems, strict=True)]
    # The same file again is another column, and must be told from the first.
    return [
        name if short[:place].count(name) == 0 else f"{name} ({short[:place].count(name) + 1})"
        for place, name in enumerate(short)
    ]


def find_snapshot(name: str, base: Path | None = None) -> Path:
    """Return the file of a snapshot: a path, a name in the user's folder (the suffix may be left out) or a reference.

    Raises FileError with the nearest spelling and the names there are.
    """
    given = (base or Path()) / name
    candidates = [given, *(given.with_name(given.name + suffix) for suffix in _SUFFIXES)]
    if Path(name).name == name:
        folder = user_snapshots()
        candidates += [folder / name, *(folder / (name + suffix) for suffix in _SUFFIXES)]
        candidates += [entry.path for entry in references() if entry.name == name]
    for candidate in candidates:
        if candidate.is_file():
            return candidate
    names = {*_names(), *(entry.name for entry in references())}
    near = nearest(name, names)
    hint = f"; did you mean {near!r}?" if near else "."
    text = f"there is no such snapshot{hint} A path, or one of: {', '.join(sorted(names)) or 'none'}"
    raise FileError(name or "''", [Problem("", text)])


def known_snapshots() -> tuple[tuple[str, str], ...]:
    """Return the names that ``find_snapshot`` knows, each with a reference's title; one's own first."""
    own = tuple((name, "") for name in sorted(_names()))
    shipped = tuple((entry.name, entry.title) for entry in references())
    return own + shipped


def _names() -> Collection[str]:
    try:
        return {path.stem for path in user_snapshots().iterdir() if path.suffix in _SUFFIXES}
    except OSError:
        return ()
