"""The ECDSA family: each curve with its usual hash, with random and with RFC 6979 nonces."""

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType

from sigtui.model import Algorithm, Name, Names, Sizes, Status

FAMILY = "ecdsa"
ORDER = 3
DEFAULTS: Mapping[str, str | int] = MappingProxyType({"nonce": "random"})


@dataclass(frozen=True, slots=True)
class _Curve:
    """A curve with its usual hash.

    ``bits`` is the length of the group's order and of the field alike; ``strength`` the weaker of curve
    (SP 800-57 part 1 rev. 5 table 2) and hash; ``spki`` (RFC 5480) and ``pkcs8`` (RFC 5915 with the public
    key in it) are bytes.
    """

    name: str
    bits: int
    hash: str
    strength: int
    spki: int
    pkcs8: int
    source: str
    names: Names


# COSE has two sets of numbers here: ES256/384/512 of RFC 9053 section 2.1 are what is deployed, WebAuthn
# above all, although RFC 9864 deprecates them for leaving the curve open. It gave brainpool the ESB ones.
_CURVES = (
    _Curve(
        "p256", 256, "sha256", 128, 91, 138, "SP 800-186 section 3.2.1",
        Names(Name("ecdsa-p256-sha256"), Name("ES256"), Name("ES256", value=-7)),
    ),
    _Curve(
        "p384", 384, "sha384", 192, 120, 185, "SP 800-186 section 3.2.1",
        Names(Name("ecdsa-p384-sha384"), Name("ES384"), Name("ES384", value=-35)),
    ),
    _Curve(
        "p521", 521, "sha512", 256, 158, 241, "SP 800-186 section 3.2.1",
        Names(None, Name("ES512"), Name("ES512", value=-36)),
    ),
    _Curve(
        "secp256k1", 256, "sha256", 128, 88, 135, "SEC 2 v2 section 2.4.1",
        Names(None, Name("ES256K"), Name("ES256K", value=-47)),  # RFC 8812 section 3
    ),
    _Curve(
        "brainpoolp256r1", 256, "sha256", 128, 92, 139, "RFC 5639 section 3.4",
        Names(cose=Name("ESB256", value=-265)),
    ),
    _Curve(
        "brainpoolp384r1", 384, "sha384", 192, 124, 189, "RFC 5639 section 3.6",
        Names(cose=Name("ESB384", value=-267)),
    ),
    _Curve(
        "brainpoolp512r1", 512, "sha512", 256, 158, 239, "RFC 5639 section 3.7",
        Names(cose=Name("ESB512", value=-268)),
    ),
)  # fmt: skip

# How the nonce is made, what that adds to the id, and where it is laid down. A verifier can't tell.
_NONCES = (
    ("random", "", "FIPS 186-5 section 6.4"),
    ("rfc6979", "-rfc6979", "FIPS 186-5 section 6.4, nonce RFC 6979 section 3.2"),
)


def _longest_der(bits: int) -> int:
    """Return the most bytes of r and s below 2^bits as DER: a set top bit costs either one byte more."""
    content = 2 * (2 + bits // 8 + 1)
    return (2 if content < 128 else 3) + content


def _sizes(curve: _Curve) -> Sizes:
    """Size r‖s at fixed width, its longest DER form, the scalar and the uncompressed point (SEC 1 2.3)."""
    width = -(-curve.bits // 8)
    return Sizes(
        signature=2 * width,
        signature_max=_longest_der(curve.bits),
        private_key=width,
        public_key=1 + 2 * width,
        spki=curve.spki,
        pkcs8=curve.pkcs8,
    )


ALGORITHMS: tuple[Algorithm, ...] = tuple(
    Algorithm(
        id=f"ecdsa-{curve.name}-{curve.hash}{suffix}",
        family=FAMILY,
        parameters=MappingProxyType({"curve": curve.name, "hash": curve.hash, "nonce": nonce}),
        standard=f"{standard}, curve of {curve.source}",
        status=Status.FINAL,
        strength_bits=curve.strength,
        sizes=_sizes(curve),
        names=curve.names,
    )
    for curve in _CURVES
    for nonce, suffix, standard in _NONCES
)
