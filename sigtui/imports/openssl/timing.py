"""One figure of ``openssl speed``, before it is known what sigtui calls it."""

from dataclasses import dataclass

from sigtui.model import Operation

_OPERATIONS = {
    "private": Operation.SIGN,
    "public": Operation.VERIFY,
    "sign": Operation.SIGN,
    "signs": Operation.SIGN,
    "verify": Operation.VERIFY,
    "keygen": Operation.KEYGEN,
}
"""What openssl speed calls sigtui's operations; for RSA, versions before 3.1 only say which key works."""


def operation_of(word: str) -> str:
    """Return sigtui's word for what openssl does; its own word where sigtui has none."""
    return str(_OPERATIONS.get(word, word))


PROVIDED = "provider"
"""The part of a figure that comes from the list of the providers' signatures, which repeats RSA and ECDSA."""

ENCAPSULATED = "KEM"
"""The part of a figure that comes from the list of KEMs: also an RSA key is one there, and no signature's."""


@dataclass(frozen=True, slots=True)
class Timing:
    """What was timed: ``count`` operations in ``seconds``, or only their ``rate`` a second.

    ``label`` is openssl's own name (``rsa 2048 bits``, ``256 bits ecdsa (nistp256)``). ``size`` is the bytes of a
    message where the figure depends on it. ``part`` tells figures of the same name apart.
    """

    label: str
    operation: str
    count: int | None = None
    seconds: float | None = None
    rate: float | None = None
    size: int | None = None
    part: str = ""
