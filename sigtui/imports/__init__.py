"""Other tools' results as snapshots, a file or package a tool here: pure ``parse(given) -> Snapshot``.

A tool is a module with ``NAME`` (what --tool calls it), ``TITLE`` (what it calls itself), ``PURPOSE`` (what of it is
read), ``looks_like`` (whether the beginning of a file is the tool's) and ``parse``. No row is lost: what has no id
keeps the tool's own text.
"""

import importlib
import pkgutil
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import fields, replace
from functools import cache
from math import isfinite
from pathlib import PurePath
from typing import Protocol, cast

from sigtui.errors import Problem, UsageError
from sigtui.files.documents import refuse
from sigtui.files.results import Result
from sigtui.files.snapshot import SCHEMA, Snapshot
from sigtui.findings import findings, result_name
from sigtui.imports._given import MOST_BYTES, Given, given
from sigtui.imports._rows import line
from sigtui.wording import refusal, shown

__all__ = ["MOST_BYTES", "Tool", "detect", "import_results", "joined", "tools", "unmapped"]

_VERSIONED = "openssl"
_MOST_WHOLE = (1 << 63) - 1


class Tool(Protocol):
    """One foreign tool."""

    NAME: str
    TITLE: str
    PURPOSE: str
    looks_like: Callable[[str], bool]
    parse: Callable[[Given], Snapshot]


@cache
def tools() -> Mapping[str, Tool]:
    """Map the names of all tools to their modules."""
    modules = [
        importlib.import_module(f"{__name__}.{found.name}")
        for found in pkgutil.iter_modules(__path__)
        if not found.name.startswith("_")
    ]
    return {module.NAME: cast("Tool", module) for module in modules}


def detect(data: bytes, place: str) -> Tool:
    """Return the tool whose results these are, by what they hold; the file's name says nothing.

    Raises FileError where it is no tool's, or could be that of several.
    """
    return _detected(given(data, place))


def import_results(
    data: bytes, place: str, tool: str | None = None, openssl_version: str | None = None
) -> Snapshot:
    """Return a foreign tool's results as a snapshot.

    ``place`` is what errors call the file; its last part is kept in the snapshot's ``origin``, beside the tool and its
    version. ``unmapped`` there lists the rows that have no id, ``warnings`` what is to be said of the figures.
    ``openssl_version`` is what ``openssl version`` prints, which ``openssl speed -mr`` does not.

    Raises UsageError for an unknown tool or version, FileError for everything that is wrong with the file.
    """
    source = given(data, place, openssl_version)
    chosen = _detected(source) if tool is None else _named(tool)
    if openssl_version is not None and chosen.NAME != _VERSIONED:
        raise UsageError(f"--openssl-version goes with {_VERSIONED}; {place} is read as {chosen.NAME}")
    made = chosen.parse(source)
    if problems := list(_impossible(made.results)):
        refuse(place, problems)
    return _told(replace(made, results=tuple(_unrepeated(made.results))), PurePath(place).name)


def unmapped(snapshot: Snapshot) -> tuple[str, ...]:
    """Return what the tool calls those rows that have no id, each name once."""
    return tuple(dict.fromkeys(each.label or "?" for each in snapshot.results if each.algorithm is None))


def joined(snapshots: Sequence[Snapshot]) -> Snapshot:
    """Return one snapshot with the rows of several; the same tool must have made all of them on the same machine.

    Raises UsageError with the field that differs.
    """
    first = snapshots[0]
    for other in snapshots[1:]:
        for name, differs in (
            ("tool", _origin(first, "tool") != _origin(other, "tool")),
            ("version", _origin(first, "version") != _origin(other, "version")),
            ("machine", dict(first.machine) != dict(other.machine)),
            ("method", dict(first.method) != dict(other.method)),
        ):
            if differs:
                files = f"{_origin(first, 'file')} and {_origin(other, 'file')}"
                raise UsageError(
                    f"{files} differ in {name}, so that one snapshot can't hold both; import each alone"
                )
    if len(snapshots) == 1:
        return first
    titles = dict.fromkeys(str(each.preset.get("title")) for each in snapshots)
    rows = tuple(_unrepeated([result for each in snapshots for result in each.results]))
    both = replace(first, preset={"title": line(", ".join(titles))}, results=rows)
    return _told(both, ", ".join(str(_origin(each, "file")) for each in snapshots))


def _named(name: str) -> Tool:
    if name not in tools():
        raise UsageError(refusal(f"--tool {shown(name)} is no tool that is known", name, tools()))
    return tools()[name]


def _detected(source: Given) -> Tool:
    head = source.head
    found = [tool for tool in tools().values() if tool.looks_like(head)]
    if len(found) == 1:
        return found[0]
    if found:
        names = ", ".join(tool.NAME for tool in found)
        raise source.refused(f"could be a result of several tools ({names}); name one with --tool")
    if SCHEMA.rpartition("/")[0] in head:
        raise source.refused("is a snapshot of sigtui itself; it needs no import")
    known = ", ".join(f"{tool.NAME} ({tool.PURPOSE})" for tool in tools().values())
    raise source.refused(f"is no result of a tool that is known; known are: {known}")


def _origin(snapshot: Snapshot, key: str) -> object:
    origin = snapshot.extra.get("origin")
    return origin.get(key) if isinstance(origin, Mapping) else None


def _told(snapshot: Snapshot, file: str) -> Snapshot:
    """Return a snapshot with all that is to be said of where it comes from."""
    origin = snapshot.extra.get("origin")
    extra: dict[str, object] = {
        "origin": {**(origin if isinstance(origin, Mapping) else {}), "file": line(file)}
    }
    if without := unmapped(snapshot):
        extra["unmapped"] = list(without)
    made = replace(snapshot, extra=extra)
    said = list(findings(made).warnings)
    return replace(made, extra={**extra, "warnings": said}) if said else made


def _unrepeated(results: Sequence[Result]) -> Iterator[Result]:
    """Yield rows of which no two have the same id in the same case: the first keeps it."""
    seen = set()
    for result in results:
        size = result.message
        case = (
            result.algorithm,
            result.provider,
            result.operation,
            result.mode,
            size and (size.name, size.bytes),
        )
        again = result.algorithm is not None and case in seen
        seen.add(case)
        yield replace(result, algorithm=None, family=None) if again else result


def _impossible(results: Sequence[Result]) -> Iterator[Problem]:
    """Find figures that no measurement has: negative ones, infinite ones, and none at all."""
    for index, result in enumerate(results):
        for field in fields(result):
            value = getattr(result, field.name)
            if isinstance(value, bool) or not isinstance(value, int | float):
                continue
            fine = 0 <= value <= _MOST_WHOLE if isinstance(value, int) else isfinite(value) and value >= 0
            if not fine:
                text = f"{field.name} is {shown(value)}; no measurement has that"
                yield Problem(f"row {index + 1} ({result_name(result)})", text)
