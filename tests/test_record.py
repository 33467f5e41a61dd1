import json
import math
from collections.abc import Iterator, Sequence
from dataclasses import fields

import numpy as np
import pytest

from sigtui import record
from sigtui.events import (
    CaseFailed,
    CaseFinished,
    CasePrepared,
    Event,
    RunEnded,
    RunStarted,
    SliceMeasured,
    WorkerEnded,
    WorkerStarted,
)
from sigtui.exports.json import render
from sigtui.files.encoded import Range
from sigtui.files.results import Lengths, MessageSize, Outliers, Result
from sigtui.files.snapshot import Snapshot, parse_snapshot, render_toml
from sigtui.model import (
    Case,
    Choice,
    KeySizes,
    LengthRange,
    Mode,
    Operation,
    OwnBudget,
    Plan,
    Preset,
    Setup,
    Skipped,
    WireView,
)
from sigtui.session import begin, fold
from tests.fakes import case, plan
from tests.made import SPIN_NS, totals

BASE = case("ecdsa-p256-sha256")
OTHER = case("ed25519")
HMAC = case("hmac-sha256")
KEYGEN = case("ed25519", Operation.KEYGEN)
SHOT = case("ed25519", mode=Mode.SINGLE_SHOT)
NEVER = case("ml-dsa-44")
CASES = (BASE, OTHER, HMAC, KEYGEN, SHOT, NEVER)

# contract.md, "Snapshot": what each result has, apart from what no run of this version measures.
CONTRACT = [
    *("algorithm", "provider", "operation", "mode", "message", "label", "samples", "batch", "keys"),
    *("mean_us", "error_us", "stddev_us", "min_us", "p5_us", "median_us", "p90_us", "p95_us", "p99_us"),
    *("p999_us", "max_us", "mad_us", "median_normalised_us", "ops_per_second", "ratio", "ratio_low"),
    *("ratio_high", "outliers", "skewness", "mvalue", "drift", "quantiles_us", "histogram", "rounds_us"),
    *("signature_bytes", "signature_encoding", "public_key_bytes", "private_key_bytes", "private_key_form"),
    *("spki_bytes", "pkcs8_bytes", "allocated_bytes", "wire", "verified", "error"),
]

SETUP = Setup(
    batch=1,
    overhead_ns=41.237,
    call="key.sign(message)",
    signature_encoding="der",
    keys=KeySizes(32, "scalar", 65, 91, 138),
    signatures=LengthRange(4, 284, 70, 72),
)
UNSIGNED = Setup(1, 41.0, "generate()", "raw", KeySizes(32, "seed"), signatures=None)


def slices(which: Case, mean: float, rounds: int, size: int, batch: int = 1) -> Iterator[Event]:
    """Return slices of noisy calls around a mean in ns."""
    rng = np.random.default_rng(len(which.key))
    for round_ in range(rounds):
        times = totals(batch * mean * rng.lognormal(0, 0.05, size))
        yield SliceMeasured(which, 0, round_, batch, times, (SPIN_NS, SPIN_NS), 71 if which.message else None)


def recorded(events: Sequence[Event], planned: Plan | None = None) -> Snapshot:
    """Return the snapshot after these events."""
    state = begin(RunStarted(planned or plan(CASES), "2026-05-01T12:00:00+02:00"))
    for event in events:
        state = fold(state, event)
    preset = Preset("T", BASE.algorithm.id, (Choice(BASE.algorithm),), ())
    return record.Evidence(preset, {"cpu": "a CPU"}, seed=7).snapshot(state)


@pytest.fixture(scope="module")
def whole() -> Snapshot:
    """Return the snapshot of a run with a case of every kind."""
    return recorded(
        [
            WorkerStarted(0),
            CasePrepared(BASE, SETUP),
            *slices(BASE, 50_000, 12, 500),
            CaseFinished(BASE, "precision"),
            CasePrepared(OTHER, SETUP),
            *slices(OTHER, 60_000, 12, 40),
            CaseFinished(OTHER, "time"),
            CasePrepared(HMAC, Setup(64, 16.0, "finalize()", "raw", KeySizes(32, "raw"))),
            *slices(HMAC, 1_300, 3, 100, batch=64),
            CasePrepared(KEYGEN, UNSIGNED),
            *slices(KEYGEN, 70_000_000, 5, 1),
            CasePrepared(SHOT, SETUP),
            *slices(SHOT, 100_000, 2, 10),
            CaseFailed(SHOT, "the worker died"),
            WorkerEnded(0, "", 2_000_000_000, 1_500_000_000),
            RunEnded(cancelled=False),
        ]
    )


def row(snapshot: Snapshot, which: Case) -> Result:
    """Return the row of a case."""
    return snapshot.results[CASES.index(which)]


def test_every_case_is_a_row_in_the_plans_order(whole: Snapshot) -> None:
    """The failed one and the one that was never reached too."""
    named = [(result.algorithm, result.operation, result.mode) for result in whole.results]
    assert named == [(which.algorithm.id, which.operation, which.mode) for which in CASES]


def test_every_key_of_the_contract_is_written(whole: Snapshot) -> None:
    """In JSON each row has them all, null where unknown."""
    for result in json.loads(render(whole))["results"]:
        assert set(CONTRACT) <= set(result)


def test_nothing_is_nan_or_infinite(whole: Snapshot) -> None:
    """Not in any figure, pair or histogram."""

    def numbers(value: object) -> Iterator[float]:
        if isinstance(value, float):
            yield value
        elif isinstance(value, tuple | list):
            for inner in value:
                yield from numbers(inner)
        elif isinstance(value, Result):
            yield from numbers([getattr(value, field.name) for field in fields(value)])

    found = list(numbers(list(whole.results)))
    assert len(found) > 200
    assert all(map(math.isfinite, found))
    for result in whole.results:
        assert result.histogram is None or all(map(math.isfinite, result.histogram.edges_us))


def test_it_is_written_and_read_back_equal(whole: Snapshot) -> None:
    """As TOML and as JSON."""
    assert parse_snapshot(render_toml(whole), "x.toml") == whole
    assert parse_snapshot(render(whole), "x.json") == whole


def test_the_case_is_named(whole: Snapshot) -> None:
    """Algorithm, family, provider, operation, mode, message with its length, and the call that was timed."""
    base = row(whole, BASE)
    assert (base.algorithm, base.family, base.provider) == ("ecdsa-p256-sha256", "ecdsa", "fake")
    assert (base.operation, base.mode, base.call) == ("sign", "reused-key", "key.sign(message)")
    assert base.message == MessageSize(name="m", bytes=len(b"some secret value"))
    assert base.label is None


def test_key_generation_has_neither_mode_nor_message(whole: Snapshot) -> None:
    """Nor a signature; its keys are its samples and the one that was checked."""
    keygen = row(whole, KEYGEN)
    assert (keygen.mode, keygen.message, keygen.signature_bytes, keygen.signature_encoding) == (None,) * 4
    assert (keygen.samples, keygen.keys) == (5, 6)


def test_the_figures_are_the_summarys_in_microseconds(whole: Snapshot) -> None:
    """Of 6,000 calls around 50 µs, with everything known that so many samples carry."""
    base = row(whole, BASE)
    assert (base.samples, base.batch, base.keys) == (6_000, 1, 1)
    assert base.mean_us == pytest.approx(50.06, abs=0.2)
    assert base.error_us == pytest.approx(3.29 * 0.05 * 50 / math.sqrt(6_000), rel=0.05)
    assert base.error_rounds_us == pytest.approx(base.error_us, rel=0.8)
    assert base.stddev_us == pytest.approx(2.5, rel=0.05)
    ladder = (
        base.min_us,
        base.p5_us,
        base.median_us,
        base.p90_us,
        base.p95_us,
        base.p99_us,
        base.p999_us,
        base.max_us,
    )
    known = [value for value in ladder if value is not None]
    assert len(known) == 8
    assert known == sorted(known)
    assert base.median_normalised_us == pytest.approx(50, rel=0.01)
    assert base.ops_per_second == pytest.approx(1e6 / (base.mean_us or 1))
    assert base.outliers is not None
    assert base.outliers != Outliers(low=0, high=0)
    assert (base.mvalue, base.mvalue_typical) == (2, 2)
    assert base.drift is not None
    assert base.overhead_ns == 41.24
    assert not base.overhead_subtracted


def test_the_distribution_is_stored(whole: Snapshot) -> None:
    """Quantiles, histogram and rounds agree with the figures."""
    base = row(whole, BASE)
    assert base.quantiles_us is not None
    assert base.histogram is not None
    assert base.rounds_us is not None
    assert dict(base.quantiles_us)[0.5] == base.median_us
    assert dict(base.quantiles_us)[0.0] == base.min_us
    assert dict(base.quantiles_us)[1.0] == base.max_us
    assert sum(base.histogram.counts) == base.samples
    assert (
        base.histogram.edges_us[0] <= (base.min_us or 0) < (base.max_us or 0) <= base.histogram.edges_us[-1]
    )
    assert len(base.rounds_us) == 12
    assert all(speed == pytest.approx(1, abs=0.005) for _, speed in base.rounds_us)


def test_blocks_say_which_rounds_the_medians_are_of(whole: Snapshot) -> None:
    """So that any two cases of a stored run can be paired as they were in it."""
    base = row(whole, BASE)
    assert base.blocks is not None
    assert len(base.blocks.rounds) == len(base.rounds_us or ()) == 12
    assert base.blocks.span == 1
    assert sum(base.blocks.samples) == base.samples
    means = sum(n * mean for n, mean in zip(base.blocks.samples, base.blocks.means_us, strict=True))
    assert means / sum(base.blocks.samples) == pytest.approx(base.mean_us)


def test_sizes_and_lengths_are_what_was_seen(whole: Snapshot) -> None:
    """Of the keys as the provider serialises them, and of all signatures."""
    base = row(whole, BASE)
    assert base.signature_bytes == Lengths(min=70, mean=71.0, max=72)
    assert base.signature_encoding == "der"
    assert (base.public_key_bytes, base.private_key_bytes, base.private_key_form) == (65, 32, "scalar")
    assert (base.spki_bytes, base.pkcs8_bytes) == (91, 138)
    assert row(whole, HMAC).public_key_bytes is None


def test_every_row_whose_case_was_prepared_has_its_wire(whole: Snapshot) -> None:
    """Measured where signatures were seen, nominal where keys only were; both formats say the same."""
    wires = {which: row(whole, which).wire for which in CASES}
    assert [which for which, wire in wires.items() if wire is None] == [NEVER]
    assert [wire.nominal for wire in wires.values() if wire is not None] == [False, False, False, True, False]
    base = wires[BASE]
    assert base is not None
    assert base.encoded_range == Range(min=70, typical=71, max=72)
    assert base.forms is not None
    assert (base.forms["fixed"], base.forms["der"]) == (64, 72)
    assert parse_snapshot(render(whole), "s.json") == parse_snapshot(render_toml(whole), "s.toml") == whole


def test_the_wire_is_what_the_preset_shows() -> None:
    """Its envelope and its budgets."""
    state = begin(RunStarted(plan(CASES), "2026-05-01T12:00:00+02:00"))
    state = fold(state, CasePrepared(BASE, SETUP))
    view = WireView("jws", ("cookie",), (OwnBudget("ours", 100, "http"),))
    preset = Preset("T", BASE.algorithm.id, (Choice(BASE.algorithm),), (), wire=view)
    wire = record.Evidence(preset, {}, seed=7).result(state, BASE).wire
    assert wire is not None
    assert wire.envelope == "jws"
    assert tuple(wire.budgets or ()) == ("cookie", "ours")


def test_figures_that_too_few_samples_carry_are_null(whole: Snapshot) -> None:
    """480 have no p99, five have no p5; what needs 8 rounds or 50 samples is unknown too."""
    other, keygen = row(whole, OTHER), row(whole, KEYGEN)
    assert (other.samples, other.p99_us, other.p999_us) == (480, None, None)
    assert other.p95_us is not None
    unknown = (keygen.p5_us, keygen.p90_us, keygen.p95_us, keygen.p99_us, keygen.mvalue, keygen.drift)
    assert unknown == (None,) * 6
    assert keygen.error_us is not None


def test_ratios_are_against_the_baselines_mean(whole: Snapshot) -> None:
    """Of the same operation, mode and message; the baseline's own is 1; null without a partner."""
    base, other = row(whole, BASE), row(whole, OTHER)
    assert (base.ratio, base.ratio_low, base.ratio_high) == (1, 1, 1)
    assert other.ratio == pytest.approx((other.mean_us or 0) / (base.mean_us or 1))
    assert (other.ratio_low or 0) < (other.ratio or 0) < (other.ratio_high or 0)
    for which in (KEYGEN, SHOT, NEVER):
        alone = row(whole, which)
        assert (alone.ratio, alone.ratio_low, alone.ratio_high) == (None, None, None)


def test_a_batch_is_said(whole: Snapshot) -> None:
    """Times are a call's; the loop's cost is 1.2 % of it and subtracted."""
    hmac = row(whole, HMAC)
    assert (hmac.samples, hmac.batch) == (300, 64)
    assert hmac.overhead_subtracted
    assert hmac.mean_us == pytest.approx(1.3 - 0.016, rel=0.02)


def test_a_failed_case_says_why_and_keeps_its_figures(whole: Snapshot) -> None:
    """It does not count as verified."""
    shot = row(whole, SHOT)
    assert (shot.error, shot.verified, shot.samples) == ("the worker died", False, 20)
    assert shot.mean_us == pytest.approx(100, rel=0.1)
    assert (row(whole, BASE).error, row(whole, BASE).verified) == (None, True)


def test_a_case_that_was_never_reached_is_empty(whole: Snapshot) -> None:
    """Not measured, not verified, no figure."""
    never = row(whole, NEVER)
    assert (never.error, never.verified) == ("not measured", False)
    known = {field.name for field in fields(never) if getattr(never, field.name) not in (None, False, {})}
    assert known == {"algorithm", "family", "provider", "operation", "mode", "message", "error"}


def test_an_interrupted_run_says_so() -> None:
    """What had no sample yet was interrupted; what had one has no error; while it runs nothing is missing."""
    events = [CasePrepared(BASE, SETUP), *slices(BASE, 50_000, 1, 5)]
    cancelled = recorded([*events, RunEnded(cancelled=True)])
    assert row(cancelled, BASE).error is None
    assert row(cancelled, OTHER).error == "interrupted before its first sample"
    assert cancelled.method["cancelled"] is True
    assert row(recorded(events), OTHER).error is None


def test_the_method_is_written(whole: Snapshot) -> None:
    """Version, effort, processes, seed, the reference spin, and how much of the time was measured."""
    method = dict(whole.method)
    assert method.pop("reference_spin_us") == pytest.approx(SPIN_NS / 1e3, rel=0.004)
    assert method == {
        "version": record.METHOD_VERSION,
        "effort": "test",
        "worker_processes": 1,
        "seed": 7,
        "cancelled": False,
        "reference_spin": "pow of 256 bits",
        "timed_share": 0.75,
    }
    assert (whole.machine, whole.date) == ({"cpu": "a CPU"}, "2026-05-01T12:00:00+02:00")
    assert "reference_spin_us" not in recorded([]).method


def test_what_was_not_planned_is_kept_with_its_reason() -> None:
    """A reader sees what is missing."""
    base = plan(CASES)
    planned = Plan(
        base.title,
        base.baseline,
        base.cases,
        base.messages,
        base.effort,
        (Skipped("falcon-512", "needs liboqs"),),
    )
    assert recorded([], planned).extra == {"skipped": [{"what": "falcon-512", "reason": "needs liboqs"}]}
    assert recorded([]).extra == {}
