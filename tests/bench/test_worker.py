import io
import os
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest

from sigtui.bench import protocol
from sigtui.bench.worker import SLOW_KEY_NS, Server, serve
from sigtui.model import LengthRange, Operation
from tests.fakes import FakeClock, FakeMechanism, always, registry, starting


class Growing(FakeMechanism):
    """Signs with 60 to 72 bytes, as ECDSA in DER does."""

    def sign(self, private: bytes, message: bytes) -> bytes:
        """Append as many bytes as the clock says."""
        return super().sign(private, message)[:60] + bytes(self.clock.now // 1_000 % 13)

    def verify(self, public: bytes, signature: bytes, message: bytes) -> bool:
        """Compare all but what was appended."""
        self.clock.advance(1_000)
        return FakeMechanism.sign(self, public, message)[:60] == signature[:60] and not any(signature[60:])


def server(mechanism: FakeMechanism, name: str = "ed25519") -> Server:
    """Return a server with one mechanism, and one message."""
    made = Server(registry({name: mechanism}), mechanism.clock)
    assert not list(made.answer(protocol.Store("m", b"some secret value")))
    return made


def prepare(number: int = 0, name: str = "ed25519", operation: str = "sign") -> protocol.Prepare:
    """Return the command to prepare a case."""
    return protocol.Prepare(number, name, "fake", operation, "reused-key", "m", 0, 1_000_000, b"")


def only(replies: Iterator[protocol.Reply]) -> Any:  # noqa: ANN401 - each test knows what it asked for
    """Return the only answer."""
    (reply,) = replies
    return reply


def test_preparing_tells_what_was_found() -> None:
    """Batch, loop cost, the exact call, sizes and lengths come back; the key is told as new."""
    reply = only(server(FakeMechanism(FakeClock(tick=64))).answer(prepare(3)))
    assert isinstance(reply, protocol.Prepared)
    assert reply.number == 3
    assert (reply.setup.batch, reply.setup.overhead_ns, reply.setup.call) == (1, 64, "sign()")
    assert (reply.setup.new_key, reply.setup.keys.private_key) == (True, 8)
    assert reply.setup.signatures == LengthRange(1, 64, 64, 64)
    assert reply.data == b""


def test_signatures_of_changing_length_are_measured_many_times() -> None:
    """Where a signature's length varies, many of them are looked at, so that shortest and longest are known."""
    reply = only(server(Growing(FakeClock()), "ecdsa-p256-sha256").answer(prepare(0, "ecdsa-p256-sha256")))
    lengths = reply.setup.signatures
    assert lengths.count > 16
    assert 60 <= lengths.shortest < 64 < lengths.longest <= 72
    assert lengths.shortest <= lengths.mean <= lengths.longest


def test_a_slice_tells_its_samples_and_both_spins() -> None:
    """A slice holds the ns of each batch, a spin before and after, and the last signature's length."""
    mechanism = FakeMechanism(FakeClock(tick=100), sign=always(2_000_000))
    made = server(mechanism)
    only(made.answer(prepare()))
    reply = only(made.answer(protocol.Measure(0, 20_000_000)))
    assert isinstance(reply, protocol.Measured)
    assert reply.data == (2_000_100).to_bytes(8, "little") * 10
    assert (reply.batch, reply.spins_ns, reply.signature_bytes) == (1, (100, 100), 64)


def test_a_short_call_is_warmed_again_before_each_slice() -> None:
    """The slice before was another case's: one batch is called and not counted."""
    mechanism = FakeMechanism(FakeClock(tick=0), sign=always(500_000))
    made = server(mechanism)
    only(made.answer(prepare()))
    before = mechanism.clock.now
    reply = only(made.answer(protocol.Measure(0, 1_000_000)))
    verified = 50_000
    assert len(reply.data) == 2 * 8
    assert mechanism.clock.now - before == 3 * 500_000 + verified


def test_a_call_of_a_millisecond_is_not_warmed_up() -> None:
    """A long call warms up within itself; repeating it beforehand would only take time."""
    mechanism = FakeMechanism(FakeClock(tick=0), sign=always(3_000_000_000), verify=always(0))
    made = server(mechanism)
    only(made.answer(replace(prepare(), warm_up_ns=60_000_000_000)))
    assert mechanism.clock.now == 2 * 3_000_000_000 + 30_000  # one to check, one to see how long it takes


def test_a_known_batch_is_taken_over() -> None:
    """What an earlier process calibrated is used as it is."""
    reply = only(server(FakeMechanism(FakeClock())).answer(replace(prepare(), batch=16)))
    assert reply.setup.batch == 16


@pytest.mark.parametrize(("taken", "slow"), [(SLOW_KEY_NS, False), (SLOW_KEY_NS + 200, True)])
def test_a_key_that_took_long_is_handed_back(taken: int, slow: bool) -> None:
    """Above a quarter of a second a key is worth keeping for the next process."""
    mechanism = FakeMechanism(FakeClock(tick=0), generate=starting(taken, then=1))
    reply = only(server(mechanism).answer(prepare()))
    assert reply.data == ((1).to_bytes(8) if slow else b"")
    assert reply.checked_ns >= taken


def test_a_key_that_is_handed_in_is_used() -> None:
    """No key is created, and none is handed back."""
    mechanism = FakeMechanism(FakeClock())
    reply = only(server(mechanism).answer(replace(prepare(), data=b"given to")))
    assert mechanism.generated == 0
    assert not reply.setup.new_key
    assert reply.data == b""


def test_cases_of_one_algorithm_share_its_key() -> None:
    """A process creates one key an algorithm, whatever is done with it."""
    mechanism = FakeMechanism(FakeClock())
    made = server(mechanism)
    for number, operation in enumerate(("sign", "verify", "verify-invalid")):
        assert isinstance(only(made.answer(prepare(number, operation=operation))), protocol.Prepared)
    assert mechanism.generated == 1


REFUSALS: dict[str, tuple[protocol.Command, str]] = {
    "another algorithm": (prepare(7, "ml-dsa-44"), "fake has no ml-dsa-44"),
    "no algorithm": (prepare(7, "rot13"), "there is no algorithm 'rot13'"),
    "no message": (replace(prepare(7), message="other"), "KeyError: 'other'"),
    "no operation": (prepare(7, operation="encrypt"), "ValueError: 'encrypt' is not a valid Operation"),
    "not prepared": (protocol.Measure(7, 1), "KeyError: 7"),
}


@pytest.mark.parametrize("name", REFUSALS)
def test_what_can_not_be_done_is_refused_with_the_reason(name: str) -> None:
    """A command that makes no sense ends its case, not the worker."""
    made = server(FakeMechanism(FakeClock()))
    command, reason = REFUSALS[name]
    reply = only(made.answer(command))
    assert isinstance(reply, protocol.Refused)
    assert reply.number == 7
    assert reply.reason.startswith(reason)
    assert isinstance(only(made.answer(prepare(8))), protocol.Prepared)


def test_a_provider_is_described() -> None:
    """Discover loads a provider and tries each algorithm once."""
    made = server(FakeMechanism(FakeClock()))
    info = only(made.answer(protocol.Discover("fake", ("ed25519", "ml-dsa-44")))).info
    assert (info.name, info.available, info.versions) == ("fake", True, {"fake": "1.0"})
    assert [(one.algorithm, one.available, one.reason) for one in info.support] == [
        ("ed25519", True, ""),
        ("ml-dsa-44", False, "fake has no ml-dsa-44"),
    ]


def test_a_worker_runs_on_the_cpu_it_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    """Pin is answered once it is done."""
    pinned: list[object] = []
    monkeypatch.setattr(os, "sched_setaffinity", lambda *given: pinned.append(given), raising=False)
    reply = only(server(FakeMechanism(FakeClock())).answer(protocol.Pin(1)))
    assert reply == protocol.Hello(protocol.VERSION, os.getpid())
    assert pinned == [(0, {1})]


def test_a_cpu_that_is_not_there_is_refused() -> None:
    """A number that no CPU has is answered in words."""
    reply = only(server(FakeMechanism(FakeClock())).answer(protocol.Pin(1 << 20)))
    assert reply.number == -1
    assert reply.reason.startswith("can't run on CPU 1048576: ")


def frames(*commands: protocol.Command) -> io.BytesIO:
    """Return a pipe that holds these commands."""
    return io.BytesIO(b"".join(protocol.encode(command) for command in commands))


def replies(sink: io.BytesIO) -> list[Any]:
    """Read all answers of a pipe."""
    sink.seek(0)
    found = []
    while header := sink.read(protocol.HEADER_BYTES):
        kind, text, data = protocol.lengths(header)
        found.append(protocol.decode(kind, sink.read(text), sink.read(data)))
    return found


@pytest.mark.parametrize("end", [(protocol.Quit(), prepare(9)), ()])
def test_serving_ends_at_quit_or_at_the_end_of_the_pipe(end: tuple[protocol.Command, ...]) -> None:
    """The worker says Hello, answers in order, and reads nothing after Quit."""
    sink = io.BytesIO()
    serve(frames(prepare(1), protocol.Measure(1, 0), *end), sink, server(FakeMechanism(FakeClock())))
    assert [type(reply) for reply in replies(sink)] == [
        protocol.Hello,
        protocol.Prepared,
        protocol.Measured,
    ]


def test_serving_ends_when_the_pipe_breaks_off() -> None:
    """Half a command is the end of a parent that was killed."""
    sink = io.BytesIO()
    source = io.BytesIO(frames(protocol.Measure(1, 0)).getvalue()[:-1])
    serve(source, sink, server(FakeMechanism(FakeClock())))
    assert [type(reply) for reply in replies(sink)] == [protocol.Hello]


def test_each_operation_has_a_name_that_the_worker_knows() -> None:
    """What the parent sends as text is what the worker reads as an operation."""
    made = server(FakeMechanism(FakeClock()))
    for number, operation in enumerate(Operation):
        keygen = operation is Operation.KEYGEN
        asked = prepare(number, operation=operation)
        asked = replace(asked, mode=None, message=None) if keygen else asked
        assert isinstance(only(made.answer(asked)), protocol.Prepared)
