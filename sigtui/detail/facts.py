"""What a case's figures are figures of, as labelled lines: the call, the sizes and the algorithm."""

from collections.abc import Mapping
from types import MappingProxyType

from sigtui.files.results import Result
from sigtui.files.snapshot import Snapshot
from sigtui.machine.words import Line, versions
from sigtui.model import Algorithm, Mode, Name, Operation, Status
from sigtui.numbers import UNKNOWN, count, figure

_OPERATIONS: Mapping[str, str] = MappingProxyType(
    {
        Operation.KEYGEN: "create a key",
        Operation.SIGN: "sign the message",
        Operation.VERIFY: "accept a signature",
        Operation.VERIFY_INVALID: "reject a tampered signature",
    }
)

_VERIFIED = "signatures verified, before timing and after each slice; a tampered one was rejected"
_CHECKS: Mapping[str, str] = MappingProxyType(
    {
        Operation.KEYGEN: "the last key of each slice signed and verified; a tampered signature was rejected",
        Operation.VERIFY_INVALID: "rejected before timing and after each slice; the signature itself verified",
    }
)


def timed_lines(snapshot: Snapshot, result: Result) -> tuple[Line, ...]:
    """Tell the exact call that was timed, what of it was inside the timing, and by which libraries."""
    lines = [Line("operation", result.operation, _OPERATIONS.get(result.operation, ""))]
    if result.message is not None:
        size = "" if result.message.bytes is None else f"{count(result.message.bytes)} B"
        parts = (result.message.name, size)
        lines.append(Line("message", ", ".join(part for part in parts if part)))
    if result.mode is not None:
        lines.append(Line("mode", result.mode))
    lines.append(_call(result))
    if inside := _inside(result):
        lines.append(Line("inside", inside))
    lines += [Line("provider", _provider(snapshot, result)), Line("checked", _checked(result))]
    effort, processes = snapshot.method.get("effort"), snapshot.method.get("worker_processes")
    if effort:
        workers = f"{processes} worker process{'' if processes == 1 else 'es'}" if processes else ""
        lines.append(Line("effort", str(effort), workers))
    return (*lines, *([Line("date", snapshot.date)] if snapshot.date else []))


def _call(result: Result) -> Line:
    if result.call:
        return Line("call", result.call)
    return Line("call", UNKNOWN, "known once the case is prepared" if _to_come(result) else "not known")


def _to_come(result: Result) -> bool:
    return result.verified is False and not result.error


def _inside(result: Result) -> str:
    """Say what of the call was inside the timing, by operation and mode."""
    signs = result.operation == Operation.SIGN
    if result.operation == Operation.KEYGEN:
        return "creating the key, nothing else"
    if result.mode == Mode.REUSED_KEY:
        return "this call alone: the key exists, with all that can be kept with it"
    if result.mode == Mode.SINGLE_SHOT:
        return "creating the key and signing, every time"
    if result.mode == Mode.LOAD_KEY:
        return f"parsing the {'private key and signing' if signs else 'public key and verifying'}, every time"
    if result.mode == Mode.LOAD_TRUSTED:
        return "parsing the private key without validating it, and signing, every time"
    return ""


def _provider(snapshot: Snapshot, result: Result) -> str:
    told = snapshot.machine.get("providers")
    libraries = told.get(result.provider) if isinstance(told, Mapping) else None
    named = versions(libraries) if isinstance(libraries, Mapping) else ""
    return named or result.provider or UNKNOWN


def _checked(result: Result) -> str:
    if result.verified:
        return _CHECKS.get(result.operation, _VERIFIED)
    if result.verified is None:
        return "not known: the file does not say"
    return "not to its end: see its state" if result.error else "not yet: the case is not prepared"


def size_lines(result: Result, algorithm: Algorithm | None) -> tuple[Line, ...]:
    """Tell the measured sizes beside the nominal ones, keys raw and wrapped."""
    nominal = algorithm.sizes if algorithm else None
    keys = (
        ("public key", result.public_key_bytes, nominal.public_key if nominal else None, "raw"),
        (
            "private key",
            result.private_key_bytes,
            nominal.private_key if nominal else None,
            result.private_key_form or "raw",
        ),
        ("SPKI", result.spki_bytes, nominal.spki if nominal else None, "public key, wrapped"),
        ("PKCS#8", result.pkcs8_bytes, nominal.pkcs8 if nominal else None, "private key, wrapped"),
    )
    lines = [_size(*key) for key in keys if key[1] is not None or key[2] is not None]
    if result.allocated_bytes is not None:
        lines.append(Line("allocated", f"{count(round(result.allocated_bytes))} B", "a call"))
    return (_signature(result, algorithm), *lines)


def _signature(result: Result, algorithm: Algorithm | None) -> Line:
    seen, notes = result.signature_bytes, list[str]()
    encoding = result.signature_encoding or ""
    if algorithm:
        sizes = algorithm.sizes
        varies = sizes.signature_max != sizes.signature
        notes = [f"raw {count(sizes.signature)} B"] if varies else []
        notes += [f"DER at most {count(sizes.signature_max)} B"] if varies else []
        if seen is None:
            notes = ["raw", *notes[1:], "nominal, not measured"]
            return Line("signature", f"{count(sizes.signature)} B", "; ".join(notes))
        same = seen.min == seen.max == sizes.signature
        notes = (
            ["as nominal"]
            if same and not varies
            else [f"nominal {', '.join(notes) or f'{count(sizes.signature)} B'}"]
        )
    if seen is None:
        return Line("signature", UNKNOWN, "not known")
    value = f"{count(seen.min)} B"
    if seen.min != seen.max:
        value = f"{count(seen.min)}–{count(seen.max)} B"
        notes.insert(0, f"mean {figure(seen.mean)} B")
    notes.insert(0, encoding.upper() if encoding == "der" else encoding)
    return Line("signature", value, "; ".join(note for note in notes if note))


def _size(label: str, measured: int | None, nominal: int | None, form: str) -> Line:
    if measured is None:
        return Line(label, f"{count(nominal)} B", f"{form}; nominal, not measured")
    same = "as nominal" if measured == nominal else f"nominal {count(nominal)} B"
    return Line(label, f"{count(measured)} B", form if nominal is None else f"{form}; {same}")


def algorithm_lines(result: Result, algorithm: Algorithm | None) -> tuple[Line, ...]:
    """Tell the catalogue's facts of an algorithm."""
    if algorithm is None:
        name = result.algorithm or result.label or UNKNOWN
        return (Line("name", name, "not in the catalogue of this sigtui"),)
    parameters = (f"{key.replace('_', ' ')} {value}" for key, value in algorithm.parameters.items())
    category = (f"NIST {algorithm.category}", "")
    if algorithm.category is None:
        category = ("none", "NIST's are for post-quantum public-key algorithms")
    return (
        Line("name", algorithm.id, "both sides share one secret" if algorithm.symmetric else ""),
        Line("family", algorithm.family),
        Line("parameters", ", ".join(parameters)),
        Line("strength", f"{algorithm.strength_bits} bit", "classical, the weaker of key and hash"),
        Line("category", *category),
        Line("quantum-safe", "yes" if algorithm.quantum_safe else "no"),
        Line("standard", algorithm.standard),
        Line("status", str(algorithm.status)),
        _name("RFC 9421", algorithm.names.rfc9421),
        _name("JOSE", algorithm.names.jose),
        _name("COSE", algorithm.names.cose),
    )


def _name(registry: str, name: Name | None) -> Line:
    if name is None:
        return Line(registry, UNKNOWN, "no name")
    text = name.text if name.value is None else f"{name.text} ({name.value})"
    return Line(
        registry, text, "a draft's, not registered" if name.status is Status.DRAFT else str(name.status)
    )
