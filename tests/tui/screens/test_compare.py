import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import replace
from pathlib import Path

from textual.widgets import Input, Static

from sigtui.draft import Draft
from sigtui.files.preset import read_preset
from sigtui.files.snapshot import write_snapshot
from sigtui.model import Comparison, Mode, Varying
from sigtui.tui.dialogs.beside import ChooseBeside
from sigtui.tui.dialogs.detail import Detail
from sigtui.tui.dialogs.keep import KeepComparison
from sigtui.tui.dialogs.save import SaveAs
from sigtui.tui.screens.compare.screen import Compare
from sigtui.tui.widgets.histogram import Histogram
from sigtui.tui.widgets.sheet import SheetTable
from tests.tui.stage import NARROW, WIDE, Stage, fleet, only, picture, staged

THREE = only("ecdsa-p256-sha256", "ed25519", "ml-dsa-44")


def drawn(stage: Stage) -> list[str]:
    """Return the lines of the table as they are drawn."""
    table = stage.one("SheetTable", SheetTable)
    return [table.render_line(place).text.rstrip() for place in range(table.size.height)]


def line(stage: Stage, label: str) -> str:
    """Return the first line whose label begins so."""
    return next(each for each in drawn(stage) if each[1:].strip().startswith(label))


def title(stage: Stage) -> str:
    """Return the line that says what is compared."""
    return str(stage.one("#title", Static).content)


def said(stage: Stage, where: str) -> str:
    """Return the sentences of a part, their lines joined."""
    return " ".join(str(stage.one(where, Static).content).split())


async def pressed(stage: Stage, *keys: str) -> None:
    """Press keys, and wait until the comparison is made anew."""
    for key in keys:
        await stage.press(key)
        await stage.pilot.pause()
        await stage.pilot.pause()


@asynccontextmanager
async def comparing(home: Path, size: tuple[int, int] = WIDE, *, run: bool = True) -> AsyncIterator[Stage]:
    """Show the Compare screen of a run of three algorithms, or of none."""
    async with staged(home, size, change=THREE, workers=fleet(spread=0.1)) as stage:
        if run:
            stage.gate.open()
            await stage.press("r")
            await stage.ended()
        await pressed(stage, "c")
        assert isinstance(stage.app.screen, Compare)
        yield stage


def test_algorithms_stand_side_by_side(tmp_path: Path) -> None:
    """A column each, the baseline first, verdicts in words, what differs, and their shapes on one axis."""

    async def look() -> None:
        async with comparing(tmp_path) as stage:
            assert title(stage).startswith("algorithms side by side · properties 93 B · reused-key")
            assert drawn(stage)[0].split() == ["=", "ecdsa-p256-sha256", "ed25519", "ml-dsa-44"]
            ratios = line(stage, "mean × base")
            assert "baseline" in ratios
            assert "× slower" in ratios
            assert "ed25519, sign:" in said(stage, "#verdicts")
            assert said(stage, "#words").startswith("SAME operation, mode, message, provider, machine.")
            curves = stage.one("Histogram", Histogram)._curves
            assert [curve.name for curve in curves] == ["ecdsa-p256-sha256", "ed25519", "ml-dsa-44"]

    asyncio.run(look())


def test_without_figures_it_says_how_to_get_some(tmp_path: Path) -> None:
    """The key that measures, and the one that shows a published reference at once."""

    async def look() -> None:
        async with comparing(tmp_path, run=False) as stage:
            shown = " ".join(picture(stage.app).split())
            assert "Nothing measured yet. r measures" in shown
            assert "n shows a snapshot or a published reference at once" in shown

    asyncio.run(look())


def test_the_view_goes_around(tmp_path: Path) -> None:
    """Each question says what it lacks, and the next key; the last is followed by the first."""

    async def look() -> None:
        async with comparing(tmp_path) as stage:
            await pressed(stage, "v")
            assert title(stage).startswith("single-shot against reused key")
            assert "only one mode has figures, reused-key" in " ".join(picture(stage.app).split())
            await pressed(stage, "v", "v", "v")
            assert title(stage).startswith("the post-quantum premium")
            assert drawn(stage)[0].split() == ["=", "ecdsa-p256-sha256", "ml-dsa-44"]
            assert stage.app.focused is stage.one("SheetTable", SheetTable)
            await pressed(stage, "v")
            assert title(stage).startswith("algorithms side by side")

    asyncio.run(look())


def test_a_column_becomes_the_baseline_or_is_left_out(tmp_path: Path) -> None:
    """The highlighted one; a change can be taken back, and two columns are the least."""

    async def look() -> None:
        async with comparing(tmp_path) as stage:
            await pressed(stage, "right", "b")
            assert drawn(stage)[0].split()[:2] == ["=", "ed25519"]
            await pressed(stage, "right", "space")
            assert drawn(stage)[0].split() == ["=", "ed25519", "ecdsa-p256-sha256"]
            await pressed(stage, "space")
            assert "is one of two" in stage.told[-1]
            await pressed(stage, "u")
            assert len(drawn(stage)[0].split()) == 4
            await pressed(stage, "u")
            assert drawn(stage)[0].split()[:2] == ["=", "ecdsa-p256-sha256"]

    asyncio.run(look())


def test_marked_rows_are_what_is_compared(tmp_path: Path) -> None:
    """Two marks in Explore, and no third column."""

    async def look() -> None:
        async with comparing(tmp_path) as stage:
            await stage.press("g")
            for algorithm in ("ed25519", "ml-dsa-44"):
                await stage.highlight(algorithm)
                await stage.press("space")
            await pressed(stage, "c")
            assert drawn(stage)[0].split() == ["=", "ed25519", "ml-dsa-44"]

    asyncio.run(look())


def test_a_published_reference_stands_beside_the_run(tmp_path: Path) -> None:
    """Chosen by a part of its name; its figures are dim, its origin and machine are said."""

    async def look() -> None:
        async with comparing(tmp_path) as stage:
            await stage.press("n")
            assert isinstance(stage.app.screen, ChooseBeside)
            await stage.enter("#wanted", "on linux")
            await pressed(stage, "enter")
            assert title(stage).startswith("this run and others")
            assert "dotnet11-linux" in drawn(stage)[0]
            ratios = line(stage, "× this run")
            assert "baseline" in ratios
            assert "× faster" in ratios
            curves = stage.one("Histogram", Histogram)._curves
            assert [curve.name for curve in curves] == ["this run"]
            assert "no distribution of dotnet11-linux" in stage.one("Histogram", Histogram)._title

    asyncio.run(look())


def test_what_is_no_snapshot_is_refused_where_it_was_typed(tmp_path: Path) -> None:
    """The dialog stays, with the reason and the names there are."""

    async def look() -> None:
        async with comparing(tmp_path, run=False) as stage:
            await stage.press("n")
            await stage.enter("#wanted", "./nope.toml")
            await stage.press("enter")
            assert isinstance(stage.app.screen, ChooseBeside)
            assert "there is no such snapshot" in " ".join(picture(stage.app).split())
            await stage.press("escape")
            assert isinstance(stage.app.screen, Compare)

    asyncio.run(look())


def test_enter_tells_everything_of_a_cell(tmp_path: Path) -> None:
    """Of the highlighted column's case; the row is that of the line."""

    async def look() -> None:
        async with comparing(tmp_path) as stage:
            await pressed(stage, "right", "enter")
            assert isinstance(stage.app.screen, Detail)
            assert "ed25519, this run" in picture(stage.app)

    asyncio.run(look())


def test_a_comparison_is_kept_in_the_preset(tmp_path: Path) -> None:
    """With a title and notes; the preset that is saved opens with it first."""

    async def look() -> None:
        async with comparing(tmp_path) as stage:
            await pressed(stage, "v", "v", "v", "v", "s")
            assert isinstance(stage.app.screen, KeepComparison)
            stage.app.screen.query_one("#title", Input).value = ""
            await stage.press("enter")
            assert "The title is empty" in picture(stage.app)
            await stage.enter("#title", "for the board")
            await stage.enter("#notes", "why we wait")
            await stage.press("enter")
            assert isinstance(stage.app.screen, SaveAs)
            await stage.enter("#path", str(stage.home / "mine.toml"))
            await stage.press("enter")
            await stage.until(lambda: isinstance(stage.app.screen, Compare), "the end of the dialog")
            (kept,) = read_preset(stage.home / "mine.toml").comparisons
            assert (kept.title, kept.notes) == ("for the board", "why we wait")
            assert kept.algorithms == ("ecdsa-p256-sha256", "ml-dsa-44")
            await pressed(stage)
            assert title(stage).startswith("for the board")
            assert stage.workbench.draft.comparisons == (kept,)

    asyncio.run(look())


def test_a_comparison_is_exported_in_the_format_of_the_suffix(tmp_path: Path) -> None:
    """Whole, as the command writes it."""

    async def look() -> None:
        async with comparing(tmp_path) as stage:
            await stage.press("e")
            await stage.enter("#path", str(stage.home / "both.md"))
            await stage.press("enter")
            await stage.until(lambda: isinstance(stage.app.screen, Compare), "the end of the dialog")
            assert (stage.home / "both.md").read_text().startswith("# algorithms side by side")

    asyncio.run(look())


def with_snapshot(draft: Draft) -> Draft:
    """Return a draft with a comparison of a stored snapshot against a reference."""
    shown = Comparison("two of others", Varying.SNAPSHOTS, snapshots=("stored.toml", "dotnet11-linux"))
    return replace(THREE(draft), comparisons=(shown,))


def test_a_kept_comparison_of_snapshots_is_shown_at_once(tmp_path: Path) -> None:
    """Nothing has to be measured for it."""

    async def look() -> None:
        from tests.comparing.made import RUN

        async with staged(tmp_path, change=with_snapshot) as stage:
            document = stage.workbench.document
            folder = document.path.parent if document.path else Path()
            write_snapshot(folder / "stored.toml", RUN.snapshot)
            await pressed(stage, "c")
            assert title(stage).startswith("two of others")
            assert drawn(stage)[0].split() == ["=", "stored", "dotnet11-linux"]

    asyncio.run(look())


def test_shapes_lie_over_or_under_each_other(tmp_path: Path) -> None:
    """And the axis and the part that is looked at change as in Explore."""

    async def look() -> None:
        async with comparing(tmp_path) as stage:
            histogram = stage.one("Histogram", Histogram)
            assert (histogram.stacked, histogram.log_scale) == (False, True)
            await stage.press("H", "a", "z")
            assert (histogram.stacked, histogram.log_scale) == (True, False)
            assert "tail" in picture(stage.app)

    asyncio.run(look())


def test_a_narrow_terminal_shows_the_columns_one_after_another(tmp_path: Path) -> None:
    """The baseline stays; the cursor brings the others, and says how many there are."""

    async def look() -> None:
        async with comparing(tmp_path, NARROW) as stage:
            assert "+1 ►" in drawn(stage)[0]
            await pressed(stage, "right", "right")
            assert drawn(stage)[0].split() == ["=", "ecdsa-p256-sha256", "ml-dsa-44"]
            await pressed(stage, "left")
            assert "ed25519" in drawn(stage)[0]
            await stage.resize(200, 60)
            assert drawn(stage)[0].split() == ["=", "ecdsa-p256-sha256", "ed25519", "ml-dsa-44"]

    asyncio.run(look())


def test_a_click_moves_the_cursor(tmp_path: Path) -> None:
    """To the cell; the shapes are those of its row."""

    async def look() -> None:
        async with comparing(tmp_path) as stage:
            lines = drawn(stage)
            verify = next(place for place, text in enumerate(lines) if text[1:].startswith("VERIFY"))
            await stage.pilot.click("SheetTable", offset=(lines[0].index("ed25519"), verify + 1))
            await stage.pilot.pause()
            table = stage.one("SheetTable", SheetTable)
            assert (table.row, table.column) == (1, 1)
            assert stage.one("Histogram", Histogram)._title.startswith("verify")

    asyncio.run(look())


def test_the_message_is_that_of_the_table_that_was_looked_at(tmp_path: Path) -> None:
    """Another one is chosen without leaving; one without figures says so."""

    async def look() -> None:
        async with comparing(tmp_path) as stage:
            await pressed(stage, "V")
            assert "no case with figures is left" in " ".join(picture(stage.app).split())
            await pressed(stage, "u")
            assert "properties 93 B" in title(stage)
            assert Mode.REUSED_KEY in title(stage)

    asyncio.run(look())
