import base64
import os
from collections.abc import Iterator
from pathlib import Path

import pytest

from sigtui.exports import html, svg
from tests.exports.browser import NAMES, Visit, browser, visit
from tests.exports.fixed import FIXED
from tests.exports.sides import lengths, premium

FOUND = browser() if os.name == "posix" else None
pytestmark = pytest.mark.skipif(FOUND is None, reason=f"none of {', '.join(NAMES)} is on the PATH")

PAGES = {
    "snapshot.html": html.render(FIXED),
    "compared.html": html.render_compared(premium()),
    "lengths.html": html.render_compared(lengths()),
    "snapshot.svg": svg.render(FIXED),
    "compared.svg": svg.render_compared(premium()),
}
BOXES = "[...document.querySelectorAll('{}')].map(e => e.getBoundingClientRect()).map(box => [box.width, box.height])"
GROUND = "getComputedStyle(document.body).backgroundColor"


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a folder with the files to open."""
    made = tmp_path_factory.mktemp("pages")
    for name, data in PAGES.items():
        (made / name).write_bytes(data)
    return made


@pytest.fixture(scope="module")
def tab(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Visit]:
    """Start one browser for all tests."""
    with visit(FOUND or "", tmp_path_factory.mktemp("profile")) as started:
        yield started


@pytest.mark.parametrize("name", PAGES)
def test_a_file_is_shown_without_a_request_or_a_complaint(tab: Visit, folder: Path, name: str) -> None:
    """Nothing but the file itself is asked for, and the console stays empty."""
    tab.open(folder / name)
    assert tab.requested() == [(folder / name).as_uri()]
    assert tab.complaints() == []


@pytest.mark.parametrize("name", [name for name in PAGES if name.endswith(".html")])
@pytest.mark.parametrize("width", [400, 1_200])
def test_a_page_fits_its_screen_and_its_pictures_are_seen(
    tab: Visit, folder: Path, name: str, width: int
) -> None:
    """Only tables and pictures scroll sideways; none of them is empty or without height."""
    tab.screen(width)
    tab.open(folder / name)
    assert tab.evaluate("document.documentElement.scrollWidth") <= width
    for tag, least in (("svg", 100), ("table", 40), ("svg path, svg circle", 1)):
        boxes = tab.evaluate(BOXES.format(tag))
        assert boxes, tag
        assert all(wide >= least or high >= least for wide, high in boxes), tag


@pytest.mark.parametrize("name", [name for name in PAGES if name.endswith(".html")])
def test_no_text_of_a_picture_leaves_it(tab: Visit, folder: Path, name: str) -> None:
    """Every line of text lies within its picture, in the browser's own fonts."""
    tab.screen(1_200)
    tab.open(folder / name)
    outside = tab.evaluate(
        "[...document.querySelectorAll('svg text')].filter(e => {const b = e.getBoundingClientRect(), "
        "s = e.ownerSVGElement.getBoundingClientRect(); return b.left < s.left - 1 || b.right > s.right + 1 || "
        "b.bottom > s.bottom + 1}).map(e => e.textContent)"
    )
    assert outside == []


def test_a_page_is_dark_for_who_likes_it_dark(tab: Visit, folder: Path) -> None:
    """Its ground and the text in its pictures change; both are what they were for who likes it light."""
    inks = f"[{GROUND}, getComputedStyle(document.querySelector('svg text.f-ink')).fill]"
    tab.open(folder / "snapshot.html")
    seen = []
    for scheme in ("light", "dark", "light"):
        tab.colours(scheme)
        seen.append(tab.evaluate(inks))
    assert seen[0] == ["rgb(255, 255, 255)", "rgb(27, 31, 36)"] == seen[2]
    assert seen[1] == ["rgb(21, 24, 28)", "rgb(230, 232, 235)"]


def test_a_picture_is_dark_for_who_likes_it_dark(tab: Visit, folder: Path) -> None:
    """On its own too."""
    fill = "getComputedStyle(document.querySelector('rect')).fill"
    tab.open(folder / "snapshot.svg")
    tab.colours("dark")
    dark = tab.evaluate(fill)
    tab.colours("light")
    assert (dark, tab.evaluate(fill)) == ("rgb(21, 24, 28)", "rgb(255, 255, 255)")


def test_a_page_prints(tab: Visit, folder: Path) -> None:
    """Light, whatever the screen is, on more than one sheet."""
    tab.open(folder / "snapshot.html")
    tab.colours("dark")
    printed = base64.b64decode(tab.ask("Page.printToPDF", printBackground=True)["data"])
    tab.colours("light")
    assert printed.startswith(b"%PDF")
    assert printed.count(b"/Type /Page\n") > 1


def test_a_strangers_markup_stays_text(tab: Visit, folder: Path) -> None:
    """The browser finds no element in a name that looks like one, and shows it as it was written."""
    tab.open(folder / "compared.html")
    assert tab.evaluate("document.querySelectorAll('h1 b, p i, script').length") == 0
    assert tab.evaluate("document.querySelector('h1').textContent") == "post-quantum premium <b>"
