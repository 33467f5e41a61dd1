"""Lengths of bytes written as text, exactly, and of that text under HPACK's Huffman code, on average."""

from enum import StrEnum


class Encoding(StrEnum):
    """How bytes are written where no envelope decides it."""

    RAW = "raw"
    HEX = "hex"
    BASE64 = "base64"
    BASE64URL = "base64url"


def hex_length(size: int) -> int:
    """Return the characters of so many bytes in base16 (RFC 4648 section 8)."""
    return 2 * size


def base64_length(size: int) -> int:
    """Return the characters of so many bytes in base64 with padding (RFC 4648 section 4)."""
    return 4 * -(-size // 3)


def base64url_length(size: int) -> int:
    """Return the characters of so many bytes in base64url without padding (RFC 7515 section 2)."""
    return -(-4 * size // 3)


def length(size: int, encoding: Encoding) -> int:
    """Return how many bytes so many bytes take in an encoding."""
    match encoding:
        case Encoding.HEX:
            return hex_length(size)
        case Encoding.BASE64:
            return base64_length(size)
        case Encoding.BASE64URL:
            return base64url_length(size)
        case Encoding.RAW:
            return size


# Bits that the 64 letters of base64 and base64url, and the 16 of lower-case base16, have together in the code
# of RFC 7541 appendix B. A signature's letters are all equally frequent.
_BITS = {Encoding.BASE64: (414, 64), Encoding.BASE64URL: (409, 64), Encoding.HEX: (90, 16)}


def huffman_length(characters: int, encoding: Encoding) -> int:
    """Return how many bytes that many random letters of an encoding take in HTTP/2 or 3, on average.

    HPACK (RFC 7541 section 5.2) and QPACK share the code. Base64 of n bytes takes about 1.08 n. Raises
    ValueError for raw bytes, which no header carries.
    """
    if encoding is Encoding.RAW:
        raise ValueError("raw bytes are no text")
    bits, letters = _BITS[encoding]
    return -(-characters * bits // (8 * letters))
