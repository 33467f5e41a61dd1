"""The order in which every format shows results: groups of one operation, mode and message; fastest first."""

from dataclasses import dataclass

from sigtui.files.results import Result
from sigtui.files.snapshot import Snapshot
from sigtui.numbers import count


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
    return len({result.provider for result in snapshot.results}) > 1


def provenance(snapshot: Snapshot) -> tuple[str, ...]:
    """Say in three lines where the figures come from: what machine, which versions, how it was measured."""
    machine, method = snapshot.machine, snapshot.method
    where = [machine.get("cpu"), machine.get("architecture"), machine.get("os"), machine.get("virtual")]
    cores = machine.get("logical_cpus")
    hardware = ", ".join(str(part) for part in where if part)
    versions = [f"Python {machine['python']}"] if machine.get("python") else []
    providers = machine.get("providers")
    if isinstance(providers, dict):
        for libraries in providers.values():
            versions += [f"{library} {version}" for library, version in dict(libraries).items()]
    processes = method.get("worker_processes")
    how = [
        f"effort {method.get('effort')}",
        f"{processes} worker process{'' if processes == 1 else 'es'}",
        f"method {method.get('version')}",
        snapshot.date,
    ]
    return (
        hardware + (f", {cores} CPUs" if cores else ""),
        ", ".join(versions),
        ", ".join(how) + "; intervals are 99.9 %",
    )
