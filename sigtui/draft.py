"""A preset while somebody changes it: what is ticked, marked and written, pure."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field, replace
from functools import cache
from itertools import count
from types import MappingProxyType
from typing import TypeVar

from sigtui.algorithms import catalogue
from sigtui.bench.plan import trusts_in_vain
from sigtui.errors import UsageError
from sigtui.files.comparisons import LEAST
from sigtui.files.opening import MOST_MARKS, mark_of
from sigtui.messages.strict import label
from sigtui.model import (
    Algorithm,
    Choice,
    Comparison,
    Effort,
    Message,
    Mode,
    Opening,
    Operation,
    Preset,
    Varying,
    WireView,
)
from sigtui.wording import refusal, shown

_Word = TypeVar("_Word", Operation, Mode)


@dataclass(frozen=True, slots=True)
class Draft:
    """A preset under change: what is ticked of it, and what it had before.

    ``baseline`` is the preferred one, ``marks`` are the wanted ones in the order they were set, at most six,
    each kept while its algorithm is not ticked. ``choices`` are the ticked algorithms: those of ``origin``
    in its order, then the others in the catalogue's. ``messages`` are all of them, ``ticked`` the names of
    some, in the same order. Every change returns another draft.
    """

    title: str
    baseline: str
    choices: tuple[Choice, ...]
    messages: tuple[Message, ...]
    ticked: tuple[str, ...]
    operations: tuple[Operation, ...]
    modes: tuple[Mode, ...]
    effort: Effort
    marks: tuple[str, ...]
    wire: WireView
    comparisons: tuple[Comparison, ...]
    origin: Preset = field(repr=False)

    @classmethod
    def of(cls, preset: Preset) -> "Draft":
        """Return the draft as the app opens a preset."""
        opened = _opened(preset)
        return cls(
            title=preset.title,
            baseline=preset.baseline,
            choices=preset.choices,
            messages=preset.messages,
            ticked=tuple(each.name for each in preset.messages if each.name in opened.messages),
            operations=tuple(each for each in Operation if each in opened.operations),
            modes=tuple(each for each in Mode if each in opened.modes),
            effort=preset.effort,
            marks=opened.marks,
            wire=preset.wire,
            comparisons=preset.comparisons,
            origin=preset,
        )

    def preset(self) -> Preset:
        """Return what is saved; equal to ``origin`` where nothing was changed.

        Operations and modes that ``origin`` has and does not tick stay in it until others are ticked.
        """
        opened = _opened(self.origin)
        operations, ticked_operations = self.operations, self.operations
        # Only keygen goes without a message: what is merely offered must not need the last one back.
        if set(operations) == set(opened.operations) and (self.messages or operations != (Operation.KEYGEN,)):
            operations, ticked_operations = self.origin.operations, opened.operations
        modes, ticked_modes = self.modes, self.modes
        if set(modes) == set(opened.modes):
            modes, ticked_modes = self.origin.modes, opened.modes
        messages = opened.messages if set(self.ticked) == set(opened.messages) else self.ticked
        opening = Opening(ticked_operations, ticked_modes, messages, self.effective_marks)
        saved = Preset(
            title=self.title,
            baseline=self.effective_baseline,
            choices=self.choices,
            messages=self.messages,
            operations=operations,
            modes=modes,
            effort=self.effort,
            opening=opening,
            wire=self.wire,
            comparisons=tuple(self._without_removed(each) for each in self.comparisons),
        )
        needless = opening != self.origin.opening and _ticks_all(saved, opening)
        return replace(saved, opening=None) if needless else saved

    def measured(self) -> Preset:
        """Return what a run measures: what is ticked, and nothing else."""
        saved = self.preset()
        return replace(
            saved,
            messages=tuple(message for message in self.messages if message.name in self.ticked),
            operations=tuple(each for each in saved.operations if each in self.operations),
            modes=tuple(each for each in saved.modes if each in self.modes),
            opening=None,
        )

    @property
    def effective_baseline(self) -> str:
        """The preferred baseline's id while it is ticked, else the first algorithm's; empty where none is."""
        ids = [choice.algorithm.id for choice in self.choices]
        return self.baseline if self.baseline in ids else next(iter(ids), "")

    @property
    def effective_marks(self) -> tuple[str, ...]:
        """The marks whose algorithms are ticked."""
        rows = {mark_of(choice) for choice in self.choices}
        return tuple(mark for mark in self.marks if mark in rows)

    @property
    def problem(self) -> str | None:
        """Why this can't be measured, with what to do about it; None if it can."""
        return self._lacking or _in_vain(self.operations, self.modes, self.choices)

    @property
    def unsavable(self) -> str | None:
        """Why no valid preset can be written of this, with what to do about it; None if one can."""
        if self._lacking:
            return self._lacking
        if not self.modes:
            return "No mode is ticked, and a preset has at least one. Tick one, such as reused-key."
        saved = self.preset()
        return _in_vain(saved.operations, saved.modes, self.choices)

    @property
    def _lacking(self) -> str | None:
        if not self.choices:
            return "No algorithm is ticked. Tick at least one."
        if not self.operations:
            return "No operation is ticked. Tick at least one, such as sign."
        if self.operations == (Operation.KEYGEN,):
            return None
        if not self.modes:
            return "No mode is ticked: only keygen goes without one. Tick at least one, such as reused-key."
        if not self.messages:
            return "There is no message: only keygen goes without one. Add a message, or tick keygen alone."
        if not self.ticked:
            return "No message is ticked: only keygen goes without one. Tick a message, or keygen alone."
        return None

    def is_ticked(self, algorithm_id: str, provider: str | None = None) -> bool:
        """Whether an algorithm is ticked, with this provider or, by default, with any or none named."""
        return any(_is(choice, algorithm_id, provider) for choice in self.choices)

    def tick(self, algorithm: Algorithm, provider: str | None = None) -> "Draft":
        """Tick an algorithm; without a provider, as ``origin`` has it, or else with the first that can."""
        if self.is_ticked(algorithm.id, provider):
            return self
        before = [each for each in self.origin.choices if _is(each, algorithm.id, provider)]
        choices = (*self.choices, *(before or [Choice(algorithm, provider)]))
        own = {mark_of(choice): place for place, choice in enumerate(self.origin.choices)}
        others = _catalogue_order()

        def place(choice: Choice) -> tuple[int, int, str]:
            last = others.get(choice.algorithm.id, len(others))
            return own.get(mark_of(choice), len(own)), last, choice.provider or ""

        return replace(self, choices=tuple(sorted(choices, key=place)))

    def untick(self, algorithm_id: str, provider: str | None = None) -> "Draft":
        """Untick an algorithm, with this provider or, by default, with every one."""
        left = tuple(choice for choice in self.choices if not _is(choice, algorithm_id, provider))
        return replace(self, choices=left)

    def with_title(self, title: str) -> "Draft":
        """Change the title; what a file can't hold in one is replaced."""
        return replace(self, title=label(title, otherwise="untitled"))

    def with_baseline(self, algorithm_id: str) -> "Draft":
        """Prefer a baseline; it is in effect while it is ticked."""
        return replace(self, baseline=algorithm_id)

    def with_effort(self, effort: Effort) -> "Draft":
        """Change the effort."""
        return replace(self, effort=effort)

    def with_wire(self, wire: WireView) -> "Draft":
        """Change what of the wire is shown."""
        return replace(self, wire=wire)

    def keep_comparison(self, comparison: Comparison) -> "Draft":
        """Add a comparison, in the place of the one with its title if there is one."""
        others = {each.title: each for each in self.comparisons}
        return replace(self, comparisons=tuple((others | {comparison.title: comparison}).values()))

    def drop_comparison(self, title: str) -> "Draft":
        """Leave out the comparison with a title."""
        return replace(self, comparisons=tuple(each for each in self.comparisons if each.title != title))

    def _without_removed(self, comparison: Comparison) -> Comparison:
        """Return a comparison without the messages that were removed, which no file could name."""
        if comparison.snapshots:
            return comparison
        there = {message.name for message in self.messages}
        messages = tuple(name for name in comparison.messages if name in there)
        by_message = comparison.view is Varying.MESSAGES
        left = messages if not by_message or len(messages) >= LEAST else ()
        known = left or tuple(there)
        baseline = None if by_message and comparison.baseline not in known else comparison.baseline
        return replace(comparison, messages=left, baseline=baseline)

    def toggle_operation(self, operation: Operation) -> "Draft":
        """Tick or untick an operation."""
        return replace(self, operations=_toggled(self.operations, operation))

    def toggle_mode(self, mode: Mode) -> "Draft":
        """Tick or untick a mode."""
        return replace(self, modes=_toggled(self.modes, mode))

    def toggle_mark(self, mark: str) -> "Draft":
        """Mark or unmark a row, named as ``mark_of`` does.

        Raises UsageError for a row that is not ticked, and for a seventh. Of six marks, one whose algorithm
        is not ticked makes room.
        """
        if mark in self.marks:
            return replace(self, marks=tuple(each for each in self.marks if each != mark))
        if mark not in {mark_of(choice) for choice in self.choices}:
            raise UsageError(f"{shown(mark)} is not ticked; tick it, then mark it")
        marks = self.marks
        if len(marks) == MOST_MARKS:
            hidden = next((each for each in marks if each not in self.effective_marks), None)
            if hidden is None:
                raise UsageError(
                    f"{MOST_MARKS} rows are marked, and the histogram overlays no more; unmark one"
                )
            marks = tuple(each for each in marks if each != hidden)
        return replace(self, marks=(*marks, mark))

    def toggle_message(self, name: str) -> "Draft":
        """Tick or untick a message; UsageError where there is none of this name, as in all that follow."""
        self._place(name)
        return self._with(self.messages, {*self.ticked} ^ {name})

    def add_message(self, message: Message) -> "Draft":
        """Add a message, ticked; UsageError where its name is taken."""
        self._check_free(message.name)
        return self._with((*self.messages, message), {*self.ticked, message.name})

    def replace_message(self, name: str, message: Message) -> "Draft":
        """Put a message into another's place, ticked as that was; UsageError where its name is taken."""
        place = self._place(name)
        if message.name != name:
            self._check_free(message.name)
        ticked = {message.name if each == name else each for each in self.ticked}
        return self._with((*self.messages[:place], message, *self.messages[place + 1 :]), ticked)

    def remove_message(self, name: str) -> "Draft":
        """Remove a message."""
        place = self._place(name)
        return self._with((*self.messages[:place], *self.messages[place + 1 :]), self.ticked)

    def duplicate_message(self, name: str) -> "Draft":
        """Put a copy behind a message, ticked as that is: "properties 2" behind "properties"."""
        place = self._place(name)
        names = {message.name for message in self.messages}
        stem, _, number = name.rpartition(" ")
        stem = stem if number.isdecimal() and stem in names else name
        copied = next(each for each in (f"{stem} {number}" for number in count(2)) if each not in names)
        messages = (*self.messages[: place + 1], replace(self.messages[place], name=copied))
        ticked = {*self.ticked, copied} if name in self.ticked else self.ticked
        return self._with((*messages, *self.messages[place + 1 :]), ticked)

    def _place(self, name: str) -> int:
        names = [message.name for message in self.messages]
        if name not in names:
            raise UsageError(refusal(f"there is no message {shown(name)}", name, names))
        return names.index(name)

    def _check_free(self, name: str) -> None:
        if any(message.name == name for message in self.messages):
            raise UsageError(f"there is a message {shown(name)} already; give this one another name")

    def _with(self, messages: tuple[Message, ...], ticked: Collection[str]) -> "Draft":
        names = tuple(message.name for message in messages if message.name in ticked)
        return replace(self, messages=messages, ticked=names)


def _opened(preset: Preset) -> Opening:
    """Return what of a preset is ticked when it is opened."""
    names = tuple(message.name for message in preset.messages)
    return preset.opening or Opening(preset.operations, preset.modes, names)


def _ticks_all(preset: Preset, opening: Opening) -> bool:
    """Whether an opening says nothing that is not so without it."""
    return (
        not opening.marks
        and set(opening.operations) == set(preset.operations)
        and set(opening.modes) == set(preset.modes)
        and len(opening.messages) == len(preset.messages)
    )


def _in_vain(
    operations: Collection[Operation], modes: Collection[Mode], choices: Collection[Choice]
) -> str | None:
    """Say that single-shot or trusted keys alone leave nothing to measure, None where they do not."""
    if trusts_in_vain(operations, modes, (each.algorithm for each in choices)):
        return "load-key-trusted is for signing with RSA, which is not ticked. Tick both, or another mode."
    if set(modes) == {Mode.SINGLE_SHOT} and not {Operation.KEYGEN, Operation.SIGN} & set(operations):
        return "single-shot is for sign, which is not ticked. Tick sign, or another mode."
    return None


def _is(choice: Choice, algorithm_id: str, provider: str | None) -> bool:
    return choice.algorithm.id == algorithm_id and provider in (None, choice.provider)


def _toggled(words: Collection[_Word], word: _Word) -> tuple[_Word, ...]:
    return tuple(each for each in type(word) if (each in words) != (each is word))


@cache
def _catalogue_order() -> Mapping[str, int]:
    return MappingProxyType({algorithm.id: place for place, algorithm in enumerate(catalogue())})
