import asyncio
from dataclasses import replace

import pytest
from textual.app import App
from textual.pilot import Pilot

from sigtui.machine import Machine, document
from sigtui.model import ProviderInfo, Support
from sigtui.tui.dialogs.detail import Body, Sections
from sigtui.tui.screens import machine
from sigtui.tui.screens.machine.screen import MachineScreen, create
from sigtui.tui.widgets.heading import Heading

HERE = Machine(os="Linux", python="CPython 3.13.1", cpu="AMD EPYC", virtual="kvm", load=0.1, cores=2)
PYCA = ProviderInfo(
    "cryptography",
    True,
    versions={"cryptography": "50.0.2", "openssl": "4.0.3"},
    support=(
        Support("ed25519", True),
        Support("ml-dsa-44", False, "this version of cryptography has no ml-dsa"),
    ),
)
ABSENT = ProviderInfo("liboqs", False, "no library [liboqs.so] was found")
SIZES = [(80, 24), (120, 40), (200, 60)]


async def opened(pilot: Pilot[None]) -> MachineScreen:
    """Open the screen, still looking, and wait until it is drawn."""
    screen = create()
    assert isinstance(screen, MachineScreen)
    await pilot.app.push_screen(screen)
    await pilot.pause()
    return screen


def text(screen: MachineScreen, part: str) -> str:
    """Return a part's text as it is drawn, its lines joined."""
    return " ".join(screen.query_one(f"#{part}", Sections).render().plain.split())


def test_the_app_finds_the_screen_by_its_place() -> None:
    """Its name, title, key and order are there before anything is built."""
    assert (machine.NAME, machine.TITLE, machine.KEY, machine.ORDER) == ("machine", "Machine", "m", 50)


def test_what_is_still_being_looked_at_says_so() -> None:
    """Never blank: each part looks on its own, and answers on its own."""

    async def main() -> None:
        async with App[None]().run_test(size=(80, 24)) as pilot:
            screen = await opened(pilot)
            assert text(screen, "fitness") == "Fit to measure on? Looking …"
            assert text(screen, "facts") == "This machine Looking …"
            assert text(screen, "providers") == "Providers Looking …"
            screen.show(document(HERE, ()), None)
            assert "Looking" not in text(screen, "fitness") + text(screen, "facts")
            assert text(screen, "providers") == "Providers Looking …"
            screen.show(None, (PYCA,))
            assert "Looking" in text(screen, "fitness")
            assert "Looking" not in text(screen, "providers")

    asyncio.run(main())


def test_it_can_be_told_before_it_is_shown() -> None:
    """What was found before the screen was ever opened is there when it is."""

    async def main() -> None:
        async with App[None]().run_test(size=(80, 24)) as pilot:
            screen = MachineScreen()
            screen.show(document(HERE, (PYCA,)), (PYCA,))
            await pilot.app.push_screen(screen)
            await pilot.pause()
            assert "AMD EPYC" in text(screen, "facts")

    asyncio.run(main())


def test_fitness_comes_first_with_a_verdict_and_every_warning() -> None:
    """One sentence, then each cause with what it spoils and the remedy."""

    async def main() -> None:
        async with App[None]().run_test(size=(120, 40)) as pilot:
            screen = await opened(pilot)
            busy = document(replace(HERE, on_battery=True), ())
            screen.show(busy, (PYCA,))
            await pilot.pause()
            lines = screen.query_one("#fitness", Sections).render().plain.split("\n")
            assert lines[1].startswith("✗  Not fit as it is: every time")
            assert [line[0] for line in lines[2:] if line[0] != " "] == ["!", "!"]
            assert "! Running on battery. Spoils every time" in text(screen, "fitness")
            assert "Remedy: plug it in, then run again." in text(screen, "fitness")
            screen.show(document(HERE, ()), (PYCA,))
            assert "! Fit in part: you can trust ratios and medians measured here, but not p99." in text(
                screen, "fitness"
            )
            screen.show(document(replace(HERE, virtual=None), ()), (PYCA,))
            assert text(screen, "fitness").endswith("✓ Fit: nothing was found here that spoils a figure.")

    asyncio.run(main())


def test_providers_are_told_with_what_is_missing_and_how_to_get_it() -> None:
    """Versions, how many algorithms, and the reason and remedy for the rest; brackets are no markup."""

    async def main() -> None:
        async with App[None]().run_test(size=(120, 40)) as pilot:
            screen = await opened(pilot)
            screen.show(document(HERE, (PYCA,)), (PYCA, ABSENT))
            await pilot.pause()
            told = text(screen, "providers")
            assert "Provider cryptography version cryptography 50.0.2 (OpenSSL 4.0.3)" in told
            assert "can do 1 of 2 algorithms" in told
            assert "missing ml-dsa-44" in told
            assert "pip install --upgrade cryptography" in told
            assert "Provider liboqs missing liboqs" in told
            assert "[liboqs.so]" in told

    asyncio.run(main())


@pytest.mark.parametrize("size", SIZES)
def test_it_fits_every_terminal(size: tuple[int, int]) -> None:
    """Facts and providers beside each other where there is room; nothing is cut, everything can be reached."""

    async def main() -> None:
        async with App[None]().run_test(size=size) as pilot:
            screen = await opened(pilot)
            screen.show(document(HERE, (PYCA,)), (PYCA, ABSENT))
            await pilot.pause()
            fitness, facts, providers = (
                screen.query_one(f"#{part}") for part in ("fitness", "facts", "providers")
            )
            assert screen.query_one(Heading).region.y == 0
            assert fitness.region.bottom < facts.region.y
            assert (providers.region.y == facts.region.y) == (size[0] >= 110)
            body = screen.query_one(Body)
            assert body.max_scroll_x == 0
            for part in screen.query(Sections):
                assert part.size.height >= len(part.render().plain.split("\n"))
            await pilot.press("end")
            await pilot.pause()
            bottom = max(facts.region.bottom, providers.region.bottom)
            assert bottom <= body.region.bottom

    asyncio.run(main())


def test_the_keys_of_the_map_scroll_it() -> None:
    """Down and up by letters as by arrows, without a click before."""

    async def main() -> None:
        async with App[None]().run_test(size=(80, 10)) as pilot:
            screen = await opened(pilot)
            screen.show(document(HERE, (PYCA,)), (PYCA, ABSENT))
            await pilot.pause()
            body = screen.query_one(Body)
            await pilot.press("j", "j", "k")
            await pilot.pause()
            assert body.scroll_target_y == 1
            await pilot.press("up")
            assert body.scroll_target_y == 0

    asyncio.run(main())
