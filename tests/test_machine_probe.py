"""Fake trees of system files, as Linux lays them out on machines of several kinds."""

from dataclasses import replace
from pathlib import Path

import pytest

from sigtui.machine import Machine, inspect
from sigtui.machine.probe import sysctl

LINUX = Machine(
    os="Linux",
    python="CPython 3.13.1",
    release="6.12.0",
    architecture="x86_64",
    cores=2,
    logical_cpus=4,
    affinity=(0, 1, 2, 3),
)
DISK_ROOT = "27 1 254:0 / / rw,relatime - ext4 /dev/vda rw"
OVERLAY_ROOT = "612 401 0:55 / / rw,relatime master:3 - overlay overlay rw,lowerdir=/var/lib/docker/l"


def plant(root: Path, files: dict[str, str]) -> Path:
    """Write the files of a fake system below root."""
    for name, content in files.items():
        path = root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(content, encoding="utf-8")
    return root


def x86(flags: str = "fpu aes avx2 sha_ni bmi2 adx", model: str = "Intel(R) Core(TM)  i7-8550U CPU") -> str:
    """Give /proc/cpuinfo of a PC with one processor."""
    return f"processor\t: 0\nvendor_id\t: GenuineIntel\nmodel name\t: {model}\nflags\t\t: {flags}\n"


def laptop(root: Path) -> Path:
    """Plant a laptop on its battery, hot and with every frequency switch at its factory setting."""
    cpu = "sys/devices/system/cpu"
    return plant(
        root,
        {
            "proc/cpuinfo": x86(),
            "proc/1/cgroup": "0::/init.scope\n",
            "proc/self/cgroup": "0::/user.slice/user-1000.slice/session-2.scope\n",
            "proc/self/mountinfo": DISK_ROOT,
            "sys/class/dmi/id/product_name": "20L5CTO1WW",
            "sys/class/dmi/id/sys_vendor": "LENOVO",
            **{f"{cpu}/cpu{n}/cpufreq/scaling_governor": "powersave\n" for n in range(4)},
            f"{cpu}/intel_pstate/no_turbo": "0\n",
            "sys/class/hwmon/hwmon0/name": "nvme\n",
            "sys/class/hwmon/hwmon0/temp1_input": "99000\n",
            "sys/class/hwmon/hwmon1/name": "coretemp\n",
            "sys/class/hwmon/hwmon1/temp1_input": "91000\n",
            "sys/class/hwmon/hwmon1/temp2_input": "93500\n",
            "sys/class/hwmon/hwmon1/temp2_crit": "100000\n",
            "sys/class/power_supply/AC/type": "Mains\n",
            "sys/class/power_supply/AC/online": "0\n",
            "sys/class/power_supply/BAT0/type": "Battery\n",
            "sys/class/power_supply/BAT0/status": "Discharging\n",
        },
    )


def test_a_laptop_shows_its_processor_clock_heat_and_battery(tmp_path: Path) -> None:
    """Everything that a laptop's files tell is found, and no hypervisor or container is made up."""
    machine = inspect(laptop(tmp_path), LINUX)
    assert machine == replace(
        LINUX,
        cpu="Intel(R) Core(TM) i7-8550U CPU",
        features=("adx", "aes", "avx2", "bmi2", "sha_ni"),
        governor="powersave",
        turbo=True,
        on_battery=True,
        temperature_c=93.5,
    )


def test_mains_feed_a_laptop_whatever_its_battery_says(tmp_path: Path) -> None:
    """A laptop at the mains is not on battery."""
    plant(laptop(tmp_path), {"sys/class/power_supply/AC/online": "1\n"})
    assert inspect(tmp_path, LINUX).on_battery is False


def test_a_full_battery_without_a_mains_supply_is_not_in_use(tmp_path: Path) -> None:
    """Where only the battery's status tells, full means that the machine is fed from outside."""
    files = {"sys/class/power_supply/BAT1/type": "Battery", "sys/class/power_supply/BAT1/status": "Full"}
    assert inspect(plant(tmp_path, files), LINUX).on_battery is False


def test_a_wireless_mouse_is_no_battery_of_the_machine(tmp_path: Path) -> None:
    """A peripheral's battery that empties doesn't put a desktop on battery."""
    mouse = "sys/class/power_supply/hidpp_battery_0"
    files = {f"{mouse}/type": "Battery", f"{mouse}/scope": "Device", f"{mouse}/status": "Discharging"}
    assert inspect(plant(tmp_path, files), LINUX).on_battery is None


@pytest.mark.parametrize(
    ("switch", "content", "turbo"),
    [
        ("intel_pstate/no_turbo", "1", False),
        ("cpufreq/boost", "1", True),
        ("cpufreq/boost", "0", False),
        ("cpu0/cpufreq/boost", "1", True),
        ("cpufreq/boost", "?", None),
    ],
)
def test_turbo_is_read_from_each_drivers_switch(
    tmp_path: Path, switch: str, content: str, turbo: bool | None
) -> None:
    """Intel's switch is inverted, cpufreq's is global or one a CPU, and nonsense is unknown."""
    assert inspect(plant(tmp_path, {f"sys/devices/system/cpu/{switch}": content}), LINUX).turbo is turbo


def test_governors_that_differ_are_all_named(tmp_path: Path) -> None:
    """Only the CPUs that this process can use count, each governor once."""
    names = ("performance", "schedutil", "performance", "powersave")
    files = {f"sys/devices/system/cpu/cpu{n}/cpufreq/scaling_governor": name for n, name in enumerate(names)}
    machine = inspect(plant(tmp_path, files), replace(LINUX, affinity=(0, 1, 2)))
    assert machine.governor == "performance, schedutil"


@pytest.mark.parametrize(
    ("flags", "files", "mhz"),
    [
        ("fpu hypervisor", {}, None),
        ("fpu aperfmperf", {}, 2445.4),
        ("fpu", {"sys/devices/system/cpu/cpufreq/policy0/scaling_cur_freq": "2445400"}, 2445.4),
    ],
)
def test_a_frequency_that_nobody_measured_is_not_the_one_now(
    tmp_path: Path, flags: str, files: dict[str, str], mhz: float | None
) -> None:
    """A guest's kernel repeats the frequency at boot, which says nothing of the clock now."""
    root = plant(tmp_path, {"proc/cpuinfo": x86(flags), **files})
    assert inspect(root, replace(LINUX, mhz=2445.4)).mhz == mhz


def test_the_fans_offset_is_not_taken_for_heat(tmp_path: Path) -> None:
    """Of AMD's two readings of one sensor, the one with the fan's offset is left out."""
    chip = "sys/class/hwmon/hwmon0"
    files = {
        f"{chip}/name": "k10temp",
        f"{chip}/temp1_label": "Tctl",
        f"{chip}/temp1_input": "95000",
        f"{chip}/temp2_label": "Tdie",
        f"{chip}/temp2_input": "68000",
    }
    assert inspect(plant(tmp_path, files), LINUX).temperature_c == 68.0


def test_a_sensor_that_is_not_wired_up_is_left_out(tmp_path: Path) -> None:
    """Readings far outside of what silicon bears are no temperature."""
    chip = "sys/class/hwmon/hwmon0"
    files = {f"{chip}/name": "coretemp", f"{chip}/temp1_input": "255000", f"{chip}/temp2_input": "-128000"}
    assert inspect(plant(tmp_path, files), LINUX).temperature_c is None


BOARD = {
    "proc/cpuinfo": "\n".join(
        f"processor\t: {n}\nFeatures\t: fp asimd sha2\nCPU implementer\t: 0x41\nCPU part\t: {part}\n"
        for n, part in enumerate(("0xd05", "0xd0b", "0xd0b"))
    ),
    "proc/device-tree/model": "Radxa ROCK 5B\0",
    "sys/class/thermal/thermal_zone0/type": "gpu-thermal",
    "sys/class/thermal/thermal_zone0/temp": "88000",
    "sys/class/thermal/thermal_zone1/type": "cpu-thermal",
    "sys/class/thermal/thermal_zone1/temp": "47250",
}
ARM = replace(LINUX, architecture="aarch64", cores=4)


def test_an_arm_board_is_named_by_its_cores_and_its_model(tmp_path: Path) -> None:
    """Without a model name, the cores' part numbers and the device tree name the processor."""
    machine = inspect(plant(tmp_path, BOARD), ARM)
    assert machine == replace(
        ARM,
        cpu="Cortex-A55 + Cortex-A76 (Radxa ROCK 5B)",
        features=("asimd", "sha2"),
        temperature_c=47.25,
    )


@pytest.mark.parametrize(
    ("part", "cpu"),
    [("0xfff", "Arm implementer 0x41 part 0xfff"), ("none", "Arm implementer 0x41 part none")],
)
def test_an_arm_core_without_a_known_name_keeps_its_numbers(tmp_path: Path, part: str, cpu: str) -> None:
    """A part that this version doesn't know is given as the kernel gives it."""
    files = {"proc/cpuinfo": f"CPU implementer\t: 0x41\nCPU part\t: {part}\n"}
    assert inspect(plant(tmp_path, files), ARM).cpu == cpu


@pytest.mark.parametrize(
    ("files", "virtual"),
    [
        ({"sys/class/dmi/id/sys_vendor": "QEMU"}, "qemu"),
        (
            {"sys/class/dmi/id/sys_vendor": "Amazon EC2", "sys/class/dmi/id/product_name": "m7g.large"},
            "amazon",
        ),
        ({"sys/class/dmi/id/sys_vendor": "Amazon EC2", "sys/class/dmi/id/product_name": "m7g.metal"}, None),
        ({"proc/device-tree/hypervisor/compatible": "linux,kvm\0"}, "kvm"),
        ({"proc/device-tree/hypervisor/compatible": "acme,hyp\0"}, "vm-other"),
        ({"proc/device-tree/fw-cfg@9020000/compatible": "qemu,fw-cfg-mmio\0"}, "qemu"),
    ],
)
def test_an_arm_guest_is_told_by_firmware_or_device_tree(
    tmp_path: Path, files: dict[str, str], virtual: str | None
) -> None:
    """Arm has no flag for a hypervisor; bare metal of a cloud is no guest."""
    assert inspect(plant(tmp_path, {**BOARD, **files}), ARM).virtual == virtual


CLOCKS = "sys/devices/system/clocksource/clocksource0/available_clocksource"


@pytest.mark.parametrize(
    ("files", "virtual"),
    [
        ({CLOCKS: "tsc kvm-clock \n"}, "kvm"),
        ({CLOCKS: "kvm-clock tsc", "sys/class/dmi/id/sys_vendor": "QEMU"}, "kvm"),
        ({CLOCKS: "kvm-clock tsc", "sys/class/dmi/id/product_name": "Google Compute Engine"}, "google"),
        ({CLOCKS: "hyperv_clocksource_tsc_page tsc"}, "microsoft"),
        ({"sys/class/dmi/id/product_version": "Hyper-V UEFI Release v4.1"}, "microsoft"),
        ({"sys/hypervisor/type": "xen\n"}, "xen"),
        ({"sys/hypervisor/type": "xen\n", "proc/xen/capabilities": "control_d\n"}, None),
        ({}, "vm-other"),
    ],
)
def test_an_x86_guest_is_told_by_its_processor_and_named_by_the_rest(
    tmp_path: Path, files: dict[str, str], virtual: str | None
) -> None:
    """The hypervisor flag says that there is one, firmware and clock sources which; Xen's host is none."""
    root = plant(tmp_path, {"proc/cpuinfo": x86("fpu hypervisor aes"), **files})
    assert inspect(root, LINUX).virtual == virtual


def test_an_x86_processor_without_the_flag_is_no_guest(tmp_path: Path) -> None:
    """A cloud's bare metal carries the texts of its guests, its processor doesn't."""
    root = plant(tmp_path, {"proc/cpuinfo": x86(), "sys/class/dmi/id/sys_vendor": "Amazon EC2"})
    assert inspect(root, LINUX).virtual is None


def test_windows_subsystem_for_linux_is_told_by_its_kernel(tmp_path: Path) -> None:
    """Microsoft's kernel names itself in the release."""
    machine = replace(LINUX, release="5.15.167.4-microsoft-standard-WSL2")
    assert inspect(plant(tmp_path, {"proc/cpuinfo": x86("fpu hypervisor")}), machine).virtual == "wsl"


def test_a_docker_container_shows_its_runtime_and_quota(tmp_path: Path) -> None:
    """In a group namespace of its own, the container's limit lies at the top of the tree."""
    files = {
        ".dockerenv": "",
        "proc/cpuinfo": x86(),
        "proc/1/cgroup": "0::/\n",
        "proc/self/cgroup": "0::/\n",
        "proc/self/mountinfo": OVERLAY_ROOT,
        "sys/fs/cgroup/cpu.max": "150000 100000\n",
    }
    machine = inspect(plant(tmp_path, files), LINUX)
    assert (machine.container, machine.cpu_quota) == ("docker", 1.5)


def test_a_disk_made_from_an_image_is_no_container(tmp_path: Path) -> None:
    """A left-over .dockerenv on a root file system that is a whole disk says nothing."""
    root = plant(tmp_path, {".dockerenv": "", "proc/self/mountinfo": DISK_ROOT})
    assert inspect(root, LINUX).container is None


@pytest.mark.parametrize(
    ("files", "container"),
    [
        ({"run/.containerenv": 'engine="podman-5.4"'}, "podman"),
        ({"run/.containerenv": "", ".dockerenv": ""}, "podman"),
        ({".dockerenv": "", "run/secrets/kubernetes.io/serviceaccount/token": ""}, "kubernetes"),
        ({"proc/self/cgroup": "0::/kubepods.slice/kubepods-pod1.slice"}, "kubernetes"),
        ({"proc/1/cgroup": "4:cpu:/docker/0123456789abcdef"}, "docker"),
        ({"proc/1/cgroup": "0::/system.slice/docker-0123456789abcdef.scope"}, "docker"),
        ({"proc/self/cgroup": "0::/machine.slice/libpod-0123456789abcdef.scope"}, "podman"),
        ({"proc/1/cgroup": "0::/lxc.payload.web/init.scope"}, "lxc"),
        ({"run/systemd/container": "systemd-nspawn\n"}, "systemd-nspawn"),
        ({"proc/1/cgroup": "0::/init.scope", "proc/self/cgroup": "0::/system.slice/docker.service"}, None),
    ],
)
def test_container_runtimes_are_told_by_the_traces_they_leave(
    tmp_path: Path, files: dict[str, str], container: str | None
) -> None:
    """Each runtime is named; Docker's own service on a host is not taken for a container."""
    assert inspect(plant(tmp_path, files), LINUX).container == container


@pytest.mark.parametrize(
    ("files", "quota"),
    [
        ({"proc/self/cgroup": "0::/\n", "sys/fs/cgroup/cpu.max": "max 100000"}, None),
        (
            {
                "proc/self/cgroup": "0::/a.slice/b.service\n",
                "sys/fs/cgroup/a.slice/cpu.max": "50000 100000",
                "sys/fs/cgroup/a.slice/b.service/cpu.max": "200000 100000",
            },
            0.5,
        ),
        (
            {
                "proc/self/cgroup": "5:memory:/docker/ab\n4:cpu,cpuacct:/docker/ab\n",
                "sys/fs/cgroup/cpu,cpuacct/cpu.cfs_quota_us": "25000",
                "sys/fs/cgroup/cpu,cpuacct/cpu.cfs_period_us": "100000",
            },
            0.25,
        ),
        (
            {
                "proc/self/cgroup": "4:cpu:/\n",
                "sys/fs/cgroup/cpu/cpu.cfs_quota_us": "-1",
                "sys/fs/cgroup/cpu/cpu.cfs_period_us": "100000",
            },
            None,
        ),
        ({"proc/self/cgroup": "0::/../../x\n", "sys/fs/cgroup/cpu.max": "30000 60000"}, 0.5),
        ({"proc/self/cgroup": "0::/\n", "sys/fs/cgroup/cpu.max": "100000 0"}, None),
    ],
)
def test_the_tightest_limit_of_the_control_groups_counts(
    tmp_path: Path, files: dict[str, str], quota: float | None
) -> None:
    """Both versions of control groups are read, from the process's own group up to the top."""
    assert inspect(plant(tmp_path, files), LINUX).cpu_quota == quota


def test_a_mac_tells_its_processor_by_sysctl() -> None:
    """On macOS no file is read; sysctl names the processor, and says whether it is a guest."""
    known = Machine(os="macOS", python="CPython 3.13.1", release="15.1", architecture="arm64")
    answers = {"machdep.cpu.brand_string": "Apple M2 Pro", "kern.hv_vmm_present": "0"}
    host = inspect(Path("/nowhere"), known, answers.get)
    assert host == replace(known, cpu="Apple M2 Pro")
    guest = inspect(Path("/nowhere"), known, {**answers, "kern.hv_vmm_present": "1"}.get)
    assert guest.virtual == "vm-other"


def test_a_mac_that_does_not_answer_has_unknown_facts() -> None:
    """Without sysctl the processor stays unknown."""
    known = Machine(os="macOS", python="CPython 3.13.1")
    assert inspect(Path("/nowhere"), known, lambda _: None) == known


def test_sysctl_of_an_unknown_name_is_none() -> None:
    """A name that no system knows, or a system without sysctl, gives None instead of an error."""
    assert sysctl("sigtui.no_such_name") is None


def test_other_systems_keep_what_python_says() -> None:
    """Neither files nor sysctl are asked where they don't exist."""
    known = Machine(os="Windows", python="CPython 3.13.1", cpu="AMD64 Family 25")
    assert inspect(Path("/nowhere"), known) is known


def test_an_empty_tree_leaves_every_fact_unknown(tmp_path: Path) -> None:
    """Where nothing can be read, nothing is raised and nothing made up."""
    assert inspect(tmp_path, LINUX) == LINUX


def test_folders_and_rubbish_in_place_of_files_are_unknown(tmp_path: Path) -> None:
    """Bytes that are no text, and folders where files should be, are as good as absent."""
    (tmp_path / "proc/cpuinfo").mkdir(parents=True)
    (tmp_path / "sys/fs/cgroup").mkdir(parents=True)
    (tmp_path / "sys/fs/cgroup/cpu.max").write_bytes(b"\xff\xfe\x00 \x80")
    plant(tmp_path, {"proc/self/cgroup": "0::/\nnonsense\n::\n", "proc/self/mountinfo": "- - -\n\n"})
    assert inspect(tmp_path, LINUX) == LINUX
