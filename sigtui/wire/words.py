"""How sentences name what travels, and say numbers: subjects, verbs, singular and plural, "up to"."""

from sigtui.numbers import count
from sigtui.wire.content import Content
from sigtui.wire.encodings import Encoding
from sigtui.wire.envelopes import Envelope
from sigtui.wire.setting import Carried
from sigtui.wire.spread import Spread


def subject(content: Content) -> str:
    """Name what travels."""
    if content.carried is Carried.PUBLIC_KEY:
        return "the public key"
    alone = {
        Envelope.RFC9421: "the Signature header",
        Envelope.JWS: "the JWS without its payload",
        Envelope.COSE: "the COSE message without its payload",
        Envelope.RAW: "the signature",
    }[content.envelope]
    if content.envelope is Envelope.RAW and content.encoding is not Encoding.RAW:
        alone += f" as {content.encoding}"
    return f"{alone} and the public key" if content.carried is Carried.BOTH else alone


def header_subject(content: Content) -> str:
    """Name it where it travels as a header line."""
    if content.carried is Carried.SIGNATURE and content.envelope is Envelope.RAW:
        return "the Signature header"
    return subject(content) if content.is_line else f"{subject(content)} as a header"


_VERBS = {"do": ("does", "do"), "be": ("is", "are"), "take": ("takes", "take"), "have": ("has", "have")}


def verb(content: Content, infinitive: str) -> str:
    """Return do, be, take or have as the subject wants it."""
    return _VERBS[infinitive][content.carried is Carried.BOTH]


def size(spread: Spread) -> str:
    """Return bytes; "up to" where they vary."""
    return f"up to {count(spread.most)} B" if spread.varies else f"{count(spread.most)} B"


def many(counts: Spread, noun: str) -> str:
    """Return a number of things; "up to" where it varies."""
    return ("up to " if counts.varies else "") + plural(counts.most, noun)


def plural(number: int, noun: str) -> str:
    """Return a number of things."""
    return f"{count(number)} {noun}" if number == 1 else f"{count(number)} {noun}s"


def sentence(text: str) -> str:
    """Return a text with its first letter as a sentence has it."""
    return text[:1].upper() + text[1:]
