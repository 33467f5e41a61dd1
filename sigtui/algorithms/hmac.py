"""The HMAC family: keyed hashes, whose key signs and verifies alike."""

from collections.abc import Mapping
from types import MappingProxyType

from sigtui.model import Algorithm, Name, Names, Sizes, Status

FAMILY = "hmac"
ORDER = 1
DEFAULTS: Mapping[str, str | int] = MappingProxyType({})

# SP 800-107 rev. 1 section 5.3.4: the weaker of the key and twice the hash's chaining value; collisions
# don't count, as nobody finds any without the key. With keys as long as the tag that is 256, 384 and 512
# bits; SP 800-57 part 1 rev. 5 (table 3) knows no level above 256, so 256 is what all three are given.
_STRENGTH_BITS = 256

# Hash, bytes of the tag, RFC 9421 section 6.2, RFC 7518 section 3.2, RFC 9053 section 3.1.
_HASHES = (
    ("sha256", 32, Names(Name("hmac-sha256"), Name("HS256"), Name("HMAC 256/256", value=5))),
    ("sha384", 48, Names(None, Name("HS384"), Name("HMAC 384/384", value=6))),
    ("sha512", 64, Names(None, Name("HS512"), Name("HMAC 512/512", value=7))),
)

ALGORITHMS: tuple[Algorithm, ...] = tuple(
    Algorithm(
        id=f"hmac-{hash_name}",
        family=FAMILY,
        parameters=MappingProxyType({"hash": hash_name}),
        standard="FIPS 198-1 (RFC 2104)",
        status=Status.FINAL,
        strength_bits=_STRENGTH_BITS,
        # The key is as long as the tag, the shortest that RFC 7518 section 3.2 permits.
        sizes=Sizes(signature=size, signature_max=size, private_key=size),
        names=names,
        # Grover's search only halves the bits of a secret key: 256 of them stay out of reach, and Shor's
        # algorithm finds no structure to break. NIST's categories are for public-key algorithms.
        quantum_safe=True,
        symmetric=True,
    )
    for hash_name, size, names in _HASHES
)
