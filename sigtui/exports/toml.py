"""TOML: the canonical form of a snapshot, which reads back equal; of a comparison, the preset that shows it again."""

from sigtui.comparing.again import preset_document
from sigtui.comparing.pivot import Compared
from sigtui.files.snapshot import Snapshot, render_toml
from sigtui.files.toml import render_toml as render_document

NAME = "toml"
SUFFIX = ".toml"
PURPOSE = "everything, for sigtui to read again"


def render(snapshot: Snapshot) -> bytes:
    """Return the snapshot as canonical TOML."""
    return render_toml(snapshot)


def render_compared(compared: Compared) -> bytes:
    """Return a preset with the comparison; UsageError where nothing of it could be measured again."""
    return render_document(preset_document(compared))
