"""TOML: the canonical form of a snapshot, which reads back equal."""

from sigtui.files.snapshot import Snapshot, render_toml

NAME = "toml"
SUFFIX = ".toml"
PURPOSE = "everything, for sigtui to read again"


def render(snapshot: Snapshot) -> bytes:
    """Return the snapshot as canonical TOML."""
    return render_toml(snapshot)
