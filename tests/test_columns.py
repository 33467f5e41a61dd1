from typing import Literal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sigtui.columns import Column, cells_wide, set_columns, shortened, wrapped
from sigtui.wording import printable

WIDE = "日本語"
COMBINED = "cafe\u0301"
FAMILY = "\N{WOMAN}\N{ZERO WIDTH JOINER}\N{ROCKET}"
TEXTS = st.text(st.sampled_from("ab Z–µ日本\u0301\u200d👍"), max_size=30)


@pytest.mark.parametrize(
    ("text", "cells"),
    [
        *(("", 0), ("abc", 3), ("µs ±99.9% ×", 11), (WIDE, 6), (COMBINED, 4), ("👍", 2), ("▁█", 2)),
        *(("❤\N{VARIATION SELECTOR-16}", 1), (FAMILY, 4), ("a\N{ZERO WIDTH SPACE}b", 2)),
        ("soft\N{SOFT HYPHEN}hyphen", 11),
    ],
)
def test_cells_are_those_of_a_terminal(text: str, cells: int) -> None:
    """Wide characters take two, marks and joiners none."""
    assert cells_wide(text) == cells


def test_columns_align_whatever_their_characters() -> None:
    """Wide and combining characters leave the columns beside them straight."""
    lines = set_columns(
        [Column("name", ["abcdefgh", WIDE, COMBINED], right=False), Column("n", ["1", "22", "333"])]
    )
    assert lines == ["name        n", "abcdefgh    1", f"{WIDE}     22", f"{COMBINED}      333"]
    assert {cells_wide(line) for line in lines} == {13}


def test_numbers_are_set_to_the_right_and_names_to_the_left() -> None:
    """Under their heads, with no spaces at the ends of lines."""
    lines = set_columns(
        [Column("head", ["a", "bb"], right=False), Column("x", ["1", "100"]), Column("", ["", ""])]
    )
    assert lines == ["head    x", "a       1", "bb    100"]


def test_a_column_that_lacks_a_cell_is_refused() -> None:
    """A shifted column would tell lies."""
    with pytest.raises(ValueError, match="zip"):
        set_columns([Column("a", ["1", "2"]), Column("b", ["1"])])


@given(st.lists(st.tuples(TEXTS, TEXTS), min_size=1, max_size=5), st.sampled_from(["  ", " "]))
def test_no_line_is_wider_than_the_table(rows: list[tuple[str, str]], gap: str) -> None:
    """And the table is as wide as its widest texts and the gaps."""
    columns = [
        Column("x", [first for first, _ in rows], right=False),
        Column("y", [second for _, second in rows]),
    ]
    width = sum(column.width for column in columns) + len(gap)
    assert max(cells_wide(line) for line in set_columns(columns, gap)) <= width


@given(TEXTS, st.integers(-1, 30), st.sampled_from(["end", "middle"]))
def test_a_shortened_text_fits_and_says_so(text: str, width: int, where: Literal["end", "middle"]) -> None:
    """It is left alone where it fits; else an ellipsis stands in as many cells as there are, or one less."""
    short = shortened(text, width, where)
    if cells_wide(text) <= width:
        assert short == text
        return
    assert cells_wide(short) <= max(width, 0)
    assert short.count("…") == (width > 0)
    start, _, end = short.partition("…")
    assert text.startswith(start)
    assert text.endswith(end)
    assert cells_wide(short) >= max(width, 0) - 2


def test_a_text_is_shortened_at_its_end_or_in_its_middle() -> None:
    """Wide characters count as two cells; the middle keeps a third of the cells for the end."""
    assert shortened("rsa-2048-pkcs1v15-sha256", 10) == "rsa-2048-…"
    assert shortened("rsa-2048-pkcs1v15-sha256", 12, "middle") == "rsa-204…a256"
    assert shortened("日本語の名前", 7) == "日本語…"
    assert shortened("日本語の名前", 8, "middle") == "日本…前"


@given(TEXTS, st.integers(6, 20))
def test_wrapped_lines_fit_and_lose_nothing(text: str, width: int) -> None:
    """Every letter is there, in order, in lines of at most the width."""
    lines = wrapped(text, width, "! ", "  ")
    assert all(cells_wide(line) <= width for line in lines)
    assert lines[0].startswith("! ")
    assert all(line.startswith("  ") for line in lines[1:])
    assert "".join(line[2:] for line in lines).replace(" ", "") == text.replace(" ", "")


def test_lines_end_between_words_where_they_can() -> None:
    """An identifier stays whole, unless it alone is too long."""
    assert wrapped("is rsa-2048-pss-sha512 slow", 18) == ["is", "rsa-2048-pss-sha51", "2 slow"]
    assert wrapped("use ml-dsa-44 here", 12, "- ", "  ") == ["- use", "  ml-dsa-44", "  here"]
    assert wrapped("", 10) == [""]


def test_a_number_keeps_its_unit_beside_it() -> None:
    """Nobody has to look for what 5 are of on the next line."""
    assert wrapped("before ±5 % was reached", 10) == ["before", "±5 % was", "reached"]
    assert wrapped("a p99 of 3,620 µs.", 14) == ["a p99 of", "3,620 µs."]
    assert wrapped("13 of 14 bits", 8) == ["13 of 14", "bits"]


def test_what_would_move_the_cursor_is_replaced() -> None:
    """A message's name from somebody else's file can't clear the screen, break the line or turn it around."""
    assert printable("a\x1b[2Jb\nc\u202ed\x9be") == "a�[2Jb�c�d�e"
    assert printable("日本 é µ – 👍") == "日本 é µ – 👍"
