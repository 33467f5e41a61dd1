from dataclasses import replace

import pytest

from sigtui import algorithms
from sigtui.bench.plan import LIMIT_SECONDS, call_seconds, case_seconds, make_plan, plan_seconds
from sigtui.model import (
    EFFORTS,
    Case,
    Choice,
    Message,
    Mode,
    Operation,
    Preset,
    ProviderInfo,
    Skipped,
    Support,
)
from tests.fakes import case, plan

IDS = ("ecdsa-p256-sha256", "ed25519")
MESSAGES = (Message("a", b"a", {"text": "a"}), Message("b", b"bb", {"text": "bb"}))


def preset(
    *choices: Choice,
    operations: tuple[Operation, ...] = (Operation.SIGN,),
    modes: tuple[Mode, ...] = (Mode.REUSED_KEY,),
    messages: tuple[Message, ...] = MESSAGES[:1],
) -> Preset:
    """Return a preset of these choices, by default two algorithms that sign one message."""
    chosen = choices or tuple(Choice(algorithms.find(name)) for name in IDS)
    return Preset("title", chosen[0].algorithm.id, chosen, messages, operations, modes, EFFORTS["quick"])


def able(name: str, *ids: str) -> ProviderInfo:
    """Return a provider that does these algorithms, by default the two of the preset."""
    return ProviderInfo(name, True, support=tuple(Support(one, True) for one in ids or IDS))


def test_a_case_is_an_algorithm_times_operation_mode_and_message() -> None:
    """Everything is planned with everything, and algorithms that are compared stand beside each other."""
    made = make_plan(
        preset(
            operations=(Operation.VERIFY, Operation.SIGN),
            modes=(Mode.LOAD_KEY, Mode.REUSED_KEY),
            messages=MESSAGES,
        ),
        [able("one")],
    )
    first, second = (algorithms.find(name) for name in IDS)
    assert made.cases == tuple(
        Case(algorithm, "one", operation, mode, message)
        for operation in (Operation.VERIFY, Operation.SIGN)
        for mode in (Mode.LOAD_KEY, Mode.REUSED_KEY)
        for message in ("a", "b")
        for algorithm in (first, second)
    )
    assert made.skipped == ()
    assert len({one.key for one in made.cases}) == len(made.cases)


def test_a_plan_keeps_what_the_preset_says() -> None:
    """Title, baseline, effort and messages are the preset's."""
    made = make_plan(preset(messages=MESSAGES), [able("one")])
    assert (made.title, made.baseline, made.effort) == ("title", "ecdsa-p256-sha256", EFFORTS["quick"])
    assert made.messages == {"a": MESSAGES[0], "b": MESSAGES[1]}


def test_keygen_is_planned_once_without_mode_and_message() -> None:
    """Creating a key has neither mode nor message, however many of them the preset lists."""
    made = make_plan(
        preset(operations=(Operation.KEYGEN,), modes=tuple(Mode), messages=MESSAGES), [able("one")]
    )
    assert [(one.algorithm.id, one.mode, one.message) for one in made.cases] == [
        (name, None, None) for name in IDS
    ]
    assert made.skipped == ()


@pytest.mark.parametrize("operation", [Operation.VERIFY, Operation.VERIFY_INVALID])
def test_verifying_in_single_shot_is_skipped_with_the_reason(operation: Operation) -> None:
    """A key that was just created has signed nothing that could be verified: said once, not for each case."""
    made = make_plan(
        preset(operations=(operation, Operation.SIGN), modes=(Mode.SINGLE_SHOT,), messages=MESSAGES),
        [able("one")],
    )
    assert {one.operation for one in made.cases} == {Operation.SIGN}
    assert made.skipped == (
        Skipped(
            f"{operation} in single-shot",
            "a key that was just created has signed nothing that could be verified",
        ),
    )


def test_trusted_keys_are_for_signing_with_what_is_validated() -> None:
    """An RSA key is validated while it is parsed; of the others it is said that load-key is the same."""
    rsa, others = "rsa-2048-pss-sha512", ("ed25519", "ml-dsa-44")
    mixed = replace(
        preset(operations=(Operation.SIGN, Operation.VERIFY), modes=(Mode.LOAD_TRUSTED,), messages=MESSAGES),
        choices=tuple(Choice(algorithms.find(name)) for name in (rsa, *others)),
    )
    made = make_plan(mixed, [able("one", rsa, *others)])
    assert {(one.algorithm.id, one.operation) for one in made.cases} == {(rsa, Operation.SIGN)}
    assert [item.what for item in made.skipped] == [
        "verify in load-key-trusted",
        "load-key-trusted of ed25519, ml-dsa-44",
    ]


def test_the_first_provider_that_can_is_chosen() -> None:
    """Providers are asked in their order; one that is not there or can't do it is passed over."""
    found = [
        ProviderInfo("absent", False, "no library"),
        ProviderInfo("unable", True, support=(Support("ed25519", False, "it crashed"),)),
        able("third", "ed25519"),
        able("fourth"),
    ]
    made = make_plan(preset(), found)
    assert {one.algorithm.id: one.provider for one in made.cases} == {
        "ecdsa-p256-sha256": "fourth",
        "ed25519": "third",
    }


def test_a_named_provider_is_taken_or_nothing() -> None:
    """Who asks for a provider does not get another one instead."""
    choice = Choice(algorithms.find("ed25519"), "second")
    assert [one.provider for one in make_plan(preset(choice), [able("first"), able("second")]).cases] == [
        "second"
    ]
    made = make_plan(preset(choice), [able("first"), ProviderInfo("second", False, "no library")])
    assert made.cases == ()
    assert made.skipped == (Skipped("ed25519", "second: no library"),)
    assert make_plan(preset(choice), [able("first")]).skipped == (
        Skipped("ed25519", "no provider is called second"),
    )


def test_an_algorithm_twice_with_two_providers_is_two_cases() -> None:
    """Providers are compared by choosing an algorithm with each of them."""
    choices = [Choice(algorithms.find("ed25519"), name) for name in ("first", "second")]
    made = make_plan(preset(*choices), [able("first"), able("second")])
    assert [one.provider for one in made.cases] == ["first", "second"]


def test_what_nobody_can_is_skipped_with_every_reason() -> None:
    """An algorithm that is not available is not planned, and each provider's reason is told."""
    found = [
        ProviderInfo("absent", False, "no library"),
        ProviderInfo("unable", True, support=(Support("ed25519", False, "unsupported"),)),
        able("other", "ecdsa-p256-sha256"),
    ]
    made = make_plan(preset(), found)
    assert [one.algorithm.id for one in made.cases] == ["ecdsa-p256-sha256"]
    assert made.skipped == (Skipped("ed25519", "absent: no library; unable: unsupported; other: not tried"),)


def test_nothing_may_remain() -> None:
    """A plan without cases is a plan; the run decides what that means."""
    made = make_plan(preset(), [ProviderInfo("absent", False, "no library")])
    assert made.cases == ()
    assert [item.what for item in made.skipped] == list(IDS)
    assert plan_seconds(made) < 1


def test_only_slow_key_generation_is_told_beforehand() -> None:
    """RSA keygen and single-shot are slow; a reused key and everything else is not worth telling."""
    slow = [case("rsa-4096-pss-sha512", Operation.KEYGEN), case("rsa-4096-pss-sha512", mode=Mode.SINGLE_SHOT)]
    assert all(0.3 < call_seconds(one) < 3 for one in slow)
    quick = [
        case("rsa-4096-pss-sha512"),
        case("ml-dsa-44", Operation.KEYGEN),
        case("ed25519", mode=Mode.SINGLE_SHOT),
    ]
    assert [call_seconds(one) for one in quick] == [0, 0, 0]


def test_larger_rsa_keys_take_longer() -> None:
    """The estimates grow with the key, as creating it does."""
    times = [
        call_seconds(case(f"rsa-{bits}-pss-sha512", Operation.KEYGEN)) for bits in (2048, 3072, 4096, 8192)
    ]
    assert times == sorted(times)
    assert len(set(times)) == 4


def test_a_case_is_estimated_at_its_budget_its_least_samples_or_the_limit() -> None:
    """Five samples of a slow call may take longer than the budget, but the limit ends them."""
    quick = EFFORTS["quick"]
    keygens = {bits: case(f"rsa-{bits}-pss-sha512", Operation.KEYGEN) for bits in (2048, 4096, 8192)}
    made = plan([case("ed25519"), *keygens.values()], quick)
    assert case_seconds(made, case("ed25519")) == quick.seconds
    assert case_seconds(made, keygens[4096]) == 5 * call_seconds(keygens[4096])
    assert case_seconds(made, keygens[8192]) == LIMIT_SECONDS


def test_an_estimate_covers_every_case_and_process() -> None:
    """More cases, more time a case and more processes make a longer plan."""
    one, two = [case("ed25519")], [case("ed25519"), case("ecdsa-p256-sha256")]
    estimates = [plan_seconds(plan(one, EFFORTS["quick"])), plan_seconds(plan(two, EFFORTS["quick"]))]
    estimates += [plan_seconds(plan(two, EFFORTS[name])) for name in ("short", "medium", "long")]
    assert estimates == sorted(estimates)
    assert EFFORTS["quick"].seconds < estimates[0] < 1
    assert 2 * EFFORTS["long"].seconds < estimates[-1] < 3 * EFFORTS["long"].seconds
