from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sigtui.files.results import Histogram, Result
from sigtui.plots.canvas import Canvas
from sigtui.plots.histograms import histograms
from sigtui.plots.paint import DIM, STROKES
from sigtui.plots.series import Series
from tests.made import ROW
from tests.plots.drawn import columns, number_of, parsed, shapes, texts

LEFT, RIGHT = 270.0, 790.0


def made(mean: float, batch: int = 1) -> Result:
    """Return a row whose samples lie around a mean."""
    edges = tuple(mean * (0.8 + 0.02 * index) for index in range(21))
    counts = tuple(10 + 3 * min(index, 19 - index) for index in range(20))
    return replace(
        ROW,
        mean_us=mean,
        median_us=mean,
        p99_us=mean * 1.15,
        error_us=mean * 0.02,
        error_rounds_us=None,
        histogram=Histogram(edges_us=edges, counts=counts),
        batch=batch,
    )


def drawn(*series: Series) -> Canvas:
    """Return the picture of these series, which there has to be."""
    canvas = Canvas()
    assert histograms(canvas, series)
    return canvas


def test_outlines_lie_over_each_other_and_each_has_a_strip() -> None:
    """Two of each colour, one dashed as its letter says, between the ends of one axis; the letters stand twice."""
    canvas = drawn(Series(made(50), "one"), Series(made(60), "two"), Series(made(70), "three"))
    outlines = shapes(canvas, "path")
    paints = [stroke.paint.light for stroke in STROKES[:3]]
    assert [each.get("stroke") for each in outlines] == [*paints, *paints]
    assert [each.get("stroke-dasharray") for each in outlines[:3]] == [None, "7 3", "2 2"]
    assert all(LEFT <= x <= RIGHT for each in outlines for x in columns(each))
    said = texts(canvas)
    assert [said.count(letter) for letter in "ABCD"] == [2, 2, 2, 0]
    assert {"one", "two", "three"} <= set(said)
    assert "µs, linear axis" in said


def test_the_same_time_is_at_the_same_place_over_each_other_and_in_its_strip() -> None:
    """There is one axis; of far-apart rows it is logarithmic, and ticks carry units where they need them."""
    canvas = drawn(Series(made(2), "fast"), Series(made(9_000), "slow"))
    outlines = shapes(canvas, "path")
    for one, strip in zip(outlines[:2], outlines[2:], strict=True):
        assert columns(one)[-1] == columns(strip)[-1]
    assert columns(outlines[0])[-1] < columns(outlines[1])[0]
    assert "µs, log axis" in texts(canvas) or "ms, log axis" in texts(canvas)


def test_one_row_is_a_strip_alone() -> None:
    """There is nothing to lie over."""
    canvas = drawn(Series(made(50), "one"))
    assert len(shapes(canvas, "path")) == 1
    assert "over each other" not in texts(canvas)


def test_of_more_than_six_the_others_have_strips_and_are_named() -> None:
    """The baseline is among the six, wherever it stands."""
    series = [Series(made(50 + index), f"row {index}") for index in range(7)]
    canvas = drawn(*series, Series(made(90), "base", baseline=True))
    assert len(shapes(canvas, "path")) == 6 + 8
    assert "In a strip only: row 5, row 6. Six outlines can be told apart." in texts(canvas)
    assert "= base" in texts(canvas)


def test_a_published_mean_is_a_mark_with_its_interval_and_says_so() -> None:
    """Dim and hollow, with no outline, and no n that nobody told."""
    published = Result(operation="sign", algorithm="x", mean_us=55.0, error_us=5.0)
    canvas = drawn(Series(made(50), "mine"), Series(published, "theirs", published=True))
    assert len(shapes(canvas, "path")) == 1
    assert {"n not published", "only mean and ±"} <= set(texts(canvas))
    name = next(each for each in shapes(canvas, "text") if each.text == "theirs")
    assert name.get("fill") == DIM.light
    assert shapes(canvas, "circle")[1].get("fill") == "#ffffff"


def test_without_an_interval_only_the_mean_is_told() -> None:
    """No whisker is made up: of the two that are left, one is the key's."""
    canvas = drawn(Series(Result(operation="sign", algorithm="x", mean_us=55.0), "theirs", published=True))
    assert "only its mean" in texts(canvas)
    assert len(shapes(canvas, "circle")) == 2
    ends = [each for each in shapes(canvas, "polyline") if each.get("stroke-width") == "1.5"]
    assert len(ends) == 4  # the key's median, and its whisker with two ends


def test_an_interval_wider_than_its_mean_is_not_drawn() -> None:
    """It says nothing: too few rounds."""
    row = Result(operation="sign", algorithm="x", mean_us=55.0, error_us=60.0)
    assert "only its mean" in texts(drawn(Series(row, "x")))
    assert "n not known" in texts(drawn(Series(row, "x")))


def test_a_row_with_quantiles_only_has_its_marks_and_no_distribution() -> None:
    """Median and p99 are drawn, and what is missing is said."""
    canvas = drawn(Series(ROW, "x"))
    assert "no distribution" in texts(canvas)
    assert "strips: each as high as its peak" not in texts(canvas)
    assert not shapes(canvas, "path")


def test_what_lies_beyond_the_axis_is_said() -> None:
    """A long tail is no part of the body, and no secret."""
    row = made(50)
    told = row.histogram or Histogram(edges_us=(0.0, 1.0), counts=(1,))
    tail = Histogram(edges_us=(*told.edges_us, 9_000.0), counts=(*told.counts, 3))
    canvas = drawn(Series(replace(row, histogram=tail), "x"))
    assert any(text.endswith("% beyond the axis") for text in texts(canvas))


def test_a_batch_has_its_k_and_no_p99() -> None:
    """A batch's p99 is no call's: of single calls a mark stands for it, besides the one in the key."""
    single, batch = drawn(Series(made(50), "x")), drawn(Series(made(50, batch=64), "x"))
    assert len(shapes(single, "polygon")) == 2
    assert len(shapes(batch, "polygon")) == 1
    assert "n 18,200 ×64" in texts(batch)


def test_nothing_is_drawn_of_rows_without_figures() -> None:
    """A failed one, one of no time, none at all: the canvas is as it was."""
    canvas = Canvas()
    failed = replace(made(50), error="it died")
    assert not histograms(canvas, [Series(failed, "x"), Series(replace(ROW, mean_us=0.0), "y")])
    assert not histograms(canvas, [])
    assert canvas.y == 0
    assert texts(canvas) == []


FIGURE = st.none() | st.floats(allow_nan=False, allow_infinity=False)


@given(
    rows=st.lists(
        st.tuples(
            FIGURE,
            FIGURE,
            FIGURE,
            FIGURE,
            st.none()
            | st.lists(st.floats(0, 1e9), min_size=2, max_size=9).flatmap(
                lambda edges: st.tuples(
                    st.just(tuple(sorted(edges))),
                    st.lists(st.integers(0, 2**63 - 1), min_size=len(edges) - 1, max_size=len(edges) - 1),
                )
            ),
        ),
        max_size=8,
    )
)
def test_whatever_a_snapshot_holds_is_drawn_within_the_picture(
    rows: list[
        tuple[
            float | None, float | None, float | None, float | None, tuple[tuple[float, ...], list[int]] | None
        ]
    ],
) -> None:
    """A file of somebody else may hold any figure: nothing raises, and no mark leaves the plot."""
    series = [
        Series(
            Result(
                operation="sign",
                mean_us=mean,
                error_us=error,
                median_us=median,
                p99_us=p99,
                histogram=None if bins is None else Histogram(edges_us=bins[0], counts=tuple(bins[1])),
            ),
            "x",
        )
        for mean, error, median, p99, bins in rows
    ]
    canvas = Canvas()
    if not histograms(canvas, series):
        return
    parsed(canvas)
    for each in shapes(canvas, "circle")[:-1]:
        assert LEFT <= number_of(each, "cx") <= RIGHT
    for each in shapes(canvas, "path"):
        assert all(LEFT <= x <= RIGHT for x in columns(each))


def test_the_same_rows_are_the_same_bytes() -> None:
    """Nothing is random."""
    first, second = (drawn(Series(made(50), "one"), Series(made(60), "two")) for _ in range(2))
    assert first.file("t", "d") == second.file("t", "d")


@pytest.mark.parametrize("mean", [1e-4, 1.0, 123.4, 9e6])
def test_any_time_finds_its_axis(mean: float) -> None:
    """From a tenth of a nanosecond to seconds."""
    canvas = drawn(Series(made(mean), "x"))
    (path,) = shapes(canvas, "path")
    assert columns(path)[-1] - LEFT > (RIGHT - LEFT) / 2
