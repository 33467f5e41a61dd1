import base64
import os
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import sigtui.messages.raw
from sigtui.messages import read_message
from sigtui.messages.raw import decode_base64, decode_hex, random_bytes
from sigtui.model import Message


def data_of(table: dict[str, object], base: Path = Path()) -> bytes:
    """Read a good table and return the message's bytes."""
    read = read_message({"name": "m", **table}, base)
    assert isinstance(read, Message), read
    assert read.source == table
    return read.data


def problem_of(table: dict[str, object], base: Path = Path()) -> tuple[str, str]:
    """Read a table with one problem and return its key and text."""
    read = read_message({"name": "m", **table}, base)
    assert not isinstance(read, Message)
    (problem,) = read
    return problem.key, problem.text


@pytest.mark.parametrize(
    ("table", "data"),
    [
        ({"text": "some secret value"}, b"some secret value"),
        ({"text": "µ"}, b"\xc2\xb5"),
        ({"hex": " 00 ff\n1 0 "}, b"\x00\xff\x10"),
        ({"base64": "+/8="}, b"\xfb\xff"),
        ({"base64": "-_8="}, b"\xfb\xff"),
        ({"base64": "-_8"}, b"\xfb\xff"),
    ],
)
def test_bytes_are_what_the_table_says(table: dict[str, object], data: bytes) -> None:
    """Text is UTF-8, hex ignores white space, both base64 alphabets are read."""
    assert data_of(table) == data


@pytest.mark.parametrize("table", [{"text": ""}, {"hex": ""}, {"base64": ""}, {"random_bytes": 0}])
def test_an_empty_message_is_a_message(table: dict[str, object]) -> None:
    """No bytes are allowed in every kind."""
    assert data_of(table) == b""


@settings(deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(st.binary())
def test_hex_and_base64_read_every_encoding_of_any_bytes(data: bytes) -> None:
    """What the standard library encodes is decoded to the same bytes."""
    assert decode_hex(data.hex(" ")) == data
    assert decode_hex(data.hex().upper()) == data
    assert decode_base64(base64.b64encode(data).decode()) == data
    assert decode_base64(base64.urlsafe_b64encode(data).decode()) == data
    assert decode_base64(base64.urlsafe_b64encode(data).decode().rstrip("=")) == data


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("0", "odd number"),
        ("0x00", "'x' is no hex digit"),
        ("00:ff", "':' is no hex digit"),
        ("٠٠", "is no hex digit"),
    ],
)
def test_hex_says_what_is_wrong(text: str, words: str) -> None:
    """A strange or a missing digit is named."""
    key, found = problem_of({"hex": text})
    assert key == "hex"
    assert words in found


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("AP 8=", "' ' is no base64 digit"),
        ("AP8=\n", "is no base64 digit"),
        ("é", "is no base64 digit"),
        ("+_", "mixes"),
        ("A", "is one missing?"),
        ("A===", "is one missing?"),
        ("AP8==", "want 1"),
        ("AAAA=", "want 0"),
        ("+/8", "want 1"),
        ("AP9=", "belong to no byte"),
        ("A=AA", "'=' is no base64 digit"),
    ],
)
def test_base64_is_strict(text: str, words: str) -> None:
    """White space, wrong padding, mixed alphabets and left-over bits are refused."""
    key, found = problem_of({"base64": text})
    assert key == "base64"
    assert words in found


def test_random_bytes_are_the_same_on_every_machine() -> None:
    """The bytes are pinned: SHAKE256 of the documented text, seed 0 by default."""
    assert random_bytes(8).hex() == "ad0df8e272673776"
    assert random_bytes(8, 1).hex() == "a5d27e3bb15fdddd"
    assert data_of({"random_bytes": 8, "seed": 1}) == random_bytes(8, 1)
    assert data_of({"random_bytes": 8}) == random_bytes(8, 0)


def test_more_random_bytes_begin_with_the_fewer() -> None:
    """A longer message of the same seed only adds to the end."""
    assert random_bytes(100, 7)[:40] == random_bytes(40, 7)


@pytest.mark.parametrize(
    ("table", "key"),
    [
        ({"random_bytes": -1}, "random_bytes"),
        ({"random_bytes": (1 << 30) + 1}, "random_bytes"),
        ({"random_bytes": True}, "random_bytes"),
        ({"random_bytes": "8"}, "random_bytes"),
        ({"random_bytes": 1, "seed": -1}, "seed"),
        ({"random_bytes": 1, "seed": 1 << 20_000}, "seed"),
        ({"text": "x", "seed": 1}, "seed"),
        ({"text": 5}, "text"),
        ({"file": ""}, "file"),
    ],
)
def test_values_out_of_range_are_refused(table: dict[str, object], key: str) -> None:
    """Counts are 0 to 1 GiB, seeds not negative, and a seed belongs to random bytes."""
    assert problem_of(table)[0] == key


def test_a_file_is_relative_to_the_preset(tmp_path: Path) -> None:
    """The path begins at the folder that is passed in; an absolute one stays."""
    (tmp_path / "sub").mkdir()
    (tmp_path / "sub" / "body.bin").write_bytes(b"\x00body")
    assert data_of({"file": "sub/body.bin"}, tmp_path) == b"\x00body"
    assert data_of({"file": str(tmp_path / "sub" / "body.bin")}) == b"\x00body"


def test_a_missing_file_is_named_with_its_nearest_neighbour(tmp_path: Path) -> None:
    """The problem holds the whole path and the name that is most like it."""
    (tmp_path / "body.bin").write_bytes(b"")
    key, text = problem_of({"file": "bdy.bin"}, tmp_path)
    assert key == "file"
    assert text == f"{tmp_path / 'bdy.bin'}: there is no such file; did you mean 'body.bin'?"


def test_what_is_no_regular_file_is_refused_without_waiting(tmp_path: Path) -> None:
    """A folder and a pipe are refused, and so is a path that no system takes."""
    os.mkfifo(tmp_path / "pipe")
    assert "is a device, pipe or socket" in problem_of({"file": "pipe"}, tmp_path)[1]
    assert "is a folder" in problem_of({"file": "."}, tmp_path)[1]
    assert "path is impossible" in problem_of({"file": "a\0b"}, tmp_path)[1]


def test_a_file_over_the_limit_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Both lengths are said."""
    monkeypatch.setattr(sigtui.messages.raw, "MOST_BYTES", 1_000)
    (tmp_path / "big").write_bytes(bytes(1_001))
    assert "has 1,001 bytes; at most 1,000" in problem_of({"file": "big"}, tmp_path)[1]
    (tmp_path / "big").write_bytes(bytes(1_000))
    assert len(data_of({"file": "big"}, tmp_path)) == 1_000


def test_too_little_memory_is_a_problem_of_the_table(monkeypatch: pytest.MonkeyPatch) -> None:
    """Bytes that don't fit into memory are refused in words."""

    def without_memory(count: int, seed: int) -> bytes:
        raise MemoryError

    monkeypatch.setattr(sigtui.messages.raw, "random_bytes", without_memory)
    key, text = problem_of({"random_bytes": 8})
    assert key == "random_bytes"
    assert "do not fit into the memory" in text
