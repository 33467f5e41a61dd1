"""The references that ship with sigtui: figures published by others, as snapshots.

Each is a TOML file in ``data`` with its origin, and the tables that it names, in the publications' own words.
"""

from dataclasses import dataclass
from functools import cache
from pathlib import Path

from sigtui.files.snapshot import Snapshot
from sigtui.provenance import hardware
from sigtui.reference.loader import count_rows, describe, read_reference

_DATA = Path(__file__).resolve().parent / "data"


@dataclass(frozen=True, slots=True)
class Entry:
    """A reference as a list shows it, and by its name.

    ``origin`` says who published it, ``machine`` on what it was measured, ``rows`` how many results it has;
    ``path`` is the file with its origin.
    """

    name: str
    path: Path
    title: str
    origin: str
    machine: str
    rows: int


@cache
def references() -> tuple[Entry, ...]:
    """Return every reference, by name; their figures are not read for it."""
    return tuple(_entry(path) for path in sorted(_DATA.glob("*.toml")))


@cache
def load(name: str) -> Snapshot:
    """Return a reference; KeyError for a name that there is none of."""
    paths = {entry.name: entry.path for entry in references()}
    return read_reference(paths[name])


def _entry(path: Path) -> Entry:
    told = describe(path)
    published = (told.origin.get("publication"), told.origin.get("published"))
    return Entry(
        name=path.stem,
        path=path,
        title=told.title,
        origin=", ".join(part for part in published if part),
        machine=hardware(told.machine),
        rows=count_rows(path),
    )
