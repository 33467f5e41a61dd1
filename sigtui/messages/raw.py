"""The message kinds whose bytes are given as they are: text, hex, base64, a file, seeded random bytes."""

import base64
import hashlib
import string
from pathlib import Path
from typing import Annotated, ClassVar

from pydantic import AfterValidator, Field

from sigtui.errors import FileError, Problem
from sigtui.messages.table import MessageTable
from sigtui.reading import read_bytes
from sigtui.wording import shown

MOST_BYTES = 1 << 30
"""The longest message, 1 GiB: every provider takes a message as one block in memory."""

# A file can't hold a larger number (TOML 1.0, "Integer": 64 bits, signed).
_MOST_SEED = (1 << 63) - 1


def decode_hex(text: str) -> bytes:
    """Return the bytes of hex digits, white space ignored; ValueError says what is wrong."""
    digits = "".join(text.split())
    strange = next((sign for sign in digits if sign not in string.hexdigits), None)
    if strange is not None:
        raise ValueError(f"{shown(strange)} is no hex digit; allowed: 0-9, a-f, A-F and white space")
    if len(digits) % 2:
        raise ValueError(f"has {len(digits):,} hex digits, an odd number; a byte takes two")
    return bytes.fromhex(digits)


def decode_base64(text: str) -> bytes:
    """Return the bytes of base64 (RFC 4648 section 4) or base64url (section 5) text, nothing ignored.

    Padding may be left out of base64url, as RFC 7515 section 2 does. ValueError says what is wrong.
    """
    body = text.rstrip("=")
    strange = next(
        (sign for sign in body if not (sign.isascii() and (sign.isalnum() or sign in "+/-_"))), None
    )
    if strange is not None:
        raise ValueError(f"{shown(strange)} is no base64 digit; allowed: A-Z, a-z, 0-9, + and / or - and _")
    standard = any(sign in "+/" for sign in body)
    if standard and any(sign in "-_" for sign in body):
        raise ValueError("mixes the digits of base64 (+ and /) with those of base64url (- and _)")
    padding, wanted = len(text) - len(body), -len(body) % 4
    if wanted == 3:  # RFC 4648 section 4: a group of four is never one digit long
        raise ValueError(f"has {len(body):,} base64 digits, which no number of bytes gives; is one missing?")
    if padding != wanted and (padding or standard):
        raise ValueError(f"ends in {padding} '=', and {len(body):,} base64 digits want {wanted}")
    data = base64.urlsafe_b64decode(body.replace("+", "-").replace("/", "_") + "=" * wanted)
    written = base64.b64encode(data) if standard else base64.urlsafe_b64encode(data)
    if written.decode().rstrip("=") != body:
        raise ValueError(
            f"its last digit {shown(body[-1])} holds bits that belong to no byte; is the end missing?"
        )
    return data


def random_bytes(count: int, seed: int = 0) -> bytes:
    """Return bytes that look random, the same on every machine.

    They are the first ``count`` bytes of SHAKE256 (FIPS 202 section 6.2) over the ASCII text
    ``sigtui random message <seed>``, the seed in decimal.
    """
    return hashlib.shake_256(f"sigtui random message {seed}".encode()).digest(count)


def _check_hex(text: str) -> str:
    decode_hex(text)
    return text


def _check_base64(text: str) -> str:
    decode_base64(text)
    return text


class TextMessage(MessageTable):
    """``text = "…"``: its UTF-8 bytes."""

    kind: ClassVar[str] = "text"

    text: str

    def content(self, base: Path) -> bytes:
        """Return the text as UTF-8."""
        return self.text.encode()


class HexMessage(MessageTable):
    """``hex = "00 ff"``: hex digits, white space ignored."""

    kind: ClassVar[str] = "hex"

    hex: Annotated[str, AfterValidator(_check_hex)]

    def content(self, base: Path) -> bytes:
        """Return the bytes that the digits stand for."""
        return decode_hex(self.hex)


class Base64Message(MessageTable):
    """``base64 = "AP8="``: base64 or base64url."""

    kind: ClassVar[str] = "base64"

    base64: Annotated[str, AfterValidator(_check_base64)]

    def content(self, base: Path) -> bytes:
        """Return the bytes that the digits stand for."""
        return decode_base64(self.base64)


class FileMessage(MessageTable):
    """``file = "body.bin"``: the content of a file, its path relative to the preset's folder."""

    kind: ClassVar[str] = "file"

    file: Annotated[str, Field(min_length=1)]

    def content(self, base: Path) -> bytes:
        """Return the file's content; FileError if it is missing, no regular file, too large or unreadable."""
        try:
            return read_bytes(base / self.file, MOST_BYTES)
        except FileError as error:
            raise FileError(
                error.place, [Problem("file", f"{error.place}: {problem}") for problem in error.problems]
            ) from error


class RandomMessage(MessageTable):
    """``random_bytes = 1024``: that many seeded random bytes; ``seed`` (default 0) makes others."""

    kind: ClassVar[str] = "random_bytes"

    random_bytes: Annotated[int, Field(ge=0, le=MOST_BYTES)]
    seed: Annotated[int, Field(ge=0, le=_MOST_SEED)] = 0

    def content(self, base: Path) -> bytes:
        """Return the bytes; FileError where the memory does not hold them."""
        try:
            return random_bytes(self.random_bytes, self.seed)
        except MemoryError as error:
            text = f"{self.random_bytes:,} bytes do not fit into the memory that is free"
            raise FileError("", [Problem("random_bytes", text)]) from error
