import io
import json
import struct
from array import array
from collections.abc import Callable
from dataclasses import fields

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sigtui.bench import protocol
from sigtui.bench.protocol import HEADER_BYTES, Command, Reply, decode, encode, lengths, read
from sigtui.errors import ProtocolError
from sigtui.model import KeySizes, LengthRange, ProviderInfo, Setup, Support

Text = st.text(st.characters(exclude_categories=["Cs"]), max_size=40)
Count = st.integers(0, 2**62)
Maybe = st.none() | Text
Time = st.floats(0, 1e15, allow_nan=False)

KEYS = st.builds(
    KeySizes,
    private_key=Count,
    private_key_form=Text,
    public_key=st.none() | Count,
    spki=st.none() | Count,
    pkcs8=st.none() | Count,
)
SETUPS = st.builds(
    Setup,
    batch=Count,
    overhead_ns=Time,
    call=Text,
    signature_encoding=Text,
    keys=KEYS,
    new_key=st.booleans(),
    signatures=st.none() | st.builds(LengthRange, Count, Count, Count, Count),
)
SUPPORT = st.builds(Support, Text, st.booleans(), Text)
INFOS = st.builds(
    ProviderInfo,
    name=Text,
    available=st.booleans(),
    reason=Text,
    versions=st.dictionaries(Text, Text, max_size=3),
    support=st.lists(SUPPORT, max_size=3).map(tuple),
)
SAMPLES = st.lists(Count, max_size=50).map(lambda totals: array("Q", totals).tobytes())

MESSAGES: st.SearchStrategy[Command | Reply] = st.one_of(
    st.builds(protocol.Discover, Text, st.lists(Text, max_size=5).map(tuple)),
    st.builds(protocol.Pin, Count),
    st.builds(protocol.Store, Text, st.binary(max_size=200)),
    st.builds(
        protocol.Prepare,
        number=Count,
        algorithm=Text,
        provider=Text,
        operation=Text,
        mode=Maybe,
        message=Maybe,
        batch=Count,
        warm_up_ns=Count,
        data=st.binary(max_size=200),
    ),
    st.builds(protocol.Measure, Count, Count),
    st.just(protocol.Quit()),
    st.builds(protocol.Hello, Count, Count),
    st.builds(protocol.Discovered, INFOS),
    st.builds(protocol.Prepared, Count, SETUPS, Count, Count, st.binary(max_size=200)),
    st.builds(protocol.Measured, Count, Count, st.tuples(Time, Time), Count, st.none() | Count, SAMPLES),
    st.builds(protocol.Refused, st.integers(-1, 2**62), Text),
)

KINDS = 11
HEADER = struct.Struct("=4sBxxxII")


def reader(data: bytes) -> Callable[[int], bytes]:
    """Return what reads exactly so many bytes, as the worker reads its pipe."""
    stream = io.BytesIO(data)

    def exactly(count: int) -> bytes:
        chunk = stream.read(count)
        if len(chunk) < count:
            raise EOFError
        return chunk

    return exactly


@given(MESSAGES)
def test_every_message_comes_back_as_it_was(message: Command | Reply) -> None:
    """A message that went through a frame equals the one that was sent, types and all."""
    back = read(reader(encode(message)))
    assert back == message
    assert type(back) is type(message)


@given(st.lists(MESSAGES, max_size=5))
def test_frames_follow_each_other_without_a_gap(messages: list[Command | Reply]) -> None:
    """A stream of frames is read message by message, to its very end."""
    source = reader(b"".join(encode(message) for message in messages))
    assert [read(source) for _ in messages] == messages
    with pytest.raises(EOFError):
        read(source)


@given(MESSAGES, st.data())
def test_a_frame_that_breaks_off_is_an_end_of_the_pipe(message: Command | Reply, data: st.DataObject) -> None:
    """Half a frame raises EOFError, wherever it is cut."""
    frame = encode(message)
    cut = data.draw(st.integers(0, len(frame) - 1))
    with pytest.raises(EOFError):
        read(reader(frame[:cut]))


@given(st.binary(max_size=400))
def test_arbitrary_bytes_raise_nothing_but_what_is_promised(garbage: bytes) -> None:
    """Garbage on the pipe is a ProtocolError, or the pipe's end; it never raises anything else."""
    with pytest.raises((ProtocolError, EOFError)):
        read(reader(garbage))


@given(st.binary(max_size=40))
def test_a_header_of_garbage_is_refused(garbage: bytes) -> None:
    """A header that is too short, too long or no header of ours is a ProtocolError."""
    if garbage[:4] == b"SIGT" and len(garbage) == HEADER_BYTES:
        return
    with pytest.raises(ProtocolError):
        lengths(garbage)


@given(st.integers(0, 2**32 - 1), st.integers(0, 2**32 - 1), st.integers(0, 255))
def test_a_header_promises_at_most_16_mib_of_text_and_2_gib_of_data(text: int, data: int, kind: int) -> None:
    """Lengths that no message has, and kinds that do not exist, are refused before anything is read."""
    header = HEADER.pack(b"SIGT", kind, text, data)
    if kind < KINDS and text <= 1 << 24 and data <= 1 << 31:
        assert lengths(header) == (kind, text, data)
    else:
        with pytest.raises(ProtocolError):
            lengths(header)


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | Text,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(Text, inner, max_size=4),
    max_leaves=8,
)


@given(st.integers(0, KINDS - 1), st.binary(max_size=100), st.binary(max_size=50))
def test_a_body_of_garbage_is_refused(kind: int, text: bytes, data: bytes) -> None:
    """A right header with a body of arbitrary bytes is a ProtocolError, or by chance a message."""
    try:
        message = decode(kind, text, data)
    except ProtocolError:
        return
    assert message == protocol.Quit()


@given(MESSAGES, st.data())
def test_a_message_with_a_wrong_value_is_refused(message: Command | Reply, data: st.DataObject) -> None:
    """Any JSON in the place of any field is a ProtocolError, unless it is a value that the field can have."""
    kind, text, _ = lengths(encode(message)[:HEADER_BYTES])
    values = json.loads(encode(message)[HEADER_BYTES : HEADER_BYTES + text])
    if not values:
        return
    values[data.draw(st.sampled_from(sorted(values)))] = data.draw(JSON)
    try:
        made = decode(kind, json.dumps(values).encode(), getattr(message, "data", b""))
    except ProtocolError:
        return
    assert read(reader(encode(made))) == made


@pytest.mark.parametrize(
    "text", [b"{}", b'{"number":0}', b'{"number":0,"budget_ns":1,"more":2}', b"[]", b"null", b"1"]
)
def test_missing_and_unknown_fields_are_refused(text: bytes) -> None:
    """A Measure has its two fields, no fewer and no more."""
    with pytest.raises(ProtocolError, match="Measure"):
        decode(4, text, b"")


def test_nesting_without_end_is_refused() -> None:
    """JSON so deep that Python's own parser gives up is garbage like any other."""
    with pytest.raises(ProtocolError):
        decode(4, b"[" * 100_000, b"")


@pytest.mark.parametrize("spins", ["[1.0, NaN]", "[Infinity, 1.0]", "[1.0]", "[1.0, 2.0, 3.0]", '["1", 2.0]'])
def test_a_slice_has_two_finite_spins(spins: str) -> None:
    """NaN, infinity and other numbers of spins than two are refused: they would spoil every figure after."""
    text = f'{{"number":0,"batch":1,"spins_ns":{spins},"aside_ns":0,"signature_bytes":null}}'
    with pytest.raises(ProtocolError):
        decode(9, text.encode(), bytes(8))


def test_large_data_is_carried_outside_the_text() -> None:
    """Messages, keys and samples are raw bytes behind the JSON, as long as they are and no longer."""
    data = bytes(range(256)) * 4_096
    frame = encode(protocol.Store("large", data))
    assert frame.endswith(data)
    assert len(frame) < len(data) + 100
    assert any(field.name == "data" for field in fields(protocol.Store))
