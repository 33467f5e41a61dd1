"""The ML-DSA family: the parameter sets of FIPS 204, pure, pre-hashed and with an external mu."""

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType

from sigtui.model import Algorithm, Name, Names, Sizes, Status

FAMILY = "ml-dsa"
ORDER = 5
DEFAULTS: Mapping[str, str | int] = MappingProxyType({"variant": "pure"})


@dataclass(frozen=True, slots=True)
class _ParameterSet:
    """A parameter set.

    ``category`` and ``strength`` (λ) are FIPS 204's table 1, the byte lengths its table 2 with the private
    key expanded; ``cose`` is the number of RFC 9964.
    """

    number: int
    category: int
    strength: int
    private_key: int
    public_key: int
    signature: int
    cose: int


_PARAMETER_SETS = (
    _ParameterSet(44, 2, 128, 2560, 1312, 2420, -48),
    _ParameterSet(65, 3, 192, 4032, 1952, 3309, -49),
    _ParameterSet(87, 5, 256, 4896, 2592, 4627, -50),
)

# Variant, hash of the message, what it adds to the id, where it is laid down. FIPS 204 section 5.4 wants λ
# bits against collisions from the hash, and SHA-512 has 256: it weakens none of the three.
_VARIANTS: tuple[tuple[str, str | None, str, str], ...] = (
    ("pure", None, "", "FIPS 204 section 5.2"),
    ("prehash", "sha512", "-prehash-sha512", "FIPS 204 section 5.4 (HashML-DSA)"),
    ("mu", None, "-mu", "FIPS 204 section 6.2 (external mu)"),
)

# RFC 9881: the algorithm identifier and the BIT STRING's header in an SPKI; a PKCS #8 that holds the seed.
_SPKI_HEADER = 22
_PKCS8 = 54


def _names(parameters: _ParameterSet, variant: str) -> Names:
    """Return the names of RFC 9964 and the draft ones of C2SP's httpsig-pq.

    An external mu leads to signatures that a verifier of the pure form accepts, so it shares the names;
    HashML-DSA has none.
    """
    if variant == "prehash":
        return Names()
    return Names(
        rfc9421=Name(f"ml-dsa-{parameters.number}", Status.DRAFT),
        jose=Name(f"ML-DSA-{parameters.number}"),
        cose=Name(f"ML-DSA-{parameters.number}", value=parameters.cose),
    )


def _parameters(number: int, variant: str, hash_name: str | None) -> Mapping[str, str | int]:
    spelled: dict[str, str | int] = {"parameter_set": number, "variant": variant}
    if hash_name is not None:
        spelled["hash"] = hash_name
    return MappingProxyType(spelled)


ALGORITHMS: tuple[Algorithm, ...] = tuple(
    Algorithm(
        id=f"ml-dsa-{parameters.number}{suffix}",
        family=FAMILY,
        parameters=_parameters(parameters.number, variant, hash_name),
        standard=standard,
        status=Status.FINAL,
        strength_bits=parameters.strength,
        sizes=Sizes(
            signature=parameters.signature,
            signature_max=parameters.signature,
            private_key=parameters.private_key,
            public_key=parameters.public_key,
            spki=parameters.public_key + _SPKI_HEADER,
            pkcs8=_PKCS8,
        ),
        names=_names(parameters, variant),
        category=parameters.category,
        quantum_safe=True,
    )
    for parameters in _PARAMETER_SETS
    for variant, hash_name, suffix, standard in _VARIANTS
)
