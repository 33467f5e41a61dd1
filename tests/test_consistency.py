import math
import re
from collections.abc import Callable
from dataclasses import replace

import numpy as np
import pytest
from numpy.typing import NDArray

from sigtui.consistency import contradictions
from sigtui.files.results import MessageSize, Result
from sigtui.model import Mode
from sigtui.stats.student import two_sided
from tests.made import ROW

Times = NDArray[np.float64]


def at(size: int, mean_us: float, half: float | None = 0.5, mode: str = "reused-key") -> Result:
    """Return a row of a message of this length, with this mean and half of its interval."""
    return replace(
        ROW,
        mean_us=mean_us,
        error_us=half,
        error_rounds_us=None,
        median_us=None,
        median_normalised_us=None,
        mode=mode,
        message=MessageSize(name=f"m{size}", bytes=size),
    )


def test_times_that_grow_with_the_message_are_fine() -> None:
    """Also where they hardly do."""
    assert contradictions([at(17, 48.0), at(93, 48.1), at(1_024, 52.0)]) == []


def test_a_time_that_falls_is_odd() -> None:
    """With all the times of its case, in the order of the messages, and by how much it falls."""
    (text,) = contradictions([at(1_024, 444.0), at(17, 445.0), at(93, 115.0)])
    assert text.startswith(
        "Longer messages are up to 3.87× faster than shorter ones in ecdsa-p256-sha256 sign reused-key (445 µs at "
        "17 B, 115 µs at 93 B, 444 µs at 1,024 B)"
    )
    assert re.fullmatch(r".+\. Spoils .+\. Remedy: .+\.", text)


def test_a_time_that_falls_in_small_steps_is_odd() -> None:
    """Each step is under the threshold; both together are not."""
    assert len(contradictions([at(17, 50.0), at(93, 46.5), at(1_024, 43.0)])) == 1
    assert contradictions([at(17, 50.0), at(93, 46.5)]) == []


def test_slow_calls_that_move_a_mean_are_no_contradiction() -> None:
    """Half of all calls took no less; at the machine's typical speed, where that is known."""
    shorter, longer = at(17, 2.44, 0.03), at(93, 2.05, 0.01)
    assert len(contradictions([shorter, longer])) == 1
    assert contradictions([replace(shorter, median_us=2.01), replace(longer, median_us=2.05)]) == []
    fallen = [replace(shorter, median_us=2.44), replace(longer, median_us=2.05)]
    assert len(contradictions(fallen)) == 1
    assert contradictions([replace(row, median_normalised_us=2.0) for row in fallen]) == []


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
        "Less time than reused-key takes ecdsa-p256-sha256 sign single-shot, which also creates a key "
        "(30.0 µs against 50.0 µs)"
    )
    assert contradictions([at(17, 50.0), at(17, 75.0, mode="single-shot")]) == []


def test_the_worst_are_named_and_the_others_counted() -> None:
    """Three are named, wherever they stand."""
    rows = [
        replace(row, algorithm=f"made-{index}")
        for index in range(5)
        for row in (at(17, 50.0), at(93, 20.0 - index))
    ]
    (text,) = contradictions(rows)
    assert "up to 3.12× faster" in text
    assert text.index("made-4") < text.index("made-3") < text.index("made-2")
    assert "made-1" not in text
    assert "and 2 more" in text


def test_rows_without_an_id_are_checked_by_their_tools_text() -> None:
    """A hash is no algorithm of sigtui's, and takes longer for more bytes too."""
    rows = [
        replace(row, algorithm=None, label="sha256", operation="digest", mode=None)
        for row in (at(32, 90.0, None), at(64, 48.0, None))
    ]
    assert "sha256 digest (90.0 µs at 32 B, 48.0 µs at 64 B)" in contradictions(rows)[0]
    assert contradictions([replace(row, operation="other") for row in rows]) == []


def drawn(times: Times, size: int, mode: str, batch: int = 1) -> Result:
    """Return the row of a run with these times in µs, a sample each."""
    mean, deviation = float(times.mean()), float(times.std(ddof=1))
    half = two_sided(times.size - 1) * deviation / math.sqrt(times.size)
    row = at(size, mean, half, mode)
    return replace(row, samples=times.size, batch=batch, median_us=float(np.median(times)))


@pytest.mark.parametrize("kind", ["quiet", "retries", "batches", "disturbed", "new RSA keys"])
def test_runs_of_ones_own_that_only_differ_by_chance_are_never_odd(kind: str) -> None:
    """Small noise, ML-DSA's wide intervals, HMAC's batches, calls that others delayed, five keys of RSA."""
    rng = np.random.default_rng(5)
    draws: dict[str, Callable[[], Times]] = {
        "quiet": lambda: 48.0 * rng.lognormal(0, 0.02, 900),
        "retries": lambda: 180.0 + 200.0 * rng.geometric(0.25, 40).astype(np.float64),
        "batches": lambda: 1.3 * rng.lognormal(0, 0.03, 300),
        "disturbed": lambda: 48.0 * np.where(rng.random(60) < 0.05, 20.0, 1.0),
        "new RSA keys": lambda: 1_000.0 + rng.exponential(80_000.0, 5),
    }
    told = [
        contradictions(
            [drawn(draws[kind](), size, mode) for mode in Mode for size in (17, 93, 1_024)],
        )
        for _ in range(200)
    ]
    assert sum(map(len, told)) == 0
