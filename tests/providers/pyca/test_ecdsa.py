import hashlib
import hmac
from base64 import b64decode
from collections.abc import Iterator
from dataclasses import dataclass

import pytest
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import decode_dss_signature, encode_dss_signature
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

from sigtui.algorithms import matching
from sigtui.model import Algorithm
from sigtui.providers.mechanism import tampered
from tests.providers.published import Record, Signed, mechanism, records, vector_text, wycheproof

# NIST's name of the curve and hash, the curve, sigtui's id without the kind of nonce.
NIST: dict[str, tuple[ec.EllipticCurve, str]] = {
    "P-256,SHA-256": (ec.SECP256R1(), "ecdsa-p256-sha256"),
    "P-384,SHA-384": (ec.SECP384R1(), "ecdsa-p384-sha384"),
    "P-521,SHA-512": (ec.SECP521R1(), "ecdsa-p521-sha512"),
    "K-256,SHA-256": (ec.SECP256K1(), "ecdsa-secp256k1-sha256"),
}
ALGORITHMS = matching("ecdsa")


def _id(algorithm: Algorithm) -> str:
    return algorithm.id


def _signature(record: Record) -> bytes:
    return encode_dss_signature(record.number("R"), record.number("S"))


def _spki(curve: ec.EllipticCurve, x: int, y: int) -> bytes:
    """Serialise a public key; ValueError where the point is not on the curve."""
    public = ec.EllipticCurvePublicNumbers(x, y, curve).public_key()
    return public.public_bytes(Encoding.DER, PublicFormat.SubjectPublicKeyInfo)


@pytest.mark.parametrize("section", NIST)
def test_published_signatures_verify(section: str) -> None:
    """NIST's signatures hold under the public key that belongs to the given private one; tampered ones don't."""
    curve, name = NIST[section]
    made = mechanism(name)
    folder = "SECP256K1" if section.startswith("K") else "FIPS_186-3"
    count = 0
    for record in records(f"asymmetric/ECDSA/{folder}/SigGen.txt", "S"):
        if record.section != section:
            continue
        public = made.load_public(_spki(curve, record.number("Qx"), record.number("Qy")))
        private = ec.derive_private_key(record.number("d"), curve)
        assert made.dump_public(made.public(private)) == made.dump_public(public)
        message, signature = record.octets("Msg"), _signature(record)
        assert made.verify(public, signature, message) is True
        assert made.verify(public, tampered(signature), message) is False
        count += 1
    assert count == (225 if section.startswith("K") else 15)


@pytest.mark.parametrize("section", [each for each in NIST if each.startswith("P")])
def test_verdicts_are_the_published_ones(section: str) -> None:
    """Of NIST's tests those with a changed message, r, s or key are rejected, and only those."""
    curve, name = NIST[section]
    made = mechanism(name)
    verdicts = []
    for record in records("asymmetric/ECDSA/FIPS_186-3/SigVer.rsp", "Result"):
        if record.section != section:
            continue
        public = made.load_public(_spki(curve, record.number("Qx"), record.number("Qy")))
        accepted = made.verify(public, _signature(record), record.octets("Msg"))
        assert accepted == record.fields["Result"].startswith("P"), record.fields
        verdicts.append(accepted)
    assert len(verdicts) == 15
    assert set(verdicts) == {True, False}


@pytest.mark.parametrize("vector", wycheproof("ecdsa"), ids=lambda vector: vector.name)
def test_verdicts_on_other_curves_are_the_published_ones(vector: Signed) -> None:
    """secp256k1 and brainpool: extreme numbers verify, numbers out of range and wrong DER do not."""
    for suffix in ("", "-rfc6979"):
        made = mechanism(vector.algorithm + suffix)
        public = made.load_public(vector.public_key)
        assert made.verify(public, vector.signature, vector.message) is vector.valid
        assert made.verifier(public, vector.signature, vector.message)() is vector.valid


def test_every_curve_that_nist_lacks_has_published_signatures() -> None:
    """The selection from Wycheproof has good and bad ones of each of the four curves."""
    verdicts = {(vector.algorithm, vector.valid) for vector in wycheproof("ecdsa")}
    curves = {each.id for each in ALGORITHMS if each.parameters["nonce"] == "random"}
    others = curves - {name for section, (_, name) in NIST.items() if section.startswith("P")}
    assert verdicts == {(name, valid) for name in others for valid in (True, False)}


@dataclass(frozen=True, slots=True)
class Deterministic:
    """A test of RFC 6979 appendix A.2 as OpenSSL wrote it down: PKCS #8 key, message, DER signature."""

    private: bytes
    message: bytes
    signature: bytes


def _rfc6979(curve: str, digest: str) -> Iterator[Deterministic]:
    key = ""
    for stanza in vector_text("asymmetric/ECDSA/RFC6979/evppkey_ecdsa_rfc6979.txt").split("\n\n"):
        lines = stanza.strip().splitlines()
        fields = dict(line.split(" = ", 1) for line in lines if " = " in line)
        if lines and lines[0] == f"PrivateKey={curve}_PRIV":
            key = "".join(line for line in lines[1:] if not line.startswith("-----"))
        elif fields.get("DigestSign") == digest and fields["Key"] == f"{curve}_PRIV":
            message = fields["Input"].strip('"').encode("ascii")
            yield Deterministic(b64decode(key), message, bytes.fromhex(fields["Output"]))


@pytest.mark.parametrize(
    ("curve", "digest", "name"),
    [
        ("P-256", "SHA256", "ecdsa-p256-sha256-rfc6979"),
        ("P-384", "SHA384", "ecdsa-p384-sha384-rfc6979"),
        ("P-521", "SHA512", "ecdsa-p521-sha512-rfc6979"),
    ],
)
def test_deterministic_signatures_are_those_of_rfc_6979(curve: str, digest: str, name: str) -> None:
    """Appendix A.2.5 to A.2.7 gives the very bytes for both messages, with a new and a kept key."""
    made = mechanism(name)
    found = list(_rfc6979(curve, digest))
    for vector in found:
        private = made.load_private(vector.private)
        assert made.sign(private, vector.message) == vector.signature
        assert made.signer(private, vector.message)() == vector.signature
        assert made.verify(made.public(private), vector.signature, vector.message) is True
    assert [vector.message for vector in found] == [b"sample", b"test"]


def _digest(algorithm: Algorithm, message: bytes) -> bytes:
    return hashlib.new(str(algorithm.parameters["hash"]), message).digest()


def _number(data: bytes, order: int) -> int:
    """Return the leftmost bits as a number, as many as the order has: bits2int of RFC 6979 section 2.3.2."""
    return int.from_bytes(data) >> max(0, len(data) * 8 - order.bit_length())


def _nonce(order: int, scalar: int, digest: bytes, name: str) -> int:
    """Derive k by RFC 6979 section 3.2."""
    width = (order.bit_length() + 7) // 8
    seed = scalar.to_bytes(width) + (_number(digest, order) % order).to_bytes(width)
    value, key = b"\1" * len(digest), bytes(len(digest))
    for separator in (b"\0", b"\1"):
        key = hmac.digest(key, value + separator + seed, name)
        value = hmac.digest(key, value, name)
    while True:
        bits = b""
        while len(bits) < width:
            value = hmac.digest(key, value, name)
            bits += value
        nonce = _number(bits, order)
        if 1 <= nonce < order:
            return nonce
        key = hmac.digest(key, value + b"\0", name)
        value = hmac.digest(key, value, name)


def _by_hand(algorithm: Algorithm, private: ec.EllipticCurvePrivateKey, message: bytes) -> tuple[int, int]:
    """Compute r and s of a deterministic signature; only the multiple of the base point is the library's."""
    order = private.curve.group_order
    scalar = private.private_numbers().private_value
    digest = _digest(algorithm, message)
    nonce = _nonce(order, scalar, digest, str(algorithm.parameters["hash"]))
    r = _abscissa(nonce, private.curve) % order
    return r, pow(nonce, -1, order) * (_number(digest, order) + r * scalar) % order


def _abscissa(multiple: int, curve: ec.EllipticCurve) -> int:
    return ec.derive_private_key(multiple, curve).public_key().public_numbers().x


@pytest.mark.parametrize(
    "algorithm", [each for each in ALGORITHMS if each.parameters["nonce"] == "rfc6979"], ids=_id
)
def test_deterministic_signatures_are_those_made_by_hand(algorithm: Algorithm) -> None:
    """RFC 6979 has no tests for secp256k1 and brainpool, but says how: so on every curve the bytes are these."""
    made = mechanism(algorithm)
    private = made.generate()
    for count in range(10):
        message = bytes([count]) * count
        assert made.sign(private, message) == encode_dss_signature(*_by_hand(algorithm, private, message))


@pytest.mark.parametrize("algorithm", ALGORITHMS, ids=_id)
def test_signatures_fulfil_the_equation(algorithm: Algorithm) -> None:
    """With the nonce that follows from s, the base point's multiple has r as its x: FIPS 186-5 section 6.4.1."""
    made = mechanism(algorithm)
    private = made.generate()
    order, scalar = private.curve.group_order, private.private_numbers().private_value
    for count in range(10):
        message = bytes([count]) * count
        r, s = decode_dss_signature(made.sign(private, message))
        assert 0 < r < order
        assert 0 < s < order
        nonce = pow(s, -1, order) * (_number(_digest(algorithm, message), order) + r * scalar) % order
        assert _abscissa(nonce, private.curve) % order == r


@pytest.mark.parametrize("algorithm", ALGORITHMS, ids=_id)
def test_fixed_width_signatures_verify_with_the_public_numbers(algorithm: Algorithm) -> None:
    """r‖s of the nominal size and the point's two coordinates are all that a verifier needs."""
    made = mechanism(algorithm)
    private = made.generate()
    width = algorithm.sizes.signature // 2
    r, s = decode_dss_signature(made.sign(private, b"message"))
    fixed = r.to_bytes(width) + s.to_bytes(width)
    numbers = private.public_key().public_numbers()
    public = made.load_public(_spki(private.curve, numbers.x, numbers.y))
    back = encode_dss_signature(int.from_bytes(fixed[:width]), int.from_bytes(fixed[width:]))
    assert len(fixed) == algorithm.sizes.signature
    assert made.verify(public, back, b"message") is True


@pytest.mark.parametrize("algorithm", ALGORITHMS, ids=_id)
def test_the_nonce_is_random_or_not_as_the_algorithm_says(algorithm: Algorithm) -> None:
    """Signing twice gives the same bytes only with RFC 6979; the other kind's verifier accepts either."""
    made = mechanism(algorithm)
    private = made.generate()
    deterministic = algorithm.parameters["nonce"] == "rfc6979"
    signature = made.sign(private, b"message")
    assert (made.sign(private, b"message") == signature) == deterministic
    plain = algorithm.id.removesuffix("-rfc6979")
    other = mechanism(plain if deterministic else f"{plain}-rfc6979")
    assert other.verify(other.load_public(made.dump_public(made.public(private))), signature, b"message")


@pytest.mark.parametrize("algorithm", ALGORITHMS, ids=_id)
def test_keys_are_on_the_curve_of_the_algorithm(algorithm: Algorithm) -> None:
    """A created key is on the curve that the id names, and the text of the call says so."""
    made = mechanism(algorithm)
    curve = made.generate().curve
    names = {"p256": "secp256r1", "p384": "secp384r1", "p521": "secp521r1"}
    name = str(algorithm.parameters["curve"])
    assert curve.name.lower() == names.get(name, name)
    assert type(curve).__name__ in made.calls.generate
    assert str(algorithm.parameters["hash"]).upper() in made.calls.sign
