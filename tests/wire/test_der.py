import pytest
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import encode_dss_signature
from hypothesis import given
from hypothesis import strategies as st

from sigtui.algorithms import find, matching
from sigtui.wire.der import RARE, EcdsaForm, der_length, der_shares, der_spread, fixed_length, nominal, order
from sigtui.wire.spread import Spread

CURVES: dict[str, ec.EllipticCurve] = {
    "p256": ec.SECP256R1(),
    "p384": ec.SECP384R1(),
    "p521": ec.SECP521R1(),
    "secp256k1": ec.SECP256K1(),
    "brainpoolp256r1": ec.BrainpoolP256R1(),
    "brainpoolp384r1": ec.BrainpoolP384R1(),
    "brainpoolp512r1": ec.BrainpoolP512R1(),
}
NUMBERS = st.integers(1, 521).flatmap(lambda bits: st.integers(2 ** (bits - 1), 2**bits - 1))


@given(NUMBERS, NUMBERS)
def test_der_is_as_long_as_a_real_one(r: int, s: int) -> None:
    """For numbers of every length up to those of P-521, with a set top bit and without."""
    assert der_length(r, s) == len(encode_dss_signature(r, s))


@pytest.mark.parametrize("curve", CURVES)
def test_orders_are_those_of_the_curves(curve: str) -> None:
    """Every curve of the catalogue has its order, and its fixed width."""
    assert order(curve) == CURVES[curve].group_order
    assert fixed_length(order(curve)) == matching("ecdsa", curve=curve)[0].sizes.signature
    assert set(CURVES) == {str(each.parameters["curve"]) for each in matching("ecdsa")}


@pytest.mark.parametrize("curve", CURVES)
def test_shares_are_whole_and_end_with_the_longest(curve: str) -> None:
    """They sum to 1, and the longest is what the catalogue calls the longest."""
    shares = der_shares(order(curve))
    assert sum(shares.values()) == pytest.approx(1)
    assert max(shares) == matching("ecdsa", curve=curve)[0].sizes.signature_max
    assert list(shares) == sorted(shares)


def test_p256_has_the_published_lengths() -> None:
    """70 bytes come in 25 %, 71 in 50 %, 72 in 25 %, and 72 is the most."""
    shares = der_shares(order("p256"))
    assert [shares[size] for size in (70, 71, 72)] == pytest.approx([0.25, 0.5, 0.25], abs=0.005)
    assert der_spread(order("p256")) == Spread(68, 71, 72)


@pytest.mark.parametrize(("curve", "most"), [("p256", 72), ("p384", 104), ("p521", 139)])
def test_the_longest_is_the_published_one(curve: str, most: int) -> None:
    """As the facts have it."""
    assert der_spread(order(curve)).most == most


@pytest.mark.parametrize("curve", CURVES)
def test_shorter_than_the_shortest_is_rare(curve: str) -> None:
    """What is left out below comes less often than RARE, and the shortest itself does not."""
    shares = der_shares(order(curve))
    least = der_spread(order(curve)).least
    assert sum(share for size, share in shares.items() if size < least) < RARE
    assert sum(share for size, share in shares.items() if size <= least) >= RARE


@pytest.mark.parametrize("curve", CURVES)
def test_real_signatures_stay_within(curve: str) -> None:
    """Signatures of a real key are no longer than the longest; their mean is near the typical one."""
    key = ec.generate_private_key(CURVES[curve])
    lengths = [len(key.sign(bytes([each]), ec.ECDSA(hashes.SHA256()))) for each in range(60)]
    spread = der_spread(order(curve))
    assert max(lengths) <= spread.most
    assert sum(lengths) / len(lengths) == pytest.approx(spread.typical, abs=1)


def test_without_a_form_ecdsa_goes_from_fixed_width_to_the_longest_der() -> None:
    """With one it is that form; other families have none."""
    p256 = find("ecdsa-p256-sha256")
    assert nominal(p256) == Spread(64, 64, 72)
    assert nominal(p256, EcdsaForm.FIXED) == Spread.of(64)
    assert nominal(p256, EcdsaForm.DER) == Spread(68, 71, 72)
    for form in (None, *EcdsaForm):
        assert nominal(find("ml-dsa-65"), form) == Spread.of(3309)
