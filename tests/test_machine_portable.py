import platform
import subprocess
import sys
from types import SimpleNamespace

import pytest

from sigtui.machine import document, inspect, warnings
from sigtui.machine.facts import cpu_ranges
from sigtui.machine.portable import read, tracer


def raising(*_: object, **__: object) -> object:
    """Fail as psutil does where the system tells nothing."""
    raise NotImplementedError


def test_this_machine_is_inspected_without_an_error() -> None:
    """The real machine has an operating system and a Python, and its warnings are whole lines."""
    machine = inspect()
    assert machine.os
    assert platform.python_version() in machine.python
    assert all(line.isprintable() and line.endswith(".") for line in warnings(machine))


def test_nothing_in_the_block_names_the_host_or_a_path() -> None:
    """Snapshots are shared: neither the host's name nor the interpreter's path is in them."""
    block = str(document(inspect(), ()))
    assert sys.prefix not in block
    assert f"'{platform.node()}'" not in block


def test_importing_the_package_loads_no_psutil() -> None:
    """Only inspect() pays for psutil, so that a command that needs no machine starts without it."""
    script = "import sys, sigtui.machine; sys.exit('psutil' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", script], check=False).returncode == 0


def test_a_psutil_that_knows_nothing_leaves_facts_unknown(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever psutil raises, the fact is unknown and the rest is still read."""
    names = ("cpu_freq", "cpu_count", "Process", "sensors_battery", "virtual_memory")
    monkeypatch.setitem(sys.modules, "psutil", SimpleNamespace(**dict.fromkeys(names, raising)))
    machine = read()
    assert (machine.mhz, machine.cores, machine.affinity, machine.memory_bytes) == (None, None, None, None)
    assert platform.python_version() in machine.python


def test_a_psutil_that_cannot_be_imported_leaves_facts_unknown(monkeypatch: pytest.MonkeyPatch) -> None:
    """Some systems close /proc to programs, and psutil fails on import."""
    monkeypatch.setitem(sys.modules, "psutil", None)
    assert read().memory_bytes is None


def fake_psutil(monkeypatch: pytest.MonkeyPatch, current: float, top: float, plugged: bool | None) -> None:
    """Put a psutil in place that gives these readings."""
    fake = SimpleNamespace(
        cpu_freq=lambda: SimpleNamespace(current=current, max=top),
        cpu_count=lambda logical: None if logical else 6,
        Process=lambda: SimpleNamespace(cpu_affinity=lambda: [4, 2]),
        sensors_battery=lambda: SimpleNamespace(power_plugged=plugged),
        virtual_memory=lambda: SimpleNamespace(total=2**34),
    )
    monkeypatch.setitem(sys.modules, "psutil", fake)


def test_the_readings_of_psutil_are_taken_over(monkeypatch: pytest.MonkeyPatch) -> None:
    """Frequency, cores, affinity and memory are psutil's, the affinity sorted."""
    fake_psutil(monkeypatch, 2400.0, 4200.0, None)
    machine = read()
    assert (machine.mhz, machine.max_mhz, machine.cores) == (2400.0, 4200.0, 6)
    assert (machine.affinity, machine.usable_cpus, machine.memory_bytes) == ((2, 4), 2, 2**34)


def test_frequencies_that_no_processor_has_are_unknown(monkeypatch: pytest.MonkeyPatch) -> None:
    """Zero stands for unknown, and gigahertz in place of megahertz is not worth a guess."""
    fake_psutil(monkeypatch, 4.0, 0.0, None)
    machine = read()
    assert (machine.mhz, machine.max_mhz) == (None, None)


@pytest.mark.parametrize(("plugged", "on_battery"), [(True, False), (False, True), (None, None)])
def test_a_mac_asks_psutil_for_its_battery(
    monkeypatch: pytest.MonkeyPatch, plugged: bool | None, on_battery: bool | None
) -> None:
    """Outside of Linux, psutil says whether the charger is plugged in."""
    fake_psutil(monkeypatch, 2400.0, 4200.0, plugged)
    monkeypatch.setattr(platform, "system", lambda: "Darwin")
    monkeypatch.setattr(platform, "mac_ver", lambda: ("15.1", ("", "", ""), "arm64"))
    machine = read()
    assert (machine.os, machine.release, machine.on_battery) == ("macOS", "15.1", on_battery)


def test_a_tracer_is_named_by_its_package(monkeypatch: pytest.MonkeyPatch) -> None:
    """A hook's module tells whose it is; a hook of the main program has no name worth keeping."""
    monkeypatch.setattr(sys, "gettrace", lambda: SimpleNamespace(__module__="coverage.tracer"))
    assert tracer() == "coverage"
    monkeypatch.setattr(sys, "gettrace", lambda: SimpleNamespace(__module__="__main__"))
    assert tracer() == "sys.settrace"


def test_a_profiler_counts_as_a_tracer(monkeypatch: pytest.MonkeyPatch) -> None:
    """A profiler slows every call as a tracer does."""
    monkeypatch.setattr(sys, "gettrace", lambda: None)
    monkeypatch.setattr(sys, "getprofile", lambda: SimpleNamespace(__module__="cProfile"))
    assert tracer() == "cProfile"


@pytest.mark.parametrize(
    ("cpus", "ranges"), [((), ""), ((3,), "3"), ((0, 1, 2, 3), "0-3"), ((6, 0, 1, 3, 4), "0-1,3-4,6")]
)
def test_cpu_numbers_are_written_as_ranges(cpus: tuple[int, ...], ranges: str) -> None:
    """Neighbours join, order doesn't matter."""
    assert cpu_ranges(cpus) == ranges
