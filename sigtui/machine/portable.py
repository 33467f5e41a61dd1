"""What Python and psutil say of the system and of this process, on any operating system."""

import os
import platform
import sys
from importlib import import_module
from typing import Any

from sigtui.machine.access import attempt
from sigtui.machine.facts import Machine


def read() -> Machine:
    """Read the facts that need no look into system files; the rest is None."""
    # By name and late: psutil carries no types, and where /proc is closed its very import raises.
    psutil: Any = attempt(lambda: import_module("psutil"))
    system = platform.system()
    frequency: Any = attempt(lambda: psutil.cpu_freq())
    battery: Any = attempt(lambda: psutil.sensors_battery()) if system != "Linux" else None
    affinity = attempt(lambda: tuple(sorted(psutil.Process().cpu_affinity())))
    plugged = attempt(lambda: battery.power_plugged)
    return Machine(
        os={"Darwin": "macOS"}.get(system, system),
        python=f"{platform.python_implementation()} {platform.python_version()}{_threading()}",
        release=(platform.mac_ver()[0] if system == "Darwin" else platform.release()) or None,
        architecture=platform.machine() or None,
        # On Linux and macOS platform.processor() starts a process and knows less than inspect() does.
        cpu=platform.processor() or None if system not in {"Linux", "Darwin"} else None,
        cores=attempt(lambda: psutil.cpu_count(logical=False)),
        logical_cpus=os.cpu_count(),
        affinity=affinity,
        mhz=_megahertz(attempt(lambda: frequency.current)),
        max_mhz=_megahertz(attempt(lambda: frequency.max)),
        load=attempt(lambda: os.getloadavg()[0]),
        memory_bytes=attempt(lambda: psutil.virtual_memory().total),
        on_battery=None if plugged is None else not plugged,
        debug_build=hasattr(sys, "gettotalrefcount"),
        tracer=tracer(),
    )


def tracer() -> str | None:
    """Name the package that traces or profiles this thread (``coverage``, ``cProfile`` …), or its hook."""
    for hook, function in (("sys.settrace", sys.gettrace()), ("sys.setprofile", sys.getprofile())):
        if function is not None:
            package = (getattr(function, "__module__", None) or "").partition(".")[0]
            return package if package not in {"", "__main__"} else hook
    if sys.version_info >= (3, 12):
        names = (sys.monitoring.get_tool(tool) for tool in range(6))
        return next((name for name in names if name), None)
    return None


def _threading() -> str:
    return " free-threaded" if "t" in getattr(sys, "abiflags", "") else ""


def _megahertz(value: float | None) -> float | None:
    # psutil says 0 where the system doesn't tell, and gives another unit on some Apple chips.
    return value if value is not None and 100 <= value <= 10_000 else None
