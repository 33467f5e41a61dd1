"""The command palette: every action that has a key, and every algorithm."""

from collections.abc import Iterator
from functools import partial
from typing import TYPE_CHECKING, Any, NamedTuple, cast

from textual.command import DiscoveryHit, Hit, Hits, Provider

from sigtui.algorithms import catalogue
from sigtui.badges import facts_line

if TYPE_CHECKING:
    from sigtui.tui.app import SigtuiApp


class _Command(NamedTuple):
    name: str
    help: str
    run: Any


class Everything(Provider):
    """Actions of the app and of the screen, then the algorithms to tick."""

    @property
    def _app(self) -> "SigtuiApp":
        return cast("SigtuiApp", self.app)

    def _commands(self) -> Iterator[_Command]:
        seen: set[str] = set()
        for node, binding, enabled, tooltip in self.screen.active_bindings.values():
            if enabled and binding.id and binding.action not in seen and not binding.system:
                seen.add(binding.action)
                keys = self.app.get_key_display(binding)
                yield _Command(
                    f"{binding.description}  ({keys})",
                    tooltip or binding.tooltip,
                    partial(self.app.run_action, binding.action, node),
                )
        yield _Command(
            "Keys: write keys.toml", "A file in which every key can be changed", self._app.write_keys
        )

    def _algorithms(self) -> Iterator[_Command]:
        draft = self._app.bench.draft
        for algorithm in catalogue():
            verb = "Untick" if draft.is_ticked(algorithm.id) else "Tick"
            yield _Command(
                f"{verb} {algorithm.id}",
                facts_line(algorithm, self._app.bench.providers),
                partial(self._app.tick, algorithm),
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
