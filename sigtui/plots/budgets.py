"""The picture of sizes: how much of a budget each signature takes, with the line at all of it."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType

from sigtui.plots.canvas import WIDTH, Canvas
from sigtui.plots.paint import BAD, CAUTION, DIM, GOOD, GRID, INK, Paint
from sigtui.plots.scales import Scale, axis_line, grid
from sigtui.stats.axis import axis

_LEFT, _RIGHT = 270.0, 640.0
_ROW = 22.0
_LEAST, _MOST = 1e-9, 1e9
_LEVELS: Mapping[str, tuple[str, Paint]] = MappingProxyType(
    {"over": ("✗", BAD), "tight": ("!", CAUTION), "note": ("✓", GOOD)}
)


@dataclass(frozen=True, slots=True)
class Share:
    """How a signature stands with its tightest budget: ``used`` 1.0 is all of it.

    ``level`` is the wire block's: ``over`` does not fit, ``tight`` leaves little, ``note`` fits. Budgets count
    different things of a signature, so shares are compared, not bytes.
    """

    label: str
    used: float
    level: str
    said: str


def budgets(canvas: Canvas, shares: Sequence[Share]) -> bool:
    """Draw a dot for each signature on a logarithmic axis of shares; False where there is none."""
    told = [share for share in shares if _LEAST <= share.used <= _MOST]
    if not told:
        return False
    ends = [1.0, *(share.used for share in told)]
    scale = Scale(axis(min(ends), max(ends), log=True), _LEFT, _RIGHT)
    top = canvas.y + 4
    bottom = top + _ROW * len(told) + 8
    grid(canvas, scale, _percent, top, bottom)
    canvas.lines([(scale.at(1.0), top), (scale.at(1.0), bottom)], paint=INK, width=1.5)
    for share in told:
        canvas.y += _ROW
        sign, paint = _LEVELS.get(share.level, ("", INK))
        y, x = canvas.y - 4, scale.at(share.used)
        canvas.lines([(_LEFT, y), (_RIGHT, y)], paint=GRID, width=0.5)
        canvas.text(14, canvas.y, share.label, room=_LEFT - 30)
        canvas.dot(x, y, paint=paint, hollow=share.level == "over")
        canvas.text(_RIGHT + 14, canvas.y, sign, paint=paint, bold=True)
        canvas.text(_RIGHT + 32, canvas.y, share.said, room=WIDTH - _RIGHT - 40)
    canvas.y = bottom
    axis_line(canvas, scale, _percent, "of the budget, log axis")
    canvas.text(scale.at(1.0), canvas.y + 15, "all of it", size=12, anchor="middle", paint=DIM)
    canvas.y += 18
    return True


def _percent(share: float) -> str:
    return f"{share * 100:,.6g} %"
