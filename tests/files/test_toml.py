import math
import tomllib
from datetime import UTC, date, datetime, time

from hypothesis import HealthCheck, given, settings
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


@settings(deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(st.dictionaries(KEYS, VALUES, max_size=6))
def test_every_document_reads_back(document: dict[str, object]) -> None:
    """Any keys, texts, numbers, dates, lists and tables come back from an independent reader as they were."""
    assert tomllib.loads(render_toml(document).decode()) == document


def test_the_text_is_as_people_read_it() -> None:
    """Plain values come first, tables are sections, and numbers stay on one line however many they are."""
    document = {
        "title": "x [1,\n2]",
        "run": {"modes": ["a"], "deep": {"n": 1}},
        "numbers": [[1, 2.5], [3, -4e-9]],
        "none": [],
    }
    assert render_toml(document).decode() == (
        'title = "x [1,\\n2]"\n'
        "numbers = [[1, 2.5], [3, -4e-09]]\n"
        "none = []\n"
        "\n[run]\n"
        'modes = [\n    "a",\n]\n'
        "\n[run.deep]\n"
        "n = 1\n"
    )


def test_what_is_unknown_is_absent() -> None:
    """None, NaN and infinities are left out, in tables and lists."""
    document = {"a": None, "b": math.nan, "c": [1.0, math.inf, None], "d": [{"e": None}], "f": {"g": None}}
    assert tomllib.loads(render_toml(document).decode()) == {"c": [1.0], "d": [{}], "f": {}}


def test_dates_are_written_as_dates() -> None:
    """A date of an unknown key stays one."""
    document = {"a": datetime(2026, 1, 2, 3, 4, 5, 6, tzinfo=UTC), "b": date(2026, 1, 2), "c": time(3, 4)}
    assert tomllib.loads(render_toml(document).decode()) == document
