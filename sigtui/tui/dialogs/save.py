"""The dialog that asks where to save."""

import asyncio
from collections.abc import Collection
from pathlib import Path
from typing import ClassVar

from textual import on, work
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal
from textual.widgets import Button, Input
from textual.widgets.input import Selection

from sigtui.tui.dialogs.confirm import Confirm
from sigtui.tui.dialogs.dialog import CANCEL, Dialog, Verdict
from sigtui.tui.dialogs.paths import PathInput, meant_path
from sigtui.tui.dialogs.target import Target, create_folder, look_at


class SaveAs(Dialog[Path | None]):
    """Ask where to save ``what`` ("preset"); the caller writes.

    ``start`` is the path to begin with; ``suffixes`` are the allowed ones (".toml"), the first one is added
    where there is none. ``warn`` is what somebody has to know before saving. The result's folder exists:
    the user's preset folder is created where it was missing.
    """

    DEFAULT_CSS = """
    SaveAs {
        & > .dialog--frame { width: 100%; max-width: 90; height: auto; max-height: 100%; }
        Verdict { margin: 0 1; }
        .dialog--buttons { margin-top: 1; }
    }
    """

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("ctrl+s", "save", "Save", id="save-here", tooltip="Save at this path"),
        CANCEL,
    ]

    HELP = """\
## Save

**Tab** completes the path; relative ones begin in the folder that is shown. The line below says what saving there
means. **Enter** saves; you are asked before a file is overwritten.
"""

    def __init__(self, what: str, start: Path, suffixes: Collection[str], warn: str = "") -> None:
        super().__init__(f"Save {what} as")
        self._start = meant_path(str(start), Path.cwd())
        self._suffixes = tuple(suffixes)
        self._warning = warn

    def body(self) -> ComposeResult:
        """Return the path, and what saving there means."""
        yield PathInput(str(self._start), self._start.parent, placeholder="path of the file", id="path")
        yield Verdict(id="verdict")
        yield Verdict(id="warning")
        with Horizontal(classes="dialog--buttons"):
            yield Button("Save", variant="primary", id="save")
            yield Button("Cancel", id="cancel")

    def on_mount(self) -> None:
        """Begin with the name selected, so that typing replaces it and keeps the folder."""
        self.query_one("#warning", Verdict).caution(self._warning)
        path = self.query_one(PathInput)
        path.focus()
        end = len(path.value) - len(self._start.suffix)
        path.selection = Selection(end - len(self._start.stem), end)
        self._check()

    @on(Input.Changed)
    def _changed(self) -> None:
        self._check()

    @on(Button.Pressed, "#save")
    @on(Input.Submitted)
    def action_save(self) -> None:
        """Save at this path, or say why that can't be."""
        self._check(save=True)

    @on(Button.Pressed, "#cancel")
    def action_cancel(self) -> None:
        """Leave without a path."""
        self.finish(None)

    @work(exclusive=True, exit_on_error=False)
    async def _check(self, save: bool = False) -> None:
        """Say what saving here means; a later check puts an end to an earlier one."""
        if not save:
            await asyncio.sleep(self.pause_seconds)
        text = self.query_one(PathInput).value
        target = await asyncio.to_thread(look_at, text, self._start, self._suffixes)
        self._say(target)
        if not save:
            return
        if target.problem:
            self.query_one(PathInput).focus()
        elif target.exists:
            self._ask(target)
        else:
            self._end(target)

    def _ask(self, target: Target) -> None:
        def answered(overwrite: bool | None) -> None:
            if overwrite:
                self._end(target)

        question = f"{target.path}\nis there already. Overwrite it?"
        self.app.push_screen(Confirm(question, "Overwrite", "Keep it", default="no"), answered)

    def _say(self, target: Target) -> None:
        verdict = self.query_one("#verdict", Verdict)
        if target.problem:
            verdict.bad(f"{target.path}: {target.problem}")
        elif target.exists:
            verdict.caution(f"{target.path} is there already; you are asked before it is overwritten.")
        elif target.new_folder:
            verdict.good(f"{target.path}; the folder of your presets is created for it.")
        else:
            verdict.good(str(target.path))

    @work(group="end", exclusive=True, exit_on_error=False)
    async def _end(self, target: Target) -> None:
        """Create the folder where it is missing, and end with the path."""
        problem = await asyncio.to_thread(create_folder, target.path.parent) if target.new_folder else ""
        if problem:
            self.query_one("#verdict", Verdict).bad(problem)
        else:
            self.finish(target.path)
