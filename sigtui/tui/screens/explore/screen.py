"""The Explore screen: pick at the left, figures at the right, the histogram of the highlighted row below them."""

from typing import ClassVar

from textual import on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical
from textual.screen import Screen
from textual.widget import Widget
from textual.widgets import HelpPanel, Static

from sigtui import saying
from sigtui.board import ORDERS, Board, BoardRow
from sigtui.columns import wrapped
from sigtui.model import Case, Mode, Operation
from sigtui.stats.curve import Curve, Zoom
from sigtui.tui.page import Page
from sigtui.tui.screens.explore import NAME
from sigtui.tui.widgets.heading import Heading
from sigtui.tui.widgets.histogram import Histogram
from sigtui.tui.widgets.keys import Keys
from sigtui.tui.widgets.picker import AlgorithmTree, Picker
from sigtui.tui.widgets.results import Results
from sigtui.tui.widgets.status import Status
from sigtui.tui.widgets.ticks import Ticks
from sigtui.tui.widgets.work import Effort, MessageTicks, Work
from sigtui.views import next_message, next_view

_NARROW, _WIDE, _BROAD = "-narrow", "-wide", "-broad"


class Explore(Page):
    """What there is to measure, and what was measured."""

    HORIZONTAL_BREAKPOINTS = [(0, _NARROW), (100, _WIDE), (160, _BROAD)]  # noqa: RUF012 - no ClassVar in Textual
    VERTICAL_BREAKPOINTS = [(0, "-low"), (32, "-high")]  # noqa: RUF012 - no ClassVar in Textual

    AUTO_FOCUS = "Results"
    ALLOW_IN_MAXIMIZED_VIEW = "Heading, Status, Footer, .-textual-system"

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("tab", "other_pane", "Pick", id="pane", tooltip="Between the selection and the results"),
        Binding("v", "next_view", "View", id="view", tooltip="Show the next operation or mode"),
        Binding(
            "V", "next_message", "Message", show=False, id="next-message", tooltip="Show the next message"
        ),
        Binding(
            "b",
            "baseline",
            "Base",
            show=False,
            id="baseline",
            tooltip="Compare all rows with this one",
        ),
        Binding("R", "run_case", "Run row", show=False, id="run-case", tooltip="Measure the highlighted row"),
        Binding(
            "P", "pause_case", "Pause row", show=False, id="pause-case", tooltip="Pause the highlighted row"
        ),
        Binding("X", "stop_case", "Stop row", show=False, id="stop-case", tooltip="Stop the highlighted row"),
        Binding("a", "axis", "Axis", show=False, id="axis", tooltip="Linear or logarithmic time axis"),
        Binding(
            "z", "zoom", "Zoom", show=False, id="zoom", tooltip="Histogram: the body, the tail, or all of it"
        ),
        Binding("Z", "maximise", "Maximise", show=False, id="maximise", tooltip="Give one pane all the room"),
        Binding("y", "copy", "Copy", show=False, id="copy", tooltip="Copy the table as text"),
        Binding("O", "sort", "Sort", show=False, id="sort", tooltip="Sort the rows by the next column"),
        Binding("t", "effort", "Effort", show=False, id="effort", tooltip="Choose the next effort"),
        Binding("n", "new_message", "New", show=False, id="new-message", tooltip="Add a message"),
        Binding("f", "find", "Find", show=False, id="find", tooltip="Search the catalogue"),
        Binding("escape", "back", "Back", show=False, id="back", tooltip="Back to the results"),
    ]

    HELP = """\
## Explore

The key that opened this closes it.

Tick algorithms, messages and work at the left, *Run*, and watch. Nothing is measured before you ask for it.

In the histogram `½` is the median, `Ø` the mean, `9` the 99th percentile; where several rows lie over each other,
their letters stand at their medians. *Axis* and *Zoom* show it otherwise.
"""

    CSS = """
    Explore { layout: vertical; }
    Explore #panes { height: 1fr; }
    Explore #pick { width: 30; border-right: solid $panel-lighten-2; }
    Explore.-broad #pick { width: 40; }
    Explore #figures { width: 1fr; }
    Explore #title { height: 1; padding: 0 1; color: $text-primary; text-style: bold; }
    Explore #title { text-wrap: nowrap; text-overflow: ellipsis; }
    Explore #words { height: 4; padding: 0 1; margin: 1 0 0 0; }
    Explore.-broad #words { height: 3; }
    Explore #cautions { height: auto; max-height: 6; padding: 0 1; color: $text-warning; }
    Explore Histogram { height: 1fr; min-height: 6; margin: 1 1 0 1; }
    Explore.-low #words { margin: 0; height: 2; }
    Explore.-low #cautions { max-height: 2; }
    Explore.-low Histogram { margin: 0 1; }
    Explore.-narrow #pick { display: none; }
    Explore.-narrow.-picking #pick { display: block; width: 1fr; border-right: none; }
    Explore.-narrow.-picking #figures { display: none; }
    Explore.-narrow #pick { layout: horizontal; }
    Explore.-narrow Picker { width: 1fr; height: 100%; border-right: solid $panel-lighten-2; }
    Explore.-narrow Work { width: 1fr; height: 100%; max-height: 100%; }
    """

    def __init__(self) -> None:
        super().__init__()
        self._before: Widget | None = None
        self._lines: dict[str, int] = {}
        self._found: tuple[Board, tuple[tuple[Case, ...], float]] | None = None

    def compose(self) -> ComposeResult:
        """Lay out."""
        yield Heading(NAME, self.tabs)
        with Horizontal(id="panes"):
            with Vertical(id="pick"):
                yield Picker()
                yield Work()
            with Vertical(id="figures"):
                yield Static("", id="title", markup=False)
                yield Results()
                yield Static("", id="words", markup=False)
                yield Static("", id="cautions", markup=False)
                yield Histogram()
        yield Status()
        yield Keys()

    def on_mount(self) -> None:
        """Follow the app's board, and show distributions as last time."""
        memory = self.studio.remembering
        self.restore_plot(memory.log_axis, memory.zoom)
        histogram = self.query_one(Histogram)
        self.watch(histogram, "log_scale", self._note_plot, init=False)
        self.watch(histogram, "zoom", self._note_plot, init=False)
        self.watch(self, "maximized", self._give_focus_back, init=False)
        self.watch(self.app, "board", self._show)

    def on_resize(self) -> None:
        """Say what has room now, once everything has its new size."""
        self.call_after_refresh(lambda: self._show(self.studio.board))

    @property
    def _results(self) -> Results:
        return self.query_one(Results)

    def _show(self, board: Board) -> None:
        """Draw a board."""
        workbench = self.studio.workbench
        draft = workbench.draft
        self.query_one(Picker).show([choice.algorithm.id for choice in draft.choices], workbench.providers)
        self.query_one(Work).show(draft, len(workbench.plan.cases), workbench.seconds, self.studio.keys)
        self._results.show(board, draft.effective_baseline, workbench.marked(board), workbench.sort)
        results = self._results
        unit = results.unit if results.tight else None
        samples = not results.counts_samples
        self._say("#title", saying.heading(board, draft, workbench.providers, unit, samples=samples))
        self._show_row(board)
        self.query_one(Status).show(
            saying.status(board, *self._ahead(board), draft.problem, self.studio.keys),
            board.progress,
        )

    def _ahead(self, board: Board) -> tuple[tuple[Case, ...], float]:
        """Return what r would measure, and how long it takes: found out once a board, and in no frame of a run."""
        if board.session.running:
            return (), 0.0
        if self._found is None or self._found[0] is not board:
            workbench = self.studio.workbench
            self._found = (board, (workbench.desk.remaining, workbench.remaining_seconds))
        return self._found[1]

    def _show_row(self, board: Board) -> None:
        """Draw what is about the highlighted row."""
        results, row = self._results, self._results.row
        brief = self.has_class("-low")
        text = saying.words(board, row, self.studio.workbench.draft, results.unit, brief=brief)
        said = self.query_one("#words", Static)
        self._say("#words", saying.fitting(text, said.size.width, said.size.height))
        self._say("#cautions", saying.cautions(board, brief=brief))
        self.query_one(Histogram).show(*self._curves(board, row))

    def _say(self, where: str, text: str) -> None:
        """Change a text; only another number of lines costs a layout."""
        said = self.query_one(where, Static)
        if said.content != text:
            before = self._lines.get(where)
            self._lines[where] = sum(len(wrapped(line, said.size.width or 1)) for line in text.splitlines())
            said.update(text, layout=self._lines[where] != before)

    def _curves(self, board: Board, row: BoardRow | None) -> tuple[tuple[Curve, ...], str]:
        workbench = self.studio.workbench
        marked = workbench.marked(board)
        rows = [row] if row is not None else []
        rows += [other for key in marked if (other := board.row(key)) is not None and other is not row]
        curves = tuple(
            curve
            for each in rows
            if (curve := saying.curve(each, marked, board.several_providers)) is not None
        )
        if curves:
            return curves, saying.curve_title(board, row)
        problem = workbench.draft.problem
        return (), saying.nothing_yet(board, row, *self._ahead(board), problem, self.studio.keys)

    # The table.

    @on(Results.Highlighted)
    def _highlighted(self, event: Results.Highlighted) -> None:
        self._show_row(self.studio.board)

    @on(Results.Opened)
    def _opened(self, event: Results.Opened) -> None:
        self.studio.closeup.show(event.key)

    @on(Results.Marked)
    def _marked(self, event: Results.Marked) -> None:
        self.studio.picking.mark(event.key)

    @on(Results.SortAsked)
    def _sort_asked(self, event: Results.SortAsked) -> None:
        self._sort_by(event.by)

    def action_next_view(self) -> None:
        """Show the next operation or mode."""
        board, workbench = self.studio.board, self.studio.workbench
        message = next(iter(workbench.draft.ticked), None)
        workbench.show(next_view(board.views, workbench.view, message))

    def action_next_message(self) -> None:
        """Show the next message."""
        board, workbench = self.studio.board, self.studio.workbench
        workbench.show(next_message(board.views, workbench.view))

    def action_sort(self) -> None:
        """Sort by the next column."""
        orders = list(ORDERS)
        self._sort_by(orders[(orders.index(self.studio.workbench.sort) + 1) % len(orders)])

    def _sort_by(self, sort: str) -> None:
        workbench = self.studio.workbench
        workbench.sort = sort
        self.sigtui.tell(saying.sorted_by(self.studio.board, sort))
        workbench.show(workbench.view)

    def action_baseline(self) -> None:
        """Make the highlighted row the baseline."""
        self.studio.picking.set_baseline(self._results.row)

    def action_run_case(self) -> None:
        """Measure the highlighted row."""
        self.studio.running.run_case(self._results.row)

    def action_pause_case(self) -> None:
        """Pause the highlighted row, or let it go on."""
        self.studio.running.set_aside(self._results.row, paused=True)

    def action_stop_case(self) -> None:
        """Stop the highlighted row."""
        self.studio.running.set_aside(self._results.row, paused=False)

    # The histogram.

    def action_axis(self) -> None:
        """Change the axis of time."""
        self.query_one(Histogram).toggle_log()

    def action_zoom(self) -> None:
        """Show another part of the distribution."""
        self.query_one(Histogram).next_zoom()

    def action_maximise(self) -> None:
        """Give the histogram, or the catalogue where it has the focus, all the room; again or Esc gives it back."""
        if self.maximized is not None:
            self.minimize()
            return
        boxes, histogram = self.query_one(AlgorithmTree), self.query_one(Histogram)
        self._before = self.focused
        pane = boxes if boxes.has_focus else histogram
        self.maximize(pane)
        self.set_focus(pane)

    def _give_focus_back(self, maximised: Widget | None) -> None:
        if maximised is None and self._before is not None:
            self.set_focus(self._before)
            self._before = None

    def _note_plot(self) -> None:
        histogram = self.query_one(Histogram)
        self.studio.remembering.note_plot(histogram.log_scale, str(histogram.zoom))

    def restore_plot(self, log_scale: bool, zoom: str | None) -> None:
        """Show distributions as they were shown last time; an unknown part is the body."""
        histogram = self.query_one(Histogram)
        histogram.log_scale = log_scale
        histogram.zoom = Zoom(zoom) if zoom in list(Zoom) else Zoom.BODY

    def action_copy(self) -> None:
        """Copy the table that is shown as text."""
        self.studio.copy_table()

    # The selection.

    @on(AlgorithmTree.Ticked)
    def _algorithm_ticked(self, event: AlgorithmTree.Ticked) -> None:
        self.studio.picking.tick(event.algorithm)

    @on(Ticks.Ticked)
    def _box_ticked(self, event: Ticks.Ticked) -> None:
        workbench = self.studio.workbench
        match event.ticks.id:
            case "messages":
                workbench.edit(workbench.draft.toggle_message(event.key))
            case "operations":
                workbench.edit(workbench.draft.toggle_operation(Operation(event.key)))
            case "modes":
                workbench.edit(workbench.draft.toggle_mode(Mode(event.key)))

    @on(MessageTicks.Asked)
    def _message_asked(self, event: MessageTicks.Asked) -> None:
        self.studio.picking.change_message(event.what, event.name)

    @on(Effort.Clicked)
    def _effort_clicked(self) -> None:
        self.action_effort()

    def action_effort(self) -> None:
        """Choose the next effort."""
        self.studio.picking.next_effort()

    def action_new_message(self) -> None:
        """Add a message."""
        self.studio.picking.new_message()

    def action_find(self) -> None:
        """Search the catalogue."""
        self.add_class("-picking")
        self.query_one(Picker).find()

    def action_other_pane(self) -> None:
        """Go on to the next part of the selection, and from its last one back to the results."""
        pick = self.query_one("#pick")
        stops = [self.query_one(AlgorithmTree), *self.query(Ticks)]
        if self.focused in stops[:-1]:
            self.set_focus(stops[stops.index(self.focused) + 1])
        elif self.focused is not None and pick in self.focused.ancestors and self.focused is not stops[-1]:
            self.set_focus(stops[0])
        elif self.focused is stops[-1]:
            self.remove_class("-picking")
            self.set_focus(self._results)
        else:
            self.add_class("-picking")
            self.set_focus(stops[0])

    def action_back(self) -> None:
        """Close the help, or go back to the results."""
        if self.query(HelpPanel):
            self.app.action_hide_help_panel()
        elif self.maximized is None:
            self.remove_class("-picking")
            self.set_focus(self._results)


def create() -> Screen[None]:
    """Return the screen."""
    return Explore()
