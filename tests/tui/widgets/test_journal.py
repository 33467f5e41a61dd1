import asyncio
from collections.abc import Awaitable, Callable
from datetime import UTC, datetime
from typing import ClassVar

import pytest
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.geometry import Offset
from textual.pilot import Pilot
from textual.selection import Selection
from textual.widgets import Footer, Static
from textual.widgets._toast import Toast

from sigtui.columns import cells_wide
from sigtui.tui.notices import KeepsNotices, Notice, notice, plain_text
from sigtui.tui.widgets.journal import EMPTY, Journal, journal_lines, title

WHEN = datetime(2026, 1, 2, 14, 3, 7, tzinfo=UTC)
SAVED = Notice("information", "Saved as mine.toml.", "", WHEN)
SLOW = Notice("warning", "Host ran 1.9× slower [i]today[/i].", "Remedy: use another host.", WHEN)
BROKEN = Notice("error", "keys.toml: 2 problems\na: is wrong\nb: is wrong too", "", WHEN)


class Sheet(KeepsNotices[None]):
    """An app with a journal between its content and its footer."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("f9", "journal", "journal", id="journal")]

    def compose(self) -> ComposeResult:
        """Lay out content, journal and footer."""
        yield Static("content", id="content")
        yield Journal().data_bind(notices=KeepsNotices.notices)
        yield Footer()

    def action_journal(self) -> None:
        """Show or hide the journal."""
        journal = self.query_one(Journal)
        journal.display = not journal.display


def drawn(app: Sheet) -> list[str]:
    """Return the lines of the journal's inside as they are on the screen."""
    journal = app.query_one(Journal)
    return [journal.render_line(y).text.rstrip() for y in range(journal.scrollable_content_region.height)]


def styles(app: Sheet, y: int) -> dict[str, str]:
    """Return the texts of a drawn line with their colours."""
    strip = app.query_one(Journal).render_line(y)
    return {
        segment.text: str(segment.style.color.name if segment.style and segment.style.color else "")
        for segment in strip
    }


def with_app(
    check: Callable[[Sheet, Pilot[None]], Awaitable[None]], size: tuple[int, int] = (80, 24)
) -> None:
    """Run a check in an app with a journal."""

    async def main() -> None:
        app = Sheet()
        async with app.run_test(size=size, notifications=True) as pilot:
            await pilot.pause()
            await check(app, pilot)

    asyncio.run(main())


def test_an_empty_journal_says_what_will_be_there() -> None:
    """It is never blank."""

    async def check(app: Sheet, _: Pilot[None]) -> None:
        assert " ".join(" ".join(drawn(app)).split()) == EMPTY
        assert app.query_one(Journal).border_title == "Journal"

    with_app(check)


def test_notices_are_listed_with_time_and_glyph() -> None:
    """The newest is last; texts stand beside their glyph; markup is text."""

    async def check(app: Sheet, pilot: Pilot[None]) -> None:
        app.notices = (SAVED, SLOW, BROKEN)
        await pilot.pause()
        assert drawn(app) == [
            "14:03:07 · Saved as mine.toml.",
            "14:03:07 ! Host ran 1.9× slower [i]today[/i].",
            "           Remedy: use another host.",
            "14:03:07 ✗ keys.toml: 2 problems",
            "           a: is wrong",
            "           b: is wrong too",
            "",
        ]
        assert app.query_one(Journal).border_title == "Journal  ✗ 1 error  ! 1 warning"

    with_app(check)


def test_glyphs_have_the_colours_of_their_severity() -> None:
    """Each from the theme, also after it changed; the text itself has the plain one."""

    async def check(app: Sheet, pilot: Pilot[None]) -> None:
        seen = []
        for theme in ("textual-dark", "textual-light"):
            app.theme = theme
            app.notices = (SAVED, SLOW, BROKEN)
            await pilot.pause()
            colours = [styles(app, y)[glyph] for y, glyph in ((0, "·"), (1, "!"), (3, "✗"))]
            plain = styles(app, 4)["           a: is wrong"]
            assert len({*colours, plain}) == 4
            assert styles(app, 0)["14:03:07"] == colours[0]
            seen.append((*colours, plain))
        assert not set(seen[0]) & set(seen[1])

    with_app(check)


@pytest.mark.parametrize(("size", "height"), [((80, 24), 8), ((120, 40), 13), ((250, 70), 24)])
def test_it_takes_a_third_of_the_height_above_the_footer(size: tuple[int, int], height: int) -> None:
    """The content gives way to it, and gets the space back."""

    async def check(app: Sheet, pilot: Pilot[None]) -> None:
        region = app.query_one(Journal).region
        assert (region.width, region.height, region.bottom) == (size[0], height, size[1] - 1)
        app.query_one("#content").styles.height = "1fr"
        await pilot.pause()
        assert app.query_one("#content").region.bottom == region.y
        app.action_journal()
        await pilot.pause()
        assert app.query_one("#content").region.bottom == size[1] - 1

    with_app(check, size)


def test_lines_wrap_anew_when_the_window_changes() -> None:
    """No text is cut, however narrow it is; a word that is too long is divided."""

    async def check(app: Sheet, pilot: Pilot[None]) -> None:
        app.notices = (Notice("error", "/very/long/path/" * 9 + " can't be read", "Try it.", WHEN),)
        for width in (120, 80, 40):
            await pilot.resize_terminal(width, 50)
            await pilot.pause()
            lines = drawn(app)
            assert (
                "".join("".join(lines).split()) == "14:03:07✗" + "/very/long/path/" * 9 + "can'tbereadTryit."
            )
            assert max(map(len, lines)) <= width - 4

    with_app(check)


def test_it_follows_the_newest_unless_somebody_reads_older_ones() -> None:
    """New notices don't pull the text away from under whoever scrolled up; the mouse wheel and keys scroll."""

    async def check(app: Sheet, pilot: Pilot[None]) -> None:
        journal = app.query_one(Journal)
        for number in range(30):
            notice(app, f"number {number}", when=WHEN)
        await pilot.pause()
        assert drawn(app)[-1] == "14:03:07 · number 29"
        journal.focus()
        await pilot.press("home")
        await pilot.pause()
        notice(app, "number 30", when=WHEN)
        await pilot.pause()
        assert drawn(app)[0] == "14:03:07 · number 0"
        await pilot.press("end")
        await pilot.pause()
        assert drawn(app)[-1] == "14:03:07 · number 30"
        notice(app, "number 31", when=WHEN)
        await pilot.pause()
        assert drawn(app)[-1] == "14:03:07 · number 31"

    with_app(check)


def test_a_hidden_journal_catches_up() -> None:
    """What was told meanwhile is there when it is shown, and its toasts don't cover it."""

    async def check(app: Sheet, pilot: Pilot[None]) -> None:
        app.action_journal()
        await pilot.pause()
        notice(app, "told meanwhile", "error", when=WHEN)
        await pilot.pause()
        assert len(app.screen.query(Toast)) == 1
        app.action_journal()
        await pilot.pause()
        await pilot.pause()
        assert drawn(app)[0] == "14:03:07 ✗ told meanwhile"
        assert len(app.screen.query(Toast)) == 0

    with_app(check)


def test_the_whole_journal_is_copied() -> None:
    """With dates, as text for a report; a toast says so, and is no entry itself."""

    async def check(app: Sheet, pilot: Pilot[None]) -> None:
        app.notices = (SAVED, BROKEN)
        app.query_one(Journal).focus()
        await pilot.press("y")
        await pilot.pause()
        assert app.clipboard == plain_text((SAVED, BROKEN))
        assert "The whole journal is in the clipboard" in str(app.screen.query_one(Toast).render())
        assert app.notices == (SAVED, BROKEN)

    with_app(check)


def test_an_empty_journal_copies_nothing() -> None:
    """The clipboard keeps what it has."""

    async def check(app: Sheet, pilot: Pilot[None]) -> None:
        app.copy_to_clipboard("before")
        app.query_one(Journal).focus()
        await pilot.press("y")
        await pilot.pause()
        assert app.clipboard == "before"
        assert "nothing to copy" in str(app.screen.query_one(Toast).render())

    with_app(check)


def test_text_is_selected_with_the_mouse_and_copied() -> None:
    """Only what is selected is copied, and it is marked on the screen."""

    async def check(app: Sheet, pilot: Pilot[None]) -> None:
        app.notices = (SAVED, SLOW, BROKEN)
        await pilot.pause()
        journal = app.query_one(Journal)
        before = journal.render_line(1)
        await pilot.mouse_down(journal, offset=(12, 2))
        await pilot.hover(journal, offset=(21, 3))
        await pilot.mouse_up(journal, offset=(21, 3))
        await pilot.pause()
        assert journal.render_line(1) != before
        journal.focus()
        await pilot.press("y")
        assert app.clipboard == "Host ran 1.9× slower [i]today[/i].\n           Remedy: us"
        assert "The selected text is" in str(app.screen.query(Toast).last().render())

    with_app(check)


def test_a_selection_over_everything_is_the_lines_as_seen() -> None:
    """Ctrl+C, which is Textual's own, copies the same text."""

    async def check(app: Sheet, pilot: Pilot[None]) -> None:
        app.notices = (SAVED, SLOW)
        await pilot.pause()
        journal = app.query_one(Journal)
        journal.text_select_all()
        await pilot.pause()
        assert app.screen.get_selected_text() == "\n".join(drawn(app)).rstrip()
        assert journal.get_selection(Selection(Offset(0, 0), Offset(8, 0))) == ("14:03:07", "\n")

    with_app(check)


def test_the_copy_key_is_in_the_footer_of_a_focused_journal() -> None:
    """It has an id, so that it can be remapped, and a tooltip."""

    async def check(app: Sheet, pilot: Pilot[None]) -> None:
        app.set_focus(None)
        await pilot.pause()
        assert "y" not in app.screen.active_bindings
        app.query_one(Journal).focus()
        await pilot.pause()
        binding = app.screen.active_bindings["y"].binding
        assert (binding.id, binding.description) == ("journal-copy", "Copy")
        assert binding.tooltip

    with_app(check)


def test_wide_characters_are_measured_in_cells() -> None:
    """A path in Japanese fits as well."""
    lines = journal_lines([Notice("error", "ファイル " * 20, "", WHEN)], 30)
    assert max(cells_wide(line.text) for line in lines) <= 30
    assert "".join(line.text for line in lines).count("ファイル") == 20


def test_even_a_notice_of_nothing_has_its_line() -> None:
    """Nobody should tell nothing; no width is too small to be drawn."""
    (line,) = journal_lines([Notice("warning", "", "", WHEN)], 5)
    assert line.text == "14:03:07 ! "
    assert len(journal_lines([SAVED], 5)) > 1


def test_the_title_counts_what_is_wrong() -> None:
    """Errors and warnings with their glyphs; what merely informs is not counted."""
    assert title(()) == title((SAVED,)) == "Journal"
    assert title((BROKEN, SAVED, BROKEN)) == "Journal  ✗ 2 errors"
    assert title((SLOW,)) == "Journal  ! 1 warning"
