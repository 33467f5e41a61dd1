import asyncio
from dataclasses import replace

import pytest
from textual.app import App
from textual.pilot import Pilot
from textual.widgets import Footer

from sigtui.algorithms import find
from sigtui.columns import cells_wide
from sigtui.detail import Line, Section, as_text, sections
from sigtui.tui.dialogs.detail import Body, Detail, Sections
from tests.exports import fixed

TOLD = sections(fixed.FIXED, fixed.ECDSA, find("ecdsa-p256-sha256"))
TITLE = "ecdsa-p256-sha256 · sign · a [bold]name[/bold]"
SIZES = [(80, 24), (120, 40), (200, 60)]


async def opened(pilot: Pilot[None], told: tuple[Section, ...] = TOLD) -> Detail:
    """Open the detail of a case and wait until it is drawn."""
    detail = Detail(told, TITLE)
    await pilot.app.push_screen(detail)
    await pilot.pause()
    return detail


def holds_all(column: Sections) -> bool:
    """Whether a column is as high as its lines; Textual lays half a cell's width out as none: a line to spare."""
    plain = column.render().plain
    lines = len(plain.split("\n")) if plain else 0
    return lines <= column.size.height <= lines + 2


def columns(detail: Detail) -> tuple[Sections, Sections]:
    """Return both columns."""
    return detail.query_one("#first", Sections), detail.query_one("#second", Sections)


@pytest.mark.parametrize("size", SIZES)
def test_the_panel_is_as_high_as_the_terminal_and_shows_everything(size: tuple[int, int]) -> None:
    """Each section is drawn whole, no line wider than its column; two columns where there is room."""

    async def main() -> None:
        async with App[None]().run_test(size=size) as pilot:
            detail = await opened(pilot)
            assert detail.query_one("#panel").outer_size.height == size[1]
            first, second = columns(detail)
            assert (second.region.x > first.region.right) == (size[0] >= 110)
            assert (second.region.y > first.region.bottom) == (size[0] < 110)
            for column in (first, second):
                lines = column.render().plain.split("\n")
                assert holds_all(column)
                assert max(map(cells_wide, lines)) <= column.size.width
                assert {section.title for section in column.sections} <= set(lines)
            assert {*first.sections, *second.sections} == set(TOLD)
            assert detail.query_one(Body).max_scroll_x == 0
            assert detail.query_one(Body).styles.scrollbar_size_vertical == 1

    asyncio.run(main())


def test_columns_follow_the_terminals_width() -> None:
    """Resizing goes from one column to two and back, and the text is wrapped anew."""

    async def main() -> None:
        async with App[None]().run_test(size=(80, 24)) as pilot:
            first, second = columns(await opened(pilot))
            for width, beside in ((120, True), (80, False), (200, True)):
                await pilot.resize_terminal(width, 40)
                await pilot.pause()
                assert (second.region.y == first.region.y) == beside
                assert holds_all(second)

    asyncio.run(main())


@pytest.mark.parametrize("key", ["escape", "enter", "q", "ctrl+c"])
def test_each_of_these_keys_closes_it(key: str) -> None:
    """Back to where it was opened, and the app goes on."""

    async def main() -> None:
        async with App[None]().run_test(size=(80, 24)) as pilot:
            detail = await opened(pilot)
            await pilot.press(key)
            await pilot.pause()
            assert pilot.app.screen is not detail
            assert pilot.app.is_running

    asyncio.run(main())


def test_its_keys_are_shown_and_can_be_clicked() -> None:
    """The footer names them; a click on copy copies. Each binding has an id and a tooltip."""

    async def main() -> None:
        async with App[None]().run_test(size=(80, 24)) as pilot:
            detail = await opened(pilot)
            shown = {key.description: key for key in detail.query_one(Footer).query("FooterKey").results()}  # type: ignore[attr-defined] # Textual doesn't export FooterKey
            assert {"Close", "Copy", "Down", "Up"} <= shown.keys()
            await pilot.click(shown["Copy"])
            assert pilot.app.clipboard == as_text(TITLE, TOLD)
            for active in detail.active_bindings.values():
                if active.node in (detail, detail.query_one(Body)) and active.binding.show:
                    assert active.binding.id
                    assert active.tooltip

    asyncio.run(main())


def test_copying_says_so_and_what_to_do_where_it_fails() -> None:
    """The text is on the clipboard, whole; a toast says how long it is."""

    async def main() -> None:
        async with App[None]().run_test(size=(80, 24), notifications=True) as pilot:
            await opened(pilot)
            await pilot.press("y")
            await pilot.pause()
            text = as_text(TITLE, TOLD)
            assert pilot.app.clipboard == text
            (toast,) = pilot.app._notifications
            assert toast.message.startswith(f"Copied {len(text.splitlines())} lines.")
            assert "an export writes" in toast.message
            assert not toast.markup

    asyncio.run(main())


def test_fresh_figures_leave_the_reader_where_they_are() -> None:
    """Showing new sections changes the text, not what is in sight, and is what a copy then holds."""

    async def main() -> None:
        async with App[None]().run_test(size=(80, 24)) as pilot:
            detail = await opened(pilot)
            body = detail.query_one(Body)
            await pilot.press("j", "j", "pagedown")
            await pilot.pause()
            place = body.scroll_y
            assert place > 2
            later = sections(fixed.FIXED, replace(fixed.ECDSA, samples=20_000), find("ecdsa-p256-sha256"))
            detail.show(later)
            await pilot.pause()
            assert body.scroll_y == place
            assert "20,000" in columns(detail)[0].render().plain
            await pilot.press("y")
            assert pilot.app.clipboard == as_text(TITLE, later)

    asyncio.run(main())


def test_sections_that_grow_and_shrink_are_drawn_whole() -> None:
    """A warning that comes during a run has its lines, one that goes leaves none."""

    async def main() -> None:
        async with App[None]().run_test(size=(120, 40)) as pilot:
            detail = await opened(pilot, (Section("A", (Line("n", "1"),)),))
            first, second = columns(detail)
            for told in (TOLD, (), TOLD[:1]):
                detail.show(told)
                await pilot.pause()
                assert holds_all(first)
                assert holds_all(second)

    asyncio.run(main())


def test_a_strangers_name_is_no_markup() -> None:
    """Brackets of a message's name or an error are shown as they are."""

    async def main() -> None:
        async with App[None]().run_test(size=(80, 24)) as pilot:
            await opened(pilot, (Section("S", (Line("message", "[red]x[/red]", "[/]"),)),))
            picture = pilot.app.export_screenshot(simplify=True)
            assert "[bold]name[/bold]" in picture
            assert "[red]x[/red]" in picture
            assert "[/]" in picture

    asyncio.run(main())


def test_glyphs_of_verdicts_alone_are_coloured() -> None:
    """The rest of a warning or an error reads like any text; without colour the glyph is still there."""

    async def main() -> None:
        async with App[None]().run_test(size=(80, 24)) as pilot:
            told = (Section("S", (Line("!", "slow host"),)), Section("T", (Line("state", "✗ no key"),)))
            first, _ = columns(await opened(pilot, told))
            content = first.render()
            spans = {content.plain[span.start : span.end].strip(): str(span.style) for span in content.spans}
            assert spans["!"] == "bold $text-warning"
            assert spans["✗"] == "bold $text-error"
            assert "slow host" not in spans
            assert "no key" not in spans

    asyncio.run(main())
