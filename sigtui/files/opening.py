"""The ``[app]`` block of a preset: what is ticked when the app opens it, and which rows are marked."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Annotated

from pydantic import Field, ValidationError

from sigtui.algorithms import find
from sigtui.errors import Problem, UsageError
from sigtui.messages.strict import StrictTable, fields_of, key_of, problems_of, within
from sigtui.model import Choice, Mode, Opening, Operation
from sigtui.wording import refusal, shown

BLOCK = "app"

MOST_MARKS = 6
"""Rows that the histogram can overlay: A to F."""

# No list of words is longer than what it chooses from; a hostile one would be compared with it word by word.
_MOST_WORDS = 16
_MOST_NAMES = 1_000
_EXPLAINED = 16

_Words = Annotated[list[str], Field(min_length=1, max_length=_MOST_WORDS)]


class _App(StrictTable):
    """The keys of the block and their types; what they choose from is checked afterwards."""

    operations: _Words | None = None
    modes: _Words | None = None
    messages: Annotated[list[str], Field(max_length=_MOST_NAMES)] | None = None
    marks: Annotated[list[str], Field(max_length=MOST_MARKS)] = Field(default_factory=list)


@dataclass(frozen=True, slots=True)
class Offered:
    """What the rest of the preset offers the block to choose from, in its order.

    ``choices`` holds None where an algorithm could not be read.
    """

    operations: Sequence[str]
    modes: Sequence[str]
    messages: Sequence[str]
    choices: Sequence[Choice | None]


def mark_of(choice: Choice) -> str:
    """Return what marks a row: the algorithm's id, with ``@provider`` where the choice names one."""
    return f"{choice.algorithm.id}@{choice.provider}" if choice.provider else choice.algorithm.id


def read_opening(table: Mapping[str, object], offered: Offered, problems: list[Problem]) -> Opening:
    """Return what the block says; a key that is left out ticks everything, and marks nothing.

    What is wrong is left out, its problems being added.
    """
    app = _typed(table, problems)
    operations = _among("operations", app.operations, offered.operations, problems)
    modes = _among("modes", app.modes, offered.modes, problems)
    messages = _among("messages", app.messages, offered.messages, problems)
    if app.messages == [] and set(operations) != {Operation.KEYGEN}:
        text = "at least one is required; only keygen goes without: name one, or leave the key out for all"
        problems.append(Problem(_key("messages"), text))
    return Opening(
        operations=tuple(Operation(name) for name in operations),
        modes=tuple(Mode(name) for name in modes),
        messages=messages,
        marks=tuple(_marks(app.marks, offered.choices, problems)),
    )


def opening_document(opening: Opening) -> dict[str, object]:
    """Return the block as plain values in the order of the file."""
    document: dict[str, object] = {
        "operations": [str(operation) for operation in opening.operations],
        "modes": [str(mode) for mode in opening.modes],
        "messages": list(opening.messages),
    }
    return document | ({"marks": list(opening.marks)} if opening.marks else {})


def _typed(table: Mapping[str, object], problems: list[Problem]) -> _App:
    """Return the keys that are of their type; the others are left out, their problems being added."""
    try:
        return _App.model_validate(dict(table))
    except ValidationError as error:
        problems.extend(within(BLOCK, problem) for problem in problems_of(error, fields_of(_App)))
        wrong = {details["loc"][0] for details in error.errors(include_url=False)}
        return _App.model_validate({key: value for key, value in table.items() if key not in wrong})


def _key(key: str, *index: int) -> str:
    return key_of((BLOCK, key, *index))


def _again(what: str, first: str) -> str:
    return f"is {what} again, as {first}; leave one of them out"


def _among(
    key: str, given: Sequence[str] | None, allowed: Sequence[str], problems: list[Problem]
) -> tuple[str, ...]:
    """Return the words that are allowed, each once."""
    if given is None:
        return tuple(allowed)
    first: dict[str, str] = {}
    wrong = 0
    for index, word in enumerate(given):
        place = _key(key, index)
        if word not in allowed:
            wrong += 1
            problems.append(Problem(place, _not_among(key, word, allowed if wrong <= _EXPLAINED else ())))
        elif first.setdefault(word, place) != place:
            problems.append(Problem(place, _again(shown(word), first[word])))
    return tuple(first)


def _not_among(key: str, word: str, allowed: Sequence[str]) -> str:
    text = f"{shown(word)} is none of this preset's {key}"
    return refusal(text, word, allowed) if allowed else text


def _marks(given: Sequence[str], choices: Sequence[Choice | None], problems: list[Problem]) -> Iterator[str]:
    """Yield the marks in order, each as ``mark_of`` writes it."""
    selected = [choice for choice in choices if choice is not None]
    # Where an algorithm could not be read, it may be the one that is meant.
    complete = bool(choices) and len(selected) == len(choices)
    first: dict[str, str] = {}
    for index, word in enumerate(given):
        place = _key("marks", index)
        meant = _meant(word, selected)
        if len(meant) == 1:
            if first.setdefault(meant[0], place) == place:
                yield meant[0]
            else:
                problems.append(Problem(place, _again(meant[0], first[meant[0]])))
        elif meant:
            text = f"{shown(word)} is done by several providers; name one of them: {', '.join(meant)}"
            problems.append(Problem(place, text))
        elif complete:
            text = f"{shown(word)} is not one of the algorithms"
            form = mark_of if "@" in word else _id_of
            problems.append(Problem(place, refusal(text, word, dict.fromkeys(map(form, selected)))))


def _id_of(choice: Choice) -> str:
    return choice.algorithm.id


def _meant(word: str, choices: Sequence[Choice]) -> list[str]:
    """Return the marks that a word can mean; the provider may be left out where that leaves one."""
    name, at, provider = word.partition("@")
    try:
        algorithm = find(name)
    except UsageError:
        return []
    same = [choice for choice in choices if choice.algorithm.id == algorithm.id]
    exact = [choice for choice in same if choice.provider == (provider if at else None)]
    return list(dict.fromkeys(mark_of(choice) for choice in exact or ([] if at else same)))
