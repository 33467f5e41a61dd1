"""Text of a file to plain values: TOML and JSON, with one clear error for whatever is no such text."""

import codecs
import json
import re
import tomllib
from collections.abc import Mapping, Sequence
from typing import NoReturn

from sigtui.errors import FileError, Problem
from sigtui.wording import shown

_MOST_PROBLEMS = 100
_MOST_PARTS = 64
_MOST_LEVELS = 64
_MOST_BITS = 1024

# tomllib's time grows with the square of a dotted key's parts (10,000: 2 s; a MiB of them: an hour). Such a
# key is refused beforehand. One can begin a line or follow { and , in an inline table.
_LONG_KEY = re.compile(
    r"(?:^|[{,])[ \t]*+(?:\[\[?[ \t]*+)?+"
    r"(?:(?:[A-Za-z0-9_-]++|\"(?:[^\"\\\n]|\\.)*+\"|'[^'\n]*+')[ \t]*+\.[ \t]*+)"
    rf"{{{_MOST_PARTS}}}",
    re.MULTILINE,
)
_TOML_PLACE = re.compile(r"(?P<what>.*) \(at (?P<where>[^()]*)\)", re.DOTALL)

# UTF-32's little-endian mark begins with UTF-16's, so that it comes first.
_MARKS = (
    (codecs.BOM_UTF8, "a byte order mark (BOM)"),
    (codecs.BOM_UTF32_LE, "the mark of UTF-32"),
    (codecs.BOM_UTF32_BE, "the mark of UTF-32"),
    (codecs.BOM_UTF16_LE, "the mark of UTF-16"),
    (codecs.BOM_UTF16_BE, "the mark of UTF-16"),
)


def refuse(place: str, problems: Sequence[Problem]) -> NoReturn:
    """Raise the FileError of all these problems; beyond a hundred they are counted, not listed."""
    listed = list(problems[:_MOST_PROBLEMS])
    if len(problems) > _MOST_PROBLEMS:
        listed.append(Problem("", f"and {len(problems) - _MOST_PROBLEMS:,} problems more"))
    raise FileError(place, listed)


def decode(data: bytes, place: str) -> str:
    """Return UTF-8 text; FileError where it is something else or begins with a byte order mark."""
    for mark, name in _MARKS:
        if data.startswith(mark):
            refuse(place, [Problem("", f"begins with {name}; save it as UTF-8 without a byte order mark")])
    try:
        return data.decode()
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        text = f"line {line}: byte 0x{data[error.start]:02x} is not UTF-8; save the file as UTF-8"
        raise FileError(place, [Problem("", text)]) from error


def read_toml(data: bytes, place: str) -> dict[str, object]:
    """Return the values of TOML text; FileError with line and column where it is none."""
    text = decode(data, place)
    try:
        _check_keys(text, place)
        return tomllib.loads(text)
    except RecursionError:
        refuse(place, [Problem("", _TOO_DEEP)])
    except tomllib.TOMLDecodeError as error:
        raise FileError(place, [Problem("", f"is no TOML: {_toml_words(error)}")]) from error
    except ValueError as error:  # a number of more than 4,300 digits; Python's text says so
        raise FileError(place, [Problem("", f"is no TOML that can be read: {error}")]) from error


def read_json(data: bytes, place: str) -> dict[str, object]:
    """Return the values of a JSON object; FileError with line and column where it is none.

    NaN and Infinity, which are no JSON but which Python's own writer produces, become None.
    """
    text = decode(data, place)
    try:
        document = json.loads(text, parse_constant=lambda _: None)
        if "\\ud" in text.lower():
            json.dumps(document, ensure_ascii=False).encode()
    except RecursionError:
        refuse(place, [Problem("", _TOO_DEEP)])
    except json.JSONDecodeError as error:
        words = f"line {error.lineno}, column {error.colno}: {error.msg[:1].lower()}{error.msg[1:]}"
        raise FileError(place, [Problem("", f"is no JSON: {words}")]) from error
    except UnicodeEncodeError as error:
        raise FileError(
            place, [Problem("", "holds half of a character, an unpaired \\ud8… escape")]
        ) from error
    except ValueError as error:  # a number of more than 4,300 digits; Python's text says so
        raise FileError(place, [Problem("", f"is no JSON that can be read: {error}")]) from error
    if not isinstance(document, dict):
        refuse(place, [Problem("", f"must be a JSON object, not {shown(document)}")])
    return document


def writable(value: object) -> str | None:
    """Return why a value of unknown shape could not be written again, None if it can."""
    level: list[object] = [value]
    for _ in range(_MOST_LEVELS):
        if any(isinstance(each, int) and each.bit_length() > _MOST_BITS for each in level):
            return f"holds a whole number of more than {_MOST_BITS:,} bits"
        level = [child for each in level for child in _children(each)]
        if not level:
            return None
    return _TOO_DEEP


_TOO_DEEP = f"is nested too deep; at most {_MOST_LEVELS} tables or lists inside each other"


def _check_keys(text: str, place: str) -> None:
    """Refuse the dotted keys that would take tomllib too long."""
    found = _LONG_KEY.search(text)
    if found is not None:
        line = text.count("\n", 0, found.end()) + 1
        refuse(place, [Problem("", f"line {line}: a key of more than {_MOST_PARTS} dotted parts")])


def _children(value: object) -> Sequence[object]:
    if isinstance(value, Mapping):
        return tuple(value.values())
    return value if isinstance(value, list | tuple) else ()


def _toml_words(error: tomllib.TOMLDecodeError) -> str:
    """Put the place, which tomllib says last, first."""
    found = _TOML_PLACE.fullmatch(str(error))
    if found is None:
        return str(error)
    what = found["what"]
    return f"{found['where']}: {what[:1].lower()}{what[1:]}"
