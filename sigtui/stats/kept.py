"""The samples that are kept of a case, a uniform choice of all, and what is known of the slices they came from."""

from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

CAPACITY = 20_000
"""Samples that are kept; beyond it those kept are a uniform choice of all (Vitter 1985, algorithm R)."""

_CHUNK = 1_024
_MOST_SLICES = 2 * CAPACITY


@dataclass(frozen=True, slots=True)
class Slice:
    """The reference spins right before and after a slice in ns, and the mean of its samples in ns a call."""

    spins_ns: tuple[float, float]
    mean_ns: float


@dataclass(frozen=True, slots=True, eq=False)
class Kept:
    """``values`` are ns a call, ``origins`` the row of ``slices`` that each came from.

    Nothing is ever written to an array that a state has: adding copies what it changes, and shares the rest.
    """

    values: NDArray[np.float64] = field(default_factory=lambda: np.empty(0))
    origins: NDArray[np.int32] = field(default_factory=lambda: np.empty(0, dtype=np.int32))
    _chunks: tuple[NDArray[np.float64], ...] = (np.empty((0, 3)),)

    @property
    def slices(self) -> NDArray[np.float64]:
        """Spin before, spin after (ns) and mean (ns a call) of each slice, a row each, in order.

        All of them up to 40,000; then those are forgotten of which no sample is kept any more. Joined blocks
        could not tell: a block that was slow for a tenth of its time has samples of both speeds.
        """
        return np.concatenate(self._chunks)

    def add(self, fresh: NDArray[np.float64], source: Slice, seen: int) -> "Kept":
        """Return what is kept after a slice with these samples; ``seen`` counts the samples before it."""
        number = sum(len(chunk) for chunk in self._chunks)
        chunks = _appended(self._chunks, np.array([[*source.spins_ns, source.mean_ns]]))
        room = CAPACITY - self.values.size
        values, origins = self.values, self.origins
        if room:
            values = np.concatenate([values, fresh[:room]])
            origins = np.concatenate([origins, np.full(values.size - origins.size, number, dtype=np.int32)])
        late = fresh[room:]
        if late.size:
            # Seeded by what was seen, so that folding the same events gives the same state.
            first = seen + room
            places = np.random.default_rng(first).random(late.size)
            places *= np.arange(first + 1, first + 1 + late.size)
            chosen = np.flatnonzero(places < CAPACITY)
            if chosen.size:
                slots = places[chosen].astype(np.int64)
                values, origins = values.copy(), origins.copy()
                values[slots] = late[chosen]
                origins[slots] = number
        if number + 1 < _MOST_SLICES:
            return Kept(values, origins, chunks)
        used, rows = np.unique(origins, return_inverse=True)
        return Kept(values, rows.astype(np.int32), (np.concatenate(chunks)[used],))


def _appended(
    chunks: tuple[NDArray[np.float64], ...], row: NDArray[np.float64]
) -> tuple[NDArray[np.float64], ...]:
    """Return the rows with one more; only the last chunk is copied, so that a slice costs the same at any length."""
    if len(chunks[-1]) < _CHUNK:
        return (*chunks[:-1], np.concatenate([chunks[-1], row]))
    return (*chunks, row)
