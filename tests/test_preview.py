"""What a preset asks for, told before it is opened."""

from dataclasses import replace
from pathlib import Path

import pytest

from sigtui import algorithms
from sigtui.badges import matches
from sigtui.bench.plan import make_plan, plan_seconds
from sigtui.errors import FileError
from sigtui.files.preset import write_preset
from sigtui.model import EFFORTS, Choice, Message, Mode, Opening, Operation, Preset, ProviderInfo, Support
from sigtui.preview import Amount, preview, read_preview
from sigtui.providers import names

FIRST, SECOND = algorithms.find("ed25519"), algorithms.find("ecdsa-p256-sha256")
PRESET = Preset(
    title="Two curves",
    baseline=SECOND.id,
    choices=(Choice(FIRST), Choice(SECOND, "cryptography")),
    messages=(Message("m", b"abc", {"text": "abc"}), Message("empty", b"", {"text": ""})),
    operations=(Operation.KEYGEN, Operation.SIGN, Operation.VERIFY),
    modes=(Mode.REUSED_KEY, Mode.SINGLE_SHOT),
    effort=EFFORTS["quick"],
)
ALL = (ProviderInfo("cryptography", True, support=(Support(FIRST.id, True), Support(SECOND.id, True))),)


def test_a_preview_tells_everything_but_the_bytes() -> None:
    """Algorithms as they are chosen, messages with their sizes, and the work."""
    found = preview(PRESET, ALL)
    assert (found.title, found.baseline) == ("Two curves", SECOND.id)
    assert found.algorithms == (FIRST.id, f"{SECOND.id}@cryptography")
    assert found.messages == (("m", 3), ("empty", 0))
    assert (found.operations, found.modes, found.effort) == (PRESET.operations, PRESET.modes, PRESET.effort)
    assert found.left_out == ()


def test_cases_and_time_are_those_of_the_plan() -> None:
    """Keygen 2, sign 2 × 2 modes × 2 messages, verify 2 × 2 messages."""
    plan = make_plan(PRESET, ALL)
    found = preview(PRESET, ALL)
    assert found.whole == Amount(2 + 8 + 4, plan_seconds(plan))
    assert found.opened == found.whole


def test_what_is_ticked_at_first_is_told_apart() -> None:
    """A preset can hold more than the app opens it with."""
    opening = Opening((Operation.SIGN, Operation.VERIFY), (Mode.REUSED_KEY,), ("m",))
    found = preview(replace(PRESET, opening=opening), ALL)
    assert found.whole == preview(PRESET, ALL).whole
    assert found.opened.cases == 4
    smaller = replace(
        PRESET, operations=opening.operations, modes=opening.modes, messages=PRESET.messages[:1]
    )
    assert found.opened.seconds == plan_seconds(make_plan(smaller, ALL))


def test_keygen_is_ticked_without_a_message() -> None:
    """It has neither mode nor message."""
    opening = Opening((Operation.KEYGEN,), (Mode.REUSED_KEY,), ())
    assert preview(replace(PRESET, opening=opening), ALL).opened.cases == 2


def test_what_is_unavailable_is_left_out_with_its_reason() -> None:
    """It has no cases."""
    some = (
        ProviderInfo(
            "cryptography", True, support=(Support(FIRST.id, False, "too old"), Support(SECOND.id, True))
        ),
    )
    found = preview(PRESET, some)
    assert [(each.what, each.reason) for each in found.left_out] == [(FIRST.id, "cryptography: too old")]
    assert found.whole.cases == 7


def test_a_mode_without_meaning_is_nothing_that_is_unavailable() -> None:
    """Verify in single-shot is left out of every plan, on every machine."""
    assert make_plan(PRESET, ALL).skipped
    assert preview(PRESET, ALL).left_out == ()


def test_nothing_available_takes_no_time() -> None:
    """Not the time of starting processes either."""
    found = preview(PRESET, (ProviderInfo("cryptography", False, "is missing"),))
    assert found.whole == found.opened == Amount(0, 0.0)
    assert len(found.left_out) == 2


@pytest.mark.parametrize("providers", [None, (ProviderInfo("cryptography", True),)])
def test_what_was_not_tried_counts_as_available(providers: tuple[ProviderInfo, ...] | None) -> None:
    """Only what is known to be missing is said to be."""
    assert preview(PRESET, providers).whole.cases == 14
    assert preview(PRESET, providers).left_out == ()


def test_every_provider_is_assumed_where_none_is_known() -> None:
    """A preset can name any of them."""
    for name in names():
        assert preview(replace(PRESET, choices=(Choice(FIRST, name),)), None).whole.cases == 7


def test_a_file_is_read_as_a_preset(tmp_path: Path) -> None:
    """With all that is wrong where it is none."""
    write_preset(tmp_path / "two.toml", PRESET)
    assert read_preview(tmp_path / "two.toml", ALL) == preview(PRESET, ALL)
    (tmp_path / "broken.toml").write_text("schema = 1\n")
    with pytest.raises(FileError, match="algorithms"):
        read_preview(tmp_path / "broken.toml", ALL)


@pytest.mark.parametrize(
    ("query", "found"),
    [
        ("", True),
        ("curves", True),
        ("CURVES ed25519", True),
        ("p256 m", True),
        ("rsa", False),
        ("ed25519 rsa", False),
    ],
)
def test_a_search_finds_by_all_its_words(query: str, found: bool) -> None:
    """In the title, the algorithms and the names of the messages, upper or lower case."""
    assert matches(query, preview(PRESET, ALL).words) is found
