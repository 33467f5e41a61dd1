from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from sigtui.algorithms import catalogue, find
from sigtui.bench.plan import make_plan
from sigtui.draft import Draft
from sigtui.errors import FileError, UsageError
from sigtui.files.opening import MOST_MARKS, mark_of
from sigtui.files.preset import parse_preset, read_preset, render_preset
from sigtui.files.store import shipped_presets
from sigtui.model import EFFORTS, Choice, Message, Mode, Opening, Operation, Preset, ProviderInfo, Support
from tests.files.test_preset import NAMES, TEXTS, presets

HERE = Path()
KEYGEN, SIGN, VERIFY = Operation.KEYGEN, Operation.SIGN, Operation.VERIFY
REUSED, SINGLE, LOAD = Mode.REUSED_KEY, Mode.SINGLE_SHOT, Mode.LOAD_KEY
ABLE = [ProviderInfo("cryptography", True, support=tuple(Support(each.id, True) for each in catalogue()))]


def message(name: str, text: str = "x") -> Message:
    """Return a text message."""
    return Message(name, text.encode(), {"text": text})


def preset(*ids: str) -> Preset:
    """Return a preset of these algorithms, two messages, three operations and two modes, all ticked."""
    choices = tuple(Choice(find(name)) for name in ids or ("ml-dsa-44", "ed25519", "hmac-sha256"))
    return Preset(
        title="t",
        baseline=choices[-1].algorithm.id,
        choices=choices,
        messages=(message("a"), message("b")),
        operations=(VERIFY, KEYGEN, SIGN),
        modes=(SINGLE, REUSED),
    )


def draft(*ids: str) -> Draft:
    """Return the draft of such a preset."""
    return Draft.of(preset(*ids))


def ids(changed: Draft) -> list[str]:
    """Return the ids of the ticked algorithms."""
    return [choice.algorithm.id for choice in changed.choices]


def opening(changed: Draft) -> Opening:
    """Return what the saved preset says of the app."""
    said = changed.preset().opening
    assert said is not None
    return said


@settings(deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(presets())
def test_a_draft_without_changes_is_its_preset(given_preset: Preset) -> None:
    """Nothing that a preset says gets lost by opening it, and all that it says can be saved."""
    opened = Draft.of(given_preset)
    assert opened.preset() == given_preset
    assert opened.unsavable is None


def names_of(changed: Draft) -> st.SearchStrategy[str]:
    """Draw the name of a message, or one of none."""
    return st.sampled_from([*(each.name for each in changed.messages), "no such message"])


MESSAGES = st.builds(message, NAMES | st.sampled_from(["a", "b"]), TEXTS)

CHANGES: tuple[Callable[[Draft, st.DataObject], Draft], ...] = (
    lambda draft, data: draft.tick(
        data.draw(st.sampled_from([*(each.algorithm for each in draft.origin.choices), *catalogue()])),
        data.draw(st.sampled_from([None, "cryptography"])),
    ),
    lambda draft, data: draft.untick(
        data.draw(st.sampled_from([*ids(draft), "ed25519"])),
        data.draw(st.sampled_from([None, "cryptography"])),
    ),
    lambda draft, data: draft.toggle_operation(data.draw(st.sampled_from(Operation))),
    lambda draft, data: draft.toggle_mode(data.draw(st.sampled_from(Mode))),
    lambda draft, data: draft.toggle_message(data.draw(names_of(draft))),
    lambda draft, data: draft.remove_message(data.draw(names_of(draft))),
    lambda draft, data: draft.duplicate_message(data.draw(names_of(draft))),
    lambda draft, data: draft.add_message(data.draw(MESSAGES)),
    lambda draft, data: draft.replace_message(data.draw(names_of(draft)), data.draw(MESSAGES)),
    lambda draft, data: draft.toggle_mark(
        data.draw(st.sampled_from([*map(mark_of, draft.choices), *draft.marks, "ed25519"]))
    ),
    lambda draft, data: draft.with_title(data.draw(TEXTS)),
    lambda draft, data: draft.with_effort(data.draw(st.sampled_from(list(EFFORTS.values())))),
    lambda draft, data: draft.with_baseline(data.draw(st.sampled_from([*ids(draft), "ed25519"]))),
)


def changed_at_random(start: Preset, data: st.DataObject) -> Draft:
    """Return the draft of a preset after some changes; one that is refused changes nothing."""
    changed = Draft.of(start)
    for change in data.draw(st.lists(st.sampled_from(CHANGES), max_size=12)):
        try:
            changed = change(changed, data)
        except UsageError as error:
            assert str(error)
        check(changed)
    return changed


def check(changed: Draft) -> None:
    """Hold what is true of every draft."""
    rows = [mark_of(choice) for choice in changed.choices]
    before = [mark_of(choice) for choice in changed.origin.choices]
    added = [row for row in rows if row not in before]
    order = [algorithm.id for algorithm in catalogue()]
    assert len(set(rows)) == len(rows)
    assert rows == [row for row in before if row in rows] + added
    assert added == sorted(added, key=lambda row: (order.index(row.partition("@")[0]), row))
    names = [each.name for each in changed.messages]
    assert len(set(names)) == len(names)
    assert list(changed.ticked) == [name for name in names if name in changed.ticked]
    assert changed.operations == tuple(each for each in Operation if each in changed.operations)
    assert changed.modes == tuple(each for each in Mode if each in changed.modes)
    assert len(set(changed.marks)) == len(changed.marks) <= MOST_MARKS
    assert set(changed.effective_marks) <= set(rows)
    assert changed.effective_baseline in ids(changed) or not rows
    for words in (changed.problem, changed.unsavable):
        assert words is None or words.endswith(".")


@settings(deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(presets(), st.data())
def test_any_changes_leave_a_draft_that_saves_and_measures_what_it_says(
    start: Preset, data: st.DataObject
) -> None:
    """It is unsavable where its file would be refused, and else comes back from it; its plan has cases."""
    changed = changed_at_random(start, data)
    saved = changed.preset()
    assert Draft.of(saved).preset() == saved
    if changed.unsavable is None:
        assert parse_preset(render_preset(saved), "p.toml", HERE) == saved
    else:
        with pytest.raises(FileError):
            parse_preset(render_preset(saved), "p.toml", HERE)
    measured = changed.measured()
    assert set(measured.operations) == set(changed.operations)
    assert set(measured.modes) == set(changed.modes)
    assert tuple(each.name for each in measured.messages) == changed.ticked
    assert (measured.choices, measured.opening) == (changed.choices, None)
    if changed.problem is None:
        assert make_plan(measured, ABLE).cases
        reopened = Draft.of(saved)
        assert changed.unsavable or (reopened.ticked, set(reopened.operations)) == (
            changed.ticked,
            set(changed.operations),
        )


@settings(deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(presets(), st.data())
def test_what_is_done_and_undone_leaves_the_same_preset(start: Preset, data: st.DataObject) -> None:
    """Ticking and unticking, in whichever order, ends where it began."""
    before = Draft.of(start)
    operation, mode = data.draw(st.sampled_from(Operation)), data.draw(st.sampled_from(Mode))
    choice = data.draw(st.sampled_from(start.choices))
    after = before.toggle_operation(operation).toggle_mode(mode).untick(choice.algorithm.id)
    if start.messages:
        name = data.draw(st.sampled_from(start.messages)).name
        after = after.toggle_message(name).toggle_message(name)
    after = after.tick(choice.algorithm).toggle_mode(mode).toggle_operation(operation)
    assert after.preset() == start


def test_new_algorithms_come_behind_those_of_the_preset_in_the_catalogues_order() -> None:
    """The same ticks give the same file, whatever their order."""
    changed = draft("ml-dsa-44", "ed25519").tick(find("ml-dsa-65")).tick(find("hmac-sha256"))
    assert ids(changed) == ["ml-dsa-44", "ed25519", "hmac-sha256", "ml-dsa-65"]
    again = changed.untick("hmac-sha256").untick("ml-dsa-44").tick(find("hmac-sha256"))
    assert ids(again) == ["ed25519", "hmac-sha256", "ml-dsa-65"]
    assert ids(again.tick(find("ml-dsa-44"))) == ids(changed)


def test_an_algorithm_comes_back_with_the_provider_that_the_preset_names() -> None:
    """Ticked without saying one, it is as it was; one that was never there takes the first that can."""
    named = replace(preset("ed25519"), choices=(Choice(find("ed25519"), "cryptography"),))
    opened = Draft.of(named)
    assert opened.is_ticked("ed25519")
    assert opened.is_ticked("ed25519", "cryptography")
    assert not opened.is_ticked("ed25519", "other")
    assert opened.tick(find("ed25519")) == opened
    without = opened.untick("ed25519")
    assert not without.is_ticked("ed25519")
    assert without.tick(find("ed25519")) == opened
    assert without.tick(find("ml-dsa-44")).choices == (Choice(find("ml-dsa-44")),)


def test_one_of_several_providers_can_be_unticked() -> None:
    """Providers are compared by ticking an algorithm with each of them."""
    both = draft("ed25519").tick(find("ed25519"), "one").tick(find("ed25519"), "two")
    assert [choice.provider for choice in both.choices] == [None, "one", "two"]
    assert [choice.provider for choice in both.untick("ed25519", "one").choices] == [None, "two"]
    assert both.untick("ed25519").choices == ()


def test_the_preferred_baseline_comes_back_with_its_algorithm() -> None:
    """Meanwhile the first algorithm is it."""
    opened = draft("ml-dsa-44", "ed25519")
    assert opened.effective_baseline == "ed25519"
    without = opened.untick("ed25519")
    assert (
        without.effective_baseline == without.preset().baseline == without.measured().baseline == "ml-dsa-44"
    )
    assert without.tick(find("ed25519")).effective_baseline == "ed25519"
    assert without.untick("ml-dsa-44").effective_baseline == ""
    assert opened.with_baseline("ml-dsa-44").preset().baseline == "ml-dsa-44"


def test_what_the_app_does_not_tick_stays_in_the_file_until_others_are_ticked() -> None:
    """Operations and modes each on their own; then the file has what is ticked, and the app ticks all of it."""
    little = replace(preset(), opening=Opening((SIGN,), (REUSED,), ("a", "b")))
    opened = Draft.of(little)
    assert (opened.operations, opened.modes) == ((SIGN,), (REUSED,))
    more = opened.toggle_operation(VERIFY).preset()
    assert (more.operations, more.modes) == ((SIGN, VERIFY), little.modes)
    assert more.opening == Opening((SIGN, VERIFY), (REUSED,), ("a", "b"))
    assert opened.toggle_operation(VERIFY).toggle_mode(LOAD).preset().opening is None


def test_messages_that_are_not_ticked_stay_in_the_file() -> None:
    """They are not measured, and left out of what the app ticks."""
    changed = draft().toggle_message("a")
    assert [each.name for each in changed.preset().messages] == ["a", "b"]
    assert opening(changed).messages == ("b",)
    assert [each.name for each in changed.measured().messages] == ["b"]
    assert changed.toggle_message("a").preset() == preset()


def test_an_app_block_that_says_what_holds_without_it_stays_where_it_was() -> None:
    """It goes with the first change of what is ticked or marked that makes it needless."""
    every = Opening((VERIFY, KEYGEN, SIGN), (SINGLE, REUSED), ("a", "b"))
    said = replace(preset(), opening=every)
    assert Draft.of(said).with_title("other").preset().opening == every
    marked = Draft.of(replace(said, opening=replace(every, marks=("ed25519",))))
    assert marked.toggle_mark("ed25519").preset().opening is None


def test_a_message_is_added_ticked_under_a_free_name() -> None:
    """Who adds one wants it measured; a taken name is refused with what to do."""
    changed = draft().add_message(message("c"))
    assert changed.ticked == ("a", "b", "c")
    with pytest.raises(UsageError, match="there is a message 'a' already; give this one another name"):
        changed.add_message(message("a"))


def test_a_replaced_message_keeps_its_place_and_tick() -> None:
    """Also where its name changes; to the name of another it can't."""
    changed = draft().replace_message("a", message("z", "new"))
    assert changed.messages == (message("z", "new"), message("b"))
    assert changed.ticked == ("z", "b")
    assert changed.toggle_message("z").replace_message("z", message("y")).ticked == ("b",)
    assert changed.replace_message("z", message("z")).messages[0].data == b"x"
    with pytest.raises(UsageError, match="'b' already"):
        changed.replace_message("z", message("b"))


def test_a_removed_message_is_gone_from_what_is_ticked() -> None:
    """The others stay as they are."""
    changed = draft().remove_message("a")
    assert (changed.messages, changed.ticked) == ((message("b"),), ("b",))


def test_a_copy_of_a_message_is_behind_it_under_the_next_number() -> None:
    """It is ticked as the first is; a copy of a copy counts on, and a number of its own stays."""
    twice = draft().duplicate_message("a").duplicate_message("a 2")
    assert [each.name for each in twice.messages] == ["a", "a 2", "a 3", "b"]
    assert twice.ticked == ("a", "a 2", "a 3", "b")
    assert twice.messages[2].data == b"x"
    assert draft().toggle_message("a").duplicate_message("a").ticked == ("b",)
    sized = draft().add_message(message("block 1024")).duplicate_message("block 1024")
    assert sized.messages[-1].name == "block 1024 2"


@pytest.mark.parametrize("change", ["toggle_message", "remove_message", "duplicate_message"])
def test_a_message_that_is_not_there_is_said(change: str) -> None:
    """With the nearest name, and all there are."""
    long = draft().add_message(message("properties"))
    with pytest.raises(UsageError, match="no message 'propertis'; did you mean 'properties'"):
        getattr(long, change)("propertis")
    with pytest.raises(UsageError, match="no message 'propertis'"):
        long.replace_message("propertis", message("n"))


SEVEN = tuple(algorithm.id for algorithm in catalogue()[:7])


def test_six_rows_can_be_marked() -> None:
    """A seventh is refused with what to do; marks keep the order in which they were set."""
    marked = draft(*SEVEN)
    for name in reversed(SEVEN[1:]):
        marked = marked.toggle_mark(name)
    assert opening(marked).marks == tuple(reversed(SEVEN[1:]))
    with pytest.raises(UsageError, match="6 rows are marked, and the histogram overlays no more; unmark one"):
        marked.toggle_mark(SEVEN[0])
    assert marked.toggle_mark(SEVEN[1]).toggle_mark(SEVEN[0]).marks[-1] == SEVEN[0]


def test_a_mark_comes_back_with_its_algorithm() -> None:
    """Meanwhile it is not saved, and makes room for another where there are six."""
    marked = draft(*SEVEN)
    for name in SEVEN[1:]:
        marked = marked.toggle_mark(name)
    without = marked.untick(SEVEN[3])
    assert SEVEN[3] not in opening(without).marks
    assert without.tick(find(SEVEN[3])).preset() == marked.preset()
    more = without.toggle_mark(SEVEN[0])
    assert set(more.effective_marks) == {*SEVEN} - {SEVEN[3]}
    assert more.tick(find(SEVEN[3])).effective_marks == more.effective_marks


def test_only_ticked_rows_are_marked() -> None:
    """What is not there can't be overlaid."""
    with pytest.raises(UsageError, match="'ml-dsa-65' is not ticked; tick it, then mark it"):
        draft().toggle_mark("ml-dsa-65")


def without_modes(changed: Draft) -> Draft:
    """Untick all modes."""
    for mode in changed.modes:
        changed = changed.toggle_mode(mode)
    return changed


def only(changed: Draft, *operations: Operation) -> Draft:
    """Tick these operations and no others."""
    return replace(changed, operations=operations)


@pytest.mark.parametrize(
    ("changed", "problem", "savable"),
    [
        (draft("ed25519").untick("ed25519"), "No algorithm is ticked. Tick at least one.", False),
        (only(draft()), "No operation is ticked. Tick at least one, such as sign.", False),
        (without_modes(draft()), "No mode is ticked: only keygen goes without one. Tick at least", False),
        (without_modes(only(draft(), KEYGEN)), None, False),
        (draft().toggle_message("a").toggle_message("b"), "No message is ticked: only keygen goes", False),
        (draft().remove_message("a").remove_message("b"), "There is no message: only keygen goes", False),
        (only(draft(), KEYGEN).toggle_message("a").toggle_message("b"), None, True),
        (only(draft(), KEYGEN).remove_message("a").remove_message("b"), None, True),
        (only(draft(), VERIFY).toggle_mode(REUSED), "single-shot is for sign, which is not ticked.", False),
        (only(draft(), KEYGEN, VERIFY).toggle_mode(REUSED), None, True),
        (draft(), None, True),
    ],
)
def test_what_can_not_be_measured_or_saved_is_said(
    changed: Draft, problem: str | None, savable: bool
) -> None:
    """In words with the next step; only keygen goes without modes and messages, and a file needs a mode."""
    assert changed.problem == problem or (problem and (changed.problem or "").startswith(problem))
    assert (changed.unsavable is None) == savable
    if problem and not savable:
        assert changed.unsavable == changed.problem


def test_a_draft_that_can_not_be_measured_is_saved_where_its_file_is_valid() -> None:
    """The preset can do more than what is ticked of it; opened again, it says its problem again."""
    ticked = Draft.of(replace(preset(), opening=Opening((VERIFY,), (REUSED,), ("a",))))
    changed = ticked.toggle_mode(SINGLE).toggle_mode(REUSED)
    assert changed.preset().operations == preset().operations
    assert changed.problem == "single-shot is for sign, which is not ticked. Tick sign, or another mode."
    assert changed.unsavable is None
    assert Draft.of(changed.preset()).problem == changed.problem


def test_the_last_message_can_go_where_keygen_alone_is_ticked() -> None:
    """The operations that the file had besides need one, so that they go with it."""
    opened = Draft.of(replace(preset(), opening=Opening((KEYGEN,), (REUSED,), ("a",))))
    assert opened.remove_message("a").preset().operations == preset().operations
    without = opened.remove_message("a").remove_message("b")
    assert without.unsavable is None
    assert without.preset().operations == (KEYGEN,)


def test_a_title_is_made_printable() -> None:
    """A file refuses an empty one, and control characters."""
    assert draft().with_title(" a\tb ").title == "a\N{REPLACEMENT CHARACTER}b"
    assert draft().with_title(" ").preset().title == "untitled"


def test_the_effort_is_saved() -> None:
    """It is measured with it too."""
    changed = draft().with_effort(EFFORTS["long"])
    assert changed.preset().effort is changed.measured().effort is EFFORTS["long"]


def test_the_first_preset_opens_with_fourteen_cases() -> None:
    """The app measures little, and the file keeps everything."""
    opened = Draft.of(read_preset(shipped_presets() / "rfc9421.toml"))
    assert len(make_plan(opened.measured(), ABLE).cases) == 14
    assert KEYGEN in opened.preset().operations
