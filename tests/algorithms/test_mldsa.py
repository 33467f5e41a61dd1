import pytest
from cryptography.hazmat.primitives.asymmetric import mldsa
from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat, PublicFormat

from sigtui.algorithms import find, matching
from sigtui.algorithms.mldsa import ALGORITHMS
from sigtui.model import Name, Names, Status

KEYS: dict[int, type[mldsa.MLDSA44PrivateKey | mldsa.MLDSA65PrivateKey | mldsa.MLDSA87PrivateKey]] = {
    44: mldsa.MLDSA44PrivateKey,
    65: mldsa.MLDSA65PrivateKey,
    87: mldsa.MLDSA87PrivateKey,
}


@pytest.mark.parametrize("number", KEYS)
def test_sizes_are_those_of_a_real_key(number: int) -> None:
    """Public key, SPKI, PKCS #8 with the seed and the signature match to the byte, in every variant."""
    key = KEYS[number].generate()
    public = key.public_key()
    for algorithm in matching("ml-dsa", parameter_set=number):
        sizes = algorithm.sizes
        assert sizes.public_key == len(public.public_bytes_raw())
        assert sizes.spki == len(public.public_bytes(Encoding.DER, PublicFormat.SubjectPublicKeyInfo))
        assert sizes.pkcs8 == len(key.private_bytes(Encoding.DER, PrivateFormat.PKCS8, NoEncryption()))
        assert sizes.signature == sizes.signature_max == len(key.sign(b"message"))


@pytest.mark.parametrize(
    ("number", "rows", "columns", "coefficient_bits"), [(44, 4, 4, 3), (65, 6, 5, 4), (87, 8, 7, 3)]
)
def test_private_key_is_the_expanded_one(number: int, rows: int, columns: int, coefficient_bits: int) -> None:
    """The nominal private key follows FIPS 204's skEncode: 128 + 32·((ℓ+k)·bitlen(2η) + 13·k)."""
    expected = 128 + 32 * ((columns + rows) * coefficient_bits + 13 * rows)
    assert find(f"ml-dsa-{number}").sizes.private_key == expected


def test_external_mu_makes_pure_signatures() -> None:
    """A signature over an external mu has the length of a pure one, and both share their names."""
    for number, key_type in KEYS.items():
        pure, external = find(f"ml-dsa-{number}"), find(f"ml-dsa-{number}-mu")
        assert len(key_type.generate().sign_mu(bytes(64))) == external.sizes.signature
        assert external.names == pure.names
        assert external.parameters["variant"] == "mu"


def test_names_of_the_pure_form() -> None:
    """JOSE and COSE have registered it (RFC 9964), HTTP signatures only have a draft."""
    assert {number: find(f"ml-dsa-{number}").names for number in KEYS} == {
        44: Names(Name("ml-dsa-44", Status.DRAFT), Name("ML-DSA-44"), Name("ML-DSA-44", value=-48)),
        65: Names(Name("ml-dsa-65", Status.DRAFT), Name("ML-DSA-65"), Name("ML-DSA-65", value=-49)),
        87: Names(Name("ml-dsa-87", Status.DRAFT), Name("ML-DSA-87"), Name("ML-DSA-87", value=-50)),
    }


def test_prehash_says_its_hash_and_has_no_names() -> None:
    """HashML-DSA is the only variant with a hash, and no registry of signed messages knows it."""
    for algorithm in ALGORITHMS:
        prehashed = algorithm.parameters["variant"] == "prehash"
        assert (algorithm.parameters.get("hash") == "sha512") == prehashed
        assert (algorithm.names == Names()) == prehashed
        assert algorithm.id.endswith("-prehash-sha512") == prehashed


def test_category_and_strength() -> None:
    """Every variant has the category and λ of its parameter set, and is quantum-safe."""
    facts = {44: (2, 128), 65: (3, 192), 87: (5, 256)}
    for algorithm in ALGORITHMS:
        assert (algorithm.category, algorithm.strength_bits) == facts[
            int(algorithm.parameters["parameter_set"])
        ]
        assert algorithm.quantum_safe
        assert not algorithm.symmetric
        assert algorithm.status is Status.FINAL
