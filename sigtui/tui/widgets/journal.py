"""The journal: everything that the app told in this session, the newest last, for whoever missed a toast."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import chain
from typing import ClassVar, Self

from rich.text import Text
from textual.binding import Binding, BindingType
from textual.content import Content
from textual.geometry import Size
from textual.reactive import reactive, var
from textual.scroll_view import ScrollView
from textual.selection import Selection
from textual.strip import Strip
from textual.widget import Widget

from sigtui.tui.notices import GLYPHS, MOST_KEPT, Notice, Severity, plain_text

EMPTY = (
    "Nothing to report yet. Every message that appears on the screen is kept here with its time, "
    "so that errors and their remedies can be read, selected and copied later."
)

_TIME = len("14:03:07")
_INDENT = " " * (_TIME + 3)  # a space, the glyph, a space
_COUNTED: tuple[Severity, ...] = ("error", "warning")
_NO_COPY = "If it can't be pasted, this terminal refuses copies: hold Shift and select with the mouse."


@dataclass(frozen=True, slots=True)
class Line:
    """A line of the panel; ``severity`` stands in the first line of a notice, which has its time and glyph."""

    text: str
    severity: Severity | None = None


class Journal(ScrollView, can_focus=True):
    """A panel above the footer; the app binds ``notices``, and shows or hides the panel."""

    ALLOW_SELECT = True
    COMPONENT_CLASSES: ClassVar[set[str]] = {
        "journal--quiet",
        "journal--information",
        "journal--warning",
        "journal--error",
    }
    DEFAULT_CSS = """
    Journal {
        dock: bottom;
        height: 35%;
        min-height: 6;
        margin-bottom: 1;
        padding: 0 1;
        background: $panel;
        color: $foreground;
        border-top: tall $primary;
        border-title-color: $foreground;
        border-title-style: bold;
        overflow-x: hidden;
        overflow-y: auto;
        scrollbar-gutter: stable;

        &:focus { border-top: tall $accent; }

        .journal--quiet { color: $foreground-muted; }
        .journal--information { color: $foreground-muted; text-style: bold; }
        .journal--warning { color: $text-warning; text-style: bold; }
        .journal--error { color: $text-error; text-style: bold; }
    }
    """

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding(
            "y",
            "copy",
            "Copy",
            tooltip="Copy what is selected in the journal, or all of it",
            id="journal-copy",
        ),
        Binding("escape", "close", "Close", id="journal-close", tooltip="Close the journal"),
        Binding("f9", "close", "Journal", show=False, id="journal", tooltip="Close the journal"),
        Binding("k", "scroll_up", "Up", show=False, id="journal-up", tooltip="A line up"),
        Binding("j", "scroll_down", "Down", show=False, id="journal-down", tooltip="A line down"),
    ]

    HELP = """\
## Journal

Everything that was told, the newest last. **j**, **k** and the arrows scroll, **y** copies all of it, or what is
selected with the mouse; **Esc** or **F9** closes it.
"""

    notices: reactive[tuple[Notice, ...]] = reactive(())
    _lines: var[tuple[Line, ...]] = var(())
    _before: Widget | None = None

    def on_mount(self) -> None:
        """Take the focus, so that its keys count at once."""
        self.focus()

    def focus(self, scroll_visible: bool = True) -> Self:
        """Take the focus, and remember who had it."""
        if self.screen.focused is not self:
            self._before = self.screen.focused
        return super().focus(scroll_visible)

    def action_close(self) -> None:
        """Close it, and give the focus back to where it was."""
        if self._before is not None and self._before.is_attached and self._before.focusable:
            self.screen.set_focus(self._before)
        self.remove()

    def on_show(self) -> None:
        """Catch up with what was told while it was hidden, and take away the toasts, which would cover it."""
        self.app.clear_notifications()
        self._lay_out()

    def on_resize(self) -> None:
        """Wrap the texts anew."""
        self._lay_out()

    def watch_notices(self) -> None:
        """Show what is new."""
        self._lay_out()

    def render_line(self, y: int) -> Strip:
        """Draw a line, with the part of it that is selected."""
        width, number = self.scrollable_content_region.width, self.scroll_offset.y + y
        if number >= len(self._lines):
            return Strip.blank(width, self.rich_style)
        line = self._lines[number]
        text = Text(line.text, no_wrap=True, end="")
        text.stylize(self.rich_style)
        if line.severity is not None:
            text.stylize(self.get_component_rich_style("journal--quiet"), 0, _TIME)
            text.stylize(self.get_component_rich_style(f"journal--{line.severity}"), _TIME + 1, _TIME + 2)
        elif not self.notices:
            text.stylize(self.get_component_rich_style("journal--quiet"))
        selection = self.text_selection
        if selection is not None and (span := selection.get_span(number)) is not None:
            start, end = span
            marked = self.screen.get_component_rich_style("screen--selection").background_style
            text.stylize(marked, start, len(text) if end == -1 else end)
        strip = Strip(text.render(self.app.console))
        return strip.adjust_cell_length(width, self.rich_style).apply_offsets(0, number)

    def get_selection(self, selection: Selection) -> tuple[str, str] | None:
        """Return the selected text, in the lines that are seen."""
        return selection.extract("\n".join(line.text for line in self._lines)), "\n"

    def selection_updated(self, selection: Selection | None) -> None:
        """Show the selection."""
        self.refresh()

    def action_copy(self) -> None:
        """Copy the selected text, or the whole journal; the toast about it is no entry of its own."""
        found = None if self.text_selection is None else self.get_selection(self.text_selection)
        selected = found[0] if found else ""
        if not (selected or self.notices):
            self.notify("The journal is empty: there is nothing to copy.", markup=False)
            return
        self.app.copy_to_clipboard(selected or plain_text(self.notices))
        what = "The selected text is" if selected else "The whole journal is"
        self.notify(f"{what} in the clipboard. {_NO_COPY}", markup=False, timeout=8)

    def _lay_out(self) -> None:
        """Set title and lines; the lines only while they are seen, because they take their width."""
        self.border_title = title(self.notices)
        width = self.scrollable_content_region.width
        if not (self.display and width > 0):
            return
        following = self.is_vertical_scroll_end
        self._lines = journal_lines(self.notices, width)
        self.virtual_size = Size(width, len(self._lines))
        if following:  # whoever scrolled up is reading: what is new must not pull the text away
            self.scroll_end(animate=False)
        self.refresh()


def title(notices: Sequence[Notice]) -> str:
    """Return the panel's title with the numbers of errors and warnings in it."""
    parts = ["Journal"]
    for severity in _COUNTED:
        number = sum(told.severity == severity for told in notices)
        if number:
            parts.append(f"{GLYPHS[severity]} {number} {severity}{'' if number == 1 else 's'}")
    return "  ".join(parts)


def journal_lines(notices: Sequence[Notice], width: int) -> tuple[Line, ...]:
    """Return the notices in lines of ``width`` cells, their texts beside time and glyph; or what will be there."""
    if not notices:
        return tuple(map(Line, _wrapped(EMPTY, width)))
    return tuple(chain.from_iterable(_entry(told, width) for told in notices))


@lru_cache(MOST_KEPT)  # wrapping all of a full journal for each new notice would be felt
def _entry(told: Notice, width: int) -> tuple[Line, ...]:
    texts = [part for line in told.lines for part in _wrapped(line, width - len(_INDENT))] or [""]
    first = Line(f"{told.when:%H:%M:%S} {GLYPHS[told.severity]} {texts[0]}", told.severity)
    return (first, *(Line(_INDENT + text) for text in texts[1:]))


def _wrapped(text: str, width: int) -> list[str]:
    return [part.plain.rstrip() for part in Content(text).wrap(max(width, 1))]
