"""A worker process while it runs: what it was given, what it is asked, and where its time goes."""

from array import array
from dataclasses import dataclass, field

from sigtui.bench import protocol
from sigtui.bench.process import Worker
from sigtui.bench.sampling import Clock
from sigtui.errors import ProtocolError
from sigtui.model import Case

SLICE_NS = 20_000_000
WARM_UP_NS = 20_000_000


@dataclass(frozen=True, slots=True)
class Job:
    """A case as workers know it.

    Its ``number`` is another one after its message changed; ``data`` are the message's bytes, ``batch`` and
    ``key`` what an earlier worker found out and created, 0 and empty where none did.
    """

    case: Case
    number: int
    data: bytes = b""
    batch: int = 0
    key: bytes = b""


@dataclass(slots=True)
class Shift:
    """A worker process and the job that it is busy with since ``asked_ns``, None while it waits."""

    worker: Worker
    process: int
    clock: Clock
    started_ns: int = field(init=False)
    job: Job | None = None
    asked_ns: int = 0
    aside_ns: int = 0
    timed_ns: int = 0
    _prepared: set[int] = field(default_factory=set)
    _stored: dict[str, bytes] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.started_ns = self.clock()

    @property
    def open_ns(self) -> int:
        """Its life until now, without keys, checks and spins."""
        return self.clock() - self.started_ns - self.aside_ns

    @property
    def busy_ns(self) -> int:
        """How long it has been busy with its job."""
        return 0 if self.job is None else self.clock() - self.asked_ns

    def is_prepared(self, job: Job) -> bool:
        """Whether the worker holds the case of a job ready."""
        return job.number in self._prepared

    async def ask(self, job: Job) -> bool:
        """Send what a job needs next: its message and preparation, or a slice. True if it is the first of these."""
        self.job, self.asked_ns = job, self.clock()
        if self.is_prepared(job):
            await self.worker.send(protocol.Measure(job.number, SLICE_NS))
            return False
        case = job.case
        if case.message is not None and self._stored.get(case.message) != job.data:
            await self.worker.send(protocol.Store(case.message, job.data))
            self._stored[case.message] = job.data
        await self.worker.send(
            protocol.Prepare(
                number=job.number,
                algorithm=case.algorithm.id,
                provider=case.provider,
                operation=case.operation,
                mode=case.mode,
                message=case.message,
                batch=job.batch,
                warm_up_ns=WARM_UP_NS,
                data=job.key,
            )
        )
        return True

    async def answer(self, seconds: float) -> protocol.Prepared | protocol.Measured | protocol.Refused:
        """Return what the worker says to its job.

        Raises WorkerError where nothing comes within the seconds, ProtocolError for an answer to something else.
        """
        job = self.job
        reply = await self.worker.receive(seconds)
        if job is None:
            raise ProtocolError(f"the worker answered {type(reply).__name__} unasked")
        wanted = protocol.Measured if self.is_prepared(job) else protocol.Prepared
        if not isinstance(reply, protocol.Refused | wanted) or reply.number != job.number:
            raise ProtocolError(f"the worker answered {type(reply).__name__} out of turn")
        if isinstance(reply, protocol.Prepared):
            self._prepared.add(job.number)
            self.aside_ns += reply.checked_ns
        if isinstance(reply, protocol.Measured):
            self.aside_ns += reply.aside_ns
        return reply

    def read(self, reply: protocol.Measured) -> "array[int]":
        """Return the ns of a slice's batches, and count them. Raises ProtocolError for what is no slice."""
        totals: array[int] = array("Q")
        try:
            totals.frombytes(reply.data)
        except ValueError as error:
            raise ProtocolError(f"the worker sent half a sample: {error}") from error
        if not totals or reply.batch < 1 or min(reply.spins_ns) <= 0:
            raise ProtocolError("the worker sent a slice without samples or without spins")
        self.timed_ns += sum(totals)
        return totals
