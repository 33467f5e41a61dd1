import asyncio
from pathlib import Path

import pytest
from textual.widgets import HelpPanel, Input

from sigtui.tui.dialogs.confirm import Confirm
from sigtui.tui.dialogs.detail import Detail
from sigtui.tui.dialogs.message import EditMessage
from sigtui.tui.dialogs.open import OpenPreset
from sigtui.tui.widgets.journal import Journal
from tests.tui.stage import only, staged

TWO = only("ed25519", "ecdsa-p256-sha256")


@pytest.mark.parametrize("key", ["ctrl+c", "ctrl+q"])
@pytest.mark.parametrize(("opens", "kind"), [("o", OpenPreset), ("enter", Detail), ("n", EditMessage)])
def test_what_ends_the_app_only_closes_what_is_open(
    tmp_path: Path, key: str, opens: str, kind: type[object]
) -> None:
    """What was typed is asked about first; a second time ends nothing either."""

    async def main() -> None:
        async with staged(tmp_path, change=TWO) as stage:
            await stage.press(opens)
            await stage.until(lambda: isinstance(stage.app.screen, kind), "it")
            if kind is EditMessage:
                await stage.enter("#name", "m")
                await stage.press(key)
                assert isinstance(stage.app.screen, Confirm)
                await stage.press(key)
                assert stage.one("#name", Input).value == "m"
                await stage.press("escape", "y")
            else:
                await stage.press(key)
            await stage.until(lambda: stage.app.screen is stage.explore, "the screen below")
            assert stage.app.is_running

    asyncio.run(main())


@pytest.mark.parametrize(
    ("opens", "kind", "help_key"),
    [
        ("o", OpenPreset, "f1"),
        ("n", EditMessage, "f1"),
        ("enter", Detail, "f1"),
        ("enter", Detail, "question_mark"),
    ],
)
def test_help_and_journal_are_reached_from_everywhere(
    tmp_path: Path, opens: str, kind: type[object], help_key: str
) -> None:
    """Over the dialog, which stays; Esc in the journal closes the journal only, and gives the focus back."""

    async def main() -> None:
        async with staged(tmp_path, change=TWO) as stage:
            await stage.press(opens)
            await stage.until(lambda: isinstance(stage.app.screen, kind), "it")
            screen = stage.app.screen
            await stage.press(help_key)
            await stage.until(lambda: screen.query(HelpPanel), "the help")
            await stage.press(help_key)
            await stage.until(lambda: not screen.query(HelpPanel), "the end of the help")
            before = screen.focused
            for closes in ("escape", "f9"):
                await stage.press("f9")
                await stage.until(lambda: screen.query(Journal), "the journal")
                assert isinstance(screen.focused, Journal)
                await stage.press(closes)
                await stage.until(lambda: not screen.query(Journal), "the end of the journal")
                assert stage.app.screen is screen
                assert screen.focused is before

    asyncio.run(main())
