import asyncio

from textual import on
from textual.app import App, ComposeResult

from sigtui.tui.widgets.toggles import Toggle, Toggles, Value

COLOUR = Toggle("colour", "c", (Value("red", "red"), Value("green", "green", "g")), "red")
SIZE = Toggle("size", "", (Value("small", "small"),), "", live=False)


class Chooser(App[None]):
    """Shows two choices and remembers what was clicked."""

    def __init__(self) -> None:
        super().__init__()
        self.chosen: list[tuple[str, str]] = []

    def compose(self) -> ComposeResult:
        """Lay out."""
        yield Toggles()

    @on(Toggles.Chosen)
    def _note(self, event: Toggles.Chosen) -> None:
        self.chosen.append((event.name, event.value))


def test_values_stand_beside_each_other_with_their_keys() -> None:
    """The widget is as wide as its line, and the chosen value is told apart without colour."""

    async def main() -> None:
        app = Chooser()
        async with app.run_test() as pilot:
            toggles = app.query_one(Toggles)
            toggles.show((COLOUR, SIZE))
            await pilot.pause()
            assert toggles.render_line(0).text.strip() == "c red g green  small"
            assert toggles.size.width == len("c red g green  small")
            reverse = [each.text for each in toggles.render_line(0) if each.style and each.style.reverse]
            assert reverse == ["red"]
            toggles.show((Toggle("colour", "c", COLOUR.values, "green", live=False),))
            await pilot.pause()
            assert not [each for each in toggles.render_line(0) if each.style and each.style.reverse]

    asyncio.run(main())


def test_a_click_chooses_the_value_that_it_hits() -> None:
    """Or the one whose key it hits; between them it hits nothing."""

    async def main() -> None:
        app = Chooser()
        async with app.run_test() as pilot:
            app.query_one(Toggles).show((COLOUR, SIZE))
            await pilot.pause()
            line = "c red g green  small"
            for text in ("c", "red", "g ", "green", "small"):
                await pilot.click(Toggles, offset=(1 + line.index(text), 0))
            await pilot.click(Toggles, offset=(1 + line.index("  small"), 0))
            assert app.chosen == [
                ("colour", "red"),
                ("colour", "green"),
                ("colour", "green"),
                ("size", "small"),
            ]

    asyncio.run(main())
