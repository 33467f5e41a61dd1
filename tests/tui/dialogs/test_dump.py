"""The hex dump of a message's first bytes."""

from sigtui.tui.dialogs.dump import hex_dump


def test_a_row_has_offset_bytes_and_text() -> None:
    """Bytes that are no printable ASCII are points, and the text stands in line in a short row too."""
    assert hex_dump(b'{"id":"7f3a"}\r\n\xff+', 4).splitlines() == [
        '0000  7b 22 69 64 22 3a 22 37 66 33 61 22 7d 0d 0a ff  {"id":"7f3a"}...',
        "0010  2b                                               +",
    ]


def test_no_more_rows_than_asked_for() -> None:
    """What is beyond is left out."""
    assert hex_dump(bytes(1 << 20), 2).splitlines()[-1].startswith("0010  00 00")
    assert len(hex_dump(bytes(1 << 20), 2).splitlines()) == 2


def test_nothing_has_no_rows() -> None:
    """An empty message has an empty dump."""
    assert hex_dump(b"", 4) == ""
