import asyncio
from collections.abc import Iterator

import pytest
from rich.style import Style
from textual.app import App, ComposeResult
from textual.color import Color
from textual.strip import Strip

from sigtui.algorithms import catalogue
from sigtui.board import Board
from sigtui.events import CaseFailed, RunEnded
from sigtui.model import ProviderInfo, Support
from sigtui.session import planned as before_a_run
from sigtui.tui.widgets.picker import AlgorithmTree
from sigtui.tui.widgets.results import Results
from tests.fakes import plan
from tests.test_board import BASE, CASES, QUICK, after, drawn, started

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
            tree.show(["hmac-sha256"], (ProviderInfo("fake", True, support=absent),))
            await pilot.pause()
            line = list(lines(stage, drawn(before_a_run(plan(CASES)))))[1]
            leaf = tree.render_line(1)
            for dim, plain in (
                (style_of(line, "(64)"), style_of(line, "ed25519")),
                (style_of(leaf, "sha256"), style_of(leaf, "[x]")),
            ):
                assert dim.bgcolor == plain.bgcolor
                assert LEAST_CONTRAST < contrast(dim) < 0.8 * contrast(plain)
            tree.focus()
            tree.cursor_line = 1
            await pilot.pause()
            under = tree.render_line(1)
            found = [segment.style for segment in under if "sha256" in segment.text or "[x]" in segment.text]
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
            assert "brackets" in stage.query_one(Results).HELP

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
