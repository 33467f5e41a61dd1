"""What Linux's files say of where the system runs: a hypervisor, a container, a limit on its CPU time."""

import re
from pathlib import Path, PurePosixPath

from sigtui.machine.access import attempt, children, exists, text

DMI_NAMES = (
    ("KVM", "kvm"),
    ("OpenStack", "kvm"),
    ("KubeVirt", "kvm"),
    ("Amazon EC2", "amazon"),
    ("QEMU", "qemu"),
    ("VMware", "vmware"),
    ("innotek GmbH", "oracle"),
    ("VirtualBox", "oracle"),
    ("Xen", "xen"),
    ("Bochs", "bochs"),
    ("Parallels", "parallels"),
    ("BHYVE", "bhyve"),
    ("Hyper-V", "microsoft"),
    ("Apple Virtualization", "apple"),
    ("Google Compute Engine", "google"),
)
"""How the firmware's texts begin under a hypervisor, and its name by systemd-detect-virt(1)."""

DMI_FIELDS = ("product_name", "sys_vendor", "board_vendor", "bios_vendor", "product_version")

CGROUP_NAMES = (
    (re.compile(r"kubepods"), "kubernetes"),
    (re.compile(r"/docker[-/][0-9a-f]{12}"), "docker"),
    (re.compile(r"/libpod-[0-9a-f]{12}"), "podman"),
    (re.compile(r"/lxc(\.payload)?[./]"), "lxc"),
)
"""Traces that container runtimes leave in the paths of control groups."""


def hypervisor(root: Path, flags: tuple[str, ...], release: str) -> str | None:
    """Name the hypervisor this system is a guest of.

    On x86 the CPU itself says that there is one (CPUID leaf 1, ECX bit 31), so that the firmware's texts
    only name it: a bare-metal instance of Amazon's carries the same texts as a virtual one.
    """
    if "microsoft" in release.lower():
        return "wsl"
    if "control_d" in (text(root / "proc/xen/capabilities") or ""):
        return None  # Xen's own domain 0 has the hardware to itself
    name = _dmi_name(root) or text(root / "sys/hypervisor/type") or _device_tree_name(root)
    if name in {None, "qemu"}:
        name = _clock_name(root) or name
    x86 = "fpu" in flags
    if x86:
        return (name or "vm-other") if "hypervisor" in flags else None
    return name


def _dmi_name(root: Path) -> str | None:
    folder = root / "sys/class/dmi/id"
    if ".metal" in (text(folder / "product_name") or ""):
        return None
    for field in DMI_FIELDS:
        value = text(folder / field) or ""
        for beginning, name in DMI_NAMES:
            if value.startswith(beginning):
                return name
    return None


def _device_tree_name(root: Path) -> str | None:
    folder = root / "proc/device-tree"
    compatible = text(folder / "hypervisor/compatible")
    if compatible is not None:
        return next((name for name in ("kvm", "xen", "vmware") if name in compatible), "vm-other")
    return "qemu" if any("fw-cfg" in path.name for path in children(folder)) else None


def _clock_name(root: Path) -> str | None:
    clocks = text(root / "sys/devices/system/clocksource/clocksource0/available_clocksource") or ""
    if "kvm-clock" in clocks:
        return "kvm"
    return "microsoft" if "hyperv" in clocks else None


def container(root: Path) -> str | None:
    """Name the runtime of the container this process is in."""
    groups = (text(root / "proc/1/cgroup") or "") + "\n" + (text(root / "proc/self/cgroup") or "")
    secrets = ("run/secrets/kubernetes.io", "var/run/secrets/kubernetes.io")
    if any(exists(root / path) for path in secrets):
        return "kubernetes"
    for pattern, name in CGROUP_NAMES:
        if pattern.search(groups):
            return name
    if exists(root / "run/.containerenv"):
        return "podman"
    # Disk images made from a container's image keep the file: a root that is a whole disk is no container's.
    if exists(root / ".dockerenv") and not _root_is_disk(root):
        return "docker"
    return text(root / "run/host/container-manager") or text(root / "run/systemd/container")


def _root_is_disk(root: Path) -> bool:
    # id parent major:minor root mountpoint options [tags…] - type source options, proc_pid_mountinfo(5)
    for line in (text(root / "proc/self/mountinfo") or "").splitlines():
        mount, _, source = line.partition(" - ")
        fields, device = mount.split(), source.split()
        if len(fields) > 4 and len(device) > 1 and fields[4] == "/":
            return fields[3] == "/" and device[1].startswith("/dev/")
    return False


def cpu_quota(root: Path) -> float | None:
    """Find the tightest CPU limit of this process's control groups, in CPUs.

    Version 2 keeps it in cpu.max (Linux, admin-guide/cgroup-v2), version 1 in two files. A container sees
    its own group at the top of the tree, whatever its path is called outside.
    """
    limits: list[float | None] = []
    for line in (text(root / "proc/self/cgroup") or "").splitlines():
        _, _, rest = line.partition(":")
        controllers, _, path = rest.partition(":")
        group = PurePosixPath("/", path)
        chain = [str(folder).lstrip("/") for folder in (group, *group.parents) if ".." not in folder.parts]
        if not controllers:
            limits += [_quota(text(root / "sys/fs/cgroup" / folder / "cpu.max")) for folder in chain]
        elif "cpu" in controllers.split(","):
            for mount in ("sys/fs/cgroup/cpu", "sys/fs/cgroup/cpu,cpuacct"):
                limits += [_quota_v1(root / mount / folder) for folder in chain]
    return min((limit for limit in limits if limit is not None), default=None)


def _quota_v1(folder: Path) -> float | None:
    return _quota(f"{text(folder / 'cpu.cfs_quota_us')} {text(folder / 'cpu.cfs_period_us')}")


def _quota(limit: str | None) -> float | None:
    """CPUs from ``quota period`` in µs; None for no limit (``max``, -1) or no such file."""
    quota, _, period = (limit or "").partition(" ")
    cpus = attempt(lambda: int(quota) / int(period))
    return cpus if cpus is not None and cpus > 0 else None
