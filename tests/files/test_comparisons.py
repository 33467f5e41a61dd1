from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sigtui.errors import FileError
from sigtui.files.preset import moved, parse_preset, render_preset
from sigtui.model import Comparison, Mode, Operation, Preset, Varying

HEAD = """
schema = 1
[[algorithms]]
id = "ecdsa-p256-sha256"
[[algorithms]]
id = "ml-dsa-44"
[[messages]]
name = "property"
text = "some secret value"
[[messages]]
name = "block"
random_bytes = 1024
"""
PREMIUM = """
[[comparisons]]
title = "post-quantum premium"
view = "algorithms"
baseline = "ecdsa-p256-sha256"
algorithms = ["ecdsa-p256-sha256", "ml-dsa-44"]
notes = ""
"""


def read(text: str) -> Preset:
    """Return a preset with these blocks behind its algorithms and messages."""
    return parse_preset((HEAD + text).encode(), "p.toml", Path())


def problems(text: str) -> dict[str, str]:
    """Return what is wrong with these blocks, by key."""
    with pytest.raises(FileError) as caught:
        read("[[comparisons]]\n" + text)
    return {problem.key: problem.text for problem in caught.value.problems}


def test_the_contracts_example_is_read() -> None:
    """With every key of it."""
    assert read(PREMIUM).comparisons == (
        Comparison(
            title="post-quantum premium",
            view=Varying.ALGORITHMS,
            baseline="ecdsa-p256-sha256",
            algorithms=("ecdsa-p256-sha256", "ml-dsa-44"),
        ),
    )


def test_names_of_rfc_9421_are_ids() -> None:
    """As everywhere in a preset."""
    text = 'title = "T"\nalgorithms = ["ecdsa-p256-sha256", "rsa-pss-sha512"]\nbaseline = "rsa-pss-sha512"'
    (comparison,) = read("[[comparisons]]\n" + text).comparisons
    assert comparison.algorithms == ("ecdsa-p256-sha256", "rsa-2048-pss-sha512")
    assert comparison.baseline == "rsa-2048-pss-sha512"


def test_only_a_title_is_needed() -> None:
    """Algorithms side by side, all there are, against the first."""
    (comparison,) = read('[[comparisons]]\ntitle = "all"').comparisons
    assert comparison == Comparison("all")


@pytest.mark.parametrize(
    ("text", "key", "said"),
    [
        ("", "comparisons[0].title", "is required"),
        ('title = "T"\nviews = "modes"', "comparisons[0].views", "unknown key; did you mean 'view'?"),
        ('title = "T"\nview = "mode"', "comparisons[0].view", "did you mean 'modes'?"),
        (
            'title = "T"\nalgorithms = ["ml-dsa-45", "ed25519"]',
            "comparisons[0].algorithms[0]",
            "did you mean 'ml-dsa-",
        ),
        (
            'title = "T"\nalgorithms = ["ed25519"]',
            "comparisons[0].algorithms",
            "has 1; 2 to 6 can stand side by side",
        ),
        ('title = "T"\nalgorithms = ["ed25519", "ed25519"]', "comparisons[0].algorithms[1]", "again"),
        ('title = "T"\nmessages = ["prop"]', "comparisons[0].messages[0]", "did you mean 'property'?"),
        ('title = "T"\nmodes = ["reused"]', "comparisons[0].modes[0]", "did you mean 'reused-key'?"),
        ('title = "T"\noperations = [1]', "comparisons[0].operations[0]", "must be text, not 1"),
        (
            'title = "T"\nalgorithms = ["ed25519", "ml-dsa-44"]\nbaseline = "ml-dsa-65"',
            "comparisons[0].baseline",
            "none of its algorithms",
        ),
        ('title = "T"\nview = "snapshots"', "comparisons[0].snapshots", "is required"),
        ('title = "T"\nview = "modes"\nbaseline = "fresh"', "comparisons[0].baseline", "reused-key"),
    ],
)
def test_what_is_wrong_is_said_at_its_place(text: str, key: str, said: str) -> None:
    """With the value and what is allowed, or the nearest."""
    found = problems(text)
    assert said in found[key]


def test_a_title_names_one_comparison() -> None:
    """Two of the same could not be told apart."""
    with pytest.raises(FileError, match="is the title of comparisons\\[0\\] already"):
        read(PREMIUM + PREMIUM)


def test_snapshots_may_hold_what_the_preset_does_not() -> None:
    """Their messages and providers are known only when they are read; their own run is a baseline too."""
    text = (
        'title = "T"\nview = "snapshots"\nsnapshots = ["run.toml"]\nmessages = ["4 KB PDF"]\n'
        'providers = [".NET"]\nbaseline = "this run"'
    )
    (comparison,) = read("[[comparisons]]\n" + text).comparisons
    assert comparison.snapshots == ("run.toml",)


COMPARISONS = st.builds(
    Comparison,
    title=st.sampled_from(["one", "two words", "drei µs"]),
    view=st.sampled_from([Varying.ALGORITHMS, Varying.MODES, Varying.MESSAGES, Varying.PROVIDERS]),
    algorithms=st.sampled_from(
        [(), ("ecdsa-p256-sha256", "ml-dsa-44"), ("ed25519", "ml-dsa-65", "ml-dsa-87")]
    ),
    operations=st.lists(st.sampled_from(list(Operation)), unique=True).map(tuple),
    modes=st.sampled_from([(), (Mode.REUSED_KEY, Mode.SINGLE_SHOT)]),
    messages=st.sampled_from([(), ("property", "block")]),
    notes=st.text(st.characters(codec="utf-8", exclude_characters="\r"), max_size=20),
)


@given(comparison=COMPARISONS)
def test_what_is_written_reads_back(comparison: Comparison) -> None:
    """Every comparison of a preset, whatever its notes say."""
    preset = replace(read(""), comparisons=(comparison,))
    assert parse_preset(render_preset(preset), "p.toml", Path()) == preset


def test_files_of_snapshots_move_with_the_preset(tmp_path: Path) -> None:
    """A name that is no file, such as a reference's, stays."""
    (tmp_path / "a").mkdir()
    (tmp_path / "a" / "run.toml").touch()
    text = '[[comparisons]]\ntitle = "T"\nview = "snapshots"\nsnapshots = ["run.toml", "dotnet11-linux"]'
    preset = moved(read(text), tmp_path / "a", tmp_path)
    assert preset.comparisons[0].snapshots == ("a/run.toml", "dotnet11-linux")
