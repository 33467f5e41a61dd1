"""What Linux's files say of the processor: its name and its instructions."""

from collections.abc import Mapping, Sequence
from pathlib import Path
from types import MappingProxyType

from sigtui.machine.access import text

CpuInfo = Sequence[tuple[str, str]]

ARM_CORES: Mapping[tuple[int, int], str] = MappingProxyType(
    {
        (0x41, 0xD03): "Cortex-A53",
        (0x41, 0xD04): "Cortex-A35",
        (0x41, 0xD05): "Cortex-A55",
        (0x41, 0xD07): "Cortex-A57",
        (0x41, 0xD08): "Cortex-A72",
        (0x41, 0xD09): "Cortex-A73",
        (0x41, 0xD0A): "Cortex-A75",
        (0x41, 0xD0B): "Cortex-A76",
        (0x41, 0xD0C): "Neoverse-N1",
        (0x41, 0xD0D): "Cortex-A77",
        (0x41, 0xD40): "Neoverse-V1",
        (0x41, 0xD41): "Cortex-A78",
        (0x41, 0xD44): "Cortex-X1",
        (0x41, 0xD46): "Cortex-A510",
        (0x41, 0xD47): "Cortex-A710",
        (0x41, 0xD48): "Cortex-X2",
        (0x41, 0xD49): "Neoverse-N2",
        (0x41, 0xD4B): "Cortex-A78C",
        (0x41, 0xD4C): "Cortex-X1C",
        (0x41, 0xD4D): "Cortex-A715",
        (0x41, 0xD4E): "Cortex-X3",
        (0x41, 0xD4F): "Neoverse-V2",
        (0x61, 0x022): "Apple M1 Icestorm",
        (0x61, 0x023): "Apple M1 Firestorm",
        (0x61, 0x032): "Apple M2 Blizzard",
        (0x61, 0x033): "Apple M2 Avalanche",
        (0xC0, 0xAC3): "Ampere-1",
    }
)
"""Cores by MIDR_EL1's implementer and part number (Linux, arch/arm64/include/asm/cputype.h; lscpu(1))."""

SIGNATURE_FEATURES = (
    *("adx", "aes", "avx", "avx2", "avx512f", "avx512ifma", "avx512vl", "bmi2", "sha_ni"),
    *("asimd", "neon", "sha2", "sha3", "sha512", "sve", "sve2"),
)
"""Instructions by which OpenSSL and liboqs choose fast big-number, hash and lattice code (openssl-env(7))."""


def cpuinfo(root: Path) -> CpuInfo:
    """Read the fields of /proc/cpuinfo in their order, their names in lower case."""
    lines = (text(root / "proc/cpuinfo") or "").splitlines()
    pairs = (line.partition(":") for line in lines)
    return [(key.strip().lower(), value.strip()) for key, separator, value in pairs if separator]


def flags(info: CpuInfo) -> tuple[str, ...] | None:
    """List what the first processor can do, in the kernel's words."""
    found = next((value for key, value in info if key in {"flags", "features"}), None)
    return None if found is None else tuple(found.split())


def features(info: CpuInfo) -> tuple[str, ...] | None:
    """List the part of ``flags`` that signature code makes use of."""
    known = flags(info)
    return None if known is None else tuple(name for name in SIGNATURE_FEATURES if name in known)


def model(root: Path, info: CpuInfo) -> str | None:
    """Name the processor; on Arm its cores, with the board where the firmware tells it."""
    board = text(root / "proc/device-tree/model") or text(root / "sys/firmware/devicetree/base/model")
    cores = " + ".join(_arm_cores(info))
    if cores:
        return f"{cores} ({board})" if board else cores
    for wanted in ("model name", "cpu model", "cpu", "uarch"):
        name = next((value for key, value in info if key == wanted and value), None)
        if name is not None:
            return " ".join(name.split())
    return board


def _arm_cores(info: CpuInfo) -> tuple[str, ...]:
    implementer = ""
    found: dict[str, None] = {}
    for key, value in info:
        if key == "cpu implementer":
            implementer = value
        elif key == "cpu part":
            found[_arm_core(implementer, value)] = None
    return tuple(found)


def _arm_core(implementer: str, part: str) -> str:
    unnamed = f"Arm implementer {implementer or 'unknown'} part {part}"
    try:
        return ARM_CORES.get((int(implementer, 16), int(part, 16)), unnamed)
    except ValueError:
        return unnamed
