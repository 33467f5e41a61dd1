import pytest
from hypothesis import given
from hypothesis import strategies as st

from sigtui.algorithms import catalogue
from sigtui.imports._names import OTHER, algorithm_id, purpose


@pytest.mark.parametrize("name", [algorithm.id for algorithm in catalogue()])
def test_every_id_of_the_catalogue_names_itself(name: str) -> None:
    """Whatever is added to it: as it is, in capitals with underscores, and with an operation behind it."""
    assert algorithm_id(name) == name
    assert algorithm_id(name.upper().replace("-", "_")) == name
    assert algorithm_id(f"{name} sign") == name


@pytest.mark.parametrize(
    ("texts", "name"),
    [
        (("RSA-2048 PSS SHA-512",), "rsa-2048-pss-sha512"),
        (("RsaPssSha256Sign KeySize=3072",), "rsa-3072-pss-sha256"),
        (("SHA512 RSA PSS 4096",), "rsa-4096-pss-sha512"),
        (("PS512 rsa 3072",), "rsa-3072-pss-sha512"),
        (("RS256, 2048 bits",), "rsa-2048-pkcs1v15-sha256"),
        (("RSASSA-PKCS1-v1_5 2048 SHA-256",), "rsa-2048-pkcs1v15-sha256"),
        (("ECDsa P256",), "ecdsa-p256-sha256"),
        (("256 bits ecdsa (nistp256)",), "ecdsa-p256-sha256"),
        (("ES384",), "ecdsa-p384-sha384"),
        (("secp256k1 ECDSA",), "ecdsa-secp256k1-sha256"),
        (("256 bits ecdsa (brainpoolP256r1)",), "ecdsa-brainpoolp256r1-sha256"),
        (("ECDSA prime256v1, deterministic",), "ecdsa-p256-sha256-rfc6979"),
        (("253 bits EdDSA (Ed25519)",), "ed25519"),
        (("HMACSHA256",), "hmac-sha256"),
        (("hmac(sha512)",), "hmac-sha512"),
        (("MLDsa65Sign",), "ml-dsa-65"),
        (("ML-DSA-44-extmu",), "ml-dsa-44-mu"),
        (("HashML-DSA-87 with SHA-512",), "ml-dsa-87-prehash-sha512"),
        (("ECDSA_Sign", "ECDsa P256 - Linux"), "ecdsa-p256-sha256"),
        (("RSA_Sign Sha256", "RSA 2048 PSS"), "rsa-2048-pss-sha256"),
        (("ECDSA P256", "RSA 2048 PSS SHA512"), "ecdsa-p256-sha256"),
    ],
)
def test_words_that_leave_no_doubt_name_an_algorithm(texts: tuple[str, ...], name: str) -> None:
    """Whatever their case, order and hyphens; a later text says what an earlier one leaves open."""
    assert algorithm_id(*texts) == name


@pytest.mark.parametrize(
    "texts",
    [
        ("RS256",),  # no key size
        ("RSA 2048 SHA-256",),  # no padding
        ("RSA-2048 PSS",),  # no hash
        ("rsa-pss-sha512",),
        ("RSA 1024 PSS SHA-256", "RSA 2048"),
        ("256 bits ecdsa",),  # P-256 or brainpoolP256r1
        ("ECDSA",),
        ("ECDSA P-256 with SHA-512",),
        ("ECDSA P-256 SHA-512/256",),
        ("ECDSA P-256 and P-384",),
        ("ecdsa brainpoolP256t1",),
        ("Ed25519 against ECDSA P-256",),
        ("ed25519ph",),
        ("HMAC",),
        ("HMAC-SHA3-256",),
        ("Dilithium2", "ML-DSA-44"),
        ("DSA 2048 sign", "RSA 2048 PSS SHA-256"),
        ("HashOnly", "ECDsa P256"),
        ("universal 2048",),
        ("",),
        (),
    ],
)
def test_words_that_leave_a_doubt_name_none(texts: tuple[str, ...]) -> None:
    """A missing parameter, two of a kind, one that the catalogue lacks, or another scheme of that name."""
    assert algorithm_id(*texts) is None


@pytest.mark.parametrize(
    ("texts", "operation", "mode"),
    [
        (("ECDSA_Sign",), "sign", None),
        (("SignData",), "sign", None),
        (("signs",), "sign", None),
        (("VerifyHash",), "verify", None),
        (("VerifyInvalidSignature",), "verify-invalid", None),
        (("keypair",), "keygen", None),
        (("GenerateKey",), "keygen", None),
        (("create+sign",), "sign", "single-shot"),
        (("CreateKeyAndSign",), "sign", "single-shot"),
        (("SignReusedKey",), "sign", "reused-key"),
        (("LoadKeySign",), "sign", "load-key"),
        (("P256", "SignBenchmarks"), "sign", None),
        (("SignAndVerify",), OTHER, None),
        (("HashOnly", "SignBenchmarks"), OTHER, None),
        (("Signature size",), OTHER, None),
        (("designed",), OTHER, None),
        ((), OTHER, None),
    ],
)
def test_words_name_an_operation_and_a_mode(texts: tuple[str, ...], operation: str, mode: str | None) -> None:
    """The first text that names an operation decides; a signature or a design is none."""
    assert purpose(*texts) == (operation, mode)


@given(st.lists(st.text(max_size=60), max_size=3))
def test_any_text_is_taken(texts: list[str]) -> None:
    """What is no name has no id, or one of the catalogue's."""
    assert algorithm_id(*texts) in {None, *(algorithm.id for algorithm in catalogue())}
    assert purpose(*texts)[0]
