"""The catalogue as a tree to tick: families, key sizes and curves, searchable, with badges."""

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from typing import ClassVar

from rich.style import Style
from rich.text import Text
from textual import on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.message import Message
from textual.widgets import Input, Static, Tree
from textual.widgets.tree import TreeNode

from sigtui.algorithms import catalogue
from sigtui.badges import LEGEND, UNAVAILABLE, Branch, Leaf, badges, branches, facts_line, is_found
from sigtui.model import Algorithm, ProviderInfo


class AlgorithmTree(Tree[Leaf | Branch], inherit_bindings=False):
    """The tree itself; space and enter tick on leaves and open branches."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("space,enter", "tick", "Tick", id="tick", tooltip="Measure this algorithm, or leave it out"),
        Binding("up,k", "cursor_up", "Up", show=False, id="tree-up", tooltip="The line above"),
        Binding("down,j", "cursor_down", "Down", show=False, id="tree-down", tooltip="The line below"),
        Binding("home", "scroll_home", "First", show=False, system=True),
        Binding("end", "scroll_end", "Last", show=False, system=True),
        Binding("pageup", "page_up", "Page up", show=False, system=True),
        Binding("pagedown", "page_down", "Page down", show=False, system=True),
        Binding("l,right", "open(True)", "Open", show=False, id="tree-open", tooltip="Open the branch"),
        Binding("h,left", "open(False)", "Close", show=False, id="tree-close", tooltip="Close the branch"),
    ]

    HELP = """\
## Algorithms

The key that opened this closes it.

*Tick* an algorithm to measure it; on a branch it opens or closes that. Those that are ticked stand first in their
family. *Find* searches by name, `p-256` or `sha512`, and by what it is: `9421`, `quantum-safe`.

`Q` quantum-safe, `R` registered in RFC 9421, `r` in a draft for it, `–` not available here: the line below the
tree says why.
"""

    COMPONENT_CLASSES: ClassVar[set[str]] = {"tree--badge", "tree--dim"}

    DEFAULT_CSS = """
    AlgorithmTree { background: transparent; height: 1fr; min-height: 5; padding: 0; }
    AlgorithmTree { scrollbar-size-vertical: 1; overflow-x: hidden; }
    AlgorithmTree > .tree--badge { color: $text-accent; }
    AlgorithmTree > .tree--dim { color: $foreground 65%; }
    AlgorithmTree:ansi > .tree--dim { text-style: dim; }
    """

    @dataclass
    class Ticked(Message):
        """Somebody ticked or unticked an algorithm."""

        algorithm: Algorithm

    def __init__(self, *, id: str | None = None) -> None:  # noqa: A002 - Textual's own name
        super().__init__("catalogue", id=id)
        self.show_root = False
        self.guide_depth = 2
        self.auto_expand = False
        self._ticked: frozenset[str] = frozenset()
        self._providers: tuple[ProviderInfo, ...] | None = None
        self._search = ""

    def on_mount(self) -> None:
        """Grow."""
        self.search("")

    def show(self, ticked: Collection[str], providers: Sequence[ProviderInfo] | None) -> None:
        """Draw these algorithms' ids as ticked; what is unavailable follows from ``providers``."""
        now, known = frozenset(ticked), None if providers is None else tuple(providers)
        if (now, known) == (self._ticked, self._providers):
            return
        # A single one was ticked by a person, whose cursor must not jump.
        others = not self._ticked or len(now ^ self._ticked) > 1
        self._ticked, self._providers = now, known
        if others and not self._search:
            self.search("")
        for node in _below(self.root):
            node.refresh()

    def search(self, words: str) -> int:
        """Show only what matches these words; return how many algorithms do."""
        self._search = words
        found = [algorithm for algorithm in catalogue() if is_found(algorithm, words)]
        self.clear()
        for branch in branches(found, () if words else self._ticked):
            self._grow(self.root, branch)
        return len(found)

    def _grow(self, place: TreeNode[Leaf | Branch], branch: Branch) -> None:
        node = place.add(
            branch.name, data=branch, expand=bool(self._search) or bool(branch.ids & self._ticked)
        )
        for leaf in branch.leaves:
            node.add_leaf(leaf.text, data=leaf)
        for below in branch.branches:
            self._grow(node, below)

    def render_label(self, node: TreeNode[Leaf | Branch], base_style: Style, style: Style) -> Text:
        """Draw a box and badges for leaves, an arrow and how many are ticked for branches."""
        data = node.data
        if isinstance(data, Leaf):
            return self._leaf(data, style, self._dim(node))
        arrow = "▾ " if node.is_expanded else "▸ "
        text = Text(arrow, style=base_style) + Text(str(node.label), style=style)
        if isinstance(data, Branch) and not node.is_expanded and (chosen := len(data.ids & self._ticked)):
            text += Text(f"  {chosen} ticked", style=style + self._dim(node))
        return text

    def _leaf(self, leaf: Leaf, style: Style, dim: Style) -> Text:
        algorithm = leaf.algorithm
        letters = badges(algorithm, self._providers)
        missing = UNAVAILABLE in letters
        box = "[x] " if algorithm.id in self._ticked else "[ ] "
        body = style + dim if missing else style
        badge = self.get_component_rich_style("tree--badge", partial=True)
        return Text.assemble((box, style), (leaf.text, body), ("  " + letters, style + badge))

    def _dim(self, node: TreeNode[Leaf | Branch]) -> Style:
        """Return the dim ink, and nothing else: only a whole style has it mixed with what is behind.

        Under the cursor something else is behind, and nothing is dim.
        """
        if node is self.cursor_node:
            return Style.null()
        whole = self.get_component_rich_style("tree--dim")
        return Style(color=whole.color, dim=whole.dim)

    def action_tick(self) -> None:
        """Tick the algorithm under the cursor, or open or close the branch."""
        node = self.cursor_node
        if node is None:
            return
        if isinstance(node.data, Leaf):
            self.post_message(self.Ticked(node.data.algorithm))
        else:
            node.toggle()

    def action_open(self, wanted: bool) -> None:
        """Open or close the branch under the cursor; closing a leaf goes to its branch."""
        node = self.cursor_node
        if node is None:
            return
        if node.allow_expand and node.is_expanded is not wanted:
            node.toggle()
        elif wanted:
            self.action_cursor_down()
        elif node.parent is not None and node.parent is not self.root:
            self.move_cursor(node.parent)

    @on(Tree.NodeSelected)
    def _clicked(self, event: Tree.NodeSelected[Leaf | Branch]) -> None:
        event.stop()
        self.action_tick()


class Picker(Vertical):
    """Search, tree, and a line of facts about the algorithm under the cursor."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("down", "into_tree", "Into tree", show=False, id="find-down", tooltip="Go to what was found"),
        Binding(
            "escape",
            "close_search",
            "End search",
            show=False,
            id="find-close",
            tooltip="Show everything again",
        ),
    ]

    DEFAULT_CSS = """
    Picker { height: 1fr; min-height: 8; }
    Picker > Input { height: 1; border: none; padding: 0 1; display: none; }
    Picker.-searching > Input { display: block; }
    Picker > .facts { height: auto; max-height: 7; color: $text-muted; padding: 0 1; }
    """

    def __init__(self, *, id: str | None = None) -> None:  # noqa: A002 - Textual's own name
        super().__init__(id=id)
        self._providers: Sequence[ProviderInfo] | None = None

    def compose(self) -> ComposeResult:
        """Lay out."""
        yield Input(placeholder="find: p-256, sha512, quantum-safe", compact=True, id="find")
        yield AlgorithmTree(id="tree")
        yield Static(LEGEND, classes="facts", markup=False, id="facts")

    @property
    def boxes(self) -> AlgorithmTree:
        """The tree itself."""
        return self.query_one(AlgorithmTree)

    def show(self, ticked: Collection[str], providers: Sequence[ProviderInfo] | None) -> None:
        """Draw what is ticked and what is unavailable."""
        self._providers = providers
        self.boxes.show(ticked, providers)

    def find(self) -> None:
        """Open the search."""
        self.add_class("-searching")
        self.query_one(Input).focus()

    @on(Input.Changed)
    def _narrow(self, event: Input.Changed) -> None:
        event.stop()
        found = self.boxes.search(event.value)
        text = f"{found} of {len(catalogue())} algorithms" if event.value else LEGEND
        self.query_one("#facts", Static).update(text)

    @on(Input.Submitted)
    def _into_tree(self, event: Input.Submitted) -> None:
        event.stop()
        self._to_first()

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Offer to end a search only while there is one."""
        return action != "close_search" or self.has_class("-searching")

    def action_into_tree(self) -> None:
        """Go down from the search into what it found."""
        self._to_first()

    def _to_first(self) -> None:
        """Put the cursor on the first algorithm that is in sight, so that space ticks it."""
        self.boxes.focus()
        found = (node for node in _below(self.boxes.root) if isinstance(node.data, Leaf))
        self.boxes.move_cursor(next(found, None))

    def action_close_search(self) -> None:
        """Close the search and show everything again."""
        self.remove_class("-searching")
        self.query_one(Input).value = ""
        self.boxes.focus()

    @on(Tree.NodeHighlighted)
    def _tell(self, event: Tree.NodeHighlighted[Leaf | Branch]) -> None:
        data = event.node.data
        text = facts_line(data.algorithm, self._providers) if isinstance(data, Leaf) else LEGEND
        self.query_one("#facts", Static).update(text)


def _below(node: TreeNode[Leaf | Branch]) -> Iterator[TreeNode[Leaf | Branch]]:
    """Yield the nodes below one in the order of their lines."""
    for child in node.children:
        yield child
        yield from _below(child)
