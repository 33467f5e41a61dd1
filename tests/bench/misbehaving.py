"""A worker script whose provider misbehaves: ``misbehaving.py WHAT [FIFO]``; run by test_process.py.

ml-dsa-44 does WHAT, ed25519 is well. FIFO, if given, is opened for writing once ml-dsa-44 is called.
"""

import os
import signal
import sys
import time
from collections.abc import Callable
from hashlib import sha512
from pathlib import Path
from threading import Event

sys.path.insert(0, str(Path(__file__).parents[2]))

from sigtui.bench import worker
from sigtui.model import Algorithm, KeySizes
from sigtui.providers import Provider
from sigtui.providers.mechanism import Calls, Mechanism

_LEAKED = os.dup(1)
"""The protocol's own pipe, as a library has it that keeps the stdout of its import."""


def wait_for_ever() -> None:
    """Never return, as a deadlocked library."""
    Event().wait()


def say_on_stdout() -> None:
    """Print by Python and past it, as C libraries do."""
    print("a library says hello")  # noqa: T201 - it has to
    sys.stdout.flush()
    os.write(1, b"and again, past Python\n")


def garble() -> None:
    """Write to the protocol's pipe."""
    os.write(_LEAKED, b"*** buffer overflow detected ***: terminated\n")


def fork_and_hang() -> None:
    """Start a process of one's own that keeps the FIFO open, and never return."""
    if os.fork() == 0:
        os.open(sys.argv[2], os.O_WRONLY)
    Event().wait()


DEEDS: dict[str, Callable[[], object]] = {
    "exits": lambda: os._exit(7),
    "is-killed": lambda: os.kill(os.getpid(), signal.SIGKILL),
    "segfaults": lambda: os.kill(os.getpid(), signal.SIGSEGV),
    "hangs": wait_for_ever,
    "prints": say_on_stdout,
    "garbles": garble,
    "forks-and-hangs": fork_and_hang,
}


class Signer(Mechanism[bytes, bytes]):
    """Signs with a hash, takes 50 µs for it, and may do something else besides."""

    calls = Calls("generate()", "sign()", "verify()", "load_private()", "load_public()")

    def __init__(self, deed: Callable[[], object], calls_before: int) -> None:
        self._deed = deed
        self._left = calls_before

    def generate(self) -> bytes:
        """Return a key."""
        return os.urandom(8)

    def public(self, private: bytes) -> bytes:
        """Return the key."""
        return private

    def sign(self, private: bytes, message: bytes) -> bytes:
        """Sign, and misbehave when it is time."""
        self._left -= 1
        if self._left == 0:
            if len(sys.argv) > 2:
                Path(sys.argv[2]).write_bytes(b"!")
            self._deed()
        end = time.perf_counter_ns() + 50_000
        while time.perf_counter_ns() < end:
            pass
        return sha512(private + message).digest()

    def verify(self, public: bytes, signature: bytes, message: bytes) -> bool:
        """Compute it again and compare."""
        return sha512(public + message).digest() == signature

    def dump_private(self, private: bytes) -> bytes:
        """Return the key."""
        return private

    def load_private(self, data: bytes) -> bytes:
        """Return the key."""
        return data

    def dump_public(self, public: bytes) -> bytes:
        """Return the key."""
        return public

    def load_public(self, data: bytes) -> bytes:
        """Return the key."""
        return data

    def sizes(self, private: bytes) -> KeySizes:
        """Measure the key."""
        return KeySizes(private_key=len(private), private_key_form="seed", public_key=len(private))


class Library:
    """A provider of signers."""

    def versions(self) -> dict[str, str]:
        """Return no version."""
        return {}

    def mechanism(self, algorithm: Algorithm) -> Signer:
        """Return the algorithm's way to sign."""
        deed, _, when = sys.argv[1].partition("@")
        bad = algorithm.id == "ml-dsa-44"
        # The first call is in Prepare, whose warm-up has room for 400 calls: the 500th is in Measure.
        return Signer(DEEDS[deed], {"prepare": 1, "measure": 500}.get(when, 0) if bad else 0)


class Module:
    """What stands in the registry for the provider's module."""

    def __init__(self) -> None:
        self.NAME = "fake"
        self.SUMMARY = "a provider that misbehaves"
        self.load: Callable[[], Provider] = Library


if __name__ == "__main__":
    worker.main({"fake": Module()})
