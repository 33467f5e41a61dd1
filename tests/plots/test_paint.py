import pytest

from sigtui.plots.paint import BAD, CAUTION, DIM, GOOD, GROUND, INK, STROKES, Paint, dark_rules

READ = (INK, DIM, GOOD, BAD, CAUTION, *(stroke.paint for stroke in STROKES))


def luminance(colour: str) -> float:
    """Return the relative luminance of a colour (WCAG 2.2, definition of relative luminance)."""
    parts = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    red, green, blue = (
        part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts
    )
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: str, other: str) -> float:
    """Return the contrast ratio of two colours (WCAG 2.2, definition of contrast ratio)."""
    darker, lighter = sorted((luminance(one), luminance(other)))
    return (lighter + 0.05) / (darker + 0.05)


@pytest.mark.parametrize("paint", READ, ids=lambda paint: paint.name)
def test_what_is_read_stands_out_from_the_ground(paint: Paint) -> None:
    """By 4.5 to 1 at least, WCAG's level AA for text, on the light ground and on the dark one."""
    assert contrast(paint.light, GROUND.light) >= 4.5
    assert contrast(paint.dark, GROUND.dark) >= 4.5


def test_curves_differ_in_letter_dashes_and_colour() -> None:
    """So that none of the three is needed."""
    assert [stroke.letter for stroke in STROKES] == list("ABCDEF")
    for values in ({stroke.dashes for stroke in STROKES}, {stroke.paint for stroke in STROKES}):
        assert len(values) == 6


def test_no_curve_has_a_verdicts_colour() -> None:
    """Green, red and yellow judge."""
    judging = {paint.light for paint in (GOOD, BAD, CAUTION)}
    assert not judging & {stroke.paint.light for stroke in STROKES}


def test_the_dark_colours_are_for_screens_only() -> None:
    """Paper is light, whatever the reader's screen is."""
    assert dark_rules().startswith("@media screen and (prefers-color-scheme:dark){")
    assert all(f".f-{paint.name}{{fill:{paint.dark}}}" in dark_rules() for paint in READ)
    assert "url" not in dark_rules()
