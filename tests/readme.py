"""Sets the table of a real run into the README: `python -m tests.readme run.toml`.

Of the run's messages only the middle one is shown, as the program prints it.
"""

import sys
from dataclasses import replace
from pathlib import Path

from sigtui.exports import table
from sigtui.files.snapshot import read_snapshot

README = Path(__file__).parent.parent / "README.md"
MESSAGE = "properties"
BEGIN, END = "<!-- made by: python -m tests.readme -->\n", "<!-- end -->"


def main() -> None:
    """Replace what stands between the two marks."""
    run = read_snapshot(Path(sys.argv[1]))
    shown = [result for result in run.results if result.message is None or result.message.name == MESSAGE]
    text = table.render(replace(run, results=tuple(shown))).decode()
    head, _, rest = README.read_text().partition(BEGIN)
    _, _, tail = rest.partition(END)
    README.write_text(f"{head}{BEGIN}```\n{text}```\n{END}{tail}")


if __name__ == "__main__":
    main()
