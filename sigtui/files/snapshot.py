"""Snapshots as TOML or JSON files, ``sigtui/snapshot/1``: a preset, the machine and the results.

Known keys are read strictly, unknown ones are kept at their place and written back, so that the files of a
newer sigtui open.
"""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, fields
from datetime import date as calendar_date
from datetime import time
from functools import cache
from math import isfinite
from pathlib import Path
from types import MappingProxyType

from pydantic import BaseModel, ConfigDict, TypeAdapter, ValidationError

from sigtui.errors import FileError, Problem
from sigtui.files.documents import read_json, read_toml, refuse, writable
from sigtui.files.encoded import Range, Tightest, Use, Wire
from sigtui.files.results import Blocks, Histogram, Lengths, MessageSize, Outliers, Result
from sigtui.files.store import read_bytes, write_atomically
from sigtui.files.toml import render_toml as _render
from sigtui.files.values import Table, Text
from sigtui.messages.strict import key_of, problems_of
from sigtui.wording import shown

SCHEMA = "sigtui/snapshot/1"
MOST_BYTES = 64 << 20
"""The largest snapshot, 64 MiB: some thousand cases."""

_NEWER = re.compile(r"sigtui/snapshot/[1-9][0-9]*")
_EXTRA = "extra"


@dataclass(frozen=True, slots=True, kw_only=True)
class Snapshot:
    """What was measured, where and how.

    ``preset`` is the preset's document, ``machine`` what the machine says of itself, ``method`` the version,
    effort, worker processes and reference spin. ``date`` is ISO 8601, empty where it is unknown. ``extra``
    are the keys that this version does not know.
    """

    preset: Table = field(default_factory=dict)
    machine: Table = field(default_factory=dict)
    method: Table = field(default_factory=dict)
    date: Text = ""
    results: tuple[Result, ...] = ()
    extra: Table = field(default_factory=dict)


def to_document(snapshot: Snapshot) -> dict[str, object]:
    """Return a snapshot as JSON's values, keys in the contract's order.

    None where something is unknown, and for NaN and infinities; dates of unknown keys as ISO 8601 text.
    """
    return {key: _json(value) for key, value in _document(snapshot).items()}


def render_toml(snapshot: Snapshot) -> bytes:
    """Return a snapshot as canonical TOML: unknown is absent, results come last, one line a key.

    It reads back as the same snapshot, except for a None inside an unknown key, which TOML can't say.
    """
    document = _document(snapshot)
    results = document.pop("results")
    return _render({**document, "results": results})


def parse_snapshot(data: bytes, place: str) -> Snapshot:
    """Read the text of a snapshot, TOML or JSON by its first character or by the suffix of ``place``.

    Raises FileError with everything that is wrong.
    """
    is_json = data.lstrip().startswith(b"{") or place.lower().endswith(".json")
    document = read_json(data, place) if is_json else read_toml(data, place)
    _check_schema(document, place)
    # What is null at the top is unknown, like what is absent.
    given = {key: value for key, value in document.items() if key != "schema" and value is not None}
    separate = _separate(given, Snapshot)
    problems = list(_table_problems(separate))
    try:
        snapshot = _snapshots().validate_python(separate)
    except ValidationError as error:
        refuse(place, [*problems_of(error), *problems])
    problems.extend(_unwritable(snapshot))
    if problems:
        refuse(place, problems)
    return snapshot


def read_snapshot(path: Path) -> Snapshot:
    """Read a snapshot; raises FileError with everything that is wrong, or why the file can't be read."""
    return parse_snapshot(read_bytes(path, MOST_BYTES), str(path))


def write_snapshot(path: Path, snapshot: Snapshot) -> None:
    """Write a snapshot as TOML, whole or not at all; raises FileError."""
    write_atomically(path, render_toml(snapshot))


class _FreeTable(BaseModel):
    """A table of which only some keys have a type; a newer sigtui has more."""

    model_config = ConfigDict(extra="allow", strict=True)


class _Preset(_FreeTable):
    title: str | None = None
    baseline: str | None = None


class _Method(_FreeTable):
    version: str | None = None
    effort: str | None = None
    worker_processes: int | None = None


_FREE_TABLES: Mapping[str, type[_FreeTable]] = MappingProxyType({"preset": _Preset, "method": _Method})

_Inner = MessageSize | Outliers | Histogram | Blocks | Lengths | Wire | Range | Tightest | Use
_Part = Snapshot | Result | _Inner

_NESTED: Mapping[type[_Part], Mapping[str, type[_Inner]]] = MappingProxyType(
    {
        Result: {
            "message": MessageSize,
            "outliers": Outliers,
            "histogram": Histogram,
            "blocks": Blocks,
            "signature_bytes": Lengths,
            "wire": Wire,
        },
        Wire: {"encoded_range": Range, "tightest": Tightest},
    }
)
"""The keys of a part that hold another part."""

_NAMED: Mapping[type[_Part], Mapping[str, type[_Inner]]] = MappingProxyType({Wire: {"budgets": Use}})
"""The keys of a part that hold a table of other parts, by names that somebody chose."""

_KEYS: Mapping[type[_Part], tuple[str, ...]] = MappingProxyType(
    {
        part: tuple(each.name for each in fields(part) if each.name != _EXTRA)
        for part in (
            *(Snapshot, Result, MessageSize, Outliers, Histogram, Blocks, Lengths),
            *(Wire, Range, Tightest, Use),
        )
    }
)


@cache
def _snapshots() -> TypeAdapter[Snapshot]:
    return TypeAdapter(Snapshot)


def _check_schema(document: Mapping[str, object], place: str) -> None:
    """Refuse what is no snapshot of this schema; nothing else is worth saying of it then."""
    schema = document.get("schema")
    if schema == SCHEMA:
        return
    text = f"must be {SCHEMA!r}, not {shown(schema)}"
    if schema is None:
        text = f"is required; this sigtui reads {SCHEMA!r}"
    elif isinstance(schema, int) and not isinstance(schema, bool):
        text = f"is {shown(schema)}, a preset's; a snapshot has {SCHEMA!r}"
    elif isinstance(schema, str) and _NEWER.fullmatch(schema):
        text = f"made by a newer sigtui: {shown(schema)}, this one reads {SCHEMA!r}"
    raise FileError(place, [Problem("schema", text)])


def _separate(table: Mapping[str, object], part: type[_Part]) -> dict[str, object]:
    """Move the keys that a part of a snapshot does not know into its ``extra``."""
    known = _KEYS[part]
    inside = {key: table[key] for key in known if key in table}
    extra = {key: value for key, value in table.items() if key not in inside}
    if part is Snapshot:
        results = inside.get("results")
        if isinstance(results, list):
            inside["results"] = [
                _separate(each, Result) if isinstance(each, Mapping) else each for each in results
            ]
    for key, nested in _NESTED.get(part, {}).items():
        value = inside.get(key)
        if isinstance(value, Mapping):
            inside[key] = _separate(value, nested)
    for key, named in _NAMED.get(part, {}).items():
        value = inside.get(key)
        if isinstance(value, Mapping):
            inside[key] = {
                name: _separate(each, named) if isinstance(each, Mapping) else each
                for name, each in value.items()
            }
    return {**inside, _EXTRA: extra}


def _document(part: _Part) -> dict[str, object]:
    """Return a part of a snapshot as a table, its unknown keys behind the known ones."""
    document: dict[str, object] = {"schema": SCHEMA} if isinstance(part, Snapshot) else {}
    for key in _KEYS[type(part)]:
        value = getattr(part, key)
        if key == "results":
            document[key] = [_document(result) for result in value]
        elif key in _NAMED.get(type(part), {}) and value is not None:
            document[key] = {name: _document(each) for name, each in value.items()}
        else:
            document[key] = _document(value) if isinstance(value, _Part) else value
    if isinstance(part, Snapshot) and not part.date:
        document["date"] = None
    document.update((key, value) for key, value in part.extra.items() if key not in document)
    return document


def _json(value: object) -> object:
    if isinstance(value, float):
        return value if isfinite(value) else None
    if isinstance(value, Mapping):
        return {key: _json(inner) for key, inner in value.items()}
    if isinstance(value, list | tuple):
        return [_json(inner) for inner in value]
    return value.isoformat() if isinstance(value, calendar_date | time) else value


def _table_problems(separate: Mapping[str, object]) -> Iterator[Problem]:
    """Find wrong types inside the tables whose other keys are free."""
    for key, form in _FREE_TABLES.items():
        table = separate.get(key, {})
        if isinstance(table, Mapping):
            try:
                form.model_validate(table)
            except ValidationError as error:
                for problem in problems_of(error):
                    yield Problem(f"{key}.{problem.key}", problem.text)


def _unwritable(snapshot: Snapshot) -> Iterator[Problem]:
    """Find free values that are read, but which could not be written again."""
    free: list[tuple[str, object]] = [
        (key, getattr(snapshot, key)) for key in ("preset", "machine", "method")
    ]
    free.extend((key_of([key]), value) for key, value in snapshot.extra.items())
    for index, result in enumerate(snapshot.results):
        place = key_of(("results", index))
        free.extend((f"{place}.{key_of([key])}", value) for key, value in result.extra.items())
        free.extend((key, part.extra) for key, part in _inside(result, place))
    for key, value in free:
        text = writable(value)
        if text is not None:
            yield Problem(key, text)


def _inside(part: _Part, place: str) -> Iterator[tuple[str, _Inner]]:
    """Find the parts of a part, and theirs, each with its place."""
    for key in _NESTED.get(type(part), {}):
        if (inner := getattr(part, key)) is not None:
            yield f"{place}.{key}", inner
            yield from _inside(inner, f"{place}.{key}")
    for key in _NAMED.get(type(part), {}):
        for name, inner in (getattr(part, key) or {}).items():
            yield f"{place}.{key}.{key_of([name])}", inner
