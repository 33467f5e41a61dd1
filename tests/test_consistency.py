from dataclasses import replace

import pytest

from sigtui.consistency import contradictions
from sigtui.files.results import MessageSize, Result
from tests.made import ROW


def at(size: int, mean_us: float, half: float | None = 0.5, mode: str = "reused-key") -> Result:
    """Return a row of a message of this length, with this mean and half of its interval."""
    return replace(
        ROW,
        mean_us=mean_us,
        error_us=half,
        error_rounds_us=None,
        mode=mode,
        message=MessageSize(name=f"m{size}", bytes=size),
    )


def test_times_that_grow_with_the_message_are_fine() -> None:
    """Also where they hardly do."""
    assert contradictions([at(17, 48.0), at(93, 48.1), at(1_024, 52.0)]) == []


def test_a_time_that_falls_is_odd() -> None:
    """With all the times of its case, in the order of the messages."""
    (text,) = contradictions([at(1_024, 444.0), at(17, 445.0), at(93, 115.0)])
    assert text.startswith(
        "Times fall as the message grows in ecdsa-p256-sha256 sign reused-key (445 µs at 17 B, 115 µs at 93 B, "
        "444 µs at 1,024 B)"
    )
    assert "Spoils" in text
    assert "Remedy:" in text


@pytest.mark.parametrize(
    ("first", "second"),
    [
        (at(17, 50.0, 8.0), at(93, 44.0, 8.0)),  # inside the intervals
        (at(17, 50.0), at(93, 46.0)),  # outside them, and under the threshold
        (at(17, 50.0, None), at(93, 40.0, None)),  # no interval known, and no large difference
        (at(17, 50.0), replace(at(93, 20.0), provider="liboqs")),  # another library
        (at(17, 50.0), replace(at(93, 20.0), algorithm="ed25519")),
        (at(17, 50.0), replace(at(93, 20.0), message=MessageSize(name="?"))),  # nobody says how long
        (at(17, 50.0), replace(at(93, 20.0), error="failed")),
    ],
)
def test_what_noise_or_another_case_explains_is_not_odd(first: Result, second: Result) -> None:
    """It must not cry wolf."""
    assert contradictions([first, second]) == []


def test_without_intervals_only_a_large_difference_is_odd() -> None:
    """Published rows have none."""
    assert len(contradictions([at(17, 50.0, None), at(93, 30.0, None)])) == 1


def test_a_fresh_key_can_not_cost_less_than_none() -> None:
    """Single-shot and load-key do what reused-key does, and more."""
    (text,) = contradictions([at(17, 50.0), at(17, 30.0, mode="single-shot"), at(17, 60.0, mode="load-key")])
    assert text.startswith(
        "Less than its part takes ecdsa-p256-sha256 sign single-shot, which also creates a key "
        "(30.0 µs against 50.0 µs)"
    )
    assert contradictions([at(17, 50.0), at(17, 75.0, mode="single-shot")]) == []


def test_many_are_counted() -> None:
    """Three are named."""
    rows = [
        replace(row, algorithm=f"made-{index}") for index in range(5) for row in (at(17, 50.0), at(93, 20.0))
    ]
    (text,) = contradictions(rows)
    assert "made-2" in text
    assert "made-3" not in text
    assert "and 2 more" in text
