import pytest

from sigtui.columns import cells_wide
from sigtui.exports.table import render
from sigtui.reference import load, references
from tests.reference.golden_tables import GOLDEN, SHOWN


@pytest.mark.parametrize("name", SHOWN)
def test_the_table_is_the_golden_file(name: str) -> None:
    """Byte for byte; ``python -m tests.reference`` writes the files anew when the output is meant to change."""
    assert render(load(name)).decode() == (GOLDEN / f"{name}.table.txt").read_bytes().decode()


def test_every_golden_file_is_compared() -> None:
    """None is left over."""
    assert {path.name for path in GOLDEN.iterdir()} == {f"{name}.table.txt" for name in SHOWN}


@pytest.mark.parametrize("width", [80, 120])
@pytest.mark.parametrize("name", [entry.name for entry in references()])
def test_every_table_fits_and_says_whose_figures_it_shows(name: str, width: int) -> None:
    """Nothing is said of what a publication has not: no effort, no workers, no None, no n of 0."""
    text = render(load(name), width).decode()
    assert all(cells_wide(line) <= width for line in text.splitlines())
    assert "published: " in text
    assert "– stands for" in text
    for nonsense in ("None", "effort", "worker", "n 0", "nan", "k=1 "):
        assert nonsense not in text, nonsense
