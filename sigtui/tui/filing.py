"""Opening, saving and exporting: the dialogs of files, and what is asked before anything is lost."""

import asyncio
from collections.abc import Callable, Mapping
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING

from sigtui.comparing.pivot import Compared
from sigtui.errors import SigtuiError
from sigtui.exports import by_suffix, comparison_by_suffix, comparison_formats, formats
from sigtui.files.snapshot import render_toml
from sigtui.files.store import (
    is_shipped,
    user_presets,
    user_state,
    write_atomically,
    write_making_folder,
)
from sigtui.preview import preview
from sigtui.stats.bins import Bins

if TYPE_CHECKING:
    from sigtui.tui.dialogs.save import Write
    from sigtui.tui.studio import Studio

_PRESETS: Mapping[str, str] = MappingProxyType({".toml": "what to measure, without figures"})


class Filing:
    """What the app does with files. Each method runs until the person has decided."""

    def __init__(self, studio: "Studio") -> None:
        self._app = studio.app
        self._workbench = studio.workbench
        self._studio = studio
        self._keys = studio.keys
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
        question = (
            f"{name} has changes that are not saved.\n"
            f"Open another preset? {self._keys['undo']} brings the changes back."
        )
        answer: bool | None = await self._app.push_screen_wait(Confirm(question, "Open", "Stay"))
        return bool(answer)

    async def save(self) -> None:
        """Save where the preset came from; a shipped or new one is asked for a name."""
        document = self._workbench.document
        if document.path is None or is_shipped(document.path):
            await self.save_as()
            return
        if not self._savable():
            return
        try:
            await self._write_preset(document.path, document.draft.title)
        except SigtuiError as error:
            self._app.complain(error)
            return
        self._tell_saved(document.path)

    async def save_as(self) -> None:
        """Save under a name and a title that are asked for."""
        if not self._savable():
            return
        document = self._workbench.document
        if document.path is None:
            start = user_presets() / "my.toml"
        elif is_shipped(document.path):
            start = user_presets() / f"my-{document.path.stem}.toml"
        else:
            start = document.path.with_suffix(".toml")
        path = await self._ask_path("preset", start, _PRESETS, self._write_preset, document.draft.title)
        if path is not None:
            self._tell_saved(path)

    def _savable(self) -> bool:
        """Whether there is a valid preset to save; says what is missing where there is none."""
        why = self._workbench.draft.unsavable
        if why is not None:
            self._app.tell(f"This can't be saved yet. {why}", "warning")
        return why is None

    async def _ask_path(
        self, what: str, start: Path, suffixes: Mapping[str, str], write: "Write", title: str | None = None
    ) -> Path | None:
        from sigtui.tui.dialogs.save import SaveAs

        dialog = SaveAs(what, start, suffixes, write, title)
        written: Path | None = await self._app.push_screen_wait(dialog)
        return written

    async def _write_preset(self, path: Path, title: str) -> None:
        """Write the draft under a title; where that fails, it has the title that it had."""
        workbench = self._workbench
        before = workbench.draft
        if title != before.title:
            workbench.edit(before.with_title(title))
        try:
            workbench.save(path)
        except SigtuiError:
            if workbench.draft != before:
                workbench.undo()
            raise

    def _tell_saved(self, path: Path) -> None:
        self._app.tell(f"Saved {path}. {self._headless()}".rstrip())

    def _headless(self) -> str:
        """Say what the saved preset measures without a screen, where that is more than what is ticked."""
        workbench = self._workbench
        whole = preview(workbench.draft.preset(), workbench.providers).whole.cases
        ticked = len(workbench.plan.cases)
        if whole <= ticked:
            return ""
        return f"A headless run measures all that it lists, {whole} cases; the app opens it with {ticked}."

    async def export(self) -> None:
        """Write the figures to a file in the format of its suffix."""
        workbench = self._workbench
        if not workbench.measured:
            self._app.tell(f"There are no figures to export yet: {self._keys['run']} measures.", "warning")
            return
        suffixes = {each.SUFFIX: each.PURPOSE for each in formats().values() if each.SUFFIX}
        stem = workbench.document.path.stem if workbench.document.path else "run"
        start = Path.cwd() / f"{stem}-run.toml"
        path = await self._ask_path("figures", start, suffixes, self._write_figures)
        if path is not None:
            self._app.tell(f"Exported {path}.")

    async def _write_figures(self, path: Path, title: str) -> None:
        """Write what is planned and measured by now; a file of figures has the preset's title."""
        evidence, state, form = self._workbench.evidence, self._workbench.desk.state, by_suffix(path)
        await asyncio.to_thread(lambda: write_atomically(path, form.render(evidence.snapshot(state))))

    async def keep_comparison(self) -> None:
        """Put the comparison that is shown into the preset, with a title and notes that are asked for, and save it."""
        from sigtui.tui.dialogs.keep import KeepComparison

        comparing = self._studio.comparing
        answer = await self._app.push_screen_wait(KeepComparison(comparing.current))
        if answer is None:
            return
        title, notes = answer
        comparing.keep(title, notes)
        await self.save()

    async def export_comparison(self, compared: Compared) -> None:
        """Write a comparison to a file in the format of its suffix."""
        suffixes = {
            each.SUFFIX: "a preset that shows it again" if each.SUFFIX == ".toml" else each.PURPOSE
            for each in comparison_formats().values()
            if each.SUFFIX
        }

        async def write(path: Path, title: str) -> None:
            form = comparison_by_suffix(path)
            await asyncio.to_thread(lambda: write_atomically(path, form.render_compared(compared)))

        stem = "-".join(compared.comparison.title.casefold().split()) or "comparison"
        path = await self._ask_path("comparison", Path.cwd() / f"{stem[:40]}.md", suffixes, write)
        if path is not None:
            self._app.tell(f"Exported {path}.")

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
