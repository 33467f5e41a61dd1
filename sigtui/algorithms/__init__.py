"""The catalogue of algorithms: finds the family files beside it, and an algorithm by name or by parameters.

A family file (every module of this package) declares ``FAMILY``, its id; ``ORDER``, its place among the
families; ``DEFAULTS``, the parameters that decide between several fits when a preset leaves them out; and
``ALGORITHMS``, its rows in order. There is no other list of them.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from importlib import import_module
from pkgutil import iter_modules
from types import MappingProxyType

from sigtui.errors import Problem, UsageError
from sigtui.model import Algorithm
from sigtui.wording import listed, nearest, refusal, shown

__all__ = ["SelectionError", "catalogue", "families", "find", "matching", "parameters_of", "select"]

_SHOWN_IDS = 12


class SelectionError(UsageError):
    """A family and parameters that do not fix one algorithm; carries all problems at once.

    The ``key`` of a problem is ``"family"``, a parameter, or empty where the selection as a whole is meant.
    """

    def __init__(self, problems: Sequence[Problem]) -> None:
        super().__init__(problems)
        self.problems = tuple(problems)

    def __str__(self) -> str:
        return "\n".join(str(problem) for problem in self.problems)


@dataclass(frozen=True, slots=True)
class _Family:
    """What a family file declares."""

    name: str
    order: int
    defaults: Mapping[str, str | int]
    algorithms: tuple[Algorithm, ...]


@cache
def _families() -> tuple[_Family, ...]:
    modules = [import_module(f"{__name__}.{found.name}") for found in iter_modules(__path__)]
    read = (_Family(file.FAMILY, file.ORDER, file.DEFAULTS, file.ALGORITHMS) for file in modules)
    return tuple(sorted(read, key=lambda family: family.order))


@cache
def catalogue() -> tuple[Algorithm, ...]:
    """Return every algorithm, family by family, from the smaller to the larger parameters."""
    return tuple(algorithm for family in _families() for algorithm in family.algorithms)


def families() -> tuple[str, ...]:
    """Return the ids of the families, in the catalogue's order."""
    return tuple(family.name for family in _families())


@cache
def _by_name() -> Mapping[str, Algorithm]:
    named = {algorithm.id: algorithm for algorithm in catalogue()}
    for algorithm in catalogue():
        if algorithm.names.rfc9421 is not None:
            # Several share a name; the catalogue puts the one that it means first (RSA: 2048 bits).
            named.setdefault(algorithm.names.rfc9421.text, algorithm)
    return MappingProxyType(named)


def find(name: str) -> Algorithm:
    """Find the algorithm with this id or RFC 9421 name; the RSA names of RFC 9421 mean 2048 bits.

    Raises UsageError for an unknown name; its text gives the nearest spelling.
    """
    algorithm = _by_name().get(name)
    if algorithm is None:
        near = nearest(name, _by_name())
        hint = f"; did you mean {shown(near)}?" if near else ";"
        raise UsageError(f"there is no algorithm {shown(name)}{hint} `sigtui algorithms` lists all")
    return algorithm


def parameters_of(family: str) -> Mapping[str, tuple[str | int, ...]]:
    """Return the parameters that a family takes, in the order of its ids, each with its allowed values.

    Raises SelectionError for an unknown family.
    """
    algorithms = _family(family).algorithms
    keys = dict.fromkeys(key for algorithm in algorithms for key in algorithm.parameters)
    return MappingProxyType({key: _values(algorithms, key) for key in keys})


def matching(family: str, /, **parameters: object) -> tuple[Algorithm, ...]:
    """Find the algorithms of a family that have all these parameters, in order; none where nothing fits.

    Nothing is filled in by default. Raises SelectionError for an unknown family.
    """
    return tuple(
        algorithm
        for algorithm in _family(family).algorithms
        if all(_has(algorithm, key, value) for key, value in parameters.items())
    )


def select(family: str, parameters: Mapping[str, object]) -> Algorithm:
    """Find the one algorithm of a family that has all these parameters.

    Where several fit, the family's defaults decide for the parameters that are not given: an ECDSA nonce
    is random, ML-DSA is pure. Raises SelectionError with everything that is wrong: an unknown family or
    parameter, a value of the wrong type or not allowed, values that don't go together, several fits.
    """
    declared = _family(family)
    allowed = parameters_of(family)
    problems = [
        problem
        for key, value in parameters.items()
        if (problem := _problem_alone(family, allowed, key, value)) is not None
    ]
    faulty = {problem.key for problem in problems}
    fits = declared.algorithms
    settled: dict[str, object] = {}
    for key in allowed:
        if key not in parameters or key in faulty:
            continue
        narrowed = tuple(algorithm for algorithm in fits if _has(algorithm, key, parameters[key]))
        if narrowed:
            fits = narrowed
            settled[key] = parameters[key]
        else:
            problems.append(_conflict(declared, fits, settled, key, parameters[key]))
    if problems:
        raise SelectionError(problems)
    for key, value in declared.defaults.items():
        if key not in parameters:
            fits = tuple(algorithm for algorithm in fits if _has(algorithm, key, value)) or fits
    if len(fits) > 1:
        raise SelectionError([_ambiguity(family, allowed, fits)])
    return fits[0]


def _family(name: str) -> _Family:
    for family in _families():
        if family.name == name:
            return family
    text = refusal(f"there is no family {shown(name)}", name, families())
    raise SelectionError([Problem("family", text)])


def _has(algorithm: Algorithm, key: str, value: object) -> bool:
    return _equal(value, algorithm.parameters.get(key))


def _equal(value: object, allowed: str | int | None) -> bool:
    """Whether a value is the allowed one, of its type: 2048.0 is not 2048, and true is not 1."""
    return allowed is not None and _same_type(value, allowed) and value == allowed


def _same_type(value: object, allowed: str | int) -> bool:
    return isinstance(value, type(allowed)) and not isinstance(value, bool)


def _values(algorithms: Iterable[Algorithm], key: str) -> tuple[str | int, ...]:
    return tuple(dict.fromkeys(each.parameters[key] for each in algorithms if key in each.parameters))


def _problem_alone(
    family: str, allowed: Mapping[str, tuple[str | int, ...]], key: str, value: object
) -> Problem | None:
    """Say what is wrong with one parameter, whatever the others are."""
    if key not in allowed:
        return Problem(key, refusal(f"{family} takes no such parameter", key, tuple(allowed)))
    values = allowed[key]
    if any(_equal(value, each) for each in values):
        return None
    if not any(_same_type(value, each) for each in values):
        wanted = "a whole number" if isinstance(values[0], int) else "a text"
        return Problem(key, refusal(f"{shown(value)} is not {wanted}", value, values))
    return Problem(key, refusal(f"{shown(value)} is not allowed", value, values))


def _conflict(
    family: _Family, fits: Sequence[Algorithm], settled: Mapping[str, object], key: str, value: object
) -> Problem:
    """Refuse a value that is allowed, but not with the ones settled before it."""
    homes = [algorithm for algorithm in family.algorithms if _has(algorithm, key, value)]
    elsewhere = {other: _values(homes, other) for other in settled}
    clashing = [other for other in settled if settled[other] not in elsewhere[other]]
    with_what = ", ".join(f"{other} = {shown(settled[other])}" for other in clashing or settled)
    instead = listed(_values(fits, key))
    text = f"{shown(value)} does not go with {with_what}; "
    text += f"allowed there: {instead}" if instead else "leave it out"
    for other in clashing:
        text += f"; {shown(value)} goes with {other} = {listed(elsewhere[other])}"
    return Problem(key, text)


def _ambiguity(
    family: str, allowed: Mapping[str, tuple[str | int, ...]], fits: Sequence[Algorithm]
) -> Problem:
    ids = ", ".join(algorithm.id for algorithm in fits[:_SHOWN_IDS])
    more = f" and {len(fits) - _SHOWN_IDS} more" if len(fits) > _SHOWN_IDS else ""
    undecided = ", ".join(key for key in allowed if len({each.parameters.get(key) for each in fits}) > 1)
    return Problem("", f"{len(fits)} algorithms of {family} fit: {ids}{more}; give also {undecided}")
