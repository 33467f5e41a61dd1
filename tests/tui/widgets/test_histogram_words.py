from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sigtui.stats.axis import Axis
from sigtui.stats.curve import Zoom
from sigtui.tui.widgets.histogram_axis import Word, cells
from sigtui.tui.widgets.histogram_words import figures, headline, legend
from tests.tui.widgets.curves import batched, curve_of, plain, retrying

SINGLE = replace(retrying(), median=793e3, mean=1_010e3, p99=3_620e3)
BODY = Axis(0.0, 4_000e3)


def text(words: list[Word]) -> str:
    """Return what the words say."""
    return "".join(word.text for word in words)


@pytest.mark.parametrize(
    ("width", "said"),
    [
        (88, "ml-dsa-44 sign · 2,517 single calls (k=1) · linear · body 0–4,000 µs, 0.8 % beyond"),
        (80, "ml-dsa-44 sign · 2,517 single calls · linear · body 0–4,000 µs, 0.8 % beyond"),
        (70, "ml-dsa-44 sign · 2,517 single calls · linear · body 0–4,000 µs"),
        (52, "ml-dsa-44 sign · 2,517 single calls · linear · body"),
        (50, "ml-dsa-44 sign · n=2,517 k=1 · linear · body"),
        (40, "ml-dsa-44 sign · linear · body"),
        (28, "ml-dsa-44 s… · linear · body"),
        (9, "ml-dsa-4…"),
    ],
)
def test_a_headline_says_less_where_there_is_less_room(width: int, said: str) -> None:
    """The share off the axis goes first, then the extent, the count; axis and part stay longest."""
    assert text(headline("ml-dsa-44 sign", [SINGLE], BODY, Zoom.BODY, width)) == said


def test_a_headline_names_the_whole_view_in_a_narrow_terminal() -> None:
    """Operation, mode and message are there before the count is, beside axis and part."""
    said = {
        title: text(headline(title, [SINGLE], BODY, Zoom.BODY, 78))
        for title in (
            "ml-dsa-44 sign single-shot properties",
            "rsa-2048-pkcs1v15-sha256 sign load-key properties",
        )
    }
    assert all(line.startswith(f"{title} · ") for title, line in said.items())
    assert all(line.endswith(" · linear · body") for line in said.values())


def test_batches_are_named_in_the_headline() -> None:
    """They are no single calls."""
    said = text(headline("hmac-sha256 sign", [batched()], Axis(1_330.0, 1_410.0), Zoom.BODY, 120))
    assert said.startswith("hmac-sha256 sign · 10,400 batches of 64 calls · linear · body 1.33–1.41 µs")


def test_what_lies_off_the_axis_is_said_of_the_worst_curve() -> None:
    """On either side; a share that rounds to nothing is no nothing."""
    tail = text(headline("t", [SINGLE], Axis(1_410e3, 9_000e3, True), Zoom.TAIL, 120))
    assert "log · tail 1,410–9,000 µs, 7" in tail
    assert tail.endswith("% before")
    curve = curve_of("x", [100.0] * 9_999 + [5_000.0])
    assert text(headline("t", [curve], Axis(0.0, 200.0), Zoom.BODY, 120)).endswith(", < 0.1 % beyond")
    both = text(headline("t", [SINGLE, plain("A")], Axis(0.0, 50e3), Zoom.BODY, 120))
    assert both.endswith("t · 2 rows · linear · body 0–50 µs, up to 100 % beyond")


def test_axis_and_part_can_be_clicked() -> None:
    """Their words carry what a click does."""
    words = headline("t", [SINGLE], BODY, Zoom.BODY, 120)
    assert {word.text: word.action for word in words if word.action} == {
        "linear": "toggle_log",
        "body 0–4,000 µs, 0.8 % beyond": "next_zoom",
    }


@pytest.mark.parametrize(
    ("width", "said"),
    [
        (80, "½ median 793  Ø mean 1,010  9 p99 3,620 µs  height: % of calls a column"),
        (60, "½ median 793  Ø mean 1,010  9 p99 3,620 µs"),
        (30, "½ 793  Ø 1,010  9 3,620 µs"),
        (20, "½ 793  Ø 1,010  9 3…"),
    ],
)
def test_figures_name_the_unit_once(width: int, said: str) -> None:
    """Names go before numbers do."""
    assert text(figures(SINGLE, width)) == said


@pytest.mark.parametrize(
    ("width", "said"),
    [
        (90, "½ median 1.35  Ø mean 1.36 µs  k=64: batches of 64 calls, no p99 of single calls"),
        (50, "½ median 1.35  Ø mean 1.36 µs  k=64: no p99"),
        (40, "½ 1.35  Ø 1.36 µs  k=64: no p99"),
    ],
)
def test_batches_say_why_they_have_no_p99(width: int, said: str) -> None:
    """In the place where it would stand."""
    assert text(figures(replace(batched(), median=1_350, mean=1_360), width)) == said


def test_few_samples_say_what_a_p99_needs() -> None:
    """With their own number."""
    assert text(figures(replace(retrying(size=60), median=834e3, mean=1_150e3), 70)) == (
        "½ median 834  Ø mean 1,150 µs  n=60: a p99 needs 500 samples"
    )


def test_figures_far_apart_carry_their_own_units() -> None:
    """One of 12 ms beside one of 800 µs is not 12,000 µs."""
    far = replace(SINGLE, median=800e3, mean=950e3, p99=12.3e6)
    assert text(figures(far, 60)) == "½ median 800 µs  Ø mean 950 µs  9 p99 12.3 ms"


def test_a_legend_has_a_line_a_curve() -> None:
    """Letter, kind of line, name, figures and samples, in columns; a p99 that is none says why."""
    few = replace(retrying("B", size=60), median=834e3, mean=1_150e3)
    hmac = replace(batched("A"), median=1_350, mean=1_360)
    assert [text(line) for line in legend([SINGLE, hmac, few], 110, 3, outlines=True)] == [
        "▸ ── ml-dsa-44    median  793  mean 1,010  p99 3,620 µs  2,517 single calls",
        "A •• hmac-sha256  median 1.35  mean  1.36  p99     k=64  10,400 batches of 64 calls",
        "B ── ml-dsa-44    median  834  mean 1,150  p99     n=60  60 single calls",
    ]


def test_a_legend_without_outlines_shows_no_lines() -> None:
    """Strips of bars are told apart by their letters."""
    assert (
        text(legend([SINGLE, batched("A")], 50, 2, outlines=False)[1])
        == "A hmac-sha256  median 1.35 µs  n=10,400 k=64"
    )


def test_a_legend_of_few_rows_runs_on() -> None:
    """One curve after the other, and how many more there are."""
    curves = [SINGLE, batched("A"), plain("B")]
    assert [text(line) for line in legend(curves, 100, 1, outlines=True)] == [
        "▸ ml-dsa-44 n=2,517 k=1  A hmac-sha256 n=10,400 k=64  B ecdsa-p256-sha256 n=9,000 k=1"
    ]
    assert [text(line) for line in legend(curves, 60, 2, outlines=True)] == [
        "▸ ml-dsa-44 n=2,517 k=1  A hmac-sha256 n=10,400 k=64",
        "B ecdsa-p256-sha256 n=9,000 k=1",
    ]
    assert [text(line) for line in legend(curves, 60, 1, outlines=True)] == [
        "▸ ml-dsa-44 n=2,517 k=1  +2 more"
    ]


@given(st.integers(1, 130), st.integers(1, 8), st.integers(1, 7), st.booleans())
def test_no_line_is_wider_than_its_place(width: int, rows: int, count: int, outlines: bool) -> None:
    """Whatever is said: it fits, and a legend has no more lines than it may."""
    curves = [retrying(), *(plain(letter) for letter in "ABCDEF")][:count]
    lines = [
        headline("sign · reused-key · properties 93 B", curves, BODY, Zoom.BODY, width),
        figures(curves[0], width),
        figures(batched(), width),
        *(written := legend(curves, width, rows, outlines)),
    ]
    assert all(cells(line) <= width for line in lines)
    assert len(written) <= rows
