"""The Machine screen: whether figures of this machine can be trusted, what it is, and which providers it has."""

from collections.abc import Mapping

from textual.app import ComposeResult
from textual.containers import Container
from textual.screen import Screen

from sigtui.detail import Line, Section
from sigtui.machine.words import facts, fitness, provider_lines, warnings
from sigtui.model import ProviderInfo
from sigtui.tui.dialogs.detail import Body, Sections
from sigtui.tui.page import Page
from sigtui.tui.screens.machine import NAME
from sigtui.tui.widgets.heading import Heading
from sigtui.tui.widgets.keys import Keys

_LOOKING = (Line("", "Looking …"),)


class MachineScreen(Page):
    """What is known of the machine; it is told by ``show``, and looks at nothing itself."""

    HELP = """\
## Machine

What sigtui found out about this machine, whether times measured here can be trusted, and what its providers
can do. `!` names a cause, what it spoils, and the remedy. It looks again after each run.
"""

    HORIZONTAL_BREAKPOINTS = [(0, "-one-column"), (110, "-two-columns")]  # noqa: RUF012 - no ClassVar in Textual

    CSS = """
    MachineScreen {
        Body {
            padding: 0 1;
        }

        #columns {
            height: auto;
            layout: vertical;
            margin-top: 1;
        }

        #providers {
            margin-top: 1;
        }

        &.-two-columns {
            #columns {
                layout: horizontal;
            }

            #facts {
                max-width: 80;
            }

            #providers {
                margin: 0 0 0 3;
            }
        }
    }
    """

    def __init__(self) -> None:
        super().__init__()
        self._fitness = Sections(id="fitness")
        self._facts = Sections(id="facts")
        self._providers = Sections(id="providers")
        self.show(None, None)

    def on_mount(self) -> None:
        """Follow what the app finds out; on its own, the screen goes on looking."""
        if hasattr(self.app, "machine"):
            self.watch(self.app, "machine", self._look_again)

    def _look_again(self, seen: tuple[Mapping[str, object] | None, tuple[ProviderInfo, ...] | None]) -> None:
        self.show(*seen)

    def compose(self) -> ComposeResult:
        """Lay out the tabs, fitness above, facts and providers below it, and the keys."""
        yield Heading(NAME, self.tabs)
        with Body():
            yield self._fitness
            with Container(id="columns"):
                yield self._facts
                yield self._providers
        yield Keys()

    def show(self, document: Mapping[str, object] | None, providers: tuple[ProviderInfo, ...] | None) -> None:
        """Show a machine's document and its providers; None is still being looked at."""
        if document is None:
            self._fitness.sections = (Section("Fit to measure on?", _LOOKING),)
            self._facts.sections = (Section("This machine", _LOOKING),)
        else:
            verdict = fitness(document)
            told = (Line(verdict.fit, verdict.text), *(Line("!", text) for text in warnings(document)))
            self._fitness.sections = (Section("Fit to measure on?", told),)
            self._facts.sections = (Section("This machine", facts(document)),)
        if providers is None:
            self._providers.sections = (Section("Providers", _LOOKING),)
        else:
            self._providers.sections = tuple(
                Section(f"Provider {info.name}", provider_lines(info)) for info in providers
            )


def create() -> Screen[None]:
    """Return the screen, which is still looking."""
    return MachineScreen()
