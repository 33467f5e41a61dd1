"""The run as the keys steer it: begin, pause, stop, whole and row by row, and what is told of it."""

import asyncio
from typing import TYPE_CHECKING

from sigtui.board import BoardRow
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
from sigtui.saying import NONE_AVAILABLE
from sigtui.session import CaseStatus
from sigtui.tui.notices import notice

if TYPE_CHECKING:
    from sigtui.tui.studio import Studio


class Running:
    """Steers the desk. One run at a time; between runs it looks at what this machine is and can do."""

    def __init__(self, studio: "Studio") -> None:
        self._studio = studio
        self._run: asyncio.Task[None] | None = None
        self._look: asyncio.Task[None] | None = None
        self._failures: set[str] = set()

    # What this machine is and can do.

    def look(self) -> None:
        """Find out what this machine is and can do, as long as nothing is measured."""

        async def look() -> None:
            workbench = self._studio.workbench
            await workbench.look()
            if not workbench.desk.busy:
                await workbench.look_at_all()

        if self._look is None or self._look.done():
            self._look = self._studio.watch_over(look())

    async def end(self) -> None:
        """Leave no process behind."""
        tasks = [task for task in (self._look, self._run) if task is not None and not task.done()]
        for task in tasks:
            task.cancel()
        if tasks:
            await asyncio.wait(tasks)

    # The whole run.

    def run(self) -> None:
        """Measure what remains, let a paused run go on, or measure all again."""
        app, workbench = self._studio.app, self._studio.workbench
        desk = workbench.desk
        if workbench.draft.problem is not None:
            app.tell(workbench.draft.problem, "warning")
        elif desk.busy:
            desk.resume()
            desk.release_all()
        elif not workbench.plan.cases:
            app.tell(NONE_AVAILABLE, "warning")
        else:
            desk.start()
            self._drive()
        self._studio.set_headline()
        self._studio.stir()

    def _drive(self) -> None:
        self._run = self._studio.watch_over(self._drive_to_end())

    async def _drive_to_end(self) -> None:
        studio, workbench = self._studio, self._studio.workbench
        if self._look is not None and not self._look.done():
            if workbench.providers is not None:
                self._look.cancel()  # the rest of the catalogue can wait, the worker needs the processor
            await asyncio.wait([self._look])
        workbench.hold_machine()
        await workbench.desk.drive()
        studio.set_headline()
        studio.stir()
        await studio.filing.keep()
        if not workbench.desk.busy:
            self.look()

    def pause(self) -> None:
        """Pause the run, or let it go on."""
        desk = self._studio.workbench.desk
        if desk.state.paused:
            desk.resume()
        else:
            desk.pause()
        self._studio.set_headline()

    def stop(self) -> None:
        """End the run; what was measured stays."""
        self._studio.workbench.desk.stop()

    # One row.

    def run_case(self, row: BoardRow | None) -> None:
        """Measure one row, in the run that is going on or in one of its own."""
        case = self._studio.picking.case_of(row)
        if case is None:
            return
        desk = self._studio.workbench.desk
        if desk.busy:
            desk.release(case)
        else:
            desk.start_case(case)
            self._drive()
        self._studio.set_headline()

    def set_aside(self, row: BoardRow | None, *, paused: bool) -> None:
        """Pause or stop one row; pausing a paused one lets it go on."""
        case = self._studio.picking.case_of(row)
        desk = self._studio.workbench.desk
        if case is None:
            return
        if not desk.busy:
            keys = self._studio.keys
            self._studio.app.tell(
                f"Nothing is running. {keys['run']} runs all rows, {keys['run-case']} this one."
            )
        elif paused and desk.state.cases[case].status is CaseStatus.PAUSED:
            desk.release(case)
        else:
            desk.set_aside(case, paused=paused)

    # What is told of it.

    def follow(self, event: Event) -> None:
        """Take note of an event."""
        studio = self._studio
        match event:
            case CaseFailed(case, reason):
                text = f"{case.key} failed: {reason}"
                keys = studio.keys
                remedy = (
                    f"The other rows go on. {keys['run-case']} on the row tries it again; "
                    f"{keys['journal']} shows all messages."
                )
                notice(studio.app, text, "error", remedy, toast=reason not in self._failures)
                self._failures.add(reason)
            case RunStarted() | RunContinued():
                self._failures.clear()
            case WorkerEnded(_, reason):
                studio.ask(studio.filing.keep())
                if reason:
                    studio.app.tell(
                        f"A worker process ended: {reason}. The rest goes on in a new one.", "warning"
                    )
            case RunEnded() | CaseSetAside() | CaseReopened():
                studio.set_headline()
            case SliceMeasured() if not studio.offers_export:
                studio.set_headline()
