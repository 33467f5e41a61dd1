"""What `sigtui sizes` prints: which algorithms, under which setting, in which form; nothing is measured."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from sigtui.algorithms import catalogue, find
from sigtui.errors import UsageError
from sigtui.model import Algorithm, WireView
from sigtui.sizes import documents, tables
from sigtui.sizes.tables import WIDTH
from sigtui.wire import chosen
from sigtui.wire.budgets import SHIPPED
from sigtui.wire.packets import ETHERNET, Route, Transport
from sigtui.wire.report import row
from sigtui.wire.setting import Setting

__all__ = ["WIDTH", "Asked", "sizes"]

_FOR_PROGRAMS = ("json", "csv")


@dataclass(frozen=True, slots=True)
class Asked:
    """What the command line asked for; None where it said nothing.

    ``names`` are ids or RFC 9421 names; without them and without a preset the whole catalogue is meant.
    """

    names: tuple[str, ...] = ()
    preset: str | None = None
    envelope: str | None = None
    transport: str | None = None
    mtu: int | None = None


def sizes(asked: Asked, output: str, width: int = WIDTH) -> str:
    """Return the rows as a table for a terminal of this width, or as JSON, CSV or markdown.

    A preset chooses the budgets. Without one, what programs read has every budget that ships, and what people
    read the usual ones. Raises UsageError for unknown names and an impossible MTU, FileError for the preset.
    """
    algorithms, view = _of_preset(asked.preset) if asked.preset is not None else (_named(asked.names), None)
    setting = _setting(asked, view or WireView())
    if view is None and output in _FOR_PROGRAMS:
        setting = replace(setting, budgets=SHIPPED)
    rows = [row(each, setting) for each in algorithms]
    match output:
        case "json":
            return documents.json_text(rows)
        case "csv":
            return documents.csv_text(rows, setting)
        case "markdown":
            return tables.markdown(rows, setting, usual=view is None)
    return tables.table(rows, setting, width, usual=view is None)


def _named(names: Sequence[str]) -> tuple[Algorithm, ...]:
    """Return the algorithms of these names, each once; raises UsageError with all that are unknown."""
    if not names:
        return catalogue()
    found: dict[str, Algorithm] = {}
    unknown: dict[str, None] = {}
    for name in names:
        try:
            algorithm = find(name)
        except UsageError as error:
            unknown[str(error)] = None
        else:
            found[algorithm.id] = algorithm
    if unknown:
        raise UsageError("\n".join(unknown))
    return tuple(found.values())


def _of_preset(name: str) -> tuple[tuple[Algorithm, ...], WireView]:
    """Return a preset's algorithms, each once, and what it wants to see of the wire."""
    # Only here: reading files strictly takes longer to import than all the rest takes to run.
    from sigtui.files.preset import read_preset
    from sigtui.files.store import find_preset

    preset = read_preset(find_preset(name))
    algorithms = {choice.algorithm.id: choice.algorithm for choice in preset.choices}
    return tuple(algorithms.values()), preset.wire


def _setting(asked: Asked, view: WireView) -> Setting:
    """Return the view's setting with what was asked for in its place."""
    setting = chosen.setting(view if asked.envelope is None else replace(view, envelope=asked.envelope))
    transport = setting.route.transport if asked.transport is None else Transport(asked.transport)
    return replace(setting, route=Route(transport, ETHERNET if asked.mtu is None else asked.mtu))
