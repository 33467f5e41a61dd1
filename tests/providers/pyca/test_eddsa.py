import pytest
from cryptography.hazmat.primitives.asymmetric.ed448 import Ed448PrivateKey, Ed448PublicKey
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey

from tests.providers.published import mechanism, records, vector_text

# RFC 8410 section 7 and 4: what comes before the 32 or 57 bytes of the key.
PKCS8 = {
    "ed25519": bytes.fromhex("302e020100300506032b657004220420"),
    "ed448": bytes.fromhex("3047020100300506032b6571043b0439"),
}
SPKI = {
    "ed25519": bytes.fromhex("302a300506032b6570032100"),
    "ed448": bytes.fromhex("3043300506032b6571033a00"),
}


def test_ed25519_signatures_are_the_published_ones() -> None:
    """All 1,024 tests of the inventors' sign.input give the very bytes, and verify under the given public key."""
    made = mechanism("ed25519")
    lines = vector_text("asymmetric/Ed25519/sign.input").splitlines()
    for line in lines:
        # The secret is followed by the public key, the signature by the message.
        secret, public, message, signed = (bytes.fromhex(field) for field in line.split(":")[:4])
        signature = signed[:64]
        private = made.load_private(PKCS8["ed25519"] + secret[:32])
        assert made.dump_public(made.public(private)) == SPKI["ed25519"] + public
        assert made.sign(private, message) == signature
        assert made.verify(made.load_public(SPKI["ed25519"] + public), signature, message) is True
    assert len(lines) == 1024


def test_ed448_signatures_are_those_of_rfc_8032() -> None:
    """Section 7.4 gives the very bytes; a signature under a context is another one, and rejected."""
    made = mechanism("ed448")
    plain = contextual = 0
    for record in records("asymmetric/Ed448/rfc8032.txt", "SIGNATURE"):
        private = made.load_private(PKCS8["ed448"] + record.octets("SECRET"))
        public = made.load_public(SPKI["ed448"] + record.octets("PUBLIC"))
        message, signature = record.octets("MESSAGE"), record.octets("SIGNATURE")
        assert made.dump_public(made.public(private)) == made.dump_public(public)
        pure = "CONTEXT" not in record.fields
        assert (made.sign(private, message) == signature) == pure
        assert made.verify(public, signature, message) == pure
        plain, contextual = plain + pure, contextual + (not pure)
    assert (plain, contextual) == (8, 1)


@pytest.mark.parametrize("curve", PKCS8)
def test_keys_are_those_of_the_curve(curve: str) -> None:
    """A created key is of the algorithm's own class, a raw private key a seed; signing is deterministic."""
    made = mechanism(curve)
    private = made.generate()
    classes = {
        "ed25519": (Ed25519PrivateKey, Ed25519PublicKey),
        "ed448": (Ed448PrivateKey, Ed448PublicKey),
    }
    assert isinstance(private, classes[curve][0])
    assert isinstance(made.public(private), classes[curve][1])
    assert made.sizes(private).private_key_form == "seed"
    assert made.sign(private, b"message") == made.sign(private, b"message")
