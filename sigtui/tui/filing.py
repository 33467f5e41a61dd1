"""Opening, saving and exporting: the dialogs of files, and what is asked before anything is lost."""

import asyncio
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from sigtui.errors import SigtuiError
from sigtui.exports import by_suffix, formats
from sigtui.files.snapshot import render_toml
from sigtui.files.store import (
    shipped_presets,
    user_presets,
    user_state,
    write_atomically,
    write_making_folder,
)
from sigtui.preview import preview
from sigtui.stats.bins import Bins

if TYPE_CHECKING:
    from sigtui.tui.studio import Studio


class Filing:
    """What the app does with files. Each method runs until the person has decided."""

    def __init__(self, studio: "Studio") -> None:
        self._app = studio.app
        self._workbench = studio.workbench
        self._kept: Bins | None = None
        self._one_at_a_time = asyncio.Lock()

    async def open(self) -> None:
        """Choose a preset and go on with it."""
        from sigtui.tui.dialogs.open import OpenPreset

        app = self._app
        workbench = self._workbench
        path = await app.push_screen_wait(OpenPreset(workbench.providers, workbench.document.path))
        if path is None:
            return
        if workbench.document.dirty and not await self._leaves_changes():
            return
        try:
            workbench.open(path)
        except SigtuiError as error:
            app.complain(error)
            return
        app.tell(f"Opened {path.name}: {workbench.draft.title}.")

    async def _leaves_changes(self) -> bool:
        from sigtui.tui.dialogs.confirm import Confirm

        name = self._workbench.document.name
        question = f"{name} has changes that are not saved.\nOpen another preset? u brings the changes back."
        answer: bool | None = await self._app.push_screen_wait(Confirm(question, "Open", "Stay"))
        return bool(answer)

    async def save(self) -> None:
        """Save where the preset came from; a shipped or new one is asked for a name."""
        document = self._workbench.document
        if document.path is None or _is_shipped(document.path):
            await self.save_as()
        else:
            self._save(document.path)

    async def save_as(self) -> None:
        """Save under a name that is asked for."""
        app = self._app
        document = self._workbench.document
        if (why := self._workbench.draft.unsavable) is not None:
            app.tell(f"This can't be saved yet. {why}", "warning")
            return
        shipped = document.path is not None and _is_shipped(document.path)
        folder = user_presets() if shipped or document.path is None else document.path.parent
        stem = (
            f"my-{document.path.stem}"
            if document.path and shipped
            else document.path.stem
            if document.path
            else "my"
        )
        path = await self._ask_path("preset", folder / f"{stem}.toml", (".toml",))
        if path is not None:
            self._save(path)

    async def _ask_path(self, what: str, start: Path, suffixes: tuple[str, ...]) -> Path | None:
        from sigtui.tui.dialogs.save import SaveAs

        chosen: Path | None = await self._app.push_screen_wait(SaveAs(what, start, suffixes))
        return chosen

    def _save(self, path: Path) -> None:
        app = self._app
        if _is_shipped(path):
            app.tell(
                f"{path.name} comes with sigtui and stays as it is: save under another name (S).", "warning"
            )
            return
        if (why := self._workbench.draft.unsavable) is not None:
            app.tell(f"This can't be saved yet. {why}", "warning")
            return
        try:
            self._workbench.save(path)
        except SigtuiError as error:
            app.complain(error)
            return
        app.tell(f"Saved {path}. {self._headless()}".rstrip())

    def _headless(self) -> str:
        """Say what the saved preset measures without a screen, where that is more than what is ticked."""
        preset, workbench = self._workbench.draft.preset(), self._workbench
        whole, ticked = preview(preset, workbench.providers).whole.cases, len(workbench.plan.cases)
        if whole <= ticked:
            return ""
        return f"A headless run measures all that it lists, {whole} cases; the app opens it with {ticked}."

    async def export(self) -> None:
        """Write the figures to a file in the format of its suffix."""
        app = self._app
        if not self._workbench.measured:
            app.tell("There are no figures to export yet: r measures.", "warning")
            return
        suffixes = tuple(each.SUFFIX for each in formats().values() if each.SUFFIX)
        stem = self._workbench.document.path.stem if self._workbench.document.path else "run"
        path = await self._ask_path("result", Path.cwd() / f"{stem}-run.toml", suffixes)
        if path is None:
            return
        evidence, state, form = self._workbench.evidence, self._workbench.desk.state, by_suffix(path)
        try:
            await asyncio.to_thread(lambda: write_atomically(path, form.render(evidence.snapshot(state))))
        except SigtuiError as error:
            app.complain(error)
            return
        app.tell(f"Exported {path}.")

    async def keep(self) -> None:
        """Write all figures where they survive whatever happens to the app; says so if that fails."""
        write = self._keeping()
        if write is None:
            return
        try:
            async with self._one_at_a_time:
                await asyncio.to_thread(write)
        except SigtuiError as error:
            self._app.complain(error)

    def keep_now(self) -> None:
        """As ``keep``, for when the app ends; raises FileError."""
        if (write := self._keeping()) is not None:
            write()

    def _keeping(self) -> Callable[[], None] | None:
        """Return what writes the figures as they are now; None where nothing was measured since the last time."""
        workbench = self._workbench
        if workbench.desk.state.spins is self._kept or not workbench.desk.state.spins.counts.any():
            return None
        self._kept = workbench.desk.state.spins
        evidence, state = workbench.everything()
        return lambda: write_making_folder(last_run(), render_toml(evidence.snapshot(state)))


def last_run() -> Path:
    """Return the file that keeps the figures of the last run, whatever happens to the app."""
    return user_state() / "last-run.toml"


def _is_shipped(path: Path) -> bool:
    """Whether a file is one of sigtui's own presets."""
    return path.resolve().parent == shipped_presets().resolve()
