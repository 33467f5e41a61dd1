"""The dialog of budgets: those that ship to be ticked, and budgets of one's own to be added."""

from collections.abc import Sequence
from typing import ClassVar

from textual import on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal
from textual.widgets import Input, Label, Select

from sigtui import wiring
from sigtui.errors import UsageError
from sigtui.model import OwnBudget, WireView
from sigtui.numbers import count
from sigtui.tui.dialogs.dialog import CANCEL, SAVE, Dialog, PushButton, Verdict
from sigtui.tui.widgets.ticks import Item, Ticks
from sigtui.wire.budgets import SHIPPED, Carrier
from sigtui.wire.words import sentence


class _Entry(Input):
    """An input of the budget that is being added; Enter adds it."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter", "screen.add", "Add", id="budgets-add", tooltip="Add the budget that was entered"),
    ]


class ChooseBudgets(Dialog[WireView | None]):
    """Choose the budgets of a preset's view of the wire; ``new`` begins where one is added."""

    DEFAULT_CSS = """
    ChooseBudgets {
        & > .dialog--frame { width: 100%; max-width: 84; height: 100%; max-height: 40; }
        Ticks { height: 1fr; }
        _Entry { width: 1fr; height: 1; border: none; background: $panel; }
        #bytes { width: 10; margin-left: 1; }
        Select { width: 16; height: 1; margin-left: 1; }
        #new { height: 1; }
        #new > Label { padding: 0 1 0 0; }
        #new > PushButton { margin-left: 1; }
    }
    """

    BINDINGS: ClassVar[list[BindingType]] = [SAVE, CANCEL]

    HELP = """\
## Budgets

Tick the limits that what travels has to fit. A budget of your own has a name, a limit in bytes, and what it is a
limit of:

- `mtu`, `datagram`: an IP packet with its headers
- `udp-payload`, `tcp`, `tls`: what the transport carries
- `frame`, `payload`: bytes of a link or a radio
- `http`: a header line with its name and its end
- `storage`: a column or a buffer

Your own are shown as long as they are ticked; unticked, they leave the preset. **Ctrl+S** takes it all.
"""

    def __init__(self, wire: WireView, *, new: bool = False) -> None:
        super().__init__("Budgets")
        self._wire = wire
        self._new = new
        self._own: tuple[OwnBudget, ...] = wire.custom
        self._ticked = frozenset({*wiring.ticked(wire), *(each.name for each in wire.custom)})

    def body(self) -> ComposeResult:
        """Return the list, the line that adds one, what is wrong with it, and the buttons."""
        yield Ticks(id="budgets")
        with Horizontal(id="new"):
            yield Label("Your own", classes="dialog--label")
            yield _Entry(placeholder="name", id="name", compact=True)
            yield _Entry(placeholder="bytes", id="bytes", compact=True)
            yield Select.from_values(
                list(map(str, Carrier)), value="payload", allow_blank=False, id="kind", compact=True
            )
            yield PushButton("Add", id="add", compact=True)
        yield Verdict(id="verdict")
        with Horizontal(classes="dialog--buttons"):
            yield PushButton("Save", variant="primary", id="save")
            yield PushButton("Cancel", id="cancel")

    def on_mount(self) -> None:
        """Begin at the list, or at the name of a new one."""
        self._show()
        self.query_one(Ticks).highlighted = 0  # it can have had the focus before it had lines
        self.query_one("#name" if self._new else Ticks).focus()

    def _show(self) -> None:
        self.query_one(Ticks).show(_items(self._own), self._ticked)
        shown = f"{len(self._ticked)} of {len(SHIPPED) + len(self._own)} ticked."
        self.query_one("#verdict", Verdict).neutral(shown)

    @on(Ticks.Ticked)
    def _tick(self, event: Ticks.Ticked) -> None:
        self._ticked ^= {event.key}
        self._show()

    @on(PushButton.Pressed, "#add")
    def action_add(self) -> None:
        """Add the budget that was entered, or say what is wrong with it."""
        name, size = self.query_one("#name", Input), self.query_one("#bytes", Input)
        kind = str(self.query_one("#kind", Select).value)
        wrong = name
        try:
            label = wiring.budget_name(name.value, self._own)
            wrong = size
            made = wiring.own_budget(label, size.value, kind)
        except UsageError as error:
            self.query_one("#verdict", Verdict).bad(f"{sentence(str(error))}.")
            wrong.focus()
            return
        self._own = (*self._own, made)
        self._ticked |= {made.name}
        name.value = size.value = ""
        self._show()
        self.query_one("#verdict", Verdict).good(f"Added {made.name}; Save keeps it.")
        name.focus()

    @on(PushButton.Pressed, "#save")
    def action_save(self) -> None:
        """Take what is ticked, and the new one that was entered and not added yet."""
        name, size = self.query_one("#name", Input), self.query_one("#bytes", Input)
        if name.value.strip() or size.value.strip():
            before = len(self._own)
            self.action_add()
            if len(self._own) == before:
                return
        own = tuple(each for each in self._own if each.name in self._ticked)
        shipped = self._ticked & {each.name for each in SHIPPED}
        self.finish(wiring.with_budgets(self._wire, shipped, own))

    @on(PushButton.Pressed, "#cancel")
    def action_cancel(self) -> None:
        """Leave and change nothing."""
        self.finish(None)


def _items(own: Sequence[OwnBudget]) -> list[Item]:
    mine = [
        Item(each.name, each.name, f"your own, {each.transport} {count(each.bytes):>9} B") for each in own
    ]
    shipped = [Item(each.name, each.name, f"{each.title} {count(each.bytes):>9} B") for each in SHIPPED]
    return [*mine, *shipped]
