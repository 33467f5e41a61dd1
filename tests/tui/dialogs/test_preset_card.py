"""How a preset is shown before it is opened."""

from dataclasses import replace
from pathlib import Path

from sigtui.errors import FileError, Problem
from sigtui.model import EFFORTS, Mode, Operation, Skipped
from sigtui.preview import Amount, Preview
from sigtui.tui.dialogs.preset_card import preset_card

PATH = Path("/presets/two.toml")
PREVIEW = Preview(
    title="Two curves",
    baseline="ed25519",
    algorithms=("ed25519", "ecdsa-p256-sha256"),
    messages=(("property", 17), ("block", 1024)),
    operations=(Operation.SIGN, Operation.VERIFY),
    modes=(Mode.REUSED_KEY,),
    effort=EFFORTS["short"],
    whole=Amount(70, 73.4),
    opened=Amount(14, 15.2),
    left_out=(),
)


def test_a_card_has_everything() -> None:
    """The time comes first: it is what somebody opens a small preset for."""
    assert preset_card(PATH, PREVIEW, known=True).plain.splitlines() == [
        "Two curves",
        "/presets/two.toml",
        "14 cases, about 15 s, ticked at first",
        "70 cases, about 73 s, in all",
        "",
        "ALGORITHMS 2",
        "ed25519, ecdsa-p256-sha256",
        "= ed25519 is the baseline",
        "",
        "MESSAGES 2",
        "property 17 B",
        "block 1,024 B",
        "",
        "WORK",
        "sign, verify",
        "reused-key",
        "effort short: until ±2 % or 0.86 s a case",
    ]


def test_one_amount_is_said_once() -> None:
    """Where all of it is ticked."""
    text = preset_card(PATH, replace(PREVIEW, opened=Amount(1, 0.2), whole=Amount(1, 0.2)), known=True).plain
    assert text.splitlines()[2:4] == ["1 case, about 1 s", ""]


def test_the_same_reason_is_said_once() -> None:
    """With all that it leaves out."""
    skipped = (Skipped("a", "no library"), Skipped("b", "listed twice"), Skipped("c", "no library"))
    text = preset_card(PATH, replace(PREVIEW, left_out=skipped), known=True).plain
    assert text.splitlines()[-3:] == ["LEFT OUT HERE", "! a, c: no library", "! b: listed twice"]


def test_nothing_to_measure_is_a_warning() -> None:
    """Not a time of 0 s."""
    text = preset_card(PATH, replace(PREVIEW, whole=Amount(0, 0), opened=Amount(0, 0)), known=True).plain
    assert "! Nothing of it can be measured here." in text
    assert "about" not in text


def test_unknown_providers_are_said() -> None:
    """What is not left out may still be unavailable."""
    assert "is not known yet" in preset_card(PATH, PREVIEW, known=False).plain
    assert "is not known yet" not in preset_card(PATH, PREVIEW, known=True).plain


def test_many_messages_are_counted() -> None:
    """They would push everything else off the screen."""
    many = tuple((f"m{number}", number) for number in range(2_000))
    lines = preset_card(PATH, replace(PREVIEW, messages=many), known=True).plain.splitlines()
    assert "MESSAGES 2,000" in lines
    assert "and 1,988 more" in lines
    assert len(lines) < 30


def test_a_broken_preset_shows_all_its_problems() -> None:
    """Instead of a preview."""
    error = FileError(str(PATH), [Problem("run.effort", "'x' is not allowed"), Problem("", "and this")])
    assert preset_card(PATH, error, known=True).plain.splitlines() == [
        "/presets/two.toml",
        "",
        "This preset can't be opened:",
        "✗ run.effort: 'x' is not allowed",
        "✗ and this",
    ]


def test_what_is_not_read_yet_says_so() -> None:
    """Never blank."""
    assert preset_card(PATH, None, known=True).plain == "/presets/two.toml\nReading …"


def test_the_text_of_others_stays_text() -> None:
    """Neither markup nor a control character of a title or path does anything."""
    strange = replace(PREVIEW, title="[red]x[/red]\x1b[31m")
    assert preset_card(PATH, strange, known=True).plain.startswith(
        "[red]x[/red]\N{REPLACEMENT CHARACTER}[31m\n"
    )
