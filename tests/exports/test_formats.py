from pathlib import PurePath

import pytest

from sigtui.errors import UsageError
from sigtui.exports import by_suffix, formats
from sigtui.files.snapshot import Snapshot
from tests.exports.fixed import FIXED


def test_the_contracts_formats_are_there() -> None:
    """Each under the name that --output takes."""
    assert {"table", "json", "csv", "markdown", "toml", "html", "svg"} <= set(formats())


def test_each_format_says_what_it_is_for() -> None:
    """In a few words, all different, which a dialog shows on one line of a narrow screen."""
    purposes = [form.PURPOSE for form in formats().values()]
    assert len(set(purposes)) == len(purposes)
    assert all(0 < len(purpose) <= 40 for purpose in purposes)


@pytest.mark.parametrize(
    ("path", "name"),
    [
        ("a/b.toml", "toml"),
        ("a.json", "json"),
        ("A.CSV", "csv"),
        ("decision.md", "markdown"),
        ("page.html", "html"),
        ("slide.svg", "svg"),
        ("x.y.json", "json"),
    ],
)
def test_a_files_suffix_names_its_format(path: str, name: str) -> None:
    """Whatever its case."""
    assert name == by_suffix(PurePath(path)).NAME


@pytest.mark.parametrize(("path", "problem"), [("a.xlsx", ".xlsx is no format"), ("a", "it has none")])
def test_an_unknown_suffix_is_refused_with_those_there_are(path: str, problem: str) -> None:
    """The table has none: it is made for a terminal's width."""
    with pytest.raises(UsageError, match=problem) as caught:
        by_suffix(PurePath(path))
    assert ".csv, .html, .json, .md, .svg, .toml" in str(caught.value)


@pytest.mark.parametrize("name", ["table", "json", "csv", "markdown", "toml", "html", "svg"])
@pytest.mark.parametrize("snapshot", [FIXED, Snapshot()], ids=["full", "empty"])
def test_rendering_is_pure_and_ends_with_a_newline(name: str, snapshot: Snapshot) -> None:
    """The same bytes each time, in UTF-8, for a snapshot without anything in it too."""
    first = formats()[name].render(snapshot)
    assert first == formats()[name].render(snapshot)
    assert first.decode().endswith("\n")
