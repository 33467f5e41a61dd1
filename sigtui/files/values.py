"""The kinds of values that a snapshot has, each read strictly: text, numbers, counts, flags, free tables."""

from collections.abc import Mapping
from math import isfinite
from typing import Annotated

from pydantic import BeforeValidator, Field, Strict

Text = Annotated[str, Strict()]
Number = Annotated[float, Strict(), Field(allow_inf_nan=False)]
Count = Annotated[int, Strict(), Field(ge=0, le=(1 << 63) - 1)]
Flag = Annotated[bool, Strict()]
Pairs = tuple[tuple[Number, Number], ...]
Table = Mapping[str, object]


def _known(value: object) -> object:
    """Read NaN and infinities, which other programs write for an unknown figure, as unknown."""
    return None if isinstance(value, float) and not isfinite(value) else value


Figure = Annotated[Number | None, BeforeValidator(_known)]
