"""Lengths of ECDSA signatures: r‖s at fixed width, and the DER of RFC 3279 section 2.2.3, which varies."""

from collections.abc import Mapping
from enum import StrEnum
from functools import cache
from types import MappingProxyType

from sigtui.model import Algorithm
from sigtui.wire.spread import Spread


class EcdsaForm(StrEnum):
    """How the two numbers of an ECDSA signature are written.

    ``fixed`` is r‖s (IEEE P1363; RFC 7518 section 3.4, RFC 9053 section 2.1, RFC 9421 section 3.3.4);
    ``der`` is what X.509, TLS and most libraries use.
    """

    FIXED = "fixed"
    DER = "der"


RARE = 1e-6
"""A length that comes less often than this is not counted as the shortest."""

# Orders of the groups: SEC 2 v2 sections 2.4 to 2.6, RFC 5639 section 3. How often a number's top bit is set,
# and so how long DER gets, depends on the order's leading bits; brainpool's are not all ones.
_ORDERS = {
    "p256": 0xFFFFFFFF00000000FFFFFFFFFFFFFFFFBCE6FAADA7179E84F3B9CAC2FC632551,
    "p384": int("FFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFF"
                "C7634D81F4372DDF581A0DB248B0A77AECEC196ACCC52973", 16),
    "p521": int("01FFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFA"
                "51868783BF2F966B7FCC0148F709A5D03BB5C9B8899C47AEBB6FB71E91386409", 16),
    "secp256k1": 0xFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFEBAAEDCE6AF48A03BBFD25E8CD0364141,
    "brainpoolp256r1": 0xA9FB57DBA1EEA9BC3E660A909D838D718C397AA3B561A6F7901E0E82974856A7,
    "brainpoolp384r1": int("8CB91E82A3386D280F5D6F7E50E641DF152F7109ED5456B3"
                           "1F166E6CAC0425A7CF3AB6AF6B7FC3103B883202E9046565", 16),
    "brainpoolp512r1": int("AADD9DB8DBE9C48B3FD4E6AE33C9FC07CB308DB3B3C9D20ED6639CCA70330870"
                           "553E5C414CA92619418661197FAC10471DB1D381085DDADDB58796829CA90069", 16),
}  # fmt: skip


def order(curve: str) -> int:
    """Return the order of a curve's group; raises KeyError for a curve that the catalogue does not have."""
    return _ORDERS[curve]


def fixed_length(group_order: int) -> int:
    """Return the bytes of r‖s, each as long as the order (SEC 1 section 2.3.7)."""
    return 2 * -(-group_order.bit_length() // 8)


def _integer_content(number: int) -> int:
    """Return the content bytes of a positive INTEGER: a set top bit costs a zero byte (X.690 section 8.3)."""
    return number.bit_length() // 8 + 1


def _framed(content: int) -> int:
    """Return the bytes of a tag, a definite length and so much content (X.690 section 8.1.3)."""
    if content < 128:
        return 2 + content
    return 2 + -(-content.bit_length() // 8) + content


def der_length(r: int, s: int) -> int:
    """Return the bytes of SEQUENCE { r INTEGER, s INTEGER }."""
    return _sequence(_integer_content(r), _integer_content(s))


def _sequence(first: int, second: int) -> int:
    return _framed(_framed(first) + _framed(second))


@cache
def der_shares(group_order: int) -> Mapping[int, float]:
    """Return how often each length comes, from the shortest up, for r and s even between 1 and the order."""
    numbers = group_order - 1
    longest = _integer_content(numbers)
    # So many numbers need at most so many bytes of content: those below 2^(8·bytes - 1).
    below = [min(2 ** (8 * size - 1) - 1, numbers) if size else 0 for size in range(longest + 1)]
    share = [(below[size] - below[size - 1]) / numbers for size in range(1, longest + 1)]
    shares: dict[int, float] = {}
    for first, of_r in enumerate(share, 1):
        for second, of_s in enumerate(share, 1):
            total = _sequence(first, second)
            shares[total] = shares.get(total, 0.0) + of_r * of_s
    return MappingProxyType(dict(sorted(shares.items())))


@cache
def der_spread(group_order: int) -> Spread:
    """Return the shortest length that is not rare (``RARE``), the mean rounded to a byte, and the longest."""
    shares = der_shares(group_order)
    seen = 0.0
    least = max(shares)
    for size, share in shares.items():
        seen += share
        if seen >= RARE:
            least = size
            break
    mean = sum(size * share for size, share in shares.items())
    return Spread(least, round(mean), max(shares))


def nominal(algorithm: Algorithm, form: EcdsaForm | None = None) -> Spread:
    """Return the signature's bytes by the catalogue; ``form`` matters for ECDSA only.

    Without a form an ECDSA signature goes from its fixed width to its longest DER, as its sizes do.
    """
    sizes = algorithm.sizes
    if algorithm.family == "ecdsa" and form is EcdsaForm.DER:
        return der_spread(order(str(algorithm.parameters["curve"])))
    if algorithm.family == "ecdsa" and form is EcdsaForm.FIXED:
        return Spread.of(sizes.signature)
    return Spread(sizes.signature, sizes.signature, sizes.signature_max)
