import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import replace
from pathlib import Path

import pytest
from textual.widgets import Input, Static

from sigtui.draft import Draft
from sigtui.model import OwnBudget, WireView
from sigtui.tui.dialogs.budgets import ChooseBudgets
from sigtui.tui.dialogs.detail import Detail
from sigtui.tui.dialogs.dialog import Verdict
from sigtui.tui.screens import wire
from sigtui.tui.screens.wire.screen import Wire
from sigtui.tui.widgets.ruler import MtuRuler
from sigtui.tui.widgets.shares import Shares
from sigtui.tui.widgets.toggles import Toggles
from tests.tui.stage import NARROW, WIDE, Stage, only, picture, quick, shipped, staged

SIZES = (NARROW, WIDE, (200, 60))


def raw(draft: Draft) -> Draft:
    """Return a draft that shows the wire as if nobody had chosen anything."""
    return quick(draft.with_wire(WireView()))


def empty(draft: Draft) -> Draft:
    """Return a draft without an algorithm."""
    return replace(draft, choices=())


def table(stage: Stage) -> list[str]:
    """Return the lines of the table as they are drawn."""
    shares = stage.one("Shares", Shares)
    return [shares.render_line(place).text.rstrip() for place in range(shares.size.height)]


def line(stage: Stage, algorithm: str) -> str:
    """Return an algorithm's line."""
    return next(each for each in table(stage) if each[1:].startswith(algorithm))


def words(stage: Stage) -> str:
    """Return the sentences about the highlighted row, their lines joined."""
    return " ".join(str(stage.one("#words > Static", Static).content).split())


def title(stage: Stage) -> str:
    """Return the line that says what is looked at."""
    return str(stage.one("#title", Static).content)


async def at(stage: Stage, selector: str, text: str) -> None:
    """Click where a widget says a text."""
    region = stage.one(selector, Toggles).region
    shown = picture(stage.app).splitlines()[region.y][region.x : region.right]
    await stage.pilot.click(selector, offset=(shown.index(text) + 1, 0))
    await stage.pilot.pause()


async def to(stage: Stage, algorithm: str) -> None:
    """Put the cursor on a row."""
    stage.one("Shares", Shares).cursor = algorithm
    await stage.pilot.pause()


@asynccontextmanager
async def shown(
    home: Path, change: Callable[[Draft], Draft] = raw, size: tuple[int, int] = WIDE
) -> AsyncIterator[Stage]:
    """Run the app with the screen open."""
    async with staged(home, size, change=change) as stage:
        await stage.press("w")
        await stage.until(lambda: isinstance(stage.app.screen, Wire), "the screen")
        await stage.pilot.pause()
        yield stage


def test_the_app_finds_the_screen_by_its_place() -> None:
    """Its name, title, key and order are there before anything is built."""
    assert (wire.NAME, wire.TITLE, wire.KEY, wire.ORDER) == ("wire", "Wire", "w", 30)


@pytest.mark.parametrize("size", SIZES)
def test_all_is_there_at_once_in_every_terminal(tmp_path: Path, size: tuple[int, int]) -> None:
    """Rows, shares, packets and sentences, without anything measured; the focus is on the table."""

    async def main() -> None:
        async with shown(tmp_path, size=size) as stage:
            assert isinstance(stage.app.focused, Shares)
            await to(stage, "ml-dsa-44")
            drawn = picture(stage.app)
            assert "(2,420)" in line(stage, "ml-dsa-44")
            assert "1.6× ✗" in line(stage, "ml-dsa-44")
            assert "last 2,420 B" in drawn
            assert "2,420 B nominally, none was measured yet." in words(stage)
            assert "! 2 fragments over Ethernet" in words(stage)
            keys = drawn.splitlines()[-1]
            assert all(each in keys for each in ("v Envelope", "V Transport", "M MTU", "B Budgets", "r Run"))
            assert max(map(len, drawn.splitlines())) == size[0]

    asyncio.run(main())


def test_it_follows_what_is_ticked_and_measured(tmp_path: Path) -> None:
    """Rows come and go with ticks, also behind another screen; measured sizes take the place of nominal ones."""

    async def main() -> None:
        async with shown(tmp_path, only("ed25519", "ml-dsa-44")) as stage:
            assert "(" in line(stage, "ed25519")
            await stage.run_through()
            await stage.pilot.pause()
            assert "(" not in line(stage, "ed25519").partition("✓")[0].replace("(32)", "")
            assert "seen in" in words(stage)
            await stage.press("g")
            stage.workbench.edit(stage.draft.untick("ed25519"))
            await stage.fresh()
            await stage.press("w")
            assert not any("ed25519" in each for each in table(stage))

    asyncio.run(main())


def test_without_algorithms_it_says_what_to_do(tmp_path: Path) -> None:
    """Never blank: the key of the screen where they are ticked."""

    async def main() -> None:
        async with shown(tmp_path, empty) as stage:
            assert "No algorithm is ticked" in words(stage)
            assert "g shows Explore" in words(stage)
            assert not stage.one("Shares", Shares).display
            await stage.press("v", "V", "O", "M", "escape", "enter")
            assert "No algorithm is ticked" in words(stage)
            await stage.press("u")
            stage.workbench.edit(only("ed25519")(shipped().draft))
            await stage.fresh()
            assert line(stage, "ed25519")
            assert isinstance(stage.app.focused, Shares)

    asyncio.run(main())


def test_keys_choose_what_travels_and_how(tmp_path: Path) -> None:
    """Each toggle changes the title, and goes round."""

    async def main() -> None:
        async with shown(tmp_path) as stage:
            assert title(stage) == "SIGNATURE, per message · raw · UDP over IPv4 · MTU 1,500 B (Ethernet)"
            for key, wanted in (
                ("V", "TCP over IPv4"),
                ("V", "TLS over IPv4"),
                ("6", "TLS over IPv6"),
                ("V", "UDP over IPv6"),
                ("4", "UDP over IPv4"),
                ("K", "PUBLIC KEY"),
                ("K", "SIGNATURE + PUBLIC KEY"),
                ("K", "SIGNATURE, per message"),
                ("E", "· hex ·"),
                ("E", "· base64 ·"),
            ):
                await stage.press(key)
                assert wanted in title(stage), key
            assert "(3,228)" in line(stage, "ml-dsa-44")

    asyncio.run(main())


def test_a_click_chooses_a_value(tmp_path: Path) -> None:
    """Any of them, without going through the others."""

    async def main() -> None:
        async with shown(tmp_path) as stage:
            await at(stage, "#what", "both")
            await at(stage, "#what", "base64url")
            await at(stage, "#route", "TLS")
            await at(stage, "#route", "IPv6")
            assert title(stage).startswith(
                "SIGNATURE + PUBLIC KEY, per handshake-like pair · base64url · TLS over IPv6"
            )
            await at(stage, "#what", "cose")
            assert stage.draft.wire.envelope == "cose"
            await at(stage, "#more", "timestamps")
            await to(stage, "ed25519")
            await at(stage, "#route", "MTU")
            assert isinstance(stage.app.focused, Input)
            await stage.press("escape")
            await at(stage, "#more", "budgets")
            assert isinstance(stage.app.screen, ChooseBudgets)

    asyncio.run(main())


def test_the_envelope_belongs_to_the_preset(tmp_path: Path) -> None:
    """It is saved with it, and undone; the usual route of an envelope comes with it until another was chosen."""

    async def main() -> None:
        async with shown(tmp_path) as stage:
            await stage.press("v")
            assert stage.draft.wire == WireView(envelope="rfc9421")
            assert "rfc9421 · TLS over IPv4" in title(stage)
            await stage.press("E")
            assert "choose raw first" in stage.told[-1]
            await stage.press("u")
            assert stage.draft.wire == WireView()
            assert "raw · UDP over IPv4" in title(stage)
            await stage.press("V", "v")
            assert "rfc9421 · TCP over IPv4" in title(stage)

    asyncio.run(main())


def test_timestamps_need_tcp(tmp_path: Path) -> None:
    """They take twelve bytes of each segment; over UDP it says why there are none."""

    async def main() -> None:
        async with shown(tmp_path) as stage:
            await to(stage, "ml-dsa-44")
            await stage.press("T")
            assert "UDP has no timestamps" in stage.told[-1]
            await stage.press("V")
            assert "1,460" in picture(stage.app)
            await stage.press("T")
            assert "1,448" in picture(stage.app)

    asyncio.run(main())


def test_an_mtu_is_typed(tmp_path: Path) -> None:
    """Enter takes it; what is impossible is told with what is allowed; Esc leaves it as it was."""

    async def main() -> None:
        async with shown(tmp_path) as stage:
            verdict = stage.one("#mtu-verdict", Verdict)
            await to(stage, "ml-dsa-44")
            await stage.press("M", *"9000", "enter")
            assert "MTU 9,000 B (jumbo frames)" in title(stage)
            assert isinstance(stage.app.focused, Shares)
            assert "1 packet of at most 9,000 B" in picture(stage.app)
            await stage.press("M", *"67", "enter")
            assert "67 B is impossible over IPv4; allowed: 68 (RFC 791 section 3.2) to 65,535" in str(
                verdict.content
            )
            await stage.press("escape")
            assert stage.one("#mtu", Input).value == "9000"
            assert not verdict.display
            await stage.press("M", *"576", "enter", "6")
            assert "MTU of 576 B is impossible over IPv6" in stage.told[-1]
            assert "UDP over IPv4 · MTU 576 B" in title(stage)

    asyncio.run(main())


def test_rows_are_sorted_by_key_and_click(tmp_path: Path) -> None:
    """The head that sorts is marked; the preset's order comes back."""

    async def main() -> None:
        async with shown(tmp_path) as stage:
            first = [each.split()[0] for each in table(stage)[2:]]
            await stage.press("O")
            assert stage.told[-1].endswith("Sorted by bytes.")
            assert "▴signature" in table(stage)[0]
            rows = [each.split()[0].strip("▸") for each in table(stage)[2:]]
            assert (rows[0], rows[-1]) == ("hmac-sha256", "ml-dsa-44")
            await stage.pilot.click("Shares", offset=(table(stage)[0].index("ethernet"), 0))
            await stage.pilot.pause()
            assert "▴ethernet" in table(stage)[0]
            await stage.pilot.click("Shares", offset=(3, 1))
            await stage.pilot.pause()
            assert [each.split()[0] for each in table(stage)[2:]] == first

    asyncio.run(main())


def test_the_cursor_decides_what_is_told(tmp_path: Path) -> None:
    """By keys and by the mouse, as far as rows go; Enter opens the detail of the row."""

    async def main() -> None:
        async with shown(tmp_path) as stage:
            await stage.press("end", "down")
            assert words(stage).startswith("ml-dsa-44:")
            await stage.press("k")
            assert words(stage).startswith("rsa-2048-pkcs1v15-sha256:")
            await stage.press("home")
            assert words(stage).startswith("hmac-sha256:")
            await stage.pilot.click("Shares", offset=(4, 2 + 3))
            await stage.pilot.pause()
            assert words(stage).startswith("ed25519:")
            await stage.press("enter")
            assert isinstance(stage.app.screen, Detail)

    asyncio.run(main())


def test_budgets_that_have_no_room_can_be_reached(tmp_path: Path) -> None:
    """By keys and by a click on their number; names stay, and no room stays empty at the end."""

    async def main() -> None:
        async with shown(tmp_path, size=NARROW) as stage:
            assert table(stage)[0].strip().startswith("4 more ►")
            await stage.press("right", "l")
            assert table(stage)[0].strip().startswith("◄ 2")
            assert "hmac-sha256" in table(stage)[2]
            await stage.press(*["right"] * 9)
            assert "nginx-proxy" in table(stage)[0]
            assert "►" not in table(stage)[0]
            await stage.press(*["h"] * 9)
            assert "ethernet" in table(stage)[0]
            await stage.pilot.click("Shares", offset=(3, 0))
            await stage.pilot.pause()
            assert "ethernet" not in table(stage)[0]
            await stage.resize(200, 60)
            assert "ethernet" in table(stage)[0]

    asyncio.run(main())


def test_many_rows_scroll_under_their_heads(tmp_path: Path) -> None:
    """The cursor stays in sight, and so do the heads."""

    def many(draft: Draft) -> Draft:
        from sigtui.algorithms import catalogue

        for algorithm in catalogue():
            draft = draft if draft.is_ticked(algorithm.id) else draft.tick(algorithm)
        return raw(draft)

    async def main() -> None:
        async with shown(tmp_path, many, NARROW) as stage:
            await stage.press("end")
            lines = table(stage)
            assert lines[1].strip().startswith("algorithm")
            assert lines[-1].startswith("▸")
            assert all(len(each) < NARROW[0] for each in lines)
            await stage.press("home")
            assert table(stage)[2].startswith("▸")

    asyncio.run(main())


def test_budgets_are_chosen_for_the_preset(tmp_path: Path) -> None:
    """The dialog changes the draft, so that it is saved and undone; a new one of one's own is a column."""

    async def main() -> None:
        async with shown(tmp_path) as stage:
            await stage.press("n", *"mine", "tab", *"99", "enter", "ctrl+s")
            await stage.until(lambda: isinstance(stage.app.screen, Wire), "the screen")
            await stage.fresh()
            assert stage.draft.wire == WireView(custom=(OwnBudget("mine", 99, "payload"),))
            await stage.resize(250, 60)
            assert "mine" in table(stage)[0]
            assert "24× ✗" in line(stage, "ml-dsa-44")
            await stage.press("B", "space", "ctrl+s")
            await stage.until(lambda: stage.draft.wire == WireView(), "no budget of one's own")
            await stage.fresh()
            assert "mine" not in table(stage)[0]
            await stage.press("u", "u")
            assert stage.draft.wire == WireView()

    asyncio.run(main())


def test_without_a_budget_sizes_and_packets_are_left(tmp_path: Path) -> None:
    """The ruler needs none."""

    async def main() -> None:
        async with shown(tmp_path, lambda draft: draft.with_wire(WireView(budgets=()))) as stage:
            await stage.press("O", "O", "right")
            assert "(2,420)" in line(stage, "ml-dsa-44")
            assert stage.one("MtuRuler", MtuRuler).size.height == 3

    asyncio.run(main())
