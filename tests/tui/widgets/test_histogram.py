import asyncio
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, field

import pytest
from textual.app import App, ComposeResult
from textual.pilot import Pilot
from textual.strip import Strip

from sigtui.stats.curve import Curve, Zoom
from sigtui.tui.widgets.histogram import Histogram
from sigtui.tui.widgets.histogram_plot import Blocks, Plotter, Shape, load
from tests.tui.widgets.curves import batched, curve_of, plain, retrying

OVERLAY = (retrying(), plain("A"), batched("B"))
MESSAGE = "Nothing measured yet. r measures 14 cases in about 30 s. Sizes are known already."


@dataclass(slots=True)
class Counting:
    """Blocks that count how often they draw."""

    drawn: int = 0
    outlines: bool = True
    blocks: Blocks = field(default_factory=Blocks)

    def bars(self, shape: Shape, rows: int) -> list[Strip]:
        """Draw one curve."""
        self.drawn += 1
        return self.blocks.bars(shape, rows)

    def overlay(self, shapes: Sequence[Shape], rows: int) -> list[Strip]:
        """Draw several curves."""
        self.drawn += 1
        return self.blocks.overlay(shapes, rows)


class OneHistogram(App[None]):
    """A screen with nothing but a histogram."""

    def __init__(self, plotter: Callable[[], Plotter]) -> None:
        super().__init__()
        self.plotter = plotter

    def compose(self) -> ComposeResult:
        """Make the histogram."""
        yield Histogram(plotter=self.plotter)


def run(
    check: Callable[[Histogram, Pilot[None]], Awaitable[None]],
    plotter: Callable[[], Plotter] = load,
    size: tuple[int, int] = (88, 16),
) -> None:
    """Run a check in an app whose histogram has fetched its plotter."""

    async def main() -> None:
        app = OneHistogram(plotter)
        async with app.run_test(size=size) as pilot:
            await pilot.pause()
            await app.workers.wait_for_complete()
            await pilot.pause()
            await check(app.query_one(Histogram), pilot)

    asyncio.run(main())


def lines(histogram: Histogram) -> list[str]:
    """Return what the histogram shows."""
    return [histogram.render_line(y).text for y in range(histogram.size.height)]


def colours(histogram: Histogram, text: str) -> set[str]:
    """Return the colours in which a text is written."""
    return {
        str(segment.style.color.name)
        for y in range(histogram.size.height)
        for segment in histogram.render_line(y)
        if text in segment.text and segment.style is not None and segment.style.color is not None
    }


def test_one_curve_is_bars_with_its_marks() -> None:
    """Title, scale, bars, axis, ticks, marks and figures, each in its row."""

    async def check(histogram: Histogram, pilot: Pilot[None]) -> None:
        histogram.show((retrying(),), "ml-dsa-44 sign")
        await pilot.pause()
        title, *plot, axis, ticks, marks, figures = lines(histogram)
        assert title.startswith("ml-dsa-44 sign · 2,517 single calls (k=1) · linear · body 0–4,000 µs")
        assert "█" in plot[-1]
        assert plot[0][7] == "│"
        assert any("10 % │" in line for line in plot)
        assert axis.lstrip().startswith("└┼──")
        assert ticks.rstrip().endswith("4,000 µs")
        assert marks.split() == ["½", "Ø", "9"]
        assert figures.strip().startswith("½ median 81")

    run(check)


def test_several_curves_are_outlines_with_a_legend() -> None:
    """Letters on their tops and at their medians, beads for batches, a line of the legend each."""

    async def check(histogram: Histogram, pilot: Pilot[None]) -> None:
        histogram.log_scale = True
        histogram.show(OVERLAY, "sign")
        await pilot.pause()
        shown = lines(histogram)
        plot, (medians, *legend) = shown[1:-6], shown[-4:]
        assert shown[0].startswith("sign · 3 rows · log · body 1–5,000 µs")
        for letter in "▸AB":
            assert sum(line.count(letter) for line in plot) == 1
            assert letter in medians
        assert any("•" in line for line in plot)
        assert not any("█" in line for line in plot)
        assert [line.strip()[0] for line in legend] == ["▸", "A", "B"]
        assert "•• hmac-sha256" in legend[2]
        assert "10,400 batches of 64 calls" in legend[2]

    run(check)


def test_a_curve_keeps_its_colour_in_plot_and_legend() -> None:
    """Its letter is written in one colour everywhere, another than the others'."""

    async def check(histogram: Histogram, pilot: Pilot[None]) -> None:
        histogram.log_scale = True
        histogram.show(OVERLAY, "sign")
        await pilot.pause()
        first, second = colours(histogram, "A ──"), colours(histogram, "B ••")
        assert len(first | second) == 2
        assert colours(histogram, "•") == second
        histogram.show((plain("A"),), "sign")
        await pilot.pause()
        assert colours(histogram, "█") == first

    run(check)


def test_without_plotext_blocks_draw_the_same() -> None:
    """The bars are the same; several curves have a strip each."""
    seen: list[list[str]] = []

    async def check(histogram: Histogram, pilot: Pilot[None]) -> None:
        histogram.show((retrying(),), "ml-dsa-44 sign")
        await pilot.pause()
        seen.append(lines(histogram))

    async def overlay(histogram: Histogram, pilot: Pilot[None]) -> None:
        await check(histogram, pilot)
        histogram.show(OVERLAY, "sign")
        await pilot.pause()
        plot = lines(histogram)[1:-6]
        assert [line[8] for line in plot if line[8] in "▸AB"] == ["▸", "A", "B"]
        assert not any("%" in line for line in plot)

    run(check)
    run(overlay, Blocks)
    assert seen[0] == seen[1]


def test_no_curve_is_a_message() -> None:
    """In the middle, in whole words; a curve without samples is none."""

    async def check(histogram: Histogram, pilot: Pilot[None]) -> None:
        for curves in ((), (curve_of("ed25519", [1.0]),)):
            empty = tuple(Curve(each.name, "", each.bins, 0.0, 0, 1, 0.0, 0.0, None) for each in curves)
            histogram.show(empty, MESSAGE)
            await pilot.pause()
            shown = lines(histogram)
            assert " ".join(" ".join(shown).split()) == MESSAGE
            assert not shown[0].strip()
            assert not shown[-1].strip()

    run(check, size=(50, 9))


def test_brackets_in_a_title_are_text() -> None:
    """A message's name is somebody's own."""

    async def check(histogram: Histogram, pilot: Pilot[None]) -> None:
        histogram.show((), "[bold]x[/] [@click=quit]y")
        await pilot.pause()
        assert "[bold]x[/] [@click=quit]y" in "\n".join(lines(histogram))

    run(check)


def test_the_picture_is_drawn_once_a_change() -> None:
    """Not for the same curves again, not for each line, and not for a repaint of the screen."""
    counting = Counting()

    async def check(histogram: Histogram, pilot: Pilot[None]) -> None:
        curves = (retrying(),)
        histogram.show(curves, "sign")
        await pilot.pause()
        assert counting.drawn == 1
        histogram.show(curves, "sign")
        histogram.show(tuple(curves), "sign")
        histogram.screen.refresh()
        lines(histogram)
        await pilot.pause()
        assert counting.drawn == 1
        histogram.show((retrying(),), "sign")
        histogram.show((retrying(size=2_000),), "sign")
        await pilot.pause()
        assert counting.drawn == 2

    run(check, lambda: counting)


def test_axis_and_part_can_be_changed() -> None:
    """By the screen's keys, and by a click on their words."""

    async def check(histogram: Histogram, pilot: Pilot[None]) -> None:
        histogram.show((retrying(),), "sign")
        seen = []
        for _ in range(4):
            await pilot.pause()
            seen.append(lines(histogram)[0].split(" · ")[3].split()[0])
            histogram.next_zoom()
        assert seen == ["body", "tail", "all", "body"]
        histogram.toggle_log()
        await pilot.pause()
        assert " · log · tail " in lines(histogram)[0]
        await pilot.click(Histogram, offset=(lines(histogram)[0].index("log"), 0))
        await pilot.click(Histogram, offset=(lines(histogram)[0].index("tail"), 0))
        await pilot.pause()
        assert (histogram.log_scale, histogram.zoom) == (False, Zoom.ALL)
        assert " · linear · all " in lines(histogram)[0]

    run(check)


def test_a_part_is_known_by_its_name() -> None:
    """And an unknown one is refused."""

    async def check(histogram: Histogram, pilot: Pilot[None]) -> None:
        attribute = "zoom"
        setattr(histogram, attribute, "tail")
        assert histogram.zoom is Zoom.TAIL
        with pytest.raises(ValueError, match="middle"):
            setattr(histogram, attribute, "middle")

    run(check)


def test_axes_grow_and_start_anew_for_another_row() -> None:
    """During a run a wide axis stays; the next row has its own."""

    async def check(histogram: Histogram, pilot: Pilot[None]) -> None:
        extents = []
        for times, title in (
            ([1e6] * 30 + [9e6] * 3, "rsa"),
            ([1e6] * 3_000 + [9e6] * 3, "rsa"),
            ([1e6] * 3_000 + [9e6] * 3, "rsa verify"),
        ):
            histogram.show((curve_of("rsa", times),), title)
            await pilot.pause()
            extents.append(lines(histogram)[0].split("body ")[1])
        assert extents[0].startswith("0.5–9 ms")
        assert extents[1].startswith("0.5–9 ms")
        assert extents[2].startswith("0.975–1.03 ms")

    run(check, size=(120, 16))


@pytest.mark.parametrize("plotter", [load, Blocks])
@pytest.mark.parametrize("log", [False, True])
def test_no_size_and_no_samples_break_it(plotter: Callable[[], Plotter], log: bool) -> None:
    """From one cell to a wide screen, from one sample to many, alone or over each other, while it is resized."""
    pictures = [
        (curve_of("one", [48_000.0]),),
        (curve_of("equal", [48_000.0] * 700),),
        (curve_of("none left", [30.0, 30.0], shift=40.0),),
        (curve_of("zero", [0.0, 0.0]),),
        (retrying(),),
        (*OVERLAY, *(plain(letter) for letter in "CDEF")),
        (),
    ]

    async def check(histogram: Histogram, pilot: Pilot[None]) -> None:
        histogram.log_scale = log
        for width, height in ((1, 1), (2, 3), (20, 2), (29, 6), (50, 6), (80, 10), (200, 30), (40, 60)):
            await pilot.resize_terminal(width, height)
            for zoom in Zoom:
                histogram.zoom = zoom
                for number, curves in enumerate(pictures):
                    histogram.show(curves, f"picture {number}")
                    shown = lines(histogram)
                    assert [len(line) for line in shown] == [width] * height
                    assert "nan" not in "".join(shown)

    run(check, plotter)


def test_a_theme_changes_its_colours() -> None:
    """Also one that leaves them to the terminal."""

    async def check(histogram: Histogram, pilot: Pilot[None]) -> None:
        histogram.show((retrying(),), "sign")
        seen = set()
        for theme in ("textual-dark", "textual-light", "gruvbox", "ansi-dark"):
            histogram.app.theme = theme
            await pilot.pause()
            await pilot.pause()
            (colour,) = colours(histogram, "█")
            seen.add(colour)
        assert len(seen) == 4

    run(check)


def test_focus_shows_in_the_title() -> None:
    """And nothing else moves."""

    async def check(histogram: Histogram, pilot: Pilot[None]) -> None:
        histogram.show((retrying(),), "sign")
        histogram.screen.set_focus(None)
        await pilot.pause()
        before, text = histogram.render_line(0), lines(histogram)
        histogram.focus()
        await pilot.pause()
        assert histogram.render_line(0) != before
        assert lines(histogram) == text

    run(check)


def test_without_colours_nothing_is_lost(monkeypatch: pytest.MonkeyPatch) -> None:
    """NO_COLOR: each row has a strip with its letter, where outlines would lie over each other; focus is reverse."""
    monkeypatch.setenv("NO_COLOR", "1")

    async def check(histogram: Histogram, pilot: Pilot[None]) -> None:
        histogram.log_scale = True
        histogram.show(OVERLAY, "sign")
        histogram.focus()
        await pilot.pause()
        plot = lines(histogram)[1:-6]
        assert [line[8] for line in plot if line[8] in "▸AB"] == ["▸", "A", "B"]
        assert not any("•" in line for line in plot)
        (title, *_) = histogram.render_line(0)
        assert title.style is not None
        assert title.style.reverse

    run(check)


def test_it_binds_no_keys() -> None:
    """Keys are its screen's."""
    assert not Histogram.BINDINGS
    assert Histogram.can_focus


def test_an_app_that_ends_at_once_leaves_nothing_behind() -> None:
    """Also where plotext was still on its way."""

    async def main() -> None:
        async with OneHistogram(load).run_test(size=(80, 24)) as pilot:
            pilot.app.exit()

    asyncio.run(main())
