"""Everything kept of a case's samples: a value that grows by slices and never changes in place."""

from array import array
from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from sigtui.stats.bins import Bins
from sigtui.stats.tally import Tally

CAPACITY = 20_000
"""Samples that are kept; beyond it those kept are a uniform choice of all (Vitter 1985, algorithm R)."""


@dataclass(frozen=True, slots=True)
class Block:
    """One slice of a case: what bootstraps resample, and what drift is read from.

    Times are nanoseconds a call; ``spins_ns`` the reference spin right before and after the slice.
    """

    process: int
    round: int
    samples: int
    mean_ns: float
    median_ns: float
    spins_ns: tuple[float, float]

    @property
    def spin_ns(self) -> float:
        """The reference spin during this block: the geometric mean of its two ends."""
        return float(np.sqrt(self.spins_ns[0] * self.spins_ns[1]))


@dataclass(frozen=True, slots=True, eq=False)
class Collected:
    """The samples of a case: exact tally and bins of all, up to CAPACITY of them, and its blocks.

    ``values`` are nanoseconds a call (a batch's total divided by its calls), ``origins`` the index in
    ``blocks`` that each kept value came from. Equal to itself only, as its bins are.
    """

    batch: int = 1
    tally: Tally = field(default_factory=Tally)
    shortest: float = 0.0
    longest: float = 0.0
    bins: Bins = field(default_factory=Bins.empty)
    values: NDArray[np.float64] = field(default_factory=lambda: np.empty(0))
    origins: NDArray[np.int32] = field(default_factory=lambda: np.empty(0, dtype=np.int32))
    blocks: tuple[Block, ...] = ()

    @property
    def count(self) -> int:
        """Number of samples."""
        return self.tally.moments.count

    @property
    def exact(self) -> bool:
        """Whether every sample is still kept as it is."""
        return self.count <= CAPACITY

    def add(
        self,
        totals: "array[int]",
        batch: int,
        process: int,
        round_: int,
        spins_ns: tuple[float, float],
    ) -> "Collected":
        """Return the collection with one more slice; ``totals`` are ns for ``batch`` calls each."""
        fresh = np.asarray(totals) / batch
        block = Block(process, round_, fresh.size, float(fresh.mean()), float(np.median(fresh)), spins_ns)
        values, origins = self._keep(fresh)
        return Collected(
            batch=batch,
            tally=self.tally.add(fresh),
            shortest=min(self.shortest, float(fresh.min())) if self.count else float(fresh.min()),
            longest=max(self.longest, float(fresh.max())),
            bins=self.bins.add(fresh),
            values=values,
            origins=origins,
            blocks=(*self.blocks, block),
        )

    def _keep(self, fresh: NDArray[np.float64]) -> tuple[NDArray[np.float64], NDArray[np.int32]]:
        origin = np.full(fresh.size, len(self.blocks), dtype=np.int32)
        room = CAPACITY - self.values.size
        values = np.concatenate([self.values, fresh[:room]])
        origins = np.concatenate([self.origins, origin[:room]])
        late = fresh[room:]
        if late.size:
            # Seeded by what was seen, so that folding the same events gives the same state.
            seen = self.count + room
            slots = np.random.default_rng(seen).random(late.size) * np.arange(seen + 1, seen + 1 + late.size)
            kept = slots < CAPACITY
            values[slots[kept].astype(np.int64)] = late[kept]
            origins[slots[kept].astype(np.int64)] = len(self.blocks)
        return values, origins

    def quantiles(self, shares: Sequence[float]) -> list[float]:
        """Return quantiles in ns a call, one for each share: exact while every sample is kept, else by the bins."""
        if self.exact:
            return [float(value) for value in np.quantile(self.values, shares)]
        return [min(max(self.bins.quantile(share), self.shortest), self.longest) for share in shares]

    def quantile(self, share: float) -> float:
        """Return one quantile in ns a call."""
        return self.quantiles((share,))[0]

    def below(self, value: float) -> int:
        """Count the samples under a value in ns a call."""
        return int((self.values < value).sum()) if self.exact else self.bins.below(value)
