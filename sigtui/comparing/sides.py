"""What a case of a comparison is told from another by: the fields, and where its snapshot comes from."""

from collections.abc import Iterable
from dataclasses import dataclass, field
from functools import cache

from sigtui.algorithms import catalogue
from sigtui.cells import has_figures
from sigtui.files.results import Result
from sigtui.files.snapshot import Snapshot
from sigtui.model import Algorithm
from sigtui.provenance import is_published

# What makes two machines the same one as far as a snapshot tells; load, frequency and temperature come and go.
_MACHINE = ("cpu", "architecture", "os", "logical_cpus", "virtual")


@dataclass(frozen=True, slots=True, eq=False)
class Source:
    """A snapshot under the name that columns and sentences call it by."""

    name: str
    snapshot: Snapshot = field(repr=False)

    @property
    def machine(self) -> tuple[object, ...] | None:
        """What the machine is recognised by; None where the snapshot does not name a CPU."""
        told = self.snapshot.machine
        return tuple(told.get(key) for key in _MACHINE) if told.get("cpu") else None

    @property
    def machine_name(self) -> str:
        """The machine in a few words."""
        told = self.snapshot.machine
        return str(told.get("cpu") or told.get("model") or "machine not said")

    @property
    def published(self) -> bool:
        """Whether somebody else measured it: a reference, or another tool's result."""
        return is_published(self.snapshot)


@dataclass(frozen=True, slots=True, eq=False)
class Side:
    """A case of a snapshot."""

    source: Source
    result: Result

    @property
    def name(self) -> str:
        """The algorithm's id, or the text of the tool that has no id for it."""
        return self.result.algorithm or self.result.label or "?"

    @property
    def algorithm(self) -> Algorithm | None:
        """The catalogue's entry, None where there is none."""
        return known(self.result.algorithm)

    @property
    def message_bytes(self) -> int | None:
        """The message's length, None where there is no message or nobody says."""
        return self.result.message.bytes if self.result.message else None

    @property
    def message_name(self) -> str | None:
        """The message's name, None where there is no message or nobody says."""
        return self.result.message.name if self.result.message else None


def known(name: str | None) -> Algorithm | None:
    """Return the catalogue's entry of an id."""
    return _by_id().get(name or "")


@cache
def _by_id() -> dict[str, Algorithm]:
    return {algorithm.id: algorithm for algorithm in catalogue()}


def same_machine(sources: Iterable[Source]) -> bool:
    """Whether all were measured on one machine, as far as they tell."""
    machines = {source.machine for source in sources}
    return len(machines) == 1 and None not in machines


def sides_of(source: Source) -> tuple[Side, ...]:
    """Return the cases of a snapshot that have figures."""
    return tuple(Side(source, result) for result in source.snapshot.results if has_figures(result))
