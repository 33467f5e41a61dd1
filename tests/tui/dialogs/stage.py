"""An app with nothing but a dialog over it, for tests of the dialogs."""

import html
import re
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass
from typing import Generic, TypeVar

from textual.app import App
from textual.pilot import Pilot
from textual.screen import Screen
from textual.widget import Widget
from textual.widgets import Input
from textual.worker import WorkerCancelled

from sigtui.tui.dialogs.dialog import Dialog, Verdict

Result = TypeVar("Result")
Found = TypeVar("Found", bound=Widget)

NARROW = (80, 24)
WIDE = (120, 40)
SIZES = (NARROW, WIDE)

NEVER = 3600.0
"""A pause between keys that no test outlives."""

_LOADER = "_loader"  # Textual's directory tree waits in it for as long as it lives


@dataclass(frozen=True, slots=True)
class Stage(Generic[Result]):
    """A dialog on the screen; ``results`` is what it ended with, at most once."""

    app: App[None]
    pilot: Pilot[None]
    dialog: Dialog[Result]
    results: list[Result | None]

    @property
    def top(self) -> Screen[object]:
        """The dialog, or the one that it opened."""
        return self.app.screen

    @property
    def text(self) -> str:
        """All that can be read on the screen, every white space as one space."""
        lines = re.findall(r"<text[^>]*>([^<]*)</text>", self.app.export_screenshot())
        return " ".join(html.unescape(" ".join(lines)).split())

    def one(self, selector: str, kind: type[Found]) -> Found:
        """Return a widget of the screen on top."""
        return self.top.query_one(selector, kind)

    def said(self, selector: str = "#verdict") -> str:
        """Return what a verdict says, empty where it does not show."""
        verdict = self.one(selector, Verdict)
        return str(verdict.content) if verdict.display else ""

    async def settle(self) -> None:
        """Wait until nothing is going on any more."""
        while True:
            await self.pilot.pause()
            workers = [each for each in self.app.workers if each.group != _LOADER and not each.is_finished]
            if not workers:
                return
            for worker in workers:
                with suppress(WorkerCancelled):  # a newer one took its place
                    await worker.wait()

    async def press(self, *keys: str) -> None:
        """Press keys and wait for what they do."""
        await self.pilot.press(*keys)
        await self.settle()

    async def enter(self, selector: str, value: str) -> None:
        """Put a text into an input and wait for what that does."""
        self.one(selector, Input).value = value
        await self.settle()

    async def click(self, selector: str, offset: tuple[int, int] | None = None) -> None:
        """Click into the middle of a widget, or at an offset from its corner."""
        widget = self.one(selector, Widget)
        if offset is None:
            await self.pilot.click(widget)
        else:
            await self.pilot.click(widget, offset=offset)
        await self.settle()

    def fits(self) -> bool:
        """Whether the frame, and all in it that can have the focus, lie inside the screen."""
        shown = [self.top.query_one(".dialog--frame"), *self.top.focus_chain]
        return all(each.region.area and self.top.region.contains_region(each.region) for each in shown)


@asynccontextmanager
async def staged(
    dialog: Dialog[Result], size: tuple[int, int] = WIDE, pause: float = 0.0
) -> AsyncIterator[Stage[Result]]:
    """Open a dialog in an app of its own."""
    dialog.pause_seconds = pause
    app: App[None] = App()
    results: list[Result | None] = []
    async with app.run_test(size=size) as pilot:
        app.push_screen(dialog, results.append)
        stage = Stage(app, pilot, dialog, results)
        if not pause:
            await stage.settle()
        else:
            await pilot.pause()
        yield stage
