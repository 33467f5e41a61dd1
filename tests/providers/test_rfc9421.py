"""The test vectors of RFC 9421, section 4.3 and appendix B.2, by the mechanisms that its names stand for."""

import tomllib
from base64 import b64decode
from collections.abc import Mapping
from dataclasses import dataclass

import pytest
from cryptography.hazmat.primitives.asymmetric.utils import decode_dss_signature, encode_dss_signature

from sigtui.algorithms import find
from sigtui.providers.mechanism import tampered
from tests.providers.published import DATA, mechanism


@dataclass(frozen=True, slots=True)
class Vector:
    """A signature base, the signature, and the key as the RFC gives it: of the signer, or of the verifier."""

    section: str
    algorithm: str
    key: bytes
    signs: bool
    base: bytes
    signature: bytes


def _read() -> tuple[Vector, ...]:
    read = tomllib.loads((DATA / "rfc9421.toml").read_text("utf-8"))
    private: Mapping[str, str] = read["private_keys"]
    public: Mapping[str, str] = read["public_keys"]
    return tuple(
        Vector(
            each["section"],
            each["algorithm"],
            b64decode({**private, **public}[each["key"]]),
            each["key"] in private,
            each["base"].encode("ascii"),
            b64decode(each["signature"]),
        )
        for each in read["vectors"]
    )


VECTORS = _read()
EXACT = ("hmac-sha256", "ed25519", "rsa-v1_5-sha256")


def _by_name(vector: Vector) -> str:
    return f"{vector.section}-{vector.algorithm}"


def _as_provided(vector: Vector) -> bytes:
    """Return the signature as the provider has it: RFC 9421 section 3.3.4 wants r‖s, the library DER."""
    if not vector.algorithm.startswith("ecdsa"):
        return vector.signature
    width = find(vector.algorithm).sizes.signature // 2
    assert len(vector.signature) == 2 * width
    r, s = vector.signature[:width], vector.signature[width:]
    return encode_dss_signature(int.from_bytes(r), int.from_bytes(s))


@pytest.mark.parametrize("vector", VECTORS, ids=_by_name)
def test_published_signatures_verify(vector: Vector) -> None:
    """The RFC's signature holds for its base, and for no other; a tampered one does not."""
    made = mechanism(vector.algorithm)
    public = made.public(made.load_private(vector.key)) if vector.signs else made.load_public(vector.key)
    signature = _as_provided(vector)
    assert made.verify(public, signature, vector.base) is True
    assert made.verifier(public, signature, vector.base)() is True
    assert made.verify(public, tampered(signature), vector.base) is False
    assert made.verify(public, signature, vector.base + b"\n") is False


@pytest.mark.parametrize("vector", [each for each in VECTORS if each.signs], ids=_by_name)
def test_deterministic_signatures_are_the_published_ones(vector: Vector) -> None:
    """HMAC, Ed25519 and PKCS #1 v1.5 sign the base to the RFC's very bytes, with a new and a kept key."""
    made = mechanism(vector.algorithm)
    private = made.load_private(vector.key)
    assert vector.algorithm in EXACT
    assert made.sign(private, vector.base) == vector.signature
    assert made.signer(private, vector.base)() == vector.signature


def test_every_vector_of_the_rfc_is_there() -> None:
    """B.2.1 to B.2.6 and the two signatures of section 4.3; each base ends with its parameters."""
    assert [_by_name(vector) for vector in VECTORS] == [
        "B.2.1-rsa-pss-sha512",
        "B.2.2-rsa-pss-sha512",
        "B.2.3-rsa-pss-sha512",
        "B.2.4-ecdsa-p256-sha256",
        "B.2.5-hmac-sha256",
        "B.2.6-ed25519",
        "4.3-ecdsa-p256-sha256",
        "4.3-rsa-v1_5-sha256",
    ]
    assert {vector.algorithm for vector in VECTORS if vector.signs} == set(EXACT)
    for vector in VECTORS:
        assert vector.base.splitlines()[-1].startswith(b'"@signature-params": (')
        assert not vector.base.endswith(b"\n")


def test_p256_signatures_convert_to_the_fixed_width_and_back() -> None:
    """What the provider signs has the RFC's 64 bytes as r‖s, and verifies again from them."""
    made = mechanism("ecdsa-p256-sha256")
    private = made.generate()
    for count in range(20):
        r, s = decode_dss_signature(made.sign(private, count.to_bytes(2)))
        fixed = r.to_bytes(32) + s.to_bytes(32)
        back = encode_dss_signature(int.from_bytes(fixed[:32]), int.from_bytes(fixed[32:]))
        assert made.verify(made.public(private), back, count.to_bytes(2)) is True
