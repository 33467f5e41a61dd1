import asyncio

from textual.app import App, ComposeResult

from sigtui.tui.widgets.ticks import Item, Ticks

LINES = tuple(Item(key, key) for key in "abc")


class Stage(App[None]):
    """A list of boxes, and nothing else."""

    def compose(self) -> ComposeResult:
        """Lay out."""
        yield Ticks()


def test_the_cursor_returns_with_a_line_that_comes_back() -> None:
    """While it is gone the line in its place is highlighted; a cursor that was moved stays."""

    async def main() -> None:
        async with Stage().run_test() as pilot:
            ticks = pilot.app.query_one(Ticks)
            ticks.show(LINES, ())
            ticks.highlighted = 0
            await pilot.press("down")
            assert ticks.current == "b"
            ticks.show((LINES[0], LINES[2]), ())
            assert ticks.current == "c"
            ticks.show(LINES, ())
            assert ticks.current == "b"
            ticks.show((LINES[0], LINES[2]), ())
            await pilot.press("up")
            ticks.show(LINES, ())
            assert ticks.current == "a"

    asyncio.run(main())


def test_every_key_of_a_list_still_moves_its_cursor() -> None:
    """Those that the help leaves out too."""

    async def main() -> None:
        async with Stage().run_test() as pilot:
            ticks = pilot.app.query_one(Ticks)
            ticks.show(LINES, ())
            for key, place in (("end", 2), ("home", 0), ("pagedown", 2), ("up", 1), ("pageup", 0), ("j", 1)):
                await pilot.press(key)
                assert ticks.highlighted == place, key

    asyncio.run(main())
