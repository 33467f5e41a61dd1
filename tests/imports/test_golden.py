import pytest

from sigtui.exports import json, toml
from sigtui.files.snapshot import parse_snapshot, to_document
from tests.imports.samples import GOLDEN, RENDERED, SAMPLES, TOOLS, imported


@pytest.mark.parametrize("suffix", RENDERED)
@pytest.mark.parametrize("name", TOOLS)
def test_the_snapshot_is_the_golden_file(name: str, suffix: str) -> None:
    """Byte for byte; ``python -m tests.imports`` writes the files anew when the result is meant to change."""
    assert RENDERED[suffix](imported(name)).decode() == (GOLDEN / (name + suffix)).read_bytes().decode()


def test_every_sample_and_every_golden_file_is_compared() -> None:
    """None is left over from a sample that is gone."""
    assert {path.name for path in SAMPLES.iterdir()} == set(TOOLS)
    assert {path.name for path in GOLDEN.iterdir()} == {
        name + suffix for name in TOOLS for suffix in RENDERED
    }


@pytest.mark.parametrize("name", TOOLS)
def test_a_snapshot_reads_back_equal(name: str) -> None:
    """As TOML it is the same snapshot; as JSON it says the same."""
    made = imported(name)
    assert parse_snapshot(toml.render(made), "a.toml") == made
    assert to_document(parse_snapshot(json.render(made), "a.json")) == to_document(made)
