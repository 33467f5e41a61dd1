"""Finding out what the providers can do here, in a process of their own: a library may crash or print."""

import asyncio
from collections.abc import Callable, Iterable, Mapping

from sigtui.bench import protocol
from sigtui.bench.process import Worker, WorkerProcess
from sigtui.errors import ProtocolError, WorkerError
from sigtui.model import Algorithm, Choice, ProviderInfo
from sigtui.providers import names

_SECONDS = 120.0


def wanted(choices: Iterable[Choice]) -> dict[str, list[Algorithm]]:
    """Map every provider to the chosen algorithms that are to be tried with it."""
    listed = list(choices)
    return {
        name: [choice.algorithm for choice in listed if choice.provider in (None, name)] for name in names()
    }


async def discover(
    algorithms: Mapping[str, list[Algorithm]], spawn: Callable[[], Worker] = WorkerProcess
) -> tuple[ProviderInfo, ...]:
    """Ask each provider whether it is there and what of these algorithms it does.

    A provider that crashes its process is unavailable with that reason; the others are not touched by it.
    """
    return tuple(await asyncio.gather(*(_ask(name, tried, spawn) for name, tried in algorithms.items())))


async def _ask(name: str, tried: list[Algorithm], spawn: Callable[[], Worker]) -> ProviderInfo:
    worker = spawn()
    try:
        await worker.start()
        await worker.send(protocol.Discover(name, tuple(algorithm.id for algorithm in tried)))
        reply = await worker.receive(_SECONDS)
    except (WorkerError, ProtocolError) as error:
        return ProviderInfo(name, False, str(error))
    except BaseException:  # Ctrl+C: it need not finish what it tries
        worker.kill()
        raise
    finally:
        await worker.stop()
    if not isinstance(reply, protocol.Discovered):
        return ProviderInfo(name, False, f"the worker answered {type(reply).__name__}")
    return reply.info
