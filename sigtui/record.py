"""From the state of a run to the snapshot that both faces show and keep."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from sigtui.files.preset import preset_document
from sigtui.files.results import Blocks, Histogram, Lengths, MessageSize, Outliers, Result
from sigtui.files.snapshot import Snapshot
from sigtui.findings import findings
from sigtui.model import Case, KeySizes, Preset
from sigtui.session import CaseState, CaseStatus, SessionState
from sigtui.stats.collected import Collected
from sigtui.stats.compare import Ratio
from sigtui.stats.summary import Summary, shift_of
from sigtui.wireblock import wire_block

METHOD_VERSION = "1"
"""Changes whenever figures of two versions of sigtui can't be compared any more."""


@dataclass(frozen=True, slots=True)
class Evidence:
    """What makes the figures of a run credible, besides its state: the preset, the machine's document, the seed."""

    preset: Preset
    machine: Mapping[str, object]
    seed: int

    def snapshot(self, state: SessionState) -> Snapshot:
        """Return everything measured so far, with what there is to warn of."""
        made = self.around(state, tuple(self.result(state, case) for case in state.plan.cases))
        said = list(findings(made).warnings)
        return replace(made, extra={**made.extra, "warnings": said}) if said else made

    def result(self, state: SessionState, case: Case) -> Result:
        """Return one case's row as it is now, with what its signature takes as it travels."""
        made = result(state, case)
        return replace(made, wire=wire_block(made, case.algorithm, self.preset.wire))

    def around(self, state: SessionState, results: tuple[Result, ...]) -> Snapshot:
        """Return some rows with all that is known of their run."""
        skipped = [{"what": item.what, "reason": item.reason} for item in state.plan.skipped]
        return Snapshot(
            preset=preset_document(self.preset),
            machine=self.machine,
            method=_method(state, self.seed),
            date=state.date,
            results=results,
            extra={"skipped": skipped} if skipped else {},
        )


def _method(state: SessionState, seed: int) -> dict[str, object]:
    method: dict[str, object] = {
        "version": METHOD_VERSION,
        "effort": state.plan.effort.name,
        "worker_processes": state.processes,
        "seed": seed,
        "cancelled": state.cancelled,
    }
    if state.typical_ns:
        method["reference_spin"] = "pow of 256 bits"
        method["reference_spin_us"] = _us(state.typical_ns)
    if state.timed_share is not None:
        method["timed_share"] = round(state.timed_share, 4)
    return method


def result(state: SessionState, case: Case) -> Result:
    """Return one case's row as it is now, all but its ``wire``."""
    told = state.cases[case]
    summary = state.summary(case)
    message = None
    if case.message is not None:
        message = MessageSize(name=case.message, bytes=len(state.plan.messages[case.message].data))
    sizes: dict[str, Any] = _key_sizes(told.setup.keys) if told.setup else {}
    numbers: dict[str, Any] = _numbers(summary, told.overhead_ns) if summary else {}
    if summary:
        numbers["blocks"] = _blocks(told.collected, shift_of(told.collected, told.overhead_ns))
    return Result(
        algorithm=case.algorithm.id,
        family=case.algorithm.family,
        provider=case.provider,
        operation=str(case.operation),
        mode=str(case.mode) if case.mode else None,
        message=message,
        call=told.setup.call if told.setup else None,
        keys=told.keys or None,
        signature_encoding=told.setup.signature_encoding if told.setup and told.signatures else None,
        signature_bytes=_lengths(told),
        verified=told.setup is not None and told.status is not CaseStatus.FAILED,
        stopped=told.reason if told.status is CaseStatus.FINISHED else None,
        error=_error(told, state),
        **sizes,
        **numbers,
        **_ratios(state, case, state.ratio(case)),
    )


def _error(told: CaseState, state: SessionState) -> str | None:
    if told.status is CaseStatus.FAILED:
        return told.reason
    if not told.collected.count and state.ended:
        return "interrupted before its first sample" if state.cancelled else "not measured"
    return None


def _us(nanoseconds: float) -> float:
    """Return µs with the picosecond as the last digit: finer figures are no one's measurement."""
    return round(nanoseconds / 1_000, 6)


def _maybe_us(nanoseconds: float | None) -> float | None:
    return None if nanoseconds is None else _us(nanoseconds)


def _numbers(summary: Summary, overhead_ns: float) -> dict[str, Any]:
    return {
        "samples": summary.samples,
        "batch": summary.batch,
        "mean_us": _us(summary.mean),
        "error_us": _maybe_us(summary.error),
        "error_rounds_us": _maybe_us(summary.error_rounds),
        "stddev_us": _maybe_us(summary.stddev),
        "min_us": _us(summary.shortest),
        "p5_us": _maybe_us(summary.p5),
        "median_us": _us(summary.median),
        "p90_us": _maybe_us(summary.p90),
        "p95_us": _maybe_us(summary.p95),
        "p99_us": _maybe_us(summary.p99),
        "p999_us": _maybe_us(summary.p999),
        "max_us": _us(summary.longest),
        "mad_us": _us(summary.mad),
        "median_normalised_us": _us(summary.median_normalised),
        "overhead_ns": round(overhead_ns, 2),
        "overhead_subtracted": summary.overhead_subtracted,
        "ops_per_second": 1e9 / summary.mean,
        "outliers": Outliers(low=summary.outliers.low, high=summary.outliers.high),
        "skewness": summary.skewness,
        "mvalue": summary.mvalue,
        "mvalue_typical": summary.mvalue_typical,
        "drift": summary.drift.change if summary.drift else None,
        "quantiles_us": tuple((share, _us(value)) for share, value in summary.quantiles),
        "histogram": Histogram(
            edges_us=tuple(_us(edge) for edge in summary.histogram.edges), counts=summary.histogram.counts
        ),
        "rounds_us": tuple((_us(median), round(speed, 4)) for median, speed in summary.rounds),
    }


def _blocks(collected: Collected, shift_ns: float) -> Blocks:
    found = collected.blocks
    return Blocks(
        span=collected.span,
        processes=tuple(block.process for block in found),
        rounds=tuple(block.round for block in found),
        samples=tuple(block.samples for block in found),
        means_us=tuple(_us(block.mean_ns - shift_ns) for block in found),
    )


def _key_sizes(keys: KeySizes) -> dict[str, Any]:
    return {
        "public_key_bytes": keys.public_key,
        "private_key_bytes": keys.private_key,
        "private_key_form": keys.private_key_form,
        "spki_bytes": keys.spki,
        "pkcs8_bytes": keys.pkcs8,
    }


def _lengths(told: CaseState) -> Lengths | None:
    seen = told.signatures
    if seen is None:
        return None
    return Lengths(min=seen.shortest, mean=round(seen.mean, 3), max=seen.longest)


def _ratios(state: SessionState, case: Case, ratio: Ratio | None) -> dict[str, Any]:
    if ratio is not None:
        return {"ratio": ratio.mean, "ratio_low": ratio.low, "ratio_high": ratio.high}
    itself = state.partner(case) == case and state.cases[case].collected.count
    return {"ratio": 1.0, "ratio_low": 1.0, "ratio_high": 1.0} if itself else {}
