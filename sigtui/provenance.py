"""Where figures come from, in a few lines: which machine and versions, how it was measured, and whose they are."""

from collections.abc import Mapping

from sigtui.files.snapshot import Snapshot

_SAID_ALREADY = ("tool", "tool_version", "divisor")


def origin_of(snapshot: Snapshot) -> Mapping[str, object]:
    """Return who published or measured it with another tool; empty for a run of sigtui's own."""
    origin = snapshot.extra.get("origin")
    return origin if isinstance(origin, Mapping) else {}


def is_published(snapshot: Snapshot) -> bool:
    """Whether the figures are somebody else's: a reference, or another tool's result."""
    return bool(origin_of(snapshot))


def provenance(snapshot: Snapshot) -> tuple[str, ...]:
    """Say in a line each where the figures come from."""
    if origin_of(snapshot).get("kind") == "imported":
        return tuple(line for line in (*_where(snapshot), *_imported(snapshot)) if line)
    own = not is_published(snapshot)
    how = ", ".join(_how(snapshot) if own else _tool(snapshot))
    if own and how:
        how += "; ± is the wider of two 99.9 % intervals, over samples and over rounds"
    return tuple(line for line in (_source(snapshot), *_where(snapshot), how) if line)


def in_short(snapshot: Snapshot) -> str:
    """Say the same in one line."""
    imported = origin_of(snapshot).get("kind") == "imported"
    how = _how(snapshot) if not is_published(snapshot) else [] if imported else _tool(snapshot)
    parts = (_source(snapshot), hardware(snapshot.machine), *_versions(snapshot), *how)
    return ", ".join(part for part in parts if part) or "says nothing of its origin"


def _where(snapshot: Snapshot) -> tuple[str, str]:
    return hardware(snapshot.machine), ", ".join(_versions(snapshot))


def _imported(snapshot: Snapshot) -> list[str]:
    """Say of another tool's result which tool it is of, and what the tool says of its method."""
    origin, method = origin_of(snapshot), snapshot.method
    tool = " ".join(str(origin[key]) for key in ("tool", "version") if origin.get(key))
    divisor = f"measured in {method['divisor']}" if method.get("divisor") else None
    source = [f"imported from {tool}", origin.get("file"), snapshot.date, divisor]
    told = [f"{key}: {value}" for key, value in method.items() if key not in _SAID_ALREADY]
    return [", ".join(str(part) for part in source if part), *told]


def _source(snapshot: Snapshot) -> str:
    """Say whose figures they are."""
    origin = origin_of(snapshot)
    if not origin:
        return ""
    if origin.get("kind") == "imported":
        return _imported(snapshot)[0]
    told = [origin.get("publication"), origin.get("published")]
    return f"published: {', '.join(str(each) for each in told if each) or 'where is not said'}"


def hardware(machine: Mapping[str, object]) -> str:
    """Name the machine: what it is, its processor, its system."""
    cores = machine.get("logical_cpus") or machine.get("cores")
    parts = [machine.get(key) for key in ("model", "cpu", "architecture", "os", "release", "virtual")]
    if "python" in machine:  # of a run of its own, the release of the system says nothing
        parts = [machine.get(key) for key in ("cpu", "architecture", "os", "virtual")]
    parts += [f"{machine['mhz']} MHz"] if machine.get("mhz") and "python" not in machine else []
    named = ", ".join(str(part) for part in parts if part)
    return named + (f", {cores} CPUs" if cores and named else "")


def _versions(snapshot: Snapshot) -> list[str]:
    machine = snapshot.machine
    versions = [f"Python {machine['python']}"] if machine.get("python") else []
    versions += [str(machine[key]) for key in ("runtime", "compiler") if machine.get(key)]
    providers = machine.get("providers")
    if isinstance(providers, Mapping):
        for libraries in providers.values():
            if isinstance(libraries, Mapping):
                versions += [f"{library} {version}" for library, version in libraries.items()]
    return versions


def _how(snapshot: Snapshot) -> list[str]:
    method = snapshot.method
    effort, processes, version = (method.get(key) for key in ("effort", "worker_processes", "version"))
    told = [f"effort {effort}"] if effort else []
    told += [f"{processes} worker process{'' if processes == 1 else 'es'}"] if processes else []
    told += [f"method {version}"] if version else []
    return told + ([snapshot.date] if snapshot.date else [])


def _tool(snapshot: Snapshot) -> list[str]:
    method = snapshot.method
    told = [" ".join(str(method[key]) for key in ("tool", "version") if method.get(key))]
    told += [str(method["job"])] if method.get("job") else []
    told += [f"{method['seconds_a_row']} s a row"] if method.get("seconds_a_row") else []
    return [part for part in (*told, snapshot.date) if part]
