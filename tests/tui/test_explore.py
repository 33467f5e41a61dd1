import asyncio
from pathlib import Path

from textual.widgets import Input, Static
from textual.widgets.tree import TreeNode

from sigtui.badges import Branch, Leaf
from sigtui.bench import protocol
from sigtui.columns import wrapped
from sigtui.model import Mode, Operation, View
from sigtui.tui.widgets.histogram import Histogram
from sigtui.tui.widgets.picker import AlgorithmTree
from sigtui.tui.widgets.results import Results
from sigtui.tui.widgets.ticks import Ticks
from sigtui.tui.widgets.work import MEANINGS
from tests.tui.stage import ABSENT, NARROW, Stage, only, picture, shipped, staged


def leaves(stage: Stage) -> dict[str, TreeNode[Leaf | Branch]]:
    """Return the leaves of the tree by their algorithm's id."""
    found: dict[str, TreeNode[Leaf | Branch]] = {}
    waiting = list(stage.explore.query_one(AlgorithmTree).root.children)
    while waiting:
        node = waiting.pop(0)
        waiting += node.children
        if isinstance(node.data, Leaf):
            found[node.data.algorithm.id] = node
    return found


async def go_to(stage: Stage, algorithm: str) -> None:
    """Put the tree's cursor on an algorithm."""
    tree = stage.explore.query_one(AlgorithmTree)
    node = leaves(stage)[algorithm]
    above = node.parent
    while above is not None and above is not tree.root:
        above.expand()
        above = above.parent
    tree.focus()
    await stage.pilot.pause()
    tree.move_cursor(node)
    await stage.pilot.pause()


def label(stage: Stage, algorithm: str) -> str:
    """Return a leaf as it is drawn."""
    tree = stage.explore.query_one(AlgorithmTree)
    return tree.render_label(leaves(stage)[algorithm], tree.rich_style, tree.rich_style).plain


def facts(stage: Stage) -> str:
    """Return the line below the tree."""
    return str(stage.explore.query_one("#facts", Static).content)


def boxes(stage: Stage, name: str) -> list[str]:
    """Return the lines of a list of boxes."""
    return [str(option.prompt) for option in stage.explore.query_one(f"#{name}", Ticks).options]


async def reach(stage: Stage, name: str, key: str) -> None:
    """Put the focus on a list of boxes, and its cursor on a line."""
    ticks = stage.explore.query_one(f"#{name}", Ticks)
    ticks.focus()
    await stage.pilot.pause()
    ticks.highlighted = next(place for place, line in enumerate(boxes(stage, name)) if f"] {key}" in line)
    await stage.pilot.pause()


def test_it_opens_on_sizes_and_measures_nothing_unasked(tmp_path: Path) -> None:
    """Before any key the table has its rows and exact sizes, and says which key measures how much."""

    async def main() -> None:
        async with staged(tmp_path) as stage:
            assert isinstance(stage.app.focused, Results)
            assert stage.title == "SIGN · reused-key · properties 93 B · µs · cryptography (fake 1.0)"
            assert "=" in stage.line("ecdsa-p256-sha256")[:4]
            assert [row.result.algorithm for row in stage.board.rows] == [
                "hmac-sha256",
                "ecdsa-p256-sha256",
                "ecdsa-p384-sha384",
                "ed25519",
                "rsa-2048-pss-sha512",
                "rsa-2048-pkcs1v15-sha256",
                "ml-dsa-44",
            ]
            assert "not measured yet" in stage.line("ml-dsa-44")
            assert stage.line("ml-dsa-44").rstrip().endswith("(2,420)!")
            assert stage.status == "r measures 14 cases in about 3 s"
            shown = picture(stage.app)
            assert "Nothing measured yet. r measures 14 cases in about 3 s." in shown
            assert not stage.fleet.measuring
            assert sum(worker.count(protocol.Prepare) for worker in stage.fleet.workers) == 0

    asyncio.run(main())


def test_the_search_narrows_the_tree(tmp_path: Path) -> None:
    """Words of an algorithm's names, of its standard and of the tree find it; Esc brings everything back."""

    async def main() -> None:
        async with staged(tmp_path) as stage:
            everything = set(leaves(stage))
            await stage.press("f")
            assert isinstance(stage.app.focused, Input)
            await stage.enter("#find", "2048 pss")
            assert set(leaves(stage)) == {f"rsa-2048-pss-{name}" for name in ("sha256", "sha384", "sha512")}
            assert facts(stage) == f"3 of {len(everything)} algorithms"
            await stage.enter("#find", "quantum-safe ml")
            assert all(name.startswith("ml-dsa") for name in leaves(stage))
            for words in ("p-256", "P-256 sha256", "ES256"):
                await stage.enter("#find", words)
                assert "ecdsa-p256-sha256" in leaves(stage), words
                assert "ed25519" not in leaves(stage), words
            await stage.enter("#find", "9421")
            assert {"ed25519", "hmac-sha256", "rsa-2048-pss-sha512"} <= set(leaves(stage)), "9421"
            assert "ed448" not in leaves(stage)
            await stage.enter("#find", "no such thing")
            assert not leaves(stage)
            assert facts(stage) == f"0 of {len(everything)} algorithms"
            await stage.press("escape")
            assert set(leaves(stage)) == everything
            assert not isinstance(stage.app.focused, Input)

    asyncio.run(main())


def test_an_algorithm_is_found_and_ticked_by_keys_alone(tmp_path: Path) -> None:
    """f, some letters, Enter or Down, and space: the first algorithm found is in the table, or out of it."""

    async def main() -> None:
        async with staged(tmp_path) as stage:
            tree = stage.explore.query_one(AlgorithmTree)
            for into, ticked in (("enter", True), ("down", False)):
                await stage.press("f", *"448", into)
                assert stage.app.focused is tree
                assert isinstance(tree.cursor_node and tree.cursor_node.data, Leaf)
                await stage.press("space")
                await stage.fresh()
                assert ("ed448" in [row.result.algorithm for row in stage.board.rows]) is ticked
                await stage.press("escape")
            await stage.press("f")
            await stage.enter("#find", "no such thing")
            await stage.press("enter", "space", "down", "escape")
            assert leaves(stage)

    asyncio.run(main())


def test_ticking_changes_the_table_and_the_plan(tmp_path: Path) -> None:
    """A leaf shows its box and badges, the line below its facts; ticked it is a row, unticked it is none."""

    async def main() -> None:
        async with staged(tmp_path) as stage:
            assert label(stage, "ml-dsa-65") == "[ ] 65 pure  Q r"
            assert label(stage, "ed25519").startswith("[x] ") and label(stage, "ed25519").endswith("  R")
            await go_to(stage, "ml-dsa-65")
            assert "192 bit, category 3, quantum-safe. Signature 3,309 B, public key 1,952 B" in facts(stage)
            assert "FIPS 204" in facts(stage)
            await stage.press("space")
            await stage.until(lambda: len(stage.board.rows) == 8)
            assert label(stage, "ml-dsa-65").startswith("[x] ")
            assert stage.status == "r measures 16 cases in about 3 s"
            assert stage.app.headline == "rfc9421.toml · unsaved"
            await stage.press("enter")
            await stage.until(lambda: len(stage.board.rows) == 7)
            assert label(stage, "ml-dsa-65").startswith("[ ] ")
            await stage.press("u")
            await stage.until(lambda: len(stage.board.rows) == 8)
            await stage.press("u")
            await stage.until(lambda: len(stage.board.rows) == 7)
            await stage.press("u")
            assert stage.told[-1] == "information: There is nothing to undo."

    asyncio.run(main())


def test_what_the_library_lacks_says_why(tmp_path: Path) -> None:
    """An unavailable algorithm has its badge, its reason below the tree, and its reason in its row."""

    async def main() -> None:
        async with staged(tmp_path) as stage:
            assert label(stage, ABSENT).endswith("–")
            await go_to(stage, ABSENT)
            assert f"Unavailable: cryptography: fake has no {ABSENT}." in facts(stage)
            await stage.press("space")
            await stage.until(lambda: len(stage.board.rows) == 8)
            assert f"cryptography: fake has no {ABSENT}" in stage.line(ABSENT)
            assert stage.status == "r measures 14 cases in about 3 s"
            await stage.highlight(ABSENT)
            assert f"{ABSENT} can't be measured here" in stage.words
            assert "Machine" in stage.words
            await stage.results.run_action("mark")
            await stage.pilot.pause()
            assert stage.told[-1].startswith("warning: Only rows that can be measured")

    asyncio.run(main())


def test_messages_are_added_edited_duplicated_and_removed(tmp_path: Path) -> None:
    """n, F4, F3, F8 and u do what the help says, and every message shows its bytes at once."""

    async def main() -> None:
        async with staged(tmp_path) as stage:
            assert [line.split() for line in boxes(stage, "messages")] == [
                ["[", "]", "property", "17", "B"],
                ["[x]", "properties", "93", "B"],
                ["[", "]", "block", "1,024", "B"],
            ]
            await stage.press("n")
            await stage.enter("#name", "token")
            await stage.press("tab", "tab", *"abc", "ctrl+s")
            await stage.until(lambda: len(stage.draft.messages) == 4, "the new message")
            await stage.fresh()
            assert boxes(stage, "messages")[-1].split() == ["[x]", "token", "3", "B"]
            assert stage.status == "r measures 28 cases in about 6 s"

            await reach(stage, "messages", "token")
            await stage.press("f3")
            await stage.fresh()
            assert boxes(stage, "messages")[-1].split() == ["[x]", "token", "2", "3", "B"]

            await reach(stage, "messages", "token")
            await stage.press("f4")
            await stage.enter("#name", "bearer")
            await stage.press("ctrl+s")
            await stage.until(lambda: "bearer" in stage.draft.ticked, "the new name")
            await stage.fresh()
            assert [message.name for message in stage.draft.messages][-2:] == ["bearer", "token 2"]

            await reach(stage, "messages", "bearer")
            await stage.press("f8")
            await stage.fresh()
            assert "bearer" not in [message.name for message in stage.draft.messages]
            assert stage.told[-1] == "information: Took bearer out. u brings it back."
            await stage.press("u")
            await stage.fresh()
            assert "bearer" in stage.draft.ticked

            await reach(stage, "messages", "block")
            await stage.press("space")
            await stage.fresh()
            assert "block" in stage.draft.ticked
            await stage.press("enter")
            await stage.fresh()
            assert "block" not in stage.draft.ticked

    asyncio.run(main())


def test_work_is_ticked_and_explained(tmp_path: Path) -> None:
    """Each operation and mode has a line that says what it means; effort and amount follow."""

    async def main() -> None:
        async with staged(tmp_path) as stage:
            meaning = stage.explore.query_one("#meaning", Static)
            for name, key, words in (
                ("operations", "keygen", "Creates a key pair"),
                ("operations", "sign", "Signs the message"),
                ("operations", "verify-invalid", "tampered"),
                ("modes", "reused-key", "Only the call is timed"),
                ("modes", "single-shot", "A new key signs once"),
                ("modes", "load-key", "parsed"),
            ):
                await reach(stage, name, key)
                assert words in str(meaning.content), key
            await stage.press("space")
            await stage.fresh()
            assert stage.draft.modes == (Mode.REUSED_KEY, Mode.LOAD_KEY)
            assert stage.status == "r measures 28 cases in about 6 s"
            await reach(stage, "operations", "verify")
            await stage.press("space")
            await stage.fresh()
            assert stage.draft.operations == (Operation.SIGN,)
            effort = stage.explore.query_one("#effort", Static)
            assert str(effort.content).startswith("until ±5 % or 0.14 s a case\n")
            await stage.press("t")
            await stage.fresh()
            assert str(effort.content).startswith("until ±2 % or 0.86 s a case\n")
            assert "14 cases, about " in str(effort.content)

    asyncio.run(main())


def test_views_are_switched_in_a_circle(tmp_path: Path) -> None:
    """Key v goes through operations and modes, V through messages; the title follows, and so does the memory."""

    async def main() -> None:
        async with staged(tmp_path) as stage:
            draft = stage.draft.toggle_message("block").toggle_mode(Mode.LOAD_KEY)
            stage.workbench.edit(draft)
            await stage.fresh()
            seen = []
            for _ in range(5):
                seen.append(stage.title.partition(" · properties")[0])
                await stage.press("v")
                await stage.fresh()
            assert seen == [
                "SIGN · reused-key",
                "SIGN · load-key",
                "VERIFY · reused-key",
                "VERIFY · load-key",
                seen[0],
            ]
            await stage.press("V")
            await stage.fresh()
            assert "block 1,024 B" in stage.title
            assert stage.workbench.view == View(Operation.SIGN, Mode.LOAD_KEY, "block")
            await stage.press("V")
            await stage.fresh()
            assert "properties 93 B" in stage.title

    asyncio.run(main())


def test_the_baseline_is_the_row_that_b_is_pressed_on(tmp_path: Path) -> None:
    """Pressing b makes the highlighted row the baseline, marked with =, in every view; u takes it back."""

    async def main() -> None:
        async with staged(tmp_path) as stage:

            def baselines() -> list[str]:
                names = [row.result.algorithm or "" for row in stage.board.rows]
                return [name for name in names if "=" in stage.line(name)[:4]]

            await stage.highlight("ed25519")
            for key in ("b", "v"):
                await stage.press(key)
                await stage.fresh()
                assert baselines() == ["ed25519"], key
            await stage.press("u")
            await stage.fresh()
            assert baselines() == ["ecdsa-p256-sha256"]

    asyncio.run(main())


def test_an_empty_selection_says_what_to_tick(tmp_path: Path) -> None:
    """Nothing ticked is no blank screen: what to do stands in title, histogram and status, and r repeats it."""

    async def main() -> None:
        async with staged(tmp_path, change=only()) as stage:
            problem = "No algorithm is ticked. Tick at least one."
            assert stage.title == problem
            assert stage.status == problem
            assert problem in picture(stage.app).replace("\n", " ")
            await stage.press("r")
            assert stage.told[-1] == f"warning: {problem}"
            for key in ("v", "V", "b", "space", "enter", "R", "P", "X", "O", "a", "z", "down", "end"):
                await stage.press(key)
            assert stage.app.is_running
            stage.workbench.edit(
                shipped().draft.toggle_operation(Operation.SIGN).toggle_operation(Operation.VERIFY)
            )
            await stage.fresh()
            assert stage.title == "No operation is ticked. Tick at least one, such as sign."

    asyncio.run(main())


def test_tab_goes_through_the_selection_and_back(tmp_path: Path) -> None:
    """Tab visits tree, messages, operations and modes, then the results; Esc goes there at once."""

    async def main() -> None:
        async with staged(tmp_path) as stage:
            seen = []
            for _ in range(5):
                await stage.press("tab")
                assert stage.app.focused is not None
                seen.append(stage.app.focused.id or type(stage.app.focused).__name__)
            assert seen == ["tree", "messages", "operations", "modes", "Results"]
            await stage.press("tab", "tab", "escape")
            assert isinstance(stage.app.focused, Results)

    asyncio.run(main())


def test_a_narrow_terminal_shows_one_pane_at_a_time(tmp_path: Path) -> None:
    """At 80 × 24 Tab puts the selection in the results' place: the tree at the left, the boxes beside it."""

    async def main() -> None:
        async with staged(tmp_path, NARROW) as stage:
            pick, figures = stage.explore.query_one("#pick"), stage.explore.query_one("#figures")
            assert (pick.display, figures.display) == (False, True)
            await stage.press("tab")
            assert (pick.display, figures.display) == (True, False)
            tree = stage.explore.query_one("#tree").region
            assert tree.height > 10
            for name in ("messages", "operations", "modes", "effort"):
                beside = stage.explore.query_one(f"#{name}").region
                assert beside.x >= tree.right and beside.area and pick.region.contains_region(beside), name
            await stage.press("f")
            assert stage.explore.query_one("#find").region.area
            await stage.press("escape", "escape")
            assert (pick.display, figures.display) == (False, True)
            assert isinstance(stage.app.focused, Results)
            assert stage.explore.query_one(Histogram).region.area

    asyncio.run(main())


def test_post_quantum_and_all_that_is_ticked_are_seen_at_once(tmp_path: Path) -> None:
    """At 120 × 40, before any key; each family says how many more it has."""

    async def main() -> None:
        async with staged(tmp_path) as stage:
            tree = stage.explore.query_one(AlgorithmTree)
            shown = [tree.render_line(y).text.strip("├└│ ").rstrip() for y in range(tree.size.height)]
            assert shown[:3] == ["▾ ML-DSA", "[x] 44 pure  Q r", "▸ 8 more"]
            assert sum(line.startswith("[x]") for line in shown) == len(stage.board.rows)

    asyncio.run(main())


def test_the_tree_grows_anew_with_another_selection_and_not_with_a_tick(tmp_path: Path) -> None:
    """A tick leaves every line where it is; what another preset ticks stands first."""

    async def main() -> None:
        async with staged(tmp_path) as stage:
            tree = stage.explore.query_one(AlgorithmTree)
            await go_to(stage, "ml-dsa-65")
            line = tree.cursor_line
            await stage.press("space")
            await stage.until(lambda: len(stage.board.rows) == 8)
            assert (tree.cursor_line, tree.cursor_node) == (line, leaves(stage)["ml-dsa-65"])
            tree.show(["ed448", "ml-dsa-87"], None)
            first = [branch.children[0].data for branch in tree.root.children]
            assert leaves(stage)["ml-dsa-87"].data is first[0]
            assert leaves(stage)["ed448"].data is first[3]

    asyncio.run(main())


def test_no_meaning_is_cut() -> None:
    """Three lines are kept for it, beside the results too."""
    assert all(len(wrapped(text, 27)) <= 2 for text in MEANINGS.values())
