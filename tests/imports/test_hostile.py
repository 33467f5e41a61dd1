"""Files that nobody means well with: there is a snapshot, or one clear error, never anything else."""

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sigtui.errors import SigtuiError
from sigtui.exports import table, toml
from sigtui.files.snapshot import parse_snapshot
from sigtui.imports import import_results, tools
from tests.imports.samples import TOOLS, VERSIONS, data

_PIECES = [
    *(
        b"",
        b"-",
        b"NaN",
        b"1e999",
        b"\xff",
        b"\x00",
        b"|",
        b":",
        b"{",
        b"[",
        b'"',
        b"\n",
        b"\\ud800",
        b"null",
        b"-1",
    ),
    *("²".encode(), "١".encode(), b"9" * 400, b" " * 3_000, b"\x1b[31m", b"0", b"0.0", b"inf", b"true"),
]


def check(text: bytes, name: str, tool: str | None) -> None:
    """Import some bytes: what can be read is a snapshot that can be written and shown; the rest is a SigtuiError."""
    try:
        made = import_results(text, name, tool, VERSIONS.get(name))
    except SigtuiError as error:
        assert str(error)
        return
    assert parse_snapshot(toml.render(made), "a.toml") == made
    assert table.render(made, 80)


@pytest.mark.parametrize("name", TOOLS)
@settings(max_examples=60, deadline=None)
@given(seed=st.integers(0, 2**32), changes=st.integers(1, 6))
def test_a_changed_file_is_read_or_refused(name: str, seed: int, changes: int) -> None:
    """Bytes replaced anywhere, by what parsers like least."""
    chance = random.Random(seed)  # noqa: S311 - places in a file, no secret
    text = bytearray(data(name))
    for _ in range(changes):
        start = chance.randrange(len(text) + 1)
        text[start : start + chance.randrange(0, 8)] = chance.choice(_PIECES)
    check(bytes(text), name, TOOLS[name])


@pytest.mark.parametrize("name", TOOLS)
@settings(max_examples=40, deadline=None)
@given(share=st.floats(0, 1))
def test_a_truncated_file_is_read_or_refused(name: str, share: float) -> None:
    """Wherever it ends."""
    text = data(name)
    check(text[: int(len(text) * share)], name, TOOLS[name])


@pytest.mark.parametrize("tool", sorted(tools()))
@settings(max_examples=40, deadline=None)
@given(
    text=st.one_of(
        st.binary(max_size=300), st.text(max_size=300).map(lambda text: text.encode(errors="replace"))
    )
)
def test_anything_is_read_or_refused(tool: str, text: bytes) -> None:
    """By every tool, and by none."""
    check(text, "a.txt", tool)
    check(text, "a.txt", None)


@pytest.mark.parametrize("tool", sorted(tools()))
@pytest.mark.parametrize(
    "text",
    [
        b"[" * 200_000,
        b'{"a":' * 200_000,
        b" 1.5k" * 200_000,
        b"Doing 2048 bits private rsa ops for 10s: " + b"1a" * 200_000,
        b"| Mean |" * 100_000,
        b"a, " * 200_000,
        b"Name  ips  average  deviation  median  99th %\n" + b"x" * 500_000,
        b"\n" * 500_000 + b"x",
        b"Elixir " + b" " * 500_000 + b"x",
    ],
    ids=["brackets", "braces", "rates", "counts", "heads", "commas", "name", "lines", "spaces"],
)
def test_endless_repetition_is_refused_soon(tool: str, text: bytes) -> None:
    """No search takes longer than the file is long."""
    check(text, "a.txt", tool)
