"""EdDSA (RFC 8032) by `cryptography`: Ed25519 and Ed448, pure and deterministic."""

from cryptography.hazmat.primitives.asymmetric.ed448 import Ed448PrivateKey
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from sigtui.model import Algorithm
from sigtui.providers.pyca.asymmetric import Plain

_KEYS: dict[str, type[Ed25519PrivateKey] | type[Ed448PrivateKey]] = {
    "ed25519": Ed25519PrivateKey,
    "ed448": Ed448PrivateKey,
}


class EdDsa(Plain):
    """A key on an Edwards curve."""

    def __init__(self, algorithm: Algorithm) -> None:
        super().__init__(_KEYS[str(algorithm.parameters["curve"])])


def mechanism(algorithm: Algorithm) -> EdDsa:
    """Return EdDSA on the algorithm's curve."""
    return EdDsa(algorithm)
