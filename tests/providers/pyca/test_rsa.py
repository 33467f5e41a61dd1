import hashlib
from collections import Counter
from collections.abc import Iterator, Mapping

import pytest
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import padding, rsa
from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat, PublicFormat

from sigtui.algorithms import matching
from sigtui.model import Algorithm
from sigtui.providers.mechanism import tampered
from tests.providers.published import Record, Signed, mechanism, records, rsa_private_key, wycheproof

FOLDER = "asymmetric/RSA/FIPS_186-2"
HASHES: dict[str, type[hashes.HashAlgorithm]] = {
    "sha256": hashes.SHA256,
    "sha384": hashes.SHA384,
    "sha512": hashes.SHA512,
}
# RFC 8017 section 9.2, note 1: the DigestInfo before the hash.
DIGEST_INFO = {
    "sha256": bytes.fromhex("3031300d060960864801650304020105000420"),
    "sha384": bytes.fromhex("3041300d060960864801650304020205000430"),
    "sha512": bytes.fromhex("3051300d060960864801650304020305000440"),
}


def _id(algorithm: Algorithm) -> str:
    return algorithm.id


def _spki(modulus: int, exponent: int) -> bytes:
    public = rsa.RSAPublicNumbers(exponent, modulus).public_key()
    return public.public_bytes(Encoding.DER, PublicFormat.SubjectPublicKeyInfo)


def _of_the_catalogue(path: str, last: str, scheme: str) -> Iterator[tuple[str, Record]]:
    """Yield NIST's tests whose key size and hash the catalogue has, with the algorithm's id."""
    for record in records(path, last):
        size, digest = record.section.removeprefix("mod = "), record.fields["SHAAlg"].lower()
        if digest in HASHES and int(size) >= 2048:
            yield f"rsa-{size}-{scheme}-{digest}", record


def test_published_pkcs1v15_signatures_verify() -> None:
    """NIST's signatures of 2048 to 4096 bits verify; they were made with the public exponent 4097."""
    found: Counter[str] = Counter()
    for name, record in _of_the_catalogue(f"{FOLDER}/SigGen15_186-3.rsp", "S", "pkcs1v15"):
        made = mechanism(name)
        public = made.load_public(_spki(record.number("n"), record.number("e")))
        message, signature = record.octets("Msg"), record.octets("S")
        assert made.verify(public, signature, message) is True
        assert made.verify(public, tampered(signature), message) is False
        found[name] += 1
    assert len(found) == 9
    assert set(found.values()) == {10}


def test_pkcs1v15_verdicts_and_signatures_are_the_published_ones() -> None:
    """Changed messages, keys, signatures and encodings are rejected; the right signature comes out to the byte."""
    passed: Counter[str] = Counter()
    failed: Counter[str] = Counter()
    for name, record in _of_the_catalogue(f"{FOLDER}/SigVer15_186-3.rsp", "Result", "pkcs1v15"):
        made = mechanism(name)
        public = made.load_public(_spki(record.number("n"), record.number("e")))
        message, signature = record.octets("Msg"), record.octets("S")
        right = record.fields["Result"].startswith("P")
        assert made.verify(public, signature, message) is right, record.fields
        (passed if right else failed)[name] += 1
        if right:
            private = rsa_private_key(record)
            assert made.sign(private, message) == signature
            assert made.signer(private, message)() == signature
    assert len(passed) == len(failed) == 9
    assert (set(passed.values()), set(failed.values())) == ({3}, {15})


@pytest.mark.parametrize("vector", wycheproof("rsa"), ids=lambda vector: vector.name)
def test_verdicts_on_other_keys_are_the_published_ones(vector: Signed) -> None:
    """PSS with a salt as long as the hash, and keys of 8192 bits; wrong salts, hashes and encodings are rejected."""
    made = mechanism(vector.algorithm)
    public = made.load_public(vector.public_key)
    assert made.verify(public, vector.signature, vector.message) is vector.valid
    assert made.verifier(public, vector.signature, vector.message)() is vector.valid


def test_pss_with_a_salt_of_another_length_is_rejected() -> None:
    """NIST's PSS signatures have salts of 10 bytes: right by themselves, they are not the catalogue's algorithm."""
    found = 0
    for name, record in _of_the_catalogue(f"{FOLDER}/SigVerPSS_186-3.rsp", "Result", "pss"):
        if not record.fields["Result"].startswith("P"):
            continue
        made = mechanism(name)
        public = made.load_public(_spki(record.number("n"), record.number("e")))
        message, signature = record.octets("Msg"), record.octets("S")
        digest = HASHES[record.fields["SHAAlg"].lower()]()
        public.verify(signature, message, padding.PSS(padding.MGF1(digest), 10), digest)
        assert made.verify(public, signature, message) is False
        found += 1
    assert found == 27


def _opened(public: rsa.RSAPublicKey, signature: bytes) -> bytes:
    """Return the encoded message that a signature holds, as long as the modulus (RFC 8017 section 5.2.2)."""
    numbers = public.public_numbers()
    return pow(int.from_bytes(signature), numbers.e, numbers.n).to_bytes(public.key_size // 8)


def _mask(seed: bytes, length: int, name: str) -> bytes:
    """Return MGF1 of RFC 8017 appendix B.2.1."""
    rounds = range(-(-length // hashlib.new(name).digest_size))
    return b"".join(hashlib.new(name, seed + count.to_bytes(4)).digest() for count in rounds)[:length]


def _pss_salt(encoded: bytes, message: bytes, name: str) -> bytes:
    """Check an encoded message of EMSA-PSS by RFC 8017 section 9.1.2, and return its salt."""
    size = hashlib.new(name).digest_size
    masked, seed, trailer = encoded[: -size - 1], encoded[-size - 1 : -1], encoded[-1]
    mask = _mask(seed, len(masked), name)
    block = bytearray(one ^ other for one, other in zip(masked, mask, strict=True))
    assert trailer == 0xBC
    assert masked[0] < 0x80  # the encoded message is a bit shorter than the modulus
    block[0] &= 0x7F
    padded, _, salt = bytes(block).partition(b"\1")
    assert not any(padded)
    hashed = hashlib.new(name, message).digest()
    assert seed == hashlib.new(name, bytes(8) + hashed + salt).digest()
    return salt


@pytest.mark.parametrize("algorithm", matching("rsa", padding="pss"), ids=_id)
def test_pss_signatures_are_right_by_hand(
    algorithm: Algorithm, rsa_keys: Mapping[int, rsa.RSAPrivateKey]
) -> None:
    """The signature opens to EMSA-PSS with MGF1 of the same hash and a fresh salt as long as the hash."""
    made, name = mechanism(algorithm), str(algorithm.parameters["hash"])
    private = rsa_keys[int(algorithm.parameters["key_size"])]
    salts = [
        _pss_salt(_opened(private.public_key(), made.sign(private, b"message")), b"message", name)
        for _ in range(2)
    ]
    assert [len(salt) for salt in salts] == [hashlib.new(name).digest_size] * 2
    assert salts[0] != salts[1]


@pytest.mark.parametrize("algorithm", matching("rsa", padding="pkcs1v15"), ids=_id)
def test_pkcs1v15_signatures_are_right_by_hand(
    algorithm: Algorithm, rsa_keys: Mapping[int, rsa.RSAPrivateKey]
) -> None:
    """The signature opens to EMSA-PKCS1-v1_5 (RFC 8017 section 9.2) of the message."""
    name, size = str(algorithm.parameters["hash"]), int(algorithm.parameters["key_size"])
    opened = _opened(rsa_keys[size].public_key(), mechanism(algorithm).sign(rsa_keys[size], b"message"))
    content = DIGEST_INFO[name] + hashlib.new(name, b"message").digest()
    assert opened == b"\0\1" + b"\xff" * (size // 8 - 3 - len(content)) + b"\0" + content


@pytest.mark.parametrize("size", [2048, 3072, 4096])
def test_a_private_key_is_validated_and_loaded(size: int, rsa_keys: Mapping[int, rsa.RSAPrivateKey]) -> None:
    """The default way of loading gives the same key. 8192 bits are left out: validating them takes 9 seconds."""
    made = mechanism(f"rsa-{size}-pkcs1v15-sha256")
    data = made.dump_private(rsa_keys[size])
    loaded = made.load_private(data)
    assert loaded.key_size == size
    assert made.dump_private(loaded) == data
    assert made.sign(loaded, b"message") == made.sign(rsa_keys[size], b"message")


def test_a_private_key_that_is_none_is_refused(rsa_keys: Mapping[int, rsa.RSAPrivateKey]) -> None:
    """Loading validates, as the text of the call says: numbers that don't belong together raise."""
    numbers = rsa_keys[2048].private_numbers()
    wrong = rsa.RSAPrivateNumbers(
        numbers.p,
        numbers.q,
        numbers.d + 2,
        numbers.dmp1 + 2,
        numbers.dmq1 + 2,
        numbers.iqmp,
        numbers.public_numbers,
    ).private_key(unsafe_skip_rsa_key_validation=True)
    data = wrong.private_bytes(Encoding.DER, PrivateFormat.PKCS8, NoEncryption())
    made = mechanism("rsa-2048-pss-sha512")
    assert "validating" in made.calls.load_private
    with pytest.raises(ValueError, match=r"(?i)key"):
        made.load_private(data)


def test_a_key_of_2048_bits_is_created() -> None:
    """A created key has the size of the algorithm and the public exponent 65537."""
    private = mechanism("rsa-2048-pss-sha512").generate()
    assert private.key_size == 2048
    assert private.public_key().public_numbers().e == 65537


@pytest.mark.parametrize("algorithm", matching("rsa"), ids=_id)
def test_a_key_is_created_with_the_size_of_the_algorithm(
    algorithm: Algorithm, rsa_keys: Mapping[int, rsa.RSAPrivateKey], monkeypatch: pytest.MonkeyPatch
) -> None:
    """The library is asked for the algorithm's size and 65537, just as the text of the call says."""
    asked: list[str] = []

    def generate(exponent: int, bits: int) -> rsa.RSAPrivateKey:
        asked.append(f"rsa.generate_private_key({exponent}, {bits})")
        return rsa_keys[bits]

    made = mechanism(algorithm)
    monkeypatch.setattr(rsa, "generate_private_key", generate)
    assert made.generate().key_size == algorithm.parameters["key_size"]
    assert asked == [made.calls.generate]


def test_all_probes_share_one_key() -> None:
    """Every RSA algorithm is tried with the same small key, because creating one is slow."""
    probes = [mechanism(algorithm).probe_key() for algorithm in matching("rsa")]
    assert all(probe is probes[0] for probe in probes)
    assert probes[0].key_size == 2048
