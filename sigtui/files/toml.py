"""Plain values to TOML text, as a person wants to read and diff it."""

import math
import re
from collections.abc import Mapping

import tomli_w

# tomli_w gives every element of a list a line of its own; a distribution of numbers would fill pages. Only
# lines of numbers and brackets are joined: a string never looks like that, because tomli_w quotes it.
_NUMBERS = re.compile(r"(?<== )\[\n[\d\s.,eE+\-\[\]]*?^\]$", re.MULTILINE)


def render_toml(document: Mapping[str, object]) -> bytes:
    """Return the document as TOML 1.0 in UTF-8, keys in the order given, plain values before tables.

    None, NaN and infinities mean "unknown" and are left out, in lists too. A list of numbers is one line.
    """
    return _NUMBERS.sub(_one_line, tomli_w.dumps(_known(document))).encode()


def _one_line(found: re.Match[str]) -> str:
    return re.sub(r",? ?\]", "]", " ".join(found[0].split())).replace("[ ", "[")


def _unknown(value: object) -> bool:
    return value is None or (isinstance(value, float) and not math.isfinite(value))


def _known(table: Mapping[str, object]) -> dict[str, object]:
    return {key: _value(value) for key, value in table.items() if not _unknown(value)}


def _value(value: object) -> object:
    if isinstance(value, Mapping):
        return _known(value)
    if isinstance(value, list | tuple):
        return [_value(each) for each in value if not _unknown(each)]
    return value
