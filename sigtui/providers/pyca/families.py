"""Which file of this provider does which family."""

import importlib
import importlib.util
from typing import Any

from sigtui.errors import UnavailableError
from sigtui.model import Algorithm
from sigtui.providers.mechanism import Mechanism


def mechanism(algorithm: Algorithm) -> Mechanism[Any, Any]:
    """Return the mechanism of the family's own file (``ml-dsa`` is in mldsa.py).

    Raises UnavailableError for a family without a file here, or one that this version lacks.
    """
    name = f"{__package__}.{algorithm.family.replace('-', '')}"
    if importlib.util.find_spec(name) is None:
        raise UnavailableError(f"cryptography has no {algorithm.family}")
    try:
        module = importlib.import_module(name)
    except ImportError as error:
        raise UnavailableError(f"this version of cryptography has no {algorithm.family}") from error
    made: Mechanism[Any, Any] = module.mechanism(algorithm)
    return made
