import pytest
from cryptography.hazmat.primitives.asymmetric.utils import decode_dss_signature

from sigtui.model import Mode, Operation
from sigtui.providers.mechanism import Calls, tampered
from tests.fakes import FakeClock, FakeMechanism
from tests.providers.published import mechanism

CALLS = Calls("generate", "sign", "verify", "load private", "load public")
KEPT = Calls(
    "generate", "sign", "verify", "load private", "load public", "trust private", "sign kept", "verify kept"
)


@pytest.mark.parametrize("length", [1, 2, 3, 4, 5, 64, 70, 71, 72, 2420])
def test_tampering_flips_one_bit(length: int) -> None:
    """The result has the same length and differs in one bit, three quarters in."""
    signature = bytes(range(256)) * 10
    changed = tampered(signature[:length])
    assert len(changed) == length
    differing = [place for place in range(length) if changed[place] != signature[place]]
    assert differing == [length * 3 // 4]
    assert (changed[differing[0]] ^ signature[differing[0]]).bit_count() == 1


@pytest.mark.parametrize("curve", ["p256-sha256", "p384-sha384", "p521-sha512", "brainpoolp512r1-sha512"])
def test_a_tampered_ecdsa_signature_is_still_der(curve: str) -> None:
    """Only s changes, whatever the lengths of r and s, so that the verifier has to compute."""
    made = mechanism(f"ecdsa-{curve}")
    private = made.generate()
    for count in range(50):
        signature = made.sign(private, count.to_bytes(2))
        (r, s), (same, other) = decode_dss_signature(signature), decode_dss_signature(tampered(signature))
        assert same == r
        assert (other ^ s).bit_count() == 1


# Length of the signature, bytes before and after z. FIPS 204 section 7.2, Algorithm 26: λ/4 bytes of c̃,
# then z, then ω + k bytes of hints.
@pytest.mark.parametrize(
    ("length", "challenge", "hints"), [(2420, 32, 84), (3309, 48, 61), (4627, 64, 83)], ids=["44", "65", "87"]
)
def test_tampering_an_ml_dsa_signature_hits_z(length: int, challenge: int, hints: int) -> None:
    """The hints, whose encoding a verifier checks first, stay as they are, and so does the challenge."""
    signature = bytes(length)
    changed = tampered(signature)
    assert changed[:challenge] == signature[:challenge]
    assert changed[-hints:] == signature[-hints:]


@pytest.mark.parametrize("length", [64, 114])
def test_tampering_an_eddsa_signature_hits_s(length: int) -> None:
    """R, the first half, stays a point of the curve, and S, little-endian, below the curve's order."""
    changed = tampered(bytes(length))
    assert changed[: length // 2] == bytes(length // 2)
    assert changed[-8:] == bytes(8)


@pytest.mark.parametrize("mode", [None, *Mode])
def test_creating_a_key_has_no_mode(mode: Mode | None) -> None:
    """Only the creation is inside the timed call."""
    assert KEPT.text(Operation.KEYGEN, mode) == "generate"


@pytest.mark.parametrize(
    ("operation", "mode", "plain", "kept"),
    [
        (Operation.SIGN, Mode.REUSED_KEY, "sign", "sign kept"),
        (Operation.SIGN, Mode.SINGLE_SHOT, "generate; sign", "generate; sign"),
        (Operation.SIGN, Mode.LOAD_KEY, "load private; sign", "load private; sign"),
        (Operation.SIGN, Mode.LOAD_TRUSTED, "load private; sign", "trust private; sign"),
        (Operation.VERIFY, Mode.REUSED_KEY, "verify", "verify kept"),
        (Operation.VERIFY, Mode.LOAD_KEY, "load public; verify", "load public; verify"),
        (Operation.VERIFY_INVALID, Mode.REUSED_KEY, "verify", "verify kept"),
        (Operation.VERIFY_INVALID, Mode.LOAD_KEY, "load public; verify", "load public; verify"),
    ],
)
def test_the_text_says_what_is_timed(operation: Operation, mode: Mode, plain: str, kept: str) -> None:
    """The key's way to the call comes first; a kept key has a call of its own where it has one."""
    assert CALLS.text(operation, mode) == plain
    assert KEPT.text(operation, mode) == kept


def test_a_mechanism_that_keeps_nothing_signs_and_verifies_once() -> None:
    """Without a way of its own for a reused key, the calls are the plain ones, and a probe's key is a key."""
    fake = FakeMechanism(FakeClock())
    private = fake.probe_key()
    assert fake.generated == 1
    signature = fake.signer(private, b"message")()
    assert signature == fake.sign(private, b"message")
    assert fake.verifier(fake.public(private), signature, b"message")() is True
    assert fake.verifier(fake.public(private), tampered(signature), b"message")() is False
