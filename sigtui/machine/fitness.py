"""Whether a machine is fit to measure on: one line a cause, with what it spoils and the remedy."""

from collections.abc import Callable
from typing import TypeAlias

from sigtui.machine.facts import Machine, cpu_ranges

BUSY_PROCESSES = 2
"""The worker that measures, and the process that shows or counts what comes from it."""

HOT_C = 90.0
"""From here on processors are about to lower their clock (Intel and AMD stop at 95 to 105 °C)."""

MOVING_GOVERNORS = frozenset({"conservative", "interactive", "ondemand", "powersave", "schedutil"})
"""Governors that don't hold the clock at its top (Linux, admin-guide/pm/cpufreq and intel_pstate)."""

QUOTA_REMEDIES = {
    "docker": "start the container without --cpus",
    "podman": "start the container without --cpus",
    "kubernetes": "remove the pod's CPU limit",
}

Check: TypeAlias = Callable[[Machine, int], str | None]

SHARED_HOST = "Virtual machine"
"""How the warning begins that other guests of a host may be felt."""


def warnings(machine: Machine, cpus_wanted: int | None = None) -> tuple[str, ...]:
    """Tell what makes figures of this machine doubtful, the worst first, a line each.

    Each line reads ``cause (amount). What it spoils. Remedy.`` ``cpus_wanted`` is how many processes are
    busy during the run, two unless said: the worker and this one.
    """
    wanted = BUSY_PROCESSES if cpus_wanted is None else cpus_wanted
    found = (check(machine, wanted) for check in CHECKS)
    return tuple(line for line in found if line is not None)


def pin_reason(cpu: int, machine: Machine) -> str | None:
    """Why the worker can't be pinned to ``cpu``, with what is allowed; None if it can."""
    if machine.affinity is None:
        return f"CPU {cpu}: this system has no CPU pinning"
    if cpu in machine.affinity:
        return None
    return f"CPU {cpu}: this process may use {cpu_ranges(machine.affinity)}"


def _debug_build(machine: Machine, _: int) -> str | None:
    if not machine.debug_build:
        return None
    return (
        f"Python is a debug build ({machine.python}). Spoils every time: it checks itself in each call. "
        "Remedy: run sigtui with a release build."
    )


def _tracer(machine: Machine, _: int) -> str | None:
    if machine.tracer is None:
        return None
    return (
        f"Tracing is on ({machine.tracer}). Spoils every time once the worker inherits it. "
        "Remedy: run sigtui without it."
    )


def _translated(machine: Machine, _: int) -> str | None:
    if machine.os != "macOS" or machine.architecture != "x86_64" or "Apple" not in (machine.cpu or ""):
        return None
    return (
        f"Python is built for x86-64 ({machine.cpu}). Spoils every time: Rosetta 2 translates each call. "
        "Remedy: install Python for arm64."
    )


def _load(machine: Machine, _: int) -> str | None:
    cores = machine.cores or machine.logical_cpus
    # The worker needs a core for itself; below a half, a single core is idle for all that the average shows.
    if machine.load is None or cores is None or machine.load <= max(cores - 1, 0.5):
        return None
    return (
        f"Load average {machine.load:.1f} on {_count(cores, 'core')}. Spoils every time. "
        "Remedy: close other programs, wait a minute, then run again."
    )


def _cpus(machine: Machine, wanted: int) -> str | None:
    usable, cores, logical = machine.usable_cpus, machine.cores, machine.logical_cpus
    if usable is None:
        return None
    if usable < wanted:
        more = logical is not None and logical >= wanted
        remedy = (
            f"allow this process more of the {logical} CPUs" if more else f"use a machine with {wanted} CPUs"
        )
        return (
            f"{_count(usable, 'CPU')} for {wanted} busy processes. "
            f"Spoils p99: the screen and the worker share one. Remedy: {remedy}."
        )
    if cores is not None and cores < wanted:
        return (
            f"{_count(cores, 'core')} for {wanted} busy processes ({usable} threads). "
            f"Spoils p99: the screen's thread slows the worker's. Remedy: use a machine with {wanted} cores."
        )
    return None


def _quota(machine: Machine, wanted: int) -> str | None:
    if machine.cpu_quota is None or machine.cpu_quota >= wanted:
        return None
    by = machine.container or "its control group"
    remedy = QUOTA_REMEDIES.get(by, "raise cpu.max of its control group")
    return (
        f"CPU quota {round(machine.cpu_quota, 2):g} for {wanted} busy processes (by {by}). "
        f"Spoils p99: once it is spent, the kernel halts the worker. Remedy: {remedy}."
    )


def _temperature(machine: Machine, _: int) -> str | None:
    if machine.temperature_c is None or machine.temperature_c < HOT_C:
        return None
    return (
        f"CPU temperature {machine.temperature_c:.0f} °C. Spoils every time: a hot CPU lowers its clock. "
        "Remedy: let it cool down, then run again."
    )


def _battery(machine: Machine, _: int) -> str | None:
    if not machine.on_battery:
        return None
    return (
        "Running on battery. Spoils every time: the system saves power by a lower clock. "
        "Remedy: plug it in, then run again."
    )


def _governor(machine: Machine, _: int) -> str | None:
    if machine.governor is None or MOVING_GOVERNORS.isdisjoint(machine.governor.split(", ")):
        return None
    return (
        f"Frequency governor {machine.governor}{_clock(machine)}. "
        "Spoils every time: the clock is not held at its top. "
        "Remedy: sudo cpupower frequency-set -g performance."
    )


def _turbo(machine: Machine, _: int) -> str | None:
    if not machine.turbo:
        return None
    return (
        f"Turbo is on{_clock(machine)}. "
        "Spoils comparisons between runs: the clock varies with heat and load. "
        "Remedy: switch it off (no_turbo or boost in /sys/devices/system/cpu)."
    )


def _virtual(machine: Machine, _: int) -> str | None:
    if machine.virtual is None:
        return None
    name = "unnamed hypervisor" if machine.virtual == "vm-other" else machine.virtual
    return (
        f"{SHARED_HOST} ({name}). Spoils p99, not ratios: others on its host change its speed. "
        "Remedy: repeat on a dedicated host before you promise a p99."
    )


def _clock(machine: Machine) -> str:
    if machine.mhz is None:
        return ""
    top = f" of {machine.max_mhz:,.0f}" if machine.max_mhz is not None else ""
    return f" ({machine.mhz:,.0f}{top} MHz now)"


def _count(amount: int, noun: str) -> str:
    return f"{amount} {noun}" if amount == 1 else f"{amount} {noun}s"


CHECKS: tuple[Check, ...] = (
    *(_debug_build, _tracer, _translated, _load, _cpus, _quota),
    *(_temperature, _battery, _governor, _turbo, _virtual),
)
"""Every check, the ones that spoil most first: a screen shows two lines and counts the rest."""
