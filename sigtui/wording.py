"""Words for what is wrong: a value as the person wrote it, the nearest spelling, and everything allowed."""

import re
from collections.abc import Iterable, Mapping
from datetime import date, time
from difflib import get_close_matches

# Control characters, line separators and direction overrides: they would garble a table or a terminal.
UNPRINTABLE = re.compile("[\x00-\x1f\x7f-\x9f\u2028\u2029\u202a-\u202e\u2066-\u2069]")

SHOWN_CHARACTERS = 60
"""Characters of a value that an error shows at most."""


def printable(text: str) -> str:
    """Return a line with what would move a terminal's cursor or turn the line around replaced.

    A snapshot is somebody else's text.
    """
    return UNPRINTABLE.sub("\N{REPLACEMENT CHARACTER}", text)


def shown(value: object) -> str:
    """Return a value as the person wrote it, cut where it is long; a table or list only by its kind."""
    if value is None:
        return "null"
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, Mapping):
        return "a table"
    if isinstance(value, list | tuple):
        return "a list"
    if isinstance(value, date | time):
        return f"the date or time {value}"
    try:
        text = repr(value[: SHOWN_CHARACTERS + 1] if isinstance(value, str) else value)
    except ValueError:  # Python refuses to write out an integer of more than some 4,300 digits
        return "a very long number"
    return text if len(text) <= SHOWN_CHARACTERS else text[: SHOWN_CHARACTERS - 1] + "…"


def nearest(value: object, allowed: Iterable[str | int]) -> str | int | None:
    """Return the allowed word or number that is spelled most like this value, None where nothing is near."""
    spelled = {str(each).lower(): each for each in allowed}
    # Cut, because the search's time grows with the square of the length.
    written = (value if isinstance(value, str) else shown(value)).lower()[:SHOWN_CHARACTERS]
    near = get_close_matches(written, spelled, n=1)
    return spelled[near[0]] if near else None


def listed(values: Iterable[object]) -> str:
    """Return values as a person would write them, one after the other."""
    return ", ".join(shown(value) for value in values)


def refusal(text: str, value: object, allowed: Iterable[str | int]) -> str:
    """Return a text that says what is wrong, followed by the nearest spelling and everything allowed."""
    values = tuple(allowed)
    near = nearest(value, values)
    words = ", ".join(map(str, values))
    return (
        f"{text}; allowed: {words}"
        if near is None
        else f"{text}; did you mean {shown(near)}? Allowed: {words}"
    )
