"""The comparisons that somebody can go through: those of the preset, and the questions that people usually ask."""

from collections.abc import Collection, Sequence

from sigtui.comparing.sides import known
from sigtui.files.comparisons import MOST
from sigtui.model import Comparison, Mode, Preset, Varying, View

ALGORITHMS = "algorithms side by side"
FRESH_KEYS = "single-shot against reused key"
MESSAGES = "message sizes"
PROVIDERS = "providers of one algorithm"
PREMIUM = "the post-quantum premium"
SNAPSHOTS = "this run and others"


def offers(
    preset: Preset, view: View | None, marked: Sequence[str], snapshots: Collection[str] = ()
) -> tuple[Comparison, ...]:
    """Return what there is to look at, in order: the preset's own comparisons, then the usual questions.

    ``view`` is the table that was looked at, ``marked`` the algorithms picked in it, ``snapshots`` what was put beside
    the run. Whether there are figures for it shows when it is made.
    """
    mode, message = _mode(preset, view), _message(preset, view)
    ids = tuple(dict.fromkeys(choice.algorithm.id for choice in preset.choices))
    picked = tuple(marked) if len(marked) > 1 else ids
    baseline = preset.baseline if preset.baseline in picked else next(iter(picked), None)
    # All there are where nobody picked some: who has no room is said then.
    chosen = tuple(dict.fromkeys((baseline, *picked)))[:MOST] if baseline and len(marked) > 1 else ()
    one = tuple(name for name in (marked or (preset.baseline,)) if name in ids)[:1] or ids[:1]
    modes = () if mode is None else (mode,)
    messages = () if message is None else (message,)
    classical = [name for name in ids if (algorithm := known(name)) and not algorithm.quantum_safe]
    safe = [
        name
        for name in ids
        if (algorithm := known(name)) and algorithm.quantum_safe and not algorithm.symmetric
    ]
    against = preset.baseline if preset.baseline in classical else next(iter(classical), None)
    made = [
        Comparison(ALGORITHMS, Varying.ALGORITHMS, baseline, chosen, modes=modes, messages=messages),
        Comparison(FRESH_KEYS, Varying.MODES, Mode.REUSED_KEY, one, messages=messages),
        Comparison(MESSAGES, Varying.MESSAGES, algorithms=one, modes=modes),
        Comparison(PROVIDERS, Varying.PROVIDERS, algorithms=one, modes=modes, messages=messages),
    ]
    if against is not None and safe:
        names = (against, *safe)[:MOST]
        made.append(Comparison(PREMIUM, Varying.ALGORITHMS, against, names, modes=modes, messages=messages))
    if snapshots:
        made.insert(0, Comparison(SNAPSHOTS, Varying.SNAPSHOTS, snapshots=tuple(snapshots)))
    return (*preset.comparisons, *made)


def _mode(preset: Preset, view: View | None) -> Mode | None:
    if view is not None and view.mode is not None:
        return view.mode
    return next(iter(preset.modes), None)


def _message(preset: Preset, view: View | None) -> str | None:
    if view is not None and view.message is not None:
        return view.message
    return next((message.name for message in preset.messages), None)
