"""The rows of `sigtui sizes` for programs: JSON, and CSV (RFC 4180) with a row for each algorithm."""

import csv
import io
import json
from collections.abc import Mapping, Sequence

from sigtui.wire.report import Row, document
from sigtui.wire.setting import Setting
from sigtui.wire.spread import Spread

COLUMNS = (
    *("algorithm", "nominal", "public_key_bytes", "private_key_bytes"),
    *("signature_min_bytes", "signature_typical_bytes", "signature_max_bytes"),
    *("encoded_bytes", "encoded_min_bytes", "encoded_typical_bytes", "signature_input_bytes"),
    *("packets", "packets_min", "packets_typical", "fragmented", "first_window", "extra_round_trips"),
    *("travel", "warnings"),
)
"""The header of the CSV, in order; two columns for each budget follow."""

BETWEEN = " | "
"""Stands between two warnings in a cell of the CSV."""


def json_text(rows: Sequence[Row]) -> str:
    """Return the rows as one JSON document."""
    return json.dumps({"rows": [document(each) for each in rows]}, ensure_ascii=False, indent=2) + "\n"


def csv_text(rows: Sequence[Row], setting: Setting) -> str:
    """Return the rows as CSV with a header; unknown is empty."""
    text = io.StringIO(newline="")
    budgets = [f"budget_{each.name}_{what}" for each in setting.budgets for what in ("fits", "used")]
    written = csv.DictWriter(text, (*COLUMNS, *budgets), lineterminator="\r\n")
    written.writeheader()
    written.writerows(_flat(each) for each in rows)
    return text.getvalue()


def _flat(row: Row) -> dict[str, object]:
    """Return a row without anything nested; scalars are JSON's, so that both say the same."""
    signature, encoded, packets = row.signature_bytes, row.encoded_bytes, row.packets
    cells = {key: value for key, value in document(row).items() if key in COLUMNS}
    cells |= {f"signature_{part}_bytes": number for part, number in _parts(signature).items()}
    cells |= {f"encoded_{part}_bytes": number for part, number in _parts(encoded).items() if part != "max"}
    if packets is not None:
        cells |= {f"packets_{part}": number for part, number in _parts(packets).items() if part != "max"}
    cells["warnings"] = BETWEEN.join(row.warnings)
    for fit in row.budgets:
        cells[f"budget_{fit.budget.name}_fits"] = fit.fits
        cells[f"budget_{fit.budget.name}_used"] = fit.used
    return {key: str(value).lower() if isinstance(value, bool) else value for key, value in cells.items()}


def _parts(spread: Spread) -> Mapping[str, int]:
    return {"min": spread.least, "typical": spread.typical, "max": spread.most}
