"""CSV (RFC 4180): one row a case, times in µs, unknown empty; the distributions are left to TOML and JSON."""

import csv
import io

from sigtui.comparing.pivot import Compared
from sigtui.exports._figures import cells
from sigtui.files.results import Result
from sigtui.files.snapshot import Snapshot

NAME = "csv"
SUFFIX = ".csv"
PURPOSE = "a row for each case, for spreadsheets"

_CASE = ("algorithm", "label", "provider", "operation", "mode", "message", "message_bytes")
_NUMBERS = (
    *("samples", "batch", "keys", "mean_us", "error_us", "error_rounds_us", "stddev_us", "min_us", "p5_us"),
    *("median_us", "p90_us", "p95_us", "p99_us", "p999_us", "max_us", "mad_us", "median_normalised_us"),
    *("ops_per_second", "ratio", "ratio_low", "ratio_high", "skewness", "mvalue", "drift", "overhead_ns"),
)
_SIZES = ("signature_min_bytes", "signature_mean_bytes", "signature_max_bytes", "signature_encoding")
_KEYS = ("public_key_bytes", "private_key_bytes", "private_key_form", "spki_bytes", "pkcs8_bytes")
_WIRE = (
    *("nominal", "envelope", "transport", "mtu", "encoded_bytes", "packets", "fragmented", "first_window"),
    "extra_round_trips",
)
_TIGHTEST = ("budget", "level", "used")
_END = ("verified", "stopped", "error")
COLUMNS = (
    *(*_CASE, *_NUMBERS, *_SIZES, *_KEYS),
    *(f"wire_{key}" for key in _WIRE),
    *(f"wire_tightest_{key}" for key in _TIGHTEST),
    *_END,
)
"""The header, in order."""


def render(snapshot: Snapshot) -> bytes:
    """Return the results as CSV with a header."""
    text = io.StringIO(newline="")
    rows = csv.DictWriter(text, COLUMNS, lineterminator="\r\n")
    rows.writeheader()
    rows.writerows(_row(result) for result in snapshot.results)
    return text.getvalue().encode()


def render_compared(compared: Compared) -> bytes:
    """Return the cases of a comparison as CSV with a header."""
    text = io.StringIO(newline="")
    listed = cells(compared)
    rows = csv.DictWriter(text, list(listed[0]), lineterminator="\r\n")
    rows.writeheader()
    rows.writerows(listed)
    return text.getvalue().encode()


def _row(result: Result) -> dict[str, object]:
    lengths = result.signature_bytes
    special: dict[str, object] = {
        "message": result.message and result.message.name,
        "message_bytes": result.message and result.message.bytes,
        "signature_min_bytes": lengths and lengths.min,
        "signature_mean_bytes": lengths and lengths.mean,
        "signature_max_bytes": lengths and lengths.max,
    }
    if result.wire is not None:
        special |= {f"wire_{key}": getattr(result.wire, key) for key in _WIRE}
        tightest = result.wire.tightest
        special |= {f"wire_tightest_{key}": getattr(tightest, key, None) for key in _TIGHTEST}
    cells = {column: special.get(column, getattr(result, column, None)) for column in COLUMNS}
    return {key: str(cell).lower() if isinstance(cell, bool) else cell for key, cell in cells.items()}
