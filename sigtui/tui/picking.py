"""What a person picks: algorithms, messages, marks, the baseline and the effort, each with a way back."""

from pathlib import Path
from typing import TYPE_CHECKING

from sigtui.board import BoardRow
from sigtui.errors import UsageError
from sigtui.files.opening import mark_of
from sigtui.model import EFFORTS, Algorithm, Case

if TYPE_CHECKING:
    from sigtui.tui.studio import Studio


class Picking:
    """Changes the draft."""

    def __init__(self, studio: "Studio") -> None:
        self._studio = studio
        self._app = studio.app
        self._workbench = studio.workbench

    def case_of(self, row: BoardRow | None) -> Case | None:
        """Return what can be measured of a row; says why it can't be."""
        case = self._workbench.case_of(row)
        if case is None:
            why = (
                "There is no row."
                if row is None
                else f"{row.result.algorithm} can't be measured here: the Machine screen says why."
            )
            self._app.tell(why, "warning")
        return case

    def tick(self, algorithm: Algorithm) -> None:
        """Tick an algorithm, or untick it."""
        draft = self._workbench.draft
        ticked = draft.is_ticked(algorithm.id)
        self._workbench.edit(draft.untick(algorithm.id) if ticked else draft.tick(algorithm))

    def mark(self, key: str) -> None:
        """Mark a row for the histogram, or unmark it."""
        row = self._studio.board.row(key)
        choice = None if row is None else self._workbench.choice_of(row)
        if choice is None:
            self._app.tell(
                "Only rows that can be measured are overlaid: the Machine screen says what is missing.",
                "warning",
            )
            return
        try:
            self._workbench.edit(self._workbench.draft.toggle_mark(mark_of(choice)))
        except UsageError as error:
            self._app.tell(f"{error}.", "warning")

    def set_baseline(self, row: BoardRow | None) -> None:
        """Compare all rows with this one."""
        case = self.case_of(row)
        if case is not None:
            self._workbench.edit(self._workbench.draft.with_baseline(case.algorithm.id))

    def next_effort(self) -> None:
        """Choose the next effort."""
        draft, names = self._workbench.draft, list(EFFORTS)
        name = names[(names.index(draft.effort.name) + 1) % len(names)]
        self._workbench.edit(draft.with_effort(EFFORTS[name]))

    def new_message(self) -> None:
        """Ask for a message and add it."""
        self._studio.ask(self._edit_message(None))

    def change_message(self, what: str, name: str) -> None:
        """Edit, duplicate or remove a message."""
        draft = self._workbench.draft
        match what:
            case "duplicate":
                self._workbench.edit(draft.duplicate_message(name))
            case "remove":
                self._workbench.edit(draft.remove_message(name))
                self._app.tell(f"Took {name} out. {self._studio.keys['undo']} brings it back.")
            case _:
                self._studio.ask(self._edit_message(name))

    async def _edit_message(self, name: str | None) -> None:
        from sigtui.tui.dialogs.message import EditMessage

        workbench = self._workbench
        messages = {message.name: message for message in workbench.draft.messages}
        base = workbench.document.path.parent if workbench.document.path else Path.cwd()
        old = None if name is None else messages.get(name)
        made = await self._app.push_screen_wait(
            EditMessage(base, [each for each in messages if each != name], old)
        )
        if made is None:
            return
        draft = workbench.draft
        workbench.edit(draft.add_message(made) if name is None else draft.replace_message(name, made))

    def undo(self) -> None:
        """Take back the last change, or bring back the figures that a new run replaced."""
        if not self._workbench.undo():
            self._app.tell("There is nothing to undo.")
