"""What Linux's files say of the processor's clock and heat, and of what feeds the machine."""

from collections.abc import Iterable
from pathlib import Path

from sigtui.machine.access import children, number, text

CPU_SENSORS = ("coretemp", "k10temp", "zenpower", "cpu", "soc", "x86_pkg_temp")
"""How the names of the kernel's CPU temperature drivers and thermal zones begin."""

SENSIBLE_MILLIDEGREES = range(1, 150_000)
"""What silicon bears: a sensor that isn't wired up reads far outside of it."""


def clock_is_measured(root: Path, flags: tuple[str, ...]) -> bool:
    """Whether the kernel knows the frequency now.

    Without cpufreq and APERF/MPERF, as in most guests, x86 repeats in /proc/cpuinfo the frequency that the
    time stamp counter had at boot (Linux, arch/x86/kernel/cpu/aperfmperf.c, arch_freq_get_on_cpu).
    """
    return "aperfmperf" in flags or bool(children(root / "sys/devices/system/cpu/cpufreq", "policy"))


def governor(root: Path, cpus: Iterable[int]) -> str | None:
    """Name the frequency governor of these CPUs; several, comma-separated, where they differ."""
    found = {text(root / f"sys/devices/system/cpu/cpu{cpu}/cpufreq/scaling_governor") for cpu in cpus}
    return ", ".join(sorted(name for name in found if name)) or None


def turbo(root: Path) -> bool | None:
    """Whether the processor can exceed its nominal frequency, by intel_pstate's or cpufreq's switch."""
    folder = root / "sys/devices/system/cpu"
    off = number(folder / "intel_pstate/no_turbo")
    if off is not None:
        return off == 0
    for switch in ("cpufreq/boost", "cpu0/cpufreq/boost"):
        on = number(folder / switch)
        if on is not None:
            return on == 1
    return None


def temperature(root: Path) -> float | None:
    """Read the hottest CPU sensor in °C.

    Only the CPU's own drivers are read: psutil reads every sensor, and some laptops' fan controllers
    answer so slowly that their readings alone exceed the time this package has.
    """
    chips = _cpu_sensors(root / "sys/class/hwmon", "hwmon", "name")
    zones = _cpu_sensors(root / "sys/class/thermal", "thermal_zone", "type")
    inputs = [path for chip in chips for path in _inputs(chip)] or [zone / "temp" for zone in zones]
    readings = (number(path) for path in inputs)
    return max(
        (value / 1000 for value in readings if value is not None and value in SENSIBLE_MILLIDEGREES),
        default=None,
    )


def _cpu_sensors(folder: Path, prefix: str, name: str) -> list[Path]:
    return [path for path in children(folder, prefix) if (text(path / name) or "").startswith(CPU_SENSORS)]


def _inputs(chip: Path) -> list[Path]:
    inputs = {path: text(Path(f"{path}".removesuffix("input") + "label")) for path in children(chip, "temp")}
    # k10temp's Tctl is Tdie and an offset for the fan's sake, where it has both (Linux, hwmon/k10temp).
    offset = "Tctl" if "Tdie" in inputs.values() else None
    return [
        path for path, label in inputs.items() if path.name.endswith("_input") and (label or "") != offset
    ]


def on_battery(root: Path) -> bool | None:
    """Whether a battery feeds the machine; None if it has none, or none tells.

    psutil takes a wireless mouse's battery for the machine's; the kernel marks those with scope Device.
    """
    supplies = children(root / "sys/class/power_supply")
    batteries = [
        path for path in supplies if text(path / "type") == "Battery" and text(path / "scope") != "Device"
    ]
    if not batteries:
        return None
    if any(text(path / "type") == "Mains" and number(path / "online") == 1 for path in supplies):
        return False
    states = {text(battery / "status") for battery in batteries}
    if "Discharging" in states:
        return True
    return False if states & {"Charging", "Full", "Not charging"} else None
