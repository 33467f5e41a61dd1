from collections.abc import Mapping

import pytest

from sigtui.algorithms import find
from sigtui.errors import Problem
from sigtui.files.choices import read_baseline, read_choices
from sigtui.model import Choice

PROVIDERS = ("cryptography", "liboqs")


def problems(*tables: Mapping[str, object]) -> dict[str, str]:
    """Read wrong tables and return their problems, text by key."""
    found: list[Problem] = []
    read_choices(list(tables), PROVIDERS, found)
    return {problem.key: problem.text for problem in found}


def read(*tables: Mapping[str, object]) -> list[tuple[str, str | None]]:
    """Read good tables and return each id and provider."""
    found: list[Problem] = []
    choices = read_choices(list(tables), PROVIDERS, found)
    assert not found
    return [(choice.algorithm.id, choice.provider) for choice in choices if choice]


def test_an_algorithm_is_an_id_a_name_or_a_family_with_parameters() -> None:
    """All three forms mean the same algorithm; the RSA names of RFC 9421 mean 2048 bits."""
    rsa = {"family": "rsa", "key_size": 2048, "padding": "pss", "hash": "sha512"}
    for table in ({"id": "rsa-2048-pss-sha512"}, {"id": "rsa-pss-sha512"}, rsa):
        assert read(table) == [("rsa-2048-pss-sha512", None)]
    assert read({"id": "ed25519", "provider": "cryptography"}) == [("ed25519", "cryptography")]


def test_one_algorithm_may_have_several_providers() -> None:
    """Only the same algorithm with the same provider is a repetition, under whatever name."""
    tables = [{"id": "ml-dsa-44", "provider": name} for name in PROVIDERS]
    assert len(read(*tables, {"id": "ml-dsa-44"})) == 3
    found = problems({"id": "rsa-pss-sha512"}, {"id": "ed25519"}, {"id": "rsa-2048-pss-sha512"})
    assert found == {"algorithms[2]": "is rsa-2048-pss-sha512 again, as algorithms[0]; leave one of them out"}


def test_all_problems_of_all_tables_come_at_once() -> None:
    """Each problem has the dotted key of its place, and the values that are allowed."""
    found = problems(
        {"id": "ed2551"},
        {"family": "rsa", "key_size": 1024, "hsh": "sha256"},
        {"id": "ed25519", "provider": "crytography"},
        {"id": 5, "provider": 6},
        {"family": "ras"},
    )
    assert set(found) == {
        "algorithms[0].id",
        "algorithms[1].key_size",
        "algorithms[1].hsh",
        "algorithms[2].provider",
        "algorithms[3].id",
        "algorithms[3].provider",
        "algorithms[4].family",
    }
    assert "'ed25519'" in found["algorithms[0].id"]
    assert "2048" in found["algorithms[1].key_size"]
    assert "'hash'" in found["algorithms[1].hsh"]
    assert "did you mean 'cryptography'? Allowed: cryptography, liboqs" in found["algorithms[2].provider"]
    assert found["algorithms[3].id"] == "must be text, not 5"


def test_an_ambiguous_family_names_the_ids_that_fit() -> None:
    """Parameters that leave several algorithms are a problem of the table."""
    found = problems({"family": "rsa", "key_size": 2048, "padding": "pss"})
    assert set(found) == {"algorithms[0]"}
    assert "rsa-2048-pss-sha256" in found["algorithms[0]"]


@pytest.mark.parametrize(
    ("table", "key", "words"),
    [
        ({}, "algorithms[0]", "needs an id, or a family"),
        ({"id": "ed25519", "family": "eddsa"}, "algorithms[0]", "gives both id and family"),
        ({"id": "ed25519", "hash": "sha512"}, "algorithms[0].hash", "goes with a family, not with an id"),
        ({"id": "ed25519", "provder": "x"}, "algorithms[0].provder", "did you mean 'provider'?"),
        ({"id": "ed25519", "a b": "x"}, "algorithms[0].'a b'", "unknown key"),
        ({f"k{number}": 1 for number in range(33)}, "algorithms[0]", "has 33 keys; at most 32"),
    ],
)
def test_impossible_tables_say_why(table: dict[str, object], key: str, words: str) -> None:
    """An id and parameters, an id and a family, neither of them, or far too much."""
    assert words in problems(table)[key]


@pytest.mark.parametrize("value", [None, []])
def test_at_least_one_algorithm_is_required(value: object) -> None:
    """A missing and an empty list are the same problem."""
    found: list[Problem] = []
    assert read_choices(value, PROVIDERS, found) == []
    assert [problem.key for problem in found] == ["algorithms"]


def test_far_too_many_tables_are_refused_without_delay() -> None:
    """A file of forty thousand wrong tables does not cost minutes."""
    found: list[Problem] = []
    read_choices([{"id": 1}] * 40_000, PROVIDERS, found)
    assert found[0] == Problem("algorithms", "has 40,000 tables; at most 1,000 are read")
    assert len(found) == 1_001


CHOICES = [Choice(find("ed25519")), Choice(find("rsa-pss-sha512"))]


def test_the_baseline_is_one_of_the_algorithms() -> None:
    """It is the first by default, and may be given by its RFC 9421 name."""
    found: list[Problem] = []
    assert read_baseline(None, CHOICES, found) == "ed25519"
    assert read_baseline("rsa-pss-sha512", CHOICES, found) == "rsa-2048-pss-sha512"
    assert not found


@pytest.mark.parametrize(
    ("value", "words"),
    [
        ("rsa-2048-pss-sha256", "did you mean 'rsa-2048-pss-sha512'? Allowed: ed25519, rsa-2048-pss-sha512"),
        ("ed2551", "there is no algorithm 'ed2551'"),
    ],
)
def test_a_wrong_baseline_is_a_problem(value: str, words: str) -> None:
    """An algorithm that is not chosen, and a name of none."""
    found: list[Problem] = []
    read_baseline(value, CHOICES, found)
    (problem,) = found
    assert problem.key == "baseline"
    assert words in problem.text


def test_a_baseline_that_may_be_the_wrong_table_is_not_blamed() -> None:
    """Where a table could not be read, the baseline may mean it: one mistake is one problem."""
    found: list[Problem] = []
    read_baseline("ml-dsa-44", [*CHOICES, None], found)
    assert not found
