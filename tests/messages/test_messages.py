from pathlib import Path

import pytest

import sigtui.messages
from sigtui.errors import Problem
from sigtui.messages import kinds, read_message
from sigtui.model import Message

HERE = Path()


def problems(table: dict[str, object]) -> dict[str, str]:
    """Read a wrong table and return its problems, text by key."""
    read = read_message(table, HERE)
    assert not isinstance(read, Message)
    return {problem.key: problem.text for problem in read}


def test_the_kinds_are_found_in_the_order_of_their_file() -> None:
    """Every kind of raw.py is known by its key."""
    assert tuple(kinds()) == ("text", "hex", "base64", "file", "random_bytes")


def test_a_new_file_is_a_new_kind(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A module put into the folder is enough for its kind to be read."""
    (tmp_path / "shouted.py").write_text(
        "from pathlib import Path\n"
        "from typing import ClassVar\n"
        "from sigtui.messages.table import MessageTable\n"
        "class Shouted(MessageTable):\n"
        "    kind: ClassVar[str] = 'shouted'\n"
        "    shouted: str\n"
        "    def content(self, base: Path) -> bytes:\n"
        "        return self.shouted.upper().encode()\n"
    )
    monkeypatch.setattr(sigtui.messages, "__path__", [*sigtui.messages.__path__, str(tmp_path)])
    kinds.cache_clear()
    try:
        read = read_message({"name": "loud", "shouted": "hey"}, HERE)
    finally:
        kinds.cache_clear()
    assert isinstance(read, Message)
    assert (read.name, read.data, read.source) == ("loud", b"HEY", {"shouted": "hey"})


def test_a_message_is_read_by_the_key_of_its_kind() -> None:
    """The table's key decides what the bytes are, and the source is the table without the name."""
    read = read_message({"name": "a", "hex": "00 FF"}, HERE)
    assert isinstance(read, Message)
    assert (read.name, read.data, read.source) == ("a", b"\x00\xff", {"hex": "00 FF"})


def test_a_table_without_content_lists_the_kinds() -> None:
    """No key of any kind is one problem of the table, which names all of them."""
    found = read_message({"name": "a"}, HERE)
    assert found == (Problem("", "has no content; give one of text, hex, base64, file, random_bytes"),)


def test_a_table_with_two_kinds_lists_the_kinds() -> None:
    """Two kinds at once are one problem of the table, which names both and what is allowed."""
    found = problems({"name": "a", "text": "x", "hex": "00"})
    assert set(found) == {""}
    assert found[""].startswith("has text and hex")
    assert found[""].endswith("allowed: text, hex, base64, file, random_bytes")


def test_a_misspelled_kind_gets_its_nearest_spelling() -> None:
    """Without a kind's key, an unknown key is compared with all of them; a missing name is said too."""
    found = problems({"txt": "x"})
    assert set(found) == {"", "name", "txt"}
    assert "did you mean 'text'?" in found["txt"]
    assert found["name"] == "is required"


def test_a_name_of_the_wrong_type_is_said_beside_a_missing_content() -> None:
    """Both problems of the table come at once."""
    assert problems({"name": 5}) == {
        "": "has no content; give one of text, hex, base64, file, random_bytes",
        "name": "must be text, not 5",
    }


@pytest.mark.parametrize("name", ["", "  ", "a\nb", "bell\x07", "\x9b31m", "\u202egnp"])
def test_a_name_must_be_printable(name: str) -> None:
    """An empty name and control characters are refused."""
    assert set(problems({"name": name, "text": ""})) == {"name"}


def test_all_problems_of_a_table_come_at_once() -> None:
    """A wrong value, a missing and an unknown key are all said."""
    found = problems({"random_bytes": -1, "seed": 1.5, "sed": 1})
    assert found == {
        "name": "is required",
        "random_bytes": "must be at least 0, not -1",
        "seed": "must be a whole number, not 1.5",
        "sed": "unknown key; did you mean 'seed'? Allowed: name, random_bytes, seed",
    }
