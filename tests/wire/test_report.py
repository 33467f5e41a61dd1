import json
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sigtui.algorithms import catalogue, find
from sigtui.model import Algorithm, KeySizes, Sizes
from sigtui.wire.budgets import SHIPPED, own
from sigtui.wire.budgets import find as budget
from sigtui.wire.envelopes import Envelope
from sigtui.wire.packets import Route, Transport
from sigtui.wire.report import document, forms, row
from sigtui.wire.setting import Carried, Setting
from sigtui.wire.spread import Spread
from sigtui.wire.warnings import Level

ML_DSA_65 = find("ml-dsa-65")

FALCON = replace(ML_DSA_65, id="falcon-512", family="falcon", sizes=Sizes(655, 752, 1281, 897))


def test_a_row_has_all_that_scripts_rely_on() -> None:
    """The JSON of a row over UDP, with one budget."""
    told = document(row(ML_DSA_65, Setting(budgets=(budget("ethernet"),))))
    sentence = "3 fragments over Ethernet: lost whole if one is lost, and many networks drop fragments."
    size = {"min": 3309, "typical": 3309, "max": 3309}
    assert json.loads(json.dumps(told)) == {
        "algorithm": "ml-dsa-65",
        "nominal": True,
        "public_key_bytes": 1952,
        "private_key_bytes": 4032,
        "signature_bytes": size,
        "encoded_bytes": 3309,
        "encoded_range": size,
        "signature_input_bytes": None,
        "packets": 3,
        "packets_range": {"min": 3, "typical": 3, "max": 3},
        "fragmented": True,
        "first_window": None,
        "extra_round_trips": None,
        "budgets": {
            "ethernet": {"fits": False, "used": pytest.approx(3337 / 1500), "bytes": 3337, "limit": 1500}
        },
        "travel": sentence,
        "warnings": [f"{sentence} Remedy: TCP or QUIC, or at most 1,472 B a datagram."],
    }


@pytest.mark.parametrize(
    ("envelope", "encoded"),
    [(Envelope.RAW, 3309), (Envelope.RFC9421, 4432), (Envelope.JWS, 4440), (Envelope.COSE, 3323)],
)
def test_envelopes_are_what_is_counted(envelope: Envelope, encoded: int) -> None:
    """Packets carry the encoded bytes; only RFC 9421 has another line."""
    told = row(ML_DSA_65, Setting(envelope=envelope, route=Route(Transport.TLS)))
    assert told.encoded_bytes == Spread.of(encoded)
    assert told.packets == Spread.of(-(-(encoded + 22) // 1460))
    assert (told.fragmented, told.first_window, told.extra_round_trips) == (False, True, 0)
    assert (told.signature_input_bytes is not None) == (envelope is Envelope.RFC9421)


def test_what_was_measured_stands_for_itself_and_the_longest_for_the_worst() -> None:
    """Falcon's longest is bounded by its standard: 752 bytes count though 666 were the most that was seen."""
    told = row(FALCON, Setting(budgets=(own("room", 700, "payload"),)), signatures=Spread(646, 655, 666))
    assert told.signature_bytes == Spread(646, 655, 666)
    assert told.encoded_bytes == Spread(646, 655, 752)
    assert not told.nominal
    assert told.warnings[0].startswith("The signature does not always fit room: up to 752 B of 700 B.")


def test_measured_keys_replace_the_catalogue_s() -> None:
    """A provider may keep ML-DSA's seed."""
    told = row(ML_DSA_65, Setting(), keys=KeySizes(32, "seed", 1952, 1974, 54))
    assert (told.public_key_bytes, told.private_key_bytes) == (1952, 32)


def test_what_fits_no_datagram_has_no_packets() -> None:
    """Nothing is sent, so that nothing is fragmented either."""
    huge = replace(ML_DSA_65, sizes=Sizes(66_000, 66_000, 1, 1))
    told = row(huge, Setting())
    assert (told.packets, told.fragmented) == (None, None)
    assert document(told)["packets"] is None
    assert told.tightest is not None
    assert told.tightest.level is Level.OVER


def test_the_tightest_is_what_is_not_a_mere_note() -> None:
    """Three segments are none, and ed25519 over TCP has nothing to warn of."""
    setting = Setting(route=Route(Transport.TCP4), budgets=())
    assert row(ML_DSA_65, setting).warnings == ("3 segments, within the first window, no extra round trip.",)
    assert row(ML_DSA_65, setting).tightest is None
    assert row(find("ed25519"), Setting()).warnings == ()


def test_a_missing_name_is_said() -> None:
    """HashML-DSA has no names; a public key alone needs none."""
    algorithm = find("ml-dsa-44-prehash-sha512")
    for envelope, word in ((Envelope.JWS, "JOSE name"), (Envelope.COSE, "COSE number")):
        text = f"ml-dsa-44-prehash-sha512 has no {word}: counted with its id in that place."
        assert text in row(algorithm, Setting(envelope=envelope)).warnings
        alone = Setting(envelope=envelope, carried=Carried.PUBLIC_KEY)
        assert text not in row(algorithm, alone).warnings
        assert not any("counted with" in each for each in row(ML_DSA_65, Setting(envelope=envelope)).warnings)


def test_stale_sizes_are_explained_where_they_are_met() -> None:
    """In a person's own budget, and in what was measured or imported."""
    mine = row(ML_DSA_65, Setting(budgets=(own("my column", 3293, "storage"),)))
    assert any("Dilithium3" in each for each in mine.warnings)
    seen = row(ML_DSA_65, Setting(), signatures=Spread.of(3293))
    assert any("Dilithium3" in each for each in seen.warnings)
    assert not any("Dilithium3" in each for each in row(ML_DSA_65, Setting(budgets=SHIPPED)).warnings)


def test_forms_of_ecdsa() -> None:
    """Fixed width and DER beside each other, texts and envelopes at the fixed width."""
    told = {each.name: each.bytes for each in forms(find("ecdsa-p256-sha256"), Spread(70, 71, 72))}
    assert told == {
        "fixed width": Spread.of(64),
        "DER": Spread(70, 71, 72),
        "hex": Spread.of(128),
        "base64": Spread.of(88),
        "base64url": Spread.of(86),
        "Signature header": Spread.of(108),
        "JWS compact": Spread.of(108),
        "COSE_Sign1": Spread.of(76),
    }
    assert forms(find("ecdsa-p256-sha256"))[1].bytes == Spread(68, 71, 72)
    assert forms(find("ecdsa-p256-sha256"), Spread(70, 71, 71))[1].bytes == Spread(70, 71, 72)


def test_forms_have_keys_for_scripts() -> None:
    """Envelopes have the names that presets give them; ECDSA has two forms where others have one."""
    others = ("hex", "base64", "base64url", "rfc9421", "jws", "cose")
    assert tuple(each.key for each in forms(find("ecdsa-p256-sha256"))) == ("fixed", "der", *others)
    assert tuple(each.key for each in forms(ML_DSA_65)) == ("raw", *others)


def test_forms_of_what_varies_reach_its_bound() -> None:
    """Falcon as seen, up to what its standard allows; ML-DSA never varies."""
    assert forms(FALCON, Spread(646, 655, 666))[0].bytes == Spread(646, 655, 752)
    assert [each.bytes.most for each in forms(ML_DSA_65)] == [3309, 6618, 4412, 4412, 4432, 4440, 3323]


@given(
    st.sampled_from(catalogue()),
    st.sampled_from(Envelope),
    st.sampled_from(Transport),
    st.sampled_from(Carried),
    st.integers(1280, 9000),
)
def test_every_row_agrees_with_itself(
    algorithm: Algorithm, envelope: Envelope, transport: Transport, carried: Carried, mtu: int
) -> None:
    """Spreads are in order, a fragmented row has several packets, and all budgets are answered."""
    setting = Setting(envelope, route=Route(transport, mtu), carried=carried, budgets=SHIPPED)
    told = row(algorithm, setting)
    for spread in (told.signature_bytes, told.encoded_bytes):
        assert spread.least <= spread.typical <= spread.most
    assert told.packets is not None
    assert told.fragmented == (transport.datagrams and told.packets.most > 1)
    assert (told.first_window is None) == transport.datagrams
    assert [each.budget for each in told.budgets] == list(SHIPPED)
    assert json.loads(json.dumps(document(told)))["algorithm"] == algorithm.id
