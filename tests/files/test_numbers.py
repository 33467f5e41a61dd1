import tomllib

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from sigtui.files.numbers import loads, set_aside
from sigtui.files.toml import render_toml

LONG = "[" + ", ".join(str(number) for number in range(40)) + "]"
NUMBERS = st.floats(allow_nan=False, allow_infinity=False) | st.integers(-(1 << 63), (1 << 63) - 1)
ARRAYS = st.lists(NUMBERS | st.lists(NUMBERS, max_size=3), max_size=40)


@given(
    st.dictionaries(st.text("abc"), ARRAYS | st.dictionaries(st.text("abc"), ARRAYS, max_size=3), max_size=4)
)
def test_arrays_come_back_at_their_places(document: dict[str, object]) -> None:
    """What was set aside is where it was, as it was."""
    assert loads(*set_aside(render_toml(document).decode())) == document


PIECES = st.sampled_from(
    [
        "a = ",
        "b.c = ",
        f"{LONG}",
        "\n",
        '"',
        "'",
        '"""',
        "'''",
        "#",
        "{ x = ",
        " }",
        ", ",
        "[[t]]",
        "[u]",
        "\\",
        "1",
        " ",
    ]
)


@given(st.lists(PIECES, max_size=12).map("".join))
@example(f'a = """\nb = {LONG}\n"""')
@example(f"a = 1 # b = {LONG}")
@example(f'a = "b = {LONG}"')
@example(f"a = {{ b = {LONG}, c = 1 }}")
@example(f"a = {LONG[:-1]}, 01]")
@example(f"a = {LONG[:-1]}, 1.]")
@example(f"a = {LONG[:-1]}, 1e5, -0, -0.0, 1E+3]")
@example(f"a = {LONG[:-1]}")
def test_nothing_reads_other_than_by_the_slow_way(text: str) -> None:
    """Strings, comments and mistakes that look like arrays give what tomllib alone gives."""
    try:
        expected = tomllib.loads(text)
    except tomllib.TOMLDecodeError:
        with pytest.raises(tomllib.TOMLDecodeError):
            loads(*set_aside(text))
        return
    assert repr(loads(*set_aside(text))) == repr(expected)


def test_long_arrays_take_the_fast_way() -> None:
    """A plain array and those of an inline table are set aside."""
    short, _, arrays = set_aside(f"a = {LONG}\nb = {{ c = {LONG}, d = {LONG} }}\ne = [1]\n")
    assert arrays == [list(range(40))] * 3
    assert "e = [1]" in short
    assert "39" not in short
