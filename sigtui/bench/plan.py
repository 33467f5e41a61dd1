"""From a preset to the ordered cases that make sense here; what is left out and why; how long it takes."""

import math
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence

from sigtui.model import Algorithm, Case, Choice, Mode, Operation, Plan, Preset, ProviderInfo, Skipped
from sigtui.stats.student import two_sided

LEAST_SAMPLES = 5
"""Samples that every case gets, whatever they take."""

LIMIT_SECONDS = 60.0
"""What a case may take at most for its least samples, beyond the effort's budget: slow key generation."""

_CREATES_KEY = (Mode.SINGLE_SHOT, None)

# Means of a few tries on one 2.4 GHz core; only an estimate, to say beforehand what will be slow.
_RSA_KEYGEN_SECONDS: Mapping[int, float] = {2048: 0.07, 3072: 0.2, 4096: 0.8, 8192: 12.0}
_RSA_LOAD_SECONDS: Mapping[int, float] = {2048: 0.04, 3072: 0.13, 4096: 0.33, 8192: 9.0}

# Their standard deviation over their mean: ±5 % takes 630 keys (measured).
_RSA_KEYGEN_VARIATION = 0.38
_MANY = 10_000  # degrees of freedom: so many that the interval no longer depends on them

_SPIN_SHARE = 1.07  # spins and checks at the ends of slices
_SAME_AS_LOAD = (
    "nothing of its private key is validated that trusting it could leave out: load-key is the same"
)
_PREPARE_SECONDS = 0.035  # checks and warm-up of a case in each worker process
_PROCESS_SECONDS = 0.25


def make_plan(preset: Preset, providers: Sequence[ProviderInfo]) -> Plan:
    """Return the cases of a preset: operation, mode, message, and all algorithms beside each other in each.

    What has no meaning (verifying in single-shot) or is not available here is in ``skipped`` with the reason.
    """
    chosen: list[tuple[Choice, str]] = []
    seen: set[tuple[str, str]] = set()
    skipped: list[Skipped] = []
    for choice in preset.choices:
        provider, reason = _provider(choice, providers)
        if (choice.algorithm.id, provider) in seen:
            skipped.append(Skipped(choice.algorithm.id, f"listed twice: both are done by {provider}"))
        elif provider:
            seen.add((choice.algorithm.id, provider))
            chosen.append((choice, provider))
        else:
            skipped.append(Skipped(choice.algorithm.id, reason))
    cases: list[Case] = []
    for operation in preset.operations:
        for mode in _modes(operation, preset.modes, skipped):
            names = [None] if mode is None else [message.name for message in preset.messages]
            able = [each for each in chosen if mode is not Mode.LOAD_TRUSTED or validates(each[0].algorithm)]
            cases += [
                Case(choice.algorithm, provider, operation, mode, name)
                for name in names
                for choice, provider in able
            ]
    if Mode.LOAD_TRUSTED in preset.modes and Operation.SIGN in preset.operations:
        same = [choice.algorithm.id for choice, _ in chosen if not validates(choice.algorithm)]
        if same:
            skipped.append(Skipped(f"{Mode.LOAD_TRUSTED} of {', '.join(same)}", _SAME_AS_LOAD))
    return Plan(
        title=preset.title,
        baseline=preset.baseline,
        cases=tuple(cases),
        messages={message.name: message for message in preset.messages},
        effort=preset.effort,
        skipped=tuple(skipped),
    )


def validates(algorithm: Algorithm) -> bool:
    """Whether parsing a private key of it checks more than its form, so that trusting the key saves time."""
    return algorithm.family == "rsa"


def trusts_in_vain(
    operations: Collection[Operation], modes: Collection[Mode], algorithms: Iterable[Algorithm]
) -> bool:
    """Whether nothing is measured because trusted keys are all that is asked for, where none is validated."""
    if Mode.LOAD_TRUSTED not in modes or not {*modes} <= {Mode.SINGLE_SHOT, Mode.LOAD_TRUSTED}:
        return False
    if Operation.KEYGEN in operations:
        return False
    able = Mode.SINGLE_SHOT in modes or any(validates(algorithm) for algorithm in algorithms)
    return Operation.SIGN not in operations or not able


def _modes(operation: Operation, modes: Sequence[Mode], skipped: list[Skipped]) -> Iterator[Mode | None]:
    if operation is Operation.KEYGEN:
        yield None
        return
    for mode in modes:
        if operation is not Operation.SIGN and mode is Mode.LOAD_TRUSTED:
            skipped.append(
                Skipped(f"{operation} in {mode}", "a public key is not validated: load-key is the same")
            )
        elif operation is not Operation.SIGN and mode is Mode.SINGLE_SHOT:
            skipped.append(
                Skipped(
                    f"{operation} in single-shot",
                    "a key that was just created has signed nothing that could be verified",
                )
            )
        else:
            yield mode


def _provider(choice: Choice, providers: Sequence[ProviderInfo]) -> tuple[str, str]:
    """Return the provider that will do an algorithm, or an empty name and the reason why none can."""
    reasons = []
    for info in providers:
        if choice.provider not in (None, info.name):
            continue
        if not info.available:
            reasons.append(f"{info.name}: {info.reason}")
            continue
        support = next((item for item in info.support if item.algorithm == choice.algorithm.id), None)
        if support is None or not support.available:
            reasons.append(f"{info.name}: {support.reason if support else 'not tried'}")
            continue
        return info.name, ""
    return "", "; ".join(reasons) or f"no provider is called {choice.provider}"


def key_seconds(algorithm: Algorithm) -> float:
    """Return about how long creating one key takes where that is worth telling beforehand, else 0."""
    return _RSA_KEYGEN_SECONDS.get(_key_size(algorithm), 0.0)


def load_seconds(algorithm: Algorithm) -> float:
    """Return about how long parsing one private key takes where that is worth telling beforehand, else 0."""
    return _RSA_LOAD_SECONDS.get(_key_size(algorithm), 0.0)


def creates_key(case: Case) -> bool:
    """Whether the timed call of a case creates a key."""
    return case.mode in _CREATES_KEY


def keys_needed(precision: float) -> int:
    """Return how many keys have to be created for a mean with this relative 99.9 % interval."""
    return math.ceil((two_sided(_MANY) * _RSA_KEYGEN_VARIATION / precision) ** 2)


def call_seconds(case: Case) -> float:
    """Return about how long one call of a case takes where that is worth telling beforehand, else 0."""
    if creates_key(case):
        return key_seconds(case.algorithm)
    loads = case.mode is Mode.LOAD_KEY and case.operation is Operation.SIGN
    return load_seconds(case.algorithm) if loads else 0.0


def _key_size(algorithm: Algorithm) -> int:
    return int(algorithm.parameters["key_size"]) if algorithm.family == "rsa" else 0


def case_seconds(plan: Plan, case: Case) -> float:
    """Return about how long a case's timed calls take in all."""
    return max(plan.effort.seconds, min(LEAST_SAMPLES * call_seconds(case), LIMIT_SECONDS))


def plan_seconds(plan: Plan) -> float:
    """Return about how long the whole plan takes, with processes, keys and checks."""
    timed = sum(case_seconds(plan, case) for case in plan.cases)
    slow = {case.algorithm.id: key_seconds(case.algorithm) for case in plan.cases}
    set_up = plan.effort.processes * (_PROCESS_SECONDS + len(plan.cases) * _PREPARE_SECONDS)
    return timed * _SPIN_SHARE + sum(slow.values()) + set_up
