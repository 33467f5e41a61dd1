"""Write the golden files anew, to be read before they are committed: ``python -m tests.reference``."""

from sigtui.exports.table import render
from sigtui.reference import load
from tests.reference.golden_tables import GOLDEN, SHOWN

for name in SHOWN:
    (GOLDEN / f"{name}.table.txt").write_bytes(render(load(name)))
