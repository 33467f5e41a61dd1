from itertools import combinations

import pytest
from textual.color import Color
from textual.theme import BUILTIN_THEMES, Theme

from sigtui.tui.widgets.histogram_inks import inks

SIGNS = "▸ABCDEF"
THEMES = [theme for theme in BUILTIN_THEMES.values() if not theme.ansi]


def luminance(colour: Color) -> float:
    """Return the relative luminance of WCAG 2.1."""
    parts = [part / 255 for part in (colour.r, colour.g, colour.b)]
    linear = [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def contrast(one: Color, other: Color) -> float:
    """Return the contrast ratio of WCAG 2.1."""
    darker, lighter = sorted((luminance(one), luminance(other)))
    return (lighter + 0.05) / (darker + 0.05)


@pytest.mark.parametrize("theme", THEMES, ids=lambda theme: theme.name)
def test_lines_can_be_seen_on_every_theme(theme: Theme) -> None:
    """A contrast of 3 at least, as WCAG 2.1 asks of graphics (1.4.11)."""
    variables = theme.to_color_system().generate()
    ground = Color.parse(variables["background"])
    colours = inks(Color.parse(variables["primary"]), theme.dark)
    assert min(contrast(colours[sign], ground) for sign in SIGNS) >= 3


@pytest.mark.parametrize("dark", [True, False])
@pytest.mark.parametrize("primary", ["#0178d4", "#ff0000", "#808080", "ansi_blue", "ansi_green"])
def test_every_sign_has_a_colour_of_its_own(primary: str, dark: bool) -> None:
    """Six letters and the highlighted row: no two alike."""
    colours = inks(Color.parse(primary), dark)
    for one, other in combinations(SIGNS, 2):
        assert colours[one].rich_color != colours[other].rich_color


def test_the_terminals_colours_are_left_to_it() -> None:
    """A theme that names them gets no others, and neither its red nor its green, which are verdicts."""
    colours = inks(Color.parse("ansi_blue"), True)
    numbers = [colours[sign].ansi for sign in SIGNS]
    assert None not in numbers
    assert not {1, 2, 9, 10} & set(numbers)


def test_a_seventh_letter_has_a_colour_too() -> None:
    """A row more than can be told apart is no error."""
    assert inks(Color.parse("#0178d4"), True)["G"] == inks(Color.parse("#0178d4"), True)["A"]
