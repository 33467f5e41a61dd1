"""The screens, each found by its place.

A screen is a package here with ``NAME``, ``TITLE``, ``KEY`` (the key that shows it) and ``ORDER`` (its place among
the tabs), all cheap to import, and a module ``screen`` with ``create() -> Screen``, which may cost what it has to.
There is no other list of them.
"""

import importlib
import pkgutil
from collections.abc import Mapping
from functools import cache, partial
from typing import Protocol, cast

from textual.screen import Screen

from sigtui.tui.widgets.heading import Tab


class Entry(Protocol):
    """What a screen's package says of itself."""

    NAME: str
    TITLE: str
    KEY: str
    ORDER: int


class _Module(Protocol):
    """What a screen's module has."""

    def create(self) -> Screen[None]:
        """Return the screen."""


@cache
def entries() -> tuple[Entry, ...]:
    """Return the screens in the order of their tabs."""
    packages = [
        importlib.import_module(f"{__name__}.{found.name}") for found in pkgutil.iter_modules(__path__)
    ]
    return tuple(sorted((cast("Entry", package) for package in packages), key=lambda screen: screen.ORDER))


def load(name: str) -> None:
    """Import a screen, which takes a while the first time; any thread."""
    _module(name)


def create(name: str) -> Screen[None]:
    """Return a screen."""
    return _module(name).create()


def modes() -> dict[str, partial[Screen[None]]]:
    """Return what makes each screen, by its name."""
    return {each.NAME: partial(create, each.NAME) for each in entries()}


def tabs(keys: Mapping[str, str]) -> tuple[Tab, ...]:
    """Return the screens as the heading shows them; ``keys`` are how a person's own are written, by binding."""
    return tuple(Tab(each.NAME, each.TITLE, keys.get(f"screen-{each.NAME}", each.KEY)) for each in entries())


def _module(name: str) -> _Module:
    return cast("_Module", importlib.import_module(f"{__name__}.{name}.screen"))
