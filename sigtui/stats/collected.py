"""Everything kept of a case's samples: a value that grows by slices and never changes in place."""

from array import array
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from sigtui.stats import ranks
from sigtui.stats.bins import Bins
from sigtui.stats.blocks import Block, grown
from sigtui.stats.kept import CAPACITY, Kept, Slice
from sigtui.stats.moments import Moments
from sigtui.stats.tally import Tally


class Distribution(Protocol):
    """What says how the samples of a case are distributed, in ns a call."""

    @property
    def count(self) -> int:
        """Number of samples."""

    @property
    def bins(self) -> Bins:
        """Exact counts of all samples."""

    def quantiles(self, shares: Sequence[float]) -> list[float]:
        """Return quantiles, one for each share."""

    def below(self, value: float) -> int:
        """Count the samples under a value."""


@dataclass(frozen=True, slots=True, eq=False)
class Collected:
    """The samples of a case: exact tally and bins of all, up to CAPACITY of them, and its blocks.

    Its memory is bounded: ``blocks`` are slices while ``span`` is 1, then of ``span`` rounds each (a power of two).
    Equal to itself only, as its bins are.
    """

    batch: int = 1
    tally: Tally = field(default_factory=Tally)
    shortest: float = 0.0
    longest: float = 0.0
    bins: Bins = field(default_factory=Bins.empty)
    kept: Kept = field(default_factory=Kept)
    blocks: tuple[Block, ...] = ()
    span: int = 1

    @property
    def count(self) -> int:
        """Number of samples."""
        return self.tally.moments.count

    @property
    def exact(self) -> bool:
        """Whether every sample is still kept as it is."""
        return self.count <= CAPACITY

    @property
    def values(self) -> NDArray[np.float64]:
        """The samples kept, ns a call (a batch's total divided by its calls)."""
        return self.kept.values

    @property
    def origins(self) -> NDArray[np.int32]:
        """The slice of each kept sample, as a row of ``kept.slices``."""
        return self.kept.origins

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
        ordered, moments = np.sort(fresh), Moments.of(fresh)
        block = Block(process, round_, fresh.size, moments.mean, ranks.median(ordered), spins_ns)
        shortest = float(ordered[0])
        blocks, span = grown(self.blocks, self.span, block)
        return Collected(
            batch=batch,
            tally=self.tally.add_moments(moments),
            shortest=min(self.shortest, shortest) if self.count else shortest,
            longest=max(self.longest, float(ordered[-1])),
            bins=self.bins.add(fresh),
            kept=self.kept.add(fresh, Slice(spins_ns, moments.mean), self.count),
            blocks=blocks,
            span=span,
        )

    def settled(self) -> "Collected":
        """Return the same, for who reads its kept samples more than once."""
        return replace(self, kept=self.kept.settled())

    def quantiles(self, shares: Sequence[float]) -> list[float]:
        """Return quantiles in ns a call, one for each share: exact while every sample is kept, else by the bins."""
        if self.exact:
            return ranks.quantiles(np.sort(self.values), shares)
        return [min(max(value, self.shortest), self.longest) for value in self.bins.quantiles(shares)]

    def quantile(self, share: float) -> float:
        """Return one quantile in ns a call."""
        return self.quantiles((share,))[0]

    def below(self, value: float) -> int:
        """Count the samples under a value in ns a call."""
        return int((self.values < value).sum()) if self.exact else self.bins.below(value)


@dataclass(frozen=True, slots=True, eq=False)
class Ranked:
    """A collection with its kept samples in ascending order: sorted once, for every figure that reads them.

    ``values`` are ns a call.
    """

    collected: Collected
    values: NDArray[np.float64]

    @classmethod
    def of(cls, collected: Collected) -> "Ranked":
        """Return the samples of a collection in order."""
        return cls(collected, np.sort(collected.values))

    @property
    def count(self) -> int:
        """Number of samples."""
        return self.collected.count

    @property
    def bins(self) -> Bins:
        """Exact counts of all samples."""
        return self.collected.bins

    def quantiles(self, shares: Sequence[float]) -> list[float]:
        """Return what ``Collected.quantiles`` returns."""
        if self.collected.exact:
            return ranks.quantiles(self.values, shares)
        return self.collected.quantiles(shares)

    def below(self, value: float) -> int:
        """Count the samples under a value in ns a call."""
        if self.collected.exact:
            return int(np.searchsorted(self.values, value))
        return self.collected.below(value)
