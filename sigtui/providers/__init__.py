"""The libraries that do the work, each found by its place in this folder.

A provider is a module (or package) here with ``NAME``, a one-line ``SUMMARY``, and ``load() -> Provider``.
Importing it is cheap: only ``load`` imports the library, and only the worker process calls it.
"""

import importlib
import pkgutil
from collections.abc import Callable, Iterable, Mapping
from functools import cache
from typing import Any, Protocol, cast

from sigtui.errors import SigtuiError
from sigtui.model import Algorithm, ProviderInfo, Support
from sigtui.providers.mechanism import Mechanism, check_pair

_PROBE_MESSAGE = b"Does this algorithm work here?"


class Provider(Protocol):
    """A library that is there and loaded."""

    def versions(self) -> Mapping[str, str]:
        """Map the library, and the libraries inside it, to their versions."""

    def mechanism(self, algorithm: Algorithm) -> Mechanism[Any, Any]:
        """Return the provider's way of doing this algorithm; UnavailableError with the reason if none."""


class Entry(Protocol):
    """What a provider's module says of itself before anything is loaded."""

    NAME: str
    SUMMARY: str
    load: Callable[[], Provider]


@cache
def entries() -> Mapping[str, Entry]:
    """Map every provider's name to its module, ``cryptography`` first: it is always installed."""
    modules = [
        importlib.import_module(f"{__name__}.{found.name}")
        for found in pkgutil.iter_modules(__path__)
        if found.name != "mechanism"
    ]
    found = {module.NAME: cast("Entry", module) for module in modules}
    return dict(sorted(found.items(), key=lambda item: (item[0] != "cryptography", item[0])))


def names() -> tuple[str, ...]:
    """Return the names of all providers, whether their libraries are there or not."""
    return tuple(entries())


def reason_of(error: BaseException) -> str:
    """Return why something a library did went wrong, in one line."""
    lines = str(error).strip().splitlines()
    text = lines[0] if lines else ""
    if isinstance(error, SigtuiError):
        return text
    return f"{type(error).__name__}: {text}" if text else type(error).__name__


def probe(provider: Provider, algorithm: Algorithm) -> Support:
    """Find out by one key, one signature and two forgeries whether the provider does this algorithm.

    Libraries refuse in many ways (missing class, FIPS, internal error), so that trying is the only safe test.
    """
    try:
        mechanism = provider.mechanism(algorithm)
        private = mechanism.probe_key()
        mechanism.sizes(private)
        check_pair(mechanism, private, _PROBE_MESSAGE)
    except KeyboardInterrupt:
        raise
    except BaseException as error:  # noqa: BLE001 - native code raises what it likes, SystemExit among it
        return Support(algorithm.id, False, reason_of(error))
    return Support(algorithm.id, True)


def describe(
    name: str, algorithms: Iterable[Algorithm], registry: Mapping[str, Entry] | None = None
) -> ProviderInfo:
    """Load a provider and try these algorithms; a provider that can't be loaded says why."""
    known = entries() if registry is None else registry
    if name not in known:
        return ProviderInfo(name, False, f"no provider is called {name}")
    try:
        provider = known[name].load()
        versions = dict(provider.versions())
    except KeyboardInterrupt:
        raise
    except BaseException as error:  # noqa: BLE001 - a broken installation must not take the others with it
        return ProviderInfo(name, False, reason_of(error))
    return ProviderInfo(
        name, True, versions=versions, support=tuple(probe(provider, algorithm) for algorithm in algorithms)
    )
