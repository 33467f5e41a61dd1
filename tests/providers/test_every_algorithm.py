"""What holds for every algorithm of the catalogue as the provider `cryptography` does it."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import partial
from typing import Any

import pytest
from cryptography.hazmat.primitives.asymmetric import rsa
from cryptography.hazmat.primitives.asymmetric.utils import decode_dss_signature
from cryptography.hazmat.primitives.serialization import load_der_private_key

from sigtui.algorithms import catalogue
from sigtui.model import Algorithm, Mode, Operation
from sigtui.providers.mechanism import Mechanism, tampered
from sigtui.providers.pyca import asymmetric
from tests.providers.published import mechanism

MESSAGE = b"some secret value"
OTHER_MESSAGES = (b"", b"some secret valuf", b"some secret value\0", b"some secret valu", bytes(1024))


@dataclass(frozen=True, slots=True)
class Subject:
    """An algorithm with a key pair and a signature of ``MESSAGE``."""

    algorithm: Algorithm
    mechanism: Mechanism[Any, Any]
    private: Any
    public: Any
    signature: bytes


@pytest.fixture(scope="module", params=catalogue(), ids=lambda algorithm: algorithm.id)
def subject(request: pytest.FixtureRequest, rsa_keys: Mapping[int, rsa.RSAPrivateKey]) -> Subject:
    """Create a key of each algorithm, or take the published one, and sign once."""
    algorithm: Algorithm = request.param
    made = mechanism(algorithm)
    size = algorithm.parameters.get("key_size")
    private = made.generate() if size is None else rsa_keys[int(size)]
    return Subject(algorithm, made, private, made.public(private), made.sign(private, MESSAGE))


def test_accepts_its_own_signature(subject: Subject) -> None:
    """What a new key signed verifies, for an empty and a long message too."""
    assert subject.mechanism.verify(subject.public, subject.signature, MESSAGE) is True
    if subject.algorithm.parameters.get("key_size") != 8192:  # 70 ms a signature
        for message in (b"", bytes(range(256)) * 256):
            signature = subject.mechanism.sign(subject.private, message)
            assert subject.mechanism.verify(subject.public, signature, message) is True


def test_rejects_a_tampered_signature(subject: Subject) -> None:
    """One flipped bit is never accepted and never raises, wherever it is."""
    verify = partial(subject.mechanism.verify, subject.public)
    assert verify(tampered(subject.signature), MESSAGE) is False
    step = max(1, len(subject.signature) // 16)
    for place in (*range(0, len(subject.signature), step), len(subject.signature) - 1):
        flipped = bytearray(subject.signature)
        flipped[place] ^= 1
        assert verify(bytes(flipped), MESSAGE) is False, place


def test_rejects_every_tampered_signature(subject: Subject) -> None:
    """The bit that ``tampered`` flips is never one that does not matter, over many signatures."""
    # An RSA signature is one number without a structure; the test before says all, and signing is slow.
    for count in range(0 if subject.algorithm.family == "rsa" else 20):
        message = count.to_bytes(2)
        signature = subject.mechanism.sign(subject.private, message)
        assert subject.mechanism.verify(subject.public, signature, message) is True
        assert subject.mechanism.verify(subject.public, tampered(signature), message) is False


def test_rejects_a_signature_of_another_length(subject: Subject) -> None:
    """An empty, a cut and a lengthened signature are rejected, not raised over."""
    for signature in (b"", subject.signature[:1], subject.signature[:-1], subject.signature + b"\0"):
        assert subject.mechanism.verify(subject.public, signature, MESSAGE) is False


def test_rejects_a_tampered_message(subject: Subject) -> None:
    """A signature holds for no other message."""
    for message in OTHER_MESSAGES:
        assert subject.mechanism.verify(subject.public, subject.signature, message) is False


def test_rejects_the_signature_of_another_key(subject: Subject) -> None:
    """A signature does not verify under a stranger's key, even one of another size."""
    stranger = mechanism(subject.algorithm)
    public = stranger.public(stranger.probe_key())
    assert subject.mechanism.verify(public, subject.signature, MESSAGE) is False


def test_a_kept_key_signs_as_a_new_one_does(subject: Subject) -> None:
    """The call for a reused key gives valid signatures, as often as it is called."""
    call = subject.mechanism.signer(subject.private, MESSAGE)
    for _ in range(2):
        assert subject.mechanism.verify(subject.public, call(), MESSAGE) is True


def test_a_kept_key_verifies_as_a_new_one_does(subject: Subject) -> None:
    """The call for a reused key accepts and rejects the same, as often as it is called."""
    verifier = partial(subject.mechanism.verifier, subject.public)
    accepts = verifier(subject.signature, MESSAGE)
    rejects = [verifier(tampered(subject.signature), MESSAGE), verifier(b"", MESSAGE)]
    rejects += [verifier(subject.signature, message) for message in OTHER_MESSAGES]
    for _ in range(2):
        assert accepts() is True
        assert [call() for call in rejects] == [False] * len(rejects)


def test_keys_survive_being_serialised(subject: Subject, monkeypatch: pytest.MonkeyPatch) -> None:
    """Both keys load from what they were dumped to, sign and verify as before, and dump to the same again."""
    # Validating RSA keys is tested in pyca/test_rsa.py; here it would take most of a minute.
    monkeypatch.setattr(
        asymmetric,
        "load_der_private_key",
        partial(load_der_private_key, unsafe_skip_rsa_key_validation=True),
    )
    made = subject.mechanism
    private, public = made.dump_private(subject.private), made.dump_public(subject.public)
    loaded = made.load_public(public)
    assert made.verify(loaded, subject.signature, MESSAGE) is True
    assert made.dump_public(loaded) == public
    signing = made.load_private(private)
    assert made.verify(loaded, made.sign(signing, MESSAGE), MESSAGE) is True
    assert made.dump_private(signing) == private
    assert made.dump_public(made.public(signing)) == public


def test_keys_have_the_nominal_sizes(subject: Subject) -> None:
    """A real key pair measures what the catalogue says; RSA's private DER varies by 2 bytes."""
    nominal, measured = subject.algorithm.sizes, subject.mechanism.sizes(subject.private)
    slack = 2 if subject.algorithm.family == "rsa" else 0
    assert measured.public_key == nominal.public_key
    assert measured.spki == nominal.spki
    assert measured.pkcs8 == (nominal.pkcs8 and pytest.approx(nominal.pkcs8, abs=slack))
    if subject.algorithm.family == "ml-dsa":
        # The catalogue has the expanded key of FIPS 204; the library keeps the seed it comes from.
        assert (measured.private_key, measured.private_key_form) == (32, "seed")
    else:
        assert nominal.private_key is not None
        assert measured.private_key == pytest.approx(nominal.private_key, abs=slack)


def test_serialised_keys_have_the_measured_sizes(subject: Subject) -> None:
    """What ``sizes`` reports is what dumping the keys gives."""
    measured = subject.mechanism.sizes(subject.private)
    assert len(subject.mechanism.dump_private(subject.private)) == (measured.pkcs8 or measured.private_key)
    assert len(subject.mechanism.dump_public(subject.public)) == (measured.spki or measured.private_key)


def test_signatures_have_the_nominal_size(subject: Subject) -> None:
    """Raw signatures match to the byte; DER is never longer than its maximum, and holds r‖s of the nominal size."""
    nominal = subject.algorithm.sizes
    if subject.mechanism.signature_encoding == "raw":
        assert len(subject.signature) == nominal.signature == nominal.signature_max
        return
    assert subject.mechanism.signature_encoding == "der"
    lengths = set()
    for count in range(50):
        signature = subject.mechanism.sign(subject.private, count.to_bytes(2))
        lengths.add(len(signature))
        assert max(decode_dss_signature(signature)).bit_length() <= nominal.signature // 2 * 8
    assert max(lengths) <= nominal.signature_max
    assert len(lengths) > 1


def test_says_which_call_is_timed(subject: Subject) -> None:
    """Every operation has a line of text in every mode; only signing has that of signing."""
    text = subject.mechanism.calls.text
    for mode in (None, *Mode):
        lines = {operation: text(operation, mode) for operation in Operation}
        for operation, line in lines.items():
            assert line
            assert line == line.strip()
            assert "\n" not in line
            assert (line == lines[Operation.SIGN]) == (operation is Operation.SIGN)


@pytest.mark.parametrize(
    "algorithm",
    [each for each in catalogue() if each.family != "rsa"],  # what RSA asks for is in pyca/test_rsa.py
    ids=lambda algorithm: algorithm.id,
)
def test_every_key_is_another_one(algorithm: Algorithm) -> None:
    """Two mechanisms never share a key; one derives the same secret again, but creates another key pair."""
    first, second = mechanism(algorithm), mechanism(algorithm)
    assert first.dump_private(first.generate()) != second.dump_private(second.generate())
    again = first.dump_private(first.generate()) == first.dump_private(first.generate())
    assert again == algorithm.symmetric
