import asyncio
from pathlib import Path

from textual.binding import Binding
from textual.command import CommandPalette, Hit
from textual.widgets import Input

from sigtui.algorithms import catalogue
from sigtui.tui.app import SigtuiApp
from sigtui.tui.commands import Everything
from sigtui.tui.dialogs.message import EditMessage
from sigtui.tui.page import Page
from sigtui.tui.screens.explore.screen import Explore
from sigtui.tui.widgets.results import Results
from tests.tui.stage import Stage, only, picture, staged


async def found(stage: Stage, query: str) -> list[str]:
    """Return the names of what the palette finds on the screen that is shown."""
    provider = Everything(stage.app.screen)
    return [
        hit.text or str(hit.match_display)
        for hit in [hit async for hit in provider.search(query)]
        if isinstance(hit, Hit)
    ]


async def command(stage: Stage, query: str) -> None:
    """Choose the first thing that the palette finds."""
    await stage.press("ctrl+p")
    await stage.until(lambda: isinstance(stage.app.screen, CommandPalette), "the palette")
    stage.app.screen.query_one(Input).value = query
    await stage.until(
        lambda: query.split()[0].lower() in picture(stage.app).lower().split("search", 1)[-1], "a hit"
    )
    await stage.pilot.pause()
    await stage.press("down", "enter")
    await stage.until(lambda: not isinstance(stage.app.screen, CommandPalette), "the end of the palette")
    await stage.pilot.pause()


def test_it_has_every_action_and_every_algorithm(tmp_path: Path) -> None:
    """Whatever has a key on the screen is found by its name, and every algorithm with its facts."""

    async def main() -> None:
        async with staged(tmp_path, change=only("ed25519", "ecdsa-p256-sha256")) as stage:
            for algorithm in catalogue():
                verb = "Untick" if stage.draft.is_ticked(algorithm.id) else "Tick"
                assert f"{verb} {algorithm.id}" in await found(stage, algorithm.id), algorithm.id
            await stage.run_to(2)
            provider = Everything(stage.app.screen)
            names = [str(hit.text) async for hit in provider.discover()]
            for owner in (SigtuiApp, Page, Explore, Results):
                for binding in Binding.make_bindings(owner.BINDINGS):
                    started = [name for name in names if name.startswith(f"{binding.description}  (")]
                    # A run is going on already; the others are the palette itself and other keys of Quit.
                    # What only scrolls is left out.
                    known = binding.system or binding.id in ("run", "interrupt", "palette", "quit-anyway")
                    assert started or known, binding

    asyncio.run(main())


def test_what_is_chosen_is_done(tmp_path: Path) -> None:
    """Actions of the app, of the screen and of the focused table, and ticks, all work from the palette."""

    async def main() -> None:
        async with staged(tmp_path, change=only("ed25519", "ecdsa-p256-sha256")) as stage:
            await command(stage, "Tick ed448")
            await stage.until(lambda: stage.draft.is_ticked("ed448"), "the tick")
            await stage.fresh()
            await command(stage, "Effort")
            await stage.until(lambda: stage.draft.effort.name == "short", "the action of the screen")
            await command(stage, "Undo")
            await stage.until(lambda: stage.draft.effort.name == "quick", "an action of the app")
            await command(stage, "Mark (")
            await stage.until(lambda: stage.draft.marks, "the action of the table")
            await command(stage, "Run (")
            await stage.until(lambda: stage.workbench.measured, "the run")
            await stage.ended()
            await command(stage, "New")
            await stage.until(lambda: isinstance(stage.app.screen, EditMessage), "the dialog")

    asyncio.run(main())
