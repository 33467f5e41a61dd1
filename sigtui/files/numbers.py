"""TOML read fast where it is mostly numbers: long arrays go to the JSON parser, which is written in C.

A snapshot is nine tenths arrays of numbers, for which tomllib takes 0.2 s. Any array of plain numbers that is
JSON is TOML too, with the same values; whatever is not certain to be such an array stays with tomllib.
"""

import json
import re
import secrets
import tomllib

# A shorter array is not worth the detour.
_LEAST_CHARACTERS = 40
_NUMBERS = re.compile(rf"(?<== )\[[0-9eE+\-., \[\]]{{{_LEAST_CHARACTERS},}}\](?=[ ,}}]|$)")


def set_aside(text: str) -> tuple[str, str, list[object]]:
    """Return the text with marks in place of its arrays of numbers, the mark, and the arrays in order.

    A mark is a TOML string: the mark's text, then the number of the array from 0.
    """
    if '"""' in text or "'''" in text:  # what looks like a line of its own may be part of a string
        return text, "", []
    mark = f"@{secrets.token_hex(8)}:"
    arrays: list[object] = []

    def replacement(found: re.Match[str]) -> str:
        try:
            arrays.append(json.loads(found[0]))
        except (ValueError, RecursionError):
            return found[0]
        return f'"{mark}{len(arrays) - 1}"'

    lines = [_NUMBERS.sub(replacement, line) if _is_candidate(line) else line for line in text.split("\n")]
    return "\n".join(lines), mark, arrays


def loads(text: str, mark: str, arrays: list[object]) -> dict[str, object]:
    """Return the values of TOML text whose arrays were set aside, with the arrays at their places.

    Raises what tomllib.loads raises; its columns are those of the text with marks.
    """
    document = tomllib.loads(text)
    open_ends: list[dict[str, object] | list[object]] = [document] if arrays else []
    while open_ends:
        parent = open_ends.pop()
        if isinstance(parent, dict):
            for key, value in parent.items():
                if isinstance(value, str) and value.startswith(mark):
                    parent[key] = arrays[int(value[len(mark) :])]
                elif isinstance(value, dict | list):
                    open_ends.append(value)
        else:
            open_ends.extend(value for value in parent if isinstance(value, dict | list))
    return document


def _is_candidate(line: str) -> bool:
    """Whether a line can hold such an array outside a string and a comment."""
    return len(line) > _LEAST_CHARACTERS and '"' not in line and "'" not in line and "#" not in line
