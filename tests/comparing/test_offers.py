from dataclasses import replace

from sigtui.comparing.offers import (
    ALGORITHMS,
    FRESH_KEYS,
    MESSAGES,
    PREMIUM,
    PROVIDERS,
    SNAPSHOTS,
    offers,
)
from sigtui.files.preset import read_preset
from sigtui.files.store import shipped_presets
from sigtui.model import Comparison, Mode, Operation, Varying, View

PRESET = read_preset(shipped_presets() / "rfc9421.toml")
VIEW = View(Operation.SIGN, Mode.SINGLE_SHOT, "block")


def titled(title: str, *marked: str, view: View | None = VIEW) -> Comparison:
    """Return the offered comparison with a title."""
    (found,) = [each for each in offers(PRESET, view, marked) if each.title == title]
    return found


def test_the_usual_questions_are_offered() -> None:
    """Algorithms, fresh keys, sizes, providers, and the post-quantum premium where both kinds are there."""
    titles = [each.title for each in offers(PRESET, VIEW, ())]
    assert titles == [ALGORITHMS, FRESH_KEYS, MESSAGES, PROVIDERS, PREMIUM]
    classical = replace(PRESET, choices=tuple(c for c in PRESET.choices if not c.algorithm.quantum_safe))
    assert PREMIUM not in [each.title for each in offers(classical, VIEW, ())]


def test_they_are_about_what_was_looked_at() -> None:
    """The mode and the message of the table; without one, the preset's first."""
    assert (titled(ALGORITHMS).modes, titled(ALGORITHMS).messages) == ((Mode.SINGLE_SHOT,), ("block",))
    first = titled(ALGORITHMS, view=None)
    assert (first.modes, first.messages) == (PRESET.modes[:1], ("property",))


def test_marked_algorithms_are_compared() -> None:
    """Two or more of them; one alone is what the other questions are about."""
    assert titled(ALGORITHMS, "ed25519", "ml-dsa-44").algorithms == ("ed25519", "ml-dsa-44")
    assert titled(ALGORITHMS, "ed25519", "ml-dsa-44").baseline == "ed25519"
    both = titled(ALGORITHMS, "ed25519", "ecdsa-p256-sha256")
    assert both.baseline == "ecdsa-p256-sha256"
    assert both.algorithms == ("ecdsa-p256-sha256", "ed25519")
    assert titled(FRESH_KEYS, "ed25519").algorithms == ("ed25519",)
    assert titled(ALGORITHMS, "ed25519").algorithms == ()


def test_the_premium_is_classical_against_quantum_safe() -> None:
    """The baseline first, and no shared secret among them."""
    assert titled(PREMIUM).algorithms == ("ecdsa-p256-sha256", "ml-dsa-44")


def test_the_presets_own_comparisons_come_first() -> None:
    """And snapshots that were put beside the run before the usual questions."""
    mine = Comparison("mine", Varying.MODES)
    found = offers(replace(PRESET, comparisons=(mine,)), VIEW, (), ("dotnet11-linux",))
    assert found[0] == mine
    assert found[1] == Comparison(SNAPSHOTS, Varying.SNAPSHOTS, snapshots=("dotnet11-linux",))
