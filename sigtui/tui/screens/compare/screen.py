"""The Compare screen: cases or snapshots side by side, what that means in words, and their distributions."""

import asyncio
from dataclasses import replace
from typing import ClassVar

from textual import on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.screen import Screen
from textual.widgets import Static

from sigtui.columns import wrapped
from sigtui.comparing.curves import curves, without_distribution
from sigtui.comparing.pivot import row_name
from sigtui.comparing.sides import known
from sigtui.model import Varying
from sigtui.tui.comparing import Made
from sigtui.tui.page import Page
from sigtui.tui.screens.compare import NAME
from sigtui.tui.widgets.heading import Heading
from sigtui.tui.widgets.histogram import Histogram
from sigtui.tui.widgets.keys import Keys
from sigtui.tui.widgets.sheet import SheetTable
from sigtui.wire.words import sentence

_REST_SECONDS = 1.0
"""How long a comparison is left as it is while figures come in: making one takes a tenth of a second."""


class Compare(Page):
    """Two to six cases or snapshots beside each other."""

    AUTO_FOCUS = "SheetTable"
    VERTICAL_BREAKPOINTS = [(0, "-low"), (32, "-high")]  # noqa: RUF012 - no ClassVar in Textual
    ALLOW_IN_MAXIMIZED_VIEW = "Heading, Footer, .-textual-system"

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("v", "next_view", "View", id="compare-view", tooltip="Show the next comparison"),
        Binding("V", "next_message", "Message", show=False, id="compare-message", tooltip="The next message"),
        Binding("b", "baseline", "Base", id="compare-baseline", tooltip="Compare with this column"),
        Binding("space", "drop", "Drop", id="compare-drop", tooltip="Leave this column out"),
        Binding("n", "add", "Add", id="compare-add", tooltip="Put another snapshot beside these"),
        Binding(
            "a", "axis", "Axis", show=False, id="compare-axis", tooltip="Linear or logarithmic time axis"
        ),
        Binding(
            "z", "zoom", "Zoom", show=False, id="compare-zoom", tooltip="The body, the tail, or all of it"
        ),
        Binding("H", "stack", "Shapes", id="compare-shapes", tooltip="Shapes over or under each other"),
        Binding(
            "Z", "maximise", "Maximise", show=False, id="compare-maximise", tooltip="All room for a pane"
        ),
        Binding("s", "keep", "Keep", id="compare-keep", tooltip="Keep this comparison in the preset"),
        Binding("u", "undo", "Undo", show=False, id="compare-undo", tooltip="Take the last change back"),
        Binding("e", "export", "Export", id="compare-export", tooltip="Write this comparison to a file"),
        Binding("y", "copy", "Copy", show=False, id="compare-copy", tooltip="Copy the comparison as text"),
    ]

    HELP = """\
## Compare

The key that opened this closes it.

Columns are cases or snapshots; `=` is the baseline. A time has half of its 99.9 % interval; *× base* says faster,
slower or no difference, with the interval of the ratio. Dim figures are published, or nominal.

*View* goes through what people ask: algorithms, what fresh keys cost, message sizes, providers, the post-quantum
premium, and what the preset keeps. Marked rows of Explore are what is compared.

What differs in operation, mode, message or machine is never mixed: it is left out, and said below.
"""

    CSS = """
    Compare { layout: vertical; }
    Compare #title { height: 1; padding: 0 1; color: $text-primary; text-style: bold; }
    Compare #title { text-wrap: nowrap; text-overflow: ellipsis; }
    Compare #verdicts { height: auto; max-height: 4; padding: 0 1; }
    Compare SheetTable { margin-top: 1; }
    Compare Histogram { height: 30%; min-height: 6; margin: 0 1; }
    Compare #words { height: auto; max-height: 5; padding: 0 1; color: $foreground 80%; }
    Compare.-low #verdicts { max-height: 2; }
    Compare.-low SheetTable { margin-top: 0; }
    Compare.-low Histogram { height: 7; }
    Compare.-low #words { max-height: 1; }
    Compare.-empty SheetTable, Compare.-empty #words, Compare.-empty #verdicts { display: none; }
    Compare.-empty Histogram { height: 1fr; }
    """

    def __init__(self) -> None:
        super().__init__()
        self._made: Made | None = None
        self._stirred = asyncio.Event()

    def compose(self) -> ComposeResult:
        """Lay out."""
        yield Heading(NAME, self.tabs)
        yield Static("", id="title", markup=False)
        yield Static("", id="verdicts", markup=False)
        yield SheetTable()
        yield Histogram()
        yield Static("", id="words", markup=False)
        yield Keys()

    def on_mount(self) -> None:
        """Follow the app's board."""
        self.query_one(Histogram).log_scale = True
        self.watch(self.app, "board", self._stir)
        self.run_worker(self._keep(), group="comparing")

    def on_screen_resume(self) -> None:
        """Show what changed while another screen was on top."""
        self._stir()

    def on_resize(self) -> None:
        """Wrap the sentences anew."""
        self.call_after_refresh(self._show)

    def _stir(self) -> None:
        self._stirred.set()

    async def _keep(self) -> None:
        """Make the comparison anew whenever something changed, and rest while figures come in."""
        while True:
            await self._stirred.wait()
            self._stirred.clear()
            if not self.is_current:
                continue
            self._made = await self.studio.comparing.made()
            self._show()
            if self.studio.board.session.running:
                await asyncio.sleep(_REST_SECONDS)

    # Drawing.

    def _show(self) -> None:
        made = self._made
        if made is None or not self.is_mounted:
            return
        compared, told = made.compared, made.sheet
        if told is not None and self.has_class("-empty"):
            self.call_after_refresh(self.query_one(SheetTable).focus)  # it had to give up the focus
        self.set_class(told is None, "-empty")
        following = f"   {self.studio.keys['compare-view']} next: {self.studio.comparing.following.title}"
        subtitle = f" · {told.subtitle}" if told else ""
        self.query_one("#title", Static).update(f"{made.comparison.title}{subtitle}{following}")
        self.query_one(SheetTable).show(told)
        if compared is None or told is None:
            self.query_one(Histogram).show((), self._why_not(made.problem))
            return
        width = max(self.size.width - 2, 20)
        self.query_one("#verdicts", Static).update(_some(told.verdicts, width, 2 if self._is_low else 4))
        words = [f"SAME {told.same}. DIFFERS {told.differs}."]
        words += [f"! {text}" for text in told.warnings]
        words += [f"✗ {text}" for text in told.refused]
        words += [*told.notes, *([told.own] if told.own else [])]
        self.query_one("#words", Static).update(_some(words, width, 1 if self._is_low else 5))
        self.call_after_refresh(self._show_shapes)  # the table may get its room only now

    @property
    def _is_low(self) -> bool:
        return self.has_class("-low")

    def _show_shapes(self) -> None:
        made = self._made
        row = self.query_one(SheetTable).row
        if made is None or made.compared is None or row is None or row >= len(made.compared.rows):
            return
        shown = made.compared.rows[row]
        lacking = without_distribution(made.compared, shown)
        title = row_name(shown)
        if lacking:
            title += f" · no distribution of {', '.join(lacking)}"
        drawn = tuple(curve for curve in curves(made.compared, shown) if curve.samples)
        nothing = f"No distribution is stored of {title}."
        self.query_one(Histogram).show(drawn, title if drawn else nothing)

    def _why_not(self, problem: str) -> str:
        keys = self.studio.keys
        if problem:
            return (
                f"{sentence(problem)}. {keys['screen-explore']} and then ticks and {keys['run']} measure more; "
                f"{keys['compare-view']} shows the next comparison, {keys['compare-add']} puts a snapshot beside."
            )
        return (
            f"Nothing measured yet. {keys['run']} measures; then two or more algorithms stand here side by side. "
            f"{keys['compare-add']} shows a snapshot or a published reference at once."
        )

    @on(SheetTable.Moved)
    def _moved(self) -> None:
        self._show_shapes()

    @on(SheetTable.Opened)
    def _opened(self, event: SheetTable.Opened) -> None:
        compared = self._made.compared if self._made else None
        cell = compared.rows[event.row].cells[event.column] if compared else None
        if cell is None:
            self.sigtui.tell("There is no such case in this column.", "warning")
            return
        from sigtui.detail import sections
        from sigtui.tui.dialogs.detail import Detail

        side = cell.side
        told = sections(side.source.snapshot, side.result, known(side.result.algorithm))
        self.app.push_screen(Detail(told, f"{side.name}, {side.source.name}"))

    # What is compared.

    def action_next_view(self) -> None:
        """Show the next comparison."""
        self.studio.comparing.next()
        self._stir()

    def action_next_message(self) -> None:
        """Compare with the next message."""
        comparing, messages = self.studio.comparing, self.studio.workbench.draft.messages
        names = [message.name for message in messages]
        current = comparing.current
        if current.view in (Varying.MESSAGES, Varying.SNAPSHOTS) or len(names) < 2:
            self.sigtui.tell("There is no other message to choose in this view.", "warning")
            return
        now = current.messages[0] if current.messages else names[0]
        following = names[(names.index(now) + 1) % len(names)] if now in names else names[0]
        comparing.change(replace(current, messages=(following,)))
        self._stir()

    def action_baseline(self) -> None:
        """Compare all columns with the highlighted one."""
        compared = self._made.compared if self._made else None
        if compared is not None:
            name = compared.columns[self.query_one(SheetTable).column].name
            self.studio.comparing.change(replace(self.studio.comparing.current, baseline=name))
            self.sigtui.tell(f"{name} is the baseline.")
            self._stir()

    def action_drop(self) -> None:
        """Leave the highlighted column out."""
        compared = self._made.compared if self._made else None
        if compared is None:
            return
        place = self.query_one(SheetTable).column
        name = compared.columns[place].name
        if place == compared.baseline or len(compared.columns) < 3:
            why = "is the baseline" if place == compared.baseline else "is one of two"
            self.sigtui.tell(f"{name} {why}, and can't be left out.", "warning")
            return
        left = [column.name for column in compared.columns if column.name != name]
        self.studio.comparing.without(name, left)
        self.sigtui.tell(f"Left out {name}. {self.studio.keys['compare-undo']} brings it back.")
        self._stir()

    def action_undo(self) -> None:
        """Take back the last change of the comparison, or else of the preset."""
        if self.studio.comparing.undo():
            self._stir()
        else:
            self.studio.picking.undo()

    def action_add(self) -> None:
        """Put a snapshot beside these."""
        self.studio.ask(self._add())

    async def _add(self) -> None:
        from sigtui.tui.dialogs.beside import ChooseBeside

        name: str | None = await self.app.push_screen_wait(ChooseBeside())
        if name:
            self.studio.comparing.with_snapshots((name,))
            self._stir()

    # How it is drawn.

    def action_axis(self) -> None:
        """Change between a linear and a logarithmic axis."""
        self.query_one(Histogram).toggle_log()

    def action_zoom(self) -> None:
        """Show the body, the tail, or all."""
        self.query_one(Histogram).next_zoom()

    def action_stack(self) -> None:
        """Put the shapes under each other, or over each other."""
        histogram = self.query_one(Histogram)
        histogram.stacked = not histogram.stacked
        self.sigtui.tell("Shapes under each other." if histogram.stacked else "Shapes over each other.")

    def action_maximise(self) -> None:
        """Give the focused pane the whole screen, or take it back."""
        if self.maximized is not None:
            self.minimize()
        elif self.focused is not None:
            self.maximize(self.focused)

    # Keeping it.

    def action_keep(self) -> None:
        """Keep the comparison in the preset."""
        self.studio.ask(self.studio.filing.keep_comparison())

    def action_export(self) -> None:
        """Write the comparison to a file."""
        compared = self._made.compared if self._made else None
        if compared is None:
            self.sigtui.tell("There is no comparison to export yet.", "warning")
            return
        self.studio.ask(self.studio.filing.export_comparison(compared))

    def action_copy(self) -> None:
        """Copy the comparison as text."""
        compared = self._made.compared if self._made else None
        if compared is None:
            self.sigtui.tell("There is no comparison to copy yet.", "warning")
            return
        from sigtui.exports import table

        text = table.render_compared(compared).decode()
        self.app.copy_to_clipboard(text)
        self.sigtui.tell(f"Copied {text.count(chr(10))} lines.")


def _some(texts: "tuple[str, ...] | list[str]", width: int, most: int) -> str:
    """Return as many sentences as fit into so many lines, and how many more there are."""
    lines: list[str] = []
    for place, text in enumerate(texts):
        made = wrapped(text, width, later="  ")
        rest = len(texts) - place
        if lines and len(lines) + len(made) > most - (rest > 1):
            lines.append(f"and {rest} more")
            break
        lines += made
    return "\n".join(lines[: max(most, 1)])


def create() -> Screen[None]:
    """Return the screen."""
    return Compare()
