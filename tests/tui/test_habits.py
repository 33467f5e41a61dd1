import asyncio
import re
from functools import partial
from pathlib import Path

import pytest
from textual.widgets import Footer, HelpPanel, Input, Markdown
from textual.widgets._key_panel import BindingsTable

from sigtui.files.memory import Memory, memory_path, read_memory
from sigtui.files.snapshot import read_snapshot
from sigtui.model import Mode, Operation
from sigtui.tui.dialogs.confirm import Confirm
from sigtui.tui.dialogs.detail import Detail
from sigtui.tui.dialogs.message import EditMessage
from sigtui.tui.filing import last_run
from sigtui.tui.screens.explore.screen import Explore
from sigtui.tui.screens.machine.screen import MachineScreen
from sigtui.tui.widgets.heading import Heading
from sigtui.tui.widgets.histogram import Histogram
from sigtui.tui.widgets.journal import Journal
from sigtui.tui.widgets.picker import AlgorithmTree
from sigtui.tui.widgets.results import Results
from sigtui.tui.widgets.status import Status
from sigtui.views import next_view
from tests.tui.stage import BROAD, NARROW, WIDE, Stage, only, picture, staged

SIZES = ((100, 31), (99, 32), NARROW, (40, 10), (79, 70), (250, 10), WIDE)
TWO = only("ed25519", "ecdsa-p256-sha256")


async def at(stage: Stage, widget: str, place: tuple[int, int], times: int = 1) -> None:
    """Click at a place of a widget of the first screen."""
    await stage.pilot.click(stage.explore.query_one(widget), offset=place, times=times)
    await stage.pilot.pause()


async def letters(stage: Stage, wanted: dict[str, str]) -> None:
    """Wait until rows have these letters."""
    await stage.until(lambda: {name: stage.line(name)[1] for name in wanted} == wanted, f"the marks {wanted}")


def another(stage: Stage, shown: str) -> bool:
    """Whether the screen shows something else now."""
    return picture(stage.app) != shown


@pytest.mark.parametrize("key", ["q", "ctrl+c"])
def test_leaving_asks_nothing_where_nothing_runs(tmp_path: Path, key: str) -> None:
    """Nothing was measured, nothing is kept but the memory."""

    async def main() -> None:
        async with staged(tmp_path) as stage:
            kept, memory = last_run(), memory_path()
            await stage.press(key)
            await stage.until(lambda: not stage.app.is_running, "the end")
        assert stage.app.return_code == 0
        assert not kept.exists()
        assert read_memory(memory)[0].preset is not None

    asyncio.run(main())


def test_letters_are_letters_where_one_types(tmp_path: Path) -> None:
    """In an input no letter of the key map counts, but Ctrl+Q leaves."""

    async def main() -> None:
        async with staged(tmp_path) as stage:
            await stage.press("f", "q", "r", "x")
            assert stage.one("#find", Input).value == "qrx"
            assert not stage.workbench.desk.busy
            await stage.press("ctrl+q")
            await stage.until(lambda: not stage.app.is_running, "the end")

    asyncio.run(main())


def test_q_asks_during_a_run(tmp_path: Path) -> None:
    """Keys n and Esc stay and the run goes on; Enter quits, keeps the figures, leaves no worker."""

    async def main() -> None:
        async with staged(tmp_path, change=TWO) as stage:
            await stage.run_to(3)
            kept = last_run()
            for no in ("n", "escape"):
                await stage.press("q")
                assert isinstance(stage.app.screen, Confirm)
                assert kept.name in picture(stage.app)
                await stage.press(no)
                assert isinstance(stage.app.screen, Explore)
                before = stage.measured_slices
                stage.gate.let(1)
                await stage.slices(before + 1)
            await stage.press("q", "enter")
            await stage.until(lambda: not stage.app.is_running, "the end")
        assert all(worker.ended for worker in stage.fleet.workers)
        assert len(read_snapshot(kept).results) >= 2

    asyncio.run(main())


def test_a_paused_run_is_left_with_y(tmp_path: Path) -> None:
    """It asks as well, keeps the figures, and leaves no worker that waits."""

    async def main() -> None:
        async with staged(tmp_path, change=TWO) as stage:
            await stage.run_to(3)
            kept = last_run()
            await stage.press("p")
            stage.gate.let(1)
            await stage.until(lambda: not stage.gate.waiting, "the pause")
            await stage.press("q", "y")
            await stage.until(lambda: not stage.app.is_running, "the end")
        assert all(worker.ended for worker in stage.fleet.workers)
        assert len(read_snapshot(kept).results) >= 2

    asyncio.run(main())


def test_ctrl_c_and_ctrl_q_close_what_is_open(tmp_path: Path) -> None:
    """In dialogs and in Detail they do what Esc does, and ask before what was typed is lost."""

    async def main() -> None:
        async with staged(tmp_path, change=TWO) as stage:
            for opened, close in (("o", "ctrl+q"), ("n", "ctrl+c"), ("enter", "ctrl+c"), ("enter", "ctrl+q")):
                await stage.press(opened)
                assert not isinstance(stage.app.screen, Explore)
                await stage.press(close)
                assert isinstance(stage.app.screen, Explore), (opened, close)
            await stage.press("n", *"abc", "ctrl+q")
            assert isinstance(stage.app.screen, Confirm)
            await stage.press("ctrl+q")
            assert isinstance(stage.app.screen, EditMessage)
            assert stage.one("#name", Input).value == "abc"

    asyncio.run(main())


def test_in_a_run_ctrl_c_asks_and_a_second_one_leaves(tmp_path: Path) -> None:
    """The question can be answered with no, and pressing one of them again is a yes."""

    async def main() -> None:
        async with staged(tmp_path, change=TWO) as stage:
            await stage.run_to(3)
            for key in ("ctrl+c", "ctrl+q"):
                await stage.press(key)
                assert isinstance(stage.app.screen, Confirm)
                await stage.press("n")
                assert isinstance(stage.app.screen, Explore)
            assert stage.workbench.desk.busy
            await stage.press("ctrl+c", "ctrl+q")
            await stage.until(lambda: not stage.app.is_running, "the end")
        assert all(worker.ended for worker in stage.fleet.workers)

    asyncio.run(main())


def test_rows_are_marked_with_letters_and_overlaid(tmp_path: Path) -> None:
    """Key space marks up to six rows, A to F; a seventh is refused with what to do; a mark can be taken away."""

    async def main() -> None:
        async with staged(tmp_path, (120, 50)) as stage:
            await stage.run_through()
            names = [row.result.algorithm or "" for row in stage.board.rows]
            for letter, name in zip("ABCDEF", names, strict=False):
                await stage.highlight(name)
                await stage.press("space")
                await letters(stage, {name: letter})
            shown = picture(stage.app)
            for letter, name in zip("ABCDEF", names, strict=False):
                assert re.search(rf"{letter}.*{name}.*median", shown), name
            assert "6 rows" in shown
            await stage.highlight(names[6])
            await stage.press("space")
            assert stage.told[-1] == (
                "warning: 6 rows are marked, and the histogram overlays no more; unmark one."
            )
            assert stage.line(names[6])[1] == " "
            await stage.highlight(names[1])
            await stage.press("space")
            await letters(stage, dict(zip(names, "A BCDE ", strict=True)))
            await stage.press("v")
            await stage.fresh()
            await letters(stage, dict(zip(names, "A BCDE ", strict=True)))

    asyncio.run(main())


def test_the_histogram_has_axes_and_parts(tmp_path: Path) -> None:
    """Key a changes the axis, z the part that is shown."""

    async def main() -> None:
        async with staged(tmp_path) as stage:
            await stage.run_through()
            await stage.highlight("ml-dsa-44")
            histogram = stage.explore.query_one(Histogram)

            def head() -> str:
                return histogram.render_line(0).text

            assert re.match(r"ml-dsa-44 sign .*\b250 single calls.* · linear · body", head())
            await stage.press("a")
            assert "· log · body" in head()
            seen = []
            for _ in range(3):
                await stage.press("z")
                seen.append(head().partition("log · ")[2].split()[0])
            assert seen == ["tail", "all", "body"]

    asyncio.run(main())


def test_one_pane_can_have_all_the_room(tmp_path: Path) -> None:
    """Key Z gives it to the histogram, or to the tree where it has the focus; Z and Esc give room and focus back."""

    async def main() -> None:
        async with staged(tmp_path) as stage:
            results, tree = stage.results, stage.explore.query_one(AlgorithmTree)
            for focused, pane in ((results, stage.explore.query_one(Histogram)), (tree, tree)):
                for back in ("Z", "escape"):
                    focused.focus()
                    await stage.pilot.pause()
                    before = pane.size
                    await stage.press("Z")
                    assert stage.explore.maximized is pane
                    assert pane.size.width > 110 and pane.size.height > before.height
                    await stage.press(back)
                    assert stage.explore.maximized is None
                    assert pane.size == before
                    assert stage.app.focused is focused, back

    asyncio.run(main())


def test_rows_are_sorted_by_other_columns(tmp_path: Path) -> None:
    """Key O goes through the orders and says which; a click on the head does the same; in a run rows hold still."""

    async def main() -> None:
        async with staged(tmp_path) as stage:
            await stage.run_through()
            seen = {}
            for _ in range(5):
                await stage.press("O")
                await stage.fresh()
                seen[stage.told[-1]] = [row.result.algorithm for row in stage.board.rows]
            assert list(seen) == [
                f"information: Sorted by {name}." for name in ("median", "p99", "sig B", "preset", "mean")
            ]
            assert seen["information: Sorted by sig B."][-1] == "ml-dsa-44"
            assert seen["information: Sorted by preset."][0] == "hmac-sha256"
            head = stage.results.render_line(0).text
            await at(stage, "Results", (head.index("median") + 1, 0))
            await stage.fresh()
            assert stage.told[-1] == "information: Sorted by median."
            await stage.run_to(1)
            order = [row.key for row in stage.board.rows]
            await stage.press("O")
            assert stage.told[-1] == "information: Sorted by p99. It counts when the run ends."
            stage.gate.let(6)
            await stage.until(lambda: stage.measured_slices == 7, "a round")
            await stage.fresh()
            assert [row.key for row in stage.board.rows] == order

    asyncio.run(main())


def test_the_detail_lives_and_closes(tmp_path: Path) -> None:
    """Enter tells everything of a row, its figures grow while they are measured; Esc, Enter and q close it."""

    async def main() -> None:
        async with staged(tmp_path, change=TWO) as stage:
            await stage.run_to(2)
            await stage.fresh()
            await stage.highlight("ed25519")
            for close in ("escape", "enter", "q"):
                await stage.press("enter")
                assert isinstance(stage.app.screen, Detail)
                shown = picture(stage.app)
                assert "ed25519" in shown and "sign()" in shown
                stage.gate.let(2)
                await stage.until(partial(another, stage, shown), "new figures")
                await stage.press(close)
                assert isinstance(stage.app.screen, Explore), close
            assert stage.workbench.desk.busy

    asyncio.run(main())


def test_machine_is_a_screen_of_its_own(tmp_path: Path) -> None:
    """Keys m and g, or the tabs, change between Machine and Explore; the run's keys work on both."""

    async def main() -> None:
        async with staged(tmp_path, change=TWO) as stage:
            await stage.press("m")
            assert isinstance(stage.app.screen, MachineScreen)
            shown = picture(stage.app)
            assert "AMD EPYC 9R14" in shown and "fake" in shown and "Turbo is on." in shown
            assert "fake has no ml-dsa-87" in shown
            stage.gate.shut()
            await stage.press("r")
            await stage.until(lambda: stage.gate.waiting, "the run")
            await stage.until(lambda: stage.one("Heading", Heading).status.endswith("running"), "the heading")
            await stage.press("q")
            assert isinstance(stage.app.screen, Confirm)
            await stage.press("escape", "g")
            assert isinstance(stage.app.screen, Explore)
            assert stage.one("Heading", Heading).status.endswith("running")
            await at(stage, "Heading", (" sigtui  Explore g  Compare c  Wire w  Mach".index("Mach") + 1, 0))
            assert isinstance(stage.app.screen, MachineScreen)
            await stage.pilot.click(stage.one("Heading", Heading), offset=(10, 0))
            await stage.pilot.pause()
            assert isinstance(stage.app.screen, Explore)

    asyncio.run(main())


def test_help_fits_the_focused_part(tmp_path: Path) -> None:
    """Key ? shows help for what has the focus, and hides it again; so does F1."""

    async def main() -> None:
        async with staged(tmp_path) as stage:

            async def told() -> str:
                await stage.pilot.pause()
                return stage.one("HelpPanel Markdown", Markdown).source

            await stage.press("?")
            await stage.until(lambda: stage.app.screen.query(HelpPanel), "the panel")
            assert "× base" in await told()
            await stage.press("tab")
            assert "searches" in await told()
            await stage.press("tab")
            assert "a message to sign it" in await told()
            await stage.press("tab")
            assert "what is to be measured" in await told()
            await stage.press("f1")
            await stage.until(lambda: not stage.app.screen.query(HelpPanel), "no panel")

    asyncio.run(main())


def test_help_is_read_to_its_end(tmp_path: Path) -> None:
    """Where it is longer than the screen a bar is seen, it says what closes it, and lists no keys that only scroll."""

    async def main() -> None:
        async with staged(tmp_path, NARROW) as stage:
            await stage.press("?")
            await stage.until(lambda: stage.app.screen.query(HelpPanel), "the panel")
            panel = stage.one("HelpPanel", HelpPanel)
            await stage.until(lambda: panel.max_scroll_y > 0, "more than there is room for")
            assert panel.show_vertical_scrollbar
            told = stage.one("HelpPanel Markdown", Markdown)
            assert told.max_scroll_y == 0
            assert "The key that opened this closes it" in told.source
            assert "† is" in told.source.replace("`", "")
            panel.scroll_end(animate=False)
            await stage.pilot.pause()
            assert "action or algorithm" in picture(stage.app)  # the last key's meaning
            keys = stage.one("HelpPanel BindingsTable", BindingsTable).render_bindings_table()
            named = [str(cell) for cell in keys.columns[0].cells]
            assert not [name for name in named if name.startswith(("pg", "^pg"))]
            assert {"space", "?"} <= set(" ".join(named).split())

    asyncio.run(main())


def test_keys_can_be_changed(tmp_path: Path) -> None:
    """A remapped action answers to its new key alone, which the footer shows; the file to do it in is written once."""

    async def main() -> None:
        keymap = {"run": "f6", "view": "W", "mark": "i", "help": "H"}
        async with staged(tmp_path, change=TWO, keymap=keymap) as stage:
            await stage.press("r", "v", "space")
            await stage.pilot.pause()
            assert not stage.workbench.desk.busy
            assert "f6 measures" in stage.status
            await stage.press("e")
            assert stage.told[-1] == "warning: There are no figures to export yet: f6 measures."
            assert stage.title.startswith("SIGN")
            assert not stage.draft.marks
            await stage.press("W")
            await stage.fresh()
            assert stage.title.startswith("VERIFY")
            await stage.press("i")
            await stage.fresh()
            assert stage.draft.marks
            assert "f6 Run" in picture(stage.app) and "W View" in picture(stage.app)
            await stage.press("f6")
            await stage.ended()
            assert stage.workbench.measured
            stage.app.studio.write_keys()
            assert "keys.toml" in stage.told[-1] and stage.told[-1].startswith("information")
            stage.app.studio.write_keys()
            assert stage.told[-1].startswith("error") and "is there already" in stage.told[-1]

    asyncio.run(main())


def test_a_key_that_does_nothing_now_says_why(tmp_path: Path) -> None:
    """Pause, stop and export before anything runs, and run while it does; any other key stays silent."""

    async def main() -> None:
        async with staged(tmp_path, change=TWO, keymap={"stop": "f7"}) as stage:
            before = len(stage.told)
            await stage.press("p", "f7", "e", "x", "9")
            idle = "warning: Nothing is running: r measures."
            assert stage.told[before:] == [
                idle,
                idle,
                "warning: There are no figures to export yet: r measures.",
            ]
            await stage.run_to(1)
            await stage.press("r")
            assert stage.told[-1] == (
                "warning: It is running already: R measures one row again, f7 ends the run."
            )

    asyncio.run(main())


def test_how_it_looks_is_remembered_at_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Theme, axis and zoom count the next time, also where the app is killed; a theme that is gone costs nothing."""

    async def main() -> None:
        monkeypatch.setattr("sigtui.tui.remembering._SOON_SECONDS", 0.01)
        async with staged(tmp_path, memory=Memory(theme="no-such-theme")) as stage:
            path, before = memory_path(), stage.app.theme
            stage.app.theme = "nord"
            await stage.until(lambda: path.exists() and read_memory(path)[0].theme == "nord" != before)
            await stage.press("a", "z")
            await stage.until(
                lambda: (read_memory(path)[0].log_axis, read_memory(path)[0].zoom) == (True, "tail")
            )
            memory = read_memory(path)[0]
        async with staged(tmp_path, memory=memory) as stage:
            assert stage.app.theme == "nord"
            await stage.run_through()
            assert "· log · tail" in stage.explore.query_one(Histogram).render_line(0).text

    asyncio.run(main())


def test_every_size_has_its_layout(tmp_path: Path) -> None:
    """Errors and intervals are never cut, names only where it is narrow; all parts are on the screen."""

    async def main() -> None:
        async with staged(tmp_path, NARROW) as stage:
            await stage.run_through()
            for size, tree, columns in (
                (NARROW, False, "mean ±|× base|sig B"),
                (WIDE, True, "mean ±|p99|/s·core|× base|sig B"),
                (BROAD, True, "n|median|mean ±|sure|p99|/s·core|× base|sig B|rounds"),
            ):
                await stage.resize(*size)
                assert stage.explore.query_one("#pick").display is tree
                head = stage.results.render_line(0).text.replace("▴", " ")
                assert all(f" {column}" in head for column in columns.split("|")), head
                for name in ("rsa-2048-pkcs1v15-sha256", "rsa-2048-pss-sha512", "ml-dsa-44"):
                    line = stage.line(name)
                    assert name in line or (size == NARROW and name[:8] in line and name[-3:] in line), line
                    assert re.search(r" [\d.]+ +[\d.]+–[\d.]+ ", line), line
                assert "±" in stage.line("ml-dsa-44")
                for widget in (Heading, Results, Histogram, Status, Footer):
                    region = stage.explore.query_one(widget).region
                    assert region.area and stage.explore.region.contains_region(region), (size, widget)
                assert stage.explore.query_one(Histogram).size.height >= 6

    asyncio.run(main())


def test_resizing_never_breaks(tmp_path: Path) -> None:
    """In mid-run, with marks and panels open, every size from 250 × 70 to 40 × 10 is drawn, and back."""

    async def main() -> None:
        async with staged(tmp_path, BROAD) as stage:
            await stage.run_to(9)
            await stage.press("space", "down", "space")
            for panels, sizes in (((), SIZES), (("?", "f9"), (NARROW, (40, 10), WIDE))):
                await stage.press(*panels)
                for size in sizes:
                    await stage.resize(*size)
                    stage.gate.let(1)
                    stage.workbench.show(next_view(stage.board.views, stage.workbench.view))
                    await stage.pilot.pause()
                    lines = picture(stage.app).split("\n")
                    assert (len(lines[0]), len(lines)) == size
            stage.gate.open()
            await stage.ended()
            assert stage.explore.query_one(Histogram).size.height >= 6
            assert picture(stage.app).count("A") and len(stage.draft.marks) == 2

    asyncio.run(main())


def test_no_color_loses_nothing(tmp_path: Path) -> None:
    """With NO_COLOR everything is grey, and cursor, baseline, state and marks are still told by their signs."""

    async def main() -> None:
        async with staged(tmp_path, environment={"NO_COLOR": "1"}) as stage:
            await stage.run_through()
            await stage.highlight("ed25519")
            await stage.press("space")
            await letters(stage, {"ed25519": "A"})
            line = stage.line("ed25519")
            assert line.startswith("▸A")
            assert "✓" in line and "=✓" in stage.line("ecdsa-p256-sha256")
            drawn = stage.app.export_screenshot().partition("</style>")[0]
            colours = [bytes.fromhex(found) for found in re.findall(r"fill: #([0-9a-f]{6})", drawn)]
            # What has no colour of its own gets the screenshot's, which is almost grey.
            assert colours and all(max(colour) - min(colour) <= 4 for colour in colours), colours

    asyncio.run(main())


def test_everything_works_with_the_mouse(tmp_path: Path) -> None:
    """Rows, marks, leaves, effort and footer take clicks; a second click on a row opens its detail."""

    async def main() -> None:
        async with staged(tmp_path) as stage:
            names = [row.result.algorithm or "" for row in stage.board.rows]
            await at(stage, "Results", (20, 4))
            assert stage.results.row is not None and stage.results.row.result.algorithm == names[3]
            await at(stage, "Results", (1, 5))
            await letters(stage, {names[4]: "A"})
            await at(stage, "Results", (20, 2), times=2)
            assert isinstance(stage.app.screen, Detail)
            await stage.press("escape")
            await at(stage, "#effort", (2, 0))
            assert stage.draft.effort.name == "short"
            await at(stage, "#tree", (4, 13))
            assert stage.draft.is_ticked("ed448")
            tree = stage.explore.query_one(AlgorithmTree)
            branch = tree.get_node_at_line(3)
            assert branch is not None and branch.is_expanded
            await at(stage, "#tree", (2, 3))
            assert branch.is_collapsed
            keys = picture(stage.app).splitlines()[-1]
            await at(stage, "Footer", (keys.index("View"), 0))
            await stage.fresh()
            assert not stage.title.startswith("SIGN · reused-key")

    asyncio.run(main())


def test_a_click_ticks_the_box_that_it_hits(tmp_path: Path) -> None:
    """Also where the list has not had the focus yet, and what the line below says of it is longer or shorter."""

    async def main() -> None:
        async with staged(tmp_path) as stage:
            await at(stage, "#messages", (2, 2))
            assert stage.draft.ticked == ("properties", "block")
            await at(stage, "#operations", (2, 3))
            assert Operation.VERIFY_INVALID in stage.draft.operations
            await at(stage, "#modes", (2, 2))
            assert stage.draft.modes == (Mode.REUSED_KEY, Mode.LOAD_KEY)

    asyncio.run(main())


def test_what_was_told_can_be_read_later(tmp_path: Path) -> None:
    """F9 shows the journal with times, and hides it again; problems of the start are told first."""

    async def main() -> None:
        async with staged(tmp_path) as stage:
            stage.app.tell("The disk [is] full.", "error")
            await stage.press("f9")
            await stage.until(lambda: stage.app.screen.query(Journal), "the journal")
            await stage.pilot.pause()
            assert re.search(r"\d\d:\d\d:\d\d ✗ The disk \[is\] full\.", picture(stage.app))
            await stage.press("f9")
            await stage.until(lambda: not stage.app.screen.query(Journal), "no journal")

    asyncio.run(main())
