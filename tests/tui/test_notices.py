import asyncio
from datetime import UTC, datetime

import pytest
from textual.app import App
from textual.widgets._toast import Toast

from sigtui.errors import FileError, Problem, UsageError, WorkerError
from sigtui.tui.notices import (
    MOST_KEPT,
    KeepsNotices,
    Notice,
    Severity,
    error_notice,
    error_text,
    notice,
    plain_text,
    seconds_to_read,
    toast_text,
)

WHEN = datetime(2026, 1, 2, 14, 3, 7, tzinfo=UTC)
KEYS = FileError("/c/keys.toml", [Problem("keys.a", "must not be empty"), Problem("", "is strange")])


def told(text: str, severity: Severity = "warning", remedy: str = "") -> Notice:
    """Return a notice of a fixed time."""
    return Notice(severity, text, remedy, WHEN)


def toasts(app: App[None]) -> list[tuple[str, bool, bool]]:
    """Return the texts on the screen, and whether each is a warning or an error."""
    return [
        (str(toast.render()), toast.has_class("-warning"), toast.has_class("-error"))
        for toast in app.screen.query(Toast)
    ]


def test_a_notice_is_shown_and_kept() -> None:
    """The toast has its glyph, its remedy and no markup; the app's notices have it all, the newest last."""

    async def main() -> None:
        app = KeepsNotices[None]()
        async with app.run_test(notifications=True) as pilot:
            first = notice(app, "a [b]bold[/b] claim", when=WHEN)
            notice(app, "slow host", "warning", "Use another one.")
            error_notice(app, KEYS, "Edit it.", WHEN)
            await pilot.pause()
            assert toasts(app) == [
                ("· a [b]bold[/b] claim", False, False),
                ("! slow host\nUse another one.", True, False),
                ("✗ /c/keys.toml: 2 problems\nkeys.a: must not be empty\nis strange\nEdit it.", False, True),
            ]
        assert app.notices[0] == first == told("a [b]bold[/b] claim", "information")
        assert [each.severity for each in app.notices] == ["information", "warning", "error"]
        assert app.notices[1].when.tzinfo is not None
        assert app.notices[2].remedy == "Edit it."

    asyncio.run(main())


def test_an_app_without_a_journal_shows_it_too() -> None:
    """A widget under test need not care which app it is in."""

    async def main() -> None:
        app = App[None]()
        async with app.run_test(notifications=True) as pilot:
            notice(app, "saved")
            await pilot.pause()
            assert toasts(app) == [("· saved", False, False)]

    asyncio.run(main())


def test_only_the_newest_are_kept() -> None:
    """A session of days keeps 500."""

    async def main() -> None:
        app = KeepsNotices[None]()
        async with app.run_test():
            for number in range(MOST_KEPT + 3):
                notice(app, str(number), when=WHEN)
        assert [each.text for each in app.notices] == [str(number) for number in range(3, MOST_KEPT + 3)]

    asyncio.run(main())


def test_an_error_tells_all_its_problems() -> None:
    """A file with several is named once; other errors are their own text."""
    assert error_text(KEYS) == "/c/keys.toml: 2 problems\nkeys.a: must not be empty\nis strange"
    assert error_text(FileError("/c/k", [Problem("a", "is wrong")])) == "/c/k: a: is wrong"
    assert error_text(UsageError("no")) == "no"
    assert error_text(WorkerError("gone")) == "gone"


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("short", "! short\nDo it."),
        ("\n".join("abcd"), "! a\nb\nc\nd\nDo it."),
        ("\n".join("abcde"), "! a\nb\nc\nd …\nThe journal has the rest.\nDo it."),
        ("word " * 41, "! " + "word " * 39 + "word …\nThe journal has the rest.\nDo it."),
        ("x" * 201, "! " + "x" * 200 + " …\nThe journal has the rest.\nDo it."),
        ("a\x1b[2Jb", "! a\N{REPLACEMENT CHARACTER}[2Jb\nDo it."),
    ],
    ids=["short", "as long as fits", "lines", "words", "one word", "control characters"],
)
def test_a_long_toast_is_cut_but_its_remedy_is_whole(text: str, expected: str) -> None:
    """A toast leaves a small terminal usable; what was cut is in the journal."""
    assert toast_text(told(text, remedy="Do it.")) == expected


def test_long_texts_stay_longer() -> None:
    """From 4 s for a word to 20 s; 12 s for 140 characters."""
    assert seconds_to_read("Saved.") == 4.0
    assert seconds_to_read("x" * 140) == 12.0
    assert seconds_to_read("x" * 10_000) == 20.0


def test_copied_notices_have_their_date() -> None:
    """Somebody else reads them another day; every line but the first is indented."""
    text = plain_text([told("one\ntwo", "error", "Do it."), told("three")])
    assert text == (
        "2026-01-02 14:03:07+00:00 error: one\n    two\n    Do it.\n"
        "2026-01-02 14:03:07+00:00 warning: three\n"
    )
    assert plain_text([]) == ""


def test_a_notice_has_the_time_of_now() -> None:
    """Without a given time it is the clock's, in the zone of this machine."""

    async def main() -> None:
        app = KeepsNotices[None]()
        async with app.run_test():
            before = datetime.now(UTC)
            notice(app, "x")
            assert before <= app.notices[0].when <= datetime.now(UTC)
            assert app.notices[0].when.utcoffset() == datetime.now().astimezone().utcoffset()

    asyncio.run(main())
