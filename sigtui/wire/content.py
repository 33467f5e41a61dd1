"""What travels for an algorithm under a setting: its bytes as they are sent, in a header, a cookie, a column."""

from dataclasses import dataclass

from sigtui.model import Algorithm
from sigtui.wire.der import EcdsaForm, nominal
from sigtui.wire.encodings import (
    Encoding,
    base64_length,
    base64url_length,
    huffman_length,
    length,
)
from sigtui.wire.envelopes import (
    TEXTUAL,
    Envelope,
    cose_alg,
    cose_sign1,
    jws_compact,
    jws_name,
    signature_line,
)
from sigtui.wire.headers import HeaderSize
from sigtui.wire.setting import Carried, Setting
from sigtui.wire.spread import Spread

_FRAME = len("Signature: sig1=::\r\n")
_BEARER = len("Authorization: Bearer \r\n")  # RFC 6750 section 2.1
_PLAIN = len("Signature: \r\n")


@dataclass(frozen=True, slots=True)
class Content:
    """What travels, in bytes.

    ``sent`` is what packets carry; ``encoding`` the text that it is, RAW where it is binary. ``envelope`` and
    ``carried`` are the setting's.
    """

    sent: Spread
    encoding: Encoding
    envelope: Envelope
    carried: Carried

    @property
    def is_line(self) -> bool:
        """Whether it is a whole header line."""
        return self.envelope is Envelope.RFC9421 and self.carried is not Carried.PUBLIC_KEY

    @property
    def is_token(self) -> bool:
        """Whether it is a JWS, whose payload shares the place that holds it."""
        return self.envelope is Envelope.JWS and self.carried is not Carried.PUBLIC_KEY

    @property
    def empty(self) -> bool:
        """Whether nothing travels: a shared secret has no public key."""
        return self.sent.most == 0

    def text(self, encoding: Encoding) -> Spread:
        """Return its characters in text: itself, or the binary in this encoding."""
        return (
            self.sent if self.encoding is not Encoding.RAW else self.sent.each(lambda n: length(n, encoding))
        )

    @property
    def line(self) -> Spread:
        """Bytes of the header line that carries it, with its end.

        Binary goes as a byte sequence (RFC 9421 section 4.2), a token behind ``Authorization: Bearer``, other
        text behind ``Signature:``.
        """
        if self.is_line or self.empty:
            return self.sent
        if self.encoding is Encoding.RAW:
            return self.sent.each(signature_line)
        return self.sent.each(lambda n: n + (_BEARER if self.is_token else _PLAIN))

    def header(self, line: int) -> HeaderSize:
        """Return a header line's bytes, with about how many its value takes in HTTP/2."""
        frame = _BEARER if self.is_token else _PLAIN
        if self.is_line or self.encoding is Encoding.RAW:
            frame = _FRAME
        written = Encoding.BASE64 if self.encoding is Encoding.RAW else self.encoding
        return HeaderSize(line, huffman_length(max(line - frame, 0), written))


def signature_sent(size: int, algorithm: Algorithm, setting: Setting) -> int:
    """Return what a signature of this length takes in the setting's envelope, without the payload."""
    match setting.envelope:
        case Envelope.RAW:
            return length(size, setting.encoding)
        case Envelope.RFC9421:
            return signature_line(size)
        case Envelope.JWS:
            return jws_compact(size, jws_name(algorithm))
        case Envelope.COSE:
            return cose_sign1(size, cose_alg(algorithm), setting.payload)


def _key_sent(size: int, setting: Setting) -> int:
    """Return what a public key takes beside such a signature."""
    match setting.envelope:
        case Envelope.RFC9421:
            return base64_length(size)
        case Envelope.JWS:
            return base64url_length(size)
        case Envelope.COSE:
            return size
        case Envelope.RAW:
            return length(size, setting.encoding)


def signature_lengths(algorithm: Algorithm, setting: Setting, seen: Spread | None) -> Spread:
    """Return the lengths that a signature has there, the most being what it can reach, seen or not.

    ECDSA has its fixed width in every envelope; raw it has the setting's form, the provider's where it was
    seen.
    """
    form = setting.ecdsa if setting.envelope is Envelope.RAW else EcdsaForm.FIXED
    known = nominal(algorithm, form)
    if seen is None or (algorithm.family == "ecdsa" and form is not None):
        return known
    return Spread(seen.least, seen.typical, max(seen.most, known.most))


def content(
    algorithm: Algorithm, setting: Setting, seen: Spread | None = None, public_key: int | None = None
) -> Content:
    """Return what travels; ``seen`` are measured lengths of signatures, ``public_key`` a measured key's."""
    if setting.envelope is Envelope.RAW:
        encoding = setting.encoding
    elif setting.envelope in TEXTUAL:
        encoding = Encoding.BASE64URL if setting.envelope is Envelope.JWS else Encoding.BASE64
    else:
        encoding = Encoding.RAW
    key = _key_sent(public_key or algorithm.sizes.public_key or 0, setting)
    if setting.carried is Carried.PUBLIC_KEY:
        sent = Spread.of(key)
    else:
        lengths = signature_lengths(algorithm, setting, seen)
        extra = key if setting.carried is Carried.BOTH else 0
        sent = lengths.each(lambda size: signature_sent(size, algorithm, setting) + extra)
    return Content(sent, encoding, setting.envelope, setting.carried)
