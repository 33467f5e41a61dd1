"""The detail of a case over the screen it was asked from, and the widget that shows sections of labelled lines."""

from collections.abc import Iterator
from functools import lru_cache
from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Container, VerticalScroll
from textual.content import Content
from textual.geometry import Size
from textual.reactive import reactive
from textual.widget import Widget

from sigtui.detail import Section, as_text, laid_out
from sigtui.tui.dialogs.dialog import Modal
from sigtui.tui.widgets.keys import Keys

_VERDICTS = {"✓": "$text-success", "!": "bold $text-warning", "✗": "bold $text-error"}
"""Styles of the glyphs that a label or a value can begin with."""


class Sections(Widget):
    """Sections under each other, as wide as the widget."""

    DEFAULT_CSS = """
    Sections {
        width: 1fr;
        height: auto;
    }
    """

    sections: reactive[tuple[Section, ...]] = reactive((), layout=True)

    def __init__(
        self,
        sections: tuple[Section, ...] = (),
        *,
        id: str | None = None,  # noqa: A002 - Textual's name for it
    ) -> None:
        super().__init__(id=id)
        self.set_reactive(Sections.sections, sections)

    def render(self) -> Content:
        """Draw the sections for the widget's width."""
        return Content("\n").join(_drawn(self.sections, self.content_size.width))

    def get_content_height(self, container: Size, viewport: Size, width: int) -> int:
        """Return the lines that the sections take at this width."""
        return sum(1 for _ in _drawn(self.sections, width))


def _drawn(sections: tuple[Section, ...], width: int) -> Iterator[Content]:
    for index, section in enumerate(sections):
        if index:
            yield Content()
        yield from _section(section, width)


@lru_cache(maxsize=64)  # a layout asks several times for the same height, and most sections stay as they are
def _section(section: Section, width: int) -> tuple[Content, ...]:
    lines = (
        Content.assemble(
            (line.label, _VERDICTS.get(line.label.strip(), "$foreground-muted")),
            (line.value[:1], _VERDICTS.get(line.value[:1], "")),
            line.value[1:],
            (line.note, "$foreground-muted"),
        )
        for line in laid_out(section.lines, width)
    )
    return (Content.styled(section.title, "bold $text-primary"), *lines)


class Body(VerticalScroll):
    """A part of a screen that scrolls with the keys of the map too; what else it does is the container's."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("j", "scroll_down", "Down", key_display="↓ j", id="body-down", tooltip="Scroll down"),
        Binding("k", "scroll_up", "Up", key_display="↑ k", id="body-up", tooltip="Scroll up"),
    ]


class Detail(Modal[None]):
    """All that is known of one case; it can be brought up to date while it is open."""

    HORIZONTAL_BREAKPOINTS = [(0, "-one-column"), (110, "-two-columns")]  # noqa: RUF012 - no ClassVar in Textual

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding(
            "escape,enter,q",
            "close",
            "Close",
            key_display="esc",
            id="detail-close",
            tooltip="Back to the table",
        ),
        Binding("y", "copy", "Copy", id="detail-copy", tooltip="Copy all of this as text"),
        Binding(
            "question_mark", "app.help", "Help", key_display="?", id="help", tooltip="What the keys do here"
        ),
    ]

    HELP = """\
## Detail

The key that opened this closes it.

Everything that is known of one row, as it comes in. `n` is the number of samples, `k` the calls that each of them
timed. `!` is a warning, with what it spoils and the remedy. *Copy* copies all of it as text.
"""

    CSS = """
    Detail {
        #panel {
            width: 100%;
            max-width: 150;
            height: 100%;
            background: $surface;
            border: round $border;
            border-title-style: bold;
            padding: 0 1;
        }

        #columns {
            height: auto;
            layout: vertical;
        }

        #second {
            margin-top: 1;
        }

        &.-two-columns {
            #columns {
                layout: horizontal;
            }

            #second {
                margin: 0 0 0 3;
            }
        }
    }
    """

    def __init__(self, sections: tuple[Section, ...], title: str) -> None:
        super().__init__()
        self._title = title
        self._sections = sections
        self._first = Sections(id="first")
        self._second = Sections(id="second")
        self._fill()

    def compose(self) -> ComposeResult:
        """Lay out a title, the two columns, and the keys."""
        with Container(id="panel") as panel:
            panel.border_title = Content(self._title)
            with Body(id="body"), Container(id="columns"):
                yield self._first
                yield self._second
            yield Keys()

    def show(self, sections: tuple[Section, ...]) -> None:
        """Bring the figures up to date; what is in sight stays where it is."""
        self._sections = sections
        self._fill()

    def _fill(self) -> None:
        self._first.sections = tuple(section for section in self._sections if not section.second)
        self._second.sections = tuple(section for section in self._sections if section.second)

    def action_copy(self) -> None:
        """Copy all of it as plain text."""
        text = as_text(self._title, self._sections)
        self.app.copy_to_clipboard(text)
        self.notify(
            f"Copied {text.count(chr(10))} lines. Where nothing arrives, the terminal forbids it: "
            "an export writes them to a file.",
            markup=False,
        )

    def action_close(self) -> None:
        """Go back to where it was asked from."""
        if self.is_active:
            self.dismiss()

    async def action_leave(self) -> None:
        """Close this: what ends the app where nothing is open."""
        self.action_close()
