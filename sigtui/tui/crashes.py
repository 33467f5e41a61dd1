"""How a fault ends the app. The one place that uses what Textual keeps for itself."""

import asyncio

import textual
from rich.segment import Segments
from rich.traceback import Traceback

from sigtui.errors import SigtuiError
from sigtui.tui.notices import KeepsNotices, error_notice


class EndsOnFaults(KeepsNotices[None]):
    """An app that ends with a traceback where a program is wrong, and goes on where a person can do something."""

    def watch_over(self, task: "asyncio.Task[None]") -> None:
        """Let an error in a task end the app as one in a handler would."""
        task.add_done_callback(self._surface)

    def _surface(self, task: "asyncio.Task[None]") -> None:
        if task.cancelled():
            return
        try:
            task.result()
        except SigtuiError as error:
            error_notice(self, error)
        except Exception as error:  # noqa: BLE001 - whatever it is, nobody else awaits the task
            self._handle_exception(error)

    def _fatal_error(self) -> None:
        """Leave with the traceback of a crash, without its locals: writing out a board takes half a minute."""
        self._exit_renderables.append(
            Segments(self.console.render(Traceback(suppress=[textual]), self.console.options))
        )
        self._close_messages_no_wait()
