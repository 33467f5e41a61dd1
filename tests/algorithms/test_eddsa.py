import pytest
from cryptography.hazmat.primitives.asymmetric import ed448, ed25519
from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat, PublicFormat

from sigtui.algorithms import find
from sigtui.algorithms.eddsa import ALGORITHMS
from sigtui.model import Name, Names

KEYS: dict[str, type[ed25519.Ed25519PrivateKey] | type[ed448.Ed448PrivateKey]] = {
    "ed25519": ed25519.Ed25519PrivateKey,
    "ed448": ed448.Ed448PrivateKey,
}


@pytest.mark.parametrize("name", KEYS)
def test_sizes_are_those_of_a_real_key(name: str) -> None:
    """Raw and wrapped keys and the signature match to the byte."""
    sizes = find(name).sizes
    key = KEYS[name].generate()
    public = key.public_key()
    assert sizes.private_key == len(key.private_bytes_raw())
    assert sizes.public_key == len(public.public_bytes_raw())
    assert sizes.spki == len(public.public_bytes(Encoding.DER, PublicFormat.SubjectPublicKeyInfo))
    assert sizes.pkcs8 == len(key.private_bytes(Encoding.DER, PrivateFormat.PKCS8, NoEncryption()))
    assert sizes.signature == sizes.signature_max == len(key.sign(b"message"))


def test_names_are_the_fully_specified_ones() -> None:
    """JOSE and COSE name the curve (RFC 9864); RFC 9421 knows only Ed25519."""
    assert {algorithm.id: algorithm.names for algorithm in ALGORITHMS} == {
        "ed25519": Names(Name("ed25519"), Name("Ed25519"), Name("Ed25519", value=-19)),
        "ed448": Names(None, Name("Ed448"), Name("Ed448", value=-53)),
    }


def test_strength() -> None:
    """Ed25519 has 128 bits, Ed448 224, and neither resists quantum computers."""
    assert [algorithm.strength_bits for algorithm in ALGORITHMS] == [128, 224]
    assert not any(algorithm.quantum_safe for algorithm in ALGORITHMS)
