"""Making and changing a message."""

import asyncio
import threading
from collections.abc import Callable, Collection, Mapping
from pathlib import Path
from typing import ClassVar

import pytest
from textual.widgets import Button, Input, Static, TabbedContent, TextArea

from sigtui.errors import Problem
from sigtui.messages import kinds, read_message
from sigtui.messages.raw import random_bytes
from sigtui.messages.table import MessageTable
from sigtui.model import Message
from sigtui.tui.dialogs import message as module
from sigtui.tui.dialogs.confirm import Confirm
from sigtui.tui.dialogs.file import PickFile
from sigtui.tui.dialogs.message import EditMessage
from tests.tui.dialogs.stage import NARROW, NEVER, SIZES, Stage, staged

TEXT = Message("greeting", b"hello", {"text": "hello"})
BLOCK = Message("block", random_bytes(4, 7), {"random_bytes": 4, "seed": 7})


async def choose(stage: Stage[Message | None], kind: str) -> None:
    """Go to the tab of a kind."""
    stage.one("TabbedContent", TabbedContent).active = f"kind-{kind}"
    await stage.settle()


async def write(stage: Stage[Message | None], kind: str, text: str) -> None:
    """Enter the content of a kind that has lines."""
    await choose(stage, kind)
    stage.one(f"#kind-{kind} TextArea", TextArea).text = text
    await stage.settle()


@pytest.mark.parametrize("size", SIZES)
def test_a_text_is_typed_and_saved(tmp_path: Path, size: tuple[int, int]) -> None:
    """The name has the focus, its bytes are counted while they are typed, and Ctrl+S takes the message."""

    async def main() -> None:
        async with staged(EditMessage(tmp_path, []), size) as stage:
            assert stage.fits()
            assert stage.one("#name", Input).has_focus
            assert stage.said() == "0 bytes: an empty message"
            await stage.press(*"hi", "tab", "tab", "a")
            assert stage.said() == "✓ 1 byte"
            await stage.press("enter", "é")
            assert stage.said() == "✓ 4 bytes"
            assert "61 0a c3 a9" in str(stage.one("#dump", Static).content)
            await stage.press("ctrl+s")
            assert stage.results == [Message("hi", "a\né".encode(), {"text": "a\né"})]

    asyncio.run(main())


@pytest.mark.parametrize(
    ("kind", "text", "data"), [("hex", "00 fF\n10", b"\x00\xff\x10"), ("base64", "AP8=", b"\x00\xff")]
)
def test_bytes_are_given_as_digits(tmp_path: Path, kind: str, text: str, data: bytes) -> None:
    """In hex or base64, as a preset holds them; the Save button takes the message as well."""

    async def main() -> None:
        async with staged(EditMessage(tmp_path, [])) as stage:
            await stage.enter("#name", "m")
            await write(stage, kind, text)
            assert stage.said() == f"✓ {len(data)} bytes"
            await stage.click("#save")
            assert stage.results == [Message("m", data, {kind: text})]

    asyncio.run(main())


def test_a_wrong_digit_is_said_at_once(tmp_path: Path) -> None:
    """In the words of the preset's reader; saving goes there and loses nothing."""

    async def main() -> None:
        async with staged(EditMessage(tmp_path, []), NARROW) as stage:
            await stage.enter("#name", "m")
            await write(stage, "hex", "0g")
            assert stage.said() == "✗ 'g' is no hex digit; allowed: 0-9, a-f, A-F and white space"
            assert str(stage.one("#dump", Static).content) == ""
            await stage.press("ctrl+s")
            assert stage.results == []
            editor = stage.one("#kind-hex TextArea", TextArea)
            assert editor.has_focus
            assert editor.text == "0g"

    asyncio.run(main())


def test_random_bytes_have_a_size_and_a_seed(tmp_path: Path) -> None:
    """Enter in an input takes the message; a seed that is left empty is not written."""

    async def main() -> None:
        async with staged(EditMessage(tmp_path, []), NARROW) as stage:
            await stage.enter("#name", "m")
            await choose(stage, "random_bytes")
            size = stage.one("#kind-random_bytes Input", Input)
            size.focus()
            await stage.press(*"12x")
            assert stage.said() == "✗ random_bytes: must be a whole number, not '12x'"
            await stage.press("backspace")
            assert stage.said() == "✓ 12 bytes"
            assert stage.fits()
            await stage.press("enter")
            assert stage.results == [Message("m", random_bytes(12), {"random_bytes": 12})]

    asyncio.run(main())


@pytest.mark.parametrize("typed", ["10,000", "10_000", "10 000"])
def test_a_size_may_have_its_thousands_separated(tmp_path: Path, typed: str) -> None:
    """It is shown as what it comes to, and saved as a number."""

    async def main() -> None:
        async with staged(EditMessage(tmp_path, [])) as stage:
            await stage.enter("#name", "m")
            await choose(stage, "random_bytes")
            await stage.enter("#kind-random_bytes Input", typed)
            assert stage.said() == "✓ 10,000 bytes"
            await stage.press("ctrl+s")
            (found,) = stage.results
            assert found is not None
            assert found.source == {"random_bytes": 10_000}

    asyncio.run(main())


@pytest.mark.parametrize(("kind", "value"), [("text", ""), ("hex", " "), ("base64", ""), ("random_bytes", 0)])
def test_an_empty_message_is_one_and_nothing_to_praise(tmp_path: Path, kind: str, value: str | int) -> None:
    """It is said without a verdict, and can be saved."""

    async def main() -> None:
        async with staged(EditMessage(tmp_path, []), NARROW) as stage:
            await stage.enter("#name", "m")
            if isinstance(value, int):
                await choose(stage, kind)
                await stage.enter(f"#kind-{kind} Input", str(value))
            else:
                await write(stage, kind, value)
            assert stage.said() == "0 bytes: an empty message"
            await stage.press("ctrl+s")
            assert stage.results == [Message("m", b"", {kind: value})]

    asyncio.run(main())


@pytest.mark.parametrize(
    ("selector", "keys"),
    [
        ("#name", "⏎ Save esc Cancel"),
        ("ContentTabs", "^s Save esc Cancel"),
        ("#kind-text TextArea", "^s Save esc Cancel"),
        ("#save", "⏎ Press ^s Save esc Cancel"),
    ],
)
def test_the_last_line_says_how_to_save_and_how_to_leave(tmp_path: Path, selector: str, keys: str) -> None:
    """Enter, where it does not begin a new line."""

    async def main() -> None:
        async with staged(EditMessage(tmp_path, []), NARROW) as stage:
            stage.top.query_one(selector).focus()
            await stage.settle()
            shown = " ".join(str(key.render()).strip() for key in stage.top.query("FooterKey"))
            assert shown == keys

    asyncio.run(main())


def test_a_message_is_changed(tmp_path: Path) -> None:
    """Its own kind, content and name are there; its name counts as its own, not as taken."""

    async def main() -> None:
        async with staged(EditMessage(tmp_path, ["block", "other"], BLOCK)) as stage:
            assert stage.one("TabbedContent", TabbedContent).active == "kind-random_bytes"
            size, seed = stage.top.query("#kind-random_bytes Input").results(Input)
            assert (size.value, seed.value) == ("4", "7")
            assert size.has_focus
            assert stage.said() == "✓ 4 bytes"
            await stage.press("5", "enter")
            assert stage.results == [Message("block", random_bytes(5, 7), {"random_bytes": 5, "seed": 7})]

    asyncio.run(main())


def test_a_taken_name_is_said_at_once(tmp_path: Path) -> None:
    """The bytes are counted all the same, and saving goes back to the name."""

    async def main() -> None:
        async with staged(EditMessage(tmp_path, ["hi"])) as stage:
            await stage.press("h")
            assert stage.said("#name-verdict") == ""
            await stage.press("i")
            assert (
                stage.said("#name-verdict") == "✗ 'hi' is the name of another message; choose a different one"
            )
            await write(stage, "text", "abc")
            assert stage.said() == "✓ 3 bytes"
            await stage.press("ctrl+s")
            assert stage.results == []
            assert stage.one("#name", Input).has_focus

    asyncio.run(main())


def test_what_is_missing_is_said_once_somebody_wants_to_save(tmp_path: Path) -> None:
    """An empty form is not scolded before."""

    async def main() -> None:
        async with staged(EditMessage(tmp_path, [])) as stage:
            await choose(stage, "file")
            assert stage.said("#name-verdict") == ""
            assert stage.said() == "Nothing entered yet."
            await stage.press("ctrl+s")
            assert stage.said("#name-verdict") == "✗ must not be empty"
            assert stage.said() == "✗ must not be empty"
            assert stage.results == []

    asyncio.run(main())


def test_a_file_is_read_from_the_base(tmp_path: Path) -> None:
    """A relative path stays relative; a missing file is said with the nearest name."""
    (tmp_path / "body.bin").write_bytes(bytes(3_000_000))

    async def main() -> None:
        async with staged(EditMessage(tmp_path, []), NARROW) as stage:
            await stage.enter("#name", "m")
            await choose(stage, "file")
            await stage.enter("#kind-file Input", "bodi.bin")
            assert "there is no such file; did you mean 'body.bin'?" in stage.said()
            await stage.enter("#kind-file Input", "body.bin")
            assert stage.said() == "✓ 3,000,000 bytes"
            await stage.press("ctrl+s")
            (found,) = stage.results
            assert found is not None
            assert (len(found.data), found.source) == (3_000_000, {"file": "body.bin"})

    asyncio.run(main())


@pytest.mark.parametrize("below", [True, False])
def test_a_picked_file_is_relative_below_the_base(tmp_path: Path, below: bool) -> None:
    """And absolute elsewhere."""
    base = tmp_path if below else tmp_path / "presets"
    (tmp_path / "body.bin").write_bytes(b"abc")

    async def main() -> None:
        async with staged(EditMessage(base, [])) as stage:
            await choose(stage, "file")
            await stage.click("#kind-file Button")
            assert isinstance(stage.top, PickFile)
            stage.top.finish(tmp_path / "body.bin")
            await stage.settle()
            path = stage.one("#kind-file Input", Input).value
            assert path == ("body.bin" if below else str(tmp_path / "body.bin"))
            assert stage.said() == "✓ 3 bytes"

    asyncio.run(main())


def test_picking_no_file_changes_nothing(tmp_path: Path) -> None:
    """The path that was typed stays."""

    async def main() -> None:
        async with staged(EditMessage(tmp_path, [])) as stage:
            await choose(stage, "file")
            await stage.enter("#kind-file Input", "typed.bin")
            await stage.click("#kind-file Button")
            await stage.press("escape")
            assert stage.one("#kind-file Input", Input).value == "typed.bin"
            assert stage.results == []

    asyncio.run(main())


def test_leaving_an_untouched_form_asks_nothing(tmp_path: Path) -> None:
    """Also after looking at other kinds."""

    async def main() -> None:
        for message in (None, TEXT):
            async with staged(EditMessage(tmp_path, [], message)) as stage:
                await choose(stage, "hex")
                await stage.press("escape")
                assert stage.results == [None]

    asyncio.run(main())


@pytest.mark.parametrize(("key", "results"), [("y", [None]), ("n", [])])
def test_leaving_asks_where_something_would_be_lost(
    tmp_path: Path, key: str, results: list[Message | None]
) -> None:
    """No is back in the form as it was."""

    async def main() -> None:
        async with staged(EditMessage(tmp_path, [], TEXT)) as stage:
            await stage.enter("#name", "other")
            await stage.click("#cancel")
            assert isinstance(stage.top, Confirm)
            assert stage.results == []
            await stage.press(key)
            assert stage.results == results
            if not results:
                assert stage.one("#name", Input).value == "other"

    asyncio.run(main())


@pytest.mark.parametrize("text", ["a\r\nb\nc", "a\x0bb", "a\u2028b", "a\rb\n"])
def test_a_text_that_the_editor_would_change_stays_as_it_is(tmp_path: Path, text: str) -> None:
    """Its name can be changed; its bytes are not touched."""
    message = Message("m", text.encode(), {"text": text})

    async def main() -> None:
        async with staged(EditMessage(tmp_path, [], message)) as stage:
            assert "would not survive in this editor" in stage.text
            stage.one("#kind-text TextArea", TextArea).focus()
            await stage.press("x")
            await stage.enter("#name", "n")
            await stage.press("ctrl+s")
            assert stage.results == [Message("n", text.encode(), {"text": text})]

    asyncio.run(main())


def test_windows_line_ends_stay(tmp_path: Path) -> None:
    """A text whose lines all end alike can be edited, and a new line ends like the others."""
    message = Message("m", b"a\r\nb", {"text": "a\r\nb"})

    async def main() -> None:
        async with staged(EditMessage(tmp_path, [], message)) as stage:
            editor = stage.one("#kind-text TextArea", TextArea)
            editor.move_cursor(editor.document.end)
            await stage.press("enter", "c", "ctrl+s")
            assert stage.results == [Message("m", b"a\r\nb\r\nc", {"text": "a\r\nb\r\nc"})]

    asyncio.run(main())


class NumberedMessage(MessageTable):
    """A kind that this dialog has never heard of."""

    kind: ClassVar[str] = "numbered"

    numbered: int
    prefix: str = "no. "

    def content(self, base: Path) -> bytes:
        """Return prefix and number."""
        return f"{self.prefix}{self.numbered}".encode()


def test_a_new_kind_appears_by_itself(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """With an input for each of its keys, and the default where one is left empty."""
    every = {**kinds(), "numbered": NumberedMessage}
    monkeypatch.setattr(module, "kinds", lambda: every)

    def read(table: Mapping[str, object], base: Path) -> Message | tuple[Problem, ...]:
        return (
            NumberedMessage.model_validate(table).load(base)
            if "numbered" in table
            else read_message(table, base)
        )

    monkeypatch.setattr(module, "read_message", read)

    async def main() -> None:
        async with staged(EditMessage(tmp_path, []), NARROW) as stage:
            await stage.enter("#name", "m")
            await choose(stage, "numbered")
            number, prefix = stage.top.query("#kind-numbered Input").results(Input)
            assert prefix.placeholder == "no. "
            number.value = "12"
            await stage.press("ctrl+s")
            assert stage.results == [Message("m", b"no. 12", {"numbered": 12})]

    asyncio.run(main())


def counting(
    called: list[tuple[int, Mapping[str, object]]],
) -> Callable[[Mapping[str, object], Path], Message | tuple[Problem, ...]]:
    """Return a reader that notes in which thread it read which content."""

    def read(table: Mapping[str, object], base: Path) -> Message | tuple[Problem, ...]:
        if len(table) > 1:
            called.append((threading.get_ident(), table))
        return read_message(table, base)

    return read


def test_a_file_is_read_beside_the_screen_and_not_at_each_letter(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It is read in a thread, once nothing was typed for a while, or when it is to be saved."""
    called: list[tuple[int, Mapping[str, object]]] = []
    monkeypatch.setattr(module, "read_message", counting(called))
    (tmp_path / "body.bin").write_bytes(b"abc")
    message = Message("m", b"abc", {"file": "body.bin"})

    async def main() -> None:
        async with staged(EditMessage(tmp_path, [], message), pause=NEVER) as stage:
            stage.one("#kind-file Input", Input).value = "body.bi"
            stage.one("#kind-file Input", Input).value = "body.bin"
            await stage.pilot.pause()
            assert called == []
            await stage.press("ctrl+s")
            assert stage.results == [message]

    asyncio.run(main())
    assert [table["file"] for _, table in called] == ["body.bin"]
    assert called[0][0] != threading.get_ident()


def test_a_new_name_does_not_read_the_file_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """It has nothing to do with the bytes."""
    called: list[tuple[int, Mapping[str, object]]] = []
    monkeypatch.setattr(module, "read_message", counting(called))
    (tmp_path / "body.bin").write_bytes(b"abc")

    async def main() -> None:
        async with staged(EditMessage(tmp_path, [], Message("m", b"abc", {"file": "body.bin"}))) as stage:
            before = len(called)
            await stage.enter("#name", "other")
            assert len(called) == before

    asyncio.run(main())


def test_the_tabs_show_every_kind(tmp_path: Path) -> None:
    """They fit the narrow screen, and the mouse reaches them."""

    async def main() -> None:
        async with staged(EditMessage(tmp_path, []), NARROW) as stage:
            shown: Collection[str] = stage.text.split()
            assert {"text", "hex", "base64", "file"} <= set(shown)
            assert "random bytes" in stage.text
            await stage.click("#--content-tab-kind-hex")
            assert stage.one("TabbedContent", TabbedContent).active == "kind-hex"
            assert stage.one("#save", Button).region.bottom <= NARROW[1]

    asyncio.run(main())


def test_ctrl_c_asks_before_what_was_typed_is_lost(tmp_path: Path) -> None:
    """As Esc does; Enter on the question goes on, and a second Ctrl+C is no either."""

    async def main() -> None:
        async with staged(EditMessage(tmp_path, ())) as stage:
            await stage.enter("#name", "m")
            for key in ("enter", "ctrl+c"):
                await stage.press("ctrl+c")
                assert isinstance(stage.top, Confirm)
                await stage.press(key)
                assert not isinstance(stage.top, Confirm)
            assert stage.one("#name", Input).value == "m"
            await stage.press("ctrl+c", "y")
            assert stage.results == [None]

    asyncio.run(main())
