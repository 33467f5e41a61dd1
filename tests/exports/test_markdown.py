import re
from dataclasses import replace

import pytest

from sigtui.exports.markdown import render
from sigtui.files.results import MessageSize
from sigtui.files.snapshot import Snapshot
from tests.exports.fixed import FIXED
from tests.made import ROW, snapshot


def lines(shown: Snapshot) -> list[str]:
    """Return the lines of a page."""
    return render(shown).decode().splitlines()


def test_every_row_has_as_many_cells_as_its_head() -> None:
    """Names with pipes do not open cells."""
    tables = [line for line in lines(FIXED) if line.startswith("|")]
    assert {len(re.findall(r"(?<!\\)\|", line)) for line in tables} == {12}


@pytest.mark.parametrize(
    "text", ["a|b", "[x](http://x)", "*x*", "_x_", "`x`", "<b>", "~~x~~", "$x$", "&lt;", "\\"]
)
def test_a_strangers_text_is_text(text: str) -> None:
    """Whatever starts markup is escaped, in headings and cells."""
    page = render(snapshot(replace(ROW, message=MessageSize(name=text, bytes=1), algorithm=text))).decode()
    heading = next(line for line in page.splitlines() if line.startswith("## SIGN"))
    assert re.sub(r"\\(.)", r"\1", heading) == f"## SIGN · reused-key · {text} 1 B"
    assert not re.search(r"(?<!\\)[|\[*_`<~$&]", heading.replace("\\\\", ""))


def test_provenance_stays_inside_its_fence() -> None:
    """A CPU's name can't end it, nor reach the terminal as an escape."""
    page = lines(replace(snapshot(ROW), machine={"cpu": "x\n```\n# y\x1b[2J"}))
    assert page.count("```") == 2
    assert "# y" not in page
    assert "\x1b" not in "".join(page)


def test_figures_carry_their_unit_and_the_baseline_its_name() -> None:
    """Each cell stands alone, as BenchmarkDotNet's do."""
    row = next(line for line in lines(FIXED) if "ecdsa-p256-sha256** (baseline)" in line and "18,200" in line)
    assert "| 49.4 µs | 0.2 µs | 8.40 µs | 48.1 µs | 103 µs | 20.2 k | 1.00 |  | 69–72 B | 18,200 |" in row


def test_what_to_know_is_said_and_nothing_where_there_is_nothing() -> None:
    """Warnings in bold, notes and what was left out below; no empty chapter."""
    page = lines(FIXED)
    assert any(line.startswith("- **Host ran") for line in page)
    assert any(line.startswith("- not planned: falcon-512") for line in page)
    assert "## What to know" not in lines(snapshot(replace(ROW, samples=None)))
