"""EdDSA (RFC 8032) by `cryptography`: Ed25519 and Ed448, pure."""

from typing import Any

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed448 import Ed448PrivateKey
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from sigtui.model import Algorithm
from sigtui.providers.mechanism import Calls
from sigtui.providers.pyca.asymmetric import LOAD_PRIVATE, LOAD_PUBLIC, Asymmetric

_KEYS: dict[str, type[Ed25519PrivateKey] | type[Ed448PrivateKey]] = {
    "ed25519": Ed25519PrivateKey,
    "ed448": Ed448PrivateKey,
}


class EdDsa(Asymmetric[Any, Any]):
    """An Edwards-curve key; the private key is a seed. The two curves' classes share no base class."""

    private_key_form = "seed"

    def __init__(self, algorithm: Algorithm) -> None:
        self._key = _KEYS[str(algorithm.parameters["curve"])]
        self.calls = Calls(
            generate=f"{self._key.__name__}.generate()",
            sign="private.sign(message)",
            verify="public.verify(signature, message)",
            load_private=LOAD_PRIVATE,
            load_public=LOAD_PUBLIC,
        )

    def generate(self) -> Any:
        """Create a key."""
        return self._key.generate()

    def sign(self, private: Any, message: bytes) -> bytes:
        """Sign; deterministic."""
        signature: bytes = private.sign(message)
        return signature

    def verify(self, public: Any, signature: bytes, message: bytes) -> bool:
        """Return whether the signature is right."""
        try:
            public.verify(signature, message)
        except InvalidSignature:
            return False
        return True


def mechanism(algorithm: Algorithm) -> EdDsa:
    """Return EdDSA on the algorithm's curve."""
    return EdDsa(algorithm)
