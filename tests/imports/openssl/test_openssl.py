import pytest
from hypothesis import given
from hypothesis import strategies as st

from sigtui.errors import FileError, UsageError
from sigtui.files.results import Result
from sigtui.imports import import_results
from tests.imports.samples import data, imported


def one(text: str, version: str | None = None) -> Result:
    """Return the only row of a text."""
    (row,) = import_results(text.encode(), "a.txt", openssl_version=version).results
    return row


def test_a_count_over_its_seconds_is_the_mean() -> None:
    """9.98 s for 10,842 signatures are 920.494 µs each, with a key that is there already."""
    row = one("Doing 2048 bits private rsa sign ops for 10s: 10842 2048 bits private RSA sign ops in 9.98s\n")
    assert (row.algorithm, row.operation, row.mode) == ("rsa-2048-pkcs1v15-sha256", "sign", "reused-key")
    assert (row.samples, row.error_us) == (10_842, None)
    assert row.mean_us == pytest.approx(920.494, abs=5e-4)
    assert row.message is None


def test_a_rate_alone_is_enough() -> None:
    """A table without what was told before it has no count."""
    row = import_results(b"rsa 2048 bits 0.000811s 0.000023s   1250.0  42997.0\n", "a.txt").results[0]
    assert (row.mean_us, row.samples, row.ops_per_second) == (800.0, None, 1_250.0)


def test_what_is_left_out_of_the_figures_is_said() -> None:
    """The hash of RSA and ECDSA, the interval, and what the seconds are."""
    method = imported("openssl-3.0.txt").method
    assert str(method["hash"]).startswith("not included")
    assert str(method["interval"]).startswith("none")
    assert method["divisor"] == "user CPU time"
    assert imported("openssl-3.5.txt").method["divisor"] == "elapsed time"
    eddsa = b"Doing 253 bits sign Ed25519 ops for 1s: 100 253 bits Ed25519 sign ops in 1.00s\n"
    assert "hash" not in import_results(eddsa, "a.txt").method


def test_what_is_no_signature_has_no_id() -> None:
    """Encryption, encapsulation and hashes are kept under openssl's own words."""
    rows = imported("openssl-3.5.txt").results
    assert {row.operation for row in rows if row.algorithm is None} >= {
        "encrypt",
        "decrypt",
        "encaps",
        "decaps",
    }


def test_an_hmac_signs_messages_of_each_length() -> None:
    """Bytes a second become a time for each message."""
    rows = [row for row in imported("openssl-3.3-mr.txt").results if row.algorithm == "hmac-sha256"]
    assert [row.message and row.message.bytes for row in rows] == [16, 64, 256, 1_024, 8_192, 16_384]
    assert rows[0].mean_us == pytest.approx(16 / 41.84646933)


def test_several_processes_are_counted() -> None:
    """Their rates are one sum: each process needs as much longer for a call as there are of them."""
    text = "Forked child 0\nForked child 1\n+DTP:256:sign:ecdsa:1\n+R5:1:256:0.99\n+F6:0:253:Ed25519:20000.0:5000.0\n"
    made = import_results(text.encode(), "a.txt")
    assert [(row.operation, row.mean_us) for row in made.results] == [("sign", 100.0), ("verify", 400.0)]
    assert (made.method["processes"], made.method["divisor"]) == (2, "elapsed time")


def test_a_sum_of_several_processes_is_divided_by_the_number_that_was_asked_for() -> None:
    """Where the command stands above its table, alone."""
    table = "rsa 2048 bits 0.000188s 0.000009s   5000.0 100000.0\n"
    made = import_results(f"$ openssl speed -multi 4 rsa2048\n{table}".encode(), "a.txt")
    assert [row.mean_us for row in made.results] == [800.0, 40.0]
    assert (made.method["processes"], made.method["divisor"]) == (4, "elapsed time")


@pytest.mark.parametrize(
    "commands",
    [
        "openssl speed -multi $(nproc) rsa2048\n",
        "openssl speed -multi 0 rsa2048\n",
        "openssl speed rsa2048\nopenssl speed -multi 4 rsa2048\n",
        "openssl speed -multi 2 rsa2048\nopenssl speed -multi 4 rsa2048\n",
    ],
)
def test_a_sum_of_who_knows_how_many_processes_is_refused(commands: str) -> None:
    """It would make a signature look as many times cheaper; the error says what to add."""
    with pytest.raises(FileError, match="add the lines `Forked child`"):
        import_results(f"{commands}rsa 2048 bits 0.000188s 0.000009s   5000.0 100000.0\n".encode(), "a.txt")


@pytest.mark.parametrize(
    ("text", "divisor"),
    [
        ("+F2:2:2048:632.0:25436.0\n", "user CPU time or, if it was run with -elapsed, elapsed time"),
        ("$ openssl speed -mr -elapsed rsa2048\n+F2:2:2048:632.0:25436.0\n", "elapsed time"),
        (
            "rsa 2048 bits 0.0008s 0.00002s  1250.0  42997.0\n",
            "user CPU time or, if it was run with -elapsed, elapsed time",
        ),
    ],
)
def test_seconds_are_not_said_to_be_what_nothing_tells(text: str, divisor: str) -> None:
    """-mr is silent about -elapsed, and so are the tables alone."""
    assert import_results(text.encode(), "a.txt").method["divisor"] == divisor


@pytest.mark.parametrize(
    ("version", "told"), [("3.3.1", "3.3.1"), ("OpenSSL 3.5.6 7 Apr 2026 (Library)", "3.5.6"), ("3.3", "3.3")]
)
def test_the_version_is_taken_as_it_is_printed(version: str, told: str) -> None:
    """The number alone, or the whole line."""
    made = import_results(data("openssl-3.3-mr.txt"), "a.txt", openssl_version=version)
    assert made.method["tool_version"] == told
    assert made.machine["providers"] == {"openssl": {"openssl": told}}


@pytest.mark.parametrize("version", ["", "three", "3", "v3.3.1"])
def test_a_version_that_is_none_is_refused(version: str) -> None:
    """With an example."""
    with pytest.raises(UsageError, match=r"is no version; as `openssl version` prints it, such as 3\.3\.1"):
        import_results(data("openssl-3.3-mr.txt"), "a.txt", openssl_version=version)


def test_a_version_that_contradicts_the_file_is_refused() -> None:
    """One that says less does not contradict."""
    with pytest.raises(UsageError, match=r"'3\.3\.1' is not what a\.txt says of itself: 3\.0\.19"):
        import_results(data("openssl-3.0.txt"), "a.txt", openssl_version="3.3.1")
    assert (
        import_results(data("openssl-3.0.txt"), "a.txt", openssl_version="3.0").method["tool_version"]
        == "3.0.19"
    )


def test_a_text_without_figures_is_refused() -> None:
    """As where only the beginning was pasted."""
    with pytest.raises(FileError, match="holds no figure of openssl speed"):
        import_results(b"Doing 2048 bits private rsa sign ops for 10s: \n", "a.txt", tool="openssl")


@given(st.integers(1, 10**9), st.integers(1, 10**4))
def test_counts_and_seconds_survive(count: int, hundredths: int) -> None:
    """Whatever they are, in the text and in the lines of -mr."""
    seconds = hundredths / 100
    text = f"Doing 253 bits sign Ed25519 ops for 10s: {count} 253 bits Ed25519 sign ops in {seconds:.2f}s\n"
    lines = f"+DTP:253:sign:Ed25519:10\n+R8:{count}:253:Ed25519:{seconds:.2f}\n"
    for given_text in (text, lines):
        row = one(given_text)
        assert row.samples == count
        if row.mean_us is not None:
            assert row.mean_us == pytest.approx(seconds * 1e6 / count, abs=1e-6)
