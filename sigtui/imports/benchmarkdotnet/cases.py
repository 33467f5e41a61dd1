"""What a benchmark's names and parameters say: the algorithm, the operation, the message, the platform."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from sigtui.files.results import MessageSize
from sigtui.imports._names import algorithm_id, purpose
from sigtui.imports._rows import line, message

_WORDS = re.compile(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+")
_CONTENTS = frozenset(
    (
        "message",
        "messages",
        "msg",
        "payload",
        "data",
        "input",
        "text",
        "plaintext",
        "content",
        "body",
        "buffer",
    )
)
_LENGTHS = frozenset(("length", "len", "size", "bytes"))
_MESSAGES = _CONTENTS | _LENGTHS | {"n", "in"}
"""The words of which a message's parameter has its name: a BatchSize, a MessageCount and a KeySize are none."""

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
    words = _words(name)
    if "key" in words:
        return False
    if _CUT.fullmatch(value):
        return True
    if not words or not words <= _MESSAGES:
        return False
    # A length, or N, is only a message's where it is a number.
    return bool(words & _CONTENTS) or value.replace(",", "").isdecimal()


def _words(name: str) -> frozenset[str]:
    return frozenset(word.lower() for word in _WORDS.findall(name))


def _message(name: str, value: str) -> MessageSize:
    """Return the message of a parameter: a text that is cut has its length behind it, a number is one of its bytes.

    It is so only where the name says that: an N of 64 can be messages, and a payload of 3 a number in a list.
    """
    found = _CUT.fullmatch(value)
    if found is not None:
        whole = f"{found['start']}(...){found['end']}" if found["length"] else ""
        return message(whole, int(found["length"] or found["array"]))
    digits = value.replace(",", "")
    is_length = bool(_words(name) & _LENGTHS)
    if digits.isdecimal() and len(digits) < 10:
        return MessageSize(bytes=int(digits)) if is_length else MessageSize(name=line(f"{name}={value}"))
    told = message(value)
    if told.bytes is None and "..." not in value and not is_length:
        # A text is shown whole where it is short: it is the message itself.
        return message(value, len(value.encode()))
    return told
