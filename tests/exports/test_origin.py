from sigtui.exports._groups import provenance
from sigtui.exports._origin import imported
from sigtui.files.snapshot import Snapshot
from tests.exports.fixed import FIXED

FOREIGN = Snapshot(
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


def test_imported_figures_say_whose_they_are() -> None:
    """And how their tool measured, in a line each; nothing of sigtui's own efforts and processes."""
    assert provenance(FOREIGN) == (
        "Apple M2",
        "openssl 3.3.1",
        "Erlang 27.0",
        "imported from a tool 1.2, a.txt, 2026-05-01T12:00:00, measured in elapsed time",
        "interval: none, it gives none",
    )


def test_a_tool_that_says_little_leaves_no_gaps() -> None:
    """Only what is known has a line."""
    bare = Snapshot(extra={"origin": {"kind": "imported", "tool": "a tool"}})
    assert provenance(bare) == ("imported from a tool",)


def test_figures_of_sigtui_are_no_import() -> None:
    """Nor are those of a reference, which has a table of the same name."""
    assert imported(FIXED) is None
    assert imported(Snapshot(extra={"origin": {"kind": "reference"}})) is None
    assert imported(Snapshot(extra={"origin": "somewhere"})) is None
