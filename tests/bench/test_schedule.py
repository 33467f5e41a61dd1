from random import Random

import numpy as np
import pytest

from sigtui.algorithms import catalogue
from sigtui.bench.schedule import Schedule, Spent, enough
from sigtui.model import Case, Effort, Mode, Operation
from sigtui.stats.tally import Tally
from tests.fakes import case, plan, timed

CASES = [case("ed25519"), case("ecdsa-p256-sha256"), case("ml-dsa-44")]


def schedule(effort: Effort, seed: int = 0) -> Schedule:
    """Return a schedule of three cases in its first process."""
    made = Schedule(plan(CASES, effort), Random(seed))  # noqa: S311 - an order, no secret
    made.begin(0)
    return made


def take(made: Schedule, one: Case, seconds: float = 0.02, samples: int = 100) -> str | None:
    """Count a slice of equal samples that took so long."""
    return made.took(one, np.full(samples, seconds / samples * 1e9), seconds)


def test_a_dropped_case_does_not_come_back() -> None:
    """A case that failed is neither returned again nor unfinished, in this round and in later processes."""
    made = schedule(timed(0.2))
    first = made.next()
    assert first is not None
    made.drop(first)
    assert first not in made.unfinished
    seen = [made.next() for _ in range(8)]
    made.begin(1)
    seen += [made.next() for _ in range(8)]
    assert first not in seen
    assert None not in seen


def test_a_case_dropped_before_its_turn_is_skipped() -> None:
    """A case may fail while others of its round are still to come."""
    made = schedule(timed(0.2))
    first = made.next()
    for one in CASES:
        if one != first:
            made.drop(one)
    assert made.next() == first
    assert made.round == 1


def test_a_process_ends_when_every_case_had_its_share() -> None:
    """In the first of two processes a case gets half of its time, in the second the rest."""
    made = schedule(timed(0.25, 2))
    for phase, told in ((0, None), (1, "time")):
        made.begin(phase)
        outcomes: dict[Case, list[str | None]] = {one: [] for one in CASES}
        while (one := made.next()) is not None:
            outcomes[one].append(take(made, one, seconds=0.03125))
        assert all(reasons == [None] * 3 + [told] for reasons in outcomes.values())
    assert made.unfinished == ()


def test_a_case_that_is_done_for_this_process_leaves_its_round_to_the_others() -> None:
    """Only cases that need more are dealt."""
    made = schedule(timed(0.2, 2))
    take(made, CASES[0], seconds=0.1)
    assert {made.next() for _ in range(6)} == set(CASES[1:])


def test_five_samples_outlast_the_time() -> None:
    """A case whose time is spent goes on until it has five samples."""
    made = schedule(timed(0.2))
    reasons = [take(made, CASES[0], seconds=1.0, samples=1) for _ in range(5)]
    assert reasons == [None, None, None, None, "time"]


@pytest.mark.parametrize(("samples", "why"), [(4, "limit"), (5, "time")])
def test_a_minute_is_the_limit(samples: int, why: str) -> None:
    """After 60 s a case is over; with fewer than five samples the reason is the limit."""
    made = schedule(timed(0.2, 3))
    assert take(made, CASES[0], seconds=60.0, samples=samples) == (why if why == "limit" else None)
    made.begin(2)
    assert CASES[0] not in {made.next() for _ in range(6)}


def test_an_effort_longer_than_the_limit_is_not_cut_short() -> None:
    """The limit is for cases that exceed their budget, not for budgets above it."""
    made = schedule(timed(100.0))
    assert take(made, CASES[0], seconds=90.0, samples=3) is None
    assert take(made, CASES[0], seconds=11.0, samples=1) == "limit"


def test_precision_is_not_believed_before_five_rounds() -> None:
    """Four precise slices may all lie in one mood of the machine."""
    made = schedule(Effort("test", 10.0, 0.5, 1))
    reasons = [take(made, CASES[0]) for _ in range(5)]
    assert reasons == [None, None, None, None, "precision"]


def test_a_seed_gives_one_order() -> None:
    """Two schedules of one seed deal alike."""
    orders = [[made.next() for _ in range(30)] for made in (schedule(timed(1.0), 5), schedule(timed(1.0), 5))]
    assert orders[0] == orders[1]
    assert orders[0] != [schedule(timed(1.0), 6).next() for _ in range(30)]


@pytest.mark.parametrize(
    ("seconds", "rounds", "samples", "why"),
    [
        (0.0, 0, 0, None),
        (0.3, 9, 4, None),
        (0.3, 1, 5, "time"),
        (0.1, 4, 100, None),
        (0.1, 5, 100, "precision"),
        (61.0, 1, 4, "limit"),
        (61.0, 1, 5, "time"),
    ],
)
def test_what_is_enough_is_known_without_a_schedule(
    seconds: float, rounds: int, samples: int, why: str | None
) -> None:
    """A case's time and samples tell it, whatever other cases there are; of a share less is enough."""
    tally = Tally()
    for part in np.array_split(np.full(samples, 1e6), max(rounds, 1)) if samples else ():
        tally = tally.add(part)
    spent = Spent(seconds, rounds, tally)
    assert enough(spent, Effort("test", 0.2, 0.5, 2)) == why
    assert enough(Spent(0.1, 1, tally), Effort("test", 0.2, 0.5, 2), 0.5) == ("time" if samples > 2 else None)


def test_cases_are_told_apart_by_all_that_they_are() -> None:
    """Equal ones hash alike, whoever made them; those of a whole catalogue hardly ever meet."""
    every = [
        Case(algorithm, "fake", operation, mode, message)
        for algorithm in catalogue()
        for operation in Operation
        for mode in (None, *Mode)
        for message in (None, "m")
    ]
    again = [Case(one.algorithm, one.provider, one.operation, one.mode, one.message) for one in every]
    assert [hash(one) for one in again] == [hash(one) for one in every]
    assert again == every
    assert len({hash(one) for one in every}) == len(every)
