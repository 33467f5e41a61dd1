import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass

import pytest
from textual.app import App
from textual.pilot import Pilot
from textual.widgets import Input, Select

from sigtui.model import OwnBudget, WireView
from sigtui.tui.dialogs.budgets import ChooseBudgets
from sigtui.tui.dialogs.dialog import Verdict
from sigtui.tui.widgets.ticks import Ticks

MINE = OwnBudget("mine", 99, "payload")


@dataclass
class Opened:
    """The dialog, what it ended with, and the pilot that uses it."""

    dialog: ChooseBudgets
    pilot: Pilot[None]
    results: list[WireView | None]

    @property
    def verdict(self) -> str:
        """What is said of what was entered."""
        return str(self.dialog.query_one("#verdict", Verdict).content)

    @property
    def lines(self) -> list[str]:
        """The lines of the list, as they are written."""
        ticks = self.dialog.query_one(Ticks)
        return [str(ticks.get_option_at_index(place).prompt) for place in range(ticks.option_count)]

    async def press(self, *keys: str) -> None:
        """Press keys and wait until they were heard."""
        await self.pilot.press(*keys)
        await self.pilot.pause()


@asynccontextmanager
async def opened(
    wire: WireView = WireView(),  # noqa: B008 - frozen
    *,
    new: bool = False,
    size: tuple[int, int] = (80, 24),
) -> AsyncIterator[Opened]:
    """Open the dialog."""
    app = App[None]()
    async with app.run_test(size=size) as pilot:
        dialog, results = ChooseBudgets(wire, new=new), list[WireView | None]()
        await app.push_screen(dialog, results.append)
        await pilot.pause()
        yield Opened(dialog, pilot, results)


def test_what_is_shown_is_ticked() -> None:
    """Those of one's own come first; each line says what it is the limit of."""

    async def main() -> None:
        async with opened(WireView(budgets=("ethernet",), custom=(MINE,))) as it:
            assert it.lines[0].startswith("[x] mine")
            assert "your own, payload" in it.lines[0]
            ticked = [line for line in it.lines if line.startswith("[x]")]
            assert len(ticked) == 2
            assert "1,500 B" in ticked[1]
            assert it.verdict == "2 of 36 ticked."

    asyncio.run(main())


def test_ticks_are_taken_by_saving_and_by_nothing_else() -> None:
    """Esc leaves everything as it was."""

    async def main() -> None:
        async with opened(WireView(budgets=("ethernet",))) as it:
            await it.press("space", "down", "space", "escape")
            assert it.results == [None]
        async with opened(WireView(envelope="jws", budgets=("ethernet",))) as it:
            await it.press("space", "down", "enter", "ctrl+s")
            assert it.results == [WireView(envelope="jws", budgets=("pppoe",))]

    asyncio.run(main())


def test_a_budget_of_ones_own_is_added() -> None:
    """Enter adds it to the list, ticked, and goes on with the next; saving keeps all of them."""

    async def main() -> None:
        async with opened(new=True) as it:
            await it.press(*"one", "tab", *"12", "enter")
            assert it.lines[0].startswith("[x] one")
            assert "Added one" in it.verdict
            assert it.dialog.query_one("#name", Input).value == ""
            it.dialog.query_one("#kind", Select).value = "mtu"
            await it.press(*"two", "tab", *"1,400", "ctrl+s")
            custom = (OwnBudget("one", 12, "payload"), OwnBudget("two", 1_400, "mtu"))
            assert it.results == [WireView(custom=custom)]

    asyncio.run(main())


def test_an_impossible_budget_is_told_at_its_place() -> None:
    """Neither Enter nor saving take it, and the focus goes where it is wrong."""

    async def main() -> None:
        async with opened(WireView(custom=(MINE,)), new=True) as it:
            await it.press("enter")
            assert it.verdict == "✗ A budget needs a name."
            await it.press(*"mine", "tab", *"12", "enter")
            assert "already" in it.verdict
            assert it.dialog.focused is it.dialog.query_one("#name")
            it.dialog.query_one("#name", Input).value = "big"
            it.dialog.query_one("#bytes", Input).value = "much"
            await it.press("ctrl+s")
            assert it.results == []
            assert "whole number of bytes" in it.verdict
            assert it.dialog.focused is it.dialog.query_one("#bytes")

    asyncio.run(main())


def test_an_unticked_budget_of_ones_own_leaves_the_preset() -> None:
    """Ticked again before saving it stays."""

    async def main() -> None:
        async with opened(WireView(custom=(MINE,))) as it:
            await it.press("space", "ctrl+s")
            assert it.results == [WireView()]
        async with opened(WireView(custom=(MINE,))) as it:
            await it.press("space", "space", "ctrl+s")
            assert it.results == [WireView(custom=(MINE,))]

    asyncio.run(main())


@pytest.mark.parametrize("size", [(80, 24), (120, 40), (200, 60)])
def test_it_works_with_the_mouse_in_every_terminal(size: tuple[int, int]) -> None:
    """Lines, the entry, and every button can be hit."""

    async def main() -> None:
        async with opened(WireView(budgets=()), size=size) as it:
            await it.pilot.click("Ticks", offset=(3, 0))
            it.dialog.query_one("#name", Input).value = "mine"
            it.dialog.query_one("#bytes", Input).value = "99"
            await it.pilot.click("#add")
            await it.pilot.click("#save")
            await it.pilot.pause()
            assert it.results == [WireView(budgets=("ethernet",), custom=(MINE,))]
        async with opened(size=size) as it:
            await it.pilot.click("#cancel")
            await it.pilot.pause()
            assert it.results == [None]

    asyncio.run(main())
