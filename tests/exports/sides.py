"""Comparisons made by hand for the exports: of algorithms, and of message lengths."""

from dataclasses import replace

from sigtui.comparing.pivot import Compared, compare
from sigtui.comparing.sides import Source
from sigtui.files.results import MessageSize
from sigtui.files.snapshot import Snapshot
from sigtui.model import Comparison, Varying
from tests.exports.fixed import ECDSA, FIXED, ML_DSA
from tests.made import snapshot

PREMIUM = Comparison(
    "post-quantum premium <b>",
    baseline="ecdsa-p256-sha256",
    modes=(),
    notes="What it costs to be quantum-safe.\n\n<i>Second</i> paragraph.",
)


def premium(of: Snapshot = FIXED) -> Compared:
    """Return the algorithms of a snapshot side by side."""
    return compare(PREMIUM, [Source("run", of)])


def lengths() -> Compared:
    """Return two algorithms over two lengths of message, and one over an empty one."""
    rows = [
        replace(
            result,
            mean_us=(result.mean_us or 0.0) * (1 + size / 1_000),
            message=MessageSize(name=name, bytes=size),
        )
        for result in (ECDSA, ML_DSA)
        for name, size in (("short", 17), ("long", 1_024))
    ]
    empty = replace(ECDSA, message=MessageSize(name="empty", bytes=0))
    return compare(Comparison("lengths", Varying.MESSAGES), [Source("run", snapshot(*rows, empty))])
