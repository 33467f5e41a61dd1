import asyncio
from pathlib import Path

import psutil
import pytest

from sigtui import algorithms, providers
from sigtui.bench import protocol
from sigtui.bench.discovery import discover, wanted
from sigtui.bench.process import Worker, WorkerProcess
from sigtui.bench.worker import Server
from sigtui.errors import ProtocolError, WorkerError
from sigtui.model import Choice, Support
from tests.fakes import FakeClock, FakeMechanism, FakeWorker, registry

ED25519, ML_DSA = algorithms.find("ed25519"), algorithms.find("ml-dsa-44")


class Broken(FakeMechanism):
    """Accepts everything."""

    def verify(self, public: bytes, signature: bytes, message: bytes) -> bool:
        """Say yes."""
        return True


def spawn(mechanisms: dict[str, FakeMechanism] | None = None) -> Worker:
    """Return a worker with the provider ``fake``."""
    return FakeWorker(Server(registry(mechanisms or {"ed25519": FakeMechanism(FakeClock())}), FakeClock()))


def test_every_provider_is_asked_for_what_was_chosen() -> None:
    """A choice without a provider is tried with all, one with a provider with that one only."""
    first, *_ = providers.names()
    asked = wanted([Choice(ED25519), Choice(ML_DSA, first)])
    assert tuple(asked) == providers.names()
    assert asked[first] == [ED25519, ML_DSA]
    assert all(tried == [ED25519] for name, tried in asked.items() if name != first)


def test_what_a_provider_can_not_do_comes_with_its_reason() -> None:
    """Each algorithm is tried once: one works, one is missing, one accepts a forgery."""
    mechanisms = {"ed25519": FakeMechanism(FakeClock()), "ed448": Broken(FakeClock())}
    tried = [ED25519, ML_DSA, algorithms.find("ed448")]
    (info,) = asyncio.run(discover({"fake": tried}, lambda: spawn(mechanisms)))
    assert info.available
    assert info.versions == {"fake": "1.0"}
    assert info.support == (
        Support("ed25519", True),
        Support("ml-dsa-44", False, "fake has no ml-dsa-44"),
        Support("ed448", False, "a tampered signature verifies"),
    )


class Crashing(FakeWorker):
    """A worker that a library kills."""

    def __init__(self, error: Exception) -> None:
        super().__init__(Server(registry({}), FakeClock()))
        self._error = error

    async def receive(self, seconds: float) -> protocol.Reply:
        """Fail."""
        raise self._error


@pytest.mark.parametrize("error", [WorkerError("the worker process died"), ProtocolError("garbage")])
def test_a_provider_that_crashes_is_unavailable_and_the_others_are_not(error: Exception) -> None:
    """A crash is the reason of that provider alone; its workers are ended."""
    crashing = [Crashing(error), Crashing(error)]
    workers: list[Worker] = [spawn(), crashing[1], crashing[0]]
    bad, good = asyncio.run(discover({"bad": [ED25519], "fake": [ED25519]}, workers.pop))
    assert (bad.name, bad.available, bad.reason) == ("bad", False, str(error))
    assert (good.name, good.available) == ("fake", True)
    assert all(worker.ended for worker in crashing)


def test_an_algorithm_that_crashes_is_lost_alone() -> None:
    """Where trying all at once ends the worker, each is tried by itself, and only the culprit is unavailable."""
    mechanisms = {"ed25519": FakeMechanism(FakeClock()), "ed448": FakeMechanism(FakeClock())}
    ed448 = algorithms.find("ed448")

    class Fragile(FakeWorker):
        """Dies of Ed448."""

        async def send(self, command: protocol.Command) -> None:
            self.fatal = isinstance(command, protocol.Discover) and "ed448" in command.algorithms
            await super().send(command)

        async def receive(self, seconds: float) -> protocol.Reply:
            if self.fatal:
                raise WorkerError("the worker process died (killed by SIGSEGV)")
            return await super().receive(seconds)

    made = registry(mechanisms)
    (info,) = asyncio.run(discover({"fake": [ED25519, ed448]}, lambda: Fragile(Server(made, FakeClock()))))
    assert info.available
    assert info.support == (
        Support("ed25519", True),
        Support("ed448", False, "the worker process died (killed by SIGSEGV)"),
    )


def test_an_answer_of_another_kind_is_no_provider() -> None:
    """A worker that answers something else is told as such."""

    class Odd(FakeWorker):
        async def receive(self, seconds: float) -> protocol.Reply:
            return protocol.Refused(-1, "what?")

    (info,) = asyncio.run(discover({"odd": []}, lambda: Odd(Server(registry({}), FakeClock()))))
    assert (info.available, info.reason) == (False, "the worker answered Refused")


def test_the_real_providers_are_found() -> None:
    """In processes of their own, each provider is there with its versions or says why it isn't."""
    found = asyncio.run(discover({name: [ED25519] for name in providers.names()}))
    assert tuple(info.name for info in found) == providers.names()
    for info in found:
        assert bool(info.versions) == info.available
        assert bool(info.reason) != info.available
    assert found[0].support == (Support("ed25519", True),)


def test_an_interrupt_ends_the_processes_that_try() -> None:
    """Cancelling a discovery ends its worker at once, not when it has answered, and is passed on."""
    script = str(Path(__file__).with_name("deaf.py"))

    async def interrupted() -> float:
        loop = asyncio.get_running_loop()
        begun = asyncio.Event()

        class Hanging(WorkerProcess):
            async def send(self, command: protocol.Command) -> None:
                await super().send(command)
                begun.set()

        async with asyncio.timeout(30):
            trying = asyncio.create_task(discover({"fake": [ED25519]}, lambda: Hanging((script,))))
            await begun.wait()
            start = loop.time()
            trying.cancel()
            with pytest.raises(asyncio.CancelledError):
                await trying
        return loop.time() - start

    assert asyncio.run(interrupted()) < 0.5
    assert not psutil.Process().children()
