from sigtui.events import CaseFinished, CasePrepared, RunStarted, SliceMeasured
from sigtui.model import Effort
from sigtui.progress import Lines
from sigtui.session import begin
from tests.fakes import plan
from tests.made import SPIN_NS, totals
from tests.test_board import BASE, DATE, SETUP, after


def told(*milliseconds: float) -> str:
    """Return the line of a case that is over, which took these times in two rounds."""
    lines: list[str] = []
    half = len(milliseconds) // 2
    over = CaseFinished(BASE, "time")
    state = after(
        CasePrepared(BASE, SETUP),
        *(
            SliceMeasured(BASE, 0, round_, 1, totals(ms * 1e6 for ms in times), (SPIN_NS, SPIN_NS), 71)
            for round_, times in enumerate((milliseconds[:half], milliseconds[half:]))
        ),
        over,
        start=begin(RunStarted(plan((BASE,), Effort("quick", 0.1, 0.05, 1)), DATE)),
    )
    Lines(lines.append).show(state, over)
    return lines[-1].partition(": ")[2]


def test_a_finished_case_is_told_with_its_unit_behind_its_interval() -> None:
    """And with how many samples it has."""
    assert told(*[80, 81, 80, 82] * 5) == "80 ±30 ms (n=20)"


def test_a_finished_case_without_an_interval_keeps_its_unit() -> None:
    """An interval wider than the mean is not shown; the unit stays with the mean."""
    assert told(30, 200, 40, 78) == "87 ms, too few rounds (n=4)"
