"""Figures that contradict each other: a longer message that costs less, a part that takes longer than the whole."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from types import MappingProxyType

from sigtui.files.results import Result
from sigtui.model import Mode, Operation
from sigtui.numbers import count, figure, with_unit

_THRESHOLD = 0.10
"""Share by which a time must be off, beside being outside both intervals."""
_UNSURE = 0.25
"""The same where an interval is not known."""

_NAMED = 3

_PARTS: Mapping[str, str] = MappingProxyType(
    {Mode.SINGLE_SHOT: "creates a key", Mode.LOAD_KEY: "parses the key", Mode.LOAD_TRUSTED: "parses the key"}
)
"""Modes that do all that reused-key does, and more."""


@dataclass(frozen=True, slots=True)
class _Odd:
    """A case that contradicts itself: by which factor, and what there is to say of it."""

    factor: float
    text: str


def contradictions(results: Iterable[Result]) -> list[str]:
    """Return a warning for each kind of contradiction among rows with means; the worst cases are named.

    A time is less than another only where it is so by more than both intervals and by more than a tenth, and
    where the median, if both rows have one, is less by a tenth too: a few slow calls move a mean, and are noise.
    """
    measured = [result for result in results if result.mean_us and not result.error]
    return [*_falling(measured), *_parts(measured)]


def _falling(measured: Sequence[Result]) -> list[str]:
    """Find cases whose time falls as the message grows: a signature costs a + b·n with b at least 0."""
    odd = []
    for rows in _groups(measured, by_size=True).values():
        ordered = sorted(rows, key=_size)
        falls = [
            _factor(longer, shorter)
            for shorter, longer in combinations(ordered, 2)
            if _size(shorter) < _size(longer) and _is_less(longer, shorter)
        ]
        if falls:
            times = ", ".join(f"{with_unit(row.mean_us or 0.0)} at {count(_size(row))} B" for row in ordered)
            odd.append(_Odd(max(falls), f"{_name(ordered[0])} ({times})"))
    if not odd:
        return []
    worst = figure(max(each.factor for each in odd))
    return [
        f"Longer messages are up to {worst}× faster than shorter ones in {_listed(odd)}, which no algorithm is: "
        "another core or clock. Spoils every comparison of these rows. Remedy: measure them again, pinned to one core."
    ]


def _parts(measured: Sequence[Result]) -> list[str]:
    """Find cases that take less than what is a part of them."""
    odd = [
        _Odd(
            _factor(row, reused),
            f"{_name(row)}, which also {_PARTS[row.mode or '']} ({_against(row, reused)})",
        )
        for rows in _groups(measured, by_size=False).values()
        for reused in rows
        for row in rows
        if reused.mode == Mode.REUSED_KEY and row.mode in _PARTS and _is_less(row, reused)
    ]
    if not odd:
        return []
    return [
        f"Less time than reused-key takes {_listed(odd)}. Spoils both rows. Remedy: measure them again, in one run."
    ]


def _against(row: Result, other: Result) -> str:
    return f"{with_unit(row.mean_us or 0.0)} against {with_unit(other.mean_us or 0.0)}"


def _groups(measured: Sequence[Result], *, by_size: bool) -> Mapping[tuple[object, ...], list[Result]]:
    found: dict[tuple[object, ...], list[Result]] = {}
    for row in measured:
        if row.operation not in (*Operation, "digest") or _subject(row) is None:
            continue
        size = row.message.bytes if row.message else None
        if by_size and size is None:
            continue
        key = (_subject(row), row.provider, row.operation, row.mode if by_size else size)
        found.setdefault(key, []).append(row)
    return found


def _subject(row: Result) -> str | None:
    """Return what a row is of. Rows without an id are of one thing only where their tool's own text says so."""
    return row.algorithm or row.label


def _is_less(one: Result, other: Result) -> bool:
    """Whether a row's time is less than another's beyond noise."""
    mean, base = one.mean_us or 0.0, other.mean_us or 0.0
    if one.half_width_us is None or other.half_width_us is None:
        return mean < base * (1 - _UNSURE)
    medians = _medians(one, other)
    if medians is not None and medians[0] > medians[1] * (1 - _THRESHOLD):
        return False
    return base - mean > max(one.half_width_us + other.half_width_us, _THRESHOLD * base)


def _medians(one: Result, other: Result) -> tuple[float, float] | None:
    """Return both medians, at the machine's typical speed where that is known of both."""
    for first, second in (
        (one.median_normalised_us, other.median_normalised_us),
        (one.median_us, other.median_us),
    ):
        if first is not None and second is not None:
            return first, second
    return None


def _factor(less: Result, more: Result) -> float:
    return (more.mean_us or 0.0) / (less.mean_us or 1.0)


def _size(row: Result) -> int:
    return (row.message.bytes if row.message else None) or 0


def _name(row: Result) -> str:
    return " ".join(part for part in (_subject(row), row.operation, row.mode) if part)


def _listed(odd: Sequence[_Odd]) -> str:
    worst = [each.text for each in sorted(odd, key=lambda each: -each.factor)]
    more = f" and {len(worst) - _NAMED} more" if len(worst) > _NAMED else ""
    return ", ".join(worst[:_NAMED]) + more
