import math
import tomllib
from datetime import UTC, date, datetime, time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sigtui.files.toml import render_toml

SCALARS = (
    st.text(st.characters(exclude_categories=["Cs"]))
    | st.booleans()
    | st.integers(-(1 << 63), (1 << 63) - 1)
    | st.floats(allow_nan=False, allow_infinity=False)
    | st.dates()
    | st.times()
    | st.datetimes()
)
KEYS = st.text(st.characters(exclude_categories=["Cs"]), max_size=8)
VALUES = st.recursive(
    SCALARS,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(KEYS, inner, max_size=4),
    max_leaves=20,
)


@given(st.dictionaries(KEYS, VALUES, max_size=6))
def test_every_document_reads_back(document: dict[str, object]) -> None:
    """Any keys, texts, numbers, dates, lists and tables come back from an independent reader as they were."""
    assert tomllib.loads(render_toml(document).decode()) == document


def test_the_text_is_as_people_write_it() -> None:
    """Plain values come first, tables are sections, a list of tables is one section each, all else one line."""
    document = {
        "title": "x",
        "run": {"modes": ["a", "b"], "deep": {"n": 1}},
        "numbers": [[1, 2.5], [3, 4.0]],
        "messages": [{"name": "m", "inner": {"a": 1, "b": []}}, {}],
        "empty": {},
    }
    assert render_toml(document).decode() == (
        'title = "x"\n'
        "numbers = [[1, 2.5], [3, 4.0]]\n"
        "\n[run]\n"
        'modes = ["a", "b"]\n'
        "\n[run.deep]\n"
        "n = 1\n"
        "\n[[messages]]\n"
        'name = "m"\n'
        "inner = { a = 1, b = [] }\n"
        "\n[[messages]]\n"
        "\n[empty]\n"
    )


@pytest.mark.parametrize(
    ("text", "written"),
    [
        ("plain", '"plain"'),
        ('{"a":1}', "'{\"a\":1}'"),
        ('it\'s "so"', '"it\'s \\"so\\""'),
        ("C:\\x", "'C:\\x'"),
        ("\x7f\x00\n", '"\\u007f\\u0000\\n"'),
    ],
)
def test_a_text_is_literal_where_that_reads_better(text: str, written: str) -> None:
    """Quotes and backslashes are left alone where TOML has a form for it, and escaped otherwise."""
    assert render_toml({"a": text}).decode() == f"a = {written}\n"


def test_what_is_unknown_is_absent() -> None:
    """None, NaN and infinities are left out, in tables and lists."""
    document = {"a": None, "b": math.nan, "c": [1.0, math.inf, None], "d": [{"e": None}], "f": {"g": None}}
    assert tomllib.loads(render_toml(document).decode()) == {"c": [1.0], "d": [{}], "f": {}}


def test_dates_are_written_as_dates() -> None:
    """A date of an unknown key stays one."""
    document = {"a": datetime(2026, 1, 2, 3, 4, 5, 6, tzinfo=UTC), "b": date(2026, 1, 2), "c": time(3, 4)}
    assert tomllib.loads(render_toml(document).decode()) == document


def test_a_value_without_a_form_is_a_programming_error() -> None:
    """Bytes are not silently written as something else."""
    with pytest.raises(TypeError, match="bytes"):
        render_toml({"a": b"x"})
