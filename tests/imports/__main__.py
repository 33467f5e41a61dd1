"""Write the golden files anew, to be read before they are committed: ``python -m tests.imports``."""

from tests.imports.samples import GOLDEN, RENDERED, TOOLS, imported

for name in TOOLS:
    for suffix, render in RENDERED.items():
        (GOLDEN / (name + suffix)).write_bytes(render(imported(name)))
