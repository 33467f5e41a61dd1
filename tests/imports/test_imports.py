from collections.abc import Mapping
from dataclasses import replace

import pytest

from sigtui.errors import FileError, UsageError
from sigtui.files.snapshot import Snapshot, render_toml
from sigtui.imports import detect, import_results, joined, tools, unmapped
from tests.imports.samples import TOOLS, VERSIONS, data, imported


def origin(snapshot: Snapshot) -> Mapping[str, object]:
    """Return the table that says where a snapshot comes from."""
    table = snapshot.extra["origin"]
    assert isinstance(table, Mapping)
    return table


def test_every_tool_has_a_sample_and_says_what_it_reads() -> None:
    """In a few words, all different."""
    assert set(tools()) == set(TOOLS.values())
    purposes = [tool.PURPOSE for tool in tools().values()]
    assert len(set(purposes)) == len(purposes)
    assert all(0 < len(purpose) <= 60 for purpose in purposes)


@pytest.mark.parametrize(("name", "tool"), TOOLS.items())
def test_a_tool_is_known_by_what_it_wrote(name: str, tool: str) -> None:
    """Whatever the file is called, and no other tool claims it."""
    assert tool == detect(data(name), "results").NAME
    head = data(name).decode()
    assert [each for each, module in tools().items() if module.looks_like(head)] == [tool]


def test_where_a_snapshot_comes_from_is_kept() -> None:
    """The tool, its version and the file's name, without the folders that it lies in."""
    made = import_results(data("openssl-3.0.txt"), "/home/somebody/speed.txt")
    assert origin(made) == {
        "kind": "imported",
        "tool": "openssl speed",
        "version": "3.0.19",
        "file": "speed.txt",
    }


def test_rows_without_an_id_are_kept_and_named() -> None:
    """By the tool's own text, in the snapshot too."""
    made = imported("liboqs-info.txt")
    assert unmapped(made) == ("Dilithium3", "Falcon-512")
    assert made.extra["unmapped"] == ["Dilithium3", "Falcon-512"]
    assert len(made.results) == 9


def test_stale_sizes_are_explained_in_the_snapshot() -> None:
    """3,293 B is what round 3 had."""
    warnings = imported("liboqs-info.txt").extra["warnings"]
    assert isinstance(warnings, list)
    assert "3,309 B" in warnings[0]


def test_a_signature_with_its_message_attached_is_explained() -> None:
    """speed_sig signs 50 bytes: 3,359 B is ML-DSA-65 with them."""
    text = data("liboqs-info.txt").replace(b"signature bytes: 3309", b"signature bytes: 3359")
    warnings = import_results(text, "a.txt").extra["warnings"]
    assert isinstance(warnings, list)
    assert any("message of 50 B attached" in each for each in warnings)


def test_an_unknown_tool_is_refused_with_the_nearest_spelling() -> None:
    """And with all there are."""
    with pytest.raises(UsageError, match="did you mean 'benchmarkdotnet'") as caught:
        import_results(b"x", "a.txt", tool="benchmarkdotnett")
    assert "hyperfine" in str(caught.value)


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        (b"nothing of the kind", r"a\.txt: is no result of a tool that is known; known are: benchee \("),
        (b'schema = "sigtui/snapshot/1"', "is a snapshot of sigtui itself"),
        (
            data("openssl-3.0.txt") + data("benchee.txt"),
            r"several tools \(benchee, openssl\); name one with --tool",
        ),
    ],
)
def test_what_no_tool_or_several_could_have_written_is_refused(text: bytes, problem: str) -> None:
    """With what to do."""
    with pytest.raises(FileError, match=problem):
        import_results(text, "a.txt")


def test_a_named_tool_decides_between_several() -> None:
    """Each reads what is its own."""
    both = data("openssl-3.0.txt") + data("benchee.txt")
    assert origin(import_results(both, "a.txt", tool="benchee"))["tool"] == "Benchee"
    assert origin(import_results(both, "a.txt", tool="openssl"))["tool"] == "openssl speed"


@pytest.mark.parametrize("name", TOOLS)
@pytest.mark.parametrize("tool", sorted(set(TOOLS.values())))
def test_another_tools_file_is_refused(name: str, tool: str) -> None:
    """As one clear error, where somebody names the wrong tool."""
    if TOOLS[name] == tool:
        return
    with pytest.raises(FileError, match=name):
        import_results(data(name), name, tool=tool)


def test_a_version_of_openssl_goes_with_openssl_only() -> None:
    """Others say theirs themselves."""
    with pytest.raises(UsageError, match="--openssl-version goes with openssl"):
        import_results(data("benchee.txt"), "a.txt", openssl_version="3.3.1")


@pytest.mark.parametrize(
    ("old", "new"),
    [(b"| 19.37 us |", b"| -19.37 us |"), (b"| 19.37 us |", b"| NaN us |"), (b"| 0.146 us |", b"| inf us |")],
)
def test_figures_that_no_measurement_has_are_refused(old: bytes, new: bytes) -> None:
    """With the row and the figure; a negative time is never kept."""
    with pytest.raises(
        FileError, match=r"a\.md: row 1 \(ecdsa-p256-sha256 sign .*\): \w+_us is .*no measurement"
    ):
        import_results(data("benchmarkdotnet-pasted.md").replace(old, new), "a.md")


def test_of_rows_with_the_same_id_in_the_same_case_the_first_keeps_it() -> None:
    """The list of the providers' signatures repeats RSA; only its key generation is new."""
    made = imported("openssl-3.5.txt")
    ids = [(each.operation, each.algorithm) for each in made.results if each.label == "rsa2048"]
    assert ids == [("keygen", "rsa-2048-pkcs1v15-sha256"), ("sign", None), ("verify", None)]


def test_files_of_one_tool_and_machine_join() -> None:
    """Into one snapshot with all rows and both names; a repeated row keeps its figures, not its id."""
    one = imported("benchee.txt")
    both = joined([one, replace(one, extra={"origin": {**origin(one), "file": "b.txt"}})])
    assert len(both.results) == 2 * len(one.results)
    assert origin(both)["file"] == "benchee.txt, b.txt"
    assert both.preset == one.preset
    assert sum(each.algorithm is not None for each in both.results) == 3
    assert render_toml(both)
    assert joined([one]) is one


@pytest.mark.parametrize(
    ("other", "field"),
    [
        ("openssl-3.0.txt", "tool"),
        ("benchee-comment.exs", "machine"),
    ],
)
def test_files_that_differ_do_not_join(other: str, field: str) -> None:
    """With the field: figures of two machines are no one snapshot."""
    with pytest.raises(UsageError, match=f"benchee.txt and {other} differ in {field}"):
        joined([imported("benchee.txt"), imported(other)])


def test_the_versions_that_samples_need_are_needed() -> None:
    """No sample is read with a version that it does not need."""
    for name in VERSIONS:
        with pytest.raises(FileError, match="--openssl-version"):
            import_results(data(name), name)
