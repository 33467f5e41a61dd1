"""Published tables to snapshots: a TOML file says where the figures come from and what its table's words mean."""

import csv
import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path

from sigtui.algorithms import catalogue
from sigtui.files.results import Lengths, MessageSize, Result
from sigtui.files.snapshot import Snapshot
from sigtui.model import Operation
from sigtui.reference.figures import figures

OTHER = "other"
"""The operation of a row that is none of sigtui's: a part of one, or several documents or signatures in one call."""

_OPERATIONS = {"create+sign": Operation.SIGN, "digest": "digest"}
_WITH_MODE = (Operation.SIGN, Operation.VERIFY)

Row = Mapping[str, str]


@dataclass(frozen=True, slots=True, kw_only=True)
class Description:
    """What a reference's file says. The tables map the publication's words to sigtui's.

    ``file`` holds the rows, ``more`` others of another shape, ``beside`` further columns of the same rows. ``where``
    picks rows by their columns. ``suites`` are kept, ``left_out`` are not, with the reason. ``cases`` are the ids of
    rows without an algorithm's column. ``operations`` are by the publication's word or by a row's case, ``messages``
    the names by a length, ``documents`` the lengths in bytes by the name that ends a row's case, else of ``document``.
    """

    title: str
    file: str
    beside: str | None = None
    more: list[str] = field(default_factory=list)
    provider: str
    mode: str | None = None
    notes: list[str] = field(default_factory=list)
    out_of_scope: list[str] = field(default_factory=list)
    document: str | None = None
    where: dict[str, str] = field(default_factory=dict)
    origin: dict[str, str]
    machine: dict[str, object]
    method: dict[str, object]
    algorithms: dict[str, str] = field(default_factory=dict)
    cases: dict[str, str] = field(default_factory=dict)
    operations: dict[str, str] = field(default_factory=dict)
    suites: dict[str, str] = field(default_factory=dict)
    left_out: dict[str, str] = field(default_factory=dict)
    messages: dict[str, str] = field(default_factory=dict)
    documents: dict[str, int] = field(default_factory=dict)


def describe(path: Path) -> Description:
    """Return what a reference's file says; the files ship with sigtui, so that nothing in them is a user's."""
    return Description(**tomllib.loads(path.read_text(encoding="utf-8")))


def count_rows(path: Path) -> int:
    """Return how many results a reference has, without reading their figures."""
    told = describe(path)
    return sum(row.get("suite") not in told.left_out for row in _rows(path.parent, told))


def read_reference(path: Path) -> Snapshot:
    """Return the snapshot of a reference's file."""
    told = describe(path)
    rows = list(_rows(path.parent, told))
    results = tuple(_result(told, row) for row in rows if row.get("suite") not in told.left_out)
    return Snapshot(
        preset={"title": told.title},
        machine=told.machine,
        method=told.method,
        results=results,
        extra={
            "origin": {"kind": "reference", **told.origin},
            "notes": list(told.notes),
            "out_of_scope": [*told.out_of_scope, *_left_out(told, rows)],
        },
    )


def _left_out(told: Description, rows: list[Row]) -> Iterator[str]:
    """Say of each suite that is left out how many rows it has, and why."""
    for suite, reason in told.left_out.items():
        number = sum(row["suite"] == suite for row in rows)
        yield f"{suite}, {number} rows ({reason})"


def _rows(folder: Path, told: Description) -> Iterator[Row]:
    beside = _table(folder / told.beside) if told.beside else []
    further = {(row["algorithm"], row["operation"], row["configuration"]): row for row in beside}
    for name in (told.file, *told.more):
        for row in _table(folder / name):
            if all(row.get(key) == value for key, value in told.where.items()):
                key = (row.get("algorithm", ""), row.get("operation", ""), row.get("configuration", ""))
                yield {**further.get(key, {}), **row}


def _table(path: Path) -> list[Row]:
    with path.open(encoding="utf-8", newline="") as stream:
        return list(csv.DictReader(stream))


def _result(told: Description, row: Row) -> Result:
    published = row.get("algorithm") or row.get("hash") or row.get("case", "")
    algorithm = told.algorithms.get(published) or told.cases.get(row.get("case", ""))
    operation = _operation(told, row)
    signature = row.get("signature_bytes")
    return Result(
        algorithm=algorithm,
        family=_families().get(algorithm or ""),
        label=_label(row),
        provider=f"{told.provider} {row['configuration']}" if row.get("configuration") else told.provider,
        operation=operation,
        mode=(row.get("mode") or told.mode) if operation in _WITH_MODE else None,
        message=_message(told, row, operation),
        signature_bytes=Lengths(min=int(signature), mean=int(signature), max=int(signature))
        if signature
        else None,
        **figures(row, alone=operation != OTHER, mhz=_clock(told)),
    )


def _clock(told: Description) -> float | None:
    mhz = told.machine.get("mhz")
    return float(mhz) if isinstance(mhz, int | float) else None


def _label(row: Row) -> str:
    """Return what the publication calls a row."""
    name = [row.get("suite"), row.get("case"), row.get("algorithm") or row.get("hash")]
    more = [row.get("operation"), row.get("configuration")]
    more += [f"chunks of {row['chunk_bytes']} B"] if row.get("chunk_bytes") else []
    more += [f"{row['documents']} documents"] if row.get("documents") else []
    return ", ".join([": ".join(part for part in name if part), *(part for part in more if part)])


def _operation(told: Description, row: Row) -> str:
    if row.get("hash"):
        return "digest"
    if suite := row.get("suite"):
        return told.operations.get(row["case"]) or told.suites[suite]
    word = row["operation"]
    return str(told.operations.get(word) or _OPERATIONS.get(word, word))


def _message(told: Description, row: Row, operation: str) -> MessageSize | None:
    if operation == Operation.KEYGEN:
        return None
    if size := row.get("message_bytes"):
        return MessageSize(name=told.messages.get(size), bytes=int(size))
    case = row.get("case", "")
    document = next((name for name in told.documents if case.endswith(f" {name}")), told.document)
    return MessageSize(name=document, bytes=told.documents[document]) if document else None


@cache
def _families() -> Mapping[str, str]:
    return {algorithm.id: algorithm.family for algorithm in catalogue()}
