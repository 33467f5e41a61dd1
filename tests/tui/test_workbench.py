import asyncio
from collections.abc import Callable, Collection, Iterator, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path

import pytest

from sigtui.algorithms import catalogue, find
from sigtui.bench import protocol
from sigtui.bench.process import Worker
from sigtui.bench.worker import Server
from sigtui.board import EMPTY, Board
from sigtui.cells import State
from sigtui.draft import Draft
from sigtui.errors import FileError, WorkerError
from sigtui.events import Event, SliceMeasured
from sigtui.files.preset import read_preset, write_preset
from sigtui.machine import Machine
from sigtui.model import Choice, Message, Mode, Operation, Preset, Skipped, View
from sigtui.providers import Entry
from sigtui.session import CaseStatus
from sigtui.tui.workbench import Document, Workbench
from tests.fakes import FakeClock, FakeMechanism, FakeWorker, always, registry, timed
from tests.lab import instant_spin

P256, ED25519, ML_DSA = find("ecdsa-p256-sha256"), find("ed25519"), find("ml-dsa-44")
MACHINE = Machine(os="Linux", python="CPython 3.13.1", cpu="a CPU")
SIGN_A = View(Operation.SIGN, Mode.REUSED_KEY, "a")
SIGN_B, VERIFY_A = replace(SIGN_A, message="b"), replace(SIGN_A, operation=Operation.VERIFY)

EVERYTHING = [each.id for each in catalogue()]


@pytest.fixture(autouse=True)
def _here(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Find the same machine everywhere, and spin without time."""
    monkeypatch.setattr("sigtui.machine.inspect", lambda: MACHINE)
    with instant_spin():
        yield


def message(name: str, text: str = "x") -> Message:
    """Return a text message."""
    return Message(name, text.encode(), {"text": text})


PRESET = Preset(
    title="Three",
    baseline=P256.id,
    choices=(Choice(P256), Choice(ED25519), Choice(ML_DSA)),
    messages=(message("a"), message("b", "yy")),
    operations=(Operation.SIGN, Operation.VERIFY),
    modes=(Mode.REUSED_KEY,),
)


@dataclass(slots=True)
class Library:
    """Workers whose providers have what they are given, by provider and algorithm; ``gone`` ones don't come up."""

    providers: Mapping[str, Collection[str]]
    gone: bool = False
    clock: FakeClock = field(default_factory=FakeClock)
    workers: list[FakeWorker] = field(default_factory=list)

    def __call__(self) -> Worker:
        """Spawn a worker."""
        registries: dict[str, Entry] = {}
        for name, has in self.providers.items():
            mechanisms = {each: FakeMechanism(self.clock, sign=always(1_000_000)) for each in has}
            registries |= registry(mechanisms, name)
        server = Server(registries, self.clock)
        self.workers.append(Stillborn(server) if self.gone else FakeWorker(server))
        return self.workers[-1]

    @property
    def tried(self) -> list[str]:
        """The ids of all algorithms that were tried so far."""
        sent = [each for worker in self.workers for each in worker.sent]
        return [name for each in sent if isinstance(each, protocol.Discover) for name in each.algorithms]


class Stillborn(FakeWorker):
    """A worker that does not come up."""

    async def start(self) -> protocol.Hello:
        """Refuse."""
        raise WorkerError("too many processes")


@dataclass(slots=True)
class Shop:
    """A workbench, its workers, and how often it said that something changed."""

    workbench: Workbench
    library: Library
    changes: list[None]
    events: list[Event]

    def edit(self, change: Callable[[Draft], Draft]) -> None:
        """Change the draft."""
        self.workbench.edit(change(self.workbench.draft))

    def board(self, previous: Board = EMPTY) -> Board:
        """Return what is shown."""
        return self.workbench.board(previous)

    def look(self, everything: bool = False) -> None:
        """Find out what there is, of the whole catalogue if that is asked for."""
        asyncio.run(self.workbench.look())
        if everything:
            asyncio.run(self.workbench.look_at_all())

    def run(self, slices: int | None = None) -> None:
        """Measure to the end, or so many slices."""
        self.workbench.desk.start()
        self.events.clear()

        async def main() -> None:
            async with asyncio.timeout(60):
                task = asyncio.create_task(self.workbench.desk.drive())
                while not task.done():
                    await asyncio.sleep(0)
                    if slices is not None and len(self.slices) >= slices:
                        self.workbench.desk.stop()
                await task

        asyncio.run(main())

    @property
    def slices(self) -> list[SliceMeasured]:
        """The slices of the last run."""
        return [event for event in self.events if isinstance(event, SliceMeasured)]


def shop(document: Document | None = None, library: Library | None = None, preset: Preset = PRESET) -> Shop:
    """Return a workbench on a document, by default one with a preset and no file, on a library of everything."""
    library = library or Library({"cryptography": EVERYTHING})
    changes: list[None] = []
    events: list[Event] = []
    workbench = Workbench(
        document or Document(Draft.of(preset)),
        tell=events.append,
        changed=lambda: changes.append(None),
        seed=7,
        spawn=library,
    )
    changes.clear()
    return Shop(workbench, library, changes, events)


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """Return the file of the preset."""
    path = tmp_path / "three.toml"
    write_preset(path, PRESET)
    return path


def opened(path: Path) -> Shop:
    """Return a workbench on a file."""
    preset = read_preset(path)
    return shop(Document(Draft.of(preset), path, preset))


def without_ed25519(draft: Draft) -> Draft:
    """Untick an algorithm."""
    return draft.untick(ED25519.id)


# The document.


def test_a_document_is_dirty_while_it_says_what_its_file_does_not(file: Path) -> None:
    """An edit makes it so, taking it back by u or by hand makes it clean."""
    made = opened(file)
    assert not made.workbench.document.dirty
    assert made.workbench.document.name == "three.toml"
    made.edit(without_ed25519)
    assert made.workbench.document.dirty
    assert made.workbench.undo()
    assert not made.workbench.document.dirty
    made.edit(without_ed25519)
    made.edit(lambda draft: draft.tick(ED25519))
    assert not made.workbench.document.dirty


def test_a_document_without_a_file_is_dirty_and_goes_by_its_title() -> None:
    """Nothing holds what it says."""
    made = shop()
    assert made.workbench.document.dirty
    assert made.workbench.document.name == "Three"


def test_an_edit_that_changes_nothing_is_none(file: Path) -> None:
    """There is nothing to undo, and nobody is told."""
    made = opened(file)
    made.edit(lambda draft: replace(draft))
    assert not made.workbench.undo()
    assert not made.changes


def test_every_change_is_told(file: Path) -> None:
    """Once each: edit, undo, save, open and another view."""
    made = opened(file)
    changes: tuple[Callable[[], object], ...] = (
        lambda: made.edit(without_ed25519),
        made.workbench.undo,
        lambda: made.workbench.save(file),
        lambda: made.workbench.open(file),
        lambda: made.workbench.show(VERIFY_A),
    )
    for number, change in enumerate(changes, 1):
        change()
        assert len(made.changes) == number


def test_saving_writes_what_is_ticked_and_makes_it_clean(file: Path) -> None:
    """What is read back is the same draft."""
    made = opened(file)
    made.edit(without_ed25519)
    made.edit(lambda draft: draft.toggle_message("b").toggle_mark(P256.id))
    draft = made.workbench.draft
    made.workbench.save(file)
    assert not made.workbench.document.dirty
    assert read_preset(file) == draft.preset()
    shown = made.workbench.draft
    for part in ("choices", "ticked", "operations", "modes", "marks", "effort", "effective_baseline"):
        assert getattr(shown, part) == getattr(draft, part)


def test_a_saved_file_stays_saved_whatever_is_undone(file: Path) -> None:
    """What is undone after it is not in the file; back to what was saved is clean."""
    made = opened(file)
    made.edit(without_ed25519)
    made.workbench.save(file)
    assert made.workbench.undo()
    assert made.workbench.document.dirty
    assert made.workbench.document.saved == read_preset(file)
    made.edit(without_ed25519)
    assert not made.workbench.document.dirty


def test_editing_back_to_what_was_saved_is_clean(file: Path, tmp_path: Path) -> None:
    """Order of ticking, effort and messages included, in the file that it was saved to last."""
    made = shop()
    made.workbench.save(tmp_path / "first.toml")
    made.edit(without_ed25519)
    made.edit(lambda draft: draft.toggle_operation(Operation.KEYGEN))
    made.workbench.save(tmp_path / "second.toml")
    assert made.workbench.document.name == "second.toml"
    back: tuple[Callable[[Draft], Draft], ...] = (
        lambda draft: draft.tick(ED25519),
        lambda draft: draft.toggle_message("a"),
        lambda draft: draft.toggle_mode(Mode.LOAD_KEY),
        lambda draft: draft.toggle_mode(Mode.LOAD_KEY),
        lambda draft: draft.toggle_message("a"),
        without_ed25519,
    )
    for change in back:
        made.edit(change)
        assert made.workbench.document.dirty is (change is not back[-1])


def test_what_is_undone_after_saving_elsewhere_stays_with_that_file(file: Path, tmp_path: Path) -> None:
    """S after u writes the file that was saved last, not the one that the preset came from."""
    made = opened(file)
    made.edit(without_ed25519)
    there = tmp_path / "mine.toml"
    made.workbench.save(there)
    made.edit(lambda draft: draft.toggle_message("b"))
    for _ in range(2):
        assert made.workbench.undo()
        assert made.workbench.document.path == there
        assert made.workbench.document.saved == read_preset(there)
    assert made.workbench.draft.preset() == PRESET
    assert made.workbench.document.dirty
    assert not made.workbench.undo()
    assert read_preset(file) == PRESET


def test_saving_elsewhere_keeps_the_files_of_messages(file: Path, tmp_path: Path) -> None:
    """What is written opens, figures stay, and so it is with what is undone afterwards and saved there."""
    (file.parent / "body.bin").write_bytes(b"\0body")
    body = Message("body", b"\0body", {"file": "body.bin"})
    write_preset(file, replace(PRESET, messages=(*PRESET.messages, body)))
    made = opened(file)
    made.edit(without_ed25519)
    there = tmp_path / "elsewhere" / "mine.toml"
    there.parent.mkdir()
    made.workbench.save(there)
    assert read_preset(there).messages[-1].data == b"\0body"
    assert not made.workbench.document.dirty
    assert made.workbench.undo()
    made.workbench.save(there)
    assert read_preset(there).messages[-1].data == b"\0body"
    assert len(read_preset(there).choices) == len(PRESET.choices)
    again = file.parent / "again.toml"
    made.workbench.save(again)
    assert read_preset(again).messages[-1].source == {"file": "body.bin"}


def test_opening_another_preset_can_be_undone(file: Path, tmp_path: Path) -> None:
    """The unsaved draft is back as it was, with its own file, and so is the edit before it."""
    other = tmp_path / "other.toml"
    write_preset(other, replace(PRESET, title="Other", choices=(Choice(ML_DSA),), baseline=ML_DSA.id))
    made = opened(file)
    made.edit(without_ed25519)
    unsaved = made.workbench.draft
    made.workbench.open(other)
    assert (made.workbench.document.path, made.workbench.document.dirty) == (other, False)
    assert [case.algorithm for case in made.workbench.plan.cases] == [ML_DSA] * 4
    made.edit(lambda draft: draft.tick(ED25519))
    assert made.workbench.undo()
    assert not made.workbench.document.dirty
    assert made.workbench.undo()
    assert made.workbench.draft == unsaved
    assert (made.workbench.document.path, made.workbench.document.dirty) == (file, True)
    assert made.workbench.undo()
    assert not made.workbench.document.dirty


def test_a_file_that_was_saved_before_another_was_opened_is_clean_when_it_comes_back(
    file: Path, tmp_path: Path
) -> None:
    """Saving under another name changes which file the steps before belong to, not those of other presets."""
    other = tmp_path / "other.toml"
    write_preset(other, replace(PRESET, title="Other"))
    made = opened(file)
    made.edit(without_ed25519)
    made.workbench.open(other)
    made.edit(without_ed25519)
    made.workbench.save(tmp_path / "mine.toml")
    assert made.workbench.undo()
    assert made.workbench.document.name == "mine.toml"
    assert made.workbench.undo()
    assert (made.workbench.document.path, made.workbench.document.dirty) == (file, True)


def test_a_file_that_can_not_be_read_or_written_changes_nothing(file: Path, tmp_path: Path) -> None:
    """The draft, its file and what can be undone stay."""
    broken = tmp_path / "broken.toml"
    broken.write_text("schema = 1\nalgorithms = 5")
    made = opened(file)
    made.edit(without_ed25519)
    document, told = made.workbench.document, len(made.changes)
    refused: tuple[Callable[[], None], ...] = (
        lambda: made.workbench.open(broken),
        lambda: made.workbench.open(tmp_path / "gone.toml"),
        lambda: made.workbench.save(tmp_path / "nowhere" / "x.toml"),
    )
    for change in refused:
        with pytest.raises(FileError):
            change()
    assert made.workbench.document is document
    assert len(made.changes) == told
    assert made.workbench.undo()
    assert not made.workbench.undo()


def test_what_came_with_changes_can_be_taken_back_to_its_file(file: Path) -> None:
    """The app restores what was not saved; u takes that away, once."""
    preset = read_preset(file)
    draft = Draft.of(preset)
    made = shop(Document(without_ed25519(draft), file, preset, before=draft))
    assert made.workbench.document.dirty
    assert made.workbench.undo()
    assert made.workbench.draft == draft
    assert not made.workbench.document.dirty
    assert not made.workbench.undo()


def test_a_hundred_changes_can_be_undone() -> None:
    """And no more are kept."""
    made = shop()
    for _ in range(120):
        made.edit(lambda draft: draft.toggle_operation(Operation.KEYGEN))
    assert sum(made.workbench.undo() for _ in range(120)) == 100


def test_undoing_brings_figures_back_with_their_rows() -> None:
    """Whatever was unticked, its samples are there when it returns."""
    made = shop(preset=replace(PRESET, effort=timed(0.1)))
    made.run()
    made.edit(without_ed25519)
    assert made.workbench.undo()
    assert not made.workbench.desk.remaining
    assert all(row.result.samples for row in made.board().rows)


def test_what_was_done_last_is_undone_first() -> None:
    """A run that replaced figures is taken back before the edits that it came after, and after those it came before."""
    made = shop(preset=replace(PRESET, effort=timed(0.1)))
    made.edit(lambda draft: draft.toggle_mark(ED25519.id))
    made.run()
    old = made.workbench.desk.state
    made.run(slices=3)
    made.edit(without_ed25519)
    assert made.workbench.undo()
    assert len(made.workbench.plan.cases) == 12
    assert not all(told.collected.count for told in made.workbench.desk.state.planned)
    assert made.workbench.undo()
    assert all(told is old.cases[told.case] for told in made.workbench.desk.state.planned)
    assert made.workbench.draft.marks == (ED25519.id,)
    assert made.workbench.undo()
    assert not made.workbench.draft.marks
    assert not made.workbench.undo()


# The plan and the view.


def test_nothing_is_planned_of_what_can_not_be_measured() -> None:
    """A draft with a problem has no cases and no view."""
    made = shop()
    made.edit(lambda draft: draft.toggle_message("a").toggle_message("b"))
    assert made.workbench.draft.problem
    assert made.workbench.plan.cases == ()
    assert made.workbench.view is None
    assert made.board().rows == ()


def test_the_view_falls_back_to_the_nearest() -> None:
    """Where its message is unticked, another message of the same operation is shown, where that is, any."""
    made = shop()
    assert made.workbench.view == SIGN_A
    made.workbench.show(SIGN_B)
    assert made.workbench.view == SIGN_B
    made.edit(lambda draft: draft.toggle_message("b"))
    assert made.workbench.view == SIGN_A
    made.workbench.show(VERIFY_A)
    made.edit(lambda draft: draft.toggle_operation(Operation.VERIFY))
    assert made.workbench.view == SIGN_A
    made.workbench.show(VERIFY_A)
    assert made.workbench.view == SIGN_A


def test_the_view_comes_back_when_there_is_something_to_show_again() -> None:
    """Unticking the only message to tick another one does not lead away from verify."""
    made = shop()
    made.edit(lambda draft: draft.toggle_message("b"))
    made.workbench.show(VERIFY_A)
    made.edit(lambda draft: draft.toggle_message("a"))
    assert made.workbench.view is None
    made.edit(lambda draft: draft.toggle_message("b"))
    assert made.workbench.view == replace(VERIFY_A, message="b")


def test_the_shown_view_is_measured_first() -> None:
    """Also where it was chosen before the run."""
    made = shop()
    made.workbench.show(replace(VERIFY_A, message="b"))
    made.run(slices=6)
    assert {event.case.view for event in made.slices[:6]} == {made.workbench.view}


def test_the_time_that_remains_shrinks_with_what_was_measured() -> None:
    """Before a run it is the whole, in the middle about what is missing, at the end nothing."""
    made = shop(preset=replace(PRESET, effort=timed(0.1)))
    assert made.workbench.remaining_seconds == made.workbench.seconds > 12 * 0.1
    assert not made.workbench.measured
    made.run(slices=30)
    assert made.workbench.measured
    share = made.workbench.remaining_seconds / made.workbench.seconds
    spent = sum(told.seconds for told in made.workbench.desk.state.planned) / (12 * 0.1)
    assert 0.2 < spent < 0.8
    assert share == pytest.approx(1 - spent, abs=0.03)
    made.run()
    assert made.workbench.remaining_seconds == 0


def test_the_case_of_a_row_is_one_of_the_plan() -> None:
    """A row that was drawn before its algorithm was unticked has none any more."""
    made = shop()
    row = made.board().rows[1]
    assert made.workbench.case_of(row) is row.case
    made.edit(without_ed25519)
    assert row.case in made.workbench.desk.state.cases
    assert made.workbench.case_of(row) is None
    assert made.workbench.case_of(None) is None


# Marks.


def test_marks_and_rows_lead_to_each_other() -> None:
    """In the order of the marks, in every view; a mark of what is not ticked shows nowhere."""
    made = shop()
    made.edit(lambda draft: draft.toggle_mark(ML_DSA.id).toggle_mark(P256.id))
    board = made.board()
    assert made.workbench.marked(board) == ("ml-dsa-44@cryptography", "ecdsa-p256-sha256@cryptography")
    assert [made.workbench.choice_of(row) for row in board.rows] == list(PRESET.choices)
    made.workbench.show(VERIFY_A)
    assert made.workbench.marked(made.board()) == made.workbench.marked(board)
    made.edit(lambda draft: draft.untick(ML_DSA.id))
    assert made.workbench.marked(made.board()) == ("ecdsa-p256-sha256@cryptography",)


@pytest.fixture
def two_providers(monkeypatch: pytest.MonkeyPatch) -> Library:
    """Let there be a second provider, which has two of the algorithms; the first lacks one of them."""
    names = ("cryptography", "other")
    for place in ("sigtui.bench.discovery", "sigtui.tui.workbench"):
        monkeypatch.setattr(f"{place}.names", lambda: names)
    return Library({"cryptography": (P256.id, ED25519.id), "other": (ED25519.id, ML_DSA.id)})


NAMED = (Choice(P256), Choice(ED25519), Choice(ED25519, "other"), Choice(ML_DSA))


@pytest.mark.parametrize("looked", [False, True])
def test_marks_name_the_row_of_their_provider(two_providers: Library, looked: bool) -> None:
    """A choice with a provider is its row, one without is the row of the first that can do it."""
    made = shop(library=two_providers, preset=replace(PRESET, choices=NAMED))
    if looked:
        made.look()
    ml_dsa = "ml-dsa-44@other" if looked else "ml-dsa-44@cryptography"
    keys = ["ecdsa-p256-sha256@cryptography", "ed25519@cryptography", "ed25519@other", ml_dsa]
    board = made.board()
    assert [row.key for row in board.rows] == keys
    assert board.several_providers
    assert [made.workbench.choice_of(row) for row in board.rows] == list(NAMED)
    for mark, key in zip(("ecdsa-p256-sha256", "ed25519", "ed25519@other", "ml-dsa-44"), keys, strict=True):
        made.edit(lambda draft, mark=mark: draft.toggle_mark(mark))  # type: ignore[misc] # the mark of this round
        assert made.workbench.marked(made.board()) == (key,)
        made.edit(lambda draft, mark=mark: draft.toggle_mark(mark))  # type: ignore[misc] # and takes it away


def test_one_row_behind_two_choices_is_marked_once(two_providers: Library) -> None:
    """The same provider, once by name and once as the first: the mark that is there can be taken away."""
    both = (Choice(P256), Choice(P256, "cryptography"))
    made = shop(library=two_providers, preset=replace(PRESET, choices=both))
    assert [row.key for row in made.board().rows if row.case] == ["ecdsa-p256-sha256@cryptography"]
    made.edit(lambda draft: draft.toggle_mark("ecdsa-p256-sha256@cryptography"))
    row = made.board().rows[0]
    assert made.workbench.marked(made.board()) == (row.key,)
    assert made.workbench.choice_of(row) == both[1]
    made.edit(lambda draft: draft.toggle_mark("ecdsa-p256-sha256"))
    assert made.workbench.marked(made.board()) == (row.key,)


def test_a_row_that_can_not_be_measured_has_no_choice_and_no_mark() -> None:
    """Its mark waits in the draft for the day that it can."""
    made = shop(library=Library({"cryptography": [P256.id]}))
    made.edit(lambda draft: draft.toggle_mark(ED25519.id))
    made.look()
    board = made.board()
    assert [made.workbench.choice_of(row) for row in board.rows[1:]] == [None, None]
    assert made.workbench.marked(board) == ()
    assert made.workbench.draft.effective_marks == (ED25519.id,)


# What this machine can do.


def test_everything_is_taken_as_available_until_it_was_tried() -> None:
    """Nobody waits for the look to see a table; afterwards the row says what is missing."""
    made = shop(library=Library({"cryptography": [P256.id, ED25519.id]}))
    assert made.workbench.providers is None
    assert len(made.workbench.plan.cases) == 12
    assert [row.state for row in made.board().rows] == [State.IDLE] * 3
    made.look()
    assert made.library.tried == [P256.id, ED25519.id, ML_DSA.id]
    assert len(made.workbench.plan.cases) == 8
    assert made.workbench.plan.skipped == (Skipped("ml-dsa-44", "cryptography: fake has no ml-dsa-44"),)
    last = made.board().rows[-1]
    assert (last.key, last.state, last.result.error) == (
        "ml-dsa-44",
        State.UNAVAILABLE,
        "cryptography: fake has no ml-dsa-44",
    )
    assert made.changes


def test_what_is_ticked_later_is_available_until_it_was_tried() -> None:
    """The look at the whole catalogue tries every algorithm once, and corrects the plan."""
    made = shop(library=Library({"cryptography": [P256.id, ED25519.id, ML_DSA.id]}))
    made.look()
    made.edit(lambda draft: draft.tick(find("ed448")))
    assert len(made.workbench.plan.cases) == 16
    made.look(everything=True)
    assert len(made.workbench.plan.cases) == 12
    assert made.workbench.plan.skipped == (Skipped("ed448", "cryptography: fake has no ed448"),)
    assert sorted(made.library.tried) == sorted(EVERYTHING)
    assert made.workbench.providers is not None
    (info,) = made.workbench.providers
    assert sorted(each.algorithm for each in info.support) == sorted(EVERYTHING)
    made.look(everything=True)
    assert len(made.library.tried) == len(EVERYTHING)


def test_where_no_worker_comes_up_every_row_says_so() -> None:
    """The provider is unavailable, and is asked again at the next look."""
    made = shop(library=Library({"cryptography": EVERYTHING}, gone=True))
    made.look()
    assert made.workbench.plan.cases == ()
    assert [row.result.error for row in made.board().rows] == ["cryptography: too many processes"] * 3
    assert made.workbench.view is None
    made.library.gone = False
    made.look()
    assert len(made.workbench.plan.cases) == 12
    assert made.workbench.view == SIGN_A


def test_a_provider_that_lacks_one_leaves_it_to_the_next(two_providers: Library) -> None:
    """Before the look it is the first one's; figures of what can't be measured are never made."""
    made = shop(library=two_providers)
    assert {case.provider for case in made.workbench.plan.cases} == {"cryptography"}
    made.look()
    doing = {case.algorithm.id: case.provider for case in made.workbench.plan.cases}
    assert doing == {P256.id: "cryptography", ED25519.id: "cryptography", ML_DSA.id: "other"}
    assert made.workbench.plan.skipped == ()


def test_a_run_before_the_look_fails_what_is_not_there() -> None:
    """Its row says the library's own reason, the others have figures; the look then makes it unavailable."""
    made = shop(
        library=Library({"cryptography": [P256.id, ED25519.id]}), preset=replace(PRESET, effort=timed(0.05))
    )
    made.run()
    states = {told.case.algorithm.id: told.status for told in made.workbench.desk.state.planned}
    assert states == {
        P256.id: CaseStatus.FINISHED,
        ED25519.id: CaseStatus.FINISHED,
        ML_DSA.id: CaseStatus.FAILED,
    }
    made.look()
    assert [row.state for row in made.board().rows] == [State.FINISHED, State.FINISHED, State.UNAVAILABLE]


# Evidence.


def test_the_evidence_carries_the_machine_and_its_providers() -> None:
    """Before the look it has neither; after it so have the board's maker and the snapshot."""
    made = shop(preset=replace(PRESET, effort=timed(0.05)))
    assert made.workbench.machine is None
    assert made.workbench.evidence.machine == {}
    made.look()
    machine = made.workbench.evidence.machine
    assert machine["cpu"] == "a CPU"
    assert machine["providers"] == {"cryptography": {"fake": "1.0"}}
    assert made.workbench.recorder.evidence == made.workbench.evidence
    made.run()
    snapshot = made.workbench.snapshot()
    assert snapshot.machine == machine
    assert snapshot.method["seed"] == 7
    assert len(snapshot.results) == 12
    assert all(result.samples for result in snapshot.results)


def test_the_evidence_is_of_what_is_ticked_now() -> None:
    """An edit changes the preset that figures are kept with."""
    made = shop()
    made.edit(lambda draft: draft.with_title("Mine"))
    assert made.workbench.recorder.evidence.preset.title == "Mine"
    assert made.workbench.undo()
    assert made.workbench.recorder.evidence.preset == made.workbench.draft.preset()


def test_a_second_look_renews_what_is_known_of_the_machine(monkeypatch: pytest.MonkeyPatch) -> None:
    """Its load was another when the app was opened; no algorithm is tried again for that."""
    made = shop()
    made.look()
    tried, changes = len(made.library.tried), len(made.changes)
    monkeypatch.setattr("sigtui.machine.inspect", lambda: replace(MACHINE, load=5.0))
    made.look()
    assert made.workbench.machine is not None
    assert made.workbench.machine["load"] == 5.0
    assert made.workbench.recorder.evidence.machine["load"] == 5.0
    assert len(made.changes) > changes
    assert len(made.library.tried) == tried
