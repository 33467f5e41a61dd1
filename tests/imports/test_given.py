import codecs

import pytest

from sigtui.errors import FileError
from sigtui.imports import _given
from sigtui.imports._given import given


@pytest.mark.parametrize(
    "data",
    [
        "µs\n".encode(),
        codecs.BOM_UTF8 + "µs\n".encode(),
        "µs\n".encode("utf-16"),
        codecs.BOM_UTF16_BE + "µs\n".encode("utf-16-be"),
    ],
)
def test_utf8_and_marked_utf16_are_read(data: bytes) -> None:
    """PowerShell writes UTF-16 into a file, and editors a mark before UTF-8."""
    source = given(data, "a.txt")
    assert (source.lines, source.head) == (["µs"], "µs\n")


@pytest.mark.parametrize(
    ("data", "problem"),
    [
        (b"", "is empty"),
        (b" \n\t", "is empty"),
        (codecs.BOM_UTF8, "is empty"),
        (codecs.BOM_UTF16_LE + b"a", "begins with the mark of UTF-16 and is not"),
        (codecs.BOM_UTF16_LE + b"\x00\xd8", "begins with the mark of UTF-16 and is not"),
    ],
)
def test_what_is_no_text_is_refused(data: bytes, problem: str) -> None:
    """With the place, and what to do."""
    with pytest.raises(FileError, match=f"a.txt: {problem}"):
        given(data, "a.txt")


@pytest.mark.parametrize("data", [b"1\xb5s", "µs".encode("utf-32")])
def test_another_encoding_is_refused_where_text_is_wanted(data: bytes) -> None:
    """JSON is decoded by its own reader, everything else here."""
    with pytest.raises(FileError, match="UTF-"):
        given(data, "a.txt").lines  # noqa: B018 - reading it is what fails


def test_a_file_beyond_the_limit_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    """Before anything is decoded."""
    monkeypatch.setattr(_given, "MOST_BYTES", 10)
    with pytest.raises(FileError, match="has more than 10 bytes"):
        given(b"x" * 11, "a.txt")


def test_a_text_beyond_its_limits_is_refused() -> None:
    """It is read line by line, which takes the longer the more there are."""
    with pytest.raises(FileError, match="has more than 16,777,216 bytes, the most that are read of a text"):
        given(b"x" * ((16 << 20) + 1), "a.txt").lines  # noqa: B018 - reading it is what fails
    with pytest.raises(FileError, match="has more than 200,000 lines"):
        given(b"x\r" * 200_001, "a.txt").lines  # noqa: B018 - reading it is what fails


def test_endless_lines_are_cut() -> None:
    """No tool writes one, and searching it would take hours."""
    assert list(map(len, given(b"x" * 5_000 + b"\ny", "a.txt").lines)) == [1_000, 1]
