import asyncio

from textual.app import App, ComposeResult

from sigtui.tui.widgets.ruler import MtuRuler
from sigtui.wire.packets import Route, Transport


class Shown(App[None]):
    """Shows a ruler."""

    def compose(self) -> ComposeResult:
        """Lay out."""
        yield MtuRuler()


def lines(ruler: MtuRuler) -> list[str]:
    """Return the lines as they are drawn."""
    return [ruler.render_line(place).text.strip() for place in range(ruler.size.height)]


def test_it_takes_the_lines_that_it_needs() -> None:
    """Three where all fits the first window, four where it doesn't, one where nothing is sent."""

    async def main() -> None:
        app = Shown()
        async with app.run_test() as pilot:
            ruler = app.query_one(MtuRuler)
            ruler.show("ed25519", 64, Route())
            await pilot.pause()
            assert lines(ruler)[0] == "ed25519 · ▒ headers █ content · free"
            assert [each[:1] for each in lines(ruler)] == ["e", "▒", "a"]
            ruler.show("large [x]", 49_856, Route(Transport.TCP4))
            await pilot.pause()
            assert lines(ruler)[0].startswith("large [x], a break every 5 · ▒ headers")
            assert lines(ruler)[3] == "▲ first window ends: 14,600 B"
            ruler.show("nothing", 0, Route())
            await pilot.pause()
            assert lines(ruler) == ["nothing"]

    asyncio.run(main())


def test_a_long_caption_takes_one_line() -> None:
    """It is cut, and the packets stay in their place."""

    async def main() -> None:
        app = Shown()
        async with app.run_test(size=(40, 10)) as pilot:
            ruler = app.query_one(MtuRuler)
            ruler.show("rsa-2048-pkcs1v15-sha256 in one packet", 64, Route())
            await pilot.pause()
            assert len(lines(ruler)) == 3
            assert lines(ruler)[0].endswith("…")
            assert lines(ruler)[1].startswith("▒")

    asyncio.run(main())
