"""Take all pictures of the app anew, to be looked at before they are committed: ``python -m tests.tui``."""

import asyncio
import shutil
from pathlib import Path
from tempfile import TemporaryDirectory

from tests.tui.pictures import GOLDEN, SIZES, taken

shutil.rmtree(GOLDEN, ignore_errors=True)
for name, size in SIZES.items():
    folder = GOLDEN / name
    folder.mkdir(parents=True)
    with TemporaryDirectory() as home:
        for file, svg in asyncio.run(taken(Path(home), size)).items():
            (folder / file).write_text(svg, encoding="utf-8")
