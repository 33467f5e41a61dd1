import csv
import re
from collections.abc import Mapping
from pathlib import Path

import pytest

from sigtui.exports import formats
from sigtui.files.results import MessageSize, Result
from sigtui.files.snapshot import Snapshot, parse_snapshot
from sigtui.findings import findings
from sigtui.reference import Entry, load, references
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


def rows_of(name: str) -> list[dict[str, str]]:
    """Return the rows of a published table, as they are in its file."""
    with (DATA / name).open(encoding="utf-8", newline="") as stream:
        return list(csv.DictReader(stream))


def published(*names: str) -> int:
    """Count the rows of published tables."""
    return sum(len(rows_of(name)) for name in names)


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
    """Each is a result, or counted as out of scope with the reason."""
    snapshot = load(name)
    left = [re.fullmatch(r".+, (\d+) rows \(.+\)", text) for text in listed(snapshot, "out_of_scope")]
    assert len(snapshot.results) + sum(int(found[1]) for found in left if found) == published(*ROWS[name])


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


PLATFORMS = {
    "dotnet11-windows": "windows",
    "dotnet11-linux": "linux",
    "dotnet11-s25": "samsung-s25",
    "dotnet11-s10lite": "samsung-s10-lite",
}
IDS = {
    "rsa2048-pss-sha512": "rsa-2048-pss-sha512",
    "rsa2048-pkcs1v15-sha256": "rsa-2048-pkcs1v15-sha256",
    "ml-dsa-44-prehash": "ml-dsa-44-prehash-sha512",
}


def given(row: Mapping[str, str], *keys: str) -> list[float | None]:
    """Return figures of a published row, None where its cell is empty."""
    return [float(row[key]) if row[key] else None for key in keys]


@pytest.mark.parametrize("name", PLATFORMS)
def test_every_row_of_the_four_platforms_is_what_was_published(name: str) -> None:
    """Case and figures, each once, and no other figure."""
    keys = ("mean_us", "error_us", "stddev_us", "median_us", "p95_us")
    expected = [
        (
            IDS.get(row["algorithm"], row["algorithm"]),
            "sign" if row["operation"] == "create+sign" else row["operation"],
            row["mode"],
            int(row["message_bytes"]),
            given(row, *keys),
        )
        for row in rows_of("dotnet11.csv")
        if row["platform"] == PLATFORMS[name]
    ]
    found = [
        (
            row.algorithm,
            row.operation,
            row.mode,
            row.message.bytes if row.message else None,
            [getattr(row, key) for key in keys],
        )
        for row in load(name).results
    ]
    assert found == expected
    assert all(row.samples is None and row.p99_us is None for row in load(name).results)


@pytest.mark.parametrize(
    ("name", "file", "keys"),
    [
        ("openssl331-apple-m2", "openssl-3.3.1-apple-m2.csv", ("mean_us",)),
        ("erlang27-apple-m2", "erlang27-apple-m2.csv", ("mean_us", "median_us", "p99_us", "ops_per_second")),
        ("mldsa-dotnet10", "mldsa-dotnet10-core-ultra9.csv", ("mean_us",)),
    ],
)
def test_every_row_of_the_others_is_what_was_published(name: str, file: str, keys: tuple[str, ...]) -> None:
    """In the order of the table."""
    rows = load(name).results
    assert [[getattr(row, key) for key in keys] for row in rows] == [
        given(row, *keys) for row in rows_of(file)
    ]
    assert [row.operation for row in rows] == [row["operation"] for row in rows_of(file)]


@pytest.mark.parametrize("name", [name for name in NAMES if name != "simplesign-apple-m2-pro"])
def test_no_case_stands_twice(name: str) -> None:
    """So that a comparison finds the one that is meant."""
    cases = [
        (row.algorithm or row.label, row.provider, row.operation, row.mode, row.message)
        for row in load(name).results
    ]
    assert len(set(map(repr, cases))) == len(cases)


def test_signing_pdfs_keeps_its_documents_and_what_is_no_single_operation() -> None:
    """A document's length is not another's; several documents in one call have no rate of one."""
    results = load("simplesign-apple-m2-pro").results
    sizes = {
        row.message.name: row.message.bytes for row in results if row.message and row.operation == "sign"
    }
    assert sizes == {
        "4 KB PDF": 4_096,
        "1 KB PDF": 1_024,
        "100 KB PDF": 102_400,
        "1 MB PDF": 1_048_576,
        "10 MB PDF": 10_485_760,
    }
    several = [row for row in results if (row.label or "").startswith(("Batch", "Concurrency"))]
    assert len(several) == 14
    assert all((row.operation, row.mode, row.ops_per_second) == ("other", None, None) for row in several)
    assert {row.extra.get("documents") for row in several} == {10, 100, None}
    plain = next(row for row in results if row.label == "Algorithm Benchmarks: RSA-2048 / SHA-256")
    assert (plain.algorithm, plain.mean_us) == ("rsa-2048-pkcs1v15-sha256", 13_670.0)
    assert plain.allocated_bytes == pytest.approx(498.08 * 1_024)


def test_five_signatures_in_one_call_are_no_verification() -> None:
    """Their time is five signatures' together: no rate of one, and nothing to compare a verification with."""
    rows = {row.label: row for row in load("simplesign-apple-m2-pro").results}
    suite = "Validation Benchmarks: PAdES validate"
    five = rows[f"{suite} (5 signatures)"]
    assert (five.operation, five.mode, five.ops_per_second, five.mean_us) == ("other", None, None, 1_252.9)
    one_alone = rows[f"{suite} (1 signature)"]
    assert (one_alone.operation, one_alone.mode) == ("verify", "reused-key")
    assert one_alone.ops_per_second == pytest.approx(1e6 / 232.7)


def test_whole_documents_are_not_put_beside_short_messages() -> None:
    """A signed PDF of 4 KB is no raw signature of 17 bytes: nothing of them is compared."""
    lengths = {
        row.message.bytes for row in load("simplesign-apple-m2-pro").results if row.message is not None
    }
    assert None not in lengths
    assert not {17, 93} & lengths


@pytest.mark.parametrize("entry", references(), ids=NAMES)
def test_a_list_needs_no_figures(entry: Entry) -> None:
    """Title, origin, machine and number of rows are those of the snapshot."""
    snapshot = load(entry.name)
    origin = snapshot.extra["origin"]
    assert isinstance(origin, dict)
    assert entry.title == snapshot.preset["title"]
    assert entry.origin.startswith(str(origin["publication"]))
    assert entry.machine.split(", ")[0] in (snapshot.machine.get("model"), snapshot.machine["cpu"])
    assert entry.rows == len(snapshot.results)
    assert entry.path.is_file()


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
    assert sign.mean_us == pytest.approx(2_924_624 / 110, abs=0.001)
    assert sign.extra["time_ms"] == 26
    assert sign.extra["cycles"] == 2_924_624
    assert sign.extra["code_bytes"] == 11_636
    flow = [row for row in load("cmox-stm32l5").results if row.operation == "digest"]
    assert len(flow) == 14
    assert all(row.algorithm is None for row in flow)
    # 402,655 cycles at 110 MHz are 3,660.5 µs: what the published rate says too.
    chunks = next(row for row in flow if row.extra.get("cycles") == 402_655)
    assert chunks.mean_us == pytest.approx(402_655 / 110, abs=0.001)
    assert chunks.extra["kilobytes_per_second"] == 2_185


def test_cycles_and_times_of_a_publication_agree() -> None:
    """The times are the cycles at the stated clock, cut to whole ms or µs: the cycles say more."""
    rows = load("cmox-stm32l5").results
    for row in rows:
        assert row.mean_us
        shown = row.extra.get("time_ms", row.extra.get("time_us"))
        unit = 1_000 if "time_ms" in row.extra else 1
        if shown is not None:
            assert int(row.mean_us / unit) == shown
        else:
            assert row.message
            assert row.message.bytes
            assert row.message.bytes * 1_000 / row.mean_us == pytest.approx(
                row.extra["kilobytes_per_second"], abs=1
            )


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
