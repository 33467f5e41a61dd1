"""The kinds of messages to sign, each found by its place in this folder.

A kind is a subclass of ``MessageTable`` (sigtui/messages/table.py) in any module here, with its ``kind`` key
set. There is no other list of them.
"""

from collections.abc import Mapping
from functools import cache
from importlib import import_module
from pathlib import Path
from pkgutil import iter_modules
from types import MappingProxyType

from pydantic import TypeAdapter, ValidationError

from sigtui.errors import FileError, Problem
from sigtui.messages.strict import Label, key_of, problems_of
from sigtui.messages.table import MessageTable
from sigtui.model import Message
from sigtui.wording import refusal

__all__ = ["kinds", "read_message"]


@cache
def kinds() -> Mapping[str, type[MessageTable]]:
    """Map the key that marks each kind of message to the kind, in the order of the files and in them."""
    modules = [import_module(f"{__name__}.{found.name}") for found in iter_modules(__path__)]
    found = (
        value
        for module in modules
        for value in vars(module).values()
        if isinstance(value, type) and issubclass(value, MessageTable) and value.__module__ == module.__name__
    )
    return MappingProxyType({kind.kind: kind for kind in found if "kind" in vars(kind)})


def read_message(table: Mapping[str, object], base: Path) -> Message | tuple[Problem, ...]:
    """Read a ``[[messages]]`` table; ``base`` is the folder of its preset.

    Returns the message, or everything that is wrong, with keys inside the table (``hex``; empty where the
    table as a whole is meant).
    """
    given = [key for key in kinds() if key in table]
    if len(given) != 1:
        return _undecided(table, given)
    kind = kinds()[given[0]]
    try:
        return kind.model_validate(dict(table)).load(base)
    except ValidationError as error:
        return problems_of(error, kind.model_fields)
    except FileError as error:
        return error.problems


def _undecided(table: Mapping[str, object], given: list[str]) -> tuple[Problem, ...]:
    """Tell what is wrong with a table that has the key of no kind, or of several."""
    allowed = tuple(kinds())
    if given:
        text = f"has {' and '.join(given)}: a message is only one of them; allowed: {', '.join(allowed)}"
    else:
        text = f"has no content; give one of {', '.join(allowed)}"
    problems = [Problem("", text), *_name_problems(table)]
    known = {"name", *(key for kind in kinds().values() for key in kind.model_fields)}
    unknown = [key for key in table if key not in known]
    return (
        *problems,
        *(Problem(key_of([key]), refusal("unknown key", key, sorted(known))) for key in unknown),
    )


def _name_problems(table: Mapping[str, object]) -> tuple[Problem, ...]:
    if "name" not in table:
        return (Problem("name", "is required"),)
    try:
        TypeAdapter(Label).validate_python(table["name"], strict=True)
    except ValidationError as error:
        return tuple(Problem("name", problem.text) for problem in problems_of(error))
    return ()
