"""JSON of foreign tools, read by type: what no type names is skipped, not built."""

import re
from math import inf
from typing import TypeVar

import msgspec

from sigtui.imports._given import Given

Number = float | int | str | None
"""A figure as tools write it; text where it is none ("" for NaN)."""

_Report = TypeVar("_Report", bound=msgspec.Struct)

_BYTE = re.compile(r"\(byte (\d+)\)")


def read(source: Given, form: type[_Report], title: str) -> _Report:
    """Return a tool's report; FileError with the place where it is no JSON, or not the tool's."""
    try:
        return msgspec.json.decode(source.data, type=form)
    except msgspec.ValidationError as error:
        raise source.refused(f"is no JSON of {title}: {_lowered(str(error))}") from error
    except msgspec.DecodeError as error:
        raise source.refused(f"is no JSON: {_where(source.data, str(error))}") from error
    except RecursionError:
        raise source.refused("is no JSON that can be read: it is nested too deep") from None
    except ValueError as error:  # text that is no UTF-8, a number of thousands of digits
        raise source.refused(f"is no JSON that can be read: {_lowered(str(error))}") from error


def figure(value: Number) -> float | None:
    """Return a figure; None where the tool has none. An infinite or NaN one stays, to be refused with its row."""
    try:
        return float(value) if isinstance(value, int | float) else None
    except OverflowError:
        return inf


def _where(data: bytes, text: str) -> str:
    """Put the line first, which editors show; the parser counts bytes."""
    found = _BYTE.search(text)
    told = _lowered(text.removeprefix("JSON is malformed: "))
    if found is None:
        return told
    line = data.count(b"\n", 0, int(found[1])) + 1
    return f"line {line}: {told}"


def _lowered(text: str) -> str:
    return f"{text[:1].lower()}{text[1:]}"
