import asyncio
from pathlib import Path
from typing import Any

import pytest
from textual.color import Color
from textual.widget import Widget
from textual.widgets import Footer, HelpPanel, Input, OptionList, TextArea, Tree

from sigtui.tui.dialogs.confirm import Confirm
from sigtui.tui.dialogs.detail import Detail
from sigtui.tui.dialogs.dialog import Dialog
from sigtui.tui.dialogs.file import PickFile
from sigtui.tui.dialogs.message import EditMessage
from sigtui.tui.dialogs.open import OpenPreset
from sigtui.tui.dialogs.save import SaveAs
from sigtui.tui.widgets.journal import Journal
from tests.tui.dialogs.stage import staged as alone
from tests.tui.stage import NARROW, Stage, only, staged

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


def keys(stage: Stage) -> list[str]:
    """Return the keys that the first screen's footer draws."""
    shown = stage.explore.query_one(Footer).query("FooterKey").results()
    return [str(key.render()) for key in shown if key.region.area]


@pytest.mark.parametrize(("opens", "kind"), [("o", OpenPreset), ("S", SaveAs), ("n", EditMessage)])
def test_the_footer_below_stays_as_it_was(tmp_path: Path, opens: str, kind: type[object]) -> None:
    """Wherever the focus goes in the dialog; it is live again once the dialog is gone."""

    async def main() -> None:
        async with staged(tmp_path, NARROW, change=TWO) as stage:
            before = keys(stage)
            assert before
            await stage.press(opens)
            await stage.until(lambda: isinstance(stage.app.screen, kind), "it")
            for _ in range(3):
                await stage.press("tab")
                await stage.pilot.pause()
                assert keys(stage) == before
            await stage.press("escape")
            await stage.until(lambda: stage.app.screen is stage.explore, "the screen below")
            await stage.until(lambda: keys(stage) == before, "its keys")

    asyncio.run(main())


def contrast(widget: Widget) -> float:
    """Return how much an edge differs from what is around it, as WCAG 2.1 reckons a contrast."""
    (_, edge), *_ = widget.styles.border
    around = widget.background_colors[0]
    bright, dark = sorted((_luminance(around.blend(edge, edge.a, 1.0)), _luminance(around)), reverse=True)
    return (bright + 0.05) / (dark + 0.05)


def _luminance(colour: Color) -> float:
    linear = [
        part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in colour.normalized
    ]
    return sum(weight * part for weight, part in zip((0.2126, 0.7152, 0.0722), linear, strict=True))


async def _saved(path: Path, title: str) -> None:
    """Save nothing."""


@pytest.mark.parametrize("theme", ["textual-dark", "textual-light"])
def test_what_can_be_edited_has_edges_without_the_focus(tmp_path: Path, theme: str) -> None:
    """That stand out as WCAG 2.1, 1.4.11 wants of the parts of an interface; scrollbars are one cell wide."""

    async def main() -> None:
        dialogs: tuple[Dialog[Any], ...] = (
            SaveAs("preset", tmp_path / "x.toml", {".toml": "all"}, _saved, "T"),
            OpenPreset(None, None),
            EditMessage(tmp_path, []),
            PickFile(tmp_path),
        )
        for dialog in dialogs:
            async with alone(dialog) as stage:
                stage.app.theme = theme
                stage.top.set_focus(None)
                await stage.settle()
                parts = [
                    each
                    for each in stage.top.query(Widget)
                    if isinstance(each, Input | TextArea | OptionList | Tree) or each.id == "preview"
                ]
                assert parts
                for part in parts:
                    assert contrast(part) >= 3, (dialog, part)
                    assert part.styles.scrollbar_size_vertical == 1 or isinstance(part, Input)

    asyncio.run(main())
