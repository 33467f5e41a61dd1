"""What is known of a machine: the facts that a snapshot keeps, without a name of a host, a user or a path."""

from collections.abc import Sequence
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Machine:
    """The machine as it was found; None is unknown, never a guess.

    ``os`` is ``Linux``, ``macOS`` or what Python's platform module says, ``release`` the kernel's release
    (macOS: the system's version). ``features`` are the instructions that signature code makes use of, in
    the kernel's words. ``cores`` are physical; ``affinity`` lists the CPUs that this process can use, None
    where the system has no pinning; ``cpu_quota`` is the limit of its control groups in CPUs, None where
    there is none. ``mhz`` is the frequency now, the mean over the CPUs, None where the system only repeats
    the nominal one. ``load`` is the one-minute average of the whole system. ``virtual`` is the hypervisor
    in the words of systemd-detect-virt(1), ``container`` the runtime; both are None where nothing speaks
    of one. ``on_battery`` is None without a battery too. ``temperature_c`` is the hottest CPU sensor's.
    ``python`` is implementation and version; ``tracer`` names the package that traces or profiles this
    process.
    """

    os: str
    python: str
    release: str | None = None
    architecture: str | None = None
    cpu: str | None = None
    features: tuple[str, ...] | None = None
    cores: int | None = None
    logical_cpus: int | None = None
    affinity: tuple[int, ...] | None = None
    cpu_quota: float | None = None
    mhz: float | None = None
    max_mhz: float | None = None
    governor: str | None = None
    turbo: bool | None = None
    load: float | None = None
    memory_bytes: int | None = None
    virtual: str | None = None
    container: str | None = None
    on_battery: bool | None = None
    temperature_c: float | None = None
    debug_build: bool = False
    tracer: str | None = None

    @property
    def usable_cpus(self) -> int | None:
        """How many CPUs this process can run on."""
        return self.logical_cpus if self.affinity is None else len(self.affinity)


def cpu_ranges(cpus: Sequence[int]) -> str:
    """CPU numbers as Linux writes them: ``0-3,6``."""
    runs: list[list[int]] = []
    for cpu in sorted(set(cpus)):
        if runs and cpu == runs[-1][1] + 1:
            runs[-1][1] = cpu
        else:
            runs.append([cpu, cpu])
    return ",".join(str(first) if first == last else f"{first}-{last}" for first, last in runs)
