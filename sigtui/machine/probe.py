"""Finding out what this machine is: the one place that joins what files, Python and psutil say."""

import subprocess
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

from sigtui.machine import hosting, portable, power, processor
from sigtui.machine.access import attempt
from sigtui.machine.facts import Machine

Sysctl = Callable[[str], str | None]

SYSCTL_SECONDS = 0.04
"""How long one of two calls of sysctl can take (it needs about 5 ms): inspect() has 0.1 s in all."""


def sysctl(name: str) -> str | None:
    """Ask macOS for the value of ``name``; None if it says nothing in time."""
    command = ["/usr/sbin/sysctl", "-n", name]
    ended = attempt(
        lambda: subprocess.run(  # noqa: S603 - an absolute path and a constant name, no shell
            command, capture_output=True, check=True, text=True, timeout=SYSCTL_SECONDS
        )
    )
    return ended.stdout.strip() or None if ended is not None else None


def inspect(root: Path = Path("/"), known: Machine | None = None, sysctl: Sysctl = sysctl) -> Machine:
    """Find out what this machine is, in under 0.1 s; whatever can't be read is None, nothing is raised.

    ``known`` is what Python and psutil say (read if None), ``root`` where the system's files are and
    ``sysctl`` asks macOS for a value.
    """
    machine = portable.read() if known is None else known
    if machine.os == "Linux":
        return _linux(root, machine)
    if machine.os == "macOS":
        guest = sysctl("kern.hv_vmm_present") == "1"
        return replace(machine, cpu=sysctl("machdep.cpu.brand_string"), virtual="vm-other" if guest else None)
    return machine


def _linux(root: Path, machine: Machine) -> Machine:
    info = processor.cpuinfo(root)
    flags = processor.flags(info) or ()
    cpus = machine.affinity or range(machine.logical_cpus or 1)
    return replace(
        machine,
        cpu=processor.model(root, info),
        features=processor.features(info),
        cpu_quota=hosting.cpu_quota(root),
        mhz=machine.mhz if power.clock_is_measured(root, flags) else None,
        governor=power.governor(root, cpus),
        turbo=power.turbo(root),
        virtual=hosting.hypervisor(root, flags, machine.release or ""),
        container=hosting.container(root),
        on_battery=power.on_battery(root),
        temperature_c=power.temperature(root),
    )
