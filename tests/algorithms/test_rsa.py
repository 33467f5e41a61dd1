from pathlib import Path

import cryptography_vectors
import pytest
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import padding, rsa
from cryptography.hazmat.primitives.serialization import (
    Encoding,
    NoEncryption,
    PrivateFormat,
    PublicFormat,
    load_der_private_key,
)

from sigtui.algorithms import find, matching
from sigtui.algorithms.rsa import ALGORITHMS
from sigtui.model import Name

# What DER adds to a PKCS #1 private key in PKCS #8 (RFC 5958): two headers of 4, version 3, algorithm 15.
PKCS8_HEADER = 26


@pytest.fixture(scope="module")
def key() -> rsa.RSAPrivateKey:
    """Load a published key of 2048 bits: a fresh one would take a while and vary in length."""
    folder = Path(cryptography_vectors.__file__).parent / "asymmetric" / "DER_Serialization"
    loaded = load_der_private_key((folder / "testrsa.der").read_bytes(), None)
    assert isinstance(loaded, rsa.RSAPrivateKey)
    assert loaded.key_size == 2048
    return loaded


def test_sizes_are_those_of_a_real_key(key: rsa.RSAPrivateKey) -> None:
    """Public forms match to the byte, private ones within the 2 bytes that DER varies."""
    sizes = find("rsa-2048-pss-sha512").sizes
    public = key.public_key()
    assert sizes.public_key == len(public.public_bytes(Encoding.DER, PublicFormat.PKCS1))
    assert sizes.spki == len(public.public_bytes(Encoding.DER, PublicFormat.SubjectPublicKeyInfo))
    pkcs1 = key.private_bytes(Encoding.DER, PrivateFormat.TraditionalOpenSSL, NoEncryption())
    pkcs8 = key.private_bytes(Encoding.DER, PrivateFormat.PKCS8, NoEncryption())
    assert sizes.private_key == pytest.approx(len(pkcs1), abs=2)
    assert sizes.pkcs8 == pytest.approx(len(pkcs8), abs=2)
    assert len(pkcs8) - len(pkcs1) == PKCS8_HEADER


def test_signatures_are_as_long_as_the_modulus(key: rsa.RSAPrivateKey) -> None:
    """Both paddings give a signature of exactly the nominal length."""
    digest = hashes.SHA512()
    pss = key.sign(b"message", padding.PSS(padding.MGF1(digest), padding.PSS.DIGEST_LENGTH), digest)
    pkcs1v15 = key.sign(b"message", padding.PKCS1v15(), digest)
    for name, signature in (("rsa-2048-pss-sha512", pss), ("rsa-2048-pkcs1v15-sha512", pkcs1v15)):
        sizes = find(name).sizes
        assert len(signature) == sizes.signature == sizes.signature_max


def _der_integer(bits: int) -> int:
    """Bytes of a positive DER INTEGER of so many bits."""
    content = bits // 8 + 1
    return 1 + (1 if content < 128 else 2 if content < 256 else 3) + content


@pytest.mark.parametrize("key_size", [2048, 3072, 4096, 8192])
def test_sizes_follow_from_der(key_size: int) -> None:
    """Every size agrees with the DER of integers as long as such a key has, without creating one."""
    sizes = matching("rsa", key_size=key_size)[0].sizes
    half = key_size // 2
    modulus, exponent = _der_integer(key_size), _der_integer(17)
    assert sizes.public_key == 4 + modulus + exponent
    assert sizes.spki == sizes.public_key + 24
    # d is at least a bit shorter than n; p and q have their top bit set, dp, dq and qinv may have it.
    assert sizes.private_key is not None
    fixed = 4 + 3 + modulus + exponent + _der_integer(key_size - 1) + 2 * _der_integer(half)
    assert fixed + 3 * _der_integer(half - 1) <= sizes.private_key <= fixed + 3 * _der_integer(half)
    assert sizes.pkcs8 == sizes.private_key + PKCS8_HEADER


def test_offers_every_size_padding_and_hash() -> None:
    """Four key sizes with two paddings and three hashes."""
    assert [algorithm.id for algorithm in ALGORITHMS] == [
        f"rsa-{size}-{pad}-{digest}"
        for size in (2048, 3072, 4096, 8192)
        for pad in ("pss", "pkcs1v15")
        for digest in ("sha256", "sha384", "sha512")
    ]


@pytest.mark.parametrize(
    ("name", "bits"),
    [
        ("rsa-2048-pss-sha256", 112),
        ("rsa-3072-pss-sha512", 128),
        ("rsa-4096-pss-sha256", 128),
        ("rsa-4096-pss-sha384", 152),
        ("rsa-8192-pkcs1v15-sha384", 192),
        ("rsa-8192-pkcs1v15-sha512", 200),
    ],
)
def test_strength_is_the_weaker_of_key_and_hash(name: str, bits: int) -> None:
    """A large key gains nothing beyond its hash's strength against collisions."""
    algorithm = find(name)
    assert algorithm.strength_bits == bits
    assert not algorithm.quantum_safe
    assert not algorithm.symmetric


@pytest.mark.parametrize("key_size", [2048, 3072, 4096, 8192])
def test_names_do_not_depend_on_the_key_size(key_size: int) -> None:
    """Every size has the same names; RFC 9421 has one for each padding."""
    known = {
        algorithm.id.split("-", 2)[2]: algorithm.names for algorithm in matching("rsa", key_size=key_size)
    }
    assert {padded: names.rfc9421 for padded, names in known.items() if names.rfc9421} == {
        "pss-sha512": Name("rsa-pss-sha512"),
        "pkcs1v15-sha256": Name("rsa-v1_5-sha256"),
    }
    assert {padded: (names.jose, names.cose) for padded, names in known.items()} == {
        "pss-sha256": (Name("PS256"), Name("PS256", value=-37)),
        "pss-sha384": (Name("PS384"), Name("PS384", value=-38)),
        "pss-sha512": (Name("PS512"), Name("PS512", value=-39)),
        "pkcs1v15-sha256": (Name("RS256"), Name("RS256", value=-257)),
        "pkcs1v15-sha384": (Name("RS384"), Name("RS384", value=-258)),
        "pkcs1v15-sha512": (Name("RS512"), Name("RS512", value=-259)),
    }
