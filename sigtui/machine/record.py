"""The machine as a snapshot keeps it."""

from collections.abc import Sequence
from typing import TypeAlias

from sigtui.machine.facts import Machine, cpu_ranges
from sigtui.machine.fitness import warnings
from sigtui.model import ProviderInfo

Entry: TypeAlias = bool | int | float | str | list[str] | dict[str, dict[str, str]]


def document(machine: Machine, providers: Sequence[ProviderInfo]) -> dict[str, Entry]:
    """Lay out the ``machine`` block of a snapshot, with the libraries of ``providers``; unknown is absent.

    Units are in the keys (``mhz``, ``temperature_c``, ``memory_bytes``); ``cpu_quota`` is in CPUs, ``load``
    the one-minute average. ``providers`` maps a provider to its libraries' versions, ``warnings`` is what
    ``sigtui.machine.warnings`` says.
    """
    facts: dict[str, Entry | None] = {
        "os": machine.os,
        "release": machine.release,
        "architecture": machine.architecture,
        "cpu": machine.cpu,
        "features": None if machine.features is None else list(machine.features),
        "cores": machine.cores,
        "logical_cpus": machine.logical_cpus,
        "usable_cpus": None if machine.affinity is None else cpu_ranges(machine.affinity),
        "cpu_quota": _rounded(machine.cpu_quota, 2),
        "mhz": _rounded(machine.mhz, 0),
        "max_mhz": _rounded(machine.max_mhz, 0),
        "governor": machine.governor,
        "turbo": machine.turbo,
        "load": _rounded(machine.load, 2),
        "memory_bytes": machine.memory_bytes,
        "virtual": machine.virtual,
        "container": machine.container,
        "on_battery": machine.on_battery,
        "temperature_c": _rounded(machine.temperature_c, 1),
        "python": machine.python,
        "debug_build": machine.debug_build,
        "tracer": machine.tracer,
        "providers": {provider.name: dict(provider.versions) for provider in providers if provider.versions},
        "warnings": list(warnings(machine)),
    }
    return {key: value for key, value in facts.items() if value is not None}


def _rounded(value: float | None, digits: int) -> float | None:
    return None if value is None else round(value, digits)
