"""The first bytes of a message as a hex dump."""

_ROW = 16


def hex_dump(data: bytes, rows: int) -> str:
    """Return lines of offset, sixteen bytes in hex, and the same bytes as ASCII, a point for what is none."""
    starts = range(0, min(len(data), rows * _ROW), _ROW)
    return "\n".join(_row(start, data[start : start + _ROW]) for start in starts)


def _row(start: int, part: bytes) -> str:
    text = "".join(chr(byte) if 0x20 <= byte < 0x7F else "." for byte in part)
    return f"{start:04x}  {part.hex(' '):<{3 * _ROW - 1}}  {text}"
