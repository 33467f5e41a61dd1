"""The app: its keys and its screens, how it begins and how it ends.

Nothing that is imported here is heavy: the first picture comes at once, and the studio, which does what the keys
ask for, is loaded behind it.
"""

import asyncio
import signal
import sys
from collections import deque
from collections.abc import Callable, Iterable, Mapping
from typing import TYPE_CHECKING, Any, ClassVar

from textual import events
from textual.app import App, SystemCommand
from textual.binding import Binding, BindingType
from textual.command import Provider
from textual.reactive import var
from textual.screen import Screen

from sigtui.errors import SigtuiError
from sigtui.tui import loading, screens
from sigtui.tui.crashes import EndsOnFaults
from sigtui.tui.notices import KeepsNotices, Severity, error_notice, notice

if TYPE_CHECKING:
    from sigtui.board import Board
    from sigtui.model import ProviderInfo
    from sigtui.tui.studio import Options, Studio


def _everything() -> type[Provider]:
    from sigtui.tui.commands import Everything

    return Everything


class SigtuiApp(EndsOnFaults):
    """Pick, run, watch."""

    TITLE = "sigtui"
    COMMANDS = App.COMMANDS | {_everything}
    MODES = {loading.NAME: loading.Loading, **screens.modes()}  # noqa: RUF012 - Textual's own declaration
    DEFAULT_MODE = loading.NAME

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("r", "run", "Run", id="run", tooltip="Measure what has not been measured, or go on"),
        Binding("p", "pause", "Pause", id="pause", tooltip="Pause the run, or go on"),
        Binding("x", "stop", "Stop", id="stop", tooltip="End the run; what was measured stays"),
        Binding(
            "question_mark,f1",
            "help",
            "Help",
            key_display="?",
            id="help",
            tooltip="Help for the focused part",
        ),
        Binding("q", "quit", "Quit", id="quit", tooltip="Leave; unsaved changes are kept for next time"),
        Binding("o", "open", "Open", id="open", tooltip="Open a preset"),
        Binding("s", "save", "Save", id="save", tooltip="Save the preset"),
        Binding("S", "save_as", "Save as", show=False, id="save-as", tooltip="Save under another name"),
        Binding("e", "export", "Export", id="export", tooltip="Write the figures to a file"),
        Binding("u", "undo", "Undo", show=False, id="undo", tooltip="Take back the last change"),
        *(
            Binding(
                each.KEY,
                f"show_screen('{each.NAME}')",
                each.TITLE,
                show=False,
                id=f"screen-{each.NAME}",
                tooltip=f"Show {each.TITLE}",
            )
            for each in screens.entries()
        ),
        Binding("f9", "journal", "Journal", show=False, id="journal", tooltip="Everything that was told"),
        Binding(
            "ctrl+p",
            "command_palette",
            "palette",
            show=False,
            priority=True,
            id="palette",
            tooltip="Find any action or algorithm",
        ),
        Binding("ctrl+q", "quit", "Quit", show=False, id="quit-anyway", tooltip="Leave"),
    ]

    # A board can be equal to the last one while marks, ticks or what is known of providers are not.
    board: var["Board | None"] = var(None, init=False, always_update=True)
    headline: var[str] = var("")
    machine: var["tuple[Mapping[str, object] | None, tuple[ProviderInfo, ...] | None]"] = var((None, None))

    def __init__(self, find_options: "Callable[[], Options]", theme: str | None = None) -> None:
        """``find_options`` is called in a thread, after the first picture; what it raises ends the app."""
        super().__init__()
        self._find_options = find_options
        self._studio: Studio | None = None
        self._early: deque[Callable[[Studio], object]] = deque()
        self._loading: asyncio.Task[None] | None = None
        self.refused: SigtuiError | None = None
        """Why there is nothing to open."""
        self.said_at_last = ""
        self.left_undone: list[str] = []
        """What could not be done while the app ended, to be told when the terminal is back."""
        self._asked_to_quit = False
        if theme in self.available_themes:
            self.theme = str(theme)

    @property
    def studio(self) -> "Studio":
        """What does what the keys ask for. Raises RuntimeError before it is loaded."""
        if self._studio is None:
            raise RuntimeError("the studio is not there yet")
        return self._studio

    @property
    def loaded(self) -> bool:
        """Whether the studio is there."""
        return self._studio is not None

    def when_loaded(self, do: "Callable[[Studio], object]") -> None:
        """Do something with the studio: now, or once it is there."""
        if self._studio is None:
            self._early.append(do)
        else:
            do(self._studio)

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Offer what makes sense now: False hides a key, None shows it dimmed."""
        if self._studio is None:
            return action not in ("pause", "stop", "export")
        return self._studio.offers(action)

    def get_system_commands(self, screen: Screen[Any]) -> Iterable[SystemCommand]:
        """Offer Textual's own commands, but for the one that our palette has with its own help."""
        commands = super().get_system_commands(screen)
        return (command for command in commands if command.title != "Quit")

    # Beginning and ending.

    def on_mount(self) -> None:
        """Show a picture first."""
        self._leave_on_signals()
        self.call_after_refresh(self._begin)

    def _begin(self) -> None:
        self._loading = asyncio.create_task(self._load())
        self.watch_over(self._loading)

    async def _load(self) -> None:
        """Import everything else, find out what to open, and open it."""
        first, *_ = screens.entries()

        def load() -> "Studio":
            from sigtui.tui.studio import Studio

            screens.load(first.NAME)
            return Studio(self, self._find_options())

        try:
            studio = await asyncio.to_thread(load)
        except SigtuiError as error:
            self.refused = error
            self.exit(return_code=error.exit_code)
            return
        self._studio = studio
        studio.begin()
        await self.switch_mode(first.NAME)
        while self._early:
            self._early.popleft()(studio)

    def _leave_on_signals(self) -> None:
        """Give the terminal back when the system or the terminal's end asks for it."""
        if sys.platform != "win32" and not self.is_headless:
            loop = asyncio.get_running_loop()
            for number in (signal.SIGTERM, signal.SIGHUP):
                loop.add_signal_handler(number, self._leave_on, number)

    def _leave_on(self, number: int) -> None:
        """Leave with the exit code that shells give a process that this signal ended."""
        self._leave(128 + number)

    def _leave(self, return_code: int = 0) -> None:
        """Leave; what is still being loaded must not show a screen any more."""
        if self._loading is not None:
            self._loading.cancel()
        self.exit(return_code=return_code)

    async def on_unmount(self) -> None:
        """Leave no process behind, and lose nothing."""
        if self._studio is None:
            return
        try:
            self.said_at_last = await self._studio.end()
        except SigtuiError as error:  # there is no screen left to tell it on
            self.left_undone.append(str(error))

    async def action_quit(self) -> None:
        """Leave; during a run ask once."""
        question = None if self._studio is None else self._studio.question_at_the_end
        if question is None or self._asked_to_quit:
            self._leave()
            return
        self._asked_to_quit = True

        def answered(yes: bool | None) -> None:
            self._asked_to_quit = False
            if yes:
                self._leave()

        from sigtui.tui.dialogs.confirm import Confirm

        self.push_screen(Confirm(question, "Quit", "Stay"), answered)

    # What a person is told.

    def tell(self, text: str, severity: Severity = "information") -> None:
        """Show a toast that the journal keeps."""
        notice(self, text, severity)

    def complain(self, error: SigtuiError) -> None:
        """Show what is wrong, and keep it."""
        error_notice(self, error)

    # What the keys do, on every screen.

    def on_key(self, event: events.Key) -> None:
        """Say why a key did nothing, where there is something to say."""
        if self._studio is not None:
            self._studio.explain(event.key)

    def action_run(self) -> None:
        """Measure what remains, let a paused run go on, or measure all again."""
        self.when_loaded(lambda studio: studio.running.run())

    def action_pause(self) -> None:
        """Pause the run, or let it go on."""
        self.when_loaded(lambda studio: studio.running.pause())

    def action_stop(self) -> None:
        """End the run; what was measured stays."""
        self.when_loaded(lambda studio: studio.running.stop())

    def action_undo(self) -> None:
        """Take back the last change, or bring back the figures that a new run replaced."""
        self.when_loaded(lambda studio: studio.picking.undo())

    def action_open(self) -> None:
        """Open a preset."""
        self.when_loaded(lambda studio: studio.ask(studio.filing.open()))

    def action_save(self) -> None:
        """Save the preset."""
        self.when_loaded(lambda studio: studio.ask(studio.filing.save()))

    def action_save_as(self) -> None:
        """Save the preset under a name."""
        self.when_loaded(lambda studio: studio.ask(studio.filing.save_as()))

    def action_export(self) -> None:
        """Write the figures to a file."""
        self.when_loaded(lambda studio: studio.ask(studio.filing.export()))

    def action_show_screen(self, name: str) -> None:
        """Show a screen."""
        self.when_loaded(lambda _: self.switch_mode(name))

    def action_command_palette(self) -> None:
        """Offer every action and every algorithm."""
        self.when_loaded(lambda _: super(SigtuiApp, self).action_command_palette())

    def action_help(self) -> None:
        """Show or hide the help for the focused part."""
        if self.screen.query("HelpPanel"):
            self.action_hide_help_panel()
        else:
            self.when_loaded(lambda _: self.action_show_help_panel())

    def action_journal(self) -> None:
        """Show or hide everything that was told."""
        from sigtui.tui.widgets.journal import Journal

        found = self.screen.query(Journal)
        if found:
            found.remove()
            return
        journal = Journal().data_bind(KeepsNotices.notices)
        self.screen.mount(journal)
        journal.focus()
