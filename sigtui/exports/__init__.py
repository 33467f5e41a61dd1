"""The formats that a snapshot is shown and kept in, each a file here: pure ``render(snapshot) -> bytes``.

Those that can also hold a comparison have ``render_compared(compared) -> bytes``.

A format is a module with ``NAME`` (what --output calls it), ``SUFFIX`` (what --export ends in; empty for one
that is only shown), ``PURPOSE`` (what it holds and for whom, in a few words) and ``render``.
"""

import importlib
import pkgutil
from collections.abc import Callable, Iterable, Mapping
from functools import cache
from pathlib import PurePath
from typing import Protocol, TypeVar, cast

from sigtui.comparing.pivot import Compared
from sigtui.errors import UsageError
from sigtui.files.snapshot import Snapshot


class Format(Protocol):
    """One format."""

    NAME: str
    SUFFIX: str
    PURPOSE: str
    render: Callable[[Snapshot], bytes]


@cache
def formats() -> Mapping[str, Format]:
    """Map the names of all formats to their modules."""
    modules = [
        importlib.import_module(f"{__name__}.{found.name}")
        for found in pkgutil.iter_modules(__path__)
        if not found.name.startswith("_")
    ]
    return {module.NAME: cast("Format", module) for module in modules if hasattr(module, "NAME")}


class ComparisonFormat(Format, Protocol):
    """A format that can also hold a comparison."""

    render_compared: Callable[[Compared], bytes]


def comparison_formats() -> Mapping[str, ComparisonFormat]:
    """Map the names of the formats that can hold a comparison to their modules."""
    return {
        name: cast("ComparisonFormat", form)
        for name, form in formats().items()
        if hasattr(form, "render_compared")
    }


_Form = TypeVar("_Form", bound=Format)


def by_suffix(path: PurePath) -> Format:
    """Return the format that a file's suffix names; UsageError with the suffixes there are."""
    return _of(path, formats().values())


def comparison_by_suffix(path: PurePath) -> ComparisonFormat:
    """Return the format for a comparison that a file's suffix names; UsageError with the suffixes there are."""
    return _of(path, comparison_formats().values())


def _of(path: PurePath, forms: Iterable[_Form]) -> _Form:
    known = {form.SUFFIX: form for form in forms if form.SUFFIX}
    form = known.get(path.suffix.lower())
    if form is None:
        given = (
            f"{path.suffix} is no format" if path.suffix else "its suffix says the format, and it has none"
        )
        raise UsageError(f"{path}: {given}; allowed: {', '.join(sorted(known))}")
    return form
