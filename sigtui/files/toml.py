"""Plain values to canonical TOML: one line a key, ``[sections]`` for tables, ``[[…]]`` for lists of tables.

tomli_w writes one line a number and short lists of tables inline: a snapshot would have 900 lines a case,
and a preset would not look like the ones people write.
"""

import json
import math
import re
from collections.abc import Iterable, Mapping
from datetime import date, time

_BARE_KEY = re.compile(r"[A-Za-z0-9_-]+")
_LITERAL = re.compile("[^'\x00-\x1f\x7f]*")


def render_toml(document: Mapping[str, object]) -> bytes:
    """Return the document as TOML 1.0 in UTF-8, keys in the order given, plain values before tables.

    None, NaN and infinities mean "unknown" and are left out, in lists too. Raises TypeError for a value
    that TOML has no form for.
    """
    lines: list[str] = []
    _section(lines, (), document)
    return ("\n".join(lines) + "\n").encode()


def _section(lines: list[str], path: tuple[str, ...], table: Mapping[str, object]) -> None:
    below: list[tuple[str, object]] = []
    for key, value in table.items():
        if isinstance(value, Mapping) or _is_tables(value):
            below.append((key, value))
        elif not _unknown(value):
            lines.append(f"{_key(key)} = {_value(value)}")
    for key, value in below:
        inner = (*path, _key(key))
        if isinstance(value, Mapping):
            _open(lines, f"[{'.'.join(inner)}]")
            _section(lines, inner, value)
        elif isinstance(value, list | tuple):
            for member in value:
                _open(lines, f"[[{'.'.join(inner)}]]")
                lines.extend(f"{name} = {text}" for name, text in _members(member))


def _open(lines: list[str], header: str) -> None:
    lines.extend(["", header] if lines else [header])


def _is_tables(value: object) -> bool:
    return (
        isinstance(value, list | tuple) and bool(value) and all(isinstance(each, Mapping) for each in value)
    )


def _unknown(value: object) -> bool:
    return value is None or (isinstance(value, float) and not math.isfinite(value))


def _members(table: Mapping[str, object]) -> Iterable[tuple[str, str]]:
    return ((_key(key), _value(value)) for key, value in table.items() if not _unknown(value))


def _key(key: str) -> str:
    return key if _BARE_KEY.fullmatch(key) else _text(key)


def _text(text: str) -> str:
    if ('"' in text or "\\" in text) and _LITERAL.fullmatch(text):
        return f"'{text}'"
    # JSON's escapes are TOML's, but TOML wants DEL escaped too (TOML 1.0, "String").
    return json.dumps(text, ensure_ascii=False).replace("\x7f", "\\u007f")


def _value(value: object) -> str:
    if isinstance(value, str):
        return _text(value)
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, float):
        return float.__repr__(value)  # not repr: numpy's own floats would name their type
    if isinstance(value, int):
        return str(int(value))
    if isinstance(value, date | time):
        return value.isoformat()
    if isinstance(value, list | tuple):
        return f"[{', '.join(_value(each) for each in value if not _unknown(each))}]"
    if isinstance(value, Mapping):
        inside = ", ".join(f"{key} = {text}" for key, text in _members(value))
        return f"{{ {inside} }}" if inside else "{}"
    raise TypeError(f"TOML has no form for {type(value).__name__}")
