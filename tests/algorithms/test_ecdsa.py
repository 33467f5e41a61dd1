import pytest
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec, utils
from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat, PublicFormat

from sigtui.algorithms import find, matching
from sigtui.algorithms.ecdsa import ALGORITHMS
from sigtui.model import Algorithm

CURVES: dict[str, tuple[ec.EllipticCurve, hashes.HashAlgorithm]] = {
    "p256-sha256": (ec.SECP256R1(), hashes.SHA256()),
    "p384-sha384": (ec.SECP384R1(), hashes.SHA384()),
    "p521-sha512": (ec.SECP521R1(), hashes.SHA512()),
    "secp256k1-sha256": (ec.SECP256K1(), hashes.SHA256()),
    "brainpoolp256r1-sha256": (ec.BrainpoolP256R1(), hashes.SHA256()),
    "brainpoolp384r1-sha384": (ec.BrainpoolP384R1(), hashes.SHA384()),
    "brainpoolp512r1-sha512": (ec.BrainpoolP512R1(), hashes.SHA512()),
}


@pytest.mark.parametrize("name", CURVES)
def test_key_sizes_are_those_of_a_real_key(name: str) -> None:
    """Scalar, point, SPKI and PKCS #8 match to the byte."""
    sizes = find(f"ecdsa-{name}").sizes
    curve = CURVES[name][0]
    key = ec.generate_private_key(curve)
    public = key.public_key()
    assert sizes.private_key == (curve.key_size + 7) // 8
    assert sizes.public_key == len(public.public_bytes(Encoding.X962, PublicFormat.UncompressedPoint))
    assert sizes.spki == len(public.public_bytes(Encoding.DER, PublicFormat.SubjectPublicKeyInfo))
    assert sizes.pkcs8 == len(key.private_bytes(Encoding.DER, PrivateFormat.PKCS8, NoEncryption()))


@pytest.mark.parametrize("name", CURVES)
def test_signatures_fit_the_fixed_width_and_the_longest_der(name: str) -> None:
    """Real signatures stay below the longest DER, which the largest r and s of that length reach."""
    sizes = find(f"ecdsa-{name}").sizes
    curve, digest = CURVES[name]
    key = ec.generate_private_key(curve)
    for _ in range(8):
        signature = key.sign(b"message", ec.ECDSA(digest))
        assert len(signature) <= sizes.signature_max
        for number in utils.decode_dss_signature(signature):
            assert number.bit_length() <= 8 * sizes.signature // 2
    largest = curve.group_order - 1
    assert len(utils.encode_dss_signature(largest, largest)) == sizes.signature_max
    assert sizes.private_key is not None
    assert sizes.signature == 2 * sizes.private_key


def test_every_curve_comes_with_both_nonces() -> None:
    """Each curve has a random and an RFC 6979 form, told apart by the id's end."""
    ids = [algorithm.id for algorithm in ALGORITHMS]
    assert ids == [f"ecdsa-{name}{end}" for name in CURVES for end in ("", "-rfc6979")]
    for algorithm in ALGORITHMS:
        deterministic = algorithm.id.endswith("-rfc6979")
        assert algorithm.parameters["nonce"] == ("rfc6979" if deterministic else "random")
        assert ("RFC 6979" in algorithm.standard) == deterministic


@pytest.mark.parametrize("name", CURVES)
def test_a_deterministic_nonce_changes_nothing_that_others_see(name: str) -> None:
    """Names, sizes and strength are those of the random form."""
    random, deterministic = matching("ecdsa", curve=name.partition("-")[0])

    def seen(algorithm: Algorithm) -> tuple[object, ...]:
        return algorithm.names, algorithm.sizes, algorithm.strength_bits, algorithm.status

    assert seen(random) == seen(deterministic)


@pytest.mark.parametrize(
    ("name", "rfc9421", "jose", "cose", "number", "bits"),
    [
        ("p256-sha256", "ecdsa-p256-sha256", "ES256", "ES256", -7, 128),
        ("p384-sha384", "ecdsa-p384-sha384", "ES384", "ES384", -35, 192),
        ("p521-sha512", None, "ES512", "ES512", -36, 256),
        ("secp256k1-sha256", None, "ES256K", "ES256K", -47, 128),
        ("brainpoolp256r1-sha256", None, None, "ESB256", -265, 128),
        ("brainpoolp384r1-sha384", None, None, "ESB384", -267, 192),
        ("brainpoolp512r1-sha512", None, None, "ESB512", -268, 256),
    ],
)
def test_names_and_strength(
    name: str, rfc9421: str | None, jose: str | None, cose: str, number: int, bits: int
) -> None:
    """Each curve has the names of its registries, and half its bits as strength."""
    algorithm = find(f"ecdsa-{name}")
    names = algorithm.names
    assert (names.rfc9421.text if names.rfc9421 else None) == rfc9421
    assert (names.jose.text if names.jose else None) == jose
    assert names.cose is not None
    assert (names.cose.text, names.cose.value) == (cose, number)
    assert algorithm.strength_bits == bits
    assert not algorithm.quantum_safe
