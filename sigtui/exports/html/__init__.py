"""HTML: one file for a browser, with its pictures inside; it loads nothing, needs no script, and prints."""

from sigtui.comparing.pivot import Compared
from sigtui.exports.html.compared import compared_page
from sigtui.exports.html.measured import measured_page
from sigtui.files.snapshot import Snapshot

NAME = "html"
SUFFIX = ".html"
PURPOSE = "a page with pictures, for a browser"


def render(snapshot: Snapshot) -> bytes:
    """Return the snapshot as a page of HTML 5."""
    return measured_page(snapshot)


def render_compared(compared: Compared) -> bytes:
    """Return the comparison as a page of HTML 5."""
    return compared_page(compared)
