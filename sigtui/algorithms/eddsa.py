"""The EdDSA family: Ed25519 and Ed448, each with the hash its curve prescribes."""

from collections.abc import Mapping
from types import MappingProxyType

from sigtui.model import Algorithm, Name, Names, Sizes, Status

FAMILY = "eddsa"
ORDER = 4
DEFAULTS: Mapping[str, str | int] = MappingProxyType({})

# Curve, section of RFC 8032, strength (its section 8.5, SP 800-186 table 1), bytes of either raw key (the
# signature has twice as many), SPKI and PKCS #8 (RFC 8410), and the fully-specified names of RFC 9864,
# which deprecates the "EdDSA" of RFC 8037 and RFC 9053.
_CURVES = (
    ("ed25519", "5.1", 128, 32, 44, 48,
     Names(Name("ed25519"), Name("Ed25519"), Name("Ed25519", value=-19))),
    ("ed448", "5.2", 224, 57, 69, 73,
     Names(None, Name("Ed448"), Name("Ed448", value=-53))),
)  # fmt: skip

ALGORITHMS: tuple[Algorithm, ...] = tuple(
    Algorithm(
        id=curve,
        family=FAMILY,
        parameters=MappingProxyType({"curve": curve}),
        standard=f"RFC 8032 section {section}, FIPS 186-5 section 7",
        status=Status.FINAL,
        strength_bits=strength,
        sizes=Sizes(
            signature=2 * key,
            signature_max=2 * key,
            private_key=key,
            public_key=key,
            spki=spki,
            pkcs8=pkcs8,
        ),
        names=names,
    )
    for curve, section, strength, key, spki, pkcs8, names in _CURVES
)
