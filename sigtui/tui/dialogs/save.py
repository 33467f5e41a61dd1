"""The dialog that asks where to save, and stays until it is saved."""

import asyncio
from collections.abc import Awaitable, Callable, Mapping
from pathlib import Path
from typing import ClassVar

from textual import on, work
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Horizontal
from textual.widgets import Input, Label, Static
from textual.widgets.input import Selection

from sigtui.columns import cells_wide
from sigtui.errors import SigtuiError
from sigtui.tui.dialogs.confirm import Confirm
from sigtui.tui.dialogs.dialog import CANCEL, SAVE, Dialog, Field, PushButton, Verdict
from sigtui.tui.dialogs.paths import PathInput, meant_path
from sigtui.tui.dialogs.target import Target, create_folder, look_at

Write = Callable[[Path, str], Awaitable[None]]
"""Writes to a path, under a title (empty where none is asked for); raises SigtuiError, and nothing changed then."""

_NO_TITLE = "The title is empty: presets are listed and told apart by it."


class SaveAs(Dialog[Path | None]):
    """Ask where to save ``what`` ("preset") and have it written; the result is the path it was written to.

    ``start`` is the path to begin with, a name alone is one in its folder. ``suffixes`` are the allowed ones
    (".toml"), each with what such a file holds; that of ``start`` is added where there is none. Where
    ``write`` fails, the reason is said and everything that was entered stays. ``title`` is what a title
    begins with, None where there is none to give. The user's preset folder is created where it is missing.
    """

    DEFAULT_CSS = """
    SaveAs {
        & > .dialog--frame { width: 100%; max-width: 90; height: auto; max-height: 100%; }
        .dialog--label { width: 7; }
        #path, #title { width: 1fr; }
        Verdict, .dialog--hint { margin: 0 1 0 7; }
        .dialog--buttons { margin-top: 1; }
    }
    """

    BINDINGS: ClassVar[list[BindingType]] = [SAVE, CANCEL]

    HELP = """\
## Save

Type a name, or a path that begins with **/** or **~**; **Tab** completes it. The line below says where that is and
what saving there means. **Enter** saves; you are asked before a file is overwritten. Where a file can't be
written, the reason is said here and nothing that you typed is lost.
"""

    def __init__(
        self, what: str, start: Path, suffixes: Mapping[str, str], write: Write, title: str | None = None
    ) -> None:
        super().__init__(f"Save {what} as")
        self._start = meant_path(str(start), Path.cwd())
        self._suffixes = suffixes
        self._write = write
        self._title = title

    def body(self) -> ComposeResult:
        """Return the path, what saving there means, the title, and what each suffix is for."""
        with Horizontal(classes="dialog--row"):
            yield Label("File", classes="dialog--label")
            yield PathInput(self._start.name, self._start.parent, placeholder="name or path", id="path")
        yield Verdict(id="verdict")
        if self._title is not None:
            with Horizontal(classes="dialog--row"):
                yield Label("Title", classes="dialog--label")
                yield Field(self._title, placeholder="what lists call the preset", id="title")
        yield Static(self._hint(), markup=False, classes="dialog--hint")
        with Horizontal(classes="dialog--buttons"):
            yield PushButton("Save", variant="primary", id="save")
            yield PushButton("Cancel", id="cancel")

    def _hint(self) -> str:
        """Return a line for each suffix, the one that is added first."""
        width = max(map(cells_wide, self._suffixes))
        own = self._start.suffix
        lines = [
            f"{suffix:<{width}}  {purpose}{' (the default)' if suffix == own else ''}"
            for suffix, purpose in sorted(self._suffixes.items(), key=lambda each: (each[0] != own, each[0]))
        ]
        return "\n".join([*lines, "The path may begin with / or ~ as well."])

    def on_mount(self) -> None:
        """Begin with the path selected, so that typing replaces it."""
        path = self.query_one(PathInput)
        path.focus()
        path.selection = Selection(0, len(path.value))
        self._check()

    @on(Input.Changed)
    def _changed(self) -> None:
        self._check()

    @on(PushButton.Pressed, "#save")
    def action_save(self) -> None:
        """Save at this path, or say why that can't be."""
        self._check(save=True)

    @on(PushButton.Pressed, "#cancel")
    def action_cancel(self) -> None:
        """Leave without a path."""
        self.finish(None)

    @property
    def _entered_title(self) -> str:
        return "" if self._title is None else self.query_one("#title", Input).value

    @property
    def _untitled(self) -> bool:
        return self._title is not None and not self._entered_title.strip()

    @work(exclusive=True, exit_on_error=False)
    async def _check(self, save: bool = False) -> None:
        """Say what saving here means; a later check puts an end to an earlier one."""
        if not save:
            await asyncio.sleep(self.pause_seconds)
        text = self.query_one(PathInput).value
        target = await asyncio.to_thread(look_at, text, self._start, tuple(self._suffixes))
        self._say(target)
        if not save:
            return
        if target.problem:
            self.query_one(PathInput).focus()
        elif self._untitled:
            self.query_one("#title").focus()
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
        elif self._untitled:
            verdict.bad(_NO_TITLE)
        elif target.exists:
            verdict.caution(f"{target.path} is there already; you are asked before it is overwritten.")
        elif target.new_folder:
            verdict.good(f"{target.path}; the folder of your presets is created for it.")
        else:
            verdict.good(str(target.path))

    @work(group="end", exclusive=True, exit_on_error=False)
    async def _end(self, target: Target) -> None:
        """Have it written, and end with the path; where that fails, say why and stay."""
        try:
            if target.new_folder:
                await asyncio.to_thread(create_folder, target.path.parent)
            await self._write(target.path, self._entered_title)
        except SigtuiError as error:
            self.query_one("#verdict", Verdict).bad(str(error))
            self.query_one(PathInput).focus()
        else:
            self.finish(target.path)
