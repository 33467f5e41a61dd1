"""The order in which every format shows results: groups of one operation, mode and message; fastest first."""

from dataclasses import dataclass

from sigtui.files.results import Result
from sigtui.files.snapshot import Snapshot
from sigtui.numbers import UNKNOWN, count
from sigtui.stats.summary import P99_FROM


@dataclass(frozen=True, slots=True)
class Group:
    """Results that may stand beside each other, mean ascending, those that failed last."""

    operation: str
    mode: str | None
    message: str | None
    message_bytes: int | None
    results: tuple[Result, ...]

    @property
    def title(self) -> str:
        """Head of the group: ``SIGN · reused-key · properties 93 B``."""
        size = "" if self.message_bytes is None else f" {count(self.message_bytes)} B"
        parts = (self.operation.upper(), self.mode, f"{self.message or ''}{size}".strip())
        return " · ".join(part for part in parts if part)


def groups(snapshot: Snapshot) -> tuple[Group, ...]:
    """Return the results in groups, in the order in which these first appear."""
    found: dict[tuple[str, str | None, str | None, int | None], list[Result]] = {}
    for result in snapshot.results:
        message = result.message
        key = (
            result.operation,
            result.mode,
            message.name if message else None,
            message.bytes if message else None,
        )
        found.setdefault(key, []).append(result)
    return tuple(Group(*key, tuple(sorted(results, key=_rank))) for key, results in found.items())


def _rank(result: Result) -> tuple[bool, float]:
    return result.mean_us is None or result.error is not None, result.mean_us or 0.0


def is_baseline(snapshot: Snapshot, result: Result) -> bool:
    """Whether the result is what the others of its group are compared with."""
    return result.algorithm is not None and result.algorithm == snapshot.preset.get("baseline")


def several_providers(snapshot: Snapshot) -> bool:
    """Whether a row has to name its provider to be told from another."""
    return len({result.provider for result in snapshot.results if result.provider}) > 1


def no_p99(result: Result) -> str | None:
    """Say why a row has no p99 of single calls: it is a batch's, too few samples, or unknown; None if it has."""
    if result.batch not in (None, 1):
        return f"k={result.batch}"
    if result.p99_us is not None:
        return None
    few = result.samples is not None and result.samples < P99_FROM
    return f"n={result.samples}" if few else UNKNOWN


def not_planned(snapshot: Snapshot) -> tuple[str, ...]:
    """Say what was asked for and left out, each with the reason."""
    skipped = snapshot.extra.get("skipped")
    items = skipped if isinstance(skipped, list | tuple) else ()
    return tuple(
        f"not planned: {item.get('what')}: {item.get('reason')}" for item in items if isinstance(item, dict)
    )


def provenance(snapshot: Snapshot) -> tuple[str, ...]:
    """Say in a line each where the figures come from: what machine, which versions, how it was measured."""
    machine, method = snapshot.machine, snapshot.method
    where = [machine.get("cpu"), machine.get("architecture"), machine.get("os"), machine.get("virtual")]
    cores = machine.get("logical_cpus")
    hardware = ", ".join(str(part) for part in where if part)
    versions = [f"Python {machine['python']}"] if machine.get("python") else []
    providers = machine.get("providers")
    if isinstance(providers, dict):
        for libraries in providers.values():
            if isinstance(libraries, dict):
                versions += [f"{library} {version}" for library, version in libraries.items()]
    processes = method.get("worker_processes")
    how = [
        f"effort {method.get('effort')}",
        f"{processes} worker process{'' if processes == 1 else 'es'}",
        f"method {method.get('version')}",
        snapshot.date,
    ]
    lines = (
        hardware + (f", {cores} CPUs" if cores else ""),
        ", ".join(versions),
        ", ".join(how) + "; ± is the wider of two 99.9 % intervals, over samples and over rounds",
    )
    return tuple(line for line in lines if line)
