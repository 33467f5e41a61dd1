import asyncio
from collections import Counter
from functools import cache
from itertools import groupby

import pytest

from sigtui.bench import protocol
from sigtui.bench.plan import LEAST_SAMPLES, LIMIT_SECONDS
from sigtui.bench.process import Worker
from sigtui.bench.runner import Runner
from sigtui.bench.shift import SLICE_NS
from sigtui.errors import ProtocolError, WorkerError
from sigtui.events import (
    CaseFailed,
    CaseFinished,
    CasePrepared,
    CasePreparing,
    Event,
    RunEnded,
    RunStarted,
    SliceMeasured,
    WorkerEnded,
    WorkerStarted,
)
from sigtui.model import EFFORTS, Case, Effort, Mode, Operation
from sigtui.session import CaseStatus, begin, fold
from tests.fakes import (
    Durations,
    FakeClock,
    FakeMechanism,
    FakeWorker,
    Fleet,
    Run,
    always,
    case,
    follow,
    lognormal,
    plan,
    run,
    timed,
)

NAMES = ("ecdsa-p256-sha256", "ed25519", "ml-dsa-44", "rsa-2048-pss-sha512")
THREE = timed(0.3, 3)
CALLS = lognormal(1_000_000, 0.2)


def fleet(names: tuple[str, ...] = NAMES, generate: Durations | None = None) -> Fleet:
    """Return a fleet whose algorithms take about a millisecond, noisily."""
    clock = FakeClock()
    return Fleet(
        {
            name: FakeMechanism(
                clock, sign=CALLS.durations(2 * seed), verify=CALLS.durations(2 * seed + 1), generate=generate
            )
            for seed, name in enumerate(names)
        },
        clock,
    )


def grid(names: tuple[str, ...] = NAMES) -> list[Case]:
    """Return signing and verifying cases of each algorithm, over two messages."""
    return [
        case(name, operation, message=message)
        for operation in (Operation.SIGN, Operation.VERIFY)
        for message in ("short", "long")
        for name in names
    ]


MESSAGES = {"short": b"some secret value", "long": bytes(1_024)}


@cache
def usual() -> Run:
    """Run the whole grid once, for all tests that look at an ordinary run."""
    return run(fleet(), grid(), messages=MESSAGES)


def by_round(told: Run) -> dict[int, list[Case]]:
    """Return the cases of each round in the order they were measured."""
    slices = told.of(SliceMeasured)
    return {
        number: [each.case for each in group] for number, group in groupby(slices, lambda each: each.round)
    }


def group_of(measured: Case) -> tuple[object, ...]:
    """Return what cases have in common that are compared with each other."""
    return measured.operation, measured.mode, measured.message


def test_a_run_tells_its_story_in_order() -> None:
    """A run begins and ends once; each case is prepared before it is measured, and finished last."""
    told = usual()
    assert [type(told.events[0]), type(told.events[-1])] == [RunStarted, RunEnded]
    assert told.events[-1] == RunEnded(cancelled=False)
    for one in grid():
        kinds = [type(event) for event in told.events if getattr(event, "case", None) == one]
        assert kinds[:2] == [CasePreparing, CasePrepared]
        assert kinds[-1] is CaseFinished
        assert set(kinds[2:-1]) == {SliceMeasured}


def test_every_round_visits_each_unfinished_case_once() -> None:
    """No case is measured twice in a round, and none is left out until it is finished."""
    told = usual()
    finished: set[Case] = set()
    rounds = by_round(told)
    assert list(rounds) == list(range(len(rounds)))
    last = {event.case: event.round for event in told.of(SliceMeasured)}
    for number, visited in rounds.items():
        assert Counter(visited) == Counter(one for one in grid() if one not in finished)
        finished |= {one for one, ended in last.items() if ended == number}


def test_cases_that_are_compared_are_measured_one_after_the_other() -> None:
    """In each round, the cases of one operation, mode and message follow each other."""
    for visited in by_round(usual()).values():
        groups = [key for key, _ in groupby(visited, group_of)]
        assert len(groups) == len(set(groups))


def test_the_order_differs_from_round_to_round() -> None:
    """Neither the groups nor the cases inside them keep their order."""
    rounds = list(by_round(usual()).values())
    full = [visited for visited in rounds if len(visited) == len(grid())]
    assert len({tuple(visited) for visited in full}) > len(full) // 2
    assert len({tuple(group_of(one) for one in visited[:: len(NAMES)]) for visited in full}) > 1
    heads = [next(one for one in visited if group_of(one) == group_of(grid()[0])) for visited in full]
    assert len(set(heads)) > 1


def test_the_order_comes_from_the_seed() -> None:
    """The same seed gives the same order of cases and the same figures, another seed another order."""
    first, again, other = (run(fleet(), grid(), seed=seed, messages=MESSAGES) for seed in (7, 7, 8))
    assert first.of(SliceMeasured) == again.of(SliceMeasured)
    assert by_round(first)[0] != by_round(other)[0]


def test_processes_come_one_after_the_other_and_each_measures_every_case() -> None:
    """As many worker processes as the effort says, each with a share of every case, never two at a time."""
    told = run(fleet(), grid(), THREE, messages=MESSAGES)
    assert told.of(WorkerStarted) == [WorkerStarted(number) for number in range(3)]
    assert [event.process for event in told.of(WorkerEnded)] == [0, 1, 2]
    assert [type(event) for event in told.events if isinstance(event, WorkerStarted | WorkerEnded)] == (
        [WorkerStarted, WorkerEnded] * 3
    )
    for one in grid():
        seconds = Counter[int]()
        for event in told.of(SliceMeasured):
            if event.case == one:
                seconds[event.process] += sum(event.totals)
        assert all(0.08e9 < seconds[process] < 0.125e9 for process in range(3))


@pytest.mark.parametrize("name", EFFORTS)
def test_a_case_takes_the_time_that_its_effort_allows(name: str) -> None:
    """A noisy case takes its effort's seconds, and a slice and its last call more at most."""
    effort = EFFORTS[name]
    clock = FakeClock()
    noisy = lognormal(2_000_000, 1.5)
    told = run(
        Fleet({"ed25519": FakeMechanism(clock, sign=noisy.durations(5))}, clock), [case("ed25519")], effort
    )
    seconds = told.state.cases[case("ed25519")].seconds
    assert told.of(CaseFinished) == [CaseFinished(case("ed25519"), "time")]
    assert effort.seconds <= seconds <= effort.seconds + SLICE_NS / 1e9 + 0.6
    assert told.state.processes == effort.processes


@pytest.mark.parametrize("name", EFFORTS)
def test_a_quiet_case_is_finished_as_soon_as_it_is_precise(name: str) -> None:
    """Precision ends a case before its time is spent, but each process is asked for five rounds."""
    effort = EFFORTS[name]
    clock = FakeClock()
    quiet = lognormal(200_000, 0.001)
    told = run(
        Fleet({"ed25519": FakeMechanism(clock, sign=quiet.durations(5))}, clock), [case("ed25519")], effort
    )
    assert told.of(CaseFinished) == [CaseFinished(case("ed25519"), "precision")]
    assert told.state.cases[case("ed25519")].seconds < effort.seconds
    assert Counter(event.process for event in told.of(SliceMeasured)) == dict.fromkeys(
        range(effort.processes), 5
    )


def test_a_stated_precision_is_reached() -> None:
    """A case that is finished for its precision has an interval as narrow as the effort demands."""
    clock = FakeClock()
    noisy = lognormal(100_000, 0.3)
    effort = Effort("test", 5.0, 0.02, 1)
    told = run(
        Fleet({"ed25519": FakeMechanism(clock, sign=noisy.durations(5))}, clock), [case("ed25519")], effort
    )
    summary = told.state.summary(case("ed25519"))
    assert told.of(CaseFinished) == [CaseFinished(case("ed25519"), "precision")]
    assert summary is not None
    assert summary.error is not None
    assert summary.error_rounds is not None
    assert max(summary.error, summary.error_rounds) <= 0.02 * summary.mean


@pytest.mark.parametrize("processes", [1, 3])
def test_a_slow_case_gets_five_samples_at_least(processes: int) -> None:
    """Where one call takes longer than the whole budget, there are five samples of it all the same."""
    clock = FakeClock()
    slow = case("rsa-2048-pss-sha512", Operation.KEYGEN)
    machine = Fleet({slow.algorithm.id: FakeMechanism(clock, generate=always(900_000_000))}, clock)
    told = run(machine, [slow], timed(0.2, processes))
    assert told.state.cases[slow].collected.count == LEAST_SAMPLES
    assert told.of(CaseFinished) == [CaseFinished(slow, "time")]


@pytest.mark.parametrize("processes", [1, 3])
def test_a_minute_is_the_limit_of_a_slow_key_generation(processes: int) -> None:
    """Keys of 25 s each end after a minute with fewer than five samples, and the reason says limit."""
    clock = FakeClock()
    slow, quick = case("rsa-2048-pss-sha512", Operation.KEYGEN), case("ed25519")
    mechanisms = {
        slow.algorithm.id: FakeMechanism(clock, generate=always(25_000_000_000)),
        quick.algorithm.id: FakeMechanism(clock),
    }
    told = run(Fleet(mechanisms, clock), [slow, quick], timed(0.2, processes))
    assert told.state.cases[slow].collected.count == 3
    assert LIMIT_SECONDS <= told.state.cases[slow].seconds <= LIMIT_SECONDS + 25
    assert {event.case: event.why for event in told.of(CaseFinished)} == {slow: "limit", quick: "time"}
    assert told.state.cases[quick].seconds == pytest.approx(0.2, abs=SLICE_NS / 1e9)


def test_a_slow_key_is_created_once_and_handed_on() -> None:
    """A key that took 300 ms serves every later process; the case counts one key."""
    machine = fleet(("rsa-2048-pss-sha512",), generate=always(300_000_000))
    cases = [case("rsa-2048-pss-sha512"), case("rsa-2048-pss-sha512", Operation.VERIFY)]
    told = run(machine, cases, THREE)
    mechanism = machine.mechanisms["rsa-2048-pss-sha512"]
    assert isinstance(mechanism, FakeMechanism)
    assert mechanism.generated == 1
    handed = [
        [command.data for command in worker.sent if isinstance(command, protocol.Prepare)]
        for worker in machine.workers
    ]
    first_key = (1).to_bytes(8)
    assert handed == [[b"", first_key], [first_key, first_key], [first_key, first_key]]
    assert [told.state.cases[one].keys for one in cases] == [1, 1]


def test_a_fast_key_is_new_in_every_process() -> None:
    """A key that is cheap to create is not carried over: three processes, three keys."""
    machine = fleet(("ed25519",))
    told = run(machine, [case("ed25519"), case("ed25519", Operation.VERIFY)], THREE)
    mechanism = machine.mechanisms["ed25519"]
    assert isinstance(mechanism, FakeMechanism)
    assert mechanism.generated == 3
    assert told.state.cases[case("ed25519")].keys == 3


def test_single_shot_counts_a_key_for_every_call() -> None:
    """Where every call creates its key, the keys are as many as the calls, and the processes' own."""
    single = case("ed25519", mode=Mode.SINGLE_SHOT)
    told = run(fleet(("ed25519",)), [single])
    state = told.state.cases[single]
    assert state.keys == state.collected.count + 1


def test_a_message_is_sent_to_a_process_once() -> None:
    """Eight cases share two messages, one of them 10 MiB: each process gets each of them a single time."""
    machine = fleet()
    messages = MESSAGES | {"long": bytes(10 << 20)}
    run(machine, grid(), THREE, messages=messages)
    assert len(machine.workers) == 3
    for worker in machine.workers:
        stored = [command for command in worker.sent if isinstance(command, protocol.Store)]
        assert sorted(command.name for command in stored) == ["long", "short"]
        assert {command.name: command.data for command in stored} == messages


def test_a_case_is_prepared_once_in_a_process_and_calibrated_once_in_a_run() -> None:
    """Later processes get the batch that the first one found, so that all samples are alike."""
    clock = FakeClock()
    machine = Fleet({"hmac-sha256": FakeMechanism(clock, sign=lognormal(1_500, 0.1).durations(1))}, clock)
    told = run(machine, [case("hmac-sha256")], THREE)
    prepared = [
        [command for command in worker.sent if isinstance(command, protocol.Prepare)]
        for worker in machine.workers
    ]
    assert [len(commands) for commands in prepared] == [1, 1, 1]
    batches = [commands[0].batch for commands in prepared]
    assert batches[0] == 0
    assert batches[1] == batches[2] > 1
    assert {event.batch for event in told.of(SliceMeasured)} == {batches[1]}


def test_the_cpu_is_pinned_before_anything_is_prepared() -> None:
    """With --cpu, every worker is told so first."""
    machine = fleet(("ed25519",))
    pinned: list[int] = []

    class Pinnable(FakeWorker):
        """Takes note of the CPU and does not really pin the test's own process."""

        async def send(self, command: protocol.Command) -> None:
            """Answer Pin as a worker does."""
            if isinstance(command, protocol.Pin):
                assert not self.sent
                pinned.append(command.cpu)
                self._replies.append(protocol.encode(protocol.Hello(protocol.VERSION, 0)))
            else:
                await super().send(command)

    def spawn() -> Worker:
        return Pinnable(machine.server())

    runner = Runner(plan([case("ed25519")], THREE), spawn, cpu=1, clock=machine.clock)
    told = asyncio.run(follow(runner))
    assert pinned == [1, 1, 1]
    assert told.state.cases[case("ed25519")].status is CaseStatus.FINISHED


def test_the_share_of_time_spent_inside_timed_calls_is_known() -> None:
    """Spins, checks and keys are not held against it: nearly all of the rest is timed, never more than all."""
    told = usual()
    share = told.state.timed_share
    assert share is not None
    assert 0.85 < share <= 1


def test_progress_grows_from_nothing_to_everything() -> None:
    """The share of the planned time never falls, begins at 0 and ends at 1."""
    shares: list[float] = []
    told = run(fleet(), grid(), THREE, messages=MESSAGES)
    started = told.events[0]
    assert isinstance(started, RunStarted)
    state = begin(started)
    for event in told.events:
        state = fold(state, event)
        shares.append(state.progress)
    assert shares == sorted(shares)
    assert (shares[0], shares[-1]) == (0.0, 1.0)


def test_a_plan_without_cases_begins_and_ends() -> None:
    """Nothing to measure starts no worker."""
    machine = fleet()
    told = run(machine, [])
    assert [type(event) for event in told.events] == [RunStarted, RunEnded]
    assert not machine.workers


def test_a_cancelled_run_keeps_what_it_has() -> None:
    """After cancel no case fails, the last event says so, and the slices before it count."""
    machine = fleet()
    runner = Runner(plan(grid(), THREE, MESSAGES), machine, clock=machine.clock)
    slices = 0

    def stop_after_ten(event: Event) -> None:
        nonlocal slices
        slices += isinstance(event, SliceMeasured)
        if slices == 10:
            runner.cancel()

    told = asyncio.run(follow(runner, stop_after_ten))
    assert told.events[-1] == RunEnded(cancelled=True)
    assert told.state.cancelled
    assert not told.of(CaseFailed)
    assert (
        sum(len(one.collected.blocks) for one in told.state.cases.values())
        == len(told.of(SliceMeasured))
        >= 10
    )
    assert [event.reason for event in told.of(WorkerEnded)] == [""]
    assert len(machine.workers) == 1


def test_a_run_cancelled_before_it_began_measures_nothing() -> None:
    """Cancel before the first event starts no worker."""
    machine = fleet()
    runner = Runner(plan(grid(), THREE, MESSAGES), machine, clock=machine.clock)
    runner.cancel()
    told = asyncio.run(follow(runner))
    assert [type(event) for event in told.events] == [RunStarted, RunEnded]
    assert not machine.workers


class Unstartable(FakeWorker):
    """A worker that never comes up."""

    async def start(self) -> protocol.Hello:
        """Fail."""
        raise WorkerError("the worker process died (exit code 3): no such module")


def test_workers_that_never_start_fail_every_case_after_three_tries() -> None:
    """The run does not try for ever, and each case says why."""
    machine = fleet()
    tries = 0

    def spawn() -> Worker:
        nonlocal tries
        tries += 1
        return Unstartable(machine.server())

    told = asyncio.run(follow(Runner(plan(grid(), THREE, MESSAGES), spawn, clock=machine.clock)))
    assert tries == 3
    assert {event.case for event in told.of(CaseFailed)} == set(grid())
    assert {event.reason for event in told.of(CaseFailed)} == {
        "the worker process died (exit code 3): no such module"
    }
    assert told.events[-1] == RunEnded(cancelled=False)


def test_a_worker_that_does_not_start_is_tried_again() -> None:
    """One failure to start costs no case."""
    machine = fleet(("ed25519",))
    broken = [Unstartable(machine.server())]
    runner = Runner(
        plan([case("ed25519")], THREE), lambda: broken.pop() if broken else machine(), clock=machine.clock
    )
    told = asyncio.run(follow(runner))
    assert not told.of(CaseFailed)
    assert told.state.processes == 3


class Confused(FakeWorker):
    """A worker whose answer to the third command is something else."""

    def __init__(self, machine: Fleet, instead: protocol.Reply) -> None:
        super().__init__(machine.server())
        self._instead = instead

    async def receive(self, seconds: float) -> protocol.Reply:
        """Swap one answer."""
        reply = await super().receive(seconds)
        return self._instead if len(self.sent) == 3 else reply


ODD_ANSWERS: dict[str, protocol.Reply] = {
    "Hello": protocol.Hello(protocol.VERSION, 1),
    "another case": protocol.Measured(99, 1, (1.0, 1.0), 0, 64, (1).to_bytes(8, "little")),
    "half a sample": protocol.Measured(0, 1, (1.0, 1.0), 0, 64, b"\1\2\3"),
    "no sample": protocol.Measured(0, 1, (1.0, 1.0), 0, 64, b""),
    "no batch": protocol.Measured(0, 0, (1.0, 1.0), 0, 64, bytes(8)),
    "no spin": protocol.Measured(0, 1, (0.0, 1.0), 0, 64, bytes(8)),
}


@pytest.mark.parametrize("name", ODD_ANSWERS)
def test_a_worker_that_answers_out_of_turn_costs_its_case_alone(name: str) -> None:
    """An answer that makes no sense ends the worker and the case that was asked; the next one is measured."""
    machine = fleet(("ed25519", "ecdsa-p256-sha256"))
    cases = [case("ed25519"), case("ecdsa-p256-sha256")]
    confused: list[FakeWorker] = [Confused(machine, ODD_ANSWERS[name])]
    # The seed makes case 0 the first one: Store, Prepare and Measure are the three commands for it.
    runner = Runner(
        plan(cases), lambda: confused.pop() if confused else machine(), seed=1, clock=machine.clock
    )
    told = asyncio.run(follow(runner))
    assert [event.case for event in told.of(CaseFailed)] == [cases[0]]
    assert told.of(CaseFailed)[0].reason.startswith("the worker ")
    assert told.state.cases[cases[1]].status is CaseStatus.FINISHED
    assert [bool(event.reason) for event in told.of(WorkerEnded)] == [True, False]


class Garbled(FakeWorker):
    """A worker whose pipe carries garbage after its first answer."""

    async def receive(self, seconds: float) -> protocol.Reply:
        """Fail as reading garbage does."""
        if self.count(protocol.Measure):
            raise ProtocolError("the pipe carried garbage: b'Segmentation'")
        return await super().receive(seconds)


def test_garbage_on_the_pipe_costs_one_case() -> None:
    """A broken pipe ends the case that was asked; a new worker goes on with the others."""
    machine = fleet()
    cases = [case(name) for name in NAMES]
    garbled = [Garbled(machine.server())]
    runner = Runner(plan(cases), lambda: garbled.pop() if garbled else machine(), clock=machine.clock)
    told = asyncio.run(follow(runner))
    assert len(told.of(CaseFailed)) == 1
    assert told.of(CaseFailed)[0].reason == "the pipe carried garbage: b'Segmentation'"
    assert len(told.of(CaseFinished)) == len(NAMES) - 1
