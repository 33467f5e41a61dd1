import pytest
from cryptography.hazmat.primitives import hashes, hmac

from sigtui.algorithms import find, matching
from sigtui.algorithms.hmac import ALGORITHMS
from sigtui.model import Name

HASHES: dict[str, hashes.HashAlgorithm] = {
    "hmac-sha256": hashes.SHA256(),
    "hmac-sha384": hashes.SHA384(),
    "hmac-sha512": hashes.SHA512(),
}


@pytest.mark.parametrize("name", HASHES)
def test_tag_is_as_long_as_the_library_makes_it(name: str) -> None:
    """The nominal signature is the length of a real tag."""
    algorithm = find(name)
    assert algorithm.sizes.private_key is not None
    mac = hmac.HMAC(bytes(algorithm.sizes.private_key), HASHES[name])
    assert len(mac.finalize()) == algorithm.sizes.signature == algorithm.sizes.signature_max


def test_secret_is_as_long_as_the_tag_and_nothing_is_public() -> None:
    """There is one secret and neither public key, SPKI nor PKCS #8."""
    for algorithm in ALGORITHMS:
        sizes = algorithm.sizes
        assert sizes.private_key == sizes.signature
        assert (sizes.public_key, sizes.spki, sizes.pkcs8) == (None, None, None)


def test_is_symmetric_quantum_safe_and_of_the_highest_level() -> None:
    """Symmetric keys resist quantum computers, and NIST's levels end at 256 bits."""
    for algorithm in ALGORITHMS:
        assert algorithm.symmetric
        assert algorithm.quantum_safe
        assert algorithm.strength_bits == 256
        assert algorithm.category is None


def test_names_on_the_wire() -> None:
    """JOSE and COSE know all three hashes, RFC 9421 only SHA-256."""
    known = {algorithm.id: algorithm.names for algorithm in matching("hmac")}
    assert known["hmac-sha256"].rfc9421 == Name("hmac-sha256")
    assert known["hmac-sha384"].rfc9421 is known["hmac-sha512"].rfc9421 is None
    assert [names.jose for names in known.values()] == [Name("HS256"), Name("HS384"), Name("HS512")]
    assert [names.cose.value for names in known.values() if names.cose] == [5, 6, 7]
