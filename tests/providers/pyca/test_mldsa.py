import hashlib
from collections.abc import Callable
from typing import Any

import pytest

from sigtui.algorithms import find, matching
from sigtui.model import Algorithm
from sigtui.providers.mechanism import tampered
from sigtui.providers.pyca.mldsa import ExternalMu, Prehash
from tests.providers.published import (
    Record,
    Signed,
    hash_ml_dsa,
    mechanism,
    records,
    vector_bytes,
    wycheproof,
)

SETS = (44, 65, 87)

# RFC 9881 section 2 and 6: the last arc of the OID, then what comes before a seed, and before a public key.
ARC = {44: "11", 65: "12", 87: "13"}
SPKI = {44: "30820532", 65: "308207b2", 87: "30820a32"}
BIT_STRING = {44: "0382052100", 65: "038207a100", 87: "03820a2100"}


def _pkcs8(number: int, seed: bytes) -> bytes:
    return bytes.fromhex(f"3034020100300b06096086480165030403{ARC[number]}04228020") + seed


def _spki(number: int, public: bytes) -> bytes:
    return bytes.fromhex(f"{SPKI[number]}300b06096086480165030403{ARC[number]}{BIT_STRING[number]}") + public


def _published(number: int) -> list[Record]:
    found = list(records(f"asymmetric/MLDSA/kat_MLDSA_{number}_det_pure.rsp", "ctx"))
    assert len(found) == 100
    return found


class UnderContext(ExternalMu):
    """ML-DSA with mu by hand from a message under a context, which no algorithm of the catalogue has."""

    def __init__(self, algorithm: Algorithm, context: bytes) -> None:
        super().__init__(algorithm)
        self._context = context

    def representative(self, public: Any) -> Callable[[bytes], bytes]:  # noqa: ANN401 - a library's own class
        """Hash as FIPS 204 does in Algorithm 2, line 10, and Algorithm 7, line 6."""
        key = hashlib.shake_256(public.public_bytes_raw()).digest(64)
        prefix = key + b"\0" + bytes([len(self._context)]) + self._context
        return lambda message: hashlib.shake_256(prefix + message).digest(64)


@pytest.mark.parametrize("number", SETS)
def test_keys_are_the_published_ones(number: int) -> None:
    """A seed in PKCS #8 gives the public key of the 100 known answers, in every variant."""
    for record in _published(number):
        seed, public = record.octets("xi"), record.octets("pk")
        for algorithm in matching("ml-dsa", parameter_set=number):
            made = mechanism(algorithm)
            private = made.load_private(_pkcs8(number, seed))
            assert made.dump_private(private) == _pkcs8(number, seed)
            assert made.dump_public(made.public(private)) == _spki(number, public)


@pytest.mark.parametrize("number", SETS)
def test_published_signatures_verify_under_their_context(number: int) -> None:
    """The 100 known answers, all of which have a context, verify over a mu that has it; tampered ones don't."""
    for record in _published(number):
        length, message = int(record.fields["mlen"]), record.octets("msg")
        signature, rest = record.octets("sm")[:-length], record.octets("sm")[-length:]
        assert rest == message
        assert len(signature) == find(f"ml-dsa-{number}").sizes.signature
        made = UnderContext(find(f"ml-dsa-{number}-mu"), record.octets("ctx"))
        public = made.load_public(_spki(number, record.octets("pk")))
        assert made.verify(public, signature, message) is True
        assert made.verify(public, tampered(signature), message) is False


@pytest.mark.parametrize("algorithm", matching("ml-dsa"), ids=lambda algorithm: algorithm.id)
def test_signatures_under_a_context_are_rejected(algorithm: Algorithm) -> None:
    """No algorithm of the catalogue has a context, so that none accepts the known answers, which do."""
    number = int(algorithm.parameters["parameter_set"])
    made = mechanism(algorithm)
    for record in _published(number):
        assert record.fields["ctx"]
        public = made.load_public(_spki(number, record.octets("pk")))
        signature = record.octets("sm")[: algorithm.sizes.signature]
        assert made.verify(public, signature, record.octets("msg")) is False


@pytest.mark.parametrize("vector", wycheproof("mldsa"), ids=lambda vector: vector.name)
def test_verdicts_without_a_context_are_the_published_ones(vector: Signed) -> None:
    """Pure and external mu accept the same signatures; HashML-DSA accepts none of them."""
    for suffix, valid in (("", vector.valid), ("-mu", vector.valid), ("-prehash-sha512", False)):
        made = mechanism(vector.algorithm + suffix)
        public = made.load_public(vector.public_key)
        assert made.verify(public, vector.signature, vector.message) is valid
        assert made.verifier(public, vector.signature, vector.message)() is valid


@pytest.mark.parametrize("vector", hash_ml_dsa(), ids=lambda vector: vector.name)
def test_prehash_signatures_of_another_library_verify(vector: Signed) -> None:
    """HashML-DSA by pycryptodome verifies as that, but neither as pure nor over a mu of the message."""
    pure = vector.algorithm.removesuffix("-prehash-sha512")
    for name, valid in ((vector.algorithm, True), (pure, False), (f"{pure}-mu", False)):
        made = mechanism(name)
        public = made.load_public(vector.public_key)
        assert made.verify(public, vector.signature, vector.message) is valid
        assert made.verifier(public, vector.signature, vector.message)() is valid
        assert made.verify(public, tampered(vector.signature), vector.message) is False
        assert made.verify(public, vector.signature, vector.message + b"\0") is False


def test_every_parameter_set_has_published_signatures() -> None:
    """Both files in data/ have a valid signature of each of the three sets."""
    assert {vector.algorithm for vector in wycheproof("mldsa") if vector.valid} == {
        f"ml-dsa-{number}" for number in SETS
    }
    assert {vector.algorithm for vector in hash_ml_dsa()} == {
        f"ml-dsa-{number}-prehash-sha512" for number in SETS
    }


@pytest.mark.parametrize("number", SETS)
def test_only_pure_and_mu_are_the_same_signatures(number: int) -> None:
    """What one of the two signs the other accepts, with a new and a kept key; HashML-DSA stands apart."""
    names = (f"ml-dsa-{number}", f"ml-dsa-{number}-mu", f"ml-dsa-{number}-prehash-sha512")
    made = {name: mechanism(name) for name in names}
    private = made[names[0]].generate()
    public = private.public_key()
    for signer in names:
        for signature in (
            made[signer].sign(private, b"message"),
            made[signer].signer(private, b"message")(),
        ):
            for verifier in names:
                same = (signer == names[2]) == (verifier == names[2])
                assert made[verifier].verify(public, signature, b"message") is same
                assert made[verifier].verifier(public, signature, b"message")() is same


@pytest.mark.parametrize("number", SETS)
def test_mu_is_that_of_fips_204(number: int) -> None:
    """The representative is SHAKE256 over the public key's hash and M', with an empty context."""
    external, prehash = (
        ExternalMu(find(f"ml-dsa-{number}-mu")),
        Prehash(find(f"ml-dsa-{number}-prehash-sha512")),
    )
    public = external.public(external.generate())
    key = hashlib.shake_256(public.public_bytes_raw()).digest(64)
    # Section 5.4.1: the DER of SHA-512's OID, 2.16.840.1.101.3.4.2.3, and the hash of the message.
    hashed = bytes.fromhex("0609608648016503040203") + hashlib.sha512(b"message").digest()
    for function, formatted in (
        (external.representative(public), b"\0\0message"),
        (prehash.representative(public), b"\1\0" + hashed),
    ):
        for _ in range(2):
            assert function(b"message") == hashlib.shake_256(key + formatted).digest(64)


@pytest.mark.parametrize("algorithm", matching("ml-dsa"), ids=lambda algorithm: algorithm.id)
def test_signing_is_hedged(algorithm: Algorithm) -> None:
    """Signing a message twice gives two signatures (FIPS 204 section 3.4), as the provider's file says."""
    made = mechanism(algorithm)
    private = made.generate()
    assert made.sign(private, b"message") != made.sign(private, b"message")


def test_an_expanded_private_key_is_refused() -> None:
    """The library wants the seed: PKCS #8 with the expanded key alone raises, as OpenSSL may write it."""
    folder = "asymmetric/MLDSA"
    made = mechanism("ml-dsa-65")
    with pytest.raises(ValueError, match="Could not deserialize"):
        made.load_private(vector_bytes(f"{folder}/mldsa65_noseed_priv.der"))
    made = mechanism("ml-dsa-44")
    private = made.load_private(vector_bytes(f"{folder}/mldsa44_priv.der"))
    assert made.dump_public(made.public(private)) == vector_bytes(f"{folder}/mldsa44_pub.der")
