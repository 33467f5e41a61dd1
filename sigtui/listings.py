"""The lists that need no measuring: algorithms, providers, presets, the machine; as text or JSON."""

import asyncio
import json
from collections.abc import Mapping, Sequence

from sigtui import algorithms as catalogue
from sigtui import machine as machines
from sigtui import providers as registry
from sigtui.bench.discovery import discover
from sigtui.columns import Column, set_columns
from sigtui.errors import FileError
from sigtui.files.preset import read_preset
from sigtui.files.store import list_presets, user_presets
from sigtui.machine import words
from sigtui.model import Algorithm, Name, ProviderInfo
from sigtui.numbers import count

_NONE = "–"


def _json(document: Mapping[str, object]) -> str:
    return json.dumps(document, ensure_ascii=False, indent=2) + "\n"


def _lines(lines: Sequence[str]) -> str:
    return "\n".join(lines) + "\n"


def _discover(tried: Sequence[Algorithm]) -> tuple[ProviderInfo, ...]:
    return asyncio.run(discover({name: list(tried) for name in registry.names()}))


def algorithms(output: str) -> str:
    """Return the catalogue, each algorithm with the providers that were tried on this machine."""
    rows = catalogue.catalogue()
    found = _discover(rows)
    if output == "json":
        return _json({"algorithms": [_algorithm(row, found) for row in rows]})
    columns = [
        Column("algorithm", [row.id for row in rows], right=False),
        Column("bits", [str(row.strength_bits) for row in rows]),
        Column("quantum-safe", [_quantum(row) for row in rows], right=False),
        Column("sig B", [_signature(row) for row in rows]),
        Column("public B", [count(row.sizes.public_key) for row in rows]),
        Column("RFC 9421", [_name(row.names.rfc9421) for row in rows], right=False),
        Column("JOSE", [_name(row.names.jose) for row in rows], right=False),
        Column("COSE", [_name(row.names.cose) for row in rows], right=False),
        Column("provider", [_providers(row, found) for row in rows], right=False),
    ]
    return _lines([*set_columns(columns), "", "Sizes are nominal. * is a draft's name, not registered."])


def _quantum(row: Algorithm) -> str:
    if not row.quantum_safe:
        return "no"
    return f"category {row.category}" if row.category else "yes, shared secret"


def _signature(row: Algorithm) -> str:
    sizes = row.sizes
    most = f" (DER ≤ {count(sizes.signature_max)})" if sizes.signature_max != sizes.signature else ""
    return count(sizes.signature) + most


def _name(name: Name | None) -> str:
    if name is None:
        return _NONE
    text = name.text if name.value is None else f"{name.text} ({name.value})"
    return f"{text} *" if name.status == "draft" else text


def _support(row: Algorithm, info: ProviderInfo) -> tuple[bool, str]:
    if not info.available:
        return False, info.reason
    tried = next((item for item in info.support if item.algorithm == row.id), None)
    return (tried.available, tried.reason) if tried else (False, "not tried")


def _providers(row: Algorithm, found: Sequence[ProviderInfo]) -> str:
    told = [(info.name, *_support(row, info)) for info in found]
    able = [name for name, available, _ in told if available]
    return ", ".join(able) if able else "unavailable: " + "; ".join(f"{name}: {why}" for name, _, why in told)


def _algorithm(row: Algorithm, found: Sequence[ProviderInfo]) -> dict[str, object]:
    sizes = row.sizes
    names = {"rfc9421": row.names.rfc9421, "jose": row.names.jose, "cose": row.names.cose}
    told = [(info.name, *_support(row, info)) for info in found]
    return {
        "id": row.id,
        "family": row.family,
        "parameters": dict(row.parameters),
        "quantum_safe": row.quantum_safe,
        "symmetric": row.symmetric,
        "standard": row.standard,
        "status": str(row.status),
        "strength_bits": row.strength_bits,
        "category": row.category,
        "sizes": {
            "signature_bytes": sizes.signature,
            "signature_max_bytes": sizes.signature_max,
            "public_key_bytes": sizes.public_key,
            "private_key_bytes": sizes.private_key,
            "spki_bytes": sizes.spki,
            "pkcs8_bytes": sizes.pkcs8,
        },
        "names": {registry_: name and name.text for registry_, name in names.items()},
        "names_status": {registry_: name and str(name.status) for registry_, name in names.items()},
        "cose_value": row.names.cose and row.names.cose.value,
        "providers": [
            {"name": name, "available": available, "reason": reason or None}
            for name, available, reason in told
        ],
    }


def providers(output: str) -> str:
    """Return the providers: versions, how many algorithms of the catalogue they do, or what is missing."""
    found = _discover(catalogue.catalogue())
    if output == "json":
        return _json({"providers": [_provider(info) for info in found]})
    lines = []
    for info in found:
        missing = words.missing(info)
        if info.available:
            lines.append(f"{info.name}: {words.versions(info.versions)}; {words.coverage(info)}")
            lines += [f"  {', '.join(each.algorithms)}: {each.text}" for each in missing]
        else:
            lines += [f"{info.name}: {each.text}" for each in missing]
    return _lines(lines)


def _provider(info: ProviderInfo) -> dict[str, object]:
    return {
        "name": info.name,
        "summary": registry.entries()[info.name].SUMMARY,
        "available": info.available,
        "reason": info.reason or None,
        "versions": dict(info.versions),
        "algorithms": [item.algorithm for item in info.support if item.available],
        "unavailable": [
            {"algorithm": item.algorithm, "reason": item.reason}
            for item in info.support
            if not item.available
        ],
    }


def presets(output: str) -> str:
    """Return the presets that a name finds; a broken one is listed with what is wrong."""
    entries = list_presets()
    rows: list[dict[str, object]] = []
    for entry in entries:
        row: dict[str, object] = {"name": entry.name, "origin": entry.origin, "path": str(entry.path)}
        try:
            preset = read_preset(entry.path)
        except FileError as error:
            row |= {"title": None, "error": str(error)}
        else:
            row |= {
                "title": preset.title,
                "algorithms": [choice.algorithm.id for choice in preset.choices],
                "messages": [message.name for message in preset.messages],
                "error": None,
            }
        rows.append(row)
    if output == "json":
        return _json({"presets": rows})
    columns = [
        Column("preset", [str(row["name"]) for row in rows], right=False),
        Column("from", [str(row["origin"]) for row in rows], right=False),
        Column("title", [str(row["title"] or _broken(row["error"])) for row in rows], right=False),
    ]
    return _lines([*set_columns(columns), "", f"Yours lie in {user_presets()}"])


def _broken(error: object) -> str:
    """Fit an error of several lines into a cell."""
    first, *others = str(error).splitlines()
    return f"broken: {first}" + (f" (and {len(others)} more)" if others else "")


def machine(output: str) -> str:
    """Return what this machine is, the libraries that measure on it, and whether it is fit to."""
    document = machines.document(machines.inspect(), _discover(()))
    if output == "json":
        return _json(document)
    told = (*words.facts(document), *words.libraries(document))
    columns = [
        Column("", [line.label for line in told], right=False),
        Column("", [line.value for line in told], right=False),
    ]
    fitness = words.fitness(document)
    lines = [*set_columns(columns)[1:], "", f"{fitness.fit} {fitness.text}"]
    return _lines([*lines, *(f"! {text}" for text in words.warnings(document))])
