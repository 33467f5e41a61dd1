"""The order in which every format shows results: groups of one operation, mode and message; fastest first."""

from dataclasses import dataclass

from sigtui.cells import ranked, view_title
from sigtui.files.results import Result
from sigtui.files.snapshot import Snapshot


@dataclass(frozen=True, slots=True)
class Group:
    """Results that may stand beside each other, mean ascending, those that failed last."""

    operation: str
    mode: str | None
    message: str | None
    message_bytes: int | None
    results: tuple[Result, ...]

    @property
    def title(self) -> str:
        """Head of the group: ``SIGN · reused-key · properties 93 B``."""
        return view_title(self.operation, self.mode, self.message, self.message_bytes)


def groups(snapshot: Snapshot) -> tuple[Group, ...]:
    """Return the results in groups, in the order in which these first appear."""
    found: dict[tuple[str, str | None, str | None, int | None], list[Result]] = {}
    for result in snapshot.results:
        message = result.message
        key = (
            result.operation,
            result.mode,
            message.name if message else None,
            message.bytes if message else None,
        )
        found.setdefault(key, []).append(result)
    return tuple(Group(*key, ranked(results)) for key, results in found.items())


def baseline_of(snapshot: Snapshot) -> str | None:
    """Return the id of the algorithm that the others are compared with, None where the snapshot has none."""
    named = snapshot.preset.get("baseline")
    return named if isinstance(named, str) else None


def several_providers(snapshot: Snapshot) -> bool:
    """Whether a row has to name its provider to be told from another."""
    return len({result.provider for result in snapshot.results if result.provider}) > 1


def not_planned(snapshot: Snapshot) -> tuple[str, ...]:
    """Say what was asked for and left out, each with the reason."""
    skipped = snapshot.extra.get("skipped")
    items = skipped if isinstance(skipped, list | tuple) else ()
    return tuple(
        f"not planned: {item.get('what')}: {item.get('reason')}" for item in items if isinstance(item, dict)
    )
