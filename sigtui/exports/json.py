"""JSON: the same keys as the TOML, unknown as null."""

import json

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
