"""The ``[[algorithms]]`` block of a preset, and the baseline among them."""

from collections.abc import Collection, Iterator, Mapping, Sequence

from sigtui.algorithms import SelectionError, families, find, parameters_of, select
from sigtui.errors import Problem, UsageError
from sigtui.messages.strict import key_of, within
from sigtui.model import Algorithm, Choice
from sigtui.wording import refusal, shown

# Far above what anybody measures; the search for the nearest spellings would take minutes for a file of them.
_MOST_TABLES = 1_000
_MOST_KEYS = 32


def numbered_tables(
    key: str, value: object, problems: list[Problem]
) -> Iterator[tuple[str, Mapping[str, object]]]:
    """Yield the tables of a block with their keys; what is no table is said with the file's own keys."""
    members = value if isinstance(value, list) else []
    if len(members) > _MOST_TABLES:
        problems.append(Problem(key, f"has {len(members):,} tables; at most {_MOST_TABLES:,} are read"))
    for index, table in enumerate(members[:_MOST_TABLES]):
        place = key_of((key, index))
        if isinstance(table, Mapping) and len(table) > _MOST_KEYS:
            problems.append(Problem(place, f"has {len(table):,} keys; at most {_MOST_KEYS} are read"))
        elif isinstance(table, Mapping):
            yield place, table


def read_choices(value: object, providers: Collection[str], problems: list[Problem]) -> list[Choice | None]:
    """Read the block in order: None for a wrong table, its problems then being added."""
    choices: list[Choice | None] = []
    seen: dict[tuple[str, str | None], str] = {}
    if value is None or value == []:
        problems.append(Problem("algorithms", "at least one is required; give [[algorithms]] with an id"))
    for key, table in numbered_tables("algorithms", value, problems):
        found: list[Problem] = []
        algorithm = _algorithm(table, found)
        provider = _provider(table.get("provider"), providers, found)
        problems.extend(within(key, problem) for problem in found)
        if found or algorithm is None:
            choices.append(None)
            continue
        choices.append(Choice(algorithm, provider))
        first = seen.setdefault((algorithm.id, provider), key)
        if first != key:
            problems.append(Problem(key, f"is {algorithm.id} again, as {first}; leave one of them out"))
    return choices


def read_baseline(value: object, choices: Sequence[Choice | None], problems: list[Problem]) -> str | None:
    """Return the id of the preset's ``baseline``, an id or RFC 9421 name; by default the first algorithm's.

    None where there is none, its problems then being added.
    """
    selected = [choice.algorithm.id for choice in choices if choice is not None]
    if value is None:
        return selected[0] if selected else None
    if not isinstance(value, str):
        return None  # said with the file's own keys already
    try:
        baseline = find(value).id
    except UsageError as error:
        problems.append(Problem("baseline", str(error)))
        return None
    # Where an algorithm could not be read, it may be the one that is meant.
    if baseline not in selected and None not in choices and choices:
        text = refusal(f"{shown(value)} is not one of the algorithms", value, dict.fromkeys(selected))
        problems.append(Problem("baseline", text))
    return baseline


def _algorithm(table: Mapping[str, object], problems: list[Problem]) -> Algorithm | None:
    """Find the algorithm of a table; None where there is none, its problems then being added."""
    parameters = {key: value for key, value in table.items() if key not in {"id", "family", "provider"}}
    chosen = {key: table[key] for key in ("id", "family") if key in table}
    problems.extend(
        Problem(key, f"must be text, not {shown(value)}")
        for key, value in chosen.items()
        if not isinstance(value, str)
    )
    if len(chosen) != 1:
        text = "gives both id and family; an id fixes the whole algorithm, so give one of them"
        none = "needs an id, or a family and its parameters"
        problems.append(Problem("", text if chosen else none))
        chosen = {}
    if "family" not in table:
        problems.extend(Problem(key_of([key]), _extra_key(key)) for key in parameters)
    name, family = chosen.get("id"), chosen.get("family")
    try:
        if isinstance(name, str):
            return find(name)
        if isinstance(family, str):
            return select(family, parameters)
    except SelectionError as error:
        problems.extend(Problem(key_of([each.key]) if each.key else "", each.text) for each in error.problems)
    except UsageError as error:
        problems.append(Problem("id", str(error)))
    return None


def _extra_key(key: str) -> str:
    """Say what is wrong with a key beside an id, or without a family."""
    if any(key in parameters_of(family) for family in families()):
        return f"goes with a family, not with an id; families are {', '.join(families())}"
    return refusal("unknown key", key, ("id", "family", "provider"))


def _provider(value: object, allowed: Collection[str], problems: list[Problem]) -> str | None:
    if value is None:
        return None
    if not isinstance(value, str):
        problems.append(Problem("provider", f"must be text, not {shown(value)}"))
        return None
    if value not in allowed:
        problems.append(Problem("provider", refusal(f"there is no provider {shown(value)}", value, allowed)))
    return value
