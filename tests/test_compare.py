import csv
import io
import json
import re
from dataclasses import replace
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from sigtui.cli import main
from sigtui.exports import comparison_formats, formats
from sigtui.files.preset import parse_preset
from sigtui.files.snapshot import write_snapshot
from sigtui.model import Varying
from tests.comparing.made import ED25519, MACHINE, ML_DSA, P256, P256_FRESH, P256_VERIFY, row, source

RUN = source("run", P256, ED25519, ML_DSA, P256_VERIFY, P256_FRESH)
LATER = source("later", row("ecdsa-p256-sha256", 60.0, seed=50), row("ed25519", 60.0, seed=51))


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return the current folder, with two runs in it and no others anywhere."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))
    write_snapshot(Path("run.toml"), RUN.snapshot)
    write_snapshot(Path("later.toml"), LATER.snapshot)
    return tmp_path


def compare(*arguments: str) -> Result:
    """Run ``sigtui compare``."""
    return CliRunner().invoke(main, ["compare", *arguments], env={"COLUMNS": "120"})


@pytest.mark.usefixtures("folder")
def test_two_runs_stand_beside_each_other() -> None:
    """Case by case, with verdicts in words and what each lacks."""
    shown = compare("run.toml", "later.toml")
    assert shown.exit_code == 0
    assert shown.stdout.startswith("run against later\n")
    assert re.search(r"ecdsa-p256-sha256 93 B µs +50", shown.stdout)
    assert re.search(r"× run +baseline +1\.2.× slower 1\.", shown.stdout)
    assert "only in run: ecdsa-p256-sha256 verify" in " ".join(shown.stdout.split())


@pytest.mark.usefixtures("folder")
def test_the_baseline_is_named_as_it_was_given() -> None:
    """By its path or by its short name; another one is refused with those there are."""
    for name in ("later.toml", "later"):
        shown = compare("run.toml", "later.toml", "--baseline", name)
        assert re.search(r"= later +run", shown.stdout)
    wrong = compare("run.toml", "later.toml", "--baseline", "lather")
    assert wrong.exit_code == 2
    assert "did you mean 'later'?" in wrong.stderr


@pytest.mark.usefixtures("folder")
def test_one_run_shows_its_algorithms() -> None:
    """Against its own baseline; another view is asked for."""
    assert re.search(r"= ecdsa-p256-sha256 +ed25519 +ml-dsa-44", compare("run.toml").stdout)
    modes = compare("run.toml", "--view", "modes", "--operation", "sign")
    assert re.search(r"= reused-key +single-shot", modes.stdout)


@pytest.mark.usefixtures("folder")
def test_a_published_reference_is_a_snapshot_like_any_other() -> None:
    """By its name, beside a run: whose it is, and that nothing cancels what the machines did."""
    shown = " ".join(compare("run.toml", "dotnet11-linux").stdout.split())
    assert "published: A post on cryptographic signatures" in shown
    assert "nothing cancels what the machines did meanwhile" in shown


@pytest.mark.usefixtures("folder")
@pytest.mark.parametrize("form", comparison_formats())
def test_every_format_holds_a_comparison(form: str) -> None:
    """And the names of both runs."""
    shown = compare("run.toml", "later.toml", "--output", form)
    assert shown.exit_code == 0
    assert "run" in shown.stdout
    assert "later" in shown.stdout
    assert set(comparison_formats()) == set(formats())


@pytest.mark.usefixtures("folder")
def test_json_has_a_row_for_each_case() -> None:
    """With its ratio, interval, verdict, and what it is a ratio of."""
    told = json.loads(compare("run.toml", "later.toml", "--output", "json").stdout)
    assert told["schema"] == "sigtui/comparison/1"
    assert (told["view"], told["baseline"], told["columns"]) == ("snapshots", "run", ["run", "later"])
    slower = next(each for each in told["rows"] if each["column"] == "later")
    assert slower["algorithm"] == "ecdsa-p256-sha256"
    assert slower["ratio_low"] < slower["ratio"] < slower["ratio_high"]
    assert (slower["verdict"], slower["basis"]) == ("slower", "medians of rounds at equal speed")
    rows = list(csv.DictReader(io.StringIO(compare("run.toml", "later.toml", "--output", "csv").stdout)))
    assert [each["verdict"] for each in rows] == [each["verdict"] for each in told["rows"]]


def test_an_exported_comparison_is_a_preset_that_shows_it_again(folder: Path) -> None:
    """It names the runs as its own folder sees them, and measures what was compared."""
    (folder / "kept").mkdir()
    shown = compare("run.toml", "later.toml", "--baseline", "later", "--export", "kept/both.toml")
    assert shown.exit_code == 0
    preset = parse_preset((folder / "kept" / "both.toml").read_bytes(), "both.toml", folder / "kept")
    (comparison,) = preset.comparisons
    assert comparison.view is Varying.SNAPSHOTS
    assert [(folder / "kept" / name).resolve() for name in comparison.snapshots] == [
        folder / "run.toml",
        folder / "later.toml",
    ]
    assert [choice.algorithm.id for choice in preset.choices] == ["ecdsa-p256-sha256", "ed25519"]


@pytest.mark.usefixtures("folder")
@pytest.mark.parametrize(
    ("arguments", "text"),
    [
        (["nope.toml"], "there is no such snapshot"),
        (["ruin"], "A path, or one of: cmox-stm32l5"),
        (["run.toml", "--algorithm", "ed448"], "no figures of the algorithm 'ed448'"),
        (["run.toml", "later.toml", "--export", "x.pdf"], ".pdf is no format"),
        (["run.toml", "later.toml", "--export", "none/x.md"], "there is no folder"),
        (["run.toml", "--view", "providers"], "only one provider has figures"),
        ([], "Missing argument"),
    ],
)
def test_what_can_not_be_compared_is_said_in_a_line(arguments: list[str], text: str) -> None:
    """Exit code 2, and nothing on stdout."""
    shown = compare(*arguments)
    assert shown.exit_code == 2
    assert text in shown.stderr
    assert shown.stdout == ""


def test_the_same_file_twice_has_two_names(folder: Path) -> None:
    """So that its columns can be told apart."""
    assert (folder / "run.toml").exists()
    assert re.search(r"= run.toml +run.toml \(2\)", compare("run.toml", "run.toml").stdout)


def test_a_name_is_looked_for_among_ones_own_snapshots(folder: Path) -> None:
    """In the config folder, with either suffix left out."""
    own = folder / "config" / "sigtui" / "snapshots"
    own.mkdir(parents=True)
    phone = replace(LATER.snapshot, machine={**MACHINE, "cpu": "a phone's"})
    write_snapshot(own / "phone.toml", phone)
    shown = compare("run.toml", "phone")
    assert shown.exit_code == 0
    assert "a phone's" in shown.stdout
