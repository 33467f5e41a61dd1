"""A desk whose workers take no time, driven to its end, with everything that it told."""

import asyncio
import gc
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import TypeVar

import pytest

from sigtui.bench import sampling
from sigtui.desk import Desk
from sigtui.events import Event, SliceMeasured
from sigtui.model import Case, Effort, Plan
from sigtui.session import CaseState, CaseStatus, SessionState
from tests.fakes import FakeClock, FakeMechanism, Fleet, always, case, plan, timed

NAMES = ("ecdsa-p256-sha256", "ed25519", "ml-dsa-44")
BASE, SECOND, THIRD = (case(name) for name in NAMES)
MESSAGES = {"m": b"some secret value", "n": b"another one"}

SHORT = timed(0.1)

Kind = TypeVar("Kind", bound=Event)


@contextmanager
def instant_spin() -> Iterator[None]:
    """Take the arithmetic out of the reference spin, and undo the gc.freeze of the servers in this process."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(sampling, "_EXPONENT", 3)
        yield
    gc.unfreeze()


def planned(*cases: Case, effort: Effort = SHORT, **messages: bytes) -> Plan:
    """Return a plan of these cases and the messages they name; ``messages`` gives these other bytes."""
    named = {each.message: (MESSAGES | messages)[each.message] for each in cases if each.message is not None}
    return plan(cases, effort, named or {"m": MESSAGES["m"]})


def nothing(_: Event) -> None:
    """Do nothing."""


@dataclass(slots=True)
class Lab:
    """A desk with workers that take no time; ``told`` is each event with the state at that moment."""

    fleet: Fleet
    desk: Desk = field(init=False)
    told: list[tuple[Event, SessionState]] = field(default_factory=list)
    act: Callable[[Event], None] = nothing

    def hear(self, event: Event) -> None:
        """Take note of an event, then do what the test wants."""
        self.told.append((event, self.desk.state))
        self.act(event)

    def drive(self, act: Callable[[Event], None] = nothing) -> None:
        """Measure to the end of the run; ``act`` is called after each event."""

        async def main() -> None:
            async with asyncio.timeout(60):
                await self.desk.drive()

        self.act = act
        asyncio.run(main())
        self.act = nothing

    def run(self, act: Callable[[Event], None] = nothing) -> None:
        """Start a run and measure to its end."""
        self.desk.start()
        self.drive(act)

    def run_case(self, which: Case, act: Callable[[Event], None] = nothing) -> list[Event]:
        """Measure one case and return what was told."""
        before = len(self.told)
        self.desk.start_case(which)
        self.drive(act)
        return self.events[before:]

    def after(self, slices: int, do: Callable[[], None]) -> Callable[[Event], None]:
        """Return what does something once, after so many slices from now."""
        wanted = len(self.slices) + slices

        def act(event: Event) -> None:
            if isinstance(event, SliceMeasured) and len(self.slices) == wanted:
                do()

        return act

    def stop_after(self, slices: int) -> None:
        """Start a run and stop it after so many slices."""
        self.run(self.after(slices, self.desk.stop))

    @property
    def events(self) -> list[Event]:
        """Everything that was told."""
        return [event for event, _ in self.told]

    @property
    def slices(self) -> list[Case]:
        """The cases of all slices, in order."""
        return [event.case for event in of(self.events, SliceMeasured)]

    def state(self, which: Case) -> CaseState:
        """Return a case as it is now."""
        return self.desk.state.cases[which]

    def statuses(self) -> list[CaseStatus]:
        """Return how far the plan's cases have come."""
        return [told.status for told in self.desk.state.planned]


def of(events: Sequence[Event], kind: type[Kind]) -> list[Kind]:
    """Return the events of a kind."""
    return [event for event in events if isinstance(event, kind)]


def lab(*cases: Case, effort: Effort = SHORT, second: FakeMechanism | None = None) -> Lab:
    """Return a desk with a plan of these cases; signing takes a millisecond, verifying half of it.

    ``second`` does the algorithm of the second case; it shares its clock with the others.
    """
    clock = second.clock if second else FakeClock()
    mechanisms = {
        name: FakeMechanism(clock, sign=always(1_000_000), verify=always(500_000)) for name in NAMES
    }
    made = Lab(Fleet(mechanisms | ({NAMES[1]: second} if second else {}), clock))
    made.desk = Desk(planned(*cases, effort=effort), made.hear, seed=1, spawn=made.fleet)
    return made
