from dataclasses import replace

import pytest

from sigtui.comparing.pivot import compare
from sigtui.comparing.sheet import Sheet
from sigtui.comparing.sides import Source
from sigtui.comparing.words import sheet
from sigtui.files.results import Lengths
from sigtui.model import Comparison, Mode, Varying
from tests.comparing.made import BLOCK, ED25519, MACHINE, P256, P256_BLOCK, RUN, SAME, row, source

REUSED = Comparison("algorithms", modes=(Mode.REUSED_KEY,), messages=("properties",))


def told(comparison: Comparison, *sources: Source) -> Sheet:
    """Return the sheet of a comparison."""
    return sheet(compare(comparison, sources))


def cells(made: Sheet, section: str, label: str) -> list[str]:
    """Return the cells of the line with a label in the section whose title begins so."""
    (lines,) = [each.lines for each in made.sections if each.title.startswith(section)]
    (line,) = [each for each in lines if each.label.strip().startswith(label)]
    return [field.shown for field in line.cells]


def test_a_time_has_its_interval_and_its_verdict_in_words() -> None:
    """Means with ±, ratios with both ends, said the way round in which they are more than one."""
    made = told(REUSED, RUN)
    assert cells(made, "SIGN · reused-key", "mean ±99.9 %")[0].startswith("50")
    ratios = cells(made, "SIGN · reused-key", "mean × base")
    assert ratios[0] == "baseline"
    assert ratios[1].startswith("1.20× slower 1.1")
    faster = cells(told(replace(REUSED, baseline="ed25519"), RUN), "SIGN · reused-key", "mean × base")
    assert faster[1].startswith("1.20× faster 1.1")


def test_no_difference_says_so_with_its_interval() -> None:
    """In the cell, and in the sentence that nothing can be shown."""
    made = told(REUSED, source("run", P256, SAME))
    assert cells(made, "SIGN", "mean × base")[1].startswith("no difference 0.9")
    assert made.verdicts[0].startswith(
        "ed25519, sign: no difference from ecdsa-p256-sha256 can be shown (0.9"
    )


def test_signing_and_verifying_add_up() -> None:
    """Where both are there once; a column that lacks one has no sum."""
    sums = cells(told(REUSED, RUN), "SIGN + VERIFY", "mean")
    assert sums[0].startswith("160")
    assert sums[2] == ""


def test_a_key_is_so_many_signatures() -> None:
    """What creating it takes, and how many signatures that is."""
    many = cells(told(REUSED, RUN), "KEYS", "= this many signatures")
    assert float(many[0]) == pytest.approx(0.5, abs=0.02)
    assert many[2] == ""


def test_facts_are_those_of_the_catalogue() -> None:
    """Strength, category, standard and name; without a category there is a dash."""
    made = told(REUSED, RUN)
    assert cells(made, "FACTS", "category") == ["–", "–", "NIST 2"]
    assert cells(made, "FACTS", "standard")[2] == "FIPS 204, final"
    assert cells(made, "FACTS", "RFC 9421 name") == ["registered", "registered", "! ml-dsa-44, draft"]


def test_what_differs_is_named_and_not_refused() -> None:
    """Hash and strength belong to the algorithm; operation, mode, message and machine are the same."""
    made = told(REUSED, RUN)
    assert made.same == "operation, mode, message, provider, machine"
    assert made.differs.startswith("the algorithm; named, not refused: ")
    assert "hash" in made.differs


def test_fresh_keys_have_a_price() -> None:
    """A key as so many signatures, and what replacing it every so many messages adds."""
    made = told(Comparison("fresh", Varying.MODES, messages=("properties",)), RUN)
    (lines,) = [each.lines for each in made.sections if each.title.startswith("FRESH KEYS")]
    shown = {line.label.strip(): line.cells[0].text for line in lines}
    assert float(shown["= this many signatures"]) == pytest.approx(0.5, abs=0.02)
    added = {
        label: float(text.split("+")[1].removesuffix(" %")) for label, text in shown.items() if "+" in text
    }
    assert added["new key every 1"] == pytest.approx(50, abs=2)
    assert added["new key every 10"] == pytest.approx(5, abs=0.2)
    assert added["new key every 100"] == pytest.approx(0.5)


def test_the_share_of_hashing_grows_with_the_message() -> None:
    """Of a fitted fixed cost and cost a byte."""
    run = source("run", P256, P256_BLOCK)
    made = told(Comparison("sizes", Varying.MESSAGES), run)
    shares = [float(text.removesuffix(" %")) for text in cells(made, "OF IT HASHING", "share")]
    assert 0 < shares[0] < shares[1] < 20
    assert BLOCK.bytes == 1_024


def test_many_cases_are_counted_and_the_different_ones_named() -> None:
    """A sentence for each snapshot: what is slower, and of how many nothing can be shown."""
    rows = [row(f"made-{index}", 50.0 + index, seed=index) for index in range(8)]
    later = [
        row(f"made-{index}", (50.0 + index) * (1.3 if index == 3 else 1.0), seed=100 + index)
        for index in range(8)
    ]
    (sentence,) = told(Comparison("", Varying.SNAPSHOTS), source("a", *rows), source("b", *later)).verdicts
    assert sentence.startswith("b against a, 8 cases: slower in 1: made-3 sign reused-key 93 B (1.")
    assert sentence.endswith("no difference can be shown in 7.")


def test_published_figures_are_dim_and_say_what_is_missing() -> None:
    """Whose they are is said; a mean without an interval has no verdict."""
    bare = replace(row("ed25519", 70.0), samples=None, error_us=None, error_rounds_us=None, rounds_us=None)
    paper = source("paper", bare, machine={"cpu": "another"})
    published = Source(
        "paper", replace(paper.snapshot, extra={"origin": {"kind": "reference", "publication": "a paper"}})
    )
    made = told(Comparison("", Varying.SNAPSHOTS), source("run", ED25519), published)
    (line,) = [each for each in made.sections[0].lines if each.label.startswith("ed25519")]
    assert line.cells[1].dim
    assert line.cells[1].text.endswith("no ± published")
    assert "no interval" in cells(made, "SIGN", "× run")[1]
    assert any("published: a paper" in note for note in made.notes)
    assert made.heads[1].dim


def test_a_skewed_case_says_that_its_typical_call_goes_the_other_way() -> None:
    """Mean and median can point in different directions, and both are true."""
    skewed = replace(row("ml-dsa-44", 60.0, seed=2), median_us=40.0)
    (sentence,) = told(REUSED, source("run", P256, skewed)).verdicts
    assert "slower" in sentence
    assert "A typical call is faster" in sentence


def test_what_is_wrong_with_a_size_is_marked() -> None:
    """A budget that is not met has its cross; published signatures of stale size are explained by the findings."""
    stale = replace(row("ml-dsa-65", 60.0), signature_bytes=Lengths(min=3293, mean=3293, max=3293))
    made = told(Comparison("", Varying.SNAPSHOTS), source("a", stale), source("b", stale, machine=MACHINE))
    assert any("3,293 B" in text for text in made.warnings)
