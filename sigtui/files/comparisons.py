"""The ``[[comparisons]]`` blocks of a preset: which cases stand side by side, and against which."""

from collections.abc import Collection, Mapping, Sequence
from functools import cache
from typing import Annotated

from pydantic import Field, ValidationError

from sigtui.algorithms import catalogue, find
from sigtui.errors import Problem, UsageError
from sigtui.files.choices import numbered_tables
from sigtui.messages.strict import Label, StrictTable, fields_of, key_of, one_of, problems_of, within
from sigtui.model import Comparison, Mode, Operation, Varying
from sigtui.wording import refusal, shown

BLOCK = "comparisons"

LEAST, MOST = 2, 6
"""Columns that a comparison has: what fits side by side, and A to F."""

OWN = "this run"
"""What a comparison of snapshots calls the preset's own run, its first column."""

# No list is longer; a hostile one would be compared word by word with what there is.
_MOST_WORDS = 64
_EXPLAINED = 16

_Words = Annotated[list[str], Field(min_length=1, max_length=_MOST_WORDS)]


class _Table(StrictTable):
    """The keys of a block and their types; what they choose from is checked afterwards."""

    title: Label
    view: Annotated[str, one_of(Varying)] = Varying.ALGORITHMS
    baseline: Label | None = None
    algorithms: _Words | None = None
    operations: _Words | None = None
    modes: _Words | None = None
    messages: _Words | None = None
    providers: _Words | None = None
    snapshots: _Words | None = None
    notes: Annotated[str, Field(max_length=10_000)] = ""


def read_comparisons(
    value: object, messages: Collection[str], providers: Collection[str], problems: list[Problem]
) -> tuple[Comparison, ...]:
    """Return the blocks in order; what is wrong is left out, its problems being added.

    ``messages`` are the names that the preset has. Algorithms, operations and modes may be others than it measures:
    they can be ticked later, or be those of a snapshot.
    """
    allowed = {
        "algorithms": _ids(),
        "operations": tuple(Operation),
        "modes": tuple(Mode),
        "messages": tuple(messages),
        "providers": tuple(providers),
    }
    read: list[Comparison] = []
    seen: dict[str, str] = {}
    for key, table in numbered_tables(BLOCK, value, problems):
        found: list[Problem] = []
        comparison = _comparison(table, allowed, found)
        problems.extend(within(key, problem) for problem in found)
        if comparison is None or found:
            continue
        if (first := seen.setdefault(comparison.title, key)) != key:
            text = f"{shown(comparison.title)} is the title of {first} already"
            problems.append(Problem(f"{key}.title", text))
        read.append(comparison)
    return tuple(read)


def comparison_document(comparison: Comparison) -> dict[str, object]:
    """Return a block as plain values in the order of the file; what says nothing is left out."""
    document: dict[str, object] = {"title": comparison.title, "view": str(comparison.view)}
    if comparison.baseline is not None:
        document["baseline"] = comparison.baseline
    for key in ("algorithms", "operations", "modes", "messages", "providers", "snapshots"):
        words = [str(word) for word in getattr(comparison, key)]
        if words:
            document[key] = words
    return document | ({"notes": comparison.notes} if comparison.notes else {})


def _comparison(
    table: Mapping[str, object], allowed: Mapping[str, Sequence[str]], problems: list[Problem]
) -> Comparison | None:
    try:
        told = _Table.model_validate(dict(table))
    except ValidationError as error:
        problems.extend(problems_of(error, fields_of(_Table)))
        return None
    algorithms = tuple(_id(name) for name in told.algorithms or ())
    given = {
        "algorithms": algorithms,
        "operations": told.operations,
        "modes": told.modes,
        # Messages and providers of a snapshot are known only when it is read.
        **({} if told.snapshots else {"messages": told.messages, "providers": told.providers}),
    }
    for key, words in given.items():
        _check(key, words, allowed[key], problems)
    _check("snapshots", told.snapshots, None, problems)
    comparison = Comparison(
        title=told.title,
        view=Varying(told.view),
        baseline=_id(told.baseline) if told.baseline and told.view == Varying.ALGORITHMS else told.baseline,
        algorithms=algorithms,
        operations=tuple(Operation(word) for word in told.operations or () if word in set(Operation)),
        modes=tuple(Mode(word) for word in told.modes or () if word in set(Mode)),
        messages=tuple(told.messages or ()),
        providers=tuple(told.providers or ()),
        snapshots=tuple(told.snapshots or ()),
        notes=told.notes,
    )
    if not problems:
        _check_columns(comparison, allowed, problems)
    return comparison


@cache
def _ids() -> tuple[str, ...]:
    return tuple(algorithm.id for algorithm in catalogue())


def _id(name: str) -> str:
    """Return the id that a name of RFC 9421 means, and any other text as it is."""
    try:
        return find(name).id
    except UsageError:
        return name


def _check(
    key: str, given: Sequence[str] | None, allowed: Collection[str] | None, problems: list[Problem]
) -> None:
    """Find words that are not allowed, and those that come again; None allows every word."""
    first: dict[str, str] = {}
    wrong = 0
    for index, word in enumerate(given or ()):
        place = key_of((key, index))
        if first.setdefault(word, place) != place:
            problems.append(
                Problem(place, f"is {shown(word)} again, as {first[word]}; leave one of them out")
            )
        elif allowed is not None and word not in allowed:
            wrong += 1
            listed = wrong <= _EXPLAINED and bool(allowed)
            problems.append(Problem(place, _none_of(word, key, allowed) if listed else _none_of(word, key)))


def _none_of(word: str, key: str, allowed: Collection[str] = ()) -> str:
    """Say that a word is none of what there is; of the whole catalogue only the nearest is told."""
    if key == "algorithms":
        try:
            find(word)
        except UsageError as error:
            return str(error)
    text = f"{shown(word)} is none of this preset's {key}"
    return refusal(text, word, allowed) if allowed else text


def _check_columns(
    comparison: Comparison, allowed: Mapping[str, Sequence[str]], problems: list[Problem]
) -> None:
    """Find too few or too many columns, and a baseline that is none of them."""
    view = comparison.view
    named: tuple[str, ...] = tuple(str(word) for word in getattr(comparison, view))
    if view is Varying.SNAPSHOTS:
        if not named:
            problems.append(Problem(view, "is required; name the snapshots or references to look at"))
        columns: Sequence[str] = (*named, OWN)
    else:
        columns = named or (() if comparison.snapshots else allowed[view])
    least = 1 if view is Varying.SNAPSHOTS else LEAST
    if named and not least <= len(named) <= MOST:
        problems.append(Problem(view, f"has {len(named)}; {least} to {MOST} can stand side by side"))
    baseline = comparison.baseline
    if baseline is not None and columns and baseline not in columns:
        problems.append(
            Problem("baseline", refusal(f"{shown(baseline)} is none of its {view}", baseline, columns))
        )
