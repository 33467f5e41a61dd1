"""How a preset that is not open yet is shown: its preview, or what is wrong with it."""

from collections.abc import Iterable
from pathlib import Path

from textual.content import Content

from sigtui.errors import FileError
from sigtui.model import Skipped
from sigtui.numbers import count, duration, percent
from sigtui.preview import Amount, Preview
from sigtui.tui.dialogs.previews import Found
from sigtui.wording import printable

_MOST_LISTED = 12


def preset_card(path: Path, found: Found | None, known: bool) -> Content:
    """Return what there is to say of the preset in a file.

    ``found`` is None while it is being read; ``known`` whether the providers of this machine are.
    """
    place = Content.styled(printable(str(path)), "dim")
    if found is None:
        lines: list[Content] = [place, Content("Reading …")]
    elif isinstance(found, FileError):
        lines = [place, Content(""), *_broken(found)]
    else:
        title = Content.styled(printable(found.title), "bold")
        lines = [title, place, *_amounts(found), *_parts(found), *_left_out(found.left_out)]
        if not known:
            lines += [Content(""), Content.styled("What this machine can't do is not known yet.", "dim")]
    return Content("\n").join(lines)


def _broken(error: FileError) -> Iterable[Content]:
    yield Content.styled("This preset can't be opened:", "bold")
    for problem in error.problems:
        yield Content.styled(f"✗ {printable(str(problem))}", "$text-error")


def _amounts(found: Preview) -> Iterable[Content]:
    if not found.whole.cases:
        yield Content.styled("! Nothing of it can be measured here.", "$text-warning")
    elif found.opened == found.whole:
        yield Content(_amount(found.whole))
    else:
        yield Content(f"{_amount(found.opened)}, ticked at first")
        yield Content(f"{_amount(found.whole)}, in all")


def _amount(amount: Amount) -> str:
    cases = "1 case" if amount.cases == 1 else f"{count(amount.cases)} cases"
    return f"{cases}, about {duration(amount.seconds)}" if amount.cases else cases


def _parts(found: Preview) -> Iterable[Content]:
    yield from _part(f"ALGORITHMS {count(len(found.algorithms))}", [", ".join(found.algorithms)])
    yield Content.assemble(("= ", "bold"), f"{found.baseline} is the baseline")
    sizes = [f"{printable(name)} {count(size)} B" for name, size in found.messages]
    more = len(sizes) - _MOST_LISTED
    listed = [*sizes[:_MOST_LISTED], *([f"and {count(more)} more"] if more > 0 else [])]
    yield from _part(f"MESSAGES {count(len(sizes))}", listed)
    yield from _part("WORK", [", ".join(found.operations), ", ".join(found.modes)])
    effort = found.effort
    aim = f"until ±{percent(effort.precision, digits=1)} or {effort.seconds:g} s a case"
    yield Content(f"effort {effort.name}: {aim}")


def _part(head: str, lines: Iterable[str]) -> Iterable[Content]:
    yield Content("")
    yield Content.styled(head, "bold")
    yield from map(Content, lines)


def _left_out(skipped: Iterable[Skipped]) -> Iterable[Content]:
    """Yield each reason once, with all that it keeps from being measured."""
    kept: dict[str, list[str]] = {}
    for each in skipped:
        kept.setdefault(each.reason, []).append(each.what)
    if kept:
        yield from _part("LEFT OUT HERE", [])
    for reason, names in kept.items():
        yield Content.assemble(("! ", "$text-warning"), f"{', '.join(names)}: {printable(reason)}")
