import pytest

from tests.exports.fixed import FIXED, GOLDEN, RENDERED


@pytest.mark.parametrize("name", RENDERED)
def test_the_output_is_the_golden_file(name: str) -> None:
    """Byte for byte; ``python -m tests.exports`` writes the files anew when the output is meant to change."""
    assert RENDERED[name](FIXED).decode() == (GOLDEN / name).read_bytes().decode()


def test_every_golden_file_is_compared() -> None:
    """None is left over from a format that is gone."""
    assert {path.name for path in GOLDEN.iterdir()} == set(RENDERED)
