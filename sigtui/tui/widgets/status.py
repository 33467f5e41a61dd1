"""The line above the footer: how far the run is, and how long it still takes."""

from textual.app import ComposeResult
from textual.containers import Horizontal
from textual.widgets import ProgressBar, Static

_STEPS = 1_000


class Status(Horizontal):
    """A bar while something runs, and a text."""

    DEFAULT_CSS = """
    Status { height: 1; padding: 0 1; }
    Status > ProgressBar { width: 20%; margin-right: 2; display: none; }
    Status > ProgressBar Bar { width: 1fr; }
    Status.-running > ProgressBar { display: block; }
    Status > Static { width: 1fr; text-wrap: nowrap; text-overflow: ellipsis; }
    """

    def compose(self) -> ComposeResult:
        """Lay out."""
        yield ProgressBar(total=_STEPS, show_eta=False, show_percentage=False)
        yield Static("", markup=False)

    def show(self, text: str, progress: float | None) -> None:
        """Show a text, and how far a run is (0 to 1); None where none is going on."""
        self.set_class(progress is not None, "-running")
        if progress is not None:
            self.query_one(ProgressBar).update(progress=round(progress * _STEPS))
        said = self.query_one(Static)
        if said.content != text:
            said.update(text, layout=False)
