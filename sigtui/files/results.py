"""What a snapshot says of one case: every key of contract.md's table, unknown ones kept at their place."""

from dataclasses import dataclass, field
from typing import Annotated

from pydantic import BeforeValidator, Field

from sigtui.files.encoded import Wire
from sigtui.files.values import Count, Figure, Flag, Number, Pairs, Table, Text


def _known_flag(value: object) -> object:
    return False if value is None else value


@dataclass(frozen=True, slots=True, kw_only=True)
class MessageSize:
    """The message of a case: its name and its length in bytes; None where a foreign tool doesn't say."""

    name: Text | None = None
    bytes: Count | None = None
    extra: Table = field(default_factory=dict)


@dataclass(frozen=True, slots=True, kw_only=True)
class Outliers:
    """Numbers of samples beyond Tukey's fences: 1.5 interquartile ranges below and above the quartiles."""

    low: Count
    high: Count
    extra: Table = field(default_factory=dict)


@dataclass(frozen=True, slots=True, kw_only=True)
class Histogram:
    """Counts of samples between edges in µs; one edge more than counts."""

    edges_us: tuple[Number, ...]
    counts: tuple[Count, ...]
    extra: Table = field(default_factory=dict)

    def __post_init__(self) -> None:
        if len(self.edges_us) != len(self.counts) + 1:
            found = f"{len(self.edges_us)} edges_us and {len(self.counts)} counts"
            raise ValueError(f"has {found}; it needs one edge more than counts")


@dataclass(frozen=True, slots=True, kw_only=True)
class Blocks:
    """Which rounds the pairs of ``rounds_us`` are, so that two cases of a run can be paired: a value for each.

    ``processes`` and ``rounds`` number the worker and the first round of a block of ``span`` rounds; ``samples``
    is its n, ``means_us`` its mean.
    """

    span: Annotated[Count, Field(ge=1)] = 1
    processes: tuple[Count, ...]
    rounds: tuple[Count, ...]
    samples: tuple[Count, ...]
    means_us: tuple[Number, ...]
    extra: Table = field(default_factory=dict)

    def __post_init__(self) -> None:
        lengths = {len(each) for each in (self.processes, self.rounds, self.samples, self.means_us)}
        if len(lengths) > 1:
            raise ValueError("has lists of different lengths; it needs a value for each block in all of them")


@dataclass(frozen=True, slots=True, kw_only=True)
class Lengths:
    """Lengths in bytes of the signatures that were seen."""

    min: Count
    mean: Number
    max: Count
    extra: Table = field(default_factory=dict)


@dataclass(frozen=True, slots=True, kw_only=True)
class Result:
    """One case's row. None means unknown; times are µs a call, sizes bytes, raw standard encodings.

    The case: ``mode`` and ``message`` are None for keygen; an imported row may have no ``algorithm`` id,
    but the tool's own text as its ``label``. ``call`` is the provider call that was timed.

    The numbers (measurement.md, "Numbers of a summary"): ``samples`` is n, ``batch`` the calls a sample.
    ``error_us`` is half of the mean's 99.9 % interval, ``error_rounds_us`` the same with rounds instead of
    samples as the units. Quantiles are None where n is too small. ``median_normalised_us`` is the median at
    the machine's typical speed. ``overhead_ns`` is the
    empty timed loop's cost a call. ``ratio`` is mean ÷ the baseline's mean for the same operation, mode and message,
    with the ends of its interval.

    The distribution: ``quantiles_us`` are pairs of q and µs; ``rounds_us`` pairs of a round's median in µs
    and the machine's speed then (1 is typical), ``blocks`` which rounds these are.

    The sizes: ``private_key_form`` is the form that the provider keeps (``seed``, ``expanded``);
    ``wire`` is what the signature takes as it travels.

    ``stopped`` says why no more was measured: ``precision`` (the effort's was reached), ``time`` (its budget was
    spent) or ``limit`` (the case is too slow for its least samples).

    ``extra`` are the keys that this version does not know; they are written back where they were.
    """

    algorithm: Text | None = None
    label: Text | None = None
    family: Text | None = None
    provider: Text | None = None
    operation: Text
    mode: Text | None = None
    message: MessageSize | None = None
    call: Text | None = None
    samples: Count | None = None
    batch: Count | None = None
    keys: Count | None = None
    mean_us: Figure = None
    error_us: Figure = None
    error_rounds_us: Figure = None
    stddev_us: Figure = None
    min_us: Figure = None
    p5_us: Figure = None
    median_us: Figure = None
    p90_us: Figure = None
    p95_us: Figure = None
    p99_us: Figure = None
    p999_us: Figure = None
    max_us: Figure = None
    mad_us: Figure = None
    median_normalised_us: Figure = None
    overhead_ns: Figure = None
    overhead_subtracted: Annotated[Flag, BeforeValidator(_known_flag)] = False
    ops_per_second: Figure = None
    ratio: Figure = None
    ratio_low: Figure = None
    ratio_high: Figure = None
    outliers: Outliers | None = None
    skewness: Figure = None
    mvalue: Figure = None
    mvalue_typical: Figure = None
    drift: Figure = None
    quantiles_us: Pairs | None = None
    histogram: Histogram | None = None
    rounds_us: Pairs | None = None
    blocks: Blocks | None = None
    signature_bytes: Lengths | None = None
    signature_encoding: Text | None = None
    public_key_bytes: Count | None = None
    private_key_bytes: Count | None = None
    private_key_form: Text | None = None
    spki_bytes: Count | None = None
    pkcs8_bytes: Count | None = None
    allocated_bytes: Figure = None
    wire: Wire | None = None
    verified: Flag | None = None
    stopped: Text | None = None
    error: Text | None = None
    extra: Table = field(default_factory=dict)

    @property
    def half_width_us(self) -> float | None:
        """Half of the mean's 99.9 % interval as it is shown: the wider of the two, in µs."""
        known = [error for error in (self.error_us, self.error_rounds_us) if error is not None]
        return max(known, default=None)
