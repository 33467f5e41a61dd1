"""The references whose tables are golden files: one with intervals and a contradiction, one of rows without ids."""

from pathlib import Path

GOLDEN = Path(__file__).parent / "golden"
SHOWN = ("dotnet11-s25", "simplesign-apple-m2-pro")
