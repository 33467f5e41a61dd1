import asyncio
from collections.abc import Iterator

import pytest
from rich.style import Style
from textual.app import App, ComposeResult
from textual.color import Color
from textual.strip import Strip

from sigtui.algorithms import catalogue
from sigtui.board import ORDERS, Board, row_key
from sigtui.events import CaseFailed, RunEnded
from sigtui.model import ProviderInfo, Support
from sigtui.session import planned as before_a_run
from sigtui.tui.widgets.histogram_axis import HIGHLIGHT
from sigtui.tui.widgets.histogram_inks import inks
from sigtui.tui.widgets.picker import AlgorithmTree
from sigtui.tui.widgets.results import Results
from tests.fakes import plan
from tests.test_board import BASE, CASES, DONE, QUICK, SLOW, after, drawn, started

THEMES = ("textual-dark", "textual-light", "nord", "gruvbox")
LEAST_CONTRAST = 3.0
"""What WCAG 2.1 asks of large texts and parts of a screen (1.4.11)."""


class Stage(App[None]):
    """A table and a tree, and nothing else."""

    def compose(self) -> ComposeResult:
        """Lay out."""
        yield Results()
        yield AlgorithmTree()


def style_of(line: Strip, text: str) -> Style:
    """Return how a text of a line is drawn."""
    (found,) = {segment.style for segment in line if text in segment.text}
    assert found is not None
    return found


def luminance(style: Style, *, ink: bool) -> float:
    """Return the relative luminance of a style's ink or of what is behind it (WCAG 2.1)."""
    colour = style.color if ink else style.bgcolor
    assert colour is not None
    rgb = Color.from_rich_color(colour).normalized
    linear = [part / 12.92 if part <= 0.03928 else ((part + 0.055) / 1.055) ** 2.4 for part in rgb]
    return sum(weight * part for weight, part in zip((0.2126, 0.7152, 0.0722), linear, strict=True))


def contrast(style: Style) -> float:
    """Return the contrast of a style's ink, from 1 to 21 (WCAG 2.1)."""
    dark, light = sorted((luminance(style, ink=True), luminance(style, ink=False)))
    return (light + 0.05) / (dark + 0.05)


def lines(stage: Stage, board: Board) -> Iterator[Strip]:
    """Draw a board and return the lines of its rows."""
    results = stage.query_one(Results)
    results.show(board, BASE.algorithm.id, ())
    return (results.render_line(y + 1) for y in range(len(board.rows)))


@pytest.mark.parametrize("theme", THEMES)
def test_what_is_dim_is_fainter_than_the_rest_and_still_read(theme: str) -> None:
    """A nominal size beside a figure, and an algorithm that is not available in the tree."""

    async def main() -> None:
        stage = Stage()
        async with stage.run_test(size=(120, 40)) as pilot:
            stage.theme = theme
            absent = tuple(Support(each.id, False, "too old") for each in catalogue())
            tree = stage.query_one(AlgorithmTree)
            tree.show(["ml-dsa-44"], (ProviderInfo("fake", True, support=absent),))
            await pilot.pause()
            line = list(lines(stage, drawn(before_a_run(plan(CASES)))))[1]
            leaf = tree.render_line(1)
            for dim, plain in (
                (style_of(line, "(64)"), style_of(line, "ed25519")),
                (style_of(leaf, "44 pure"), style_of(leaf, "[x]")),
            ):
                assert dim.bgcolor == plain.bgcolor
                assert LEAST_CONTRAST < contrast(dim) < 0.8 * contrast(plain)
            tree.focus()
            tree.cursor_line = 1
            await pilot.pause()
            under = tree.render_line(1)
            found = [segment.style for segment in under if "44 pure" in segment.text or "[x]" in segment.text]
            assert len(set(found)) == 1

    asyncio.run(main())


def test_a_nominal_size_has_a_sign_of_its_own() -> None:
    """Without colours brackets tell it from what was seen, and ``≤`` says that it varies; a run changes that."""

    async def main() -> None:
        stage = Stage()
        async with stage.run_test(size=(120, 40)):
            texts = [line.text.rstrip() for line in lines(stage, drawn(before_a_run(plan(CASES))))]
            assert [text.rpartition(" ")[2] for text in texts] == ["(≤72)", "(64)", "(256)"]
            ended = drawn(after(*started(BASE), CaseFailed(QUICK, "no"), RunEnded(cancelled=True)))
            texts = [line.text for line in lines(stage, ended)]
            assert "70–72" in texts[0]
            assert "(64)" in next(text for text in texts if "ed25519" in text)
            assert "(64)" in (stage.query_one(Results).HELP or "")

    asyncio.run(main())


# What sorts the rows.


def head(stage: Stage, board: Board, sort: str) -> str:
    """Draw a board that is sorted and return the line of its heads."""
    results = stage.query_one(Results)
    results.show(board, BASE.algorithm.id, (), sort)
    return results.render_line(0).text


@pytest.mark.parametrize("width", [80, 120, 200])
def test_the_column_that_sorts_has_a_mark(width: int) -> None:
    """Alone, close to its head, in every width: it does not give way; the preset's order is no column's."""

    async def main() -> None:
        stage = Stage()
        async with stage.run_test(size=(width, 40)):
            board = drawn(after(*DONE))
            for sort in ORDERS:
                found = head(stage, board, sort)
                wanted = "" if sort == "preset" else f" ▴{sort}"
                assert found.count("▴") == bool(wanted), found
                assert wanted in found, found

    asyncio.run(main())


def test_the_mark_takes_no_column_away_at_80() -> None:
    """A name gives way before a figure does."""

    async def main() -> None:
        stage = Stage()
        async with stage.run_test(size=(80, 24)):
            board = drawn(after(*DONE))
            plain = head(stage, board, "preset").split()
            for sort in ("mean", "p99", "sig B"):
                assert head(stage, board, sort).replace("▴", "").split() == plain

    asyncio.run(main())


def test_no_mark_says_sorted_where_rows_are_not() -> None:
    """Before the first figure they stand as in the preset, and in a run they hold still; sizes are known before."""

    async def main() -> None:
        stage = Stage()
        async with stage.run_test(size=(120, 40)):
            before, running = drawn(before_a_run(plan(CASES))), drawn(after(*started(BASE)))
            assert "▴" not in head(stage, before, "mean")
            assert "▴" not in head(stage, running, "mean")
            assert "▴sig B" in head(stage, before, "sig B")
            assert "▴" not in head(stage, running, "sig B")

    asyncio.run(main())


class Sorting(Stage):
    """Takes note of the sorts that were asked for."""

    def __init__(self) -> None:
        super().__init__()
        self.asked: list[str] = []

    def on_results_sort_asked(self, event: Results.SortAsked) -> None:
        """Take note."""
        self.asked.append(event.by)


def test_a_click_on_a_head_asks_for_its_column() -> None:
    """Rates and ratios go with the mean; a column that nothing sorts by asks for nothing."""

    async def main() -> None:
        stage = Sorting()
        async with stage.run_test(size=(200, 40)) as pilot:
            found = head(stage, drawn(after(*DONE)), "mean")
            for name in (
                "algorithm",
                "median",
                "mean",
                "p99",
                "/s·core",
                "× base",
                "sig B",
                "sure",
                "rounds",
            ):
                await pilot.click(Results, offset=(found.index(name) + 1, 0))
            assert stage.asked == ["preset", "median", "mean", "p99", "mean", "mean", "sig B"]
            assert set(stage.asked) == set(ORDERS)

    asyncio.run(main())


# Marks and the cursor.


def test_a_mark_has_the_ink_that_it_has_in_the_histogram() -> None:
    """Its letter, and the arrow of the highlighted row; in another theme too."""

    async def main() -> None:
        stage = Stage()
        async with stage.run_test(size=(120, 40)) as pilot:
            for theme in THEMES:
                stage.theme = theme
                await pilot.pause()
                results = stage.query_one(Results)
                keys = tuple(map(row_key, (QUICK, SLOW)))
                results.show(drawn(after(*DONE)), BASE.algorithm.id, keys)
                results.cursor = row_key(BASE)
                of = inks(Color.parse(stage.theme_variables["primary"]), stage.current_theme.dark)
                shown = [results.render_line(place) for place in (1, 2, 3)]
                signs = [
                    (segment.text, segment.style and segment.style.color)
                    for line in shown
                    for segment in line
                    if segment.text in ("A", "B", HIGHLIGHT)
                ]
                assert sorted(signs) == sorted((sign, of[sign].rich_color) for sign in (HIGHLIGHT, "A", "B"))

    asyncio.run(main())


def test_the_cursor_returns_with_a_row_that_comes_back() -> None:
    """While the row is gone the one in its place is highlighted; a cursor that was moved stays."""
    whole, without = drawn(before_a_run(plan(CASES))), drawn(before_a_run(plan((BASE, SLOW))))
    alone = drawn(before_a_run(plan((BASE,))))
    base, quick, slow = map(row_key, (BASE, QUICK, SLOW))

    async def main() -> None:
        stage = Stage()
        async with stage.run_test(size=(120, 40)) as pilot:
            results = stage.query_one(Results)
            results.focus()

            def shown(board: Board) -> str:
                results.show(board, BASE.algorithm.id, ())
                return results.cursor

            assert shown(whole) == base
            await pilot.press("down")
            assert [shown(each) for each in (without, whole)] == [slow, quick]
            assert [shown(each) for each in (without, alone, without, whole)] == [slow, base, base, quick]
            shown(without)
            await pilot.press("up")
            assert shown(whole) == base

    asyncio.run(main())


def test_pages_are_turned_by_rows() -> None:
    """Page Down and Page Up move the cursor, not only what is in sight."""

    async def main() -> None:
        stage = Stage()
        async with stage.run_test(size=(120, 8)) as pilot:
            results = stage.query_one(Results)
            results.show(drawn(before_a_run(plan(CASES))), BASE.algorithm.id, ())
            results.focus()
            await pilot.press("pagedown")
            assert results.cursor == row_key(SLOW)
            await pilot.press("pageup")
            assert results.cursor == row_key(BASE)

    asyncio.run(main())


class Listening(Stage):
    """A stage that hears where the cursor is."""

    def __init__(self) -> None:
        super().__init__()
        self.heard: list[str] = []

    def on_results_highlighted(self, event: Results.Highlighted) -> None:
        """Remember it."""
        self.heard.append(event.key)


def test_moving_the_cursor_draws_two_rows(monkeypatch: pytest.MonkeyPatch) -> None:
    """The one that it leaves and the one that it comes to; the others say what they said."""
    places: set[int] = set()
    render = Results.render_line

    def rendered(results: Results, y: int) -> Strip:
        places.add(y)
        return render(results, y)

    monkeypatch.setattr(Results, "render_line", rendered)

    async def main() -> None:
        stage = Listening()
        async with stage.run_test(size=(120, 40)) as pilot:
            results = stage.query_one(Results)
            results.show(drawn(before_a_run(plan(CASES))), BASE.algorithm.id, ())
            await pilot.pause()
            places.clear()
            results.action_move(1)
            await pilot.pause()
            assert places == {1, 2}

    asyncio.run(main())


def test_only_the_row_where_the_cursor_rests_is_told_of() -> None:
    """Whoever holds a key down waits for no picture of the rows between."""

    async def main() -> None:
        stage = Listening()
        async with stage.run_test(size=(120, 40)) as pilot:
            results = stage.query_one(Results)
            board = drawn(before_a_run(plan(CASES)))
            results.show(board, BASE.algorithm.id, ())
            await pilot.pause()
            assert stage.heard == [board.rows[0].key]
            results.action_move(1)
            results.action_move(1)
            await pilot.pause()
            assert stage.heard[1:] == [board.rows[2].key]

    asyncio.run(main())
