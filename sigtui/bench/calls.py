"""From a case to the zero-argument call that is timed, and the check that its result is right."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from sigtui.errors import CheckError
from sigtui.model import Mode, Operation
from sigtui.providers.mechanism import Mechanism, check_pair, tampered

Call = Callable[[], Any]


@dataclass(frozen=True, slots=True)
class TimedCall:
    """``call`` is timed, nothing else; ``check`` takes its result and raises CheckError where it is wrong.

    ``signature`` picks the signature out of a result, None for results that hold none.
    """

    call: Call
    check: Callable[[Any], None]
    signature: Callable[[Any], bytes] | None = None


def timed_call(
    mechanism: Mechanism[Any, Any],
    operation: Operation,
    mode: Mode | None,
    private: Any,  # noqa: ANN401 - a provider's own class
    message: bytes,
) -> TimedCall:
    """Return the call of a case; everything it may keep is prepared here, outside the timing.

    Raises CheckError as ``check_pair`` does.
    """
    signature = check_pair(mechanism, private, message)
    if operation is Operation.KEYGEN:
        return TimedCall(mechanism.generate, lambda key: _discard(check_pair(mechanism, key, message)))
    if operation is Operation.SIGN:
        return _signing(mechanism, mode, private, message)
    wanted = operation is Operation.VERIFY
    return _verifying(mechanism, mode, private, signature if wanted else tampered(signature), message, wanted)


def _signing(mechanism: Mechanism[Any, Any], mode: Mode | None, private: Any, message: bytes) -> TimedCall:  # noqa: ANN401
    verify, public = mechanism.verify, mechanism.public(private)

    def check(signature: bytes) -> None:
        if not verify(public, signature, message):
            raise CheckError("the last signature of a slice does not verify")

    if mode is Mode.SINGLE_SHOT:
        generate, sign = mechanism.generate, mechanism.sign

        def create_and_sign() -> tuple[Any, bytes]:
            key = generate()
            return key, sign(key, message)

        def check_both(result: tuple[Any, bytes]) -> None:
            if not verify(mechanism.public(result[0]), result[1], message):
                raise CheckError("the last signature of a slice does not verify")

        return TimedCall(create_and_sign, check_both, lambda result: result[1])
    if mode in (Mode.LOAD_KEY, Mode.LOAD_TRUSTED):
        load = mechanism.load_private if mode is Mode.LOAD_KEY else mechanism.restore
        sign, data = mechanism.sign, mechanism.dump_private(private)
        return TimedCall(lambda: sign(load(data), message), check, _itself)
    return TimedCall(mechanism.signer(private, message), check, _itself)


def _verifying(
    mechanism: Mechanism[Any, Any],
    mode: Mode | None,
    private: Any,  # noqa: ANN401 - a provider's own class
    signature: bytes,
    message: bytes,
    wanted: bool,
) -> TimedCall:
    public = mechanism.public(private)

    def check(accepted: bool) -> None:
        if bool(accepted) is not wanted:
            raise CheckError("a signature stopped verifying" if wanted else "a tampered signature verifies")

    if mode is Mode.LOAD_KEY:
        load, verify, data = mechanism.load_public, mechanism.verify, mechanism.dump_public(public)
        return TimedCall(lambda: verify(load(data), signature, message), check)
    return TimedCall(mechanism.verifier(public, signature, message), check)


def _itself(signature: bytes) -> bytes:
    return signature


def _discard(_: object) -> None:
    """Make nothing of a result."""
