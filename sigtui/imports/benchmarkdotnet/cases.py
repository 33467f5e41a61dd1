"""What a benchmark's names and parameters say: the algorithm, the operation, the message, the platform."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from sigtui.files.results import MessageSize
from sigtui.imports._names import algorithm_id, purpose
from sigtui.imports._rows import line, message

_MESSAGE = re.compile(r"message|payload|data|input|text|content|body|length|bytes", re.IGNORECASE)
_LENGTH = re.compile(r"length|size|bytes|^n$", re.IGNORECASE)
_KEY = re.compile(r"key", re.IGNORECASE)
_CUT = re.compile(r"(?P<start>.*)\(\.\.\.\)(?P<end>.*) \[(?P<length>\d{1,9})\]|Byte\[(?P<array>\d{1,9})\]")
_PLATFORM = re.compile(r"(?<![a-z])(linux|ubuntu|debian|windows|macos|android)(?![a-z])", re.IGNORECASE)
_SYSTEMS = {"ubuntu": "Linux", "debian": "Linux", "linux": "Linux", "windows": "Windows", "macos": "macOS"}


@dataclass(frozen=True, slots=True)
class Case:
    """A benchmark: ``label`` is its own name with its parameters; the rest is None where it does not say."""

    label: str
    algorithm: str | None
    operation: str
    mode: str | None
    message: MessageSize | None


def case(method: str, parameters: Mapping[str, str], around: Sequence[str]) -> Case:
    """Return what a benchmark is of; ``around`` are the names around it, the nearest first: its class, its title."""
    told = {name: value for name, value in parameters.items() if not _is_message(name, value)}
    own = " ".join((method, *(f"{name}={value}" for name, value in told.items())))
    operation, mode = purpose(own, *around)
    return Case(
        label=line(": ".join(part for part in (around[-1] if around else "", own) if part)),
        algorithm=algorithm_id(own, *around),
        operation=operation,
        mode=None if mode is None else str(mode),
        message=next((_message(name, value) for name, value in parameters.items() if name not in told), None),
    )


def platform(text: str) -> str | None:
    """Return the system that a title names (``ECDsa P256 - Linux``), in the words of sigtui's own machines."""
    found = {_SYSTEMS.get(word.lower(), word) for word in _PLATFORM.findall(text)}
    return found.pop() if len(found) == 1 else None


def system(text: str) -> dict[str, object]:
    """Return BenchmarkDotNet's words for a system as the ``os`` and ``release`` of sigtui's own machines."""
    told = " ".join(text.split())
    found = platform(told)
    return {"os": found, "release": told} if found else {"os": told or None}


def _is_message(name: str, value: str) -> bool:
    if _KEY.search(name):
        return False
    return (
        bool(_MESSAGE.search(name))
        or _CUT.fullmatch(value) is not None
        or (_LENGTH.search(name) is not None and value.replace(",", "").isdecimal())
    )


def _message(name: str, value: str) -> MessageSize:
    """Return the message of a parameter: a text that is cut has its length behind it, a number is a length."""
    found = _CUT.fullmatch(value)
    if found is not None:
        whole = f"{found['start']}(...){found['end']}" if found["length"] else ""
        return message(whole, int(found["length"] or found["array"]))
    digits = value.replace(",", "")
    if digits.isdecimal() and len(digits) < 10:
        return MessageSize(bytes=int(digits))
    told = message(value)
    if told.bytes is None and "..." not in value and not _LENGTH.search(name):
        # A text is shown whole where it is short: it is the message itself.
        return message(value, len(value.encode()))
    return told
