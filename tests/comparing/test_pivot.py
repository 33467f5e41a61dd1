from dataclasses import replace

import pytest

from sigtui.comparing.pivot import Compared, compare, row_name
from sigtui.comparing.ratios import Basis
from sigtui.comparing.sides import Source
from sigtui.errors import UsageError
from sigtui.files.results import MessageSize
from sigtui.model import Comparison, Mode, Operation, Varying
from sigtui.stats.compare import Verdict
from tests.comparing.made import (
    BLOCK,
    ED25519,
    MACHINE,
    P256,
    P256_BLOCK,
    P256_FRESH,
    P256_KEYGEN,
    RUN,
    SAME,
    row,
    source,
)

REUSED = Comparison("algorithms", modes=(Mode.REUSED_KEY,), messages=("properties",))


def names(compared: Compared) -> list[str]:
    """Return the columns' names."""
    return [column.name for column in compared.columns]


def rows(compared: Compared) -> list[str]:
    """Return the rows' names."""
    return [row_name(each) for each in compared.rows]


def verdicts(compared: Compared, place: int) -> list[Verdict | None]:
    """Return the verdicts of a column, None where there is no ratio."""
    cells = (each.cells[place] for each in compared.rows)
    return [cell.against.verdict if cell and cell.against else None for cell in cells]


def test_algorithms_stand_beside_each_other() -> None:
    """A column each, the baseline first; a row for each operation, signing first and keys last."""
    compared = compare(replace(REUSED, baseline="ed25519"), [RUN])
    assert names(compared) == ["ed25519", "ecdsa-p256-sha256", "ml-dsa-44"]
    assert rows(compared) == ["sign reused-key 93 B", "verify reused-key 93 B", "keygen"]
    assert verdicts(compared, 1) == [Verdict.FASTER] * 3
    assert compared.rows[1].cells[2] is None
    assert not compared.refused


def test_ratios_of_one_run_are_paired_by_round() -> None:
    """With the interval and the verdict that the stored rounds carry."""
    cell = compare(REUSED, [RUN]).rows[0].cells[1]
    assert cell is not None
    assert cell.against is not None
    assert cell.against.basis is Basis.PAIRED
    assert cell.against.low is not None
    assert cell.against.low < 1.2 < (cell.against.high or 0)
    assert cell.against.verdict is Verdict.SLOWER


def test_two_of_the_same_speed_are_not_told_apart() -> None:
    """No difference, in words, where the interval holds 1."""
    assert verdicts(compare(REUSED, [source("run", P256, SAME)]), 1) == [Verdict.NO_DIFFERENCE]


def test_modes_stand_beside_each_other_for_each_algorithm() -> None:
    """The mode varies; algorithm, operation and message do not. Keys have no mode, and no column."""
    compared = compare(Comparison("modes", Varying.MODES, messages=("properties",)), [RUN])
    assert names(compared) == ["reused-key", "single-shot"]
    assert rows(compared) == ["ecdsa-p256-sha256 sign 93 B"]
    assert any("operation differs" in text for text in compared.refused)


def test_messages_ascend_by_length() -> None:
    """Whatever is the baseline and in whichever order they were measured."""
    run = source("run", P256_BLOCK, P256)
    compared = compare(Comparison("messages", Varying.MESSAGES, "block"), [run])
    assert names(compared) == ["properties", "block"]
    assert compared.columns[compared.baseline].name == "block"
    assert rows(compared) == ["ecdsa-p256-sha256 sign reused-key"]


def test_providers_stand_beside_each_other() -> None:
    """The same algorithm, done by two libraries."""
    other = row("ecdsa-p256-sha256", 80.0, provider="liboqs", seed=20)
    compared = compare(Comparison("providers", Varying.PROVIDERS), [source("run", P256, other, ED25519)])
    assert names(compared) == ["cryptography", "liboqs"]
    assert rows(compared) == ["ecdsa-p256-sha256 sign reused-key 93 B"]
    assert any("ed25519" in text for text in compared.refused)


def test_snapshots_are_matched_case_by_case() -> None:
    """By rounds of equal speed on one machine; what only one of them has is said with the field that differs."""
    later = source("later", row("ecdsa-p256-sha256", 56.0, seed=30), row("ed25519", 60.0, seed=31))
    compared = compare(
        Comparison("runs", Varying.SNAPSHOTS), [source("run", P256, ED25519, P256_FRESH), later]
    )
    assert rows(compared) == ["ecdsa-p256-sha256 sign reused-key 93 B", "ed25519 sign reused-key 93 B"]
    assert verdicts(compared, 1) == [Verdict.SLOWER, Verdict.NO_DIFFERENCE]
    cell = compared.rows[0].cells[1]
    assert cell is not None
    assert cell.against is not None
    assert cell.against.basis is Basis.EQUAL_SPEED
    assert compared.refused == ("only in run: ecdsa-p256-sha256 sign single-shot 93 B (mode differs)",)


def test_another_machine_is_refused_unless_the_snapshot_varies() -> None:
    """With the field's name; in the view of snapshots its means are compared with their own intervals."""
    phone = source("phone", row("ml-dsa-44", 900.0), machine={**MACHINE, "cpu": "a phone's"})
    refused = compare(REUSED, [RUN, phone]).refused
    assert "phone is left out: machine differs" in refused[0]
    beside = compare(Comparison("", Varying.SNAPSHOTS), [RUN, phone])
    cell = beside.rows[0].cells[1]
    assert cell is not None
    assert cell.against is not None
    assert cell.against.basis is Basis.MEANS


def test_a_message_that_nobody_names_stands_beside_the_shortest() -> None:
    """A tool that signs a digest does not say a length; it is nearest to the shortest message."""
    digest = row("ecdsa-p256-sha256", 28.0, message=None)
    compared = compare(
        Comparison("", Varying.SNAPSHOTS), [source("run", P256_BLOCK, P256), source("speed", digest)]
    )
    assert rows(compared) == ["ecdsa-p256-sha256 sign reused-key 93 B"]


def test_a_mode_that_nobody_names_stands_beside_the_reused_key() -> None:
    """BenchmarkDotNet names a method, not where its key comes from; the message's length still has to be the same."""
    foreign = row("ecdsa-p256-sha256", 28.0, mode=None)
    compared = compare(
        Comparison("", Varying.SNAPSHOTS),
        [source("run", P256_FRESH, P256, P256_BLOCK), source("bdn", foreign)],
    )
    assert rows(compared) == ["ecdsa-p256-sha256 sign reused-key 93 B"]


def test_providers_of_one_snapshot_have_a_row_each() -> None:
    """A library in two configurations against one run of another: the run stands beside both."""
    tables = source("tables", row("ed25519", 90.0, provider="small"), row("ed25519", 70.0, provider="fast"))
    compared = compare(Comparison("", Varying.SNAPSHOTS), [tables, source("run", ED25519)])
    assert [each.key.provider for each in compared.rows] == ["small", "fast"]
    assert all(each.cells[1] is not None for each in compared.rows)


def test_six_columns_are_the_most() -> None:
    """The others are said, and the baseline is never one of them."""
    many = [row(f"made-{index}", 50.0 + index, seed=index) for index in range(9)]
    compared = compare(Comparison("many", baseline="made-8"), [source("run", *many)])
    assert names(compared) == ["made-8", *(f"made-{index}" for index in range(5))]
    assert "made-5, made-6, made-7" in compared.left_out[0]


@pytest.mark.parametrize(
    ("comparison", "sources", "text"),
    [
        (Comparison(""), [], "no snapshot"),
        (Comparison("", baseline="ed448"), [RUN], "'ed448' is none of the algorithms with figures"),
        (Comparison("", algorithms=("ed25519",)), [RUN], "only one algorithm has figures, ed25519"),
        (Comparison("", algorithms=("nope", "ed25519")), [RUN], "no figures of the algorithm 'nope'"),
        (Comparison("", operations=(Operation.VERIFY_INVALID,)), [RUN], "no case with figures"),
        (Comparison("", Varying.PROVIDERS), [RUN], "only one provider has figures, cryptography"),
        (
            Comparison("", Varying.SNAPSHOTS),
            [source("run", P256), source("other", P256_KEYGEN)],
            "have no case in common",
        ),
    ],
)
def test_what_can_not_be_compared_says_why(comparison: Comparison, sources: list[Source], text: str) -> None:
    """In one sentence that names what is missing."""
    with pytest.raises(UsageError, match=text):
        compare(comparison, sources)


def test_an_unknown_message_length_is_no_zero() -> None:
    """A row with a message of unknown length and name is compared with others of its own kind."""
    unknown = MessageSize(name="4 KB PDF")
    pair = [
        source(name, row("ed25519", 60.0, message=unknown, seed=place)) for place, name in enumerate("ab")
    ]
    compared = compare(Comparison("", Varying.SNAPSHOTS), pair)
    assert [each.key.message_bytes for each in compared.rows] == [None]
    assert BLOCK.bytes == 1_024
