"""What the warnings say of machines that are known in advance."""

from dataclasses import replace

import pytest

from sigtui.machine import Machine, pin_reason, warnings

FIT = Machine(
    os="Linux",
    python="CPython 3.13.1",
    cores=4,
    logical_cpus=8,
    affinity=tuple(range(8)),
    governor="performance",
    turbo=False,
    load=0.3,
    on_battery=False,
    temperature_c=45.0,
    mhz=3900.0,
    max_mhz=4200.0,
)

SPOILED = {
    "debug": (replace(FIT, debug_build=True), ("Python is a debug build (CPython 3.13.1).",)),
    "tracer": (replace(FIT, tracer="coverage"), ("Tracing is on (coverage).",)),
    "rosetta": (
        replace(FIT, os="macOS", architecture="x86_64", cpu="VirtualApple @ 2.50GHz processor"),
        ("Python is built for x86-64 (VirtualApple @ 2.50GHz processor).",),
    ),
    "load": (replace(FIT, load=3.2), ("Load average 3.2 on 4 cores.", "Remedy: close other programs")),
    "affinity": (
        replace(FIT, affinity=(3,)),
        ("1 CPU for 2 busy processes.", "the screen and the worker share one", "the 8 CPUs"),
    ),
    "one cpu": (
        replace(FIT, affinity=(0,), logical_cpus=1, cores=1),
        ("1 CPU for 2 busy processes.", "Remedy: use a machine with 2 CPUs."),
    ),
    "one core": (
        replace(FIT, affinity=(0, 1), logical_cpus=2, cores=1),
        ("1 core for 2 busy processes (2 threads).",),
    ),
    "docker": (
        replace(FIT, cpu_quota=1.5, container="docker"),
        ("CPU quota 1.5 for 2 busy processes (by docker).", "without --cpus"),
    ),
    "cgroup": (
        replace(FIT, cpu_quota=1 / 3),
        ("CPU quota 0.33 for 2", "raise cpu.max of its control group."),
    ),
    "heat": (replace(FIT, temperature_c=93.4), ("CPU temperature 93 °C.",)),
    "battery": (replace(FIT, on_battery=True), ("Running on battery.",)),
    "governor": (
        replace(FIT, governor="powersave", mhz=1200.4),
        ("Frequency governor powersave (1,200 of 4,200 MHz now).",),
    ),
    "governors": (
        replace(FIT, governor="performance, schedutil", mhz=None),
        ("Frequency governor performance, schedutil. Spoils",),
    ),
    "turbo": (replace(FIT, turbo=True, max_mhz=None), ("Turbo is on (3,900 MHz now).", "between runs")),
    "unnamed": (replace(FIT, virtual="vm-other"), ("Virtual machine (unnamed hypervisor).",)),
    "guest": (replace(FIT, virtual="kvm"), ("Virtual machine (kvm).", "Spoils p99, not ratios")),
}


def test_a_fit_machine_has_no_warnings() -> None:
    """An idle machine at a fixed clock is measured on without a word."""
    assert warnings(FIT) == ()


def test_a_machine_of_unknown_facts_has_no_warnings() -> None:
    """What could not be read is no cause to warn of."""
    assert warnings(Machine(os="Plan9", python="CPython 3.13.1")) == ()


@pytest.mark.parametrize(("machine", "parts"), SPOILED.values(), ids=SPOILED.keys())
def test_each_cause_has_one_line_with_its_amount(machine: Machine, parts: tuple[str, ...]) -> None:
    """One spoiled fact gives exactly one warning: the cause with what was measured, and the remedy."""
    (line,) = warnings(machine)
    assert line.startswith(parts[0])
    assert all(part in line for part in parts)


@pytest.mark.parametrize("machine", [machine for machine, _ in SPOILED.values()], ids=SPOILED.keys())
def test_each_line_says_cause_damage_and_remedy(machine: Machine) -> None:
    """A warning is one line of three parts that ends with a full stop, and hedges nothing."""
    (line,) = warnings(machine)
    assert line.isprintable()
    assert line.endswith(".")
    assert 0 < line.index(". Spoils ") < line.index(". Remedy: ")
    assert not {"may", "might", "consider", "outliers"} & set(line.lower().replace(".", " ").split())


def test_the_causes_that_spoil_most_come_first() -> None:
    """A screen that shows two lines shows a debug build and the load before the hypervisor."""
    machine = replace(FIT, virtual="kvm", turbo=True, load=9.0, debug_build=True)
    assert [line.split()[0] for line in warnings(machine)] == ["Python", "Load", "Turbo", "Virtual"]


@pytest.mark.parametrize(
    ("cores", "load", "warned"),
    [(2, 1.0, False), (2, 1.1, True), (1, 0.5, False), (1, 0.6, True), (64, 60.0, False), (64, 63.5, True)],
)
def test_a_load_that_leaves_the_worker_no_core_is_warned_of(cores: int, load: float, warned: bool) -> None:
    """The load counts against the physical cores, and one of them is the worker's."""
    machine = replace(FIT, cores=cores, load=load)
    assert any(line.startswith("Load average") for line in warnings(machine, 1)) is warned


def test_a_limit_that_the_run_does_not_reach_is_no_cause() -> None:
    """A quota of as many CPUs as there are busy processes stops none of them."""
    assert warnings(replace(FIT, cpu_quota=2.0, container="docker")) == ()


@pytest.mark.parametrize(("wanted", "count"), [(1, 0), (None, 1), (2, 1)])
def test_one_cpu_is_enough_for_one_process(wanted: int | None, count: int) -> None:
    """How many CPUs are too few depends on the processes that are busy, two unless said."""
    assert len(warnings(replace(FIT, affinity=(5,)), wanted)) == count


def test_a_cpu_that_this_process_can_use_can_be_pinned_to() -> None:
    """There is no reason against a CPU within the affinity."""
    assert pin_reason(7, FIT) is None


@pytest.mark.parametrize("cpu", [7, -1])
def test_a_cpu_outside_of_the_affinity_is_refused_with_what_is_allowed(cpu: int) -> None:
    """The reason names the CPU and the ones that are allowed, as Linux writes them."""
    machine = replace(FIT, affinity=(0, 1, 2, 5))
    assert pin_reason(cpu, machine) == f"CPU {cpu}: this process may use 0-2,5"


def test_a_system_without_pinning_refuses_every_cpu() -> None:
    """Where there is no affinity (macOS), the reason says so."""
    machine = Machine(os="macOS", python="CPython 3.13.1", logical_cpus=8)
    assert pin_reason(0, machine) == "CPU 0: this system has no CPU pinning"
