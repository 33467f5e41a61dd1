"""What the columns of a comparison have in common, and what differs and is only named."""

from collections.abc import Callable, Iterable, Mapping

from sigtui.comparing.pivot import Compared
from sigtui.comparing.sides import Side
from sigtui.model import Varying
from sigtui.numbers import count


def _parameter(name: str) -> Callable[[Side], object]:
    def of(side: Side) -> object:
        algorithm = side.algorithm
        return None if algorithm is None else algorithm.parameters.get(name)

    return of


def _strength(side: Side) -> object:
    return None if side.algorithm is None else side.algorithm.strength_bits


def _machine(side: Side) -> object:
    return side.source.machine or side.source.name


def _library(side: Side) -> object:
    told = side.source.snapshot.machine.get("providers")
    versions = told.get(side.result.provider) if isinstance(told, Mapping) else None
    return tuple(sorted(versions.items())) if isinstance(versions, Mapping) else None


def _message(side: Side) -> object:
    return None if side.result.message is None else side.message_bytes


_FIELDS: Mapping[str, Callable[[Side], object]] = {
    "operation": lambda side: side.result.operation,
    "mode": lambda side: side.result.mode,
    "message": _message,
    "provider": lambda side: side.result.provider,
    "library version": _library,
    "machine": _machine,
    "effort": lambda side: side.source.snapshot.method.get("effort"),
    "date": lambda side: side.source.snapshot.date,
    "hash": _parameter("hash"),
    "padding": _parameter("padding"),
    "strength": _strength,
    "batch": lambda side: side.result.batch or 1,
}
"""What can differ between two cases, beside what they are called."""


def differing(compared: Compared) -> tuple[str, ...]:
    """Return the fields in which cases of one row differ, the one that varies aside."""
    found: dict[str, None] = {}
    for row in compared.rows:
        sides = [cell.side for cell in row.cells if cell is not None]
        for name, field in _FIELDS.items():
            if len({field(side) for side in sides}) > 1:
                found[name] = None
    varies = {
        Varying.MODES: ("mode",),
        Varying.MESSAGES: ("message",),
        Varying.PROVIDERS: ("provider", "library version"),
    }
    return tuple(name for name in _FIELDS if name in found and name not in varies.get(compared.view, ()))


def common(compared: Compared) -> tuple[str, ...]:
    """Return the fields in which all cases of a row agree, of those that a comparison stands on."""
    differ = {*differing(compared), *_varying(compared.view)}
    return tuple(
        name for name in ("operation", "mode", "message", "provider", "machine") if name not in differ
    )


def _varying(view: Varying) -> tuple[str, ...]:
    return {Varying.MODES: ("mode",), Varying.MESSAGES: ("message",), Varying.PROVIDERS: ("provider",)}.get(
        view, ()
    )


def subtitle(compared: Compared) -> str:
    """Say in a line what all columns have in common: message, mode, library and machine where they agree."""
    sides = [side for place in range(len(compared.columns)) for side in compared.sides(place)]
    parts = [
        _only(side.name for side in sides) if compared.view is not Varying.ALGORITHMS else "",
        _only(_message_words(side) for side in sides if side.result.message is not None),
        _only(side.result.mode or "" for side in sides if side.result.message is not None),
        _only(_versions(side) for side in sides),
        _only(side.source.machine_name for side in sides),
    ]
    return " · ".join(part for part in parts if part)


def _only(texts: Iterable[str]) -> str:
    every = {text for text in texts if text}
    return every.pop() if len(every) == 1 else ""


def _message_words(side: Side) -> str:
    size = side.message_bytes
    return f"{side.message_name or ''}{'' if size is None else f' {count(size)} B'}".strip()


def _versions(side: Side) -> str:
    told = side.source.snapshot.machine.get("providers")
    versions = told.get(side.result.provider) if isinstance(told, Mapping) else None
    if not isinstance(versions, Mapping):
        return side.result.provider or ""
    named = [f"{library} {version}" for library, version in versions.items()]
    return named[0] + (f" ({', '.join(named[1:])})" if named[1:] else "") if named else ""
