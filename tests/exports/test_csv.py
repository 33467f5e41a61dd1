import csv
import io
from dataclasses import replace

from sigtui.exports.csv import COLUMNS, render
from sigtui.files.encoded import Wire
from sigtui.files.results import MessageSize
from tests.exports.fixed import FIXED
from tests.made import ROW, snapshot


def rows(data: bytes) -> list[dict[str, str]]:
    """Read CSV back."""
    return list(csv.DictReader(io.StringIO(data.decode(), newline="")))


def test_it_parses_with_one_row_a_case() -> None:
    """The header names every column once, figures are exact, unknown is empty."""
    read = rows(render(FIXED))
    assert len(read) == len(FIXED.results)
    assert len(set(COLUMNS)) == len(COLUMNS)
    for row, result in zip(read, FIXED.results, strict=True):
        assert tuple(row) == COLUMNS
        assert row["mean_us"] == str(result.mean_us)
        assert row["message"] == ((result.message and result.message.name) or "")
        assert float(row["p99_us"] or "nan") == result.p99_us or result.p99_us is None
        assert row["verified"] == {True: "true", False: "false", None: ""}[result.verified]


def test_signature_lengths_are_three_columns() -> None:
    """Shortest, mean, longest."""
    ecdsa = next(row for row in rows(render(FIXED)) if row["samples"] == "18200")
    found = (ecdsa["signature_min_bytes"], ecdsa["signature_mean_bytes"], ecdsa["signature_max_bytes"])
    assert found == ("69", "71.02", "72")


def test_the_wire_is_flat() -> None:
    """What travels, how, and the tightest budget; empty where a row says nothing of it."""
    read = rows(render(FIXED))
    ml_dsa = next(row for row in read if row["algorithm"] == "ml-dsa-44")
    found = {key: value for key, value in ml_dsa.items() if key.startswith("wire_")}
    assert found == {
        "wire_nominal": "false",
        "wire_envelope": "raw",
        "wire_transport": "udp4",
        "wire_mtu": "1500",
        "wire_encoded_bytes": "2420",
        "wire_packets": "2",
        "wire_fragmented": "true",
        "wire_first_window": "",
        "wire_extra_round_trips": "",
        "wire_tightest_budget": "our [column]",
        "wire_tightest_level": "over",
        "wire_tightest_used": str(2_420 / 512),
    }
    assert {value for key, value in read[-1].items() if key.startswith("wire_")} == {""}
    (bare,) = rows(render(snapshot(replace(ROW, wire=Wire()))))
    assert bare["wire_tightest_budget"] == ""


def test_commas_quotes_and_line_breaks_stay_in_their_cell() -> None:
    """RFC 4180: lines end in CR LF, and what a name or reason holds is quoted."""
    odd = replace(ROW, message=MessageSize(name='a,"b"\nc', bytes=0), error="x, y")
    (row,) = rows(render(snapshot(odd)))
    assert row["message"] == 'a,"b"\nc'
    assert row["message_bytes"] == "0"
    assert row["error"] == "x, y"
    assert render(snapshot(ROW)).count(b"\r\n") == 2
