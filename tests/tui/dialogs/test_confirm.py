"""The question with two answers."""

import asyncio
from pathlib import Path
from typing import Literal

import pytest
from textual.app import App
from textual.widgets import Button

from sigtui.tui.dialogs.confirm import Confirm
from sigtui.tui.dialogs.file import PickFile
from tests.tui.dialogs.stage import SIZES, staged

QUESTION = "A run is going on. Quit?"


@pytest.mark.parametrize(
    ("keys", "answer"),
    [
        (["y"], True),
        (["enter"], True),
        (["n"], False),
        (["escape"], False),
        (["tab", "enter"], False),
        (["right", "enter"], False),
        (["right", "left", "enter"], True),
        (["right", "y"], True),
    ],
)
def test_a_key_answers(keys: list[str], answer: bool) -> None:
    """Y and Enter are yes, n and Esc are no; Enter takes the answer that somebody went to."""

    async def main() -> None:
        async with staged(Confirm(QUESTION)) as stage:
            await stage.press(*keys)
            assert stage.results == [answer]

    asyncio.run(main())


@pytest.mark.parametrize(("button", "answer"), [("#yes", True), ("#no", False)])
@pytest.mark.parametrize("size", SIZES)
def test_the_mouse_answers(size: tuple[int, int], button: str, answer: bool) -> None:
    """Both answers are buttons that fit the screen."""

    async def main() -> None:
        async with staged(Confirm(QUESTION, "Quit", "Stay"), size) as stage:
            assert stage.fits()
            assert str(stage.one("#yes", Button).label) == "Quit"
            assert str(stage.one("#no", Button).label) == "Stay"
            await stage.click(button)
            assert stage.results == [answer]

    asyncio.run(main())


def test_the_last_line_names_every_key() -> None:
    """Those that answer, and the one that leaves."""

    async def main() -> None:
        async with staged(Confirm(QUESTION), SIZES[0]) as stage:
            shown = " ".join(str(key.render()).strip() for key in stage.top.query("FooterKey"))
            assert shown == "⏎ Press y Yes n No esc No"

    asyncio.run(main())


def test_yes_has_the_focus() -> None:
    """The answer that Enter gives is the one that is marked."""

    async def main() -> None:
        async with staged(Confirm(QUESTION)) as stage:
            assert stage.top.focused is stage.one("#yes", Button)

    asyncio.run(main())


def test_a_key_pressed_twice_answers_once() -> None:
    """The second one does not dismiss the screen below."""

    async def main() -> None:
        async with staged(Confirm(QUESTION)) as stage:
            stage.dialog.action_cancel()
            stage.dialog.action_cancel()
            await stage.settle()
            assert stage.results == [False]
            assert len(stage.app.screen_stack) == 1

    asyncio.run(main())


def test_the_question_is_text() -> None:
    """Brackets are shown as they are, and a control character can't garble the screen."""

    async def main() -> None:
        async with staged(Confirm("Overwrite [b]x[/b]\x1b.toml?", "[i]Yes[/i]")) as stage:
            assert "Overwrite [b]x[/b]\N{REPLACEMENT CHARACTER}.toml?" in stage.text
            assert "[i]Yes[/i]" in stage.text

    asyncio.run(main())


def test_a_long_question_is_wrapped() -> None:
    """A path without a space fits the narrow screen too, with both answers below it."""

    async def main() -> None:
        async with staged(
            Confirm("/" + "folder/" * 40 + "x.toml\nis there already. Overwrite it?"), SIZES[0]
        ) as stage:
            assert stage.fits()
            assert "Overwrite it?" in stage.text

    asyncio.run(main())


@pytest.mark.parametrize(
    ("keys", "answer"), [(["enter"], False), (["y"], True), (["left", "enter"], True), (["escape"], False)]
)
def test_where_a_yes_destroys_enter_is_no(keys: list[str], answer: bool) -> None:
    """No has the focus and the colour; y stays yes."""

    async def main() -> None:
        async with staged(Confirm(QUESTION, default="no")) as stage:
            assert stage.top.focused is stage.one("#no", Button)
            assert stage.one("#no", Button).variant == "primary"
            assert stage.one("#yes", Button).variant == "default"
            await stage.press(*keys)
            assert stage.results == [answer]

    asyncio.run(main())


@pytest.mark.parametrize("default", ["yes", "no"])
def test_enter_without_a_focus_is_the_default(default: Literal["yes", "no"]) -> None:
    """A click beside the buttons changes nothing."""

    async def main() -> None:
        async with staged(Confirm(QUESTION, default=default)) as stage:
            stage.top.set_focus(None)
            await stage.press("enter")
            assert stage.results == [default == "yes"]

    asyncio.run(main())


@pytest.mark.parametrize("below", [False, True])
def test_ctrl_c_quits_from_a_question_of_a_screen_only(below: bool) -> None:
    """Over another dialog it is no: what was typed there would be lost."""

    class Quitting(App[None]):
        """Counts what ends it."""

        quits = 0

        async def action_quit(self) -> None:
            """Count."""
            self.quits += 1

    async def main() -> None:
        app = Quitting()
        answers: list[bool | None] = []
        async with app.run_test() as pilot:
            if below:
                app.push_screen(PickFile(Path()))
            app.push_screen(Confirm(QUESTION), answers.append)
            await pilot.pause()
            await pilot.press("ctrl+c")
            await pilot.pause()
            assert (app.quits, answers) == ((0, [False]) if below else (1, []))

    asyncio.run(main())
