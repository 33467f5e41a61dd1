"""JSON: the same keys as the TOML, unknown as null."""

import json

from sigtui.comparing.pivot import Compared
from sigtui.comparing.words import sheet
from sigtui.exports._figures import SCHEMA, cells, sources
from sigtui.files.snapshot import Snapshot, to_document

NAME = "json"
SUFFIX = ".json"
PURPOSE = "everything, for other programs"


def render(snapshot: Snapshot) -> bytes:
    """Return the snapshot as JSON, one key a line except for lists of numbers."""
    document = to_document(snapshot)
    results = document.pop("results")
    head = json.dumps(document, ensure_ascii=False, indent=2, allow_nan=False)
    rows = ",\n".join(
        f"    {json.dumps(row, ensure_ascii=False, allow_nan=False)}"
        for row in (results if isinstance(results, list) else [])
    )
    return f'{head[:-2]},\n  "results": [\n{rows}\n  ]\n}}\n'.encode()


def render_compared(compared: Compared) -> bytes:
    """Return a comparison as JSON: its cases one a line, and the snapshots that they come from."""
    told = sheet(compared)
    head = {
        "schema": SCHEMA,
        "title": told.title,
        "view": str(compared.view),
        "baseline": compared.columns[compared.baseline].name,
        "columns": [column.name for column in compared.columns],
        "notes": told.own,
        "same": told.same,
        "differs": told.differs,
        "verdicts": list(told.verdicts),
        "refused": list(told.refused),
        "warnings": list(told.warnings),
        "snapshots": sources(compared),
    }
    text = json.dumps(head, ensure_ascii=False, indent=2, allow_nan=False, default=str)
    rows = ",\n".join(
        f"    {json.dumps(row, ensure_ascii=False, allow_nan=False)}" for row in cells(compared)
    )
    return f'{text[:-2]},\n  "rows": [\n{rows}\n  ]\n}}\n'.encode()
