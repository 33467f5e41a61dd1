import base64

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sigtui.wire.encodings import Encoding, huffman_length, length

# Code lengths of RFC 7541 appendix B for the letters that base64, base64url and base16 use.
CODE = {
    **dict.fromkeys("012aceiost", 5),
    **dict.fromkeys("-/3456789=A_bdfghlmnpru", 6),
    **dict.fromkeys("BCDEFGHIJKLMNOPQRSTUVWYjkqvwxyz", 7),
    **dict.fromkeys("XZ", 8),
    "+": 11,
}

UPPER = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
ALPHABETS = {
    Encoding.BASE64: f"{UPPER}{UPPER.lower()}0123456789+/",
    Encoding.BASE64URL: f"{UPPER}{UPPER.lower()}0123456789-_",
    Encoding.HEX: "0123456789abcdef",
}


@given(st.binary(max_size=300))
def test_lengths_are_those_of_real_encoders(data: bytes) -> None:
    """Each length is that of the text which the standard library writes."""
    real = {
        Encoding.RAW: data,
        Encoding.HEX: data.hex().encode(),
        Encoding.BASE64: base64.b64encode(data),
        Encoding.BASE64URL: base64.urlsafe_b64encode(data).rstrip(b"="),
    }
    assert {encoding: length(len(data), encoding) for encoding in Encoding} == {
        encoding: len(text) for encoding, text in real.items()
    }


@pytest.mark.parametrize("encoding", ALPHABETS)
def test_huffman_is_the_average_of_the_code(encoding: Encoding) -> None:
    """All letters once take exactly what they take in RFC 7541's code, to the next byte."""
    letters = ALPHABETS[encoding]
    for times in (1, 8, 1000):
        bits = sum(CODE[letter] for letter in letters) * times
        assert huffman_length(len(letters) * times, encoding) == -(-bits // 8)


def test_base64_of_n_bytes_takes_about_1_08_n_in_http_2() -> None:
    """As the facts say for HTTP/2 and 3."""
    for size in (2420, 3309, 4627):
        assert huffman_length(length(size, Encoding.BASE64), Encoding.BASE64) / size == pytest.approx(
            1.08, abs=0.005
        )


def test_raw_bytes_are_no_text() -> None:
    """No header carries them."""
    with pytest.raises(ValueError, match="no text"):
        huffman_length(64, Encoding.RAW)
