import subprocess
import sys
from collections import Counter

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from sigtui.algorithms import SelectionError, catalogue, families, find, matching, parameters_of, select
from sigtui.errors import Problem, UsageError

FAMILIES = ("hmac", "rsa", "ecdsa", "eddsa", "ml-dsa")


def _problems(family: str, parameters: dict[str, object]) -> dict[str, str]:
    with pytest.raises(SelectionError) as caught:
        select(family, parameters)
    return {problem.key: problem.text for problem in caught.value.problems}


def test_families_are_found_by_their_place_and_come_in_order() -> None:
    """Every file beside the registry is a family, in the order that the files declare."""
    assert families() == FAMILIES
    assert tuple(dict.fromkeys(algorithm.family for algorithm in catalogue())) == FAMILIES


def test_catalogue_has_every_algorithm_once() -> None:
    """Ids are unique, and so are the parameters within a family."""
    assert Counter(algorithm.family for algorithm in catalogue()) == {
        "hmac": 3, "rsa": 24, "ecdsa": 14, "eddsa": 2, "ml-dsa": 9,
    }  # fmt: skip
    assert len({algorithm.id for algorithm in catalogue()}) == len(catalogue())
    spelled = {(each.family, *sorted(each.parameters.items())) for each in catalogue()}
    assert len(spelled) == len(catalogue())


def test_facts_cannot_be_changed() -> None:
    """Parameters are read-only, and so is what the registry tells about a family's."""
    for read_only in (find("ed25519").parameters, parameters_of("eddsa")):
        with pytest.raises(TypeError, match="item assignment"):
            read_only["curve"] = "p256"  # type: ignore[index] # the point of this test


def test_every_algorithm_is_found_by_its_id_and_selected_by_its_parameters() -> None:
    """An id and the full parameters lead to the same row."""
    for algorithm in catalogue():
        assert find(algorithm.id) is algorithm
        assert select(algorithm.family, algorithm.parameters) is algorithm
        assert matching(algorithm.family, **algorithm.parameters) == (algorithm,)


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("rsa-pss-sha512", "rsa-2048-pss-sha512"),
        ("rsa-v1_5-sha256", "rsa-2048-pkcs1v15-sha256"),
        ("hmac-sha256", "hmac-sha256"),
        ("ecdsa-p256-sha256", "ecdsa-p256-sha256"),
        ("ecdsa-p384-sha384", "ecdsa-p384-sha384"),
        ("ed25519", "ed25519"),
        ("ml-dsa-65", "ml-dsa-65"),
    ],
)
def test_names_of_rfc_9421_lead_to_one_algorithm(name: str, expected: str) -> None:
    """A registered name means the smallest key, a random nonce and the pure form."""
    assert find(name).id == expected


@pytest.mark.parametrize(
    ("name", "nearest"),
    [
        ("rsa-2048-pss-sha51", "'rsa-2048-pss-sha512'"),
        ("RSA-PSS-SHA512", "'rsa-pss-sha512'"),
        ("mldsa44", "'ml-dsa-44'"),
    ],
)
def test_unknown_name_is_refused_with_the_nearest_spellings(name: str, nearest: str) -> None:
    """The error names the bad value, its neighbours and the command that lists all."""
    with pytest.raises(UsageError) as caught:
        find(name)
    assert repr(name) in str(caught.value)
    assert f"did you mean {nearest}" in str(caught.value)
    assert "`sigtui algorithms` lists all" in str(caught.value)


def test_unknown_name_without_neighbours_is_cut_where_it_is_long() -> None:
    """A name like no other gets no suggestion, and is not repeated at full length."""
    with pytest.raises(UsageError) as caught:
        find("x" * 10_000)
    assert "did you mean" not in str(caught.value)
    assert len(str(caught.value)) < 200


def test_parameters_are_data_with_their_allowed_values() -> None:
    """What a family takes is read off its algorithms, in the order of its ids."""
    assert {family: dict(parameters_of(family)) for family in families()} == {
        "hmac": {"hash": ("sha256", "sha384", "sha512")},
        "rsa": {
            "key_size": (2048, 3072, 4096, 8192),
            "padding": ("pss", "pkcs1v15"),
            "hash": ("sha256", "sha384", "sha512"),
        },
        "ecdsa": {
            "curve": (
                "p256", "p384", "p521", "secp256k1", "brainpoolp256r1", "brainpoolp384r1", "brainpoolp512r1",
            ),
            "hash": ("sha256", "sha384", "sha512"),
            "nonce": ("random", "rfc6979"),
        },
        "eddsa": {"curve": ("ed25519", "ed448")},
        "ml-dsa": {
            "parameter_set": (44, 65, 87),
            "variant": ("pure", "prehash", "mu"),
            "hash": ("sha512",),
        },
    }  # fmt: skip
    assert tuple(parameters_of("rsa")) == ("key_size", "padding", "hash")


def test_partial_selection_keeps_everything_that_fits() -> None:
    """Matching fills in no default and is empty where values don't go together."""
    assert [each.id for each in matching("ecdsa", curve="p256")] == [
        "ecdsa-p256-sha256",
        "ecdsa-p256-sha256-rfc6979",
    ]
    assert len(matching("rsa", padding="pss", hash="sha512")) == 4
    assert matching("ecdsa", curve="p256", hash="sha384") == ()
    assert matching("ml-dsa", hash=None) == ()
    assert matching("rsa", key_size=2048.0) == ()


@pytest.mark.parametrize(
    ("family", "parameters", "expected"),
    [
        ("rsa", {"key_size": 2048, "padding": "pss", "hash": "sha512"}, "rsa-2048-pss-sha512"),
        ("ecdsa", {"curve": "p256"}, "ecdsa-p256-sha256"),
        ("ecdsa", {"curve": "p521", "nonce": "rfc6979"}, "ecdsa-p521-sha512-rfc6979"),
        ("eddsa", {"curve": "ed448"}, "ed448"),
        ("ml-dsa", {"parameter_set": 44}, "ml-dsa-44"),
        ("ml-dsa", {"parameter_set": 65, "variant": "prehash"}, "ml-dsa-65-prehash-sha512"),
        ("ml-dsa", {"parameter_set": 87, "hash": "sha512"}, "ml-dsa-87-prehash-sha512"),
    ],
)
def test_defaults_decide_only_between_fits(family: str, parameters: dict[str, object], expected: str) -> None:
    """What is left out takes its default unless what is given rules that out."""
    assert select(family, parameters).id == expected


def test_unknown_family_is_refused() -> None:
    """The problem lies with the family and lists the ones there are."""
    text = _problems("RSAA", {})["family"]
    assert text == ("there is no family 'RSAA'; did you mean 'rsa'? Allowed: hmac, rsa, ecdsa, eddsa, ml-dsa")
    for ask in (parameters_of, matching):
        with pytest.raises(SelectionError, match="there is no family"):
            ask("RSAA")


def test_all_problems_come_at_once() -> None:
    """Unknown key, wrong type and bad value are each told under their own key."""
    problems = _problems("rsa", {"key_size": "2048", "pading": "pss", "hash": "SHA-1"})
    assert problems == {
        "key_size": "'2048' is not a whole number; did you mean 2048? Allowed: 2048, 3072, 4096, 8192",
        "pading": "rsa takes no such parameter; did you mean 'padding'? Allowed: key_size, padding, hash",
        "hash": "'SHA-1' is not allowed; did you mean 'sha512'? Allowed: sha256, sha384, sha512",
    }


@pytest.mark.parametrize(
    "value",
    [
        True,
        2048.0,
        None,
        [2048],
        float("nan"),
        pytest.param(16**5000, id="huge-int"),
        pytest.param("\x00" * 999, id="long"),
    ],
)
def test_only_the_declared_numbers_are_key_sizes(value: object) -> None:
    """Other types are refused even where Python calls them equal; what is too long is shown short."""
    text = _problems("rsa", {"key_size": value, "padding": "pss", "hash": "sha256"})["key_size"]
    assert "llowed: 2048, 3072, 4096, 8192" in text
    assert len(text) < 200


def test_values_that_do_not_go_together_are_refused_with_those_that_do() -> None:
    """The error says what clashes, what is allowed there, and where the value belongs."""
    assert _problems("ecdsa", {"hash": "sha384", "nonce": "random", "curve": "p256"}) == {
        "hash": "'sha384' does not go with curve = 'p256'; allowed there: 'sha256'"
        "; 'sha384' goes with curve = 'p384', 'brainpoolp384r1'"
    }
    assert _problems("ml-dsa", {"parameter_set": 44, "variant": "mu", "hash": "sha512"}) == {
        "hash": "'sha512' does not go with variant = 'mu'; leave it out"
        "; 'sha512' goes with variant = 'prehash'"
    }


def test_a_clash_is_told_beside_a_bad_value() -> None:
    """A parameter that is wrong by itself does not hide a clash between the others."""
    assert set(_problems("ecdsa", {"curve": "p384", "hash": "sha512", "nonce": "none"})) == {"hash", "nonce"}


def test_ambiguous_selection_lists_what_fits() -> None:
    """The error concerns the whole selection, shows at most twelve ids and says what is missing."""
    assert _problems("ml-dsa", {}) == {
        "": "3 algorithms of ml-dsa fit: ml-dsa-44, ml-dsa-65, ml-dsa-87; give also parameter_set"
    }
    text = _problems("rsa", {})[""]
    assert text.startswith("24 algorithms of rsa fit: rsa-2048-pss-sha256, ")
    assert text.endswith(" and 12 more; give also key_size, padding, hash")
    assert text.count("rsa-") == 12


def test_error_shows_every_problem_on_a_line() -> None:
    """Its text is what a command prints, its exit code that of bad usage."""
    error = SelectionError([Problem("hash", "is bad"), Problem("", "is worse")])
    assert str(error) == "hash: is bad\nis worse"
    assert error.exit_code == 2


_KEYS = sorted({key for family in FAMILIES for key in parameters_of(family)})
_VALUES = sorted(
    {value for family in FAMILIES for each in parameters_of(family).values() for value in each}, key=str
)
_ANYTHING = st.one_of(
    st.sampled_from(_VALUES),
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=20) | st.datetimes(),
    st.lists(st.integers(), max_size=3) | st.dictionaries(st.text(max_size=3), st.booleans(), max_size=2),
)


@st.composite
def _selections(draw: st.DrawFn) -> tuple[str, dict[str, object]]:
    """Draw a family with parameters that range from right to absurd."""
    family = draw(st.sampled_from(FAMILIES))
    right = {key: st.sampled_from(values) for key, values in parameters_of(family).items()}
    parameters: dict[str, object] = dict(draw(st.fixed_dictionaries({}, optional=right)))
    if draw(st.booleans()):
        keys = st.sampled_from(_KEYS) | st.text(max_size=10)
        parameters |= draw(st.dictionaries(keys, _ANYTHING, max_size=3))
    return draw(st.just(family) | st.text(max_size=10)), parameters


@settings(deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(_selections())
def test_selecting_gives_what_was_asked_for_or_the_error(selection: tuple[str, dict[str, object]]) -> None:
    """Whatever the parameters, the row has all of them, or every problem points at something given."""
    family, parameters = selection
    try:
        algorithm = select(family, parameters)
    except SelectionError as error:
        assert error.problems
        for problem in error.problems:
            assert problem.key in {"", "family", *parameters}
            assert problem.text
    else:
        assert algorithm.family == family
        assert parameters.items() <= algorithm.parameters.items()


@settings(deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(st.text() | st.sampled_from([algorithm.id for algorithm in catalogue()]))
def test_finding_gives_the_algorithm_or_the_error(name: str) -> None:
    """Whatever the name, find returns the row that has it or raises a UsageError."""
    try:
        algorithm = find(name)
    except UsageError as error:
        assert "`sigtui algorithms` lists all" in str(error)
    else:
        names = {algorithm.id, algorithm.names.rfc9421.text if algorithm.names.rfc9421 else ""}
        assert name in names


def test_importing_loads_nothing_but_the_floors_below() -> None:
    """The catalogue needs the model, the errors and the standard library, and reads no family yet."""
    code = (
        "import sys; before = set(sys.modules); import sigtui.algorithms; print(*set(sys.modules) - before)"
    )
    shown = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    loaded = {
        module for module in shown.stdout.split() if module.partition(".")[0] not in sys.stdlib_module_names
    }
    assert loaded == {"sigtui", "sigtui.algorithms", "sigtui.errors", "sigtui.model", "sigtui.wording"}
