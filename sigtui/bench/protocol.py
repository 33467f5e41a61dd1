"""Everything that parent and worker say to each other, and how it looks on the pipe.

A frame is a header (magic, kind, two lengths), a JSON object, and raw bytes for what is large: a message,
a key, a slice's samples. Both ends run on one machine, so numbers are in its own byte order.
"""

import json
import math
import struct
from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass, fields, is_dataclass
from typing import Any, Protocol, get_args, get_origin

from sigtui.errors import ProtocolError
from sigtui.model import KeySizes, LengthRange, ProviderInfo, Setup, Support

VERSION = 1

_HEADER = struct.Struct("=4sBxxxII")
HEADER_BYTES = _HEADER.size
_MAGIC = b"SIGT"
_JSON_MOST = 1 << 24
_DATA_MOST = 1 << 31


# What the parent asks.


@dataclass(frozen=True, slots=True)
class Discover:
    """Load a provider and try these algorithms (ids); answered by Discovered."""

    provider: str
    algorithms: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Pin:
    """Run on this CPU from now on; answered by Hello or Refused."""

    cpu: int


@dataclass(frozen=True, slots=True)
class Store:
    """Keep a message under its name; not answered."""

    name: str
    data: bytes


@dataclass(frozen=True, slots=True)
class Prepare:
    """Make a case ready under a number; answered by Prepared or Refused.

    ``batch`` is what an earlier worker calibrated, or 0; ``data`` a serialised key to use, or empty.
    """

    number: int
    algorithm: str
    provider: str
    operation: str
    mode: str | None
    message: str | None
    batch: int
    warm_up_ns: int
    data: bytes


@dataclass(frozen=True, slots=True)
class Measure:
    """Time a slice of a prepared case; answered by Measured or Refused."""

    number: int
    budget_ns: int


@dataclass(frozen=True, slots=True)
class Quit:
    """End the worker; not answered."""


# What the worker answers.


@dataclass(frozen=True, slots=True)
class Hello:
    """The worker is there and speaks this version."""

    version: int
    pid: int


@dataclass(frozen=True, slots=True)
class Discovered:
    """What a provider can do here."""

    info: ProviderInfo


@dataclass(frozen=True, slots=True)
class Prepared:
    """The case is checked and warm. ``data`` is its serialised key where creating it was slow, else empty.

    ``checked_ns`` were spent on the key and the checks, ``warmed_ns`` on calibration and warm-up.
    """

    number: int
    setup: Setup
    checked_ns: int
    warmed_ns: int
    data: bytes


@dataclass(frozen=True, slots=True)
class Measured:
    """A slice: ``data`` is an array('Q') of ns a batch, ``spins_ns`` the spin before and after.

    ``aside_ns`` were spent on the spins and the check of the last result.
    """

    number: int
    batch: int
    spins_ns: tuple[float, float]
    aside_ns: int
    signature_bytes: int | None
    data: bytes


@dataclass(frozen=True, slots=True)
class Refused:
    """A case can't be prepared or measured; ``number`` is -1 where no case is meant."""

    number: int
    reason: str


Command = Discover | Pin | Store | Prepare | Measure | Quit
Reply = Hello | Discovered | Prepared | Measured | Refused

_KINDS: tuple[type[Any], ...] = (
    *(Discover, Pin, Store, Prepare, Measure, Quit),
    *(Hello, Discovered, Prepared, Measured, Refused),
)


def _setup(value: Any) -> Setup:  # noqa: ANN401 - parsed JSON
    lengths = value.pop("signatures")
    return Setup(
        **{**value, "keys": KeySizes(**value["keys"])}, signatures=LengthRange(**lengths) if lengths else None
    )


def _info(value: Any) -> ProviderInfo:  # noqa: ANN401 - parsed JSON
    return ProviderInfo(**{**value, "support": tuple(Support(**item) for item in value["support"])})


_REBUILD: dict[str, Callable[[Any], Any]] = {
    "setup": _setup,
    "info": _info,
    "algorithms": tuple,
    "spins_ns": tuple,
}


def _fits(value: Any, kind: Any) -> bool:  # noqa: ANN401 - parsed JSON, and the type of a field
    """Whether a value, and all that it holds, is of the type that its field declares."""
    origin, inside = get_origin(kind), get_args(kind)
    if origin is tuple:
        right = isinstance(value, tuple) and (inside[-1] is ... or len(value) == len(inside))
        return right and all(_fits(item, inside[0]) for item in value)
    if origin is Mapping:
        return isinstance(value, dict) and all(_fits(item, inside[1]) for item in value.values())
    if kind is float:
        return isinstance(value, int | float) and math.isfinite(value)
    if not isinstance(value, kind):
        return False
    return not is_dataclass(value) or all(
        _fits(getattr(value, field.name), field.type) for field in fields(value)
    )


class Reader(Protocol):
    """Anything that reads exactly n bytes, or raises EOFError."""

    def __call__(self, count: int, /) -> bytes:
        """Read exactly this many bytes."""


def encode(message: Command | Reply) -> bytes:
    """Return the message as one frame."""
    data: bytes = getattr(message, "data", b"")
    head = {key: value for key, value in asdict(message).items() if key != "data"}
    text = json.dumps(head, separators=(",", ":")).encode()
    return _HEADER.pack(_MAGIC, _KINDS.index(type(message)), len(text), len(data)) + text + data


def lengths(header: bytes) -> tuple[int, int, int]:
    """Return kind, JSON length and data length of a frame; ProtocolError if it isn't a header of ours."""
    if len(header) != HEADER_BYTES:
        raise ProtocolError(f"the pipe carried half a header: {header[:16]!r}")
    magic, kind, text, data = _HEADER.unpack(header)
    if magic != _MAGIC or kind >= len(_KINDS) or text > _JSON_MOST or data > _DATA_MOST:
        raise ProtocolError(f"the pipe carried garbage: {header[:16]!r}")
    return kind, text, data


def decode(kind: int, text: bytes, data: bytes) -> Command | Reply:
    """Return the message of a frame; ProtocolError if its content is not what its kind needs."""
    made = _KINDS[kind]
    try:
        values = json.loads(text)
        for key, rebuild in _REBUILD.items():
            if key in values:
                values[key] = rebuild(values[key])
        if any(field.name == "data" for field in fields(made)):
            values["data"] = data
        message: Command | Reply = made(**values)
    except (ValueError, TypeError, KeyError, AttributeError, RecursionError) as error:
        raise ProtocolError(f"a {made.__name__} frame that can't be read: {error}") from error
    if not _fits(message, made):
        raise ProtocolError(f"a {made.__name__} frame that can't be read: a value of the wrong type")
    return message


def read(source: Reader) -> Command | Reply:
    """Read one message; EOFError at the end of the pipe, ProtocolError for anything that is no frame."""
    kind, text, data = lengths(source(HEADER_BYTES))
    return decode(kind, source(text), source(data) if data else b"")
