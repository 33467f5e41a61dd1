"""Which warnings stand under a table of sizes: each once, under the algorithms that share it, and none of too many."""

from collections.abc import Sequence
from dataclasses import dataclass

from sigtui.wire.report import Row
from sigtui.wire.warnings import Caution

MOST = 5
"""Groups of which all is said; more would say much the same again and again."""

_NAMED = 3


@dataclass(frozen=True, slots=True)
class Group:
    """Algorithms, named in ``subject``, of which the same is to be said."""

    subject: str
    cautions: tuple[Caution, ...]


@dataclass(frozen=True, slots=True)
class Warned:
    """What is said, or how many sentences are left out."""

    groups: tuple[Group, ...]
    left_out: int


def warned(rows: Sequence[Row]) -> Warned:
    """Return everything that is to be said of a handful of algorithms; of more nothing but how much it is."""
    names: dict[tuple[Caution, ...], list[str]] = {}
    for row in rows:
        if row.cautions:
            names.setdefault(row.cautions, []).append(row.algorithm)
    if len(names) > MOST:
        return Warned((), sum(map(len, names)))
    return Warned(tuple(Group(_subject(ids), cautions) for cautions, ids in names.items()), 0)


def _subject(ids: Sequence[str]) -> str:
    """Name the algorithms of a group; of many only the first."""
    if len(ids) <= _NAMED:
        return ", ".join(ids)
    return f"{ids[0]} and {len(ids) - 1} others of its size"
