import asyncio
import re
from pathlib import Path

from textual.widgets._toast import Toast

from sigtui.algorithms import find
from sigtui.bench import protocol
from sigtui.cells import State
from sigtui.draft import Draft
from sigtui.model import EFFORTS, Mode, Operation
from sigtui.session import CaseStatus
from sigtui.tui.screens.explore.screen import Explore
from sigtui.tui.widgets.status import Status
from tests.tui.stage import ABSENT, Stage, fleet, only, picture, shipped, staged

SEVEN = tuple(choice.algorithm.id for choice in shipped().draft.choices)


def figures(stage: Stage) -> dict[str, int]:
    """Return how many samples each algorithm's case of the shown view has."""
    cases = stage.workbench.desk.state.cases
    return {
        case.algorithm.id: told.collected.count
        for case, told in cases.items()
        if case.view == stage.workbench.view
    }


def small(*names: str) -> list[str]:
    """Return the algorithms of the shipped preset but for these."""
    return [name for name in SEVEN if name not in names]


def test_every_row_of_the_shown_view_has_figures_first(tmp_path: Path) -> None:
    """After one round of the shown view all its rows have figures, and no other view has begun."""

    async def main() -> None:
        async with staged(tmp_path) as stage:
            await stage.press("v")
            await stage.fresh()
            assert stage.title.startswith("VERIFY")
            await stage.run_to(7)
            await stage.fresh()
            assert all(figures(stage).values())
            assert all(row.state is State.MEASURING for row in stage.board.rows)
            others = [
                told
                for case, told in stage.workbench.desk.state.cases.items()
                if case.operation is Operation.SIGN
            ]
            assert all(told.status is CaseStatus.WAITING for told in others)
            assert "not measured" not in stage.line("ed25519")
            stage.gate.shut()
            await stage.press("v")
            stage.gate.let(14)  # a round that has begun is finished
            await stage.until(lambda: all(figures(stage).values()), "figures of the view that is shown now")

    asyncio.run(main())


def test_a_row_has_all_its_figures(tmp_path: Path) -> None:
    """Median, mean with its error, p99, rate, ratio with its interval, bytes, rounds, and how sure it is."""

    async def main() -> None:
        async with staged(tmp_path, (200, 60)) as stage:
            await stage.run_through()
            head = stage.results.render_line(0).text.split()
            assert " ".join(head) == (
                "algorithm n median µs ▴mean ±99.9% µs sure p99 µs /s·core × base (99.9%) sig B rounds"
            )
            base = stage.line("ecdsa-p256-sha256")
            assert base.split()[:2] == ["=✓", "ecdsa-p256-sha256"]
            assert "baseline" in base and "9.99 k" in base and "▁▁▁" in base
            signed = stage.line("ed25519")
            assert signed.split()[:2] == ["✓", "ed25519"]
            assert "1.05" in signed and "1.05–1.05" in signed and "64" in signed
            retried = stage.line("ml-dsa-44")
            assert "±" in retried
            assert "k=" in stage.line("hmac-sha256") and "†" in stage.line("hmac-sha256")
            assert [row.result.algorithm for row in stage.board.rows] == [
                "hmac-sha256",
                "ecdsa-p256-sha256",
                "ed25519",
                "ecdsa-p384-sha384",
                "ml-dsa-44",
                "rsa-2048-pkcs1v15-sha256",
                "rsa-2048-pss-sha512",
            ]
            await stage.highlight("rsa-2048-pss-sha512")
            assert "rsa-2048-pss-sha512 takes 9.59× as long as ecdsa-p256-sha256" in stage.words
            await stage.highlight("ecdsa-p256-sha256")
            assert "is the baseline: the others are compared with its mean" in stage.words
            await stage.highlight("hmac-sha256")
            assert "Timed in batches of" in stage.words

    asyncio.run(main())


def test_a_run_is_paused_and_goes_on(tmp_path: Path) -> None:
    """Key p stops the slices and says so; p or r goes on; x ends it, and what was measured stays."""

    async def main() -> None:
        async with staged(tmp_path) as stage:
            await stage.run_to(8)
            await stage.fresh()
            assert stage.app.headline == "rfc9421.toml · unsaved · running"
            assert re.fullmatch(r"\d+ % · \d+ s left · round 2 · 14 cases", stage.status)
            assert stage.explore.query_one(Status).has_class("-running")
            for again in ("p", "r"):
                await stage.press("p")
                stage.gate.let(1)
                await stage.until(lambda: not stage.gate.waiting, "the pause")
                await stage.fresh()
                assert "paused: p goes on" in stage.status
                assert stage.app.headline.endswith("paused")
                before = stage.measured_slices
                stage.gate.let(3)
                await stage.pilot.pause()
                assert stage.measured_slices == before
                await stage.press(again)
                await stage.slices(before + 3)
                assert stage.app.headline.endswith("running")
            before = stage.measured_slices
            await stage.press("x")
            await stage.ended()
            assert stage.status.startswith("Stopped. r goes on with 14 cases")
            assert stage.measured_slices == before
            assert all(worker.ended for worker in stage.fleet.workers)
            assert not stage.explore.query_one(Status).has_class("-running")
            stage.gate.open()
            await stage.press("r")
            await stage.ended()
            assert stage.measured_slices > before
            assert stage.status == "Done: 14 cases at effort quick. r measures all of them again"

    asyncio.run(main())


def test_a_row_is_paused_stopped_and_measured_alone(tmp_path: Path) -> None:
    """Keys P and X set the highlighted row aside, with a glyph; R takes it up again, and gives a finished one more."""

    async def main() -> None:
        async with staged(tmp_path) as stage:
            for key in ("P", "X"):
                await stage.press(key)
                assert stage.told[-1] == "information: Nothing is running. r runs all rows, R this one."
            await stage.run_to(7)
            await stage.highlight("ed25519")
            for state, glyph in ((State.PAUSED, "‖"), (State.MEASURING, "~")):
                await stage.press("P")
                await stage.fresh()
                assert stage.row("ed25519").state is state
                assert glyph in stage.line("ed25519")[:4]
            await stage.press("X")
            await stage.highlight("ml-dsa-44")
            await stage.press("P")
            await stage.fresh()
            assert "■" in stage.line("ed25519")[:4]
            held = figures(stage)
            stage.gate.open()
            await stage.ended()
            after = figures(stage)
            assert (after["ed25519"], after["ml-dsa-44"]) == (held["ed25519"], held["ml-dsa-44"])
            assert all(after[name] > held[name] for name in small("ed25519", "ml-dsa-44"))
            assert stage.status.startswith("r goes on with 2 cases")
            await stage.highlight("ed25519")
            await stage.press("R")
            await stage.ended()
            assert figures(stage)["ed25519"] > held["ed25519"]
            assert figures(stage)["ml-dsa-44"] == held["ml-dsa-44"]
            assert stage.row("ed25519").state is State.FINISHED
            finished = figures(stage)["ed25519"]
            await stage.press("R")
            await stage.ended()
            assert figures(stage)["ed25519"] > finished
            assert figures(stage)["rsa-2048-pss-sha512"] == after["rsa-2048-pss-sha512"]

    asyncio.run(main())


def test_a_row_that_was_set_aside_waits_for_r(tmp_path: Path) -> None:
    """Pausing the whole run and going on leaves stopped and paused rows alone; r takes them up in mid-run."""

    async def main() -> None:
        async with staged(tmp_path, change=only(*SEVEN[:4])) as stage:
            await stage.run_to(4)
            for name, key in (("ed25519", "X"), ("hmac-sha256", "P")):
                await stage.highlight(name)
                await stage.press(key)
            await stage.press("p", "p")
            await stage.fresh()
            assert stage.app.headline.endswith("running")
            aside = [stage.row(name).state for name in ("ed25519", "hmac-sha256")]
            assert aside == [State.STOPPED, State.PAUSED]
            await stage.press("r")
            await stage.fresh()
            assert all(row.state is State.MEASURING for row in stage.board.rows)
            stage.gate.open()
            await stage.ended()
            assert stage.status.startswith("Done: 8 cases")

    asyncio.run(main())


def test_a_case_that_fails_says_why_in_its_row(tmp_path: Path) -> None:
    """A row that can't be measured keeps its reason, the journal too, and the others are measured."""

    async def main() -> None:
        async with staged(tmp_path, workers=fleet(failing=["ed25519"])) as stage:
            await stage.run_through()
            assert "✗" in stage.line("ed25519")[:4]
            assert "ValueError: the token was pulled out" in stage.line("ed25519")
            assert stage.board.rows[-1].result.algorithm == "ed25519"
            failed = "error: ed25519 · cryptography · sign · reused-key · properties failed: ValueError: the token was"
            assert any(told.startswith(failed) for told in stage.told)
            await stage.highlight("ed25519")
            assert "ed25519 failed: ValueError: the token was pulled out." in stage.words
            assert "Remedy" in stage.words
            assert stage.row("ml-dsa-44").state is State.FINISHED
            await stage.press("f9")
            assert "the token was pulled out" in picture(stage.app)

    asyncio.run(main())


def test_the_selection_can_change_in_mid_run(tmp_path: Path) -> None:
    """What is ticked joins the run, what is unticked leaves it, and both keep their figures."""

    async def main() -> None:
        async with staged(tmp_path) as stage:
            await stage.run_to(9)
            before = figures(stage)
            workbench = stage.workbench
            workbench.edit(workbench.draft.untick("ed25519"))
            stage.app.studio.picking.tick(
                next(case.algorithm for case in workbench.plan.cases if case.algorithm.id == "ml-dsa-44")
            )
            await stage.fresh()
            assert len(stage.board.rows) == 5
            await stage.press("u")
            await stage.fresh()
            assert stage.row("ml-dsa-44").told is not None
            assert figures(stage)["ml-dsa-44"] == before["ml-dsa-44"]
            workbench.edit(workbench.draft.toggle_operation(Operation.KEYGEN).toggle_mode(Mode.LOAD_KEY))
            await stage.fresh()
            assert stage.status.endswith("30 cases")
            stage.gate.open()
            await stage.ended()
            assert figures(stage)["ed25519"] == before["ed25519"]
            assert len(workbench.desk.state.planned) == 30
            assert all(told.status is CaseStatus.FINISHED for told in workbench.desk.state.planned)
            workbench.edit(workbench.draft.with_effort(EFFORTS["short"]))
            await stage.fresh()
            assert stage.status.startswith("r goes on with")
            stage.app.studio.picking.tick(
                next(case.algorithm for case in workbench.desk.state.cases if case.algorithm.id == "ed25519")
            )
            await stage.fresh()
            assert figures(stage)["ed25519"] == before["ed25519"]

    asyncio.run(main())


def test_what_was_done_is_undone_in_its_order(tmp_path: Path) -> None:
    """After a finished run r begins anew; u takes back what came later, then that run, then what came before."""

    async def main() -> None:
        async with staged(tmp_path) as stage:
            await stage.highlight("ed25519")
            await stage.press("space")
            await stage.run_through()
            first = figures(stage)
            await stage.run_to(2)
            await stage.fresh()
            assert len([name for name in SEVEN if "waiting" in stage.line(name)]) == 4
            await stage.press("x")
            await stage.ended()
            again = figures(stage)
            assert sum(again.values()) < sum(first.values())
            await stage.highlight("ml-dsa-44")
            await stage.press("space")
            await stage.fresh()
            seen = [(figures(stage), stage.draft.marks)]
            for _ in range(3):
                await stage.press("u")
                await stage.fresh()
                seen.append((figures(stage), stage.draft.marks))
            assert seen == [
                (again, ("ed25519", "ml-dsa-44")),
                (again, ("ed25519",)),
                (first, ("ed25519",)),
                (first, ()),
            ]
            assert stage.status.startswith("Done: 14 cases")
            await stage.press("u")
            assert stage.told[-1] == "information: There is nothing to undo."

    asyncio.run(main())


def test_a_worker_that_dies_costs_one_case(tmp_path: Path) -> None:
    """The case it was busy with fails with the cause, a toast says so, and a new worker does the rest."""

    async def main() -> None:
        async with staged(tmp_path) as stage:
            await stage.run_to(7)
            stage.gate.kill_next("the worker process died (killed by SIGKILL)")
            stage.gate.open()
            await stage.ended()
            failed = [told for told in stage.workbench.desk.state.planned if told.status is CaseStatus.FAILED]
            assert [told.reason for told in failed] == ["the worker process died (killed by SIGKILL)"]
            assert (
                "warning: A worker process ended: the worker process died (killed by SIGKILL). "
                "The rest goes on in a new one."
            ) in stage.told
            assert len(stage.fleet.measuring) == 2
            assert (
                sum(told.status is CaseStatus.FINISHED for told in stage.workbench.desk.state.planned) == 13
            )
            assert stage.status.startswith("r tries 1 failed case again")
            await stage.press("r")
            await stage.ended()
            assert stage.status.startswith("Done: 14 cases")

    asyncio.run(main())


def test_no_worker_comes_up(tmp_path: Path) -> None:
    """Every row says why, so does a toast, and the app lives on; r tries again."""

    async def main() -> None:
        async with staged(tmp_path, toasts=True) as stage:
            stage.fleet.refusing = True
            await stage.run_through()
            why = "the worker process can't be started: too many processes"
            assert all(row.result.error == why for row in stage.board.rows)
            assert all(why[:30] in stage.line(name) for name in SEVEN)
            assert any(told.startswith("error: ") and why in told for told in stage.told)
            await stage.until(lambda: len(stage.app.screen.query(Toast)) == 1, "one toast for one cause")
            stage.fleet.refusing = False
            await stage.press("r")
            await stage.ended()
            assert stage.status.startswith("Done: 14 cases")

    asyncio.run(main())


def test_nothing_can_be_found_out(tmp_path: Path) -> None:
    """Where not even the look at the machine gets a worker, rows and Machine say so and nothing hangs."""

    async def main() -> None:
        workers = fleet()
        workers.refusing = True
        async with staged(tmp_path, workers=workers, look=False) as stage:
            await stage.until(lambda: stage.workbench.providers is not None, "the look")
            await stage.fresh()
            assert isinstance(stage.app.screen, Explore)
            assert all(row.state is State.UNAVAILABLE for row in stage.board.rows)
            assert len(stage.board.rows) == 7
            assert "the worker process can't be" in stage.line("ed25519")
            await stage.highlight("ed25519")
            assert "too many processes" in stage.words
            await stage.press("r")
            assert stage.told[-1].startswith("warning: None of the ticked algorithms is available here")
            await stage.press("m")
            await stage.until(lambda: "too many processes" in picture(stage.app), "the reason on Machine")

    asyncio.run(main())


def test_a_pause_before_the_first_figure_costs_nothing(tmp_path: Path) -> None:
    """A run that is stopped at once leaves no worker and no figure, and r begins it again."""

    async def main() -> None:
        async with staged(tmp_path, change=only(*SEVEN[:3])) as stage:
            stage.gate.shut()
            await stage.press("r")
            await stage.until(lambda: stage.gate.waiting, "the first slice")
            await stage.fresh()
            assert "The first figures come in a moment." in picture(stage.app)
            await stage.press("x")
            await stage.ended()
            assert all(worker.ended for worker in stage.fleet.workers)
            assert not stage.workbench.measured
            assert not stage.app.check_action("export", ())
            stage.gate.open()
            await stage.press("r")
            await stage.ended()
            assert stage.status.startswith("Done: 6 cases")
            assert sum(worker.count(protocol.Prepare) for worker in stage.fleet.measuring) >= 6
            assert ABSENT not in picture(stage.app)

    asyncio.run(main())


def test_keys_on_a_row_that_cannot_be_measured_say_so(tmp_path: Path) -> None:
    """Keys R, P, X, b and space on an unavailable row say why they do nothing, also during a run."""

    async def main() -> None:
        def change(draft: Draft) -> Draft:
            return only(*SEVEN[:2])(draft).tick(find(ABSENT))

        async with staged(tmp_path, change=change) as stage:
            await stage.run_to(2)
            await stage.highlight(ABSENT)
            for key in ("R", "P", "X", "b", "space"):
                before = len(stage.told)
                await stage.press(key)
                assert len(stage.told) == before + 1, key
                assert "Nothing is running" not in stage.told[-1], key
            assert stage.draft.baseline != ABSENT and not stage.draft.marks

    asyncio.run(main())
