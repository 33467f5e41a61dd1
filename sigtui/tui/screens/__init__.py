"""The screens, each found by its place.

A screen is a module here with ``NAME``, ``TITLE``, ``KEY`` (the key that shows it), ``ORDER`` (its place among the
tabs) and ``create() -> Screen``. There is no other list of them.
"""

import importlib
import pkgutil
from collections.abc import Callable
from functools import cache
from typing import Protocol, cast

from textual.screen import Screen

from sigtui.tui.widgets.heading import Tab


class Entry(Protocol):
    """What a screen's module says of itself."""

    NAME: str
    TITLE: str
    KEY: str
    ORDER: int
    create: Callable[[], Screen[None]]


@cache
def entries() -> tuple[Entry, ...]:
    """Return the screens in the order of their tabs."""
    modules = [
        importlib.import_module(f"{__name__}.{found.name}") for found in pkgutil.iter_modules(__path__)
    ]
    screens = [cast("Entry", module) for module in modules if hasattr(module, "create")]
    return tuple(sorted(screens, key=lambda screen: screen.ORDER))


def tabs() -> tuple[Tab, ...]:
    """Return the screens as the heading shows them."""
    return tuple(Tab(screen.NAME, screen.TITLE, screen.KEY) for screen in entries())
