"""Sizes that people still quote and that are no final standard's: recognised, and explained."""

from collections.abc import Iterable
from types import MappingProxyType

from sigtui.algorithms import catalogue
from sigtui.numbers import count
from sigtui.wire.encodings import base64_length, base64url_length, hex_length

_DILITHIUM = (
    "{old} B is the signature of {scheme} of round 3, and of FIPS 204's draft. The final {name} has {new} B "
    "(FIPS 204 table 2). It spoils every limit set by it. Remedy: plan with {new} B"
)
_FALCON = (
    "{old} B is the buffer that round 3's api.h of Falcon-{degree} adds to a message, not a signature: "
    "compressed ones vary up to {most} B, padded ones have {padded} B. Remedy: plan with {most} B"
)

# NIST's round-3 submission of CRYSTALS-Dilithium (3.1), table 2, against FIPS 204 table 2.
_RENAMED = {3293: ("Dilithium3", "ML-DSA-65", 3309), 4595: ("Dilithium5", "ML-DSA-87", 4627)}
_OVERHEADS = {690: (512, 752, 666), 1330: (1024, 1462, 1280)}


def _explanations() -> dict[int, str]:
    told = {}
    for old, (scheme, name, new) in _RENAMED.items():
        told[old] = _DILITHIUM.format(old=count(old), scheme=scheme, name=name, new=count(new))
    for old, (degree, most, padded) in _OVERHEADS.items():
        told[old] = _FALCON.format(old=count(old), degree=degree, most=count(most), padded=count(padded))
    return told


_EXPLAINED = MappingProxyType(_explanations())

_WRITTEN = MappingProxyType(
    {
        length(old): (old, written, length(new))
        for old, (_, _, new) in _RENAMED.items()
        for written, length in (
            ("hex", hex_length),
            ("base64", base64_length),
            ("base64url", base64url_length),
        )
    }
)
"""Lengths of the stale signatures as text: base64 of 3,293 B is 4,392 B."""


def is_stale(size: int) -> bool:
    """Whether a signature of that many bytes, raw or as text, is one that no final standard has."""
    return size in _EXPLAINED or size in _WRITTEN


def explain(size: int) -> str:
    """Say where a stale size comes from and what replaced it; empty for every other size."""
    if size in _EXPLAINED:
        return f"{_EXPLAINED[size]}."
    if size in _WRITTEN:
        old, written, new = _WRITTEN[size]
        return (
            f"{count(size)} B is {count(old)} B as {written}. {_EXPLAINED[old]}, {count(new)} B as {written}."
        )
    return ""


def attached(size: int, message_bytes: Iterable[int]) -> str:
    """Say that a length is a signature with its message attached, as ``crypto_sign`` returns; empty if not.

    ``message_bytes`` are the lengths of the messages that it can be. 3,342 B is ML-DSA-65 and 33 B.
    """
    fixed = {
        each.sizes.signature: each.id
        for each in reversed(catalogue())
        if each.sizes.signature == each.sizes.signature_max and each.quantum_safe and not each.symmetric
    }
    for message in message_bytes:
        name = fixed.get(size - message)
        if name is not None and message > 0:
            return (
                f"{count(size)} B is a signature of {name}, {count(size - message)} B, with the message of "
                f"{count(message)} B attached. Remedy: count the signature alone."
            )
    return ""
