"""Presets as TOML files, schema 1: what to measure, read strictly; all that is wrong is said at once."""

import os
from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Annotated, TypeVar

from pydantic import AfterValidator, Field, ValidationError

from sigtui.bench.plan import trusts_in_vain
from sigtui.errors import FileError, Problem
from sigtui.files.choices import numbered_tables, read_baseline, read_choices
from sigtui.files.comparisons import BLOCK as COMPARISONS
from sigtui.files.comparisons import comparison_document, read_comparisons
from sigtui.files.documents import read_toml, refuse
from sigtui.files.opening import BLOCK, Offered, opening_document, read_opening
from sigtui.files.store import is_absent, read_bytes, write_atomically
from sigtui.files.toml import render_toml
from sigtui.files.wire import BLOCK as WIRE
from sigtui.files.wire import read_wire, wire_document
from sigtui.messages import read_message
from sigtui.messages.strict import (
    Label,
    StrictTable,
    fields_of,
    label,
    one_of,
    problems_of,
    within,
)
from sigtui.model import EFFORTS, Choice, Comparison, Message, Mode, Opening, Operation, Preset, WireView
from sigtui.providers import names
from sigtui.wording import shown

SCHEMA = 1
MOST_BYTES = 1 << 20
"""The largest preset, 1 MiB; larger messages belong into files of their own."""

_FILE = "file"  # of a message's source, which names a file of the preset's folder or of any other

_Value = TypeVar("_Value")
_Table = TypeVar("_Table", bound=StrictTable)


def _check_once(words: list[str]) -> list[str]:
    repeated = [word for word, count in Counter(words).items() if count > 1]
    if repeated:
        raise ValueError(f"lists {shown(repeated[0])} more than once; leave the others out")
    return words


class _Top(StrictTable):
    """The keys of the file itself; what is inside its blocks is read block by block."""

    schema_: object = Field(default=None, alias="schema")  # checked on its own, before the others
    title: Label | None = None
    baseline: str | None = None
    run: dict[str, object] = Field(default_factory=dict)
    app: dict[str, object] = Field(default_factory=dict)
    wire: dict[str, object] = Field(default_factory=dict)
    algorithms: list[dict[str, object]] = Field(default_factory=list)
    messages: list[dict[str, object]] = Field(default_factory=list)
    comparisons: list[dict[str, object]] = Field(default_factory=list)


# No list of these is longer; a hostile one would be compared word by word with what is allowed.
_MOST_WORDS = 16
_Several = (Field(min_length=1, max_length=_MOST_WORDS), AfterValidator(_check_once))


class _Run(StrictTable):
    """The ``[run]`` block."""

    effort: Annotated[str, one_of(EFFORTS)] = "short"
    operations: Annotated[list[Annotated[str, one_of(Operation)]], *_Several] = Field(
        default_factory=lambda: [str(Operation.SIGN), str(Operation.VERIFY)]
    )
    modes: Annotated[list[Annotated[str, one_of(Mode)]], *_Several] = Field(
        default_factory=lambda: [str(Mode.REUSED_KEY), str(Mode.SINGLE_SHOT)]
    )


def read_preset(path: Path) -> Preset:
    """Read a preset; raises FileError with everything that is wrong, or why the file can't be read."""
    return parse_preset(read_bytes(path, MOST_BYTES), str(path), path.parent)


def write_preset(path: Path, preset: Preset) -> None:
    """Write a preset, whole or not at all; raises FileError. Message files are named as they are: see ``moved``."""
    write_atomically(path, render_preset(preset))


def parse_preset(text: bytes, place: str, base: Path, providers: Collection[str] | None = None) -> Preset:
    """Read the text of a preset.

    ``place`` names the file in errors, and the preset itself where it has no title; ``base`` is the folder
    where the paths of message files begin; ``providers`` are the allowed names, by default all there are.
    Raises FileError with everything that is wrong.
    """
    if len(text) > MOST_BYTES:
        refuse(place, [Problem("", f"has {len(text):,} bytes; at most {MOST_BYTES:,} are read")])
    return preset_from(read_toml(text, place), place, base, providers)


def preset_from(
    document: Mapping[str, object], place: str, base: Path, providers: Collection[str] | None = None
) -> Preset:
    """Read the plain values of a preset, as ``preset_document`` gives them; the rest as ``parse_preset``."""
    problems = _schema_problems(document, place)
    top = _checked(_Top, document, "", problems)
    run = _checked(_Run, document.get("run", {}), "run", problems)
    known = names() if providers is None else providers
    choices = read_choices(document.get("algorithms"), known, problems)
    messages = _messages(document.get("messages"), base, problems)
    baseline = read_baseline(document.get("baseline"), choices, problems)
    if run is not None:
        problems.extend(_impossible(run, document.get("messages"), choices))
    opening = _opening(document, run, choices, problems)
    wire = document.get(WIRE, {})  # of another type it was said with the file's own keys already
    shown_of_it = read_wire(wire, problems) if isinstance(wire, Mapping) else WireView()
    comparisons = read_comparisons(
        document.get(COMPARISONS), _names(document.get("messages")), known, problems
    )
    if problems or top is None or run is None or baseline is None:
        refuse(place, problems)
    return Preset(
        title=top.title or label(Path(place).stem, otherwise="untitled"),
        baseline=baseline,
        choices=tuple(choice for choice in choices if choice is not None),
        messages=messages,
        operations=tuple(Operation(name) for name in run.operations),
        modes=tuple(Mode(name) for name in run.modes),
        effort=EFFORTS[run.effort],
        opening=opening,
        wire=shown_of_it,
        comparisons=comparisons,
    )


def preset_document(preset: Preset) -> dict[str, object]:
    """Return a preset as plain values in the order of its file; a snapshot keeps it so."""
    return {
        "schema": SCHEMA,
        "title": preset.title,
        "baseline": preset.baseline,
        "run": {
            "effort": preset.effort.name,
            "operations": [str(operation) for operation in preset.operations],
            "modes": [str(mode) for mode in preset.modes],
        },
        **({BLOCK: opening_document(preset.opening)} if preset.opening else {}),
        **({WIRE: wire} if (wire := wire_document(preset.wire)) else {}),
        "algorithms": [
            {"id": choice.algorithm.id} | ({"provider": choice.provider} if choice.provider else {})
            for choice in preset.choices
        ],
        "messages": [{"name": message.name, **message.source} for message in preset.messages],
        **({COMPARISONS: compared} if (compared := _comparisons_document(preset)) else {}),
    }


def _comparisons_document(preset: Preset) -> list[dict[str, object]]:
    return [comparison_document(each) for each in preset.comparisons]


def render_preset(preset: Preset) -> bytes:
    """Return the text of a preset, which reads back as the same preset."""
    return render_toml(preset_document(preset))


def moved(preset: Preset, before: Path, after: Path) -> Preset:
    """Return a preset of the folder ``before`` as a file in ``after`` has to say it: its messages stay the same."""
    return replace(
        preset,
        messages=moved_messages(preset.messages, before, after),
        comparisons=moved_comparisons(preset.comparisons, before, after),
    )


def moved_comparisons(comparisons: Sequence[Comparison], before: Path, after: Path) -> tuple[Comparison, ...]:
    """Return comparisons of a preset in ``before`` as one in ``after`` names their snapshots' files."""
    return tuple(
        replace(each, snapshots=tuple(_moved_file(name, before, after) for name in each.snapshots))
        for each in comparisons
    )


def _moved_file(name: str, before: Path, after: Path) -> str:
    """Return how a preset in ``after`` names a file of one in ``before``; what is no file there stays a name."""
    if before.absolute() == after.absolute() or is_absent(before / name):
        return name
    return named_from(after, before / name)


def moved_messages(messages: Sequence[Message], before: Path, after: Path) -> tuple[Message, ...]:
    """Return messages of a preset in ``before`` as one in ``after`` names their files; nothing is read."""
    return tuple(replace(each, source=moved_source(each.source, before, after)) for each in messages)


def moved_source(source: Mapping[str, _Value], before: Path, after: Path) -> dict[str, _Value | str]:
    """Return what a preset in ``after`` says of a message that one in ``before`` says this of.

    It is relative where the file lies below ``after``, else absolute. The path of a missing file stays as it is.
    """
    file = source.get(_FILE)
    same = before.absolute() == after.absolute()
    if same or not isinstance(file, str) or is_absent(before / file):
        return dict(source)
    return {**source, _FILE: named_from(after, before / file)}


def named_from(folder: Path, file: Path) -> str:
    """Return how a preset in a folder names a file: relative where it lies below the folder, else absolute."""
    whole = file.absolute()
    if os.pardir in whole.parts:  # which a symbolic link before it gives another meaning
        whole = Path(os.path.realpath(whole))
    below = whole.is_relative_to(folder.absolute())
    return whole.relative_to(folder.absolute()).as_posix() if below else str(whole)


def _schema_problems(document: Mapping[str, object], place: str) -> list[Problem]:
    """Check the schema; a newer one is the only problem named, because the others follow from it."""
    if "schema" not in document:
        return [Problem("schema", f"is required; this sigtui reads schema = {SCHEMA}")]
    schema = document["schema"]
    if isinstance(schema, str) and schema.startswith("sigtui/snapshot/"):
        raise FileError(
            place,
            [
                Problem(
                    "schema",
                    "is a snapshot, not a preset; its [preset] says what was measured",
                )
            ],
        )
    if isinstance(schema, bool) or not isinstance(schema, int):
        return [Problem("schema", f"must be the whole number {SCHEMA}, not {shown(schema)}")]
    if schema > SCHEMA:
        text = f"made by a newer sigtui: schema {shown(schema)}, this one reads {SCHEMA}"
        raise FileError(place, [Problem("schema", text)])
    return [] if schema == SCHEMA else [Problem("schema", f"must be {SCHEMA}, not {shown(schema)}")]


def _checked(form: type[_Table], table: object, key: str, problems: list[Problem]) -> _Table | None:
    """Read a block; None where it is wrong, its problems then being added."""
    if not isinstance(table, Mapping):
        return None  # said with the file's own keys already
    try:
        return form.model_validate(table)
    except ValidationError as error:
        problems.extend(within(key, problem) for problem in problems_of(error, fields_of(form)))
        return None


def _messages(value: object, base: Path, problems: list[Problem]) -> tuple[Message, ...]:
    messages: list[Message] = []
    seen: dict[object, str] = {}
    for key, table in numbered_tables("messages", value, problems):
        read = read_message(table, base)
        if isinstance(read, Message):
            messages.append(read)
        else:
            problems.extend(within(key, problem) for problem in read)
        name = table.get("name")
        if isinstance(name, str) and (first := seen.setdefault(name, key)) != key:
            problems.append(Problem(f"{key}.name", f"{shown(name)} is the name of {first} already"))
    return tuple(messages)


def _opening(
    document: Mapping[str, object],
    run: _Run | None,
    choices: Sequence[Choice | None],
    problems: list[Problem],
) -> Opening | None:
    table = document.get(BLOCK)
    if not isinstance(table, Mapping):
        return None  # there is none, or it was said with the file's own keys already
    offered = Offered(
        # Where [run] could not be read, every word that it could hold is allowed.
        operations=tuple(Operation) if run is None else run.operations,
        modes=tuple(Mode) if run is None else run.modes,
        messages=_names(document.get("messages")),
        choices=choices,
    )
    return read_opening(table, offered, problems)


def _names(messages: object) -> tuple[str, ...]:
    """Return the names that messages have, also of those that are wrong otherwise: one mistake is one problem."""
    names = (table.get("name") for _, table in numbered_tables("messages", messages, []))
    return tuple(dict.fromkeys(name for name in names if isinstance(name, str)))


def _impossible(run: _Run, messages: object, choices: Sequence[Choice | None]) -> list[Problem]:
    """Find what can't go together although each is allowed."""
    problems = []
    if (messages is None or messages == []) and set(run.operations) != {Operation.KEYGEN}:
        text = "at least one is required; only keygen goes without: give [[messages]] with a name and a text"
        problems.append(Problem("messages", text))
    if run.modes == [Mode.SINGLE_SHOT] and not {Operation.KEYGEN, Operation.SIGN} & set(run.operations):
        text = "single-shot is for sign, which operations leaves out; add reused-key, or the operation sign"
        problems.append(Problem("run.modes", text))
    known = [choice.algorithm for choice in choices if choice is not None]
    # Where an algorithm could not be read, it may be the one that is meant.
    if None not in choices and trusts_in_vain(
        [Operation(each) for each in run.operations], [Mode(each) for each in run.modes], known
    ):
        text = "load-key-trusted is for signing with RSA; add an RSA algorithm and the operation sign, or another mode"
        problems.append(Problem("run.modes", text))
    return problems
