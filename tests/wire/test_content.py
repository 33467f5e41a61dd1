import pytest
from hypothesis import given
from hypothesis import strategies as st

from sigtui.algorithms import catalogue, find
from sigtui.model import Algorithm
from sigtui.wire.content import content
from sigtui.wire.der import EcdsaForm
from sigtui.wire.encodings import Encoding
from sigtui.wire.envelopes import Envelope
from sigtui.wire.setting import Carried, Setting
from sigtui.wire.spread import Spread

P256 = find("ecdsa-p256-sha256")
ML_DSA_65 = find("ml-dsa-65")


@pytest.mark.parametrize(
    ("envelope", "sent"),
    [
        (Envelope.RAW, Spread(64, 64, 72)),
        (Envelope.RFC9421, Spread.of(108)),
        (Envelope.JWS, Spread.of(108)),
        (Envelope.COSE, Spread.of(76)),
    ],
)
def test_envelopes_hold_ecdsa_at_its_fixed_width(envelope: Envelope, sent: Spread) -> None:
    """Raw it goes up to the longest DER; DER that was measured changes nothing in an envelope."""
    setting = Setting(envelope=envelope)
    assert content(P256, setting).sent == sent
    if envelope is not Envelope.RAW:
        assert content(P256, setting, Spread(70, 71, 72)).sent == sent


def test_a_form_of_ecdsa_can_be_chosen() -> None:
    """What was measured is DER, so it counts where no form is chosen."""
    assert content(P256, Setting(ecdsa=EcdsaForm.FIXED), Spread(70, 71, 72)).sent == Spread.of(64)
    assert content(P256, Setting(ecdsa=EcdsaForm.DER)).sent == Spread(68, 71, 72)
    assert content(P256, Setting(), Spread(70, 71, 71)).sent == Spread(70, 71, 72)


@pytest.mark.parametrize(
    ("encoding", "sent"),
    [(Encoding.RAW, 3309), (Encoding.HEX, 6618), (Encoding.BASE64, 4412), (Encoding.BASE64URL, 4412)],
)
def test_without_an_envelope_the_encoding_decides(encoding: Encoding, sent: int) -> None:
    """The same in text where it is text already."""
    told = content(ML_DSA_65, Setting(encoding=encoding))
    assert told.sent == Spread.of(sent)
    assert told.text(Encoding.BASE64).most == (4412 if encoding is Encoding.RAW else sent)


@pytest.mark.parametrize(
    ("setting", "line"),
    [
        (Setting(), len("Signature: sig1=::\r\n") + 4412),
        (Setting(encoding=Encoding.HEX), len("Signature: \r\n") + 6618),
        (Setting(envelope=Envelope.RFC9421), 4432),
        (Setting(envelope=Envelope.JWS), len("Authorization: Bearer \r\n") + 4440),
        (Setting(envelope=Envelope.COSE), len("Signature: sig1=::\r\n") + 4432),
        (Setting(envelope=Envelope.JWS, carried=Carried.PUBLIC_KEY), len("Signature: \r\n") + 2603),
    ],
)
def test_as_a_header_line(setting: Setting, line: int) -> None:
    """Binary goes as a byte sequence, a token as a bearer's."""
    told = content(ML_DSA_65, setting)
    assert told.line == Spread.of(line)
    assert told.header(line).line == line
    assert 0.7 * line < told.header(line).compressed < 0.82 * line


@pytest.mark.parametrize(
    ("envelope", "key"),
    [(Envelope.RAW, 1952), (Envelope.COSE, 1952), (Envelope.RFC9421, 2604), (Envelope.JWS, 2603)],
)
def test_both_is_the_signature_and_the_public_key(envelope: Envelope, key: int) -> None:
    """The key in the text that the envelope uses."""
    alone = content(ML_DSA_65, Setting(envelope=envelope)).sent.most
    assert content(ML_DSA_65, Setting(envelope=envelope, carried=Carried.PUBLIC_KEY)).sent.most == key
    assert content(ML_DSA_65, Setting(envelope=envelope, carried=Carried.BOTH)).sent.most == alone + key


def test_a_shared_secret_has_no_public_key() -> None:
    """Nothing travels then, and with both only the tag."""
    hmac = find("hmac-sha256")
    assert content(hmac, Setting(carried=Carried.PUBLIC_KEY)).empty
    assert content(hmac, Setting(carried=Carried.BOTH)).sent == Spread.of(32)


@given(
    st.sampled_from(catalogue()), st.sampled_from(Envelope), st.sampled_from(Encoding), st.integers(1, 5000)
)
def test_longer_signatures_never_travel_shorter(
    algorithm: Algorithm, envelope: Envelope, encoding: Encoding, size: int
) -> None:
    """In every envelope and encoding, and no shorter than they are."""
    setting = Setting(envelope=envelope, encoding=encoding, ecdsa=None)
    told = content(algorithm, setting, Spread(size, size, size + 9_000))
    assert told.sent.least <= told.sent.typical <= told.sent.most
    if algorithm.family != "ecdsa":
        assert told.sent.least >= size
