"""The live histogram: the distribution of the highlighted row, or the outlines of several over each other."""

from collections.abc import Callable, Mapping, Sequence
from typing import ClassVar

from rich.segment import Segment
from rich.style import Style
from textual.color import Color
from textual.geometry import Size
from textual.reactive import reactive
from textual.strip import Strip
from textual.widget import Widget
from textual.worker import Worker, WorkerState

from sigtui.columns import wrapped
from sigtui.stats.curve import Curve, Zoom
from sigtui.tui.widgets.histogram_axis import Word, sign
from sigtui.tui.widgets.histogram_inks import inks
from sigtui.tui.widgets.histogram_layout import Axes, below, grown, gutter, gutter_of, rows, scale
from sigtui.tui.widgets.histogram_plot import Blocks, Plotter, Shape, load
from sigtui.tui.widgets.histogram_words import headline


class Histogram(Widget, can_focus=True):
    """Shows how the calls of one row, or of several, are spread over time. It binds no keys: its screen does.

    ``log_scale`` and ``zoom`` say which axis and which part are shown; a change of either starts new axes. A
    click on their words in the title changes them too.
    """

    ALLOW_SELECT = False
    COMPONENT_CLASSES: ClassVar[set[str]] = {
        "histogram--title",
        "histogram--note",
        "histogram--axis",
        "histogram--mark",
    }
    DEFAULT_CSS = """
    Histogram {
        height: 1fr;
        & > .histogram--title { color: $foreground; text-style: bold; }
        & > .histogram--note { color: $text-muted; }
        & > .histogram--axis { color: $text-muted; }
        & > .histogram--mark { color: $foreground; text-style: bold; }
        &:focus > .histogram--title {
            background: $block-cursor-background;
            color: $block-cursor-foreground;
            text-style: $block-cursor-text-style;
        }
        &:focus:nocolor > .histogram--title {
            background: $background;
            color: $foreground;
            text-style: bold reverse;
        }
    }
    """

    log_scale: reactive[bool] = reactive(False)
    zoom: reactive[Zoom] = reactive(Zoom.BODY)
    stacked: reactive[bool] = reactive(False)
    """Whether several curves have a strip each, under each other, instead of lying over each other."""

    def __init__(
        self,
        *,
        plotter: Callable[[], Plotter] = load,
        name: str | None = None,
        id: str | None = None,  # noqa: A002 - Textual's own name for it
        classes: str | None = None,
    ) -> None:
        super().__init__(name=name, id=id, classes=classes)
        self._load = plotter
        self._plotter: Plotter = Blocks()
        self._curves: tuple[Curve, ...] = ()
        self._title = ""
        self._axes: Axes | None = None
        self._picture: tuple[Size, list[Strip]] | None = None

    def on_mount(self) -> None:
        """Fetch plotext once the first picture is there, in a thread; until then blocks do.

        They do for good where there are no colours: outlines over each other could not be told apart, strips can.
        """
        self.app.theme_changed_signal.subscribe(self, lambda _: self._repaint())
        if not self.app.no_color:
            self.call_after_refresh(self.run_worker, self._load, thread=True, exit_on_error=False)

    def on_worker_state_changed(self, event: Worker.StateChanged) -> None:
        """Draw with plotext from now on."""
        if event.state is WorkerState.SUCCESS and event.worker.result is not None:
            self._plotter = event.worker.result
            self._repaint()

    def show(self, curves: tuple[Curve, ...], title: str) -> None:
        """Show curves, the highlighted row's first; of none the title is shown as a message.

        A curve without samples is none. As long as title, rows and settings stay, the axes only grow.
        """
        if (curves, title) != (self._curves, self._title):
            self._curves, self._title = curves, title
            self._repaint()

    def toggle_log(self) -> None:
        """Change between a linear and a logarithmic axis of time."""
        self.log_scale = not self.log_scale

    def next_zoom(self) -> None:
        """Show the next part: the body, the tail, all."""
        zooms = list(Zoom)
        self.zoom = zooms[(zooms.index(self.zoom) + 1) % len(zooms)]

    action_toggle_log = toggle_log
    action_next_zoom = next_zoom

    def validate_zoom(self, zoom: str) -> Zoom:
        """Take a zoom by its name too."""
        return Zoom(zoom)

    def watch_log_scale(self) -> None:
        """Draw on the other axis."""
        self._repaint()

    def watch_stacked(self) -> None:
        """Draw them the other way."""
        self._repaint()

    def watch_zoom(self) -> None:
        """Draw the other part."""
        self._repaint()

    def notify_style_update(self) -> None:
        """Draw in the new colours."""
        super().notify_style_update()
        self._picture = None

    def _repaint(self) -> None:
        self._picture = None
        self.refresh()

    def render_line(self, y: int) -> Strip:
        """Return a line of the picture, which is drawn when a line is first asked for after a change."""
        size = self.size
        if self._picture is None or self._picture[0] != size:
            self._picture = (size, self._drawn(size))
        lines = self._picture[1]
        return lines[y] if y < len(lines) else Strip.blank(size.width, self.rich_style)

    def _drawn(self, size: Size) -> list[Strip]:
        curves = tuple(curve for curve in self._curves if curve.samples > 0)
        lines = self._histogram(curves, size) if curves else self._message(size)
        base = self.rich_style
        return [line.adjust_cell_length(size.width, base).apply_style(base) for line in lines]

    def _message(self, size: Size) -> list[Strip]:
        texts = wrapped(self._title, max(1, size.width - 2))
        above = max(0, (size.height - len(texts)) // 2)
        return [Strip.blank(size.width)] * above + [
            self._strip([Word(text.center(size.width).rstrip())]) for text in texts
        ]

    def _histogram(self, curves: tuple[Curve, ...], size: Size) -> list[Strip]:
        left = gutter_of(size.width)
        columns = size.width - left
        room = rows(size.height, len(curves))
        self._axes, levels = grown(self._axes, self._title, curves, self.zoom, self.log_scale, columns)
        times, percents = self._axes.times, self._axes.percents
        colours = self._inks
        shapes = [
            Shape(level / percents.high, colours[sign(curve)], sign(curve), curve.batch > 1)
            for curve, level in zip(curves, levels, strict=True)
        ]
        plotter: Plotter = Blocks() if self.stacked and len(shapes) > 1 else self._plotter
        outlines = plotter.outlines
        above = [headline(self._title, curves, times, self.zoom, size.width)] if room.title else []
        under = below(curves, times, room, columns, left, outlines)
        height = size.height - len(above) - len(under)
        single = len(shapes) == 1
        plot = plotter.bars(shapes[0], height) if single else plotter.overlay(shapes, height)
        # Strips of their own share a scale, but not a plot that it could stand beside.
        texts = scale(percents, height) if single or outlines else [""] * height
        pairs = zip(texts, plot, strict=True)
        return [
            *map(self._strip, above),
            *(Strip.join([self._strip(gutter(text, "│", left)), row]) for text, row in pairs),
            *map(self._strip, under),
        ]

    def _strip(self, words: Sequence[Word]) -> Strip:
        """Return words in the colours of their roles."""
        return Strip([Segment(word.text, self._style(word)) for word in words])

    def _style(self, word: Word) -> Style:
        ink = self._inks.get(word.role)
        if ink is None:
            style = self.get_component_rich_style(f"histogram--{word.role}")
        else:
            style = Style(color=ink.rich_color, bold=True)
        return style + Style.from_meta({"@click": word.action}) if word.action else style

    @property
    def _inks(self) -> Mapping[str, Color]:
        return inks(Color.parse(self.app.theme_variables["primary"]), self.app.current_theme.dark)
