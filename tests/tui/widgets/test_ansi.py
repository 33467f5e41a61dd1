import pytest
from hypothesis import given
from hypothesis import strategies as st
from rich.color import Color, ColorSystem
from rich.segment import Segment
from rich.style import Style
from textual.strip import Strip

from sigtui.tui.widgets.ansi import strips

ATTRIBUTES = ("bold", "dim", "italic", "underline", "blink", "reverse", "conceal", "strike")
NUMBERS = st.integers(0, 255)
COLOURS = (
    st.none()
    | NUMBERS.map(Color.from_ansi)
    | st.tuples(NUMBERS, NUMBERS, NUMBERS).map(lambda rgb: Color.from_rgb(*rgb))
)
TEXTS = st.text(st.characters(blacklist_categories=("C", "Z")) | st.just(" "), min_size=1, max_size=8)


@st.composite
def segments(draw: st.DrawFn) -> Segment:
    """Draw a text in any colours and attributes."""
    names = draw(st.sets(st.sampled_from(ATTRIBUTES)))
    style = Style(color=draw(COLOURS), bgcolor=draw(COLOURS)) + Style.parse(" ".join(names) or "none")
    return Segment(draw(TEXTS), style)


def cells(line: Strip) -> list[tuple[str, Style]]:
    """Return each character of a line with its style."""
    return [(letter, segment.style or Style()) for segment in line for letter in segment.text]


@given(st.lists(st.lists(segments(), max_size=5), min_size=1, max_size=4))
def test_what_rich_writes_is_read_back(lines: list[list[Segment]]) -> None:
    """Every character keeps its colours and attributes on its line, whatever surrounds it."""
    text = "".join(
        "".join(
            (each.style or Style()).render(each.text, color_system=ColorSystem.TRUECOLOR) for each in line
        )
        + "\n"
        for line in lines
    )
    assert [cells(line) for line in strips(text)] == [cells(Strip(line)) for line in lines]


@pytest.mark.parametrize(
    ("codes", "style"),
    [
        ("31", Style(color=Color.from_ansi(1))),
        ("97", Style(color=Color.from_ansi(15))),
        ("44", Style(bgcolor=Color.from_ansi(4))),
        ("100", Style(bgcolor=Color.from_ansi(8))),
        ("38;5;208", Style(color=Color.from_ansi(208))),
        ("48;2;1;2;3", Style(bgcolor=Color.from_rgb(1, 2, 3))),
        ("38;5;10;1", Style(color=Color.from_ansi(10), bold=True)),
        ("1;31;0;4", Style(underline=True)),
        ("1;2;22;3", Style(italic=True)),
        ("31;39;44;49", Style()),
        ("1;", Style()),
        ("", Style()),
        ("73;1", Style(bold=True)),
        ("31;38;9;1", Style(color=Color.from_ansi(1), bold=True)),
        ("44;48;5", Style(bgcolor=Color.from_ansi(4))),
        ("38;2;1;2", Style()),
    ],
)
def test_codes_become_a_style(codes: str, style: Style) -> None:
    """Short, 256 and true colours, switched on and off; what is unknown or cut off changes nothing else."""
    (line,) = strips(f"\x1b[{codes}mx")
    assert cells(line) == [("x", style)]


def test_a_style_lasts_over_the_end_of_a_line() -> None:
    """As on a terminal."""
    first, second = strips("\x1b[1ma\nb")
    assert cells(first)[0][1] == cells(second)[0][1] == Style(bold=True)


def test_other_sequences_vanish() -> None:
    """What would move a cursor is no text."""
    assert [line.text for line in strips("a\x1b[2Jb\x1b[?25lc\n\nd\x1b[3;4H\n")] == ["abc", "", "d"]
