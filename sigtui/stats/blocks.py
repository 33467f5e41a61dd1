"""What is kept of a case's slices in order: a block each, or one for several where there would be too many."""

import math
from collections.abc import Iterable
from dataclasses import dataclass

MOST_BLOCKS = 1_024
"""Blocks that a case has at most: twice the slices of effort ``long`` (10 s of 20 ms each), so that no effort's
figures depend on it, and more than any screen has columns. Beyond it neighbours are joined in pairs."""


@dataclass(frozen=True, slots=True)
class Block:
    """One slice of a case, or neighbouring ones of a process: what bootstraps resample, and drift is read from.

    Times are nanoseconds a call; ``spins_ns`` the reference spin right before and after a slice. ``round`` is
    the first that the block holds.
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
        return math.sqrt(self.spins_ns[0] * self.spins_ns[1])

    def __add__(self, later: "Block") -> "Block":
        """Return both as one: samples and mean are exact.

        The median of two blocks does not follow from theirs. Here it is their geometric mean, weighted by
        samples as the spins are: it lies between them, and the median at typical speed (times the speed,
        which is one over the spin) is the mean of theirs whatever the machine did in between.
        """
        samples = self.samples + later.samples
        share = later.samples / samples
        return Block(
            process=self.process,
            round=min(self.round, later.round),
            samples=samples,
            mean_ns=(self.samples * self.mean_ns + later.samples * later.mean_ns) / samples,
            median_ns=_between(self.median_ns, later.median_ns, share),
            spins_ns=(
                _between(self.spins_ns[0], later.spins_ns[0], share),
                _between(self.spins_ns[1], later.spins_ns[1], share),
            ),
        )


def _between(first: float, second: float, share: float) -> float:
    """Return the geometric mean with ``share`` as the weight of the second; equal ones stay as they are."""
    return first * math.pow(second / first, share) if first else 0.0


def by_round(blocks: Iterable[Block], span: int) -> dict[tuple[int, int], Block]:
    """Return the blocks of ``span`` rounds: those of one process and one ``round // span`` are one.

    ``span`` is a multiple of what the blocks have.
    """
    found: dict[tuple[int, int], Block] = {}
    for block in blocks:
        key = (block.process, block.round // span)
        found[key] = found[key] + block if key in found else block
    return found


def grown(blocks: tuple[Block, ...], span: int, block: Block) -> tuple[tuple[Block, ...], int]:
    """Return the blocks with one slice more, and their span: it doubles where there would be over MOST_BLOCKS.

    Only a run of more worker processes than that has more blocks: one each.
    """
    if (
        span > 1
        and (last := blocks[-1]).process == block.process
        and last.round // span == block.round // span
    ):
        return (*blocks[:-1], last + block), span
    blocks = (*blocks, block)
    while len(blocks) > MOST_BLOCKS and len(blocks) > len({each.process for each in blocks}):
        span *= 2
        blocks = tuple(by_round(blocks, span).values())
    return blocks, span
