"""Rows, runs and snapshots for the tests of comparisons: paired by round, in seeded runs."""

from collections.abc import Mapping
from dataclasses import replace

import numpy as np

from sigtui.comparing.sides import Source
from sigtui.files.results import Blocks, MessageSize, Result
from sigtui.files.snapshot import Snapshot
from tests.made import ROW, snapshot

ROUNDS = 15
MACHINE = {"cpu": "a CPU", "architecture": "x86_64", "os": "Linux", "logical_cpus": 2, "python": "3.11.7"}


def row(
    algorithm: str,
    mean_us: float,
    *,
    operation: str = "sign",
    mode: str | None = "reused-key",
    message: MessageSize | None = ROW.message,
    provider: str = "cryptography",
    seed: int = 0,
) -> Result:
    """Return a measured row with a noise of 1 % a round, its rounds those of three workers."""
    rng = np.random.default_rng(seed)
    means = mean_us * rng.normal(1, 0.01, ROUNDS)
    return replace(
        ROW,
        algorithm=algorithm,
        family=None,
        provider=provider,
        operation=operation,
        mode=None if operation == "keygen" else mode,
        message=None if operation == "keygen" else message,
        samples=ROUNDS * 40,
        mean_us=float(means.mean()),
        error_us=mean_us * 0.004,
        error_rounds_us=mean_us * 0.01,
        median_us=float(np.median(means)),
        p99_us=mean_us * 1.5,
        ops_per_second=1e6 / mean_us,
        ratio=None,
        ratio_low=None,
        ratio_high=None,
        rounds_us=tuple((float(mean), 1.0) for mean in means),
        blocks=Blocks(
            processes=tuple(index // 5 for index in range(ROUNDS)),
            rounds=tuple(range(ROUNDS)),
            samples=(40,) * ROUNDS,
            means_us=tuple(float(mean) for mean in means),
        ),
    )


def source(name: str, *rows: Result, machine: Mapping[str, object] | None = None) -> Source:
    """Return a snapshot of these rows under a name, by default of one machine."""
    made: Snapshot = replace(snapshot(*rows), machine=MACHINE if machine is None else machine)
    method = {**made.method, "reference_spin": "pow of 256 bits", "reference_spin_us": 120.0}
    return Source(name, replace(made, method=method))


P256 = row("ecdsa-p256-sha256", 50.0, seed=1)
ED25519 = row("ed25519", 60.0, seed=2)
SAME = row("ed25519", 50.1, seed=3)
ML_DSA = row("ml-dsa-44", 1_000.0, seed=4)
P256_VERIFY = row("ecdsa-p256-sha256", 110.0, operation="verify", seed=5)
ED25519_VERIFY = row("ed25519", 160.0, operation="verify", seed=6)
P256_KEYGEN = row("ecdsa-p256-sha256", 25.0, operation="keygen", seed=7)
ED25519_KEYGEN = row("ed25519", 30.0, operation="keygen", seed=8)
P256_FRESH = row("ecdsa-p256-sha256", 75.0, mode="single-shot", seed=9)
BLOCK = MessageSize(name="block", bytes=1_024)
P256_BLOCK = row("ecdsa-p256-sha256", 55.0, message=BLOCK, seed=10)

RUN = source(
    "run",
    P256,
    ED25519,
    ML_DSA,
    P256_VERIFY,
    ED25519_VERIFY,
    P256_KEYGEN,
    ED25519_KEYGEN,
    P256_FRESH,
    P256_BLOCK,
)
