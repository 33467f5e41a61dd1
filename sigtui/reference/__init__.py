"""The references that ship with sigtui: figures published by others, as snapshots.

Each is a TOML file in ``data`` with its origin, and the tables that it names, in the publications' own words.
"""

from dataclasses import dataclass
from functools import cache
from pathlib import Path

from sigtui.files.snapshot import Snapshot
from sigtui.reference.loader import read_reference

_DATA = Path(__file__).resolve().parent / "data"


@dataclass(frozen=True, slots=True)
class Entry:
    """A reference by its name; ``path`` is the file with its origin."""

    name: str
    path: Path


@cache
def references() -> tuple[Entry, ...]:
    """Return every reference, by name; none is read for it."""
    return tuple(Entry(path.stem, path) for path in sorted(_DATA.glob("*.toml")))


@cache
def load(name: str) -> Snapshot:
    """Return a reference; KeyError for a name that there is none of."""
    paths = {entry.name: entry.path for entry in references()}
    return read_reference(paths[name])
