"""Finding out what the providers can do here, in a process of their own: a library may crash or print."""

import asyncio
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace

from sigtui.bench import protocol
from sigtui.bench.process import Worker, WorkerProcess
from sigtui.errors import ProtocolError, WorkerError
from sigtui.model import Algorithm, Choice, ProviderInfo, Support
from sigtui.providers import names

_SECONDS = 120.0


def wanted(choices: Iterable[Choice]) -> dict[str, list[Algorithm]]:
    """Map every provider to the chosen algorithms that are to be tried with it."""
    listed = list(choices)
    return {
        name: [choice.algorithm for choice in listed if choice.provider in (None, name)] for name in names()
    }


def assumed(choices: Iterable[Choice], providers: Sequence[ProviderInfo] | None) -> tuple[ProviderInfo, ...]:
    """Return providers with what nobody has tried yet taken for available: its case will tell.

    None means that no provider has been asked yet.
    """
    known = [ProviderInfo(name, True) for name in names()] if providers is None else providers
    chosen = {choice.algorithm.id for choice in choices}
    return tuple(
        replace(
            info, support=(*info.support, *(Support(each, True) for each in sorted(chosen - _tried(info))))
        )
        for info in known
    )


def _tried(info: ProviderInfo) -> set[str]:
    return {support.algorithm for support in info.support}


async def discover(
    algorithms: Mapping[str, list[Algorithm]], spawn: Callable[[], Worker] = WorkerProcess
) -> tuple[ProviderInfo, ...]:
    """Ask each provider whether it is there and what of these algorithms it does.

    An algorithm, or a whole provider, that crashes its process is unavailable with that reason; the others are
    not touched by it.
    """
    return tuple(await asyncio.gather(*(_ask(name, tried, spawn) for name, tried in algorithms.items())))


async def _ask(name: str, tried: list[Algorithm], spawn: Callable[[], Worker]) -> ProviderInfo:
    """Ask for all algorithms at once, and one by one if that ends the worker: then only the culprit is lost."""
    try:
        return await _answer(name, tried, spawn)
    except (WorkerError, ProtocolError) as error:
        if not tried:
            return ProviderInfo(name, False, str(error))
    try:
        alone = await _answer(name, [], spawn)
    except (WorkerError, ProtocolError) as error:
        return ProviderInfo(name, False, str(error))
    support = [await _support(name, algorithm, spawn) for algorithm in tried]
    return replace(alone, support=tuple(support))


async def _support(name: str, algorithm: Algorithm, spawn: Callable[[], Worker]) -> Support:
    try:
        info = await _answer(name, [algorithm], spawn)
    except (WorkerError, ProtocolError) as error:
        return Support(algorithm.id, False, str(error))
    return info.support[0] if info.support else Support(algorithm.id, False, info.reason)


async def _answer(name: str, tried: list[Algorithm], spawn: Callable[[], Worker]) -> ProviderInfo:
    worker = spawn()
    try:
        await worker.start()
        await worker.send(protocol.Discover(name, tuple(algorithm.id for algorithm in tried)))
        reply = await worker.receive(_SECONDS)
    except BaseException:  # Ctrl+C among them: it need not finish what it tries
        worker.kill()
        raise
    finally:
        await worker.stop()
    if not isinstance(reply, protocol.Discovered) or len(reply.info.support) not in (0, len(tried)):
        raise ProtocolError(f"the worker answered {type(reply).__name__}")
    return reply.info
