import re
from collections.abc import Mapping
from dataclasses import replace

import pytest

from sigtui.cells import State
from sigtui.files.results import Result
from sigtui.numbers import MICROSECONDS, TimeUnit
from sigtui.sentences import about, still
from tests.exports.fixed import ECDSA, FAILED, HMAC, IMPORTED, KEYGEN, KEYGEN_BASE, ML_DSA, ODDLY_NAMED

P256 = "ecdsa-p256-sha256"
ED25519 = replace(ECDSA, algorithm="ed25519", family="eddsa", median_us=51.0, p99_us=100.0)
RSA = replace(ECDSA, algorithm="rsa-2048-pss-sha512", family="rsa", mean_us=957.0, median_us=967.0)
HMAC_512 = replace(HMAC, algorithm="hmac-sha512")
KEYS = replace(KEYGEN, samples=60, error_us=3_200.0, p95_us=151_000.0, ratio_low=2_300.0, ratio_high=2_600.0)
BARE = Result(algorithm="falcon-512", operation="sign")


def against(result: Result, ratio: float | None, low: float | None, high: float | None) -> Result:
    """Return the row with another ratio."""
    return replace(result, ratio=ratio, ratio_low=low, ratio_high=high)


@pytest.mark.parametrize(
    ("result", "base", "said"),
    [
        (ML_DSA, ECDSA, f"ml-dsa-44 takes 20.5× as long as {P256} (19.5–21.5)."),
        (against(ED25519, 0.671, 0.667, 0.68), ECDSA, f"ed25519 is 1.49× faster than {P256} (1.47–1.50)."),
        (against(ED25519, 1.05, 1.04, 1.06), ECDSA, f"ed25519 takes 1.05× as long as {P256} (1.04–1.06)."),
        (
            against(ED25519, 1.05, 0.932, 1.18),
            ECDSA,
            f"ed25519 against {P256}, no difference proved: 1.05 (0.932–1.18).",
        ),
        (against(ED25519, 1.005, 0.985, 1.019), ECDSA, f"ed25519 against {P256}: no difference (under 2 %)."),
        (against(ED25519, 1.01, 1.005, 1.015), ECDSA, f"ed25519 against {P256}: no difference (under 2 %)."),
        (
            against(ED25519, 1.015, 1.005, 1.025),
            ECDSA,
            f"ed25519 against {P256}, no difference above 2 % proved: 1.01 (1.00–1.02).",
        ),
        (
            KEYGEN,
            KEYGEN_BASE,
            f"{KEYGEN.algorithm} against {P256}: 2,460×, but too few rounds to prove a difference.",
        ),
        (
            against(ED25519, 0.5, -1.0, 0.9),
            ECDSA,
            f"ed25519 against {P256}: 0.500×, but too few rounds to prove a difference.",
        ),
        (ECDSA, ECDSA, f"{P256} is the baseline: the others are compared with its mean, 49.4 ±0.2 µs."),
        (
            ODDLY_NAMED,
            None,
            "ed25519 takes 104 ±0.9 µs on average; the baseline has no figure here, so there is no ratio.",
        ),
        (
            ODDLY_NAMED,
            BARE,
            "ed25519 takes 104 ±0.9 µs on average; falcon-512 has no figure here, so there is no ratio.",
        ),
        (
            against(ED25519, 0.0, None, None),
            ECDSA,
            f"ed25519 takes 49.4 ±0.2 µs on average; {P256} was not measured beside it, so there is no ratio.",
        ),
    ],
)
def test_a_row_is_compared_by_the_rule_of_the_verdicts(
    result: Result, base: Result | None, said: str
) -> None:
    """Faster and slower need an interval without 1 and more than 2 %; what is not proved is not said."""
    assert about(result, base)[0] == said


@pytest.mark.parametrize(
    ("result", "base", "end"),
    [
        (HMAC, ECDSA, "is 36.8× faster than ecdsa-p256-sha256 (36.5–37.2), but both sides share one secret."),
        (
            against(HMAC_512, 1.4, 1.3, 1.5),
            HMAC,
            "takes 1.40× as long as hmac-sha256 (1.30–1.50); both sides share one secret.",
        ),
        (
            against(ECDSA, 36.8, 36.5, 37.2),
            HMAC,
            "takes 36.8× as long as hmac-sha256 (36.5–37.2), where both sides share one secret.",
        ),
        (HMAC, HMAC, "compared with its mean, 1.34 ±0.01 µs; both sides share one secret."),
    ],
)
def test_a_shared_secret_is_named_on_whichever_side_it_is(result: Result, base: Result, end: str) -> None:
    """With HMAC a verifier can sign, so that it is no like for like."""
    assert about(result, base)[0].endswith(end)


@pytest.mark.parametrize(
    ("result", "base", "said"),
    [
        (ECDSA, ECDSA, "Half its calls stay under 48.1 µs, 1 in 100 exceeds 103 µs."),
        (
            ML_DSA,
            ECDSA,
            "Half its calls stay under 793 µs, 1 in 100 exceeds 3,620 µs: it retries until a signature is valid. "
            "Not noise.",
        ),
        (
            replace(ML_DSA, operation="verify"),
            ECDSA,
            "Half its calls stay under 793 µs, 1 in 100 exceeds 3,620 µs.",
        ),
        (
            against(replace(ML_DSA, skewness=0.4), 1.06, 1.03, 1.09),
            RSA,
            "Half its calls stay under 793 µs (rsa-2048-pss-sha512: 967 µs), 1 in 100 exceeds 3,620 µs.",
        ),
        (HMAC, ECDSA, "Timed in batches of 64 calls: no p99 of single calls."),
        (
            KEYS,
            KEYGEN_BASE,
            "A key takes 79 ±3 ms on average, 5 % over 151 ms (n=60): it tries random numbers until two are prime.",
        ),
        (
            KEYGEN,
            KEYGEN_BASE,
            "A key takes 80 ±60 ms on average (n=5): it tries random numbers until two are prime.",
        ),
        (
            replace(KEYGEN, error_us=90_000.0),
            KEYGEN_BASE,
            "A key takes 79 ms on average (n=5): it tries random numbers until two are prime.",
        ),
        (
            replace(KEYS, operation="sign", mode="single-shot"),
            None,
            "A key and a signature take 79 ±3 ms on average, 5 % over 151 ms (n=60): it tries random numbers until two "
            "are prime.",
        ),
        (IMPORTED, ECDSA, "Nothing is known of its single calls but their mean."),
        (replace(IMPORTED, median_us=81.0), ECDSA, "Half its calls stay under 81.0 µs; its p99 is unknown."),
    ],
)
def test_what_single_calls_take_is_said_with_the_reason(
    result: Result, base: Result | None, said: str
) -> None:
    """Of a batch there are none; a long tail that is the algorithm's own is explained."""
    assert about(result, base)[1] == said


def test_medians_that_agree_with_the_means_are_not_repeated() -> None:
    """Only where a typical call and the cost point different ways does the baseline's median stand beside."""
    assert "ecdsa" not in about(ML_DSA, ECDSA)[1]
    unproved = against(ML_DSA, 1.06, 0.9, 1.2)
    assert "967" not in about(unproved, RSA)[1]
    faster = against(replace(ED25519, median_us=99.0), 0.5, 0.45, 0.55)
    assert f"99.0 µs ({P256}: 48.1 µs)" in about(faster, ECDSA)[1]


@pytest.mark.parametrize(
    ("state", "how"),
    [(State.MEASURING, "each round"), (State.PAUSED, "each round"), (State.FINISHED, "a higher effort")],
)
def test_few_samples_say_what_sharpens_them(state: State, how: str) -> None:
    """More rounds while it runs, more effort afterwards; with the time that a p99 takes."""
    few = replace(RSA, samples=60, p99_us=None, operation="verify", mean_us=78_800.0)
    assert about(few, ECDSA, state=state)[1] == f"n=60: {how} sharpens it; a p99 needs 500 calls, about 39 s."


def test_times_are_in_the_tables_unit_where_they_fit_it() -> None:
    """What reads 0.102 in the table reads so in the sentence."""
    milliseconds = TimeUnit("ms", 1e3)
    assert "under 0.793 ms, 1 in 100 exceeds 3.62 ms" in about(ML_DSA, ECDSA, unit=milliseconds)[1]
    assert "under 48.1 µs, 1 in 100 exceeds 0.103 ms" in about(ECDSA, ECDSA, unit=milliseconds)[1]
    assert "A key takes 79 ±3 ms" in about(KEYS, KEYGEN_BASE, unit=MICROSECONDS)[1]


def test_providers_are_named_where_there_are_several() -> None:
    """On both sides."""
    other = replace(ML_DSA, provider="liboqs")
    first = about(other, ECDSA, several_providers=True)[0]
    assert first.startswith(f"ml-dsa-44 [liboqs] takes 20.5× as long as {P256} [cryptography] (")


ENDINGS: Mapping[State, tuple[str, ...]] = {
    State.WAITING: (
        "falcon-512 waits for its turn. Next its key is created and checked, then come its first figures.",
    ),
    State.PREPARING: (
        "A key for falcon-512 is created, and a signature and a forgery are checked. Then it is timed.",
    ),
    State.MEASURING: (
        "falcon-512 is ready: its key and signature are checked. Its first calls are being timed.",
    ),
    State.PAUSED: ("falcon-512 is paused before its first call: its figures come when it goes on.",),
    State.STOPPED: ("falcon-512 was stopped before its first call: it has no figures yet.",),
    State.IDLE: ("falcon-512 is not measured yet. Its sizes are known already.",),
    State.FINISHED: ("falcon-512 was not measured.",),
    State.FAILED: ("falcon-512 was not measured.",),
    State.UNAVAILABLE: (
        "falcon-512 can't be measured here: not measured.",
        "The Machine tab says what is missing, and how to get it.",
    ),
}


@pytest.mark.parametrize("state", State)
def test_a_row_without_figures_says_what_happens_next(state: State) -> None:
    """Never an empty place."""
    assert about(BARE, ECDSA, state=state) == ENDINGS[state]


def test_failed_and_unavailable_rows_give_reason_and_remedy() -> None:
    """The reason is the one of the row, with one full stop behind it."""
    assert about(FAILED, ECDSA, state=State.FAILED) == (
        "rsa-2048-pss-sha512 failed: the worker died after 41 rounds: signal 9 (out of memory, or somebody ended it).",
        "The other rows are not affected. Remedy: measure it again, or take it out of the selection.",
    )
    missing = replace(BARE, error="needs liboqs.")
    assert about(missing, ECDSA, state=State.UNAVAILABLE) == (
        "falcon-512 can't be measured here: needs liboqs.",
        "The Machine tab says what is missing, and how to get it.",
    )


@pytest.mark.parametrize("result", [HMAC, ECDSA, ML_DSA, FAILED, KEYGEN, KEYS, IMPORTED, BARE, ODDLY_NAMED])
@pytest.mark.parametrize("base", [None, BARE, ECDSA, HMAC])
@pytest.mark.parametrize("state", State)
def test_one_or_two_sentences_and_no_hedging(result: Result, base: Result | None, state: State) -> None:
    """Whatever the row and its state: full sentences without may, consider or outliers."""
    said = about(result, base, state=state)
    assert 1 <= len(said) <= 2
    for text in said:
        assert text.endswith(".")
        assert not text.endswith("..")
        assert "None" not in text
        assert "–." not in text
        assert not re.search(r"\b(may|might|consider|outliers?|perhaps|possibly)\b", text, re.IGNORECASE)


def sure(error: float, **changes: object) -> Result:
    """Return a row of 100 µs with this half-width."""
    row = replace(ECDSA, mean_us=100.0, error_us=error, error_rounds_us=None)
    return replace(row, **changes)  # type: ignore[arg-type]  # fields of a result, by their names


@pytest.mark.parametrize(
    ("result", "said"),
    [
        (sure(5.0), "now ±5.0 %, ±2 % in about 10 s"),
        (sure(2.01), "now ±2.1 %, ±2 % in about 1 s"),
        (sure(2.0), "±2 % reached"),
        (sure(1.0, stopped="precision"), "±2 % reached"),
        (sure(4.0, stopped="time"), "time is up at ±4.0 %"),
        (sure(40.0, stopped="limit"), "time is up at ±40 %"),
        (sure(120.0, samples=3), "n=3: no interval yet, the aim is ±2 %"),
        (replace(sure(1.0), error_us=None, samples=1), "n=1: no interval yet, the aim is ±2 %"),
        (BARE, ""),
        (FAILED, ""),
        (IMPORTED, ""),
    ],
)
def test_how_sure_a_row_is_and_how_long_until_the_aim(result: Result, said: str) -> None:
    """What is needed grows with the square: from ±5 % to ±2 % takes 6.25 times what was measured, 2 s."""
    assert still(result, 0.02, 2.0) == said


def test_the_time_left_is_the_time_that_passes() -> None:
    """A tenth of it goes into one of ten unfinished rows."""
    assert still(sure(5.0), 0.02, 2.0, share=0.1) == "now ±5.0 %, ±2 % in about 2 min"
    assert still(sure(5.0), 0.02, 2.0, budget=13.0) == "now ±5.0 %, ±2 % in about 10 s"


@pytest.mark.parametrize(
    ("measured", "budget", "said"),
    [
        (2.0, 8.0, "now ±5.0 %, about ±2.5 % when its time is up in 6 s"),
        (2.0, 12.0, "now ±5.0 %, about ±2.1 % when its time is up in 10 s"),
        (9.0, 8.0, "now ±5.0 %, about ±5.0 % when its time is up in 1 s"),
    ],
)
def test_an_aim_that_the_budget_does_not_reach_is_not_promised(
    measured: float, budget: float, said: str
) -> None:
    """Instead the precision at its end is told."""
    assert still(sure(5.0), 0.02, measured, budget=budget) == said


@pytest.mark.parametrize(
    ("state", "word"),
    [(State.PAUSED, "paused at"), (State.STOPPED, "stopped at"), (State.FINISHED, "ended at")],
)
def test_a_row_that_nothing_is_added_to_promises_no_time(state: State, word: str) -> None:
    """It says where it stands, and what the aim is."""
    assert still(sure(5.0), 0.02, 2.0, state=state) == f"{word} ±5.0 %, the aim is ±2 %"


def test_nothing_is_foretold_from_nothing() -> None:
    """Figures that came without time of their own give no estimate; half a percent is said as such."""
    assert still(sure(5.0), 0.005, 0.0) == "now ±5.0 %, the aim is ±0.5 %"
