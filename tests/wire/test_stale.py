import pytest

from sigtui.algorithms import catalogue
from sigtui.wire.stale import attached, explain, is_stale


@pytest.mark.parametrize(
    ("size", "words"), [(3293, ("Dilithium3", "ML-DSA-65", "3,309 B")), (4595, ("4,627 B",))]
)
def test_sizes_of_round_3_are_explained(size: int, words: tuple[str, ...]) -> None:
    """With the scheme they are from, and the final size."""
    assert is_stale(size)
    assert all(word in explain(size) for word in (*words, f"{size:,} B", "Remedy"))


@pytest.mark.parametrize(
    ("size", "words"),
    [
        (6586, "6,586 B is 3,293 B as hex"),
        (4392, "4,392 B is 3,293 B as base64."),
        (4391, "as base64url"),
        (6128, "6,128 B is 4,595 B as base64."),
    ],
)
def test_their_texts_are_recognised_too(size: int, words: str) -> None:
    """A column made for base64 of a stale size is too short."""
    assert words in explain(size)
    assert "plan with" in explain(size)


def test_falcon_s_overheads_are_no_signatures() -> None:
    """690 and 1330 are from api.h."""
    assert "752 B" in explain(690)
    assert "1,462 B" in explain(1330)


@pytest.mark.parametrize("size", [0, 64, 2420, 3294, 4412, 666, 14_600])
def test_other_sizes_are_not(size: int) -> None:
    """They have nothing to explain."""
    assert not is_stale(size)
    assert explain(size) == ""


def test_no_size_of_the_catalogue_is_stale() -> None:
    """Final standards have final sizes."""
    for each in catalogue():
        assert not is_stale(each.sizes.signature)
        assert not is_stale(each.sizes.signature_max)


def test_a_signature_with_its_message_attached_is_recognised() -> None:
    """3,342 bytes are ML-DSA-65 and a message of 33 bytes."""
    assert attached(3342, [17, 33]) == (
        "3,342 B is a signature of ml-dsa-65, 3,309 B, with the message of 33 B attached. "
        "Remedy: count the signature alone."
    )
    assert attached(3342, [17]) == ""
    assert attached(3309, [0]) == ""
