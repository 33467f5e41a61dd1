import asyncio
from pathlib import Path

import pytest

from tests.tui.pictures import GOLDEN, SIZES, lines, taken


@pytest.mark.parametrize("size", SIZES)
def test_the_app_looks_as_in_its_pictures(tmp_path: Path, size: str) -> None:
    """Word for word and colour for colour; ``python -m tests.tui`` takes them anew when it is meant to change."""
    golden = {path.name: path.read_text("utf-8") for path in (GOLDEN / size).iterdir()}
    now = asyncio.run(taken(tmp_path / "home", SIZES[size]))
    for name, svg in now.items():
        (tmp_path / name).write_text(svg, "utf-8")
        assert lines(svg) == lines(golden.get(name, "")), f"{name} says something else: {tmp_path / name}"
    changed = [str(tmp_path / name) for name, svg in now.items() if svg != golden[name]]
    assert not changed, "the same words in other colours"
    assert now.keys() == golden.keys(), "a picture is left over"
