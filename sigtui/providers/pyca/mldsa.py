"""ML-DSA (FIPS 204) by `cryptography`: pure, HashML-DSA with SHA-512, and external mu; always hedged."""

import hashlib
from abc import abstractmethod
from collections.abc import Callable
from typing import Any

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric import mldsa

from sigtui.errors import UnavailableError
from sigtui.model import Algorithm
from sigtui.providers.pyca.asymmetric import Plain

_KEYS: dict[int, Any] = {
    44: mldsa.MLDSA44PrivateKey,
    65: mldsa.MLDSA65PrivateKey,
    87: mldsa.MLDSA87PrivateKey,
}

# FIPS 204 section 5.4.1, Algorithm 4: domain separator 1, length of an empty context, SHA-512's OID in DER.
_PREHASH_SHA512 = b"\x01\x00" + bytes.fromhex("0609608648016503040203")


class MlDsa(Plain):
    """Pure ML-DSA with an empty context."""

    def __init__(self, algorithm: Algorithm) -> None:
        super().__init__(_KEYS[int(algorithm.parameters["parameter_set"])])


class _OverMu(MlDsa):
    """ML-DSA over a 64-byte mu that is computed outside the key (FIPS 204 Algorithm 7, line 6)."""

    def __init__(self, algorithm: Algorithm) -> None:
        super().__init__(algorithm)
        if not hasattr(self._key, "sign_mu"):
            raise UnavailableError("this version of cryptography signs no external mu; 49 does")

    @abstractmethod
    def representative(self, public: Any) -> Callable[[bytes], bytes]:
        """Return the function from message to mu, keeping what depends on the public key alone."""

    def signer(self, private: Any, message: bytes) -> Callable[[], bytes]:
        """Keep the hash of the public key."""
        mu, sign_mu = self.representative(private.public_key()), private.sign_mu

        def sign() -> bytes:
            signature: bytes = sign_mu(mu(message))
            return signature

        return sign

    def verifier(self, public: Any, signature: bytes, message: bytes) -> Callable[[], bool]:
        """Keep the hash of the public key."""
        mu, verify_mu = self.representative(public), public.verify_mu

        def verify() -> bool:
            try:
                verify_mu(signature, mu(message))
            except InvalidSignature:
                return False
            return True

        return verify

    def sign(self, private: Any, message: bytes) -> bytes:
        """Compute mu from the key and the message, and sign it."""
        return self.signer(private, message)()

    def verify(self, public: Any, signature: bytes, message: bytes) -> bool:
        """Compute mu from the key and the message, and verify over it."""
        return self.verifier(public, signature, message)()


class ExternalMu(_OverMu):
    """Mu by the library's own hasher; the signatures verify as pure ML-DSA."""

    def __init__(self, algorithm: Algorithm) -> None:
        super().__init__(algorithm)
        if not hasattr(mldsa, "MLDSAMuHasher"):
            raise UnavailableError("this version of cryptography has no MLDSAMuHasher; 50 has")
        new, rest = "h = MLDSAMuHasher(public)", "h.update(message)"
        sign, verify = "private.sign_mu(h.finalize())", "public.verify_mu(signature, h.finalize())"
        self.calls = self.calls_with(
            f"{new}; {rest}; {sign}",
            f"{new}; {rest}; {verify}",
            (f"h = hasher.copy(); {rest}; {sign}", f"h = hasher.copy(); {rest}; {verify}"),
        )

    def representative(self, public: Any) -> Callable[[bytes], bytes]:
        """Copy a hasher that has taken in the public key."""
        hasher = mldsa.MLDSAMuHasher(public)

        def mu(message: bytes) -> bytes:
            context = hasher.copy()
            context.update(message)
            return context.finalize()

        return mu


class Prehash(_OverMu):
    """HashML-DSA with SHA-512 (FIPS 204 section 5.4): another algorithm than pure ML-DSA, not a faster way.

    The library has no call for it, so that mu is built here and given to its external-mu call.
    """

    def __init__(self, algorithm: Algorithm) -> None:
        super().__init__(algorithm)
        mu = "mu = SHAKE256(tr + 0x01 0x00 + oid + SHA512(message))"
        tr = "tr = SHAKE256(public)"
        sign, verify = "private.sign_mu(mu)", "public.verify_mu(signature, mu)"
        self.calls = self.calls_with(
            f"{tr}; {mu}; {sign}", f"{tr}; {mu}; {verify}", (f"{mu}; {sign}", f"{mu}; {verify}")
        )

    def representative(self, public: Any) -> Callable[[bytes], bytes]:
        """Keep tr, the hash of the public key, and the fixed prefix of HashML-DSA."""
        prefix = hashlib.shake_256(public.public_bytes_raw()).digest(64) + _PREHASH_SHA512

        def mu(message: bytes) -> bytes:
            return hashlib.shake_256(prefix + hashlib.sha512(message).digest()).digest(64)

        return mu


_VARIANTS: dict[str, type[MlDsa]] = {"pure": MlDsa, "prehash": Prehash, "mu": ExternalMu}


def mechanism(algorithm: Algorithm) -> MlDsa:
    """Return the algorithm's variant with its parameter set."""
    return _VARIANTS[str(algorithm.parameters["variant"])](algorithm)
