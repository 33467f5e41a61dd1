"""The Wire screen: ticked algorithms against chosen budgets, the packets of the highlighted one, and what follows."""

from collections.abc import Sequence
from dataclasses import replace
from typing import ClassVar, TypeVar

from textual import on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.screen import Screen
from textual.widgets import Static

from sigtui import wiring
from sigtui.columns import wrapped
from sigtui.errors import UsageError
from sigtui.tui.dialogs.detail import Body
from sigtui.tui.page import Page
from sigtui.tui.screens.wire import NAME
from sigtui.tui.screens.wire.controls import Controls
from sigtui.tui.widgets.heading import Heading
from sigtui.tui.widgets.keys import Keys
from sigtui.tui.widgets.ruler import MtuRuler
from sigtui.tui.widgets.shares import Shares
from sigtui.tui.widgets.toggles import Toggles
from sigtui.wire.encodings import Encoding
from sigtui.wire.envelopes import Envelope
from sigtui.wire.grid import PRESET, orders
from sigtui.wire.setting import Carried, Setting
from sigtui.wire.words import sentence


class Wire(Page):
    """What signatures and public keys of the ticked algorithms cost on the wire."""

    AUTO_FOCUS = "Shares"
    VERTICAL_BREAKPOINTS = [(0, "-low"), (32, "-high")]  # noqa: RUF012 - no ClassVar in Textual

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("v", "envelope", "Envelope", id="wire-envelope", tooltip="What the signature travels in"),
        Binding("V", "transport", "Transport", id="wire-transport", tooltip="UDP, TCP or TLS"),
        Binding("4", "ip('4')", "IPv4", show=False, id="wire-four", tooltip="Over IPv4"),
        Binding("6", "ip('6')", "IPv6", show=False, id="wire-six", tooltip="Over IPv6"),
        Binding("M", "mtu", "MTU", id="wire-mtu", tooltip="Type the MTU of the link"),
        Binding(
            "K",
            "carried",
            "Sent",
            show=False,
            id="wire-carried",
            tooltip="Signature, public key, or both travel",
        ),
        Binding(
            "E", "encoding", "Encoding", show=False, id="wire-encoding", tooltip="How raw bytes are written"
        ),
        Binding("B", "budgets", "Budgets", id="wire-budgets", tooltip="Choose what it has to fit"),
        Binding("n", "new_budget", "New", show=False, id="wire-new", tooltip="Add a budget of your own"),
        Binding("T", "timestamps", "Timestamps", show=False, id="wire-timestamps", tooltip="TCP timestamps"),
        Binding("O", "sort", "Sort", show=False, id="wire-sort", tooltip="Sort the rows by the next column"),
    ]

    HELP = """\
## Wire

The key that opened this closes it.

What the ticked algorithms cost on the wire. The lines above the table choose what travels: the signature with each
message, the public key once a peer, or both as in a handshake; in which envelope and encoding; over what. The
encoding counts in the raw envelope only. A click on a value chooses it; *MTU* takes any number.

The ruler shows the highlighted row's packets to scale: `▒` headers, `█` content, `·` what the last packet leaves
free, `│` where a packet ends, with the bytes sent until there. Over TCP `▲` is the end of the first window.

Envelope and budgets belong to the preset: *Save* keeps them and *Undo* takes them back.
"""

    CSS = """
    Wire { layout: vertical; }
    Wire #title { height: 1; padding: 0 1; color: $text-primary; text-style: bold; }
    Wire #title { text-wrap: nowrap; text-overflow: ellipsis; }
    Wire Shares { max-height: 50%; margin-top: 1; }
    Wire MtuRuler { margin-top: 1; }
    Wire #words { height: 1fr; padding: 0 1; margin-top: 1; scrollbar-size-vertical: 1; }
    Wire #words > Static { height: auto; }
    Wire.-low #title { display: none; }
    Wire.-low Shares { margin-top: 0; }
    Wire.-low MtuRuler { margin-top: 0; }
    Wire.-low #words { margin-top: 0; }
    Wire.-empty Shares, Wire.-empty MtuRuler { display: none; }
    """

    def __init__(self) -> None:
        super().__init__()
        self._look = wiring.Look()
        self._sort = PRESET
        self._lines: tuple[wiring.Line, ...] = ()
        self._shown: tuple[object, ...] = ()

    def compose(self) -> ComposeResult:
        """Lay out."""
        yield Heading(NAME, self.tabs)
        yield Static("", id="title", markup=False)
        yield Controls()
        yield Shares()
        yield MtuRuler()
        with Body(id="words"):
            yield Static("", markup=False)
        yield Keys()

    def on_mount(self) -> None:
        """Follow the app's board, which is made anew after each change of the draft too."""
        self.watch(self.app, "board", self._show)

    def on_screen_resume(self) -> None:
        """Show what changed while another screen was on top."""
        self._show()

    def on_resize(self) -> None:
        """Wrap the sentences anew, once everything has its new size."""
        self.call_after_refresh(self._show_row)

    @property
    def _setting(self) -> Setting:
        return self._look.setting(self.studio.workbench.draft.wire)

    def _show(self) -> None:
        """Draw the draft as it is."""
        if not self.is_current:
            return
        draft, setting = self.studio.workbench.draft, self._setting
        lines = wiring.lines(draft, self.studio.board.session, setting)
        if (lines, setting, self._sort) == self._shown:
            return
        self._shown = (lines, setting, self._sort)
        self._lines = lines
        if self._sort not in orders(setting):
            self._sort = PRESET
        if lines and self.has_class("-empty"):
            self.call_after_refresh(self.action_back)  # the table had to give up the focus
        self.set_class(not lines, "-empty")
        self.query_one("#title", Static).update(wiring.title(setting))
        self.query_one(Controls).show(setting, self.studio.keys)
        self.query_one(Shares).show(lines, setting, self._sort)
        self._show_row()

    def _show_row(self) -> None:
        """Draw what is about the highlighted row."""
        cursor, setting = self.query_one(Shares).cursor, self._setting
        line = next((each for each in self._lines if each.key == cursor), None)
        said = self.query_one("#words > Static", Static)
        if line is None:
            said.update(wiring.nothing(self.studio.keys))
            return
        self.query_one(MtuRuler).show(
            wiring.caption(line, setting), line.row.encoded_bytes.most, setting.route
        )
        width = max(
            self.query_one("#words").content_size.width - 2, 20
        )  # the scrollbar, and a cell before it
        texts: list[str] = []
        for sign, text in wiring.sentences(line, setting):
            texts += wrapped(text, width, f"{sign} " if sign else "", "  " if sign else "")
        said.update("\n".join(texts))

    # The table.

    @on(Shares.Highlighted)
    def _highlighted(self) -> None:
        self._show_row()
        self.query_one("#words").scroll_home(animate=False)

    @on(Shares.Opened)
    def _opened(self, event: Shares.Opened) -> None:
        algorithm = event.key.partition("@")[0]
        rows = [row for row in self.studio.board.rows if row.result.algorithm == algorithm]
        if rows:
            self.studio.closeup.show(rows[0].key)
        else:
            self.sigtui.tell(f"Nothing is planned for {algorithm}: there is no detail of it.", "warning")

    @on(Shares.SortAsked)
    def _sort_asked(self, event: Shares.SortAsked) -> None:
        self._sort_by(event.by)

    def action_sort(self) -> None:
        """Sort by the next column."""
        self._sort_by(_next(orders(self._setting), self._sort))

    def _sort_by(self, sort: str) -> None:
        self._sort = sort
        self.sigtui.tell(f"Sorted by {sort}.")
        self._show()

    # What travels.

    def _put(self, look: wiring.Look) -> None:
        self._look = look
        self._show()

    @on(Toggles.Chosen)
    def _chosen(self, event: Toggles.Chosen) -> None:
        match event.name:
            case "carried":
                self._put(replace(self._look, carried=Carried(event.value)))
            case "envelope":
                self._set_envelope(Envelope(event.value))
            case "encoding":
                self._set_encoding(Encoding(event.value))
            case "transport":
                self._set_route(kind=event.value)
            case "ip":
                self._set_route(ipv6=event.value == "6")
            case "timestamps":
                self.action_timestamps()
            case "mtu":
                self.action_mtu()
            case "budgets":
                self.action_budgets()

    def action_carried(self) -> None:
        """Let the next of signature, public key and both travel."""
        self._put(replace(self._look, carried=_next(tuple(Carried), self._look.carried)))

    def action_envelope(self) -> None:
        """Take the next envelope, which belongs to the preset."""
        self._set_envelope(_next(tuple(Envelope), self._setting.envelope))

    def _set_envelope(self, envelope: Envelope) -> None:
        workbench = self.studio.workbench
        workbench.edit(workbench.draft.with_wire(replace(workbench.draft.wire, envelope=str(envelope))))

    def action_encoding(self) -> None:
        """Take the next encoding."""
        self._set_encoding(_next(tuple(Encoding), self._look.encoding))

    def _set_encoding(self, encoding: Encoding) -> None:
        envelope = self._setting.envelope
        if envelope is not Envelope.RAW:
            self.sigtui.tell(
                f"The envelope {envelope} has an encoding of its own: choose raw first.", "warning"
            )
            return
        self._put(replace(self._look, encoding=encoding))

    # How it travels.

    def action_transport(self) -> None:
        """Take the next transport."""
        self._set_route(kind=_next(wiring.KINDS, wiring.kind_of(self._setting.route.transport)))

    def action_ip(self, version: str) -> None:
        """Go over IPv4 or IPv6."""
        self._set_route(ipv6=version == "6")

    def action_timestamps(self) -> None:
        """Send TCP timestamps, or don't."""
        route = self._setting.route
        if route.transport.datagrams:
            self.sigtui.tell("UDP has no timestamps: choose TCP or TLS first.", "warning")
            return
        self._set_route(timestamps=not route.timestamps)

    def _set_route(
        self, *, kind: str | None = None, ipv6: bool | None = None, timestamps: bool | None = None
    ) -> None:
        route = self._setting.route
        try:
            changed = replace(
                route,
                transport=wiring.transport_of(route.transport, kind=kind, ipv6=ipv6),
                timestamps=route.timestamps if timestamps is None else timestamps,
            )
        except UsageError as error:
            self.sigtui.tell(f"{sentence(str(error))}. Change the MTU first.", "warning")
            return
        self._put(replace(self._look, route=changed))

    def action_mtu(self) -> None:
        """Go to where the MTU is typed."""
        self.query_one(Controls).type_mtu()

    @on(Controls.Typed)
    def _take_mtu(self, event: Controls.Typed) -> None:
        try:
            changed = replace(self._setting.route, mtu=wiring.mtu(event.text))
        except UsageError as error:
            self.query_one(Controls).refuse(f"{sentence(str(error))}.")
            return
        self._put(replace(self._look, route=changed))
        self.action_back()

    def action_back(self) -> None:
        """Go back to the table."""
        self.query_one(Shares).focus()

    # Budgets.

    def action_budgets(self) -> None:
        """Choose budgets."""
        self.studio.ask(self._choose_budgets(new=False))

    def action_new_budget(self) -> None:
        """Add a budget of one's own."""
        self.studio.ask(self._choose_budgets(new=True))

    async def _choose_budgets(self, *, new: bool) -> None:
        from sigtui.tui.dialogs.budgets import ChooseBudgets

        workbench = self.studio.workbench
        wire = await self.app.push_screen_wait(ChooseBudgets(workbench.draft.wire, new=new))
        if wire is not None:
            workbench.edit(workbench.draft.with_wire(wire))


_Any = TypeVar("_Any")


def _next(words: Sequence[_Any], word: _Any) -> _Any:
    return words[(words.index(word) + 1) % len(words)]


def create() -> Screen[None]:
    """Return the screen."""
    return Wire()
