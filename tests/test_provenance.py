from dataclasses import replace

from sigtui.files.snapshot import Snapshot
from sigtui.provenance import in_short, is_published, provenance
from tests.made import ROW, snapshot

OWN = replace(
    snapshot(ROW),
    machine={
        "cpu": "a CPU",
        "architecture": "x86_64",
        "os": "Linux",
        "release": "6.1",
        "virtual": "kvm",
        "logical_cpus": 2,
        "python": "CPython 3.11.7",
        "providers": {"cryptography": {"cryptography": "50.0.2", "openssl": "4.0.3"}},
    },
)
PUBLISHED = Snapshot(
    machine={"cpu": "Oryon", "model": "a phone", "runtime": ".NET 11", "mhz": 110},
    method={"tool": "BenchmarkDotNet", "version": "0.16"},
    extra={"origin": {"kind": "reference", "publication": "a post", "published": "2026"}},
)


def test_a_run_tells_machine_versions_and_method() -> None:
    """A line each, and what ± is."""
    assert not is_published(OWN)
    assert provenance(OWN) == (
        "a CPU, x86_64, Linux, kvm, 2 CPUs",
        "Python CPython 3.11.7, cryptography 50.0.2, openssl 4.0.3",
        "effort short, 3 worker processes, method 1, 2026-05-01T12:00:00+02:00; "
        "± is the wider of two 99.9 % intervals, over samples and over rounds",
    )


def test_what_others_published_says_whose_it_is() -> None:
    """First; nothing is said of efforts and workers that there were not."""
    assert is_published(PUBLISHED)
    assert provenance(PUBLISHED) == (
        "published: a post, 2026",
        "a phone, Oryon, 110 MHz",
        ".NET 11",
        "BenchmarkDotNet 0.16",
    )


def test_one_line_holds_it_too() -> None:
    """For a comparison of several snapshots; an empty snapshot says that it says nothing."""
    assert in_short(PUBLISHED) == (
        "published: a post, 2026, a phone, Oryon, 110 MHz, .NET 11, BenchmarkDotNet 0.16"
    )
    assert in_short(Snapshot()) == "says nothing of its origin"


IMPORTED = Snapshot(
    machine={"cpu": "Apple M2", "runtime": "Erlang 27.0", "providers": {"openssl": {"openssl": "3.3.1"}}},
    method={
        "tool": "a tool",
        "tool_version": "1.2",
        "divisor": "elapsed time",
        "interval": "none, it gives none",
    },
    date="2026-05-01T12:00:00",
    extra={"origin": {"kind": "imported", "tool": "a tool", "version": "1.2", "file": "a.txt"}},
)


def test_imported_figures_say_which_tool_they_are_of() -> None:
    """And how it measured, in a line each; nothing of sigtui's own efforts and processes."""
    assert provenance(IMPORTED) == (
        "Apple M2",
        "Erlang 27.0, openssl 3.3.1",
        "imported from a tool 1.2, a.txt, 2026-05-01T12:00:00, measured in elapsed time",
        "interval: none, it gives none",
    )


def test_a_tool_that_says_little_leaves_no_gaps() -> None:
    """Only what is known has a line."""
    bare = Snapshot(extra={"origin": {"kind": "imported", "tool": "a tool"}})
    assert provenance(bare) == ("imported from a tool",)
