"""What a library of snapshots shows of each: read from the head of the file, without the results."""

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from sigtui.files.snapshot import MOST_BYTES, Snapshot, parse_snapshot
from sigtui.files.store import read_bytes

_RESULTS = b"\n[[results]]\n"


@dataclass(frozen=True, slots=True)
class Heading:
    """A snapshot without its results; ``cases`` is how many it has. The rest is as in ``Snapshot``."""

    preset: Mapping[str, object]
    machine: Mapping[str, object]
    method: Mapping[str, object]
    date: str
    cases: int


def read_heading(path: Path) -> Heading:
    """Read the heading of a snapshot, some hundred times as fast as all of a large one.

    Results are last in the TOML that sigtui writes, and are only counted then; what is wrong inside them
    shows when the snapshot itself is read. Any other file is read as a whole. Raises FileError.
    """
    data = read_bytes(path, MOST_BYTES)
    head, found, rest = data.partition(_RESULTS)
    if not found or not _is_canonical(data, rest):
        return _heading(parse_snapshot(data, str(path)))
    return _heading(parse_snapshot(head, str(path)), cases=1 + rest.count(_RESULTS))


def _is_canonical(data: bytes, rest: bytes) -> bool:
    """Whether nothing but results follows the first one: no other table, no string of several lines."""
    return b'"""' not in data and b"'''" not in data and rest.count(b"\n[") == rest.count(_RESULTS)


def _heading(snapshot: Snapshot, cases: int = 0) -> Heading:
    return Heading(
        snapshot.preset, snapshot.machine, snapshot.method, snapshot.date, cases or len(snapshot.results)
    )
