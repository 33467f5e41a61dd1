"""The RSA family: every key size with both paddings of PKCS #1 and three hashes."""

from collections.abc import Mapping
from types import MappingProxyType

from sigtui.model import Algorithm, Name, Names, Sizes, Status

FAMILY = "rsa"
ORDER = 2
DEFAULTS: Mapping[str, str | int] = MappingProxyType({})

# Bits of the modulus, strength (SP 800-56B rev. 2 table 2), then bytes with the public exponent 65537:
# PKCS #1 RSAPublicKey and RSAPrivateKey (RFC 8017 appendix A.1), SPKI and PKCS #8. The private ones vary
# by 2, because DER gives an integer whose top bit is set one byte more.
_KEYS = (
    (2048, 112, 270, 1192, 294, 1218),
    (3072, 128, 398, 1768, 422, 1794),
    (4096, 152, 526, 2348, 550, 2374),
    (8192, 200, 1038, 4652, 1062, 4678),
)

# A PSS salt is as long as the hash, and MGF1 uses the same hash: so want RFC 7518 section 3.5, RFC 8230
# section 2 and RFC 9421 section 3.3.1 (salt 64 with SHA-512).
_STANDARDS = {
    "pss": "RFC 8017 (PKCS #1 v2.2) section 8.1, salt as long as the hash",
    "pkcs1v15": "RFC 8017 (PKCS #1 v2.2) section 8.2",
}

# Hash and its strength against collisions (SP 800-107 rev. 1 table 1).
_HASHES = (("sha256", 128), ("sha384", 192), ("sha512", 256))

# RFC 9421 section 6.2, RFC 7518 section 3.1, RFC 8230 section 2 (PS) and RFC 8812 section 2 (RS).
# No name says the key size.
_NAMES = {
    ("pss", "sha256"): Names(None, Name("PS256"), Name("PS256", value=-37)),
    ("pss", "sha384"): Names(None, Name("PS384"), Name("PS384", value=-38)),
    ("pss", "sha512"): Names(Name("rsa-pss-sha512"), Name("PS512"), Name("PS512", value=-39)),
    ("pkcs1v15", "sha256"): Names(Name("rsa-v1_5-sha256"), Name("RS256"), Name("RS256", value=-257)),
    ("pkcs1v15", "sha384"): Names(None, Name("RS384"), Name("RS384", value=-258)),
    ("pkcs1v15", "sha512"): Names(None, Name("RS512"), Name("RS512", value=-259)),
}

ALGORITHMS: tuple[Algorithm, ...] = tuple(
    Algorithm(
        id=f"rsa-{key_size}-{padding}-{hash_name}",
        family=FAMILY,
        parameters=MappingProxyType({"key_size": key_size, "padding": padding, "hash": hash_name}),
        standard=standard,
        status=Status.FINAL,
        strength_bits=min(key_strength, hash_strength),
        sizes=Sizes(
            signature=key_size // 8,
            signature_max=key_size // 8,
            private_key=private_key,
            public_key=public_key,
            spki=spki,
            pkcs8=pkcs8,
        ),
        names=_NAMES[padding, hash_name],
    )
    for key_size, key_strength, public_key, private_key, spki, pkcs8 in _KEYS
    for padding, standard in _STANDARDS.items()
    for hash_name, hash_strength in _HASHES
)
