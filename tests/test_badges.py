from collections import Counter
from collections.abc import Iterator

import pytest

from sigtui.algorithms import catalogue, find
from sigtui.badges import (
    DRAFT,
    LEGEND,
    QUANTUM_SAFE,
    REGISTERED,
    UNAVAILABLE,
    Branch,
    Leaf,
    badges,
    branches,
    facts_line,
    family_name,
    is_found,
    missing,
)
from sigtui.model import Algorithm, ProviderInfo, Status, Support

ED25519, ML_DSA, HMAC = find("ed25519"), find("ml-dsa-44"), find("hmac-sha256")
ALL = branches(catalogue())
TICKED = ("ml-dsa-44", "ed25519", "rsa-2048-pss-sha512", "hmac-sha256")


def every(branch: Branch) -> Iterator[Branch]:
    """Yield a branch and all below it."""
    yield branch
    for below in branch.branches:
        yield from every(below)


def leaves(found: tuple[Branch, ...]) -> list[Leaf]:
    """Return all leaves."""
    return [leaf for top in found for branch in every(top) for leaf in branch.leaves]


def ids(search: str) -> list[str]:
    """Return the ids of what a search finds."""
    return [algorithm.id for algorithm in catalogue() if is_found(algorithm, search)]


def info(name: str, *support: Support, reason: str = "") -> ProviderInfo:
    """Return a provider, unavailable where it has a reason."""
    return ProviderInfo(name, not reason, reason, support=support)


# The tree.


def test_every_algorithm_hangs_in_the_tree_once() -> None:
    """In the catalogue's order within a family, also where families have branches of their own."""
    shown = [leaf.algorithm for leaf in leaves(ALL)]
    assert {each.id for each in shown} == {each.id for each in catalogue()}
    assert sorted(shown, key=lambda each: each.family) == sorted(catalogue(), key=lambda each: each.family)


@pytest.mark.parametrize("ticked", [(), TICKED, tuple(each.id for each in catalogue())])
def test_what_is_ticked_comes_first_in_its_family(ticked: tuple[str, ...]) -> None:
    """Nothing is lost, and no text stands twice in a branch; the rest of a family is closed behind one line."""
    shown = branches(catalogue(), ticked)
    assert Counter(leaf.algorithm.id for leaf in leaves(shown)) == Counter(each.id for each in catalogue())
    for top in shown:
        chosen = [leaf for leaf in top.leaves if leaf.algorithm.id in ticked]
        assert {leaf.algorithm.id for leaf in chosen} == top.ids & set(ticked)
        assert list(top.leaves[: len(chosen)]) == chosen
        for branch in every(top):
            assert len({leaf.text for leaf in branch.leaves}) == len(branch.leaves)


def test_a_rest_that_is_one_line_has_no_branch() -> None:
    """It would take the line that it saves."""
    tree = {branch.name: branch for branch in branches(catalogue(), TICKED)}
    assert [leaf.text for leaf in tree["EdDSA"].leaves] == ["ed25519", "ed448"]
    assert [branch.name for branch in tree["EdDSA"].branches] == []
    assert [branch.name for branch in tree["ML-DSA"].branches] == ["8 more"]
    assert [leaf.text for leaf in tree["RSA"].leaves] == ["2048 pss sha512"]
    assert tree["RSA"].branches[0].branches[0].name == "2048 bit"


def test_a_text_is_unique_below_its_branch() -> None:
    """And no branch has two of the same name: whoever sees a line knows what it ticks."""
    assert len({branch.name for branch in ALL}) == len(ALL)
    for top in ALL:
        for branch in every(top):
            texts = Counter([leaf.text for leaf in branch.leaves] + [each.name for each in branch.branches])
            assert set(texts.values()) <= {1}, branch.name
            assert all(texts)


def test_a_text_says_nothing_that_its_branch_said() -> None:
    """A tree is narrow; a family, a key size or a curve is not repeated in every line."""
    for top in ALL:
        for branch in top.branches:
            assert not [leaf.text for leaf in branch.leaves if branch.name in leaf.text]
    assert next(leaf for leaf in leaves(ALL) if leaf.algorithm.family == "rsa").text == "pss sha256"
    assert [branch.name for branch in next(top for top in ALL if top.name == "RSA").branches] == [
        *("2048 bit", "3072 bit", "4096 bit", "8192 bit")
    ]


def test_a_branch_knows_all_that_is_below_it() -> None:
    """Closed, it says how many of them are ticked."""
    for top in ALL:
        family = {algorithm.id for algorithm in catalogue() if family_name(algorithm.family) == top.name}
        assert top.ids == family
        assert all(branch.ids <= top.ids for branch in every(top))
        assert top.ids == frozenset().union(*(branch.ids for branch in every(top)))


@pytest.mark.parametrize(
    "search", ["", "sha256", "p-256", "2048", "ml-dsa", "rfc6979", "ed25519", "nothing at all"]
)
def test_what_a_search_leaves_is_a_tree_of_the_same_kind(search: str) -> None:
    """Few matches of a large family need no branches, and their texts are still told apart."""
    found = [algorithm for algorithm in catalogue() if is_found(algorithm, search)]
    shown = branches(found)
    assert Counter(leaf.algorithm.id for leaf in leaves(shown)) == Counter(each.id for each in found)
    for top in shown:
        for branch in every(top):
            assert len({leaf.text for leaf in branch.leaves}) == len(branch.leaves)


def test_families_are_named_as_their_standards_do() -> None:
    """Those for after a quantum computer first, shared secrets last; an unknown one is named in capitals."""
    assert [branch.name for branch in ALL] == ["ML-DSA", "RSA", "ECDSA", "EdDSA", "HMAC"]
    assert family_name("falcon") == "FALCON"


# The search.


@pytest.mark.parametrize("algorithm", catalogue(), ids=lambda each: each.id)
def test_an_algorithm_is_found_by_all_that_it_is_called(algorithm: Algorithm) -> None:
    """Its id and each part of it, its names in every registry, its family, in whatever case."""
    names = (algorithm.names.rfc9421, algorithm.names.jose, algorithm.names.cose)
    texts = [algorithm.id, *algorithm.id.split("-"), family_name(algorithm.family)]
    texts += [name.text for name in names if name]
    for text in texts:
        assert is_found(algorithm, text)
        assert is_found(algorithm, text.upper())
    assert is_found(algorithm, " ".join(reversed(texts)))
    assert not is_found(algorithm, f"{algorithm.id} nonsense")


@pytest.mark.parametrize("leaf", leaves(ALL), ids=lambda leaf: leaf.algorithm.id)
def test_an_algorithm_is_found_by_what_the_tree_shows(leaf: Leaf) -> None:
    """What one reads, one can type: P-256 and 2048 bit too, which no id has."""
    names = [branch.name for top in ALL for branch in every(top) if leaf.algorithm.id in branch.ids]
    for text in (*names, leaf.text, " ".join([*names, leaf.text])):
        assert is_found(leaf.algorithm, text)


def test_an_rfc_9421_name_finds_every_algorithm_that_has_it() -> None:
    """And none that has not: RSA of all key sizes share two names."""
    assert ids("rsa-v1_5-sha256") == [f"rsa-{bits}-pkcs1v15-sha256" for bits in (2048, 3072, 4096, 8192)]
    assert ids("rsa-pss-sha512") == [f"rsa-{bits}-pss-sha512" for bits in (2048, 3072, 4096, 8192)]


def test_badges_are_found_by_their_words() -> None:
    """Each of them is exactly what the badges show, so that the legend can be searched."""
    assert ids("quantum-safe") == [each.id for each in catalogue() if each.quantum_safe]
    named = [each for each in catalogue() if each.names.rfc9421]
    assert ids("9421") == ids("RFC 9421") == ids("rfc9421") == [each.id for each in named]
    drafts = [each.id for each in named if each.names.rfc9421 and each.names.rfc9421.status is Status.DRAFT]
    assert ids("draft") == drafts
    assert ids("registered") == [each.id for each in named if each.id not in drafts]
    assert "ml-dsa-44" in ids("quantum-safe draft")


def test_all_words_have_to_match() -> None:
    """In any order, and nothing typed finds everything."""
    assert ids("sha512 2048 pss") == ids("pss 2048 sha512") == ["rsa-2048-pss-sha512"]
    assert ids("") == ids("  ") == [each.id for each in catalogue()]
    assert not ids("sha512 ed25519 hmac")


# Badges and facts.


def test_badges_say_what_the_legend_explains() -> None:
    """A letter each, whatever the providers are, and one more where nobody can do it."""
    assert badges(HMAC, None) == f"{QUANTUM_SAFE} {REGISTERED}"
    assert badges(ML_DSA, None) == f"{QUANTUM_SAFE} {DRAFT}"
    assert badges(ED25519, None) == REGISTERED
    assert badges(find("ed448"), None) == ""
    lacking = [info("fake", Support("ed25519", False, "no"))]
    assert badges(ED25519, lacking) == f"{REGISTERED} {UNAVAILABLE}"
    assert badges(ED25519, []) == REGISTERED
    assert all(letter in LEGEND for letter in (QUANTUM_SAFE, REGISTERED, DRAFT))
    assert len({QUANTUM_SAFE, REGISTERED, DRAFT, UNAVAILABLE}) == 4


ABLE, UNABLE = Support("ed25519", True), Support("ed25519", False, "no such curve")


@pytest.mark.parametrize(
    ("providers", "why"),
    [
        ([], ""),
        ([info("a", ABLE)], ""),
        ([info("a", UNABLE)], "a: no such curve"),
        ([info("a")], ""),
        ([info("a", Support("ed448", False, "x"))], ""),
        ([info("a", reason="not installed")], "a: not installed"),
        ([info("a", UNABLE), info("b", ABLE)], ""),
        ([info("b", ABLE), info("a", UNABLE)], ""),
        ([info("a", UNABLE), info("b")], ""),
        ([info("a", reason="not installed"), info("b", ABLE)], ""),
        (
            [info("a", reason="not installed"), info("b", UNABLE)],
            "a: not installed; b: no such curve",
        ),
    ],
)
def test_an_algorithm_is_missing_only_where_no_provider_does_it(
    providers: list[ProviderInfo], why: str
) -> None:
    """Every provider's reason is told then; one that was not asked yet could do it."""
    assert missing(ED25519, providers) == why
    assert (UNAVAILABLE in badges(ED25519, providers)) is bool(why)
    assert facts_line(ED25519, providers).endswith(f" Unavailable: {why}.") is bool(why)


def test_the_facts_are_one_line_of_what_is_worth_knowing_before_ticking() -> None:
    """Strength, sizes with the longest DER, the RFC 9421 name and the standard."""
    p256 = find("ecdsa-p256-sha256")
    assert facts_line(p256, None) == (
        "ecdsa-p256-sha256: 128 bit. Signature 64 B (DER up to 72), public key 65 B. "
        f"RFC 9421 name ecdsa-p256-sha256. {p256.standard}."
    )
    assert facts_line(ML_DSA, None) == (
        "ml-dsa-44: 128 bit, category 2, quantum-safe. Signature 2,420 B, public key 1,312 B. "
        f"RFC 9421 draft name ml-dsa-44. {ML_DSA.standard}."
    )
    assert "Signature 32 B, shared secret." in facts_line(HMAC, None)
    assert "No RFC 9421 name." in facts_line(find("ed448"), None)


def test_a_reason_that_is_a_sentence_ends_once() -> None:
    """Libraries end their reasons as they like."""
    lacking = [info("fake", Support("ed25519", False, "It is too old."))]
    assert facts_line(ED25519, lacking).endswith("Unavailable: fake: It is too old.")
