import base64
import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sigtui.algorithms import catalogue, find
from sigtui.wire.envelopes import (
    cose_alg,
    cose_sign1,
    jws_compact,
    jws_header,
    jws_name,
    jws_payload_limit,
    signature_input_line,
    signature_line,
)


def cbor(value: object) -> bytes:
    """Encode what a COSE message is made of, shortest heads first (RFC 8949 section 4.2.1)."""
    if isinstance(value, int):
        return head(0, value) if value >= 0 else head(1, -1 - value)
    if isinstance(value, bytes):
        return head(2, len(value)) + value
    if isinstance(value, str):
        return head(3, len(value.encode())) + value.encode()
    if isinstance(value, list):
        return head(4, len(value)) + b"".join(map(cbor, value))
    assert isinstance(value, dict)
    return head(5, len(value)) + b"".join(cbor(key) + cbor(item) for key, item in value.items())


def head(major: int, argument: int) -> bytes:
    """Encode a major type with its argument."""
    if argument < 24:
        return bytes([major << 5 | argument])
    size = next(size for size in (1, 2, 4, 8) if argument < 1 << 8 * size)
    return bytes([major << 5 | {1: 24, 2: 25, 4: 26, 8: 27}[size]]) + argument.to_bytes(size)


def url(data: bytes) -> bytes:
    """Encode as RFC 7515 section 2 does."""
    return base64.urlsafe_b64encode(data).rstrip(b"=")


@pytest.mark.parametrize(
    ("name", "line"),
    [
        ("ed25519", 108),
        ("ecdsa-p256-sha256", 108),
        ("rsa-2048-pss-sha512", 364),
        ("ml-dsa-44", 3248),
        ("ml-dsa-65", 4432),
        ("ml-dsa-87", 6192),
    ],
)
def test_header_lines_of_the_rfc_s_own_request(name: str, line: int) -> None:
    """The Signature line with its end is as long as published."""
    assert signature_line(find(name).sizes.signature) == line


@given(st.binary(max_size=400), st.from_regex("[a-z][a-z0-9-]{0,9}", fullmatch=True))
def test_a_signature_line_is_as_long_as_a_real_one(data: bytes, label: str) -> None:
    """For every signature and label."""
    real = b"Signature: %s=:%s:\r\n" % (label.encode(), base64.b64encode(data))
    assert signature_line(len(data), label) == len(real)


def test_the_signature_input_line_is_as_long_as_the_rfc_s() -> None:
    """That of the request in RFC 9421 section 3.1, and one with a label and components of its own."""
    covered = '"@method" "@authority" "@path" "content-digest" "content-length" "content-type"'
    line = f'Signature-Input: sig1=({covered});created=1618884473;keyid="test-key-rsa-pss"\r\n'
    assert signature_input_line() == len(line)
    other = 'Signature-Input: a=("date" "@path");created=5;keyid="k"\r\n'
    assert signature_input_line(("date", "@path"), 5, "k", "a") == len(other)


@given(st.binary(max_size=400), st.binary(max_size=400), st.sampled_from(catalogue()))
def test_a_jws_is_as_long_as_a_real_one(signature: bytes, payload: bytes, algorithm: object) -> None:
    """For every signature, payload and algorithm of the catalogue."""
    alg = jws_name(next(each for each in catalogue() if each is algorithm))
    assert json.loads(jws_header(alg)) == {"alg": alg}
    real = b".".join((url(jws_header(alg)), url(payload), url(signature)))
    assert jws_compact(len(signature), alg, len(payload)) == len(real)


@given(st.integers(-10, 5000))
def test_the_payload_limit_is_the_most_that_fits(room: int) -> None:
    """One byte more would not."""
    limit = jws_payload_limit(room)
    assert len(url(bytes(limit))) <= max(room, 0) < len(url(bytes(limit + 1)))


@given(
    st.binary(max_size=400),
    st.binary(max_size=400),
    st.one_of(st.integers(-70_000, 70_000), st.text("abc-", min_size=1, max_size=40)),
)
def test_a_cose_sign1_is_as_long_as_a_real_one(signature: bytes, payload: bytes, alg: int | str) -> None:
    """For every signature, payload and algorithm, by number or name."""
    message = bytes([0xD2]) + cbor([cbor({1: alg}), {}, payload, signature])
    assert cose_sign1(len(signature), alg, len(payload)) == len(message) - len(payload)


@pytest.mark.parametrize(
    ("name", "more"),
    [("ecdsa-p256-sha256", 12), ("ed25519", 12), ("ml-dsa-44", 14), ("ml-dsa-65", 14), ("ml-dsa-87", 14)],
)
def test_cose_adds_what_is_published(name: str, more: int) -> None:
    """12 bytes for ES256 and EdDSA, 14 for ML-DSA, with a payload of 300 bytes."""
    algorithm = find(name)
    size = algorithm.sizes.signature
    assert cose_sign1(size, cose_alg(algorithm)) == size + more


def test_without_a_registered_name_the_id_stands_in() -> None:
    """HashML-DSA has neither a JOSE name nor a COSE number."""
    algorithm = find("ml-dsa-44-prehash-sha512")
    assert jws_name(algorithm) == cose_alg(algorithm) == "ml-dsa-44-prehash-sha512"
    assert (jws_name(find("ml-dsa-44")), cose_alg(find("ml-dsa-44"))) == ("ML-DSA-44", -48)
