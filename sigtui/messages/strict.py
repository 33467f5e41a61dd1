"""Strict tables of files that people write, and what is wrong with one in sigtui's words, not pydantic's."""

import re
from collections.abc import Callable, Iterable, Mapping
from types import MappingProxyType
from typing import Annotated, cast

from pydantic import AfterValidator, BaseModel, ConfigDict, ValidationError
from pydantic_core import ErrorDetails

from sigtui.errors import Problem
from sigtui.wording import SHOWN_CHARACTERS, UNPRINTABLE, printable, refusal, shown

# The search for the nearest spelling of a hundred thousand wrong keys would take half a minute.
_EXPLAINED = 200
_BARE_KEY = re.compile(r"[A-Za-z0-9_-]+")

_WANTED: Mapping[str, str] = MappingProxyType(
    {
        "string_type": "text",
        "int_type": "a whole number",
        "float_type": "a number",
        "bool_type": "true or false",
        "list_type": "a list",
        "tuple_type": "a list",
        "dict_type": "a table",
        "mapping_type": "a table",
        "model_type": "a table",
        "dataclass_type": "a table",
    }
)


class StrictTable(BaseModel):
    """A table that takes its own keys only, each of exactly its type."""

    model_config = ConfigDict(extra="forbid", strict=True, frozen=True)


def _check_label(text: str) -> str:
    if not text.strip():
        raise ValueError("must not be empty")
    if UNPRINTABLE.search(text):
        raise ValueError(f"must not hold control characters, as {shown(text)} does")
    return text


Label = Annotated[str, AfterValidator(_check_label)]
"""A name or title that a table or screen shows: not empty, on one line, printable."""


def label(text: str, otherwise: str) -> str:
    """Return any text, such as a file's name, as a ``Label``; ``otherwise`` where nothing is left of it."""
    encodable = text.encode(errors="replace").decode()
    return printable(encodable).strip() or otherwise


def one_of(allowed: Iterable[str]) -> AfterValidator:
    """Return a validator of texts that takes these words and names the nearest one otherwise."""
    words = tuple(str(word) for word in allowed)

    def check(text: str) -> str:
        if text not in words:
            raise ValueError(refusal(f"{shown(text)} is not allowed", text, words))
        return text

    return AfterValidator(check)


def key_of(location: Iterable[str | int]) -> str:
    """Return the dotted path of a place in a file: ``("messages", 2, "hex")`` is ``messages[2].hex``."""
    key = ""
    for part in location:
        if isinstance(part, int):
            key += f"[{part}]"
        else:
            name = part if _BARE_KEY.fullmatch(part) and len(part) <= SHOWN_CHARACTERS else shown(part)
            key += f".{name}" if key else name
    return key


def within(place: str, problem: Problem) -> Problem:
    """Return the problem of a table with its key as the whole file sees it; ``place`` is the table's key."""
    joint = "." if place and problem.key and not problem.key.startswith("[") else ""
    return Problem(f"{place}{joint}{problem.key}", problem.text)


def problems_of(error: ValidationError, allowed: Iterable[str] = ()) -> tuple[Problem, ...]:
    """Return what pydantic found, in its order; ``allowed`` are the keys that the table takes."""
    keys = tuple(allowed)
    return tuple(
        Problem(key_of(details["loc"]), _text(details, keys) if index < _EXPLAINED else details["msg"])
        for index, details in enumerate(error.errors(include_url=False))
    )


def fields_of(model: type[BaseModel]) -> tuple[str, ...]:
    """Return the keys that a table takes, as a file spells them."""
    return tuple(field.alias or name for name, field in model.model_fields.items())


_Words = Callable[[Mapping[str, object]], str]

_LIMITS: Mapping[str, _Words] = MappingProxyType(
    {
        "greater_than_equal": lambda limits: f"must be at least {limits['ge']:,}",
        "less_than_equal": lambda limits: f"must be at most {limits['le']:,}",
        "too_long": lambda limits: f"must have at most {limits['max_length']} items",
    }
)


def _text(details: ErrorDetails, allowed: tuple[str, ...]) -> str:
    kind, value = details["type"], details["input"]
    context = cast("Mapping[str, object]", details.get("ctx", {}))
    if kind == "missing":
        return "is required"
    if kind == "extra_forbidden":
        return refusal("unknown key", str(details["loc"][-1]), allowed)
    if kind in {"too_short", "string_too_short"}:
        return "must not be empty"
    if kind == "value_error":
        return str(context["error"])
    if kind in _WANTED:
        return f"must be {_WANTED[kind]}, not {shown(value)}"
    if kind in _LIMITS:
        return f"{_LIMITS[kind](context)}, not {shown(value) if isinstance(value, int) else len(value)}"
    return f"{details['msg'][:1].lower()}{details['msg'][1:]}, not {shown(value)}"
