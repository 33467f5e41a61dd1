"""What the app works on: the draft of a preset, what this machine can do, and the desk that measures."""

import asyncio
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from sigtui import machine
from sigtui.algorithms import catalogue
from sigtui.bench.discovery import assumed, discover, wanted
from sigtui.bench.plan import case_seconds, make_plan, plan_seconds
from sigtui.bench.process import Worker, WorkerProcess
from sigtui.board import Board, BoardRow, Recorder
from sigtui.desk import Desk
from sigtui.draft import Draft
from sigtui.events import Event
from sigtui.files.opening import mark_of
from sigtui.files.preset import moved, moved_messages, read_preset, write_preset
from sigtui.files.snapshot import Snapshot
from sigtui.model import Algorithm, Case, Choice, Plan, Preset, ProviderInfo, View
from sigtui.providers import names
from sigtui.record import Evidence
from sigtui.session import SessionState
from sigtui.views import nearest_view, views

_MOST_UNDOS = 100


@dataclass(frozen=True, slots=True)
class Document:
    """A draft and the file it belongs to: ``saved`` is what that file holds, None where there is none.

    ``before`` is the draft that the first undo brings back, None where there is nothing to undo.
    """

    draft: Draft
    path: Path | None = None
    saved: Preset | None = None
    before: Draft | None = None

    @property
    def dirty(self) -> bool:
        """Whether the draft says what its file does not."""
        return self.saved is None or self.draft.preset() != self.saved

    @property
    def folder(self) -> Path:
        """Where the relative paths of its messages begin: beside its file, else where the app was started."""
        return self.path.parent if self.path else Path.cwd()

    @property
    def name(self) -> str:
        """What the document is called in the heading."""
        return self.path.name if self.path else self.draft.title


@dataclass(frozen=True, slots=True)
class _Step:
    """A document to go back to, and how many runs had been replaced when it was left."""

    document: Document
    replaced: int = 0


class Workbench:
    """Holds everything that the screens show, and changes it; knows no screen.

    ``tell`` is called after each event of a run, ``changed`` after whatever else changes.
    """

    def __init__(
        self,
        document: Document,
        *,
        tell: Callable[[Event], None],
        changed: Callable[[], None],
        seed: int,
        cpu: int | None = None,
        spawn: Callable[[], Worker] = WorkerProcess,
    ) -> None:
        self.document = replace(document, before=None)
        self.providers: tuple[ProviderInfo, ...] | None = None
        self.view: View | None = None
        self.sort = "mean"
        self._spawn = spawn
        self._changed = changed
        self._undo: list[_Step] = []
        if document.before is not None:
            self._undo.append(_Step(replace(self.document, draft=document.before)))
        self._shown: View | None = None
        self._facts: machine.Machine | None = None
        self._measured_on: dict[str, machine.Entry] | None = None
        self.desk = Desk(self._plan(), tell, seed=seed, cpu=cpu, spawn=spawn)
        self.recorder = Recorder(self.evidence)
        self.show(None)

    @property
    def draft(self) -> Draft:
        """The draft."""
        return self.document.draft

    @property
    def plan(self) -> Plan:
        """What is measured, and what is not and why."""
        return self.desk.state.plan

    @property
    def evidence(self) -> Evidence:
        """What makes figures of this session credible."""
        return Evidence(self.draft.preset(), self._measured_on or self.machine or {}, self.desk.seed)

    @property
    def machine(self) -> dict[str, machine.Entry] | None:
        """The machine's document; None while nobody has looked."""
        return None if self._facts is None else machine.document(self._facts, self.providers or ())

    @property
    def seconds(self) -> float:
        """About how long a run from the start takes."""
        return plan_seconds(self.plan)

    @property
    def remaining_seconds(self) -> float:
        """About how long it takes to measure what has not been measured."""
        plan = replace(self.plan, cases=self.desk.remaining)
        whole = {case: case_seconds(plan, case) for case in plan.cases}
        states = (self.desk.state.cases[case] for case in plan.cases)
        done = sum(min(told.seconds - told.settled, whole[told.case]) for told in states)
        return plan_seconds(plan) * (1 - done / sum(whole.values())) if whole else 0.0

    # What is measured.

    def edit(self, draft: Draft) -> None:
        """Go on with another draft; ``undo`` brings the one before back."""
        if draft != self.draft:
            self._set(replace(self.document, draft=draft))

    def _set(self, document: Document) -> None:
        self._undo = [*self._undo, _Step(self.document, self.desk.replaced)][-_MOST_UNDOS:]
        self._put(document)

    def _put(self, document: Document) -> None:
        self.document = document
        self._replan()

    def _replan(self) -> None:
        plan = self._plan()
        if plan != self.plan:
            self.desk.change(plan)
        self.recorder.evidence = self.evidence
        self.show(self.view or self._shown)

    def undo(self) -> bool:
        """Take back what was done last: a change of the draft, or a run that replaced figures; False if nothing."""
        step = self._undo[-1] if self._undo else None
        if self.desk.replaced > (step.replaced if step else 0) and self.desk.undo():
            self._changed()
            return True
        if step is None:
            return False
        self._undo.pop()
        before = step.document
        # A file stays saved, whatever is undone.
        kept = self.document if before.path == self.document.path else before
        self._put(replace(before, saved=kept.saved))
        return True

    def open(self, path: Path) -> None:
        """Go on with a preset from a file; raises FileError."""
        preset = read_preset(path)
        self._set(Document(Draft.of(preset), path, preset))

    def save(self, path: Path) -> None:
        """Write the draft to a file, which it belongs to from now on, undone or not; raises FileError.

        In another folder, message files are named from there.
        """
        before = self.document.path
        folder = self.document.folder
        preset = moved(self.draft.preset(), folder, path.parent)
        write_preset(path, preset)
        for place in reversed(range(len(self._undo))):
            step = self._undo[place]
            if step.document.path != before:
                break
            draft = _moved(step.document.draft, folder, path.parent)
            self._undo[place] = replace(step, document=replace(step.document, draft=draft, path=path))
        self.document = Document(Draft.of(preset), path, preset)
        self._changed()

    def _plan(self) -> Plan:
        draft = self.draft
        if draft.problem is not None:
            return Plan(draft.title, draft.effective_baseline, (), {}, draft.effort)
        preset = draft.measured()
        return make_plan(preset, assumed(preset.choices, self.providers))

    # What is shown.

    def show(self, view: View | None) -> None:
        """Show a view, or the one most like it that there is; it is measured first."""
        self.view = nearest_view(views(self.plan), view)
        self._shown = self.view or self._shown
        self.desk.prefer(self.view)
        self._changed()

    def case_of(self, row: BoardRow | None) -> Case | None:
        """Return the case of a row if the plan has it."""
        return row.case if row is not None and row.case in self.plan.cases else None

    def choice_of(self, row: BoardRow) -> Choice | None:
        """Return the draft's choice behind a row, a marked one where there are two."""
        if row.case is None:
            return None
        same = [choice for choice in self.draft.choices if choice.algorithm.id == row.case.algorithm.id]
        behind = [choice for choice in same if self._row_of(choice) == row.key]
        marks = self.draft.effective_marks
        return next((choice for choice in behind if mark_of(choice) in marks), next(iter(behind), None))

    def _row_of(self, choice: Choice) -> str | None:
        """Return the key of the row that a choice leads to, None where nobody can do it."""
        doing = {case.provider for case in self.plan.cases if case.algorithm.id == choice.algorithm.id}
        # Without a name it is the first that can: another one is in the plan because somebody named it.
        order = names() if self.providers is None else [info.name for info in self.providers]
        provider = choice.provider or next((name for name in order if name in doing), None)
        return f"{choice.algorithm.id}@{provider}" if provider in doing else None

    def marked(self, board: Board) -> tuple[str, ...]:
        """Return the keys of the rows that are marked, in the order of the marks."""
        there = {row.key for row in board.rows}
        choices = {mark_of(choice): choice for choice in self.draft.choices}
        keys = (self._row_of(choices[mark]) for mark in self.draft.effective_marks)
        return tuple(dict.fromkeys(key for key in keys if key is not None and key in there))

    def board(self, previous: Board) -> Board:
        """Return what there is to show now; milliseconds a row that has new figures."""
        return self.recorder.board(self.desk.state, self.view, previous, self.sort)

    @property
    def measured(self) -> bool:
        """Whether there are any figures."""
        return any(told.collected.count for told in self.desk.state.planned)

    def snapshot(self) -> Snapshot:
        """Return what is planned and everything measured of it so far."""
        return self.evidence.snapshot(self.desk.state)

    def everything(self) -> tuple[Evidence, SessionState]:
        """Return what a snapshot is made of that also holds what was measured and is not planned any more."""
        state = self.desk.state
        others = [
            case for case, told in state.cases.items() if told.collected.count and case not in self.plan.cases
        ]
        plan = replace(self.plan, cases=(*self.plan.cases, *others), messages=state.messages)
        return self.evidence, replace(state, plan=plan)

    def hold_machine(self) -> None:
        """Let the machine as it is now be the one that the figures are of: a run makes a load of its own."""
        self._measured_on = self.machine
        self.recorder.evidence = self.evidence

    # What this machine is and can do.

    async def look(self) -> None:
        """Find out what the machine is and whether the chosen algorithms are there."""
        self._facts = await asyncio.to_thread(machine.inspect)
        await self._try([choice.algorithm for choice in self.draft.choices])

    async def look_at_all(self) -> None:
        """Try the rest of the catalogue."""
        await self._try(catalogue())

    async def _try(self, algorithms: Sequence[Algorithm]) -> None:
        tried = {item.algorithm for info in self.providers or () for item in info.support}
        missing = [Choice(each) for each in algorithms if each.id not in tried]
        if missing or self.providers is None:
            found = await discover(wanted(missing), self._spawn)
            self.providers = _joined(self.providers or (), found)
        self._replan()


def _moved(draft: Draft, before: Path, after: Path) -> Draft:
    messages = moved_messages(draft.messages, before, after)
    return replace(draft, messages=messages, origin=moved(draft.origin, before, after))


def _joined(known: Sequence[ProviderInfo], found: Sequence[ProviderInfo]) -> tuple[ProviderInfo, ...]:
    """Return providers with what was found out before and now."""
    before = {info.name: info.support for info in known}
    return tuple(replace(info, support=(*before.get(info.name, ()), *info.support)) for info in found)
