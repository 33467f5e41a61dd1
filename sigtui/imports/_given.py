"""What a foreign tool's parser is given: the file's bytes, its place, and what the person said of it."""

import codecs
from dataclasses import dataclass, field

from sigtui.errors import FileError, Problem
from sigtui.files.documents import decode, refuse

MOST_BYTES = 128 << 20
"""The largest foreign file, 128 MiB: a full report of BenchmarkDotNet has some 10 MB."""

MOST_TEXT_BYTES = 16 << 20
MOST_LINES = 200_000
"""The largest text, which is read line by line; a tool that prints more has other forms than text."""

MOST_ROWS = 2_000
"""Results of one file: more is no one's benchmark, and each is held against every other of its name."""

_HEAD = 1 << 16
_LONGEST = 1_000
_UTF16 = (codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)
_UTF32 = (codecs.BOM_UTF32_LE, codecs.BOM_UTF32_BE)


@dataclass(frozen=True, slots=True)
class Given:
    """A foreign file in UTF-8. ``version`` is the tool's version in the person's words, None where nothing was said."""

    data: bytes = field(repr=False)
    place: str
    version: str | None = None

    @property
    def head(self) -> str:
        """The first 64 KiB, for those who only have a look; what is no UTF-8 is replaced."""
        return self.data[:_HEAD].decode(errors="replace")

    @property
    def lines(self) -> list[str]:
        """All of it, in lines that are cut where no tool's would be as long; FileError for too many, or no UTF-8."""
        if len(self.data) > MOST_TEXT_BYTES:
            raise self.refused(f"has more than {MOST_TEXT_BYTES:,} bytes, the most that are read of a text")
        lines = decode(self.data, self.place).splitlines()
        if len(lines) > MOST_LINES:
            raise self.refused(f"has more than {MOST_LINES:,} lines, the most that are read of a text")
        # Searching an endless line for a row would take hours.
        return [line[:_LONGEST] for line in lines]

    def refused(self, text: str, key: str = "") -> FileError:
        """Return the error that says what is wrong with this file."""
        return FileError(self.place, [Problem(key, text)])


def given(data: bytes, place: str, version: str | None = None) -> Given:
    """Return a file as parsers want it: UTF-8 without a mark, also of the UTF-16 that PowerShell's ``>`` writes.

    Raises FileError for one that is empty, too large or in another encoding.
    """
    if len(data) > MOST_BYTES:
        refuse(place, [Problem("", f"has more than {MOST_BYTES:,} bytes, the most that are read")])
    if data.startswith(_UTF16) and not data.startswith(_UTF32):
        try:
            data = data.decode("utf-16").encode()
        except UnicodeError as error:
            text = "begins with the mark of UTF-16 and is not; save it as UTF-8"
            raise FileError(place, [Problem("", text)]) from error
    data = data.removeprefix(codecs.BOM_UTF8)
    if not data.strip():
        refuse(place, [Problem("", "is empty")])
    return Given(data, place, version)
