import csv
from pathlib import Path

import pytest

from sigtui.exports import formats
from sigtui.files.results import MessageSize, Result
from sigtui.files.snapshot import Snapshot, parse_snapshot
from sigtui.findings import findings
from sigtui.reference import load, references
from sigtui.sources import load_sources

NAMES = [entry.name for entry in references()]
DATA = Path(references()[0].path).parent

ROWS = {
    "cmox-stm32l5": ("cmox-stm32l5.csv", "cmox-stm32l5-hash.csv"),
    "erlang27-apple-m2": ("erlang27-apple-m2.csv",),
    "mldsa-dotnet10": ("mldsa-dotnet10-core-ultra9.csv",),
    "openssl331-apple-m2": ("openssl-3.3.1-apple-m2.csv",),
    "simplesign-apple-m2-pro": ("simplesign-apple-m2-pro.csv",),
}


def published(*names: str) -> int:
    """Count the rows of published tables."""
    total = 0
    for name in names:
        with (DATA / name).open(encoding="utf-8", newline="") as stream:
            total += len(list(csv.DictReader(stream)))
    return total


def one(
    name: str, algorithm: str, operation: str, mode: str | None = "reused-key", size: int | None = None
) -> Result:
    """Return the only row of a reference with these fields."""
    (found,) = [
        row
        for row in load(name).results
        if (row.algorithm, row.operation, row.mode) == (algorithm, operation, mode)
        and (row.message.bytes if row.message else None) == size
    ]
    return found


def test_all_nine_are_there() -> None:
    """By names that say whose they are."""
    assert NAMES == [
        "cmox-stm32l5",
        "dotnet11-linux",
        "dotnet11-s10lite",
        "dotnet11-s25",
        "dotnet11-windows",
        "erlang27-apple-m2",
        "mldsa-dotnet10",
        "openssl331-apple-m2",
        "simplesign-apple-m2-pro",
    ]


@pytest.mark.parametrize("name", ROWS)
def test_no_published_row_is_lost(name: str) -> None:
    """Each is a result, or is listed as out of scope with the reason."""
    snapshot = load(name)
    left = [
        text
        for text in listed(snapshot, "out_of_scope")
        if text.startswith(("Feature", "Incremental", "LTV"))
    ]
    left += [
        text
        for text in listed(snapshot, "out_of_scope")
        if text.startswith(("Inspection", "Parsing", "Competitor"))
    ]
    assert len(snapshot.results) + len(left) == published(*ROWS[name])


def listed(snapshot: Snapshot, key: str) -> list[str]:
    """Return a list of texts beside the results."""
    value = snapshot.extra[key]
    assert isinstance(value, list)
    return [str(text) for text in value]


def test_no_row_of_the_four_platforms_is_lost() -> None:
    """One table holds them all."""
    platforms = [load(name) for name in NAMES if name.startswith("dotnet11")]
    assert sum(len(snapshot.results) for snapshot in platforms) == published("dotnet11.csv") == 189


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("form", ["toml", "json"])
def test_every_export_reads_back(name: str, form: str) -> None:
    """Equal in everything, its origin and what it left out among it."""
    snapshot = load(name)
    assert parse_snapshot(formats()[form].render(snapshot), f"x.{form}") == snapshot


@pytest.mark.parametrize("name", NAMES)
def test_every_reference_says_whose_it_is(name: str) -> None:
    """Its publication, its machine and its tool, and rows with a mean, an operation and the published words."""
    snapshot = load(name)
    origin = snapshot.extra["origin"]
    assert isinstance(origin, dict)
    assert origin["kind"] == "reference"
    assert origin["publication"]
    assert snapshot.machine["cpu"]
    assert snapshot.method["tool"]
    assert all(row.mean_us and row.mean_us > 0 and row.operation and row.label for row in snapshot.results)


def test_publications_ids_are_canonical_ones() -> None:
    """As the contract writes them; what was created and signed is single-shot."""
    fresh = one("dotnet11-windows", "rsa-2048-pss-sha512", "sign", "single-shot", 1_024)
    assert fresh.mean_us == 44131.467
    assert fresh.error_us == 1267.6967
    assert fresh.message == MessageSize(name="block", bytes=1_024)
    assert one("dotnet11-linux", "ml-dsa-44-prehash-sha512", "verify", size=17).mean_us
    assert one("erlang27-apple-m2", "rsa-4096-pkcs1v15-sha256", "sign").p99_us == 7550.0
    assert one("mldsa-dotnet10", "ml-dsa-65", "verify").mean_us == 39


def test_what_was_timed_as_one_is_one_sample() -> None:
    """Calls and seconds are all that openssl speed tells: no distribution, and so no interval."""
    sign = one("openssl331-apple-m2", "ecdsa-p256-sha256", "sign")
    assert (sign.samples, sign.batch, sign.error_us) == (1, 351_686, None)
    keygen = one("openssl331-apple-m2", "rsa-2048-pkcs1v15-sha256", "keygen", None)
    assert keygen.message is None


def test_microcontrollers_keep_their_cycles_and_their_memory() -> None:
    """Each configuration is a provider of its own; hashes are rows without an id."""
    rows = [row for row in load("cmox-stm32l5").results if row.provider == "CMOX Small/Low"]
    sign = next(row for row in rows if row.algorithm == "ecdsa-p256-sha256" and row.operation == "sign")
    assert sign.mean_us == 26_000
    assert sign.extra["cycles"] == 2_924_624
    assert sign.extra["code_bytes"] == 11_636
    flow = [row for row in load("cmox-stm32l5").results if row.operation == "digest"]
    assert len(flow) == 14
    assert all(row.algorithm is None for row in flow)
    # 402,655 cycles at 110 MHz are 3,660.5 µs: what the published rate says too.
    chunks = next(row for row in flow if row.extra.get("cycles") == 402_655)
    assert chunks.mean_us == pytest.approx(402_655 / 110, rel=1e-3)


def test_what_is_odd_in_them_is_pointed_at() -> None:
    """By the same checks as for runs of one's own."""
    assert any(
        "ecdsa-p384-sha384 sign reused-key (445 µs at 17 B, 115 µs at 93 B, 444 µs at 1,024 B)" in text
        for text in findings(load("dotnet11-s25")).warnings
    )
    assert any("3,293 B" in text for text in findings(load("mldsa-dotnet10")).warnings)
    assert findings(load("dotnet11-windows")).warnings == ()


def test_what_is_not_published_or_out_of_scope_is_said() -> None:
    """Among the notes, once."""
    notes = findings(load("openssl331-apple-m2")).notes
    assert any(text == "– stands for what its source does not tell: no ± of any row." for text in notes)
    assert any(text.startswith("Out of sigtui's scope: RSA encryption") for text in notes)


def test_a_reference_is_found_by_its_name() -> None:
    """As any snapshot is."""
    (source,) = load_sources(["dotnet11-linux"])
    assert source.name == "dotnet11-linux"
    assert source.published
