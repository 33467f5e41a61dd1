"""The studio: all that the screens and keys of the app work with, and how its parts follow each other."""

import asyncio
from collections.abc import Callable, Coroutine, Mapping
from dataclasses import dataclass, field
from secrets import randbelow
from typing import TYPE_CHECKING, Any

from textual.binding import Binding

from sigtui.bench.process import Worker, WorkerProcess
from sigtui.board import EMPTY, Board
from sigtui.errors import SigtuiError
from sigtui.events import Event
from sigtui.exports import table
from sigtui.files.keymap import keymap_path, write_template
from sigtui.files.memory import Memory
from sigtui.numbers import percent
from sigtui.saying import why_not
from sigtui.tui.closeup import Closeup
from sigtui.tui.comparing import Comparing
from sigtui.tui.filing import Filing, last_run
from sigtui.tui.keeper import Keeper
from sigtui.tui.keys import remappable, spelled
from sigtui.tui.notices import Severity
from sigtui.tui.picking import Picking
from sigtui.tui.remembering import Remembering
from sigtui.tui.running import Running
from sigtui.tui.workbench import Document, Workbench

if TYPE_CHECKING:
    from sigtui.tui.app import SigtuiApp


_NOT_ALWAYS = ("run", "pause", "stop", "export")
"""What makes sense only at times; the ids of the keys are the same."""


@dataclass(frozen=True, slots=True)
class Options:
    """What the app opens with; ``told`` are problems that were met on the way, to be shown first."""

    document: Document
    memory: Memory = field(default_factory=Memory)
    keymap: Mapping[str, str] = field(default_factory=dict)
    told: tuple[tuple[Severity, str], ...] = ()
    seed: int | None = None
    cpu: int | None = None
    spawn: Callable[[], Worker] = WorkerProcess


class Studio:
    """Holds the workbench and its helpers; every change that one of them makes goes through here to the screens."""

    def __init__(self, app: "SigtuiApp", options: Options) -> None:
        self.app = app
        self.keys = spelled(options.keymap)
        """How texts write the keys that they name."""
        self._options = options
        self._begun = False
        self._offered: tuple[bool | None, ...] = ()
        self.workbench = Workbench(
            options.document,
            tell=self._followed,
            changed=self._changed,
            seed=randbelow(1 << 31) if options.seed is None else options.seed,
            cpu=options.cpu,
            spawn=options.spawn,
        )
        self.keeper = Keeper(self.workbench, lambda: self.board, self._put_board)
        self.remembering = Remembering(self, options.memory)
        self.filing = Filing(self)
        self.running = Running(self)
        self.picking = Picking(self)
        self.closeup = Closeup(self)
        self.comparing = Comparing(self)

    @property
    def board(self) -> Board:
        """The board that is shown."""
        return self.app.board or EMPTY

    # Beginning and ending.

    def begin(self) -> None:
        """Restore what was, make the first board, and begin to look and to keep it."""
        app, memory = self.app, self._options.memory
        if memory.theme in app.available_themes:
            app.theme = str(memory.theme)
        app.set_keymap(self._options.keymap)
        if memory.view is not None:
            self.workbench.show(memory.view)
        app.board = self.workbench.board(EMPTY)
        self._begun = True
        self.set_headline()
        app.theme_changed_signal.subscribe(app, lambda _: self.remembering.soon())
        app.run_worker(self.keeper.keep(), group="keeper")
        for severity, text in self._options.told:
            app.tell(text, severity)
        self.running.look()

    async def end(self) -> str:
        """Leave no process behind and lose nothing; returns what has to be told. Raises FileError."""
        await self.running.end()
        self.filing.keep_now()
        return self.remembering.write()

    @property
    def question_at_the_end(self) -> str | None:
        """What to ask before the app ends; None where nothing is going on."""
        desk = self.workbench.desk
        if not desk.busy:
            return None
        return (
            f"A run is going on: {percent(desk.state.progress)} measured.\n"
            f"Quit? What was measured so far is kept in\n{last_run()}"
        )

    # What follows what.

    def offers(self, action: str) -> bool:
        """Whether an action makes sense now."""
        desk = self.workbench.desk
        match action:
            case "pause" | "stop":
                return desk.busy
            case "run":
                return not desk.busy or desk.state.paused or any(told.aside for told in desk.state.planned)
            case "export":
                return self.workbench.measured
        return True

    def explain(self, key: str) -> None:
        """Say why a key does nothing now, if it is one that does something at other times."""
        usual = {binding.id: binding.key for binding in Binding.make_bindings(self.app.BINDINGS)}
        for action in _NOT_ALWAYS:
            if key in self._options.keymap.get(action, usual[action]).split(",") and not self.offers(action):
                self.app.tell(why_not(action, self.keys), "warning")

    @property
    def offers_export(self) -> bool:
        """Whether an export was on offer when the keys were last looked at."""
        return bool(self._offered[-1])

    def set_headline(self) -> None:
        """Say which document is open and what is going on, and offer the keys that make sense now."""
        document, desk = self.workbench.document, self.workbench.desk
        parts = [document.name]
        parts += ["unsaved"] if document.dirty else []
        if desk.busy:
            parts.append("paused" if desk.state.paused else "running")
        self.app.headline = " · ".join(parts)
        offered = tuple(map(self.offers, _NOT_ALWAYS))
        if offered != self._offered:  # the footer is made anew, which nobody needs eight times a second
            self._offered = offered
            self.app.refresh_bindings()

    def stir(self) -> None:
        """Say that the board is out of date."""
        self.keeper.stir()

    def _followed(self, event: Event) -> None:
        """Take note of an event of the run; the board follows by itself."""
        self.running.follow(event)
        self.stir()

    def _changed(self) -> None:
        """Show a change of the draft or the view at once, and remember it."""
        if self._begun:
            self.set_headline()
            self.app.machine = (self.workbench.machine, self.workbench.providers)
            self.keeper.stir(at_once=True)
            self.remembering.soon()

    def _put_board(self, board: Board) -> None:
        if self.app.is_running:
            self.app.board = board
            self.closeup.show_again()

    # What needs no place of its own.

    def ask(self, asking: Coroutine[Any, Any, None]) -> None:
        """Run what waits for a dialog."""
        self.app.run_worker(asking, group="asking")

    def watch_over(self, doing: Coroutine[Any, Any, None]) -> "asyncio.Task[None]":
        """Run what nobody waits for; its faults end the app."""
        task = asyncio.create_task(doing)
        self.app.watch_over(task)
        return task

    def copy_table(self) -> None:
        """Copy the table that is shown, as a headless run prints it."""
        board = self.board
        if not board.measured:
            self.app.tell(f"There are no figures to copy yet: {self.keys['run']} measures.", "warning")
            return
        results = tuple(row.result for row in board.rows if row.case is not None)
        around = self.workbench.evidence.around(self.workbench.desk.state, results)
        text = table.render(around).decode()
        self.app.copy_to_clipboard(text)
        self.app.tell(
            f"Copied {text.count(chr(10))} lines. Where nothing arrives, the terminal forbids it: "
            f"{self.keys['export']} writes them to a file."
        )

    def write_keys(self) -> None:
        """Write the file in which keys can be changed, unless there is one."""
        path = keymap_path()
        try:
            write_template(path, remappable())
        except SigtuiError as error:
            self.app.complain(error)
            return
        self.app.tell(f"Wrote {path}. Change a line there; it counts from the next start.")
