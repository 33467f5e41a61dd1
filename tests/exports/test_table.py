from dataclasses import replace

import pytest

from sigtui.columns import cells_wide
from sigtui.exports.table import render
from sigtui.files.results import Lengths, MessageSize, Result
from sigtui.files.snapshot import Snapshot
from tests.exports.fixed import ECDSA, FIXED, HMAC, KEYGEN, ML_DSA
from tests.made import ROW, snapshot

RSA = replace(
    ML_DSA,
    algorithm="rsa-2048-pkcs1v15-sha256",
    ratio=0.008_68,
    ratio_low=0.008_51,
    ratio_high=0.016_02,
    samples=None,
)
BROAD = replace(FIXED, results=(*FIXED.results, RSA, replace(ECDSA, provider="liboqs")))
"""All that makes a table broad: the longest names, two providers, DER lengths, small ratios."""


def lines(shown: Snapshot, width: int) -> list[str]:
    """Return the lines of a table."""
    return render(shown, width).decode().splitlines()


def heads(shown: Snapshot, width: int) -> list[str]:
    """Return the heads of the first table."""
    return next(
        line for line in lines(shown, width) if "± base" in line or "± 99" in line or "±99.9%" in line
    ).split()


@pytest.mark.parametrize("width", [60, 72, 80, 100, 120, 140, 160, 240])
@pytest.mark.parametrize("shown", [FIXED, BROAD, Snapshot()], ids=["fixed", "broad", "empty"])
def test_no_line_is_wider_than_the_terminal_or_ends_in_spaces(shown: Snapshot, width: int) -> None:
    """Names, warnings and provenance are wrapped instead of cut."""
    for line in lines(shown, width):
        assert cells_wide(line) <= width, line
        assert line == line.rstrip()


@pytest.mark.parametrize("width", [60, 80, 120, 160])
def test_names_intervals_and_reasons_are_never_lost(width: int) -> None:
    """Whatever is dropped in a narrow terminal: not these."""
    text = " ".join(" ".join(lines(BROAD, width)).split())
    for result in BROAD.results:
        assert (result.algorithm or result.label or "") in text
    for wanted in (
        "1.34 ±0.01",
        "1,010 ±50",
        "0.0269–0.0274",
        "19.5–21.5",
        "0.00851–0.0160",
        "[liboqs]",
        "69–72",
    ):
        assert wanted in text
    assert "the worker died after 41 rounds: signal 9 (out of memory, or somebody ended it)" in text
    assert "not planned: falcon-512: liboqs: no shared library was found; ~/_oqs/lib, lib64" in text
    assert "a|b [bold] *日本* e\u0301 <br> `x` 1,024 B" in text


def test_narrowing_drops_rounds_then_median_then_rates_then_n() -> None:
    """In this order, and nothing else; last of all names get lines of their own, and need no head."""
    shown = snapshot(ROW, replace(HMAC, message=ROW.message))
    everything = heads(shown, 140)
    gone: list[str] = []
    for width in range(140, 60, -1):
        left = heads(shown, width)
        gone += [head for head in everything if head not in (*left, *gone, "µs")]
    assert gone == ["rounds", "median", "/s·core", "n", "algorithm"]


def test_an_n_without_a_column_stands_in_the_title() -> None:
    """No figure is ever without its n: the smallest and the largest of the group."""
    rows = [replace(ROW, samples=18_200), replace(HMAC, message=ROW.message, samples=940, batch=64)]
    assert any(line.endswith("· n 940–18,200") for line in lines(snapshot(*rows), 70))


def test_a_name_too_long_for_its_line_gets_one_of_its_own() -> None:
    """The figures stand below it, complete."""
    shown = lines(snapshot(replace(ROW, algorithm=None, label="A tool's own text " * 4, ratio=20.5)), 80)
    place = next(index for index, line in enumerate(shown) if "A tool's own text" in line)
    assert "49.4 ±0.2" in shown[place + 1]
    assert "20.5" in shown[place + 1]


def test_rows_are_in_order_of_their_mean_and_the_baseline_is_marked() -> None:
    """Fastest first in each group, failed last with the reason."""
    shown = lines(FIXED, 120)
    start = shown.index("SIGN · reused-key · properties 93 B")
    rows = [line.split() for line in shown[start + 2 : start + 6]]
    assert [row[0] for row in rows] == ["†", "=", "ml-dsa-44", "✗"]
    assert "baseline" in rows[1]
    assert shown[start + 5].startswith("✗ rsa-2048-pss-sha512: the worker died")


def test_the_wider_of_the_two_intervals_is_shown() -> None:
    """A mean that moved between rounds is no surer than its rounds, however many samples they had."""
    assert "49.4 ±0.2" in first(replace(ROW, error_us=0.2, error_rounds_us=0.1))
    assert "49 ±2" in first(replace(ROW, error_us=0.2, error_rounds_us=2.0))


def first(row: Result) -> str:
    """Return the line of a row of P-256 that stands alone."""
    return next(line for line in lines(snapshot(row), 120) if line.startswith("=  ecdsa-p256-sha256"))


@pytest.mark.parametrize(
    ("row", "shown"),
    [
        (ROW, "103"),
        (replace(ROW, batch=64), "k=64"),
        (replace(ROW, samples=60, p99_us=None), "n=60"),
        (replace(ROW, samples=None, p99_us=None), "–"),
        (replace(ROW, samples=900, p99_us=None), "–"),
    ],
)
def test_a_missing_p99_says_why(row: Result, shown: str) -> None:
    """A batch's is none, few samples have none, and of a foreign row it is unknown."""
    assert first(row).split("±0.2")[1].split()[0] == shown


def test_a_single_provider_is_not_repeated_in_every_row() -> None:
    """Two are told apart; a foreign row without one takes part in neither."""
    one = " ".join(lines(snapshot(ROW, replace(ROW, provider=None)), 120))
    two = " ".join(lines(snapshot(ROW, replace(ROW, provider="liboqs"), replace(ROW, provider=None)), 120))
    assert "[" not in one
    assert "[liboqs]" in two
    assert "[cryptography]" in two
    assert "None" not in two


def test_a_column_has_one_unit_and_strays_carry_their_own() -> None:
    """The median row decides; 78.8 ms stays readable among microseconds."""
    shown = " ".join(
        lines(snapshot(ROW, replace(ROW, algorithm="ed25519"), replace(KEYGEN, operation="sign")), 160)
    )
    assert "mean ±99.9% µs" in shown
    assert "78.8 ms" not in shown
    slow = replace(KEYGEN, operation="sign", mode="reused-key", message=ROW.message)
    assert "80 ±60 ms" in " ".join(lines(snapshot(ROW, replace(ROW, algorithm="ed25519"), slow), 160))


def test_lengths_that_vary_are_shown_as_a_range() -> None:
    """DER from shortest to longest; one length once; none where nothing is signed."""
    fixed = Lengths(min=2_420, mean=2_420.0, max=2_420)
    assert first(ROW).endswith(" 70–72")
    assert first(replace(ROW, signature_bytes=fixed)).endswith(" 2,420")
    assert first(replace(ROW, signature_bytes=None)).endswith(" –")


def test_a_strangers_text_does_not_reach_the_terminal_raw() -> None:
    """No escape sequence of a snapshot clears the screen, and none adds a line."""
    evil = replace(ROW, message=MessageSize(name="\x1b[2J\x9b1A\u202e", bytes=1), algorithm="x\r\ny")
    text = render(replace(snapshot(evil), preset={"title": "\x1b]0;owned\x07"}), 120).decode()
    assert not any(letter in text for letter in "\x1b\x07\x9b\r\u202e")
    assert len(text.splitlines()) == len(lines(snapshot(ROW), 120))


@pytest.mark.parametrize(
    "changes",
    [
        {"extra": {"skipped": ["text", 5, {"what": "falcon-512"}]}},
        {"machine": {"providers": {"cryptography": "50.0.2"}, "warnings": [5]}},
        {"machine": {"providers": ["cryptography"]}},
        {"method": {}, "preset": {"baseline": 5}},
    ],
)
def test_a_strangers_tables_do_not_crash_it(changes: dict[str, dict[str, object]]) -> None:
    """The free tables of a snapshot hold anything."""
    assert render(replace(snapshot(ROW), **changes), 120)  # type: ignore[arg-type]  # tables, of whatever
