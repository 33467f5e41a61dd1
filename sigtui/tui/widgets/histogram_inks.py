"""The colours of a histogram's curves: one for each sign, made from the theme's own."""

import math
from collections.abc import Mapping
from functools import lru_cache
from itertools import cycle
from string import ascii_uppercase

from textual.color import Color, Lab, lab_to_rgb, rgb_to_lab

from sigtui.tui.widgets.histogram_axis import HIGHLIGHT

_HUES = 6  # rows that can be marked
_TERMINAL = (5, 6, 3, 12, 13, 14, 4)  # magenta, cyan, yellow, and the bright ones: no red or green
_LIGHTNESS = {True: 72.0, False: 44.0}  # of CIE L*a*b*, on a dark and on a light ground
_CHROMA = 52.0  # about as much as the screen has at these lightnesses in all hues
_LEAST, _MOST = 58.0, 50.0  # lightness of the first colour on a dark ground, and on a light one


@lru_cache(8)
def inks(primary: Color, dark: bool) -> Mapping[str, Color]:
    """Return the colour of each letter, six in turn, and of the highlighted row that has none: the theme's first.

    A row keeps its colour wherever the cursor goes. The hues lie all around the theme's, as light as each other,
    and the theme's own is made light or dark enough for thin lines. A theme that leaves its colours to the
    terminal is given the terminal's.
    """
    if primary.ansi is not None:
        others = [Color(0, 0, 0, ansi=number) for number in _TERMINAL if number != primary.ansi]
        return {HIGHLIGHT: primary, **dict(zip(ascii_uppercase, cycle(others[:_HUES]), strict=False))}
    lightness, a, b = rgb_to_lab(primary)
    first = Lab(max(lightness, _LEAST) if dark else min(lightness, _MOST), a, b)
    start = math.atan2(b, a)
    turns = [start + (index + 1) * math.tau / (_HUES + 1) for index in range(_HUES)]
    others = [
        lab_to_rgb(Lab(_LIGHTNESS[dark], _CHROMA * math.cos(turn), _CHROMA * math.sin(turn))).clamped
        for turn in turns
    ]
    return {HIGHLIGHT: lab_to_rgb(first).clamped, **dict(zip(ascii_uppercase, cycle(others), strict=False))}
