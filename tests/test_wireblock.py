from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sigtui.algorithms import catalogue, find
from sigtui.errors import UsageError
from sigtui.files.encoded import Range, Tightest, Use
from sigtui.files.results import Lengths, Result
from sigtui.files.snapshot import parse_snapshot, render_toml
from sigtui.model import Algorithm, OwnBudget, WireView
from sigtui.wire.budgets import SHIPPED, USUAL
from sigtui.wire.envelopes import Envelope
from sigtui.wireblock import Badge, badge, wire_block
from tests.made import ROW, snapshot

P256 = find("ecdsa-p256-sha256")
ML_DSA = replace(
    ROW, algorithm="ml-dsa-65", family="ml-dsa", signature_bytes=Lengths(min=3309, mean=3309.0, max=3309)
)
KEYS_ONLY = Result(algorithm="ml-dsa-65", operation="verify", private_key_bytes=32, public_key_bytes=1952)
HTTP = WireView("rfc9421", ("ethernet", "nginx-proxy"))
FORMS = ("hex", "base64", "base64url", "rfc9421", "jws", "cose")


def test_the_block_of_a_signature_in_a_header() -> None:
    """Over TLS, where a packet is a segment, against the preset's budgets."""
    made = wire_block(ML_DSA, find("ml-dsa-65"), HTTP)
    assert made is not None
    assert (made.nominal, made.envelope, made.transport, made.mtu) == (False, "rfc9421", "tls", 1500)
    assert made.encoded_range == Range(min=4432, typical=4432, max=4432)
    assert (made.encoded_bytes, made.signature_input_bytes, made.packets) == (4432, 149, 4)
    assert (made.fragmented, made.first_window, made.extra_round_trips) == (False, True, 0)
    assert made.budgets == {
        "ethernet": Use(fits=False, used=4494 / 1500, bytes=4494, limit=1500),
        "nginx-proxy": Use(fits=False, used=4432 / 4096, bytes=4432, limit=4096),
    }
    assert made.tightest == Tightest(budget="nginx-proxy", level="over", used=4432 / 4096)
    assert made.warnings is not None
    assert made.warnings[0].startswith("The Signature header of 4,432 B is refused in responses by nginx")
    assert made.travel in made.warnings


def test_ecdsa_has_both_forms_and_its_measured_range() -> None:
    """DER as the provider gives it, the fixed width beside it; text and envelopes have the fixed width."""
    made = wire_block(ROW, P256, WireView(budgets=("ethernet",)))
    assert made is not None
    assert made.encoded_range == Range(min=70, typical=71, max=72)
    assert made.forms is not None
    assert tuple(made.forms) == ("fixed", "der", *FORMS)
    assert (made.forms["fixed"], made.forms["der"], made.forms["base64"]) == (64, 72, 88)
    assert (made.first_window, made.extra_round_trips, made.signature_input_bytes) == (None, None, None)


def test_what_saw_no_signature_is_nominal_and_has_no_forms() -> None:
    """Verifying and creating keys saw keys only; the forms stand in the sign results."""
    for operation in ("verify", "verify-invalid", "keygen"):
        made = wire_block(replace(KEYS_ONLY, operation=operation), find("ml-dsa-65"), HTTP)
        assert made is not None
        assert made.nominal
        assert made.encoded_bytes == 4432
        assert made.forms is None


def test_a_case_that_was_never_prepared_has_no_block() -> None:
    """Nothing of it was seen."""
    assert wire_block(Result(operation="sign"), P256, HTTP) is None


def test_without_a_choice_the_usual_budgets_are_told() -> None:
    """Of the raw signature over UDP, as sigtui sizes has it."""
    made = wire_block(ML_DSA, find("ml-dsa-65"), WireView())
    assert made is not None
    assert made.budgets is not None
    assert tuple(made.budgets) == tuple(each.name for each in USUAL)
    assert (made.packets, made.fragmented, made.transport) == (3, True, "udp4")
    assert made.tightest is not None
    assert made.tightest.budget == "varchar-255"


def test_no_budgets_at_all_is_a_choice() -> None:
    """There is none to be the tightest; how it travels is told all the same."""
    made = wire_block(ML_DSA, find("ml-dsa-65"), WireView(budgets=()))
    assert made is not None
    assert (made.budgets, made.tightest) == ({}, None)
    assert made.warnings is not None
    assert made.warnings[0].startswith("3 fragments over Ethernet")


def test_the_tightest_is_one_that_a_person_chose() -> None:
    """A budget of one's own comes before the usual ones, which are told beside it, and so does its sentence."""
    view = WireView(custom=(OwnBudget("our column", 4000, "storage"), OwnBudget("tiny", 300, "payload")))
    made = wire_block(ML_DSA, find("ml-dsa-65"), view)
    assert made is not None
    assert made.budgets is not None
    assert len(made.budgets) == len(USUAL) + 2
    assert made.tightest == Tightest(budget="tiny", level="over", used=3309 / 300)
    assert made.warnings is not None
    assert made.warnings[0].startswith("The signature does not fit tiny")
    assert len(set(made.warnings)) == len(made.warnings)


def test_a_link_that_breaks_it_is_told_by_how_it_travels() -> None:
    """The route's sentence stands for its budget's; over TCP an MTU is no limit."""
    made = wire_block(ML_DSA, find("ml-dsa-65"), WireView(budgets=("ethernet",)))
    assert made is not None
    assert made.tightest is not None
    assert (made.tightest.budget, made.tightest.level) == ("ethernet", "over")
    assert made.warnings is not None
    assert made.warnings[0].startswith("3 fragments over Ethernet")
    over_tls = wire_block(ML_DSA, find("ml-dsa-65"), WireView("rfc9421", ("ethernet",)))
    assert over_tls is not None
    assert over_tls.tightest is None


def test_a_stale_size_is_explained() -> None:
    """One that was measured, and one that a budget has."""
    old = replace(ML_DSA, signature_bytes=Lengths(min=3293, mean=3293.0, max=3293))
    limit = WireView(custom=(OwnBudget("our column", 3293, "storage"),))
    for result, view in ((old, HTTP), (ML_DSA, limit)):
        made = wire_block(result, find("ml-dsa-65"), view)
        assert made is not None
        assert any("Dilithium3" in text for text in made.warnings or ())


def test_an_unknown_budget_is_refused() -> None:
    """Presets are read strictly, so that none comes here."""
    with pytest.raises(UsageError, match="no budget 'nowhere'"):
        wire_block(ML_DSA, find("ml-dsa-65"), WireView(budgets=("nowhere",)))


NAMES = [each.name for each in SHIPPED]


@given(
    st.sampled_from(catalogue()),
    st.sampled_from(["sign", "verify", "keygen"]),
    st.none() | st.sampled_from([str(each) for each in Envelope]),
    st.none() | st.lists(st.sampled_from(NAMES), unique=True, max_size=6).map(tuple),
    st.lists(
        st.builds(OwnBudget, st.sampled_from(["a", "b.c", 'd "e" ü']), st.integers(1, 9000), st.just("http")),
        unique_by=lambda own: own.name,
        max_size=3,
    ).map(tuple),
)
def test_every_block_agrees_with_itself_and_reads_back(
    algorithm: Algorithm,
    operation: str,
    envelope: str | None,
    budgets: tuple[str, ...] | None,
    custom: tuple[OwnBudget, ...],
) -> None:
    """All budgets are answered, the tightest is one of them, and its sentence is there where it is needed."""
    seen = None
    if operation == "sign":
        seen = Lengths(min=algorithm.sizes.signature, mean=70.0, max=algorithm.sizes.signature_max)
    result = Result(operation=operation, private_key_bytes=32, signature_bytes=seen)
    made = wire_block(result, algorithm, WireView(envelope, budgets, custom))
    assert made is not None
    assert made.budgets is not None
    assert made.nominal is (operation != "sign")
    assert set(made.budgets) >= {each.name for each in custom}
    if made.tightest is not None:
        assert made.tightest.budget in made.budgets
        assert made.tightest.level == "note" or made.warnings
    whole = snapshot(replace(result, wire=made))
    assert parse_snapshot(render_toml(whole), "s.toml") == whole


def test_a_badge_says_what_is_too_large_or_nearly_so() -> None:
    """Of the budgets that the preset chose the tightest, by what was seen, or by the standard before that."""
    over = badge(ML_DSA, HTTP)
    assert over == Badge("✗", "On the wire 108 % of the 4,096 B of nginx as proxy 1.22.1: does not fit.")
    assert badge(replace(ML_DSA, signature_bytes=None), HTTP) == over
    tight = badge(Result(algorithm="ml-dsa-44", operation="verify"), HTTP)
    assert tight is not None
    assert (tight.sign, "79 %" in tight.text) == ("!", True)
    assert badge(Result(algorithm="ed25519", operation="sign"), HTTP) is None


def test_where_nobody_chose_a_budget_ethernet_counts_alone() -> None:
    """An RSA signature is too long for some column, which is nobody's need; a datagram's fragments are everybody's."""
    assert badge(Result(algorithm="rsa-2048-pss-sha512", operation="sign"), WireView()) is None
    found = badge(ML_DSA, WireView())
    assert found == Badge("✗", "On the wire 2.22 times the 1,500 B of Ethernet: does not fit.")
    assert badge(Result(algorithm=None, operation="sign", label="another tool's"), WireView()) is None
