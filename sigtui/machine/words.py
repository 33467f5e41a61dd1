"""The machine and its providers in words: labelled lines with units, a verdict, and how to get what is missing.

It reads the machine's document and not the machine, so that a stranger's snapshot is told with the same words.
"""

import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from enum import StrEnum
from types import MappingProxyType
from typing import TypeAlias

from sigtui.model import ProviderInfo
from sigtui.numbers import count, figure
from sigtui.wording import printable

Document: TypeAlias = Mapping[str, object]
Read: TypeAlias = Callable[[Document], str]


@dataclass(frozen=True, slots=True)
class Line:
    """A labelled line: what it is, its value with the unit, and what to know of it."""

    label: str
    value: str
    note: str = ""


class Fit(StrEnum):
    """Whether a machine is fit to measure on, as the glyph of the verdict."""

    WHOLLY = "✓"
    PARTLY = "!"
    NOT = "✗"


@dataclass(frozen=True, slots=True)
class Fitness:
    """What of a machine's figures can be trusted, in one sentence."""

    fit: Fit
    text: str


@dataclass(frozen=True, slots=True)
class Missing:
    """Algorithms that a provider can't do here (none: the provider itself), why, and how to get them."""

    algorithms: tuple[str, ...]
    reason: str
    remedy: str

    @property
    def text(self) -> str:
        """Reason and remedy as one line."""
        return f"{self.reason.removesuffix('.')}. {self.remedy}" if self.remedy else self.reason


_HARM = re.compile(r"\bSpoils ([^.:,]+)")
_EVERY, _P99, _RUNS = "every time", "p99", "comparisons between runs"
"""What sigtui/machine/fitness.py says is spoiled."""


def warnings(document: Document) -> tuple[str, ...]:
    """Return the document's warnings, each of the form ``cause. What it spoils. Remedy.``."""
    told = document.get("warnings", ())
    return tuple(_text(each) for each in told) if isinstance(told, list | tuple) else ()


def fitness(document: Document) -> Fitness:
    """Say what can be trusted here, by what the document's warnings spoil."""
    told = warnings(document)
    harms = list(dict.fromkeys(_HARM.findall(" ".join(told))))
    if not told:
        return Fitness(Fit.WHOLLY, "Fit: nothing was found here that spoils a figure.")
    if not harms:
        return Fitness(Fit.PARTLY, "Fit with doubts: the warnings say which.")
    if any(harm.startswith(_EVERY) for harm in harms):
        return Fitness(Fit.NOT, "Not fit as it is: every time measured here is doubtful.")
    trusted = "ratios and medians" if _P99 in harms else "ratios, medians and p99"
    where = "within one run" if _RUNS in harms else "measured here"
    return Fitness(
        Fit.PARTLY,
        f"Fit in part: you can trust {trusted} {where}, but not {' or '.join(harms)}.",
    )


def facts(document: Document) -> tuple[Line, ...]:
    """Tell what the machine is, a line a fact; what is unknown has none.

    Keys that this version does not know come last, in the document's own words.
    """
    known = {key: value for key, value in document.items() if value is not None}
    told = [Line(label, value, note) for label, note, read in _FACTS if (value := _one_line(read(known)))]
    others = [key for key in known if key not in _KNOWN]
    return (*told, *(Line(_text(key).replace("_", " "), _text(known[key])) for key in others))


def libraries(document: Document) -> tuple[Line, ...]:
    """Tell the versions of each provider's libraries."""
    told = document.get("providers")
    found = told.values() if isinstance(told, Mapping) else ()
    return tuple(Line("provider", versions(each)) for each in found if isinstance(each, Mapping))


def versions(libraries: Mapping[str, object]) -> str:
    """Name a provider's library, and those inside it: ``cryptography 50.0.2 (OpenSSL 4.0.3)``."""
    named = [f"{_SPELLED.get(name, _text(name))} {_text(version)}" for name, version in libraries.items()]
    return f"{named[0]} ({', '.join(named[1:])})" if len(named) > 1 else "".join(named)


_SPELLED: Mapping[str, str] = MappingProxyType({"openssl": "OpenSSL"})


def _one_line(text: str) -> str:
    return printable(" ".join(text.split()))


def _text(value: object) -> str:
    """Return a value of a document as one line of text."""
    if isinstance(value, Mapping):
        return ", ".join(f"{_text(key)} {_text(inner)}" for key, inner in value.items())
    if isinstance(value, list | tuple):
        return " ".join(_text(each) for each in value)
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, int):
        return count(value)
    return f"{value:,g}" if isinstance(value, float) else _one_line(str(value))


def _joined(*keys: str) -> Read:
    return lambda document: " ".join(_text(document[key]) for key in keys if key in document)


def _each(key: str, form: Callable[[object], str]) -> Read:
    return lambda document: form(document[key]) if key in document else ""


def _switch(key: str, on: str, off: str) -> Read:
    return _each(
        key, lambda value: {True: on, False: off}[value] if isinstance(value, bool) else _text(value)
    )


def _cores(document: Document) -> str:
    parts = (("cores", "physical"), ("logical_cpus", "logical"))
    return ", ".join(f"{_text(document[key])} {word}" for key, word in parts if key in document)


def _clock(document: Document) -> str:
    now, top = (_text(document.get(key, "")) for key in ("mhz", "max_mhz"))
    if now:
        return f"{now} of {top} MHz" if top else f"{now} MHz"
    return f"at most {top} MHz" if top else ""


def _gibibytes(value: object) -> str:
    return f"{figure(value / (1 << 30))} GiB" if isinstance(value, int | float) else _text(value)


def _cpus(value: object) -> str:
    return f"{_text(value)} CPU{'' if value == 1 else 's'}"


_FACTS: tuple[tuple[str, str, Read], ...] = (
    ("system", "", _joined("os", "release")),
    ("architecture", "", _joined("architecture")),
    ("processor", "", _joined("cpu")),
    ("instructions", "make signatures faster", _joined("features")),
    ("cores", "", _cores),
    ("usable CPUs", "where sigtui can run", _joined("usable_cpus")),
    ("CPU quota", "the limit of its control group", _each("cpu_quota", _cpus)),
    ("clock now", "", _clock),
    ("governor", "sets the clock", _joined("governor")),
    ("turbo", "", _switch("turbo", "on", "off")),
    ("load", "busy processes, on average", _joined("load")),
    ("memory", "", _each("memory_bytes", _gibibytes)),
    ("virtual machine", "", _joined("virtual")),
    ("container", "", _joined("container")),
    ("power", "", _switch("on_battery", "battery", "mains")),
    ("temperature", "of the hottest CPU sensor", _each("temperature_c", lambda value: f"{_text(value)} °C")),
    ("Python", "", _joined("python")),
    ("debug build", "", _switch("debug_build", "yes", "")),
    ("traced by", "", _joined("tracer")),
)
"""Label, note and value of each fact, in the order in which they are shown; an empty value is unknown."""

_KNOWN = frozenset(
    {
        *("os", "release", "architecture", "cpu", "features", "cores", "logical_cpus", "usable_cpus"),
        *("cpu_quota", "mhz", "max_mhz", "governor", "turbo", "load", "memory_bytes", "virtual", "container"),
        *("on_battery", "temperature_c", "python", "debug_build", "tracer", "providers", "warnings"),
    }
)


def provider_lines(info: ProviderInfo) -> tuple[Line, ...]:
    """Tell of a provider on this machine: its versions, what it can do, and how to get the rest."""
    told = [Line("version", versions(info.versions))] if info.versions else []
    if info.support:
        told.append(Line("can do", coverage(info)))
    told += [Line("missing", ", ".join(each.algorithms) or info.name, each.text) for each in missing(info)]
    return tuple(told)


def coverage(info: ProviderInfo) -> str:
    """Say how many of the algorithms that were tried a provider can do here."""
    able = sum(each.available for each in info.support)
    return f"{able} of {len(info.support)} algorithms"


def missing(info: ProviderInfo) -> tuple[Missing, ...]:
    """Tell what of a provider is missing, algorithms with the same reason together."""
    if not info.available:
        return (_missing((), info.name, info.reason),)
    unable = [each for each in info.support if not each.available]
    return tuple(
        _missing((each.algorithm for each in unable if each.reason == reason), info.name, reason)
        for reason in dict.fromkeys(each.reason for each in unable)
    )


def _missing(algorithms: Iterable[str], provider: str, reason: str) -> Missing:
    return Missing(tuple(algorithms), _text(reason), remedy(provider, reason))


_PACKAGES: Mapping[str, str] = MappingProxyType({"cryptography": "cryptography", "oqs": "liboqs-python"})
"""What the packages are called that bring a library; a module's own name can be a stranger's package."""

_REMEDIES = (
    (r"No module named '(\w+)'", "Remedy: {pip} {package}{where}."),
    (
        r"^Unsupported(Algorithm)\b",
        "Remedy: {pip} --upgrade {package}{where}; its wheel brings its own OpenSSL.",
    ),
    (r"[Tt]his version of (\w+)", "Remedy: {pip} --upgrade {package}{where}."),
)
_PIP, _WHERE = "python -m pip install", ", in sigtui's own environment"


def remedy(provider: str, reason: str) -> str:
    """Return how to get what is missing for this reason; empty where nothing is known to help."""
    for pattern, text in _REMEDIES:
        found = re.search(pattern, reason)
        package = found and (_PACKAGES.get(found[1]) or _PACKAGES.get(provider))
        if package:
            return text.format(pip=_PIP, package=package, where=_WHERE)
    return "Another provider has to do it." if re.search(r"^\w+ has no ", reason) else ""
