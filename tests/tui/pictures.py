"""Pictures of the app in three sizes, to be looked at: whatever could differ between two machines is fixed."""

import html
import re
from collections.abc import AsyncIterator, Mapping
from datetime import datetime, timedelta, timezone, tzinfo
from pathlib import Path

import pytest
from textual.content import Content
from textual.widgets import HelpPanel, Input, Markdown, TextArea

from sigtui.files.memory import Memory
from sigtui.tui.dialogs.preset_card import preset_card
from sigtui.tui.dialogs.previews import Found
from sigtui.tui.widgets.histogram import Histogram
from sigtui.tui.widgets.histogram_plot import Blocks
from tests.tui.stage import NARROW, WIDE, Stage, fleet, picture, quick, staged

SIZES: Mapping[str, tuple[int, int]] = {"80x24": NARROW, "120x40": WIDE, "200x60": (200, 60)}

GOLDEN = Path(__file__).parent / "golden"


_HOME = Path("/home/you")


class _Clock(datetime):
    """A clock that stands still."""

    @classmethod
    def now(cls, tz: tzinfo | None = None) -> "_Clock":
        """Return the date of all pictures."""
        return cls(2026, 5, 1, 12, tzinfo=timezone(timedelta(hours=2)))

    def astimezone(self, tz: tzinfo | None = None) -> "_Clock":
        """Stay in the time zone of all pictures."""
        return self


def _card(path: Path, found: Found | None, known: bool) -> Content:
    """Return a preset's preview as if it lay in a home that all machines have."""
    return preset_card(_HOME / "presets" / path.name, found, known)


_PIECE = re.compile(r'<text [^>]*x="([\d.]+)"[^>]*clip-path="url\(#terminal-line-(\d+)\)"[^>]*>([^<]*)<')
_CELL = 12.2  # width of a cell in Textual's SVG


def lines(svg: str) -> list[str]:
    """Return the text of a picture."""
    found: dict[int, str] = {}
    for left, place, text in _PIECE.findall(svg):
        before = found.get(int(place), "").ljust(round(float(left) / _CELL))
        found[int(place)] = before + html.unescape(text).replace("\xa0", " ").rstrip("\n")
    return [found.get(place, "").rstrip() for place in range(max(found, default=-1) + 1)]


async def taken(home: Path, size: tuple[int, int]) -> dict[str, str]:
    """Return the SVG of each moment of the story, by the name of its file."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("sigtui.desk.datetime", _Clock)
        patch.setattr("sigtui.tui.dialogs.open.user_presets", lambda: _HOME / ".config/sigtui/presets")
        patch.setattr("sigtui.tui.dialogs.open.preset_card", _card)
        memory = Memory(theme="textual-dark")
        async with staged(home, size, change=quick, workers=fleet(spread=0.1), memory=memory) as stage:
            return {f"{name}.svg": await _photograph(stage) async for name in _story(stage)}


async def _story(stage: Stage) -> AsyncIterator[str]:
    """Use the app, and stop at each moment that is worth a picture."""
    histogram = stage.explore.query_one(Histogram)
    await stage.until(lambda: not isinstance(histogram._plotter, Blocks), "plotext")
    yield "explore-before"
    await stage.run_to(24)
    await stage.highlight("ed25519")
    for _ in range(2):  # columns are as wide as what stood in them since the view was chosen
        await stage.press("v")
        await stage.fresh()
    yield "explore-running"
    stage.gate.open()
    await stage.ended()
    for algorithm in ("ed25519", "ml-dsa-44"):
        await stage.highlight(algorithm)
        await stage.press("space")
        await stage.fresh()
    yield "explore-finished"
    await stage.press("question_mark")
    await stage.until(lambda: stage.app.screen.query(HelpPanel), "the panel")
    await stage.until(lambda: stage.one("HelpPanel Markdown", Markdown).query("*"), "its text")
    yield "help"
    await stage.press("question_mark", "enter")
    yield "detail"
    await stage.press("escape", "m")
    yield "machine"
    await stage.press("w", "end")
    yield "wire"
    await stage.press("c")
    await stage.pilot.pause()
    await stage.until(lambda: "SAME operation" in picture(stage.app), "the comparison")
    yield "compare"
    await stage.press("g", "n")
    await stage.enter("#name", "token")
    await stage.press("tab", "tab", *"abc")
    await stage.until(lambda: "3 bytes" in picture(stage.app), "its size")
    yield "message"
    await stage.press("escape", "y", "o")
    await stage.until(lambda: "14 cases, about" in picture(stage.app), "the preview")
    yield "open"
    await stage.press("escape")
    stage.app.theme = "textual-light"
    yield "explore-finished-light"


async def _photograph(stage: Stage) -> str:
    """Return the screen as an SVG, without the number that Textual draws for it from its content."""
    for cursor in stage.app.screen.query("Input, TextArea"):
        if isinstance(cursor, Input | TextArea):
            cursor.cursor_blink = False
    await stage.pilot.pause()
    svg = stage.app.export_screenshot(simplify=True)
    return re.sub(r"terminal-\d+-", "terminal-", svg)
