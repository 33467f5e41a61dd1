import hashlib
import hmac

import pytest

from sigtui.algorithms import find
from sigtui.providers.pyca.hmac import Hmac
from tests.providers.published import mechanism, records

HASHES = ("sha256", "sha384", "sha512")


@pytest.mark.parametrize("name", HASHES)
def test_tags_are_those_of_rfc_4231(name: str) -> None:
    """Test cases 1 to 4, 6 and 7 give the published tag, with a new and a kept key."""
    made = mechanism(f"hmac-{name}")
    found = list(records(f"HMAC/rfc-4231-{name}.txt", "MD"))
    for record in found:
        key, message, tag = record.octets("Key"), record.octets("Msg"), record.octets("MD")
        assert made.sign(made.load_private(key), message) == tag
        assert made.signer(made.load_private(key), message)() == tag
        assert made.verify(made.load_public(key), tag, message) is True
        assert made.verifier(made.load_public(key), tag, message)() is True
    assert len(found) == 6  # case 5 truncates the tag


@pytest.mark.parametrize("name", HASHES)
def test_a_truncated_tag_is_rejected(name: str) -> None:
    """RFC 2104 section 5 lets applications truncate; this algorithm does not."""
    made = mechanism(f"hmac-{name}")
    key = made.generate()
    tag = made.sign(key, b"message")
    assert made.verify(key, tag[: len(tag) // 2], b"message") is False
    assert made.verifier(key, tag[: len(tag) // 2], b"message")() is False


def _hkdf(name: str, secret: bytes, salt: bytes, info: bytes, length: int) -> bytes:
    """Extract, then expand, by RFC 5869 section 2."""
    size = hashlib.new(name).digest_size
    key = hmac.digest(salt or bytes(size), secret, name)
    block, output = b"", b""
    for count in range(1, -(-length // size) + 1):
        block = hmac.digest(key, block + info + bytes([count]), name)
        output += block
    return output[:length]


def test_hkdf_by_hand_is_that_of_rfc_5869() -> None:
    """What the next test compares with gives the RFC's own output for its SHA-256 test cases."""
    found = list(records("KDF/rfc-5869-HKDF-SHA256.txt", "OKM"))
    for record in found:
        length = int(record.fields["L"])
        secret, salt, info = record.octets("IKM"), record.octets("salt"), record.octets("info")
        assert _hkdf("sha256", secret, salt, info, length) == record.octets("OKM")
    assert len(found) == 3


@pytest.mark.parametrize("name", HASHES)
def test_keys_are_derived_with_hkdf(name: str) -> None:
    """A key is HKDF of the mechanism's secret for sigtui's purpose, without a salt, as long as the hash."""
    made = Hmac(find(f"hmac-{name}"))
    purpose = b"sigtui: a message authentication key"
    size = hashlib.new(name).digest_size
    assert made.generate() == _hkdf(name, made._initial, b"", purpose, size)
    assert len(made._initial) == size


def test_the_verifier_holds_the_secret() -> None:
    """A symmetric key has one form, which is its own serialisation on either side."""
    made = mechanism("hmac-sha256")
    key = made.generate()
    assert made.public(key) == made.dump_private(key) == made.dump_public(key) == key
    assert made.sizes(key).public_key is None
    assert made.sizes(key).private_key_form == "secret"
