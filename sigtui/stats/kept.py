"""The samples that are kept of a case, a uniform choice of all, and what is known of the slices they came from."""

from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

CAPACITY = 20_000
"""Samples that are kept; beyond it those kept are a uniform choice of all (Vitter 1985, algorithm R)."""

_CHUNK = 1_024
_MOST_SLICES = 2 * CAPACITY
_MOST_ASIDE = 16


@dataclass(frozen=True, slots=True)
class Slice:
    """The reference spins right before and after a slice in ns, and the mean of its samples in ns a call."""

    spins_ns: tuple[float, float]
    mean_ns: float


@dataclass(frozen=True, slots=True, eq=False)
class _Aside:
    """Samples of one slice and the places that they take among those kept; ``row`` is the slice's."""

    places: NDArray[np.intp]
    values: NDArray[np.float64]
    row: int


@dataclass(frozen=True, slots=True, eq=False)
class Kept:
    """``count`` samples. Nothing is ever written to an array that a state has.

    Copying 20,000 samples for each slice would take as long as all else: those of the last few slices lie
    aside until somebody reads, or they are many.
    """

    count: int = 0
    _values: NDArray[np.float64] = field(default_factory=lambda: np.empty(0))
    _origins: NDArray[np.int32] = field(default_factory=lambda: np.empty(0, dtype=np.int32))
    _chunks: tuple[NDArray[np.float64], ...] = (np.empty((0, 3)),)
    _aside: tuple[_Aside, ...] = ()

    @property
    def values(self) -> NDArray[np.float64]:
        """The samples in ns a call."""
        return self.settled()._values

    @property
    def origins(self) -> NDArray[np.int32]:
        """The row of ``slices`` that each sample came from."""
        return self.settled()._origins

    @property
    def slices(self) -> NDArray[np.float64]:
        """Spin before, spin after (ns) and mean (ns a call) of each slice, a row each, in order.

        All of them up to 40,000; then those are forgotten of which no sample is kept any more. Joined blocks
        could not tell: a block that was slow for a tenth of its time has samples of both speeds.
        """
        return np.concatenate(self._chunks)

    def add(self, fresh: NDArray[np.float64], source: Slice, seen: int) -> "Kept":
        """Return what is kept after a slice with these samples; ``seen`` counts the samples before it."""
        row = sum(len(chunk) for chunk in self._chunks)
        room = CAPACITY - self.count
        early, late = fresh[:room], fresh[room:]
        count, aside = self.count + early.size, self._aside
        if early.size:
            aside = (*aside, _Aside(np.arange(self.count, count), early.copy(), row))
        if late.size:
            # Seeded by what was seen, so that folding the same events gives the same state.
            first = seen + room
            places = np.random.default_rng(first).random(late.size)
            places *= np.arange(first + 1, first + 1 + late.size)
            chosen = np.flatnonzero(places < CAPACITY)
            if chosen.size:
                aside = (*aside, _Aside(places[chosen].astype(np.intp), late[chosen], row))
        chunks = _appended(self._chunks, np.array([[*source.spins_ns, source.mean_ns]]))
        kept = Kept(count, self._values, self._origins, chunks, aside)
        if row + 1 >= _MOST_SLICES:
            return kept._without_unused()
        return kept.settled() if len(aside) > _MOST_ASIDE else kept

    def settled(self) -> "Kept":
        """Return the same with nothing aside: who reads more than once saves time."""
        if not self._aside:
            return self
        values, origins = np.empty(self.count), np.empty(self.count, dtype=np.int32)
        values[: self._values.size], origins[: self._origins.size] = self._values, self._origins
        for each in self._aside:
            values[each.places], origins[each.places] = each.values, each.row
        return Kept(self.count, values, origins, self._chunks)

    def _without_unused(self) -> "Kept":
        """Return the same without the slices that no kept sample came from."""
        used, rows = np.unique(self.origins, return_inverse=True)
        return Kept(self.count, self.values, rows.astype(np.int32), (self.slices[used],))


def _appended(
    chunks: tuple[NDArray[np.float64], ...], row: NDArray[np.float64]
) -> tuple[NDArray[np.float64], ...]:
    """Return the rows with one more; only the last chunk is copied, so that a slice costs the same at any length."""
    if len(chunks[-1]) < _CHUNK:
        return (*chunks[:-1], np.concatenate([chunks[-1], row]))
    return (*chunks, row)
