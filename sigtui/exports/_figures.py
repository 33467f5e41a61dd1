"""A comparison's figures as plain values: what JSON and CSV hold of it."""

from sigtui.comparing.pivot import Cell, Compared, Row
from sigtui.comparing.sides import Source

SCHEMA = "sigtui/comparison/1"

_FIGURES = (
    *("samples", "batch", "mean_us", "error_us", "error_rounds_us", "median_us", "median_normalised_us"),
    *("p95_us", "p99_us", "ops_per_second", "public_key_bytes", "spki_bytes", "pkcs8_bytes"),
)


def cells(compared: Compared) -> list[dict[str, object]]:
    """Return a table for each case, in the order of rows and columns."""
    return [
        {**_case(compared, row, place, cell), **_numbers(compared, row, place, cell)}
        for row in compared.rows
        for place, cell in enumerate(row.cells)
        if cell is not None
    ]


def sources(compared: Compared) -> list[dict[str, object]]:
    """Return a table for each snapshot: its name and what makes it credible."""
    return [_source(source) for source in compared.sources]


def _source(source: Source) -> dict[str, object]:
    snapshot = source.snapshot
    return {
        "name": source.name,
        "title": snapshot.preset.get("title"),
        "date": snapshot.date or None,
        "machine": dict(snapshot.machine),
        "method": dict(snapshot.method),
        "origin": snapshot.extra.get("origin"),
    }


def _case(compared: Compared, row: Row, place: int, cell: Cell) -> dict[str, object]:
    result = cell.side.result
    message = result.message
    return {
        "column": compared.columns[place].name,
        "snapshot": cell.side.source.name,
        "algorithm": result.algorithm,
        "label": result.label,
        "provider": result.provider,
        "operation": result.operation,
        "mode": result.mode,
        "message": message and message.name,
        "message_bytes": message and message.bytes,
    }


def _numbers(compared: Compared, row: Row, place: int, cell: Cell) -> dict[str, object]:
    result, found = cell.side.result, cell.against
    base = place == compared.baseline
    lengths = result.signature_bytes
    return {
        **{key: getattr(result, key) for key in _FIGURES},
        "signature_max_bytes": lengths and lengths.max,
        "ratio": 1.0 if base else found and found.value,
        "ratio_low": 1.0 if base else found and found.low,
        "ratio_high": 1.0 if base else found and found.high,
        "median_ratio": 1.0 if base else cell.typical,
        "verdict": "baseline" if base else found and found.verdict and str(found.verdict),
        "basis": found and str(found.basis),
    }
