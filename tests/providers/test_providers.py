import subprocess
import sys
from collections.abc import Callable, Mapping
from typing import Any, NoReturn

import pytest

from sigtui.algorithms import catalogue, find
from sigtui.errors import UnavailableError
from sigtui.model import Algorithm, Support
from sigtui.providers import Entry, Provider, describe, entries, names, probe
from sigtui.providers.mechanism import Mechanism
from tests.fakes import FakeClock, FakeMechanism, FakeProvider

ED25519, ED448 = find("ed25519"), find("ed448")


class RefusingMechanism(FakeMechanism):
    """Gives a reason where it should create a key."""

    def generate(self) -> bytes:
        """Refuse."""
        raise UnavailableError("only on Tuesdays")


class WeirdMechanism(FakeMechanism):
    """Raises something of its own where it should create a key."""

    def __init__(self, error: Exception) -> None:
        super().__init__(FakeClock())
        self._error = error

    def generate(self) -> bytes:
        """Raise."""
        raise self._error


class WrongMechanism(FakeMechanism):
    """Signs something else than it is given."""

    def sign(self, private: bytes, message: bytes) -> bytes:
        """Return the signature of another message."""
        return super().sign(private, message + b"!")


class TrustingMechanism(FakeMechanism):
    """Accepts everything."""

    def verify(self, public: bytes, signature: bytes, message: bytes) -> bool:
        """Accept."""
        return True


class RaisingVerifier(FakeMechanism):
    """Raises where it should say that a signature is wrong."""

    def verify(self, public: bytes, signature: bytes, message: bytes) -> bool:
        """Accept what is right."""
        if not super().verify(public, signature, message):
            raise ValueError("bad signature")
        return True


class PickyProvider(FakeProvider):
    """Raises its own error for an algorithm that it has no mechanism for."""

    def mechanism(self, algorithm: Algorithm) -> Mechanism[Any, Any]:
        """Look the mechanism up."""
        return self.mechanisms[algorithm.id]


class Unversioned(FakeProvider):
    """Does not know its own version."""

    def versions(self) -> Mapping[str, str]:
        """Raise."""
        raise AttributeError("no __version__")


class Module:
    """What stands in the registry for a provider, and loads it however a test wants."""

    NAME = "fake"
    SUMMARY = "a provider of fakes"

    def __init__(self, load: Callable[[], Provider]) -> None:
        self.load = load


def _provider(mechanism: Mechanism[Any, Any]) -> FakeProvider:
    return FakeProvider({ED25519.id: mechanism})


def _failing(error: Exception) -> Entry:
    def load() -> NoReturn:
        raise error

    return Module(load)


def test_a_mechanism_that_works_is_available() -> None:
    """One key and two verifications are enough, and there is no reason to give."""
    fake = FakeMechanism(FakeClock())
    assert probe(_provider(fake), ED25519) == Support("ed25519", True, "")
    assert fake.generated == 1


@pytest.mark.parametrize(
    ("mechanism", "reason"),
    [
        (RefusingMechanism(FakeClock()), "only on Tuesdays"),
        (WeirdMechanism(ZeroDivisionError("out of primes")), "ZeroDivisionError: out of primes"),
        (WeirdMechanism(KeyError("seed")), "KeyError: 'seed'"),
        (WeirdMechanism(MemoryError()), "MemoryError"),
        (WrongMechanism(FakeClock()), "its own signature does not verify"),
        (TrustingMechanism(FakeClock()), "a tampered signature verifies"),
        (RaisingVerifier(FakeClock()), "ValueError: bad signature"),
    ],
    ids=["refuses", "weird", "quoted", "wordless", "wrong", "trusting", "raising"],
)
def test_a_mechanism_that_does_not_work_is_unavailable(mechanism: FakeMechanism, reason: str) -> None:
    """Whatever goes wrong is the reason, in its own words; nothing is raised."""
    assert probe(_provider(mechanism), ED25519) == Support("ed25519", False, reason)


def test_an_algorithm_that_a_provider_lacks_is_unavailable() -> None:
    """A reason that the provider gives is passed on, anything else that it raises is named."""
    assert probe(FakeProvider({}), ED448) == Support("ed448", False, "fake has no ed448")
    assert probe(PickyProvider({}), ED448) == Support("ed448", False, "KeyError: 'ed448'")


def test_one_algorithm_that_fails_leaves_the_others_alone() -> None:
    """Every algorithm has its own answer, in the order in which they were asked for."""
    provider = FakeProvider(
        {"ed25519": WeirdMechanism(RuntimeError("broken")), "ed448": FakeMechanism(FakeClock())}
    )
    info = describe("fake", [ED448, ED25519, find("hmac-sha256")], {"fake": Module(lambda: provider)})
    assert info.name == "fake"
    assert info.available
    assert info.reason == ""
    assert info.versions == {"fake": "1.0"}
    assert info.support == (
        Support("ed448", True),
        Support("ed25519", False, "RuntimeError: broken"),
        Support("hmac-sha256", False, "fake has no hmac-sha256"),
    )


@pytest.mark.parametrize(
    "error",
    [
        ImportError("No module named 'fake'"),
        OSError("libfake.so: cannot open shared object file"),
        UnavailableError("libfake is not installed"),
        RuntimeError("No module named 'fake'"),
    ],
    ids=lambda error: type(error).__name__,
)
def test_a_provider_that_does_not_load_is_unavailable(error: Exception) -> None:
    """Its reason holds the library's own words, it has no versions, and nothing is tried with it."""
    info = describe("fake", [ED25519], {"fake": _failing(error)})
    assert (info.name, info.available, info.versions, info.support) == ("fake", False, {}, ())
    assert str(error) in info.reason


def test_a_provider_without_versions_is_unavailable() -> None:
    """A library so broken that it can't say its version is not measured."""
    provider: Provider = Unversioned({ED25519.id: FakeMechanism(FakeClock())})
    info = describe("fake", [ED25519], {"fake": Module(lambda: provider)})
    assert not info.available
    assert "no __version__" in info.reason


def test_an_unknown_provider_is_unavailable() -> None:
    """A name that nobody has is an answer too, not an error."""
    info = describe("no such library", [ED25519])
    assert (info.name, info.available, info.support) == ("no such library", False, ())
    assert "no such library" in info.reason


def test_cryptography_does_the_whole_catalogue() -> None:
    """The provider that is always there has every algorithm in the version that the tests run with."""
    info = describe("cryptography", catalogue())
    assert info.available
    assert [each.algorithm for each in info.support] == [algorithm.id for algorithm in catalogue()]
    assert {each.algorithm: each.reason for each in info.support if not each.available} == {}
    assert "cryptography" in info.versions


def test_providers_are_found_by_their_place() -> None:
    """`cryptography` comes first, the others by name; each says what it is in one line."""
    found = entries()
    assert names() == tuple(found)
    assert names()[0] == "cryptography"
    assert list(names()[1:]) == sorted(names()[1:])
    for name, entry in found.items():
        assert name == entry.NAME
        assert entry.SUMMARY
        assert "\n" not in entry.SUMMARY
        assert callable(entry.load)


def test_listing_the_providers_loads_no_library() -> None:
    """Naming them imports neither the libraries nor what belongs to the screen and the numbers."""
    code = (
        "import sys; from sigtui.providers import names; names();"
        "print(*sorted({name.partition('.')[0] for name in sys.modules}))"
    )
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, timeout=60)
    assert "sigtui" in run.stdout.split()
    assert not {"cryptography", "oqs", "numpy", "click", "textual", "pydantic"} & set(run.stdout.split())
