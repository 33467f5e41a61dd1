"""The dialog that opens a preset: a list to search, and a preview of the highlighted one."""

import asyncio
from collections.abc import Iterable
from pathlib import Path
from typing import ClassVar

from textual import on, work
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical, VerticalScroll
from textual.content import Content
from textual.events import Click
from textual.widgets import Input, OptionList, Static
from textual.widgets.option_list import Option

from sigtui.badges import matches
from sigtui.errors import FileError
from sigtui.files.store import PresetEntry, list_presets, user_presets
from sigtui.model import ProviderInfo
from sigtui.preview import Preview
from sigtui.tui.dialogs.dialog import CANCEL, Dialog, Verdict
from sigtui.tui.dialogs.file import PickFile
from sigtui.tui.dialogs.paths import meant_path
from sigtui.tui.dialogs.preset_card import preset_card
from sigtui.tui.dialogs.previews import Found, Previews
from sigtui.wording import printable, shown

_ANOTHER = "another"


class SearchInput(Input):
    """The words to search for; Enter opens what they found."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter", "submit", "Open", id="open-preset", tooltip="Open the highlighted preset"),
    ]


class PresetList(OptionList):
    """The presets. One click highlights one, a second one opens it."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter", "select", "Open", id="open-preset", tooltip="Open the highlighted preset"),
    ]

    def on_click(self, event: Click) -> None:
        """Only highlight at the first click."""
        clicked = event.style.meta.get("option")
        if clicked is not None and clicked != self.highlighted and not self.options[clicked].disabled:
            event.prevent_default()
            self.highlighted = clicked
            self.focus()


class OpenPreset(Dialog[Path | None]):
    """Choose the preset to open; ``current`` is the one that is open now.

    ``providers`` are those of this machine, None where they are not known yet.
    """

    DEFAULT_CSS = """
    OpenPreset {
        & > .dialog--frame { width: 100%; max-width: 116; height: 100%; max-height: 38; }
        #sides { height: 1fr; }
        #left { width: 34%; max-width: 38; }
        PresetList { height: 1fr; background: $surface; }
        #preview { width: 1fr; padding: 0 1; margin-left: 1; }
        #card { height: auto; }
    }
    """

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter", "open", "Open", id="open-preset", tooltip="Open the highlighted preset"),
        Binding(
            "up", "move('cursor_up')", "Previous", id="open-previous", tooltip="Previous preset", show=False
        ),
        Binding("down", "move('cursor_down')", "Next", id="open-next", tooltip="Next preset", show=False),
        Binding("pageup", "move('page_up')", "Page up", id="open-page-up", tooltip="A page up", show=False),
        Binding(
            "pagedown",
            "move('page_down')",
            "Page down",
            id="open-page-down",
            tooltip="A page down",
            show=False,
        ),
        CANCEL,
    ]

    HELP = """\
## Open a preset

Type to search names, titles and algorithms; **↑** and **↓** choose, **Enter** opens. At the right is what the
preset measures here, and what it leaves out and why. *another file …* takes one from anywhere.
"""

    def __init__(self, providers: tuple[ProviderInfo, ...] | None, current: Path | None) -> None:
        super().__init__("Open a preset")
        self._known = providers is not None
        self._current = current and meant_path(str(current), Path.cwd())
        self._previews = Previews(providers)
        self._entries: tuple[PresetEntry, ...] = ()
        self._others: list[PresetEntry] = []
        self._refused: Path | None = None  # what the verdict is about

    def body(self) -> ComposeResult:
        """Return the search and the list at the left, the preview at the right."""
        with Horizontal(id="sides"):
            with Vertical(id="left"):
                yield SearchInput(placeholder="search", id="search")
                yield PresetList(id="presets")
            with VerticalScroll(id="preview", classes="dialog--pane"):
                yield Static(id="card")
        yield Verdict(id="verdict")
        yield Verdict(id="folders")
        yield Static(f"Your own presets go into {user_presets()}", markup=False, classes="dialog--hint")

    def on_mount(self) -> None:
        """Begin in the search, and read what there is."""
        for verdict in self.query(Verdict):
            verdict.neutral("")
        self.query_one(SearchInput).focus()
        self._load()

    @property
    def _list(self) -> PresetList:
        return self.query_one(PresetList)

    @work(exclusive=True, group="load", exit_on_error=False)
    async def _load(self) -> None:
        """List the presets, then read them one by one: what they hold can be searched as well."""
        try:
            entries = await asyncio.to_thread(list_presets)
        except FileError as error:
            self.query_one("#folders", Verdict).bad(str(error))
            entries = ()
        self._entries = tuple(sorted(entries, key=lambda entry: (entry.origin != "user", entry.name)))
        self._fill(self._current)
        for entry in self._entries:
            self._learn(entry, await asyncio.to_thread(self._previews.read, entry.path))

    def _learn(self, entry: PresetEntry, found: Found) -> None:
        """Show what was read of a preset where it is listed, and what it adds to a search."""
        if isinstance(found, FileError) and str(entry.path) in self._ids():
            self._list.replace_option_prompt(str(entry.path), self._prompt(entry))
        elif self.query_one(SearchInput).value:
            self._fill(self._highlighted())
        if entry.path == self._highlighted():
            self._show(entry.path)

    def _ids(self) -> set[str | None]:
        return {option.id for option in self._list.options}

    def _highlighted(self) -> Path | None:
        """Return the highlighted preset; None where that is none."""
        option = self._list.highlighted_option
        return None if option is None or option.id in (None, _ANOTHER) else Path(option.id or "")

    def _fill(self, wanted: Path | None) -> None:
        """List what the search finds, and highlight the wanted preset or else the first one."""
        query = self.query_one(SearchInput).value
        found = [entry for entry in (*self._others, *self._entries) if self._matches(query, entry)]
        self._list.set_options(list(self._options(query, found)))
        paths = [entry.path for entry in found]
        chosen = wanted if wanted in paths else next(iter(paths), None)
        self._list.highlighted = self._list.get_option_index(_ANOTHER if chosen is None else str(chosen))
        self._show(chosen)

    def _matches(self, query: str, entry: PresetEntry) -> bool:
        found = self._previews.known(entry.path)
        words = found.words if isinstance(found, Preview) else ()
        return matches(query, (entry.name, *words))

    def _options(self, query: str, found: list[PresetEntry]) -> Iterable[Option]:
        others = [entry for entry in found if entry in self._others]
        for head, entries, none in (
            ("PICKED", others, ""),
            (
                "YOURS",
                [entry for entry in found if entry.origin == "user" and entry not in others],
                "none yet",
            ),
            ("SHIPPED", [entry for entry in found if entry.origin == "shipped"], ""),
        ):
            if entries or (none and not query):
                yield Option(Content.styled(head, "bold"), disabled=True)
            if none and not entries and not query:
                yield Option(f"  {none}", disabled=True)
            yield from (Option(self._prompt(entry), id=str(entry.path)) for entry in entries)
        if query and not found:
            yield Option(Content(f"  nothing found for {shown(query)}"), disabled=True)
        yield Option(Content("  another file …"), id=_ANOTHER)

    def _prompt(self, entry: PresetEntry) -> Content:
        broken = isinstance(self._previews.known(entry.path), FileError)
        name = printable(entry.name) + (" (open)" if entry.path == self._current else "")
        return Content.styled(f"✗ {name}", "$text-error") if broken else Content(f"  {name}")

    def _show(self, path: Path | None) -> None:
        """Show the preview of a preset as far as it is known."""
        card = self.query_one("#card", Static)
        if path is None:
            card.update(Content("A file from anywhere: a preset is a .toml file that says what to measure."))
        else:
            card.update(preset_card(path, self._previews.known(path), self._known))

    @on(Input.Changed)
    def _search(self) -> None:
        self._fill(self._highlighted())

    @on(OptionList.OptionHighlighted)
    def _look(self) -> None:
        if self._refused != self._highlighted():
            self.query_one("#verdict", Verdict).neutral("")
        self.query_one("#preview").scroll_home(animate=False)
        self._show(self._highlighted())
        self._refresh()

    @work(exclusive=True, group="preview", exit_on_error=False)
    async def _refresh(self) -> None:
        """Read the highlighted preset, again where it changed since."""
        path = self._highlighted()
        if path is not None:
            await asyncio.to_thread(self._previews.read, path)
            if path == self._highlighted():
                self._show(path)

    def action_move(self, how: str) -> None:
        """Move the highlight while the search has the focus."""
        getattr(self._list, f"action_{how}")()

    @on(Input.Submitted)
    @on(OptionList.OptionSelected)
    def action_open(self) -> None:
        """Open the highlighted preset, or pick another file."""
        path = self._highlighted()
        if path is not None:
            self._open(path)
        elif self._list.highlighted_option is not None:  # none before the presets are listed
            start = user_presets() if self._current is None else self._current.parent
            self.app.push_screen(PickFile(start), self._pick)

    def _pick(self, path: Path | None) -> None:
        """List a file from elsewhere too, so that its problems have a place, and open it."""
        if path is None:
            return
        if all(entry.path != path for entry in (*self._others, *self._entries)):
            self._others.append(PresetEntry(path.stem, path, "user"))
        with self.prevent(Input.Changed):
            self.query_one(SearchInput).value = ""
        self._fill(path)
        self._open(path)

    @work(exclusive=True, group="open", exit_on_error=False)
    async def _open(self, path: Path) -> None:
        """End with a preset, or say why it can't be opened."""
        found = await asyncio.to_thread(self._previews.read, path)
        if not isinstance(found, FileError):
            self.finish(path)
            return
        self._show(path)
        entry = next((entry for entry in (*self._others, *self._entries) if entry.path == path), None)
        if entry is not None:
            self._learn(entry, found)
        more = f" (and {len(found.problems) - 1} more, at the right)" if len(found.problems) > 1 else ""
        self._refused = path
        self.query_one("#verdict", Verdict).bad(f"It can't be opened: {found.problems[0]}{more}")
