import asyncio
from pathlib import Path

from textual.command import DiscoveryHit
from textual.widgets import Input

from sigtui.tui.commands import Everything
from sigtui.tui.dialogs.message import EditMessage
from sigtui.tui.widgets.picker import AlgorithmTree
from tests.tui.stage import Stage, only, staged

TWO = only("ed25519", "ecdsa-p256-sha256")


async def commands(stage: Stage) -> dict[str, DiscoveryHit]:
    """Return what the palette holds before anything is typed, by name; each name once."""
    hits = [hit async for hit in Everything(stage.app.screen).discover() if isinstance(hit, DiscoveryHit)]
    found = {str(hit.text): hit for hit in hits}
    assert len(found) == len(hits)
    return found


def test_what_can_not_be_done_now_says_why(tmp_path: Path) -> None:
    """Pause, Stop and Export are there before a run, with the reason; choosing one tells it."""

    async def main() -> None:
        async with staged(tmp_path, change=TWO) as stage:
            found = await commands(stage)
            names = {name.partition("  (")[0]: hit for name, hit in found.items()}
            assert names["Pause"].help == names["Stop"].help == "Nothing is running: r measures."
            assert names["Export"].help == "There are no figures to export yet: r measures."
            names["Export"].command()
            assert "warning: There are no figures to export yet: r measures." in stage.told

    asyncio.run(main())


def test_quit_is_there_once(tmp_path: Path) -> None:
    """With what becomes of unsaved changes, whatever keys it has."""

    async def main() -> None:
        async with staged(tmp_path, change=TWO) as stage:
            quits = [hit for name, hit in (await commands(stage)).items() if name.startswith("Quit")]
            assert [hit.help for hit in quits] == ["Leave; unsaved changes are kept for next time"]

    asyncio.run(main())


def test_messages_are_changed_wherever_the_focus_is(tmp_path: Path) -> None:
    """The one under the cursor of their list, which is named."""

    async def main() -> None:
        async with staged(tmp_path, change=TWO) as stage:
            first, second, *_ = (message.name for message in stage.draft.messages)
            for where in (stage.results, stage.one("#tree", AlgorithmTree)):
                where.focus()
                await stage.pilot.pause()
                assert f"Remove message {first}" in await commands(stage)
            await stage.press("tab")
            await stage.press("down")
            stage.results.focus()
            await stage.pilot.pause()
            found = await commands(stage)
            await found[f"Remove message {second}"].command()
            await stage.pilot.pause()
            assert second not in [message.name for message in stage.draft.messages]
            found = await commands(stage)
            (edit,) = (name for name in found if name.startswith("Edit message "))
            await found[edit].command()
            await stage.until(lambda: isinstance(stage.app.screen, EditMessage), "the dialog")
            await stage.until(lambda: stage.app.screen.query("#name"), "its inside")
            await stage.pilot.pause()
            assert stage.one("#name", Input).value == edit.removeprefix("Edit message ")

    asyncio.run(main())


def test_in_a_dialog_only_what_it_does_is_offered(tmp_path: Path) -> None:
    """The app's own actions don't reach through it."""

    async def main() -> None:
        async with staged(tmp_path, change=TWO) as stage:
            await stage.press("n")
            await stage.until(lambda: isinstance(stage.app.screen, EditMessage), "the dialog")
            names = [name.partition("  (")[0] for name in await commands(stage)]
            assert "Save" in names
            assert not {"Run", "Pause", "Quit"} & {*names}

    asyncio.run(main())
