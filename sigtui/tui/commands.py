"""The command palette: every action that has a key, what can't be done now with the reason, and every algorithm."""

from collections.abc import Iterator
from functools import partial
from typing import TYPE_CHECKING, Any, NamedTuple, cast

from textual.binding import Binding
from textual.command import DiscoveryHit, Hit, Hits, Provider
from textual.dom import DOMNode

from sigtui.algorithms import catalogue
from sigtui.badges import facts_line
from sigtui.saying import why_not
from sigtui.tui.widgets.work import MessageTicks

if TYPE_CHECKING:
    from sigtui.tui.app import SigtuiApp


_ELSEWHERE = frozenset({"interrupt", "palette", "quit-anyway"})
"""Ids that mean nothing in the palette: a key for what is selected, the palette itself, a second key to quit."""


class _Command(NamedTuple):
    name: str
    help: str
    run: Any


class Everything(Provider):
    """Actions of the app, of the screen and of the messages, then the algorithms to tick."""

    @property
    def _app(self) -> "SigtuiApp":
        return cast("SigtuiApp", self.app)

    def _commands(self) -> Iterator[_Command]:
        done: set[str] = set()
        for node, binding, enabled, tooltip in self.screen.active_bindings.values():
            of_message = isinstance(node, MessageTicks) and binding.action.startswith("ask(")
            if _is_new(binding, done) and not of_message:
                keys = self.app.get_key_display(binding)
                name = f"{binding.description}  ({keys})"
                if enabled:
                    run = partial(self.app.run_action, binding.action, node)
                    yield _Command(name, tooltip or binding.tooltip, run)
                else:
                    yield self._refused(name, binding)
        for binding in self._hidden():
            if _is_new(binding, done):
                yield self._refused(binding.description, binding)
        yield from self._of_message()
        yield _Command(
            "Keys: write keys.toml", "A file in which every key can be changed", self._app.studio.write_keys
        )

    def _hidden(self) -> Iterator[Binding]:
        """Yield the bindings of app and screen that can't be used now, so that no footer has them."""
        nodes: tuple[DOMNode, ...] = (self.screen, self.app)
        if self.screen.is_modal:  # through which no key of the app reaches
            return
        for node in nodes:
            for owner in type(node).__mro__:
                if owner.__module__.startswith("sigtui."):
                    yield from Binding.make_bindings(vars(owner).get("BINDINGS", ()))

    def _refused(self, name: str, binding: Binding) -> _Command:
        """Return a command that only says why it can't be done now."""
        why = why_not(binding.action, self._app.studio.keys)
        return _Command(name, why, partial(self._app.tell, why, "warning"))

    def _of_message(self) -> Iterator[_Command]:
        """Yield what can be done with the message under the cursor of its list, wherever the focus is."""
        for ticks in self.screen.query(MessageTicks):
            name = ticks.meant
            shown = {each.action: each for each in Binding.make_bindings(MessageTicks.BINDINGS) if each.show}
            for binding in shown.values():
                if name is None:
                    why = f"There is no message: {self._app.studio.keys['new-message']} adds one."
                    tell = partial(self._app.tell, why, "warning")
                    yield _Command(f"{binding.description} message", why, tell)
                    continue
                run = partial(self.app.run_action, binding.action, ticks)
                yield _Command(f"{binding.description} message {name}", binding.tooltip, run)

    def _algorithms(self) -> Iterator[_Command]:
        draft = self._app.studio.workbench.draft
        for algorithm in catalogue():
            verb = "Untick" if draft.is_ticked(algorithm.id) else "Tick"
            yield _Command(
                f"{verb} {algorithm.id}",
                facts_line(algorithm, self._app.studio.workbench.providers),
                partial(self._app.studio.picking.tick, algorithm),
            )

    async def discover(self) -> Hits:
        """Show the actions before anything is typed."""
        for command in self._commands():
            yield DiscoveryHit(command.name, command.run, help=command.help)

    async def search(self, query: str) -> Hits:
        """Find actions and algorithms."""
        matcher = self.matcher(query)
        for command in (*self._commands(), *self._algorithms()):
            score = matcher.match(command.name)
            if score > 0:
                yield Hit(score, matcher.highlight(command.name), command.run, help=command.help)


def _is_new(binding: Binding, done: set[str]) -> bool:
    """Tell one of sigtui's own actions, which no earlier key has, from all others."""
    new = binding.id is not None and binding.id not in _ELSEWHERE and binding.action not in done
    if new and not binding.system:
        done.add(binding.action)
    return new and not binding.system
