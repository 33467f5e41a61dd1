import gc
from collections.abc import Iterator

import pytest

from sigtui.bench import sampling


@pytest.fixture(autouse=True)
def _instant_spin(monkeypatch: pytest.MonkeyPatch) -> None:
    """Take the arithmetic out of the reference spin: on the fake clock it costs time that nobody counts."""
    monkeypatch.setattr(sampling, "_EXPONENT", 3)


@pytest.fixture(autouse=True)
def _thawed() -> Iterator[None]:
    """Undo the gc.freeze of the servers that live in this process."""
    yield
    gc.unfreeze()
