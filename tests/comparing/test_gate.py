from dataclasses import replace

import pytest

from sigtui.comparing.gate import Gate, Judgement, check, judge
from sigtui.comparing.sides import Source
from sigtui.errors import UsageError
from tests.comparing.made import ED25519_VERIFY, MACHINE, P256, P256_BLOCK, RUN, row, source

NAMES = ("ecdsa-p256-sha256", "ed25519", "ml-dsa-44", "rsa-2048-pss-sha512")


def run(name: str, seed: int, factor: float = 1.0, slower: int = 4) -> Source:
    """Return a run of four cases, so many of which take longer by a factor."""
    rows = [
        row(algorithm, 50.0 * (place + 1) * (factor if place < slower else 1.0), seed=seed + place)
        for place, algorithm in enumerate(NAMES)
    ]
    return source(name, *rows)


def noisy(source_: Source, share: float) -> Source:
    """Return a run whose rounds alternate by a share, so that nothing can be told from it."""
    rows = [
        replace(
            each,
            rounds_us=tuple(
                (median * (1 + share * (-1) ** place), speed)
                for place, (median, speed) in enumerate(each.rounds_us or ())
            ),
        )
        for each in source_.snapshot.results
    ]
    return Source(source_.name, replace(source_.snapshot, results=tuple(rows)))


def judgements(gate: Gate) -> list[Judgement]:
    """Return what was judged of each case."""
    return [each.judgement for each in gate.cases]


def test_the_same_thing_passes() -> None:
    """In 49 of 50 pairs of runs or more, and every case is proved not to be slower by a tenth."""
    gates = [judge(run("new", seed), run("old", 5_000 + seed), 0.05) for seed in range(0, 500, 10)]
    assert sum(gate.slower for gate in gates) <= 1
    wide = judge(run("new", 1), run("old", 100), 0.10)
    assert judgements(wide) == [Judgement.FINE] * 4


def test_ten_percent_fail() -> None:
    """Each of the cases that are slower is named with its interval."""
    gate = judge(run("new", 1, 1.11), run("old", 100), 0.05)
    assert gate.slower
    assert judgements(gate) == [Judgement.SLOWER] * 4
    first = gate.sentences()[0]
    assert first.startswith("slower: ecdsa-p256-sha256 sign reused-key properties takes 1.1")
    assert gate.sentences()[-1].startswith("4 of 4 cases more than 5 % slower than old")


def test_only_what_is_slower_is_named() -> None:
    """One case of four, and not the others."""
    gate = judge(run("new", 1, 1.2, slower=1), run("old", 100), 0.05)
    slower = [text for text in gate.sentences() if text.startswith("slower: ")]
    assert gate.slower
    assert len(slower) == 1
    assert slower[0].startswith("slower: ecdsa-p256-sha256 ")


def test_faster_fails_nothing() -> None:
    """However much."""
    assert not judge(run("new", 1, 0.5), run("old", 100), 0.05).slower


def test_noise_is_not_judged_and_says_so() -> None:
    """An interval beyond the threshold passes nothing and fails nothing."""
    gate = judge(noisy(run("new", 1), 0.3), noisy(run("old", 100), 0.3), 0.05)
    assert not gate.slower
    assert judgements(gate) == [Judgement.UNDECIDED] * 4
    assert any(
        text.startswith("can't be judged at this effort: ecdsa-p256-sha256") for text in gate.sentences()
    )
    assert gate.sentences()[-1].endswith("0 proved not to be, 4 not judged")


def test_what_slows_everything_down_shows_in_all_cases_together() -> None:
    """Where each case alone is too noisy to be judged."""
    gate = judge(noisy(run("new", 1, 1.4), 0.2), noisy(run("old", 100), 0.2), 0.05)
    assert gate.together is not None
    assert gate.together.judgement is Judgement.SLOWER
    assert gate.slower


def test_cases_without_a_partner_are_named() -> None:
    """Matching is exact: another message length or operation is another case."""
    gate = judge(RUN, source("old", P256), 0.05)
    assert len(gate.cases) == 1
    assert "ecdsa-p256-sha256 sign reused-key properties" not in gate.unmatched
    assert len(gate.unmatched) == len(RUN.snapshot.results) - 1


def test_another_provider_is_another_case() -> None:
    """A run by another library has no partner."""
    other = source("old", row("ecdsa-p256-sha256", 50.0, provider="liboqs"))
    with pytest.raises(UsageError, match="none of the cases"):
        judge(source("new", P256), other, 0.05)


def test_many_cases_widen_the_intervals() -> None:
    """So that a hundred of them raise no more false alarms together than a few."""
    few = judge(source("new", P256), source("old", replace(P256)), 0.05)
    rows = [row(f"made-{index}", 50.0, seed=index) for index in range(100)]
    many = judge(source("new", P256, *rows), source("old", P256, *rows), 0.05)

    def width(gate: Gate) -> float:
        found = gate.cases[0].found
        return (found.high or 0.0) / (found.low or 1.0)

    assert width(many) > width(few) * 1.001


@pytest.mark.parametrize(
    ("effort", "theirs", "machine", "text"),
    [
        ("quick", "short", MACHINE, "effort quick is too short"),
        ("short", "quick", MACHINE, "effort quick of old is too short"),
        ("short", "short", {**MACHINE, "cpu": "other"}, "machine differs: it is of a CPU, this is other"),
        ("short", "short", {}, "machine differs"),
    ],
)
def test_what_proves_nothing_is_refused_before_the_run(
    effort: str, theirs: str, machine: dict[str, object], text: str
) -> None:
    """An effort that is too short, and another machine."""
    old = source("old", P256, P256_BLOCK, ED25519_VERIFY)
    old = Source("old", replace(old.snapshot, method={**old.snapshot.method, "effort": theirs}))
    with pytest.raises(UsageError, match=text):
        check(old, machine, effort)


def test_a_run_of_this_machine_is_fine() -> None:
    """At effort short and above."""
    check(source("old", P256), MACHINE, "short")
