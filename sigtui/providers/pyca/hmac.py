"""HMAC (RFC 2104) by `cryptography`: the key comes from HKDF, a kept key is a keyed context."""

import os
from collections.abc import Callable

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.hmac import HMAC
from cryptography.hazmat.primitives.kdf.hkdf import HKDF

from sigtui.model import Algorithm, KeySizes
from sigtui.providers.mechanism import Calls, Mechanism
from sigtui.providers.pyca.asymmetric import HASHES

_PURPOSE = b"sigtui: a message authentication key"


class Hmac(Mechanism[bytes, bytes]):
    """A secret derived with HKDF (RFC 5869) from an initial secret, as long as the hash's output."""

    def __init__(self, algorithm: Algorithm) -> None:
        name = str(algorithm.parameters["hash"])
        self._hash = HASHES[name]()
        self._initial = os.urandom(self._hash.digest_size)
        new = f"h = HMAC(key, {name.upper()}())"
        self.calls = Calls(
            generate=f"key = HKDF({name.upper()}(), {self._hash.digest_size}, salt=None, info=purpose)"
            ".derive(initial)",
            sign=f"{new}; h.update(message); h.finalize()",
            verify=f"{new}; h.update(message); h.verify(signature)",
            load_private="key = raw bytes",
            load_public="key = raw bytes",
            reused_sign="h = keyed.copy(); h.update(message); h.finalize()",
            reused_verify="h = keyed.copy(); h.update(message); h.verify(signature)",
        )

    def generate(self) -> bytes:
        """Derive a key from the initial secret; this is what a fresh key per message costs."""
        return HKDF(self._hash, self._hash.digest_size, salt=None, info=_PURPOSE).derive(self._initial)

    def public(self, private: bytes) -> bytes:
        """Return the secret: both sides hold it."""
        return private

    def sign(self, private: bytes, message: bytes) -> bytes:
        """Key a new HMAC and compute the tag."""
        context = HMAC(private, self._hash)
        context.update(message)
        return context.finalize()

    def verify(self, public: bytes, signature: bytes, message: bytes) -> bool:
        """Key a new HMAC and compare the tag in constant time."""
        context = HMAC(public, self._hash)
        context.update(message)
        try:
            context.verify(signature)
        except InvalidSignature:
            return False
        return True

    def signer(self, private: bytes, message: bytes) -> Callable[[], bytes]:
        """Keep a keyed context and copy it for every message."""
        copy = HMAC(private, self._hash).copy

        def sign() -> bytes:
            context = copy()
            context.update(message)
            return context.finalize()

        return sign

    def verifier(self, public: bytes, signature: bytes, message: bytes) -> Callable[[], bool]:
        """Keep a keyed context and copy it for every message."""
        copy = HMAC(public, self._hash).copy

        def verify() -> bool:
            context = copy()
            context.update(message)
            try:
                context.verify(signature)
            except InvalidSignature:
                return False
            return True

        return verify

    def dump_private(self, private: bytes) -> bytes:
        """Return the secret: raw bytes are its only form."""
        return private

    def load_private(self, data: bytes) -> bytes:
        """Return the secret."""
        return data

    def dump_public(self, public: bytes) -> bytes:
        """Return the secret."""
        return public

    def load_public(self, data: bytes) -> bytes:
        """Return the secret."""
        return data

    def sizes(self, private: bytes) -> KeySizes:
        """Measure the secret in bytes; there is no public key."""
        return KeySizes(private_key=len(private), private_key_form="secret")


def mechanism(algorithm: Algorithm) -> Hmac:
    """Return HMAC with the algorithm's hash."""
    return Hmac(algorithm)
