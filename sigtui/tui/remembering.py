"""Remembers for next time how the app was left: soon after each change, and when it ends."""

from typing import TYPE_CHECKING

from sigtui.errors import SigtuiError
from sigtui.files.memory import Memory, MemoryFile, memory_path

if TYPE_CHECKING:
    from textual.timer import Timer

    from sigtui.tui.studio import Studio

_SOON_SECONDS = 1.0


class Remembering:
    """Writes the app's memory."""

    def __init__(self, studio: "Studio", memory: Memory) -> None:
        self._studio = studio
        self._file = MemoryFile(memory_path(), memory)
        self._timer: Timer | None = None
        self._savable = studio.workbench.document.saved
        self.log_axis = memory.log_axis
        """Whether distributions are shown over a logarithmic axis."""
        self.zoom = memory.zoom
        """Which part of a distribution is shown, None where nobody chose."""

    def soon(self) -> None:
        """Write within a second."""
        if self._timer is None:
            self._timer = self._studio.app.set_timer(_SOON_SECONDS, self._now)

    def note_plot(self, log_axis: bool, zoom: str) -> None:
        """Remember how distributions are shown."""
        self.log_axis, self.zoom = log_axis, zoom
        self.soon()

    def _now(self) -> None:
        self._timer = None
        try:
            told = self.write()
        except SigtuiError as error:
            self._studio.app.complain(error)
            return
        if told:
            self._studio.app.tell(told, "warning")

    def write(self) -> str:
        """Remember everything; of a draft that no file can hold, its last state that one can.

        Returns what has to be told: that another sigtui's draft was kept aside. Raises FileError.
        """
        workbench = self._studio.workbench
        document = workbench.document
        if document.draft.unsavable is None:
            self._savable = document.draft.preset()
        memory = Memory(
            theme=self._studio.app.theme,
            preset=self._savable,
            path=document.path,
            dirty=document.dirty,
            view=workbench.view,
            log_axis=self.log_axis,
            zoom=self.zoom,
        )
        return self._file.write(memory)
