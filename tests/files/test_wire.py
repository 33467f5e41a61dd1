"""The ``[wire]`` block of a preset, alone and in its file."""

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sigtui.errors import FileError
from sigtui.files.preset import parse_preset, render_preset
from sigtui.model import OwnBudget, WireView
from sigtui.wire.budgets import SHIPPED, USUAL, Carrier
from sigtui.wire.chosen import budgets, setting
from sigtui.wire.envelopes import Envelope
from sigtui.wire.packets import Transport

LEAST = 'schema = 1\n{block}\n[[algorithms]]\nid = "ed25519"\n[[messages]]\nname = "m"\ntext = "x"\n'


def read(block: str) -> WireView:
    """Return what a preset with a block shows of the wire."""
    return parse_preset(LEAST.format(block=block).encode(), "p.toml", Path()).wire


def problems(block: str) -> dict[str, str]:
    """Return what is wrong with a block, text by key."""
    with pytest.raises(FileError) as caught:
        read(block)
    return {problem.key: problem.text for problem in caught.value.problems}


def test_without_a_block_the_usual_is_shown() -> None:
    """The signature as it is, over UDP, against what most people build for."""
    for block in ("", "[wire]"):
        shown = setting(read(block))
        assert (shown.envelope, shown.route.transport, shown.budgets) == (Envelope.RAW, Transport.UDP4, USUAL)


def test_the_block_of_the_contract_is_read() -> None:
    """Named budgets in their order, then those of one's own, which are shown in any case."""
    wire = read(
        '[wire]\nenvelope = "rfc9421"\nbudgets = ["ethernet", "nginx"]\n'
        '[[wire.custom]]\nname = "our column"\nbytes = 512\ntransport = "storage"'
    )
    assert wire == WireView("rfc9421", ("ethernet", "nginx"), (OwnBudget("our column", 512, "storage"),))
    shown = setting(wire)
    assert shown.envelope is Envelope.RFC9421
    assert shown.route.transport is Transport.TLS
    assert [(each.name, each.bytes) for each in shown.budgets] == [
        ("ethernet", 1500),
        ("nginx", 8192),
        ("our column", 512),
    ]


def test_a_budget_of_ones_own_stands_where_it_is_named() -> None:
    """And once."""
    wire = read(
        '[wire]\nbudgets = ["ours", "ethernet"]\n[[wire.custom]]\nname = "ours"\nbytes = 9\ntransport = "http"'
    )
    assert [each.name for each in budgets(wire)] == ["ours", "ethernet"]


def test_no_budget_is_a_choice() -> None:
    """An empty list shows none."""
    assert budgets(read("[wire]\nbudgets = []")) == ()


@pytest.mark.parametrize(
    ("block", "key", "text"),
    [
        ("wire = 5", "wire", "must be"),
        ('[wire]\nenvelop = "raw"', "wire.envelop", "envelope"),
        ('[wire]\nenvelope = "rfc9412"', "wire.envelope", "rfc9421"),
        ('[wire]\nbudgets = ["etherne"]', "wire.budgets[0]", "ethernet"),
        ('[wire]\nbudgets = ["nginx", "nginx"]', "wire.budgets[1]", "again, as wire.budgets[0]"),
        ("[wire]\nbudgets = 5", "wire.budgets", "must be"),
        ('[wire]\n[[wire.custom]]\nname = "a"\nbytes = 0\ntransport = "http"', "wire.custom[0].bytes", "1"),
        (
            '[wire]\n[[wire.custom]]\nname = "a"\nbytes = 1\ntransport = "htp"',
            "wire.custom[0].transport",
            "http",
        ),
        ('[wire]\n[[wire.custom]]\nname = "a"\ntransport = "http"', "wire.custom[0].bytes", "required"),
        (
            '[wire]\n[[wire.custom]]\nname = "nginx"\nbytes = 1\ntransport = "http"',
            "wire.custom[0].name",
            "ships with sigtui",
        ),
    ],
)
def test_what_is_wrong_is_told_with_its_place(block: str, key: str, text: str) -> None:
    """One mistake is one problem, with what is allowed."""
    found = problems(block)
    assert list(found) == [key]
    assert text in found[key]


def test_two_budgets_of_a_name_are_refused() -> None:
    """The second one is named, with the first."""
    one = '[[wire.custom]]\nname = "a"\nbytes = 1\ntransport = "http"\n'
    assert problems(f"[wire]\n{one}{one}") == {
        "wire.custom[1].name": "'a' is the name of wire.custom[0] already"
    }


own_budgets = st.builds(
    OwnBudget,
    name=st.text("abc xyz-", min_size=1, max_size=8).map(lambda text: f"our {text}".strip()),
    bytes=st.integers(1, 1 << 20),
    transport=st.sampled_from([str(each) for each in Carrier]),
)


@given(
    envelope=st.none() | st.sampled_from([str(each) for each in Envelope]),
    names=st.none() | st.lists(st.sampled_from([each.name for each in SHIPPED]), unique=True),
    custom=st.lists(own_budgets, max_size=3, unique_by=lambda each: each.name),
)
def test_what_is_written_reads_back(
    envelope: str | None, names: list[str] | None, custom: list[OwnBudget]
) -> None:
    """A preset's view of the wire survives its file."""
    wire = WireView(envelope, None if names is None else tuple(names), tuple(custom))
    preset = parse_preset(LEAST.format(block="").encode(), "p.toml", Path())
    made = type(preset)(preset.title, preset.baseline, preset.choices, preset.messages, wire=wire)
    assert parse_preset(render_preset(made), "p.toml", Path()) == made


@given(
    st.recursive(st.none() | st.integers() | st.text(max_size=4), lambda inner: st.lists(inner, max_size=3))
)
def test_anything_else_is_refused_without_a_traceback(value: object) -> None:
    """Whatever stands in the block."""
    from sigtui.files.wire import read_wire

    found: list[object] = []
    for key in ("envelope", "budgets", "custom", "x"):
        read_wire({key: value}, found)  # type: ignore[arg-type]
