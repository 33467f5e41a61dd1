"""The lines above the table of the Wire screen: what travels, over what, and where the MTU is typed."""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import ClassVar

from textual import on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical
from textual.message import Message
from textual.widgets import Input

from sigtui import wiring
from sigtui.tui.dialogs.dialog import Verdict
from sigtui.tui.widgets.toggles import Toggle, Toggles, Value
from sigtui.wire.encodings import Encoding
from sigtui.wire.envelopes import Envelope
from sigtui.wire.setting import Setting

_CARRIED = (Value("signature", "signature"), Value("public-key", "key"), Value("both", "both"))


class _Mtu(Input):
    """Where the MTU is typed; Enter takes it, Esc does not."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter", "submit", "Take", id="wire-mtu-take", tooltip="Take the MTU that was typed"),
        Binding(
            "escape", "screen.back", "Back", id="wire-back", tooltip="Back to the table, the MTU as it was"
        ),
    ]


class Controls(Vertical):
    """Lines of toggles, whose clicks bubble as ``Toggles.Chosen``, and an input. ``show`` draws a setting."""

    DEFAULT_CSS = """
    Controls { height: auto; }
    Controls > Horizontal { height: 1; }
    Controls #mtu { width: 9; height: 1; border: none; padding: 0 1; background: $panel; }
    Controls > Verdict { padding: 0 1; display: none; }
    """

    @dataclass
    class Typed(Message):
        """Somebody wants this MTU."""

        text: str

    def __init__(self) -> None:
        super().__init__()
        self._mtu = ""

    def compose(self) -> ComposeResult:
        """Lay out."""
        yield Toggles(id="what")
        with Horizontal():
            yield Toggles(id="route")
            yield _Mtu(id="mtu", compact=True, max_length=7, select_on_focus=True)
            yield Toggles(id="more")
        yield Verdict(id="mtu-verdict")

    def show(self, setting: Setting, keys: Mapping[str, str]) -> None:
        """Draw a setting; ``keys`` are how a person's own are written, by binding."""
        self.query_one("#what", Toggles).show(_what(setting, keys))
        self.query_one("#route", Toggles).show(_route(setting, keys))
        self.query_one("#more", Toggles).show(_more(setting, keys))
        self._mtu = str(setting.route.mtu)
        mtu = self.query_one(_Mtu)
        if not mtu.has_focus:
            mtu.value = self._mtu

    def type_mtu(self) -> None:
        """Go to where the MTU is typed."""
        self.query_one(_Mtu).focus()

    def refuse(self, text: str) -> None:
        """Say what is wrong with the MTU that was typed."""
        self.query_one(Verdict).bad(text)

    @on(Input.Submitted)
    def _submit(self, event: Input.Submitted) -> None:
        event.stop()
        self.post_message(self.Typed(event.value))

    @on(Input.Changed)
    def _forget(self) -> None:
        self.query_one(Verdict).neutral("")

    @on(Input.Blurred)
    def _leave(self) -> None:
        """Show the MTU that counts: only Enter takes another one."""
        self.query_one(_Mtu).value = self._mtu
        self.query_one(Verdict).neutral("")


def _key(keys: Mapping[str, str], name: str, usual: str) -> str:
    return keys.get(f"wire-{name}", usual)


def _values(words: type[StrEnum]) -> tuple[Value, ...]:
    return tuple(Value(word, word) for word in words)


def _what(setting: Setting, keys: Mapping[str, str]) -> tuple[Toggle, ...]:
    """Return what travels, in what."""
    raw = setting.envelope is Envelope.RAW
    return (
        Toggle("carried", _key(keys, "carried", "K"), _CARRIED, setting.carried),
        Toggle("envelope", _key(keys, "envelope", "v"), _values(Envelope), setting.envelope),
        Toggle("encoding", _key(keys, "encoding", "E"), _values(Encoding), setting.encoding, live=raw),
    )


def _route(setting: Setting, keys: Mapping[str, str]) -> tuple[Toggle, ...]:
    """Return over what, up to where the MTU is typed."""
    transport = setting.route.transport
    kinds = tuple(Value(kind, kind.upper()) for kind in wiring.KINDS)
    versions = (Value("4", "IPv4", _key(keys, "four", "4")), Value("6", "IPv6", _key(keys, "six", "6")))
    return (
        Toggle("transport", _key(keys, "transport", "V"), kinds, wiring.kind_of(transport)),
        Toggle("ip", "", versions, "6" if transport.ipv6 else "4"),
        Toggle("mtu", _key(keys, "mtu", "M"), (Value("typed", "MTU"),), ""),
    )


def _more(setting: Setting, keys: Mapping[str, str]) -> tuple[Toggle, ...]:
    """Return what stands behind the MTU."""
    route, number = setting.route, len(setting.budgets)
    budgets = Value("choose", "1 budget" if number == 1 else f"{number} budgets")
    stamps = "on" if route.timestamps else ""
    live = not route.transport.datagrams
    return (
        Toggle("timestamps", _key(keys, "timestamps", "T"), (Value("on", "timestamps"),), stamps, live=live),
        Toggle("budgets", _key(keys, "budgets", "B"), (budgets,), ""),
    )
