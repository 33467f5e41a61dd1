"""Write the golden files anew, to be read before they are committed: ``python -m tests.exports``."""

from tests.exports.fixed import FIXED, GOLDEN, RENDERED

for name, render in RENDERED.items():
    (GOLDEN / name).write_bytes(render(FIXED))
