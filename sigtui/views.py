"""The tables that a plan's cases make, and which of them comes after another."""

from collections.abc import Sequence

from sigtui.model import Plan, View


def views(plan: Plan) -> tuple[View, ...]:
    """Return the tables that a plan's cases make, in its order."""
    return tuple(dict.fromkeys(case.view for case in plan.cases))


def nearest_view(views: Sequence[View], current: View | None) -> View | None:
    """Return the view itself where it is there, else the one most like it, else the first; None of none.

    Most like it is one of the same operation and mode, then one of the same operation and message, then one
    of the same operation.
    """
    if current is None or current in views:
        return current or next(iter(views), None)
    same = [each for each in views if each.operation == current.operation]
    like = [each for each in same if each.mode == current.mode] or [
        each for each in same if each.message == current.message
    ]
    return next(iter(like or same or views), None)


def next_view(views: Sequence[View], current: View | None, message: str | None = None) -> View | None:
    """Return the next operation or mode after a view, around in a circle, with its message where it has that.

    ``message`` is the one to come to from keygen, which has none. A view that is not there any more is
    followed by its nearest.
    """
    if current is None or current not in views:
        return nearest_view(views, current)
    work = list(dict.fromkeys((each.operation, each.mode) for each in views))
    following = work[(work.index((current.operation, current.mode)) + 1) % len(work)]
    there = [each for each in views if (each.operation, each.mode) == following]
    wanted = current.message or message
    return next((each for each in there if each.message == wanted), there[0])


def next_message(views: Sequence[View], current: View | None) -> View | None:
    """Return the view of the next message for the same operation and mode; the rest as ``next_view``."""
    if current is None or current not in views:
        return nearest_view(views, current)
    there = [each for each in views if (each.operation, each.mode) == (current.operation, current.mode)]
    return there[(there.index(current) + 1) % len(there)]
