"""One snapshot made by hand, with a row of every kind, and the golden file of each format."""

from collections.abc import Callable, Mapping
from pathlib import Path

from sigtui.exports import csv, html, json, markdown, svg, table, toml
from sigtui.files.encoded import Range, Tightest, Use, Wire
from sigtui.files.results import Histogram, Lengths, MessageSize, Outliers, Result
from sigtui.files.snapshot import Snapshot

GOLDEN = Path(__file__).parent / "golden"

ODD = MessageSize(name="a|b [bold] *日本* e\u0301 <br> `x`", bytes=1_024)
PROPERTIES = MessageSize(name="properties", bytes=93)

ROUNDS = (
    (48.0, 1.0),
    (48.4, 0.99),
    (48.1, 1.0),
    (90.6, 0.53),
    (48.2, 1.0),
    (47.9, 1.0),
    (48.3, 0.98),
    (48.0, 1.0),
)

ECDSA_WIRE = Wire(
    nominal=False,
    envelope="raw",
    transport="udp4",
    mtu=1_500,
    encoded_bytes=72,
    encoded_range=Range(min=69, typical=71, max=72),
    packets=1,
    fragmented=False,
    budgets={
        "ethernet": Use(fits=True, used=100 / 1_500, bytes=100, limit=1_500),
        "our [column]": Use(fits=True, used=72 / 512, bytes=72, limit=512),
    },
    tightest=Tightest(budget="our [column]", level="note", used=72 / 512),
    forms={
        "fixed": 64,
        "der": 72,
        "hex": 128,
        "base64": 88,
        "base64url": 86,
        "rfc9421": 108,
        "jws": 108,
        "cose": 76,
    },
    travel="1 datagram over Ethernet, not fragmented.",
    warnings=(),
)
ML_DSA_WIRE = Wire(
    nominal=False,
    envelope="raw",
    transport="udp4",
    mtu=1_500,
    encoded_bytes=2_420,
    encoded_range=Range(min=2_420, typical=2_420, max=2_420),
    packets=2,
    fragmented=True,
    budgets={
        "ethernet": Use(fits=False, used=2_448 / 1_500, bytes=2_448, limit=1_500),
        "our [column]": Use(fits=False, used=2_420 / 512, bytes=2_420, limit=512),
    },
    tightest=Tightest(budget="our [column]", level="over", used=2_420 / 512),
    forms={
        "raw": 2_420,
        "hex": 4_840,
        "base64": 3_228,
        "base64url": 3_227,
        "rfc9421": 3_248,
        "jws": 3_255,
        "cose": 2_434,
    },
    travel="2 fragments over Ethernet: lost whole if one is lost, and many networks drop fragments.",
    warnings=(
        "The signature does not fit our [column]: 2,420 B of 512 B. Remedy: make it 2,420 B wide, or choose a "
        "shorter signature.",
        "2 fragments over Ethernet: lost whole if one is lost, and many networks drop fragments. Remedy: TCP or "
        "QUIC, or at most 1,472 B a datagram.",
    ),
)

HMAC = Result(
    algorithm="hmac-sha256",
    family="hmac",
    provider="cryptography",
    operation="sign",
    mode="reused-key",
    message=PROPERTIES,
    call="hmac.HMAC(key, hashes.SHA256()).finalize()",
    samples=10_400,
    batch=64,
    keys=3,
    mean_us=1.342,
    error_us=0.012,
    error_rounds_us=0.009,
    stddev_us=0.11,
    min_us=1.29,
    p5_us=1.3,
    median_us=1.372,
    p90_us=1.4,
    p95_us=1.45,
    p99_us=1.9,
    p999_us=2.4,
    max_us=3.1,
    mad_us=0.02,
    median_normalised_us=1.31,
    overhead_ns=16.4,
    overhead_subtracted=True,
    ops_per_second=745_156.5,
    ratio=0.027_14,
    ratio_low=0.026_9,
    ratio_high=0.027_4,
    outliers=Outliers(low=0, high=210),
    skewness=4.2,
    mvalue=2.0,
    mvalue_typical=2.0,
    drift=0.001,
    rounds_us=tuple((median / 36, speed) for median, speed in ROUNDS),
    signature_bytes=Lengths(min=32, mean=32.0, max=32),
    signature_encoding="raw",
    private_key_bytes=32,
    private_key_form="raw",
    verified=True,
)
ECDSA = Result(
    algorithm="ecdsa-p256-sha256",
    family="ecdsa",
    provider="cryptography",
    operation="sign",
    mode="reused-key",
    message=PROPERTIES,
    call="private_key.sign(message, ECDSA(SHA256()))",
    samples=18_200,
    batch=1,
    keys=3,
    mean_us=49.41,
    error_us=0.21,
    error_rounds_us=0.15,
    stddev_us=8.4,
    min_us=46.1,
    p5_us=46.9,
    median_us=48.07,
    p90_us=52.0,
    p95_us=58.5,
    p99_us=103.4,
    p999_us=180.0,
    max_us=812.0,
    mad_us=0.9,
    median_normalised_us=47.8,
    overhead_ns=41.0,
    ops_per_second=20_238.8,
    ratio=1.0,
    ratio_low=1.0,
    ratio_high=1.0,
    outliers=Outliers(low=12, high=1_204),
    skewness=9.8,
    mvalue=3.6,
    mvalue_typical=2.1,
    drift=-0.002,
    quantiles_us=((0.0, 46.1), (0.5, 48.07), (0.99, 103.4), (1.0, 812.0)),
    histogram=Histogram(edges_us=(46.0, 48.0, 50.0, 812.5), counts=(8_900, 7_200, 2_100)),
    rounds_us=ROUNDS,
    signature_bytes=Lengths(min=69, mean=71.02, max=72),
    signature_encoding="der",
    public_key_bytes=65,
    private_key_bytes=32,
    private_key_form="scalar",
    spki_bytes=91,
    pkcs8_bytes=138,
    wire=ECDSA_WIRE,
    verified=True,
)
ML_DSA = Result(
    algorithm="ml-dsa-44",
    family="ml-dsa",
    provider="cryptography",
    operation="sign",
    mode="reused-key",
    message=PROPERTIES,
    samples=2_517,
    batch=1,
    keys=3,
    mean_us=1_013.6,
    error_us=48.3,
    stddev_us=736.0,
    min_us=310.0,
    median_us=793.0,
    p99_us=3_618.0,
    max_us=6_900.0,
    ops_per_second=986.6,
    ratio=20.514,
    ratio_low=19.53,
    ratio_high=21.5,
    skewness=2.1,
    mvalue=2.1,
    mvalue_typical=2.0,
    rounds_us=tuple((median * 16, speed) for median, speed in ROUNDS),
    signature_bytes=Lengths(min=2_420, mean=2_420.0, max=2_420),
    wire=ML_DSA_WIRE,
    verified=True,
)
FAILED = Result(
    algorithm="rsa-2048-pss-sha512",
    family="rsa",
    provider="cryptography",
    operation="sign",
    mode="reused-key",
    message=PROPERTIES,
    samples=120,
    mean_us=957.0,
    verified=False,
    error="the worker died after 41 rounds: signal 9 (out of memory, or somebody ended it)",
)
KEYGEN = Result(
    algorithm="rsa-2048-pkcs1v15-sha256",
    family="rsa",
    provider="cryptography",
    operation="keygen",
    samples=5,
    batch=1,
    keys=5,
    mean_us=78_812.5,
    error_us=64_300.0,
    stddev_us=20_900.0,
    min_us=41_000.0,
    median_us=75_400.0,
    max_us=131_000.0,
    ops_per_second=12.69,
    ratio=2_463.0,
    ratio_low=None,
    ratio_high=None,
    spki_bytes=294,
    verified=True,
)
KEYGEN_BASE = Result(
    algorithm="ecdsa-p256-sha256",
    family="ecdsa",
    provider="cryptography",
    operation="keygen",
    samples=2_276,
    batch=1,
    keys=2_276,
    mean_us=32.0,
    error_us=0.4,
    median_us=31.2,
    p99_us=60.0,
    ops_per_second=31_250.0,
    ratio=1.0,
    ratio_low=1.0,
    ratio_high=1.0,
    verified=True,
)
ODDLY_NAMED = Result(
    algorithm="ed25519",
    family="eddsa",
    provider="cryptography",
    operation="sign",
    mode="single-shot",
    message=ODD,
    samples=4_000,
    batch=1,
    mean_us=104.0,
    error_us=0.9,
    median_us=102.0,
    p99_us=190.0,
    ops_per_second=9_615.4,
    signature_bytes=Lengths(min=64, mean=64.0, max=64),
    verified=True,
)
IMPORTED = Result(
    label="BCrypt [ECDSA|P-256] *fast*", operation="sign", mode="single-shot", message=ODD, mean_us=82.0
)

FIXED = Snapshot(
    preset={
        "schema": 1,
        "title": "RFC 9421 HTTP Message Signatures",
        "baseline": "ecdsa-p256-sha256",
        "wire": {
            "budgets": ["ethernet"],
            "custom": [{"name": "our [column]", "bytes": 512, "transport": "storage"}],
        },
    },
    machine={
        "os": "Linux",
        "architecture": "x86_64",
        "cpu": "AMD EPYC 9B14",
        "logical_cpus": 2,
        "virtual": "kvm",
        "python": "CPython 3.13.1",
        "providers": {"cryptography": {"cryptography": "50.0.2", "openssl": "4.0.3"}},
        "warnings": [
            "Virtual machine (kvm). Spoils p99, not ratios: others on its host change its speed. Remedy: repeat on a "
            "dedicated host before you promise a p99."
        ],
    },
    method={"version": "1", "effort": "short", "worker_processes": 3, "reference_spin_us": 30.1},
    date="2026-05-01T12:00:00+02:00",
    results=(KEYGEN, KEYGEN_BASE, ML_DSA, FAILED, HMAC, ECDSA, ODDLY_NAMED, IMPORTED),
    extra={
        "skipped": [
            {"what": "falcon-512", "reason": "liboqs: no shared library was found; ~/_oqs/lib, lib64"}
        ]
    },
)

RENDERED: Mapping[str, Callable[[Snapshot], bytes]] = {
    "table-80.txt": lambda snapshot: table.render(snapshot, 80),
    "table-120.txt": lambda snapshot: table.render(snapshot, 120),
    "table-160.txt": lambda snapshot: table.render(snapshot, 160),
    "snapshot.json": json.render,
    "snapshot.csv": csv.render,
    "snapshot.md": markdown.render,
    "snapshot.toml": toml.render,
    "snapshot.html": html.render,
    "snapshot.svg": svg.render,
}
"""How each golden file is made."""
