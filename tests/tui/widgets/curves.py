"""Curves made by hand: seeded times of the shapes that algorithms have."""

import numpy as np

from sigtui.stats.bins import Bins
from sigtui.stats.curve import Curve
from tests.made import Times


def curve_of(
    name: str, times: "Times | list[float]", letter: str = "", batch: int = 1, shift: float = 0.0
) -> Curve:
    """Return the curve of these times in ns."""
    values = np.asarray(times, dtype=np.float64)
    p99 = float(np.quantile(values, 0.99)) - shift if batch == 1 and values.size >= 500 else None
    middle, mean = float(np.median(values)) - shift, float(values.mean()) - shift
    return Curve(name, letter, Bins.empty().add(values), shift, values.size, batch, middle, mean, p99)


def retrying(letter: str = "", size: int = 2_517) -> Curve:
    """Return ML-DSA's signing: one try or several, most of them 390 to 2,500 µs."""
    rng = np.random.default_rng(1)
    tries = rng.geometric(0.24, size)
    return curve_of("ml-dsa-44", 180e3 + tries * 210e3 * (1 + 0.05 * rng.standard_normal(size)), letter)


def plain(letter: str = "", size: int = 9_000) -> Curve:
    """Return ECDSA's signing: 49 µs, on a host that is slower for a third of the time."""
    rng = np.random.default_rng(2)
    times = 47.5e3 + rng.lognormal(7.2, 0.6, size)
    return curve_of("ecdsa-p256-sha256", times * np.where(rng.random(size) < 0.3, 1.8, 1), letter)


def batched(letter: str = "", size: int = 10_400) -> Curve:
    """Return HMAC's signing, in batches of 64 calls of 1.3 µs, the empty loop's 40 ns subtracted."""
    times = 1_370 + np.random.default_rng(4).lognormal(3, 0.6, size)
    return curve_of("hmac-sha256", times, letter, batch=64, shift=40.0)
