from datetime import UTC, datetime

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from pydantic import Field, TypeAdapter, ValidationError

from sigtui.errors import Problem
from sigtui.messages.strict import (
    Label,
    StrictTable,
    key_of,
    label,
    problems_of,
    within,
)
from sigtui.wording import nearest, refusal, shown


class Sample(StrictTable):
    """A table with one key of each type."""

    word: str
    number: int = 0
    share: float = 0.0
    flag: bool = False
    names: list[str] = Field(default_factory=list)
    inner: dict[str, object] = Field(default_factory=dict)


@pytest.mark.parametrize(
    ("value", "text"),
    [
        ("a\nb", "'a\\nb'"),
        (True, "true"),
        (2.5, "2.5"),
        (None, "null"),
        ([1, 2], "a list"),
        ({"a": 1}, "a table"),
        (datetime(2026, 1, 2, tzinfo=UTC), "the date or time 2026-01-02 00:00:00+00:00"),
        pytest.param(1 << 20_000, "a very long number", id="long"),
    ],
)
def test_a_value_is_shown_as_it_was_written(value: object, text: str) -> None:
    """Texts are quoted, tables and lists only named."""
    assert shown(value) == text


def test_a_long_value_is_cut() -> None:
    """A value of a MiB takes no more than a line."""
    assert len(shown("x" * (1 << 20))) == 60


def test_every_wrong_type_is_said_in_words() -> None:
    """All keys are wrong, and all are said, with what is wanted and what was given."""
    with pytest.raises(ValidationError) as caught:
        Sample.model_validate({"word": 1, "number": "1", "share": "x", "flag": 1, "names": "a", "inner": [1]})
    assert problems_of(caught.value) == (
        Problem("word", "must be text, not 1"),
        Problem("number", "must be a whole number, not '1'"),
        Problem("share", "must be a number, not 'x'"),
        Problem("flag", "must be true or false, not 1"),
        Problem("names", "must be a list, not 'a'"),
        Problem("inner", "must be a table, not a list"),
    )


def test_very_many_problems_are_found_without_delay() -> None:
    """Only the first ones get a nearest spelling, so that a hostile file costs no minutes."""
    with pytest.raises(ValidationError) as caught:
        Sample.model_validate({f"wird{number}": 1 for number in range(5_000)})
    found = problems_of(caught.value, Sample.model_fields)
    assert len(found) == 5_001
    assert "did you mean 'word'?" in found[1].text
    assert "did you mean" not in found[-1].text


def test_a_place_is_dotted_with_indexes() -> None:
    """Indexes count from 0; a key that is no bare word is quoted."""
    assert key_of(("messages", 2, "hex")) == "messages[2].hex"
    assert key_of(("a b", "c.d")) == "'a b'.'c.d'"


@pytest.mark.parametrize(("key", "whole"), [("hex", "m[0].hex"), ("", "m[0]"), ("[1]", "m[0][1]")])
def test_a_problem_of_a_table_is_placed_in_its_file(key: str, whole: str) -> None:
    """The table's key comes before the problem's own."""
    assert within("m[0]", Problem(key, "bad")) == Problem(whole, "bad")


def test_the_nearest_word_ignores_case_and_may_be_missing() -> None:
    """A refusal names it if there is one, and all that is allowed."""
    assert nearest("EFORT", ["effort", "modes"]) == "effort"
    assert nearest("xyz", ["effort", "modes"]) is None
    assert refusal("unknown", "modez", ["effort", "modes"]) == (
        "unknown; did you mean 'modes'? Allowed: effort, modes"
    )
    assert refusal("unknown", "xyz", ["effort", "modes"]) == "unknown; allowed: effort, modes"


@settings(deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(st.text(st.characters(exclude_categories=[])))
def test_any_text_becomes_a_label(text: str) -> None:
    """What is made of a file's name passes the check of names, and UTF-8 holds it."""
    made = label(text, otherwise="untitled")
    assert TypeAdapter(Label).validate_python(made, strict=True) == made
    assert made.encode()
