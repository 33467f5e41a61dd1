"""What is checked before anything is timed, and after every slice: a wrong signature must never get a figure."""

from collections.abc import Callable

import pytest

from sigtui.bench.calls import timed_call
from sigtui.errors import CheckError
from sigtui.events import CaseFailed, CaseFinished, CasePrepared, SliceMeasured
from sigtui.model import Mode, Operation
from sigtui.providers.mechanism import check_pair
from tests.fakes import FakeClock, FakeMechanism, Fleet, case, run, timed

MESSAGE = b"some secret value"
BAD_FROM_NS = 300_000_000
SECOND = timed(1.0)


class Unverifiable(FakeMechanism):
    """Signs something that nobody accepts."""

    def sign(self, private: bytes, message: bytes) -> bytes:
        """Sign with another key."""
        return super().sign(private + b"!", message)


class AcceptsTamperedSignatures(FakeMechanism):
    """Looks at the message only."""

    def verify(self, public: bytes, signature: bytes, message: bytes) -> bool:
        """Compare the first half, which no tampering touches."""
        return super().sign(public, message)[:32] == signature[:32]


class AcceptsTamperedMessages(FakeMechanism):
    """Ignores the end of a message."""

    def sign(self, private: bytes, message: bytes) -> bytes:
        """Sign the message's beginning."""
        return super().sign(private, message[:4])

    def verify(self, public: bytes, signature: bytes, message: bytes) -> bool:
        """Verify the message's beginning."""
        return super().verify(public, signature, message[:4])


class GoesBad(FakeMechanism):
    """Signs well until the clock shows 0.3 s."""

    def sign(self, private: bytes, message: bytes) -> bytes:
        """Sign, wrongly after a while."""
        signature = super().sign(private, message)
        return signature if self.clock.now < BAD_FROM_NS else bytes(64)


class StopsVerifying(FakeMechanism):
    """Verifies well until the clock shows 0.3 s."""

    def verify(self, public: bytes, signature: bytes, message: bytes) -> bool:
        """Verify, and after a while say the contrary of what is true."""
        accepted = super().verify(public, signature, message)
        return accepted if self.clock.now < BAD_FROM_NS else not accepted


class Raises(FakeMechanism):
    """Fails in its own way, as libraries do."""

    def sign(self, private: bytes, message: bytes) -> bytes:
        """Raise an error of the library's own."""
        raise ZeroDivisionError("internal error 42")


class Exits(FakeMechanism):
    """Wants to end the process, as a library does that can't be loaded."""

    def sign(self, private: bytes, message: bytes) -> bytes:
        """Raise what no handler of Exception catches."""
        raise SystemExit("liboqs not found\nsee its README")


BROKEN: dict[str, tuple[type[FakeMechanism], str]] = {
    "unverifiable": (Unverifiable, "its own signature does not verify"),
    "tampered signature": (AcceptsTamperedSignatures, "a tampered signature verifies"),
    "tampered message": (AcceptsTamperedMessages, "the signature verifies a tampered message"),
    "raises": (Raises, "ZeroDivisionError: internal error 42"),
    "exits": (Exits, "SystemExit: liboqs not found"),
}


@pytest.mark.parametrize("operation", Operation)
@pytest.mark.parametrize("name", BROKEN)
def test_a_mechanism_that_fails_its_checks_is_not_timed(name: str, operation: Operation) -> None:
    """The case fails with the reason before its first sample, and the case beside it is measured."""
    clock = FakeClock()
    broken, reason = BROKEN[name]
    bad, good = case("ml-dsa-44", operation), case("ed25519")
    told = run(Fleet({"ml-dsa-44": broken(clock), "ed25519": FakeMechanism(clock)}, clock), [bad, good])
    assert told.of(CaseFailed) == [CaseFailed(bad, reason)]
    assert told.of(CaseFinished) == [CaseFinished(good, "time")]
    assert {event.case for event in told.of(SliceMeasured)} == {good}
    assert told.state.processes == 1


@pytest.mark.parametrize("mode", Mode)
def test_signatures_that_go_bad_end_the_case(mode: Mode) -> None:
    """The last signature of a slice is verified too; what was measured before stays, the others go on."""
    clock = FakeClock()
    bad, good = case("ml-dsa-44", mode=mode), case("ed25519", mode=mode)
    mechanisms = {"ml-dsa-44": GoesBad(clock), "ed25519": FakeMechanism(clock)}
    told = run(Fleet(mechanisms, clock), [bad, good], SECOND)
    reason = "the last signature of a slice does not verify"
    assert told.of(CaseFailed) == [CaseFailed(bad, reason)]
    assert told.state.cases[bad].collected.count > 0
    assert told.state.cases[bad].seconds < 0.3
    assert told.of(CaseFinished) == [CaseFinished(good, "time")]
    assert told.state.processes == 1


@pytest.mark.parametrize(
    ("operation", "reason"),
    [
        (Operation.VERIFY, "a signature stopped verifying"),
        (Operation.VERIFY_INVALID, "a tampered signature verifies"),
    ],
)
def test_verifying_that_goes_wrong_ends_the_case(operation: Operation, reason: str) -> None:
    """The answer of a slice's last verification is looked at."""
    clock = FakeClock()
    bad = case("ml-dsa-44", operation)
    told = run(Fleet({"ml-dsa-44": StopsVerifying(clock)}, clock), [bad], SECOND)
    assert told.of(CaseFailed) == [CaseFailed(bad, reason)]


class WrongWithAKeptKey(FakeMechanism):
    """Signs well with a new key each time, and wrongly where it keeps something of the key."""

    def signer(self, private: bytes, message: bytes) -> Callable[[], bytes]:
        """Return a call that takes its time for nothing."""
        return lambda: self.sign(private + b"!", message)


def test_the_very_call_that_will_be_timed_is_checked_before() -> None:
    """What a reused key keeps may be wrong where a single signature is right: it is found before any slice."""
    clock = FakeClock()
    bad = case("ml-dsa-44")
    told = run(Fleet({"ml-dsa-44": WrongWithAKeptKey(clock)}, clock), [bad])
    assert [event.case for event in told.of(CaseFailed)] == [bad]
    assert not told.of(SliceMeasured)
    assert not told.of(CasePrepared)


def test_a_key_that_can_not_sign_ends_key_generation() -> None:
    """The last key of a slice signs and verifies, or the case fails."""
    clock = FakeClock()
    bad = case("ml-dsa-44", Operation.KEYGEN)
    told = run(Fleet({"ml-dsa-44": GoesBad(clock)}, clock), [bad], SECOND)
    assert told.of(CaseFailed) == [CaseFailed(bad, "its own signature does not verify")]


@pytest.mark.parametrize("mode", Mode)
def test_each_mode_of_signing_times_what_it_says(mode: Mode) -> None:
    """A reused key only signs, single-shot creates a key first, load-key parses one first."""
    clock = FakeClock(tick=0)
    mechanism = FakeMechanism(clock)
    timed = timed_call(mechanism, Operation.SIGN, mode, mechanism.generate(), MESSAGE)
    before, keys = clock.now, mechanism.generated
    result = timed.call()
    took = {Mode.REUSED_KEY: 100_000, Mode.SINGLE_SHOT: 130_000}.get(mode, 101_000)
    assert clock.now - before == took
    assert mechanism.generated - keys == (mode is Mode.SINGLE_SHOT)
    timed.check(result)
    assert timed.signature is not None
    assert len(timed.signature(result)) == 64


@pytest.mark.parametrize("mode", [Mode.REUSED_KEY, Mode.LOAD_KEY])
@pytest.mark.parametrize("operation", [Operation.VERIFY, Operation.VERIFY_INVALID])
def test_each_mode_of_verifying_times_what_it_says(operation: Operation, mode: Mode) -> None:
    """Verifying takes the right or the tampered signature, and load-key parses the public key first."""
    clock = FakeClock(tick=0)
    mechanism = FakeMechanism(clock)
    timed = timed_call(mechanism, operation, mode, mechanism.generate(), MESSAGE)
    before = clock.now
    accepted = timed.call()
    assert clock.now - before == (50_000 if mode is Mode.REUSED_KEY else 51_000)
    assert accepted is (operation is Operation.VERIFY)
    timed.check(accepted)
    assert timed.signature is None
    with pytest.raises(CheckError):
        timed.check(not accepted)


def test_generating_keys_times_nothing_else_and_checks_the_last_key() -> None:
    """Keygen's call creates a key; its check signs and verifies with that key."""
    clock = FakeClock(tick=0)
    mechanism = FakeMechanism(clock)
    timed = timed_call(mechanism, Operation.KEYGEN, None, mechanism.generate(), MESSAGE)
    before = clock.now
    key = timed.call()
    assert clock.now - before == 30_000
    timed.check(key)
    assert timed.signature is None


@pytest.mark.parametrize("message", [b"", b"\0", b"\1", MESSAGE, bytes(100_000)])
def test_a_good_pair_passes_for_any_message(message: bytes) -> None:
    """Empty and long messages have a tampered counterpart too."""
    mechanism = FakeMechanism(FakeClock())
    assert len(check_pair(mechanism, mechanism.generate(), message)) == 64
