"""The dialog that picks a file: a tree of folders, and the path to type."""

import asyncio
import os
import stat
from collections.abc import Iterable
from itertools import islice
from pathlib import Path
from typing import ClassVar

from textual import on, work
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal
from textual.events import Click
from textual.message import Message
from textual.widgets import DirectoryTree, Input, Tree
from textual.widgets.directory_tree import DirEntry

from sigtui.numbers import count
from sigtui.reading import reason
from sigtui.tui.dialogs.dialog import CANCEL, Dialog, PushButton, Verdict
from sigtui.tui.dialogs.paths import PathInput, meant_path, nearest_folder

MOST_ENTRIES = 2_000
"""Names of a folder that the tree lists: it takes its lines one by one while the screen waits."""

_SHOW, _HIDE = "Show hidden", "Hide hidden"


class WantedPath(PathInput):
    """The path of the file to pick."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter", "submit", "Choose", id="file-choose", tooltip="Take this file, or show this folder"),
    ]


class FolderTree(DirectoryTree):
    """Files below a folder. One click highlights a file, a second one takes it; folders open and close."""

    ICON_NODE_EXPANDED = "▾ "
    ICON_NODE = "▸ "
    ICON_FILE = "  "

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding(
            "enter",
            "select_cursor",
            "Choose",
            id="file-choose",
            tooltip="Take this file, or open this folder",
        ),
        Binding("backspace", "up", "Up", id="file-parent", tooltip="Show the folder above"),
        Binding(
            ".", "hidden", "Hidden", id="file-hidden", tooltip="Show or hide names that begin with a point"
        ),
    ]

    class Crowded(Message):
        """Posted when a folder holds more names than the tree lists."""

    def __init__(self, path: Path) -> None:
        self.hidden = False
        super().__init__(path, id="tree")
        self.guide_depth = 2

    def filter_paths(self, paths: Iterable[Path]) -> Iterable[Path]:
        """Leave out what is hidden, and what is too much; called in a thread."""
        shown = (path for path in paths if self.hidden or not path.name.startswith("."))
        yield from islice(shown, MOST_ENTRIES)
        if next(shown, None) is not None:
            self.post_message(self.Crowded())

    def action_up(self) -> None:
        """Show the folder above."""
        self.path = Path(self.path).parent

    async def action_hidden(self) -> None:
        """Show or hide the names that begin with a point."""
        self.hidden = not self.hidden
        self.screen.query_one("#hidden", PushButton).label = _HIDE if self.hidden else _SHOW
        await self.reload()

    def on_click(self, event: Click) -> None:
        """Only highlight a file at the first click."""
        line = event.style.meta.get("line")
        node = None if line is None else self.get_node_at_line(line)
        if node is not None and not node.allow_expand and node is not self.cursor_node:
            event.prevent_default()
            self.move_cursor(node)
            self.focus()


class PickFile(Dialog[Path | None]):
    """Pick a file that exists; ``start`` is the folder to begin in, or a file in it."""

    DEFAULT_CSS = """
    PickFile {
        & > .dialog--frame { width: 100%; max-width: 90; height: 100%; max-height: 34; }
        #path { width: 1fr; }
        #up, #hidden { margin-left: 1; }
        #up { min-width: 6; }
        FolderTree { height: 1fr; background: $surface; }
    }
    """

    BINDINGS: ClassVar[list[BindingType]] = [CANCEL]

    HELP = """\
## Pick a file

Type its path (**Tab** completes it), or choose in the tree: **Enter** takes a file and opens a folder,
**Backspace** goes to the folder above, **.** shows hidden names.
"""

    def __init__(self, start: Path) -> None:
        super().__init__("Pick a file")
        self._start = meant_path(str(start), Path.cwd())

    def body(self) -> ComposeResult:
        """Return the path, the tree below it, and what is wrong with the path."""
        folder = nearest_folder(self._start)
        with Horizontal(classes="dialog--row"):
            yield WantedPath(str(self._start), folder, placeholder="path of a file", id="path")
            yield PushButton("Up", id="up", tooltip="Show the folder above")
            yield PushButton(_SHOW, id="hidden", tooltip="Show or hide names that begin with a point")
        yield FolderTree(folder)
        yield Verdict()

    def on_mount(self) -> None:
        """Begin in the tree."""
        self.query_one(Verdict).neutral("")
        self.query_one(FolderTree).focus()

    @on(Tree.NodeHighlighted)
    def _show_path(self, event: Tree.NodeHighlighted[DirEntry]) -> None:
        path = self.query_one(PathInput)
        # The tree highlights its root of its own accord at the start: what was asked for stays then.
        begins = event.node.is_root and path.value == str(self._start)
        if event.node.data is not None and event.node.tree.has_focus and not begins:
            path.value = str(event.node.data.path)

    @on(DirectoryTree.FileSelected)
    def _take(self, event: DirectoryTree.FileSelected) -> None:
        self._check(event.path, typed=False)

    @on(DirectoryTree.DirectorySelected)
    def _open(self, event: DirectoryTree.DirectorySelected) -> None:
        self._check(event.path, typed=False)

    @on(Input.Submitted)
    def _take_typed(self, event: Input.Submitted) -> None:
        self._check(meant_path(event.value, Path(self.query_one(FolderTree).path)), typed=True)

    @on(Input.Changed)
    def _forget_problem(self, event: Input.Changed) -> None:
        if event.input.has_focus:  # not where the tree shows its path there
            self.query_one(Verdict).neutral("")

    @on(FolderTree.Crowded)
    def _say_crowded(self) -> None:
        text = f"A folder here holds more than {count(MOST_ENTRIES)} names. Type the path of one that is not listed."
        self.query_one(Verdict).caution(text)

    @on(PushButton.Pressed, "#up")
    def _up(self) -> None:
        self.query_one(FolderTree).action_up()

    @on(PushButton.Pressed, "#hidden")
    async def _show_hidden(self) -> None:
        await self.query_one(FolderTree).action_hidden()

    @work(exclusive=True, exit_on_error=False)
    async def _check(self, path: Path, typed: bool) -> None:
        """Take a file, show a folder whose path was typed, or say why it can't be read."""
        tree = self.query_one(FolderTree)
        try:
            folder = await asyncio.to_thread(_is_folder, path)
        except (OSError, ValueError) as error:
            self.query_one(Verdict).bad(f"{path}: {reason(error)}")
            return
        if not folder:
            self.finish(path)
        elif typed:
            tree.path = path
            tree.focus()


def _is_folder(path: Path) -> bool:
    """Tell a folder from a file; OSError where there is neither, or the folder can't be listed."""
    if not stat.S_ISDIR(path.stat().st_mode):
        return False
    with os.scandir(path):
        return True
