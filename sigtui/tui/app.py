"""The app: its screens, its keys, and what they do to the workbench."""

import asyncio
import signal
import sys
from collections.abc import Callable, Coroutine, Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from secrets import randbelow
from typing import TYPE_CHECKING, Any, ClassVar

import textual
from rich.segment import Segments
from rich.traceback import Traceback
from textual.app import App, SystemCommand
from textual.binding import Binding, BindingType
from textual.reactive import var
from textual.screen import Screen
from textual.timer import Timer
from textual.widgets import HelpPanel

from sigtui.algorithms import catalogue
from sigtui.bench.process import Worker, WorkerProcess
from sigtui.board import EMPTY, Board, BoardRow
from sigtui.errors import SigtuiError, UsageError
from sigtui.events import (
    CaseFailed,
    CaseReopened,
    CaseSetAside,
    Event,
    RunContinued,
    RunEnded,
    RunStarted,
    SliceMeasured,
    WorkerEnded,
)
from sigtui.exports import table
from sigtui.files.memory import Memory, MemoryFile, memory_path
from sigtui.files.opening import mark_of
from sigtui.model import EFFORTS, Algorithm, Case, ProviderInfo
from sigtui.numbers import percent
from sigtui.session import CaseStatus
from sigtui.tui import screens
from sigtui.tui.commands import Everything
from sigtui.tui.filing import Filing, last_run
from sigtui.tui.keeper import Keeper
from sigtui.tui.notices import KeepsNotices, Severity, error_notice, notice
from sigtui.tui.widgets.journal import Journal
from sigtui.tui.workbench import Document, Workbench

if TYPE_CHECKING:
    from sigtui.detail import Section
    from sigtui.tui.dialogs.detail import Detail

# Dialogs are imported by what opens them: the first picture comes a tenth of a second sooner.

_REMEMBER_SECONDS = 1.0
_FAILED = "The other rows go on. R on the row tries it again; F9 shows all messages."


@dataclass(frozen=True, slots=True)
class Options:
    """How the app is started; ``told`` are problems that were met on the way, to be shown first."""

    document: Document
    memory: Memory = field(default_factory=Memory)
    keymap: Mapping[str, str] = field(default_factory=dict)
    told: tuple[tuple[Severity, str], ...] = ()
    seed: int | None = None
    cpu: int | None = None


class SigtuiApp(KeepsNotices[None]):
    """Pick, run, watch."""

    TITLE = "sigtui"
    COMMANDS = App.COMMANDS | {Everything}
    MODES = {each.NAME: each.create for each in screens.entries()}  # noqa: RUF012 - Textual's own declaration
    DEFAULT_MODE = "explore"

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
    board: var[Board] = var(EMPTY, init=False, always_update=True)
    headline: var[str] = var("")
    machine: var[tuple[Mapping[str, object] | None, tuple[ProviderInfo, ...] | None]] = var((None, None))

    def __init__(self, options: Options, spawn: Callable[[], Worker] = WorkerProcess) -> None:
        super().__init__()
        self._options = options
        self._keeper: Keeper | None = None
        self._remembering: Timer | None = None
        self._run_task: asyncio.Task[None] | None = None
        self._look_task: asyncio.Task[None] | None = None
        self._plot: tuple[bool, str | None] = (options.memory.log_axis, options.memory.zoom)
        self._savable = options.document.saved
        self._memory_file = MemoryFile(memory_path(), options.memory)
        self.said_at_last = ""
        self.left_undone: list[str] = []
        """What could not be done while the app ended, to be told when the terminal is back."""
        self._asked_to_quit = False
        self._detailed = ""
        self._detail: Detail | None = None
        self._offered: tuple[bool | None, ...] = ()
        self._failures: set[str] = set()
        self.filing = Filing(self)
        self.workbench = Workbench(
            options.document,
            tell=self._followed,
            changed=self._changed,
            seed=randbelow(1 << 31) if options.seed is None else options.seed,
            cpu=options.cpu,
            spawn=spawn,
        )

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Offer what makes sense now: False hides a key, None shows it dimmed."""
        desk = self.workbench.desk
        match action:
            case "pause" | "stop":
                return desk.busy
            case "run":
                return not desk.busy or desk.state.paused or any(told.aside for told in desk.state.planned)
            case "export":
                return self.workbench.measured
        return True

    def get_system_commands(self, screen: Screen[Any]) -> Iterable[SystemCommand]:
        """Offer Textual's own commands, but for the one that our palette has with its own help."""
        commands = super().get_system_commands(screen)
        return (command for command in commands if command.title != "Quit")

    # Beginning and ending.

    def on_mount(self) -> None:
        """Restore what was, show it, and begin to look and to keep the board."""
        memory = self._options.memory
        if memory.theme in self.available_themes:
            self.theme = str(memory.theme)
        self.set_keymap(self._options.keymap)
        if memory.view is not None:
            self.workbench.show(memory.view)
        self.theme_changed_signal.subscribe(self, lambda _: self._remember_soon())
        self.board = self.workbench.board(self.board)
        self._set_headline()
        self._leave_on_signals()
        self.call_after_refresh(self._begin)

    def _leave_on_signals(self) -> None:
        """Give the terminal back when the system or the terminal's end asks for it."""
        if sys.platform != "win32" and not self.is_headless:
            loop = asyncio.get_running_loop()
            for number in (signal.SIGTERM, signal.SIGHUP):
                loop.add_signal_handler(number, self._leave_on, number)

    def _leave_on(self, number: int) -> None:
        """Leave with the exit code that shells give a process that this signal ended."""
        self.exit(return_code=128 + number)

    def _begin(self) -> None:
        self._keeper = Keeper(self.workbench, lambda: self.board, self._put_board)
        self.run_worker(self._keeper.keep(), group="keeper")
        for severity, text in self._options.told:
            self.tell(text, severity)
        self._look()

    def _put_board(self, board: Board) -> None:
        if not self.is_running:
            return
        self.board = board
        if self._detail is not None and self._detail is self.screen:
            self._show_detail_again(self._detail)

    def _look(self) -> None:
        """Find out what this machine is and can do, as long as nothing is measured."""

        async def look() -> None:
            await self.workbench.look()
            if not self.workbench.desk.busy:
                await self.workbench.look_at_all()

        if self._look_task is None or self._look_task.done():
            self._look_task = asyncio.create_task(look())
            self._look_task.add_done_callback(self._surface)

    def _surface(self, task: "asyncio.Task[None]") -> None:
        """Let an error in a task end the app as one in a handler would."""
        if task.cancelled():
            return
        try:
            task.result()
        except SigtuiError as error:
            self.complain(error)
        except Exception as error:  # noqa: BLE001 - whatever it is, nobody else awaits the task
            self._handle_exception(error)

    def _fatal_error(self) -> None:
        """Leave with the traceback of a crash, without its locals: writing out a board takes half a minute."""
        self._exit_renderables.append(
            Segments(self.console.render(Traceback(suppress=[textual]), self.console.options))
        )
        self._close_messages_no_wait()

    async def on_unmount(self) -> None:
        """Leave no process behind, and lose nothing."""
        tasks = [task for task in (self._look_task, self._run_task) if task is not None and not task.done()]
        for task in tasks:
            task.cancel()
        if tasks:
            await asyncio.wait(tasks)
        try:
            self.filing.keep_now()
            self.said_at_last = self._write_memory()
        except SigtuiError as error:  # there is no screen left to tell it on
            self.left_undone.append(str(error))

    async def action_quit(self) -> None:
        """Leave; during a run ask once."""
        if not self.workbench.desk.busy or self._asked_to_quit:
            self.exit()
            return
        self._asked_to_quit = True
        question = (
            f"A run is going on: {percent(self.workbench.desk.state.progress)} measured.\n"
            f"Quit? What was measured so far is kept in\n{last_run()}"
        )

        def answered(yes: bool | None) -> None:
            self._asked_to_quit = False
            if yes:
                self.exit()

        from sigtui.tui.dialogs.confirm import Confirm

        self.push_screen(Confirm(question, "Quit", "Stay"), answered)

    # What a person is told, and what is remembered.

    def tell(self, text: str, severity: Severity = "information") -> None:
        """Show a toast that the journal keeps."""
        notice(self, text, severity)

    def complain(self, error: SigtuiError) -> None:
        """Show what is wrong, and keep it."""
        error_notice(self, error)

    def _followed(self, event: Event) -> None:
        """Take note of an event of the run; the board follows by itself."""
        match event:
            case CaseFailed(case, reason):
                text = f"{case.key} failed: {reason}"
                notice(self, text, "error", _FAILED, toast=reason not in self._failures)
                self._failures.add(reason)
            case RunStarted() | RunContinued():
                self._failures.clear()
            case WorkerEnded(_, reason):
                self._ask(self.filing.keep())
                if reason:
                    self.tell(f"A worker process ended: {reason}. The rest goes on in a new one.", "warning")
            case RunEnded():
                self._set_headline()
            case SliceMeasured() if not self._offered[-1]:
                self._set_headline()
            case CaseSetAside() | CaseReopened():
                self._set_headline()
        self._stir()

    def _changed(self) -> None:
        """Show a change of the draft or the view at once, and remember it."""
        if self._keeper is not None:
            self._set_headline()
            self.machine = (self.workbench.machine, self.workbench.providers)
            self._keeper.stir(at_once=True)
            self._remember_soon()

    def _stir(self) -> None:
        if self._keeper is not None:
            self._keeper.stir()

    def _set_headline(self) -> None:
        document, desk = self.workbench.document, self.workbench.desk
        parts = [document.name]
        parts += ["unsaved"] if document.dirty else []
        if desk.busy:
            parts.append("paused" if desk.state.paused else "running")
        self.headline = " · ".join(parts)
        offered = tuple(self.check_action(action, ()) for action in ("run", "pause", "stop", "export"))
        if offered != self._offered:  # the footer is made anew, which nobody needs eight times a second
            self._offered = offered
            self.refresh_bindings()

    def _remember_soon(self) -> None:
        if self._remembering is None:
            self._remembering = self.set_timer(_REMEMBER_SECONDS, self._remember)

    def _remember(self) -> None:
        self._remembering = None
        try:
            told = self._write_memory()
        except SigtuiError as error:
            self.complain(error)
            return
        if told:
            self.tell(told, "warning")

    def _write_memory(self) -> str:
        """Remember everything for next time; of a draft that no file can hold, its last state that one can.

        Returns what has to be told: that another sigtui's draft was kept aside.
        """
        document = self.workbench.document
        if document.draft.unsavable is None:
            self._savable = document.draft.preset()
        log_axis, zoom = self._plot
        memory = Memory(
            theme=self.theme,
            preset=self._savable,
            path=document.path,
            dirty=document.dirty,
            view=self.workbench.view,
            log_axis=log_axis,
            zoom=zoom,
        )
        return self._memory_file.write(memory)

    def note_plot(self, log_axis: bool, zoom: str) -> None:
        """Remember how distributions are shown."""
        self._plot = (log_axis, zoom)
        self._remember_soon()

    @property
    def memory(self) -> Memory:
        """What was remembered from last time."""
        return self._options.memory

    # The run.

    def action_run(self) -> None:
        """Measure what remains, let a paused run go on, or measure all again."""
        desk = self.workbench.desk
        if self.workbench.draft.problem is not None:
            self.tell(self.workbench.draft.problem, "warning")
        elif desk.busy:
            desk.resume()
            desk.release_all()
        elif not self.workbench.plan.cases:
            self.tell(
                "None of the ticked algorithms is available here: the Machine screen (m) says why.", "warning"
            )
        else:
            desk.start()
            self._drive()
        self._set_headline()
        self._stir()

    def _drive(self) -> None:
        self._run_task = asyncio.create_task(self._drive_to_end())
        self._run_task.add_done_callback(self._surface)

    async def _drive_to_end(self) -> None:
        if self._look_task is not None and not self._look_task.done():
            if self.workbench.providers is not None:
                self._look_task.cancel()  # the rest of the catalogue can wait, the worker needs the processor
            await asyncio.wait([self._look_task])
        self.workbench.hold_machine()
        await self.workbench.desk.drive()
        self._set_headline()
        self._stir()
        await self.filing.keep()
        if not self.workbench.desk.busy:
            self._look()

    def action_pause(self) -> None:
        """Pause the run, or let it go on."""
        desk = self.workbench.desk
        if desk.state.paused:
            desk.resume()
        else:
            desk.pause()
        self._set_headline()

    def action_stop(self) -> None:
        """End the run; what was measured stays."""
        self.workbench.desk.stop()

    def run_case(self, row: BoardRow | None) -> None:
        """Measure one row, in the run that is going on or in one of its own."""
        case = self._case_of(row)
        if case is None:
            return
        desk = self.workbench.desk
        if desk.busy:
            desk.release(case)
        else:
            desk.start_case(case)
            self._drive()
        self._set_headline()

    def set_aside(self, row: BoardRow | None, *, paused: bool) -> None:
        """Pause or stop one row; pausing a paused one lets it go on."""
        case = self._case_of(row)
        desk = self.workbench.desk
        if case is None:
            return
        if not desk.busy:
            self.tell("Nothing is running. r runs all rows, R this one.")
        elif paused and desk.state.cases[case].status is CaseStatus.PAUSED:
            desk.release(case)
        else:
            desk.set_aside(case, paused=paused)

    def set_baseline(self, row: BoardRow | None) -> None:
        """Compare all rows with this one."""
        case = self._case_of(row)
        if case is not None:
            self.workbench.edit(self.workbench.draft.with_baseline(case.algorithm.id))

    def _case_of(self, row: BoardRow | None) -> Case | None:
        """Return what can be measured of a row; says why it can't be."""
        case = self.workbench.case_of(row)
        if case is None:
            why = (
                "There is no row."
                if row is None
                else f"{row.result.algorithm} can't be measured here: m says why."
            )
            self.tell(why, "warning")
        return case

    # The selection.

    def tick(self, algorithm: Algorithm) -> None:
        """Tick an algorithm, or untick it."""
        draft = self.workbench.draft
        ticked = draft.is_ticked(algorithm.id)
        self.workbench.edit(draft.untick(algorithm.id) if ticked else draft.tick(algorithm))

    def mark(self, key: str) -> None:
        """Mark a row for the histogram, or unmark it."""
        row = self.board.row(key)
        choice = None if row is None else self.workbench.choice_of(row)
        if choice is None:
            self.tell("Only rows that can be measured are overlaid: m says what is missing.", "warning")
            return
        try:
            self.workbench.edit(self.workbench.draft.toggle_mark(mark_of(choice)))
        except UsageError as error:
            self.tell(f"{error}.", "warning")

    def next_effort(self) -> None:
        """Choose the next effort."""
        names = list(EFFORTS)
        name = names[(names.index(self.workbench.draft.effort.name) + 1) % len(names)]
        self.workbench.edit(self.workbench.draft.with_effort(EFFORTS[name]))

    def new_message(self) -> None:
        """Ask for a message and add it."""
        self._ask(self._edit_message(None))

    def change_message(self, what: str, name: str) -> None:
        """Edit, duplicate or remove a message."""
        draft = self.workbench.draft
        match what:
            case "duplicate":
                self.workbench.edit(draft.duplicate_message(name))
            case "remove":
                self.workbench.edit(draft.remove_message(name))
                self.tell(f"Took {name} out. u brings it back.")
            case _:
                self._ask(self._edit_message(name))

    async def _edit_message(self, name: str | None) -> None:
        from sigtui.tui.dialogs.message import EditMessage

        workbench = self.workbench
        messages = {message.name: message for message in workbench.draft.messages}
        base = workbench.document.path.parent if workbench.document.path else Path.cwd()
        old = None if name is None else messages.get(name)
        made = await self.push_screen_wait(
            EditMessage(base, [each for each in messages if each != name], old)
        )
        if made is None:
            return
        draft = workbench.draft
        workbench.edit(draft.add_message(made) if name is None else draft.replace_message(name, made))

    def action_undo(self) -> None:
        """Take back the last change, or bring back the figures that a new run replaced."""
        if not self.workbench.undo():
            self.tell("There is nothing to undo.")

    # Screens, dialogs and panels.

    def _ask(self, asking: Coroutine[Any, Any, None]) -> None:
        """Run what waits for a dialog."""
        self.run_worker(asking, group="asking")

    def action_show_screen(self, name: str) -> None:
        """Show a screen."""
        self.switch_mode(name)

    def action_open(self) -> None:
        """Open a preset."""
        self._ask(self.filing.open())

    def action_save(self) -> None:
        """Save the preset."""
        self._ask(self.filing.save())

    def action_save_as(self) -> None:
        """Save the preset under a name."""
        self._ask(self.filing.save_as())

    def action_export(self) -> None:
        """Write the figures to a file."""
        self._ask(self.filing.export())

    def show_detail(self, key: str) -> None:
        """Tell everything about a row, and go on telling while it is measured."""
        row = self.board.row(key)
        if row is not None:
            from sigtui.tui.dialogs.detail import Detail

            self._detailed = key
            self._detail = Detail(self._sections(row), key.partition("@")[0])
            self.push_screen(self._detail)

    def _show_detail_again(self, detail: "Detail") -> None:
        row = self.board.row(self._detailed)
        if row is not None:
            detail.show(self._sections(row))

    def _sections(self, row: BoardRow) -> "tuple[Section, ...]":
        from sigtui.detail import sections

        workbench = self.workbench
        around = workbench.evidence.around(workbench.desk.state, (row.result,))
        algorithm = next((each for each in catalogue() if each.id == row.result.algorithm), None)
        return sections(around, row.result, algorithm, self.board.warnings)

    def copy_table(self) -> None:
        """Copy the table that is shown, as a headless run prints it."""
        if not self.board.measured:
            self.tell("There are no figures to copy yet: r measures.", "warning")
            return
        results = tuple(row.result for row in self.board.rows if row.case is not None)
        text = table.render(self.workbench.evidence.around(self.workbench.desk.state, results)).decode()
        self.copy_to_clipboard(text)
        self.tell(
            f"Copied {text.count(chr(10))} lines. Where nothing arrives, the terminal forbids it: e exports."
        )

    def action_help(self) -> None:
        """Show or hide the help for the focused part."""
        if self.screen.query(HelpPanel):
            self.action_hide_help_panel()
        else:
            self.action_show_help_panel()

    def write_keys(self) -> None:
        """Write the file in which keys can be changed, unless there is one."""
        from sigtui.files.keymap import keymap_path, write_template
        from sigtui.tui.keys import remappable

        path = keymap_path()
        try:
            write_template(path, remappable())
        except SigtuiError as error:
            self.complain(error)
            return
        self.tell(f"Wrote {path}. Change a line there; it counts from the next start.")

    def action_journal(self) -> None:
        """Show or hide everything that was told."""
        found = self.screen.query(Journal)
        if found:
            found.remove()
            return
        journal = Journal().data_bind(KeepsNotices.notices)
        self.screen.mount(journal)
        journal.focus()
