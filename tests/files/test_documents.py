import json

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from sigtui.errors import FileError, Problem
from sigtui.files.documents import read_json, read_toml, refuse, writable


def toml_refusal(data: bytes) -> str:
    """Read what is no TOML and return the one problem."""
    with pytest.raises(FileError) as caught:
        read_toml(data, "p.toml")
    (problem,) = caught.value.problems
    assert caught.value.place == "p.toml"
    return str(problem)


def json_refusal(data: bytes) -> str:
    """Read what is no JSON object and return the one problem."""
    with pytest.raises(FileError) as caught:
        read_json(data, "s.json")
    (problem,) = caught.value.problems
    return str(problem)


@pytest.mark.parametrize(
    ("data", "words"),
    [
        (b"a = 1\nb = = 2\n", "is no TOML: line 2, column 5: invalid value"),
        (b"a = 1\na = 2\n", "line 2, column 6: cannot overwrite a value"),
        (b"a = [1,\n", "end of document"),
        (b"a = 1\nb = '\xff'\n", "line 2: byte 0xff is not UTF-8"),
        (b"\xef\xbb\xbfa = 1", "begins with a byte order mark"),
        ("a = 1".encode("utf-16"), "begins with the mark of UTF-16"),
        ("a = 1".encode("utf-32"), "begins with the mark of UTF-32"),
        (b"a = " + b"9" * 5_000, "is no TOML that can be read: Exceeds the limit"),
        (b"a = 2026-13-01", "is no TOML"),
        (b"a = " + b"[" * 100_000, "is nested too deep"),
        (b"a = " + b"{a=" * 100_000, "is nested too deep"),
    ],
)
def test_bad_toml_is_one_clear_problem(data: bytes, words: str) -> None:
    """Line and column are said, and nothing ends in a traceback."""
    assert words in toml_refusal(data)


@pytest.mark.parametrize(
    "start", ["", "x = 1\n", "[", "[[", "x = {", "x = { y = 1, ", " \t", "[\t"], ids=lambda start: repr(start)
)
@pytest.mark.parametrize("part", ["a.", '"a b". ', "'a' . ", '"\\"".'])
def test_a_key_of_very_many_parts_is_refused_at_once(start: str, part: str) -> None:
    """A dotted key that tomllib would read for hours is found before, wherever it begins."""
    text = f"{start}{part * 200_000}a = 1"
    assert "a key of more than 64 dotted parts" in toml_refusal(text.encode())


def test_long_texts_with_dots_are_no_keys() -> None:
    """A value of many dotted words is read."""
    text = "a." * 1_000
    assert read_toml(f"a = '{text}'".encode(), "p") == {"a": text}


def test_the_column_is_the_one_in_the_file() -> None:
    """A mistake behind a long array of numbers is placed as the person sees it."""
    numbers = ", ".join(["1.5"] * 50)
    data = f"a = [{numbers}]\nb = {{ c = [{numbers}], d = }}\n".encode()
    assert f"line 2, column {len(numbers) + 19}" in toml_refusal(data)


@pytest.mark.parametrize(
    ("data", "words"),
    [
        (b'{"a": 1,\n "b": }', "is no JSON: line 2, column 7: expecting value"),
        (b"[1]", "must be a JSON object, not a list"),
        (b'{"a": "\\ud800"}', "half of a character"),
        (b'{"\\uD800": 1}', "half of a character"),
        (b'{"a": ' + b"9" * 5_000 + b"}", "is no JSON that can be read"),
        (b'{"a":' * 100_000, "is nested too deep"),
        (b"\xff", "is not UTF-8"),
    ],
)
def test_bad_json_is_one_clear_problem(data: bytes, words: str) -> None:
    """Line and column are said, and nothing ends in a traceback."""
    assert words in json_refusal(data)


def test_json_reads_whole_characters_and_unknown_figures() -> None:
    """A pair of escapes is one character; NaN and Infinity, which are no JSON, are unknown."""
    assert read_json(b'{"a": "\\ud83d\\ude00", "b": NaN, "c": -Infinity}', "s") == {
        "a": "😀",
        "b": None,
        "c": None,
    }


@settings(deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(st.binary(max_size=200) | st.text(max_size=200).map(str.encode))
def test_any_bytes_are_read_or_refused(data: bytes) -> None:
    """Nothing but a FileError comes of any bytes, in both formats."""
    for read in (read_toml, read_json):
        try:
            document = read(data, "p")
        except FileError as error:
            assert str(error)
        else:
            assert isinstance(document, dict)


def test_very_many_problems_are_counted() -> None:
    """A hundred are listed, the others counted."""
    with pytest.raises(FileError) as caught:
        refuse("p", [Problem(f"k{number}", "bad") for number in range(1_234)])
    assert len(caught.value.problems) == 101
    assert caught.value.problems[-1] == Problem("", "and 1,134 problems more")


def test_what_could_not_be_written_again_is_found() -> None:
    """Values nested too deep and numbers too long are named; JSON's usual values pass."""
    deep: object = 1
    for _ in range(100):
        deep = [deep]
    assert "nested too deep" in (writable(deep) or "")
    assert "1,024 bits" in (writable({"a": [1 << 2_000]}) or "")
    assert writable(json.loads('{"a": [1, 2.5, null, {"b": true}]}')) is None
