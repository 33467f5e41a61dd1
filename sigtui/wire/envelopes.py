"""Lengths of the envelopes that carry a signature: RFC 9421 header lines, JWS compact, COSE_Sign1.

An envelope's length is what signing adds to a message: all of it but the payload itself. HMAC tags travel in
the same envelopes (COSE calls that COSE_Mac0, of the same length).
"""

from collections.abc import Sequence
from enum import StrEnum

from sigtui.model import Algorithm
from sigtui.wire.encodings import base64_length, base64url_length


class Envelope(StrEnum):
    """What the signature travels in; ``raw`` is none."""

    RAW = "raw"
    RFC9421 = "rfc9421"
    JWS = "jws"
    COSE = "cose"


TEXTUAL = frozenset({Envelope.RFC9421, Envelope.JWS})
"""Envelopes that are text; COSE is binary."""

PAYLOAD_BYTES = 300
"""The payload whose length prefix COSE_Sign1 counts where nobody names another: a small token's."""

LABEL = "sig1"

# The components and the creation time of the request that RFC 9421 section 3.1 signs.
_COMPONENTS = ("@method", "@authority", "@path", "content-digest", "content-length", "content-type")
_CREATED = 1618884473
_KEY_ID = "test-key-rsa-pss"

_LINE_END = 2


def signature_line(size: int, label: str = LABEL) -> int:
    """Return the bytes of ``Signature: sig1=:…:`` with its line end (RFC 9421 section 4.2, HTTP/1.1)."""
    return len("Signature: ") + len(label) + len("=::") + base64_length(size) + _LINE_END


def signature_input_line(
    components: Sequence[str] = _COMPONENTS,
    created: int = _CREATED,
    key_id: str = _KEY_ID,
    label: str = LABEL,
) -> int:
    """Return the bytes of the ``Signature-Input`` line with its end (RFC 9421 section 4.1, HTTP/1.1).

    It doesn't depend on the signature; by default it is that of the request in RFC 9421 section 3.1.
    """
    covered = " ".join(f'"{component}"' for component in components)
    text = f'Signature-Input: {label}=({covered});created={created};keyid="{key_id}"'
    return len(text.encode()) + _LINE_END


def jws_name(algorithm: Algorithm) -> str:
    """Return the ``alg`` of a JWS; where JOSE has no name, the id takes its place."""
    return algorithm.names.jose.text if algorithm.names.jose else algorithm.id


def jws_header(alg: str) -> bytes:
    """Return the smallest protected header (RFC 7515 section 4.1.1); ``typ`` and ``kid`` would come on top."""
    return b'{"alg":"%s"}' % alg.encode()


def jws_compact(size: int, alg: str, payload: int = 0) -> int:
    """Return the bytes of a JWS in compact form (RFC 7515 section 3.1).

    Without a payload it is what signing adds, and the whole of a detached one (RFC 7515 appendix F).
    """
    header = len(jws_header(alg))
    return base64url_length(header) + 1 + base64url_length(payload) + 1 + base64url_length(size)


def jws_payload_limit(room: int) -> int:
    """Return how many bytes of payload fit that many characters of base64url."""
    return max(room, 0) * 3 // 4


def cose_alg(algorithm: Algorithm) -> int | str:
    """Return the ``alg`` of a COSE message; where IANA has no number, the id takes its place, as a text."""
    name = algorithm.names.cose
    return algorithm.id if name is None or name.value is None else name.value


def cose_sign1(size: int, alg: int | str, payload: int = PAYLOAD_BYTES) -> int:
    """Return the bytes of a tagged COSE_Sign1 (RFC 9052 section 4.2) without those of the payload itself.

    Protected header { 1: alg }, unprotected header empty. A payload of 300 bytes makes it size + 12 for
    algorithms numbered -24 to 23, size + 14 for ML-DSA.
    """
    tag = array = unprotected = 1
    value = alg if isinstance(alg, int) else len(alg.encode())
    algorithm = _head(value) + (0 if isinstance(alg, int) else value)
    protected = 1 + 1 + algorithm  # the map's head, the label 1
    return tag + array + _head(protected) + protected + unprotected + _head(payload) + _head(size) + size


def _head(argument: int) -> int:
    """Return the bytes of a CBOR head (RFC 8949 section 3) with this length, or this integer."""
    argument = argument if argument >= 0 else -1 - argument
    for limit, head in ((24, 1), (1 << 8, 2), (1 << 16, 3), (1 << 32, 5)):
        if argument < limit:
            return head
    return 9
