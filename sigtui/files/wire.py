"""The ``[wire]`` block of a preset: the envelope, the budgets that are shown, and budgets of one's own."""

from collections.abc import Mapping, Sequence
from typing import Annotated

from pydantic import Field, ValidationError

from sigtui.errors import Problem, UsageError
from sigtui.files.choices import numbered_tables
from sigtui.messages.strict import Label, StrictTable, fields_of, one_of, problems_of, within
from sigtui.model import OwnBudget, WireView
from sigtui.wire.budgets import Budget, Carrier, find
from sigtui.wire.chosen import budget
from sigtui.wire.envelopes import Envelope
from sigtui.wording import shown

BLOCK = "wire"

# No list is longer; a hostile one would be compared name by name with what there is.
_MOST_BUDGETS = 64
_MOST_BYTES = 1 << 30


class _Wire(StrictTable):
    """The keys of the block; its tables are read one by one."""

    envelope: Annotated[str, one_of(Envelope)] | None = None
    budgets: Annotated[list[str], Field(max_length=_MOST_BUDGETS)] | None = None
    custom: Annotated[list[dict[str, object]], Field(max_length=_MOST_BUDGETS)] = Field(default_factory=list)


class _Custom(StrictTable):
    """A ``[[wire.custom]]`` table."""

    name: Label
    bytes: Annotated[int, Field(ge=1, le=_MOST_BYTES)]
    transport: Annotated[str, one_of(Carrier)]


def read_wire(table: Mapping[str, object], problems: list[Problem]) -> WireView:
    """Return what the block says; what is wrong is left out, its problems being added."""
    try:
        wire = _Wire.model_validate(dict(table))
    except ValidationError as error:
        problems.extend(within(BLOCK, problem) for problem in problems_of(error, fields_of(_Wire)))
        return WireView()
    custom = _custom(wire.custom, problems)
    _check_names(wire.budgets or (), custom, len(custom) == len(wire.custom), problems)
    return WireView(
        envelope=wire.envelope,
        budgets=None if wire.budgets is None else tuple(wire.budgets),
        custom=tuple(told for told, _ in custom),
    )


def wire_document(wire: WireView) -> dict[str, object]:
    """Return the block as plain values in the order of the file; empty where nothing was chosen."""
    document: dict[str, object] = {}
    if wire.envelope is not None:
        document["envelope"] = wire.envelope
    if wire.budgets is not None:
        document["budgets"] = list(wire.budgets)
    if wire.custom:
        document["custom"] = [
            {"name": each.name, "bytes": each.bytes, "transport": each.transport} for each in wire.custom
        ]
    return document


def _custom(tables: Sequence[object], problems: list[Problem]) -> list[tuple[OwnBudget, Budget]]:
    """Return the budgets of one's own that are right, each with what it means."""
    read: list[tuple[OwnBudget, Budget]] = []
    seen: dict[str, str] = {}
    for member, table in numbered_tables("custom", list(tables), problems):
        key = f"{BLOCK}.{member}"
        try:
            told = _Custom.model_validate(dict(table))
            mine = OwnBudget(told.name, told.bytes, told.transport)
            meant = budget(mine)
        except ValidationError as error:
            problems.extend(within(key, problem) for problem in problems_of(error, fields_of(_Custom)))
            continue
        except UsageError as error:
            problems.append(Problem(f"{key}.name", str(error)))
            continue
        if (first := seen.setdefault(told.name, key)) != key:
            problems.append(Problem(f"{key}.name", f"{shown(told.name)} is the name of {first} already"))
            continue
        read.append((mine, meant))
    return read


def _check_names(
    names: Sequence[str],
    custom: Sequence[tuple[OwnBudget, Budget]],
    complete: bool,
    problems: list[Problem],
) -> None:
    """Find names that no budget has, and those that come again.

    Where a budget of one's own could not be read, it may be the one that is meant: nothing is said then.
    """
    seen: dict[str, str] = {}
    for index, name in enumerate(names):
        place = f"{BLOCK}.budgets[{index}]"
        if (first := seen.setdefault(name, place)) != place:
            problems.append(Problem(place, f"is {shown(name)} again, as {first}; leave one of them out"))
            continue
        try:
            find(name, (meant for _, meant in custom))
        except UsageError as error:
            if complete:
                problems.append(Problem(place, str(error)))
