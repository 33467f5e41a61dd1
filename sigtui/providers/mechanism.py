"""The protocol that every provider's algorithms follow, so that the engine times all of them alike."""

from abc import ABC, abstractmethod
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import Any, Generic, TypeVar

from sigtui.errors import CheckError
from sigtui.model import KeySizes, Mode, Operation

Private = TypeVar("Private")
Public = TypeVar("Public")


@dataclass(frozen=True, slots=True)
class Calls:
    """The provider's own calls behind a mechanism, as a person would write them; shown beside the times.

    ``reused_sign`` and ``reused_verify`` are given where a kept key is used in another way than a new one,
    ``load_trusted`` where a private key can be parsed without being validated.
    """

    generate: str
    sign: str
    verify: str
    load_private: str
    load_public: str
    load_trusted: str | None = None
    reused_sign: str | None = None
    reused_verify: str | None = None

    def text(self, operation: Operation, mode: Mode | None) -> str:
        """Exactly what is inside the timed call of this operation and mode."""
        if operation is Operation.KEYGEN:
            return self.generate
        signs = operation is Operation.SIGN
        once = self.sign if signs else self.verify
        if mode is Mode.SINGLE_SHOT:
            return f"{self.generate}; {once}"
        if mode is Mode.LOAD_TRUSTED:
            return f"{self.load_trusted or self.load_private}; {once}"
        if mode is Mode.LOAD_KEY:
            return f"{self.load_private if signs else self.load_public}; {once}"
        return (self.reused_sign if signs else self.reused_verify) or once


def tampered(signature: bytes) -> bytes:
    """Return the signature with one bit flipped where verifying it still takes its whole course.

    Three quarters in lies ECDSA's s, the number S of EdDSA and the vector z of ML-DSA: the encoding stays
    valid, so that no verifier rejects it before the arithmetic.
    """
    if not signature:
        return b"\x01"
    place = len(signature) * 3 // 4
    return signature[:place] + bytes([signature[place] ^ 1]) + signature[place + 1 :]


class Mechanism(ABC, Generic[Private, Public]):
    """One algorithm as one provider does it.

    A symmetric mechanism uses its secret as the public key too: that is what its verifier holds.
    """

    calls: Calls
    signature_encoding: str = "raw"
    key_kind: str | None = None
    """Mechanisms of one kind can use each other's keys; None where only this one's own will do."""

    @abstractmethod
    def generate(self) -> Private:
        """Create a fresh key."""

    @abstractmethod
    def public(self, private: Private) -> Public:
        """Return what a verifier of this key's signatures holds."""

    @abstractmethod
    def sign(self, private: Private, message: bytes) -> bytes:
        """Sign once; nothing is prepared in advance."""

    @abstractmethod
    def verify(self, public: Public, signature: bytes, message: bytes) -> bool:
        """Verify once; False where the provider rejects the signature, in whatever way it says so."""

    @abstractmethod
    def dump_private(self, private: Private) -> bytes:
        """Serialise as ``load_private`` reads it (PKCS#8 DER, or raw where there is none)."""

    @abstractmethod
    def load_private(self, data: bytes) -> Private:
        """Parse a serialised private key the way the provider does by default."""

    @abstractmethod
    def dump_public(self, public: Public) -> bytes:
        """Serialise as ``load_public`` reads it (SPKI DER, or raw where there is none)."""

    @abstractmethod
    def load_public(self, data: bytes) -> Public:
        """Parse a serialised public key."""

    @abstractmethod
    def sizes(self, private: Private) -> KeySizes:
        """Measure the serialised forms of this key pair in bytes."""

    def signer(self, private: Private, message: bytes) -> Callable[[], bytes]:
        """Return the call that signs this message, keeping what a reused key allows to keep.

        Its own cost is part of what is timed, so it is one function deep wherever that shows.
        """
        return partial(self.sign, private, message)

    def verifier(self, public: Public, signature: bytes, message: bytes) -> Callable[[], bool]:
        """Return the call that verifies this signature, keeping what a reused key allows to keep."""
        return partial(self.verify, public, signature, message)

    def restore(self, data: bytes) -> Private:
        """Load a key that is known to be valid, as quickly as the provider can: nothing is validated."""
        return self.load_private(data)

    def probe_key(self) -> Private:
        """Return a key that is good enough to find out whether the mechanism works here."""
        return self.generate()


def check_pair(mechanism: Mechanism[Any, Any], private: Any, message: bytes) -> bytes:
    """Sign once and return the signature, after it verified and two forgeries were rejected.

    Raises CheckError if the signature does not verify, or verifies after a change to it or to the message.
    """
    public = mechanism.public(private)
    signature = mechanism.sign(private, message)
    if not mechanism.verify(public, signature, message):
        raise CheckError("its own signature does not verify")
    if mechanism.verify(public, tampered(signature), message):
        raise CheckError("a tampered signature verifies")
    if mechanism.verify(public, signature, message[:-1] + bytes([message[-1] ^ 1]) if message else b"\0"):
        raise CheckError("the signature verifies a tampered message")
    return signature
