"""Figures that contradict each other: a longer message that costs less, a part that takes longer than the whole."""

import math
from collections.abc import Iterable, Mapping, Sequence
from itertools import pairwise
from types import MappingProxyType

from sigtui.files.results import Result
from sigtui.model import Mode, Operation
from sigtui.numbers import count, with_unit

_THRESHOLD = 0.10
"""Share by which a time must be off, beside being outside both intervals."""
_UNSURE = 0.25
"""The same where an interval is not known."""

_NAMED = 3

_PARTS: Mapping[str, str] = MappingProxyType(
    {Mode.SINGLE_SHOT: "creates a key", Mode.LOAD_KEY: "parses the key"}
)
"""Modes that do all that reused-key does, and more."""


def contradictions(results: Iterable[Result]) -> list[str]:
    """Return a warning for each kind of contradiction among rows with means, with all that show it."""
    measured = [result for result in results if result.mean_us and not result.error]
    return [*_falling(measured), *_parts(measured)]


def _falling(measured: Sequence[Result]) -> list[str]:
    """Find cases whose time falls as the message grows: a signature costs a + b·n with b at least 0."""
    told = []
    for rows in _groups(measured, by_size=True).values():
        ordered = sorted(rows, key=_size)
        if any(_size(one) < _size(other) and _is_less(other, one) for one, other in pairwise(ordered)):
            times = ", ".join(f"{with_unit(row.mean_us or 0.0)} at {count(_size(row))} B" for row in ordered)
            told.append(f"{_name(ordered[0])} ({times})")
    if not told:
        return []
    return [
        f"Times fall as the message grows in {_listed(told)}, which no hash does: another core or clock. Spoils every "
        "comparison of these rows. Remedy: measure them again, pinned to one core."
    ]


def _parts(measured: Sequence[Result]) -> list[str]:
    """Find cases that take less than what is a part of them."""
    told = [
        f"{_name(row)}, which also {_PARTS[row.mode or '']} ({_against(row, reused)})"
        for rows in _groups(measured, by_size=False).values()
        for reused in rows
        for row in rows
        if reused.mode == Mode.REUSED_KEY and row.mode in _PARTS and _is_less(row, reused)
    ]
    if not told:
        return []
    return [f"Less than its part takes {_listed(told)}. Spoils both. Remedy: measure them again, in one run."]


def _against(row: Result, other: Result) -> str:
    return f"{with_unit(row.mean_us or 0.0)} against {with_unit(other.mean_us or 0.0)}"


def _groups(measured: Sequence[Result], *, by_size: bool) -> Mapping[tuple[object, ...], list[Result]]:
    found: dict[tuple[object, ...], list[Result]] = {}
    for row in measured:
        if row.operation not in (Operation.SIGN, Operation.VERIFY) or row.algorithm is None:
            continue
        size = row.message.bytes if row.message else None
        if by_size and size is None:
            continue
        key = (row.algorithm, row.provider, row.operation, row.mode if by_size else size)
        found.setdefault(key, []).append(row)
    return found


def _is_less(one: Result, other: Result) -> bool:
    """Whether a mean is less than another by more than both intervals, and by more than a threshold."""
    mean, base = one.mean_us or 0.0, other.mean_us or 0.0
    halves = (one.half_width_us, other.half_width_us)
    if halves[0] is None or halves[1] is None:
        return mean < base * (1 - _UNSURE)
    return base - mean > max(math.hypot(halves[0], halves[1]), _THRESHOLD * base)


def _size(row: Result) -> int:
    return (row.message.bytes if row.message else None) or 0


def _name(row: Result) -> str:
    return " ".join(part for part in (row.algorithm, row.operation, row.mode) if part)


def _listed(told: Sequence[str]) -> str:
    more = f" and {len(told) - _NAMED} more" if len(told) > _NAMED else ""
    return ", ".join(told[:_NAMED]) + more
