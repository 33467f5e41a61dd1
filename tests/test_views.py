from sigtui.model import Mode, Operation, Plan, View
from sigtui.views import nearest_view, next_message, next_view, views
from tests.fakes import case, plan

KEYGEN = View(Operation.KEYGEN)
SIGN = {name: View(Operation.SIGN, Mode.REUSED_KEY, name) for name in ("a", "b")}
LOAD = {name: View(Operation.SIGN, Mode.LOAD_KEY, name) for name in ("a", "b")}
VERIFY = {name: View(Operation.VERIFY, Mode.REUSED_KEY, name) for name in ("a", "b")}
ALL = (KEYGEN, *SIGN.values(), *LOAD.values(), *VERIFY.values())


def planned() -> Plan:
    """Return a plan of two algorithms and two operations."""
    ids = ("ed25519", "ml-dsa-44")
    return plan([case(name, operation) for operation in (Operation.SIGN, Operation.KEYGEN) for name in ids])


def test_a_plan_has_a_view_for_each_table_in_its_order() -> None:
    """All algorithms of an operation, mode and message are one table."""
    assert [view.operation for view in views(planned())] == [Operation.SIGN, Operation.KEYGEN]
    assert views(plan([])) == ()


def test_the_next_view_keeps_the_message() -> None:
    """Operation and mode go around in the plan's order; the message stays."""
    seen = [SIGN["b"]]
    for _ in range(4):
        following = next_view(ALL, seen[-1], message="b")
        assert following is not None
        seen.append(following)
    assert seen == [SIGN["b"], LOAD["b"], VERIFY["b"], KEYGEN, SIGN["b"]]
    assert next_view(ALL, SIGN["b"], message="a") == LOAD["b"]


def test_a_message_that_is_not_there_gives_way_to_the_first() -> None:
    """After keygen, whose view has none, and where only one operation has it."""
    assert next_view(ALL, KEYGEN) == SIGN["a"]
    assert next_view(ALL, KEYGEN, message="gone") == SIGN["a"]
    assert next_view((SIGN["b"], VERIFY["a"]), SIGN["b"]) == VERIFY["a"]


def test_the_next_message_keeps_operation_and_mode() -> None:
    """It goes around; keygen has only itself."""
    assert next_message(ALL, LOAD["a"]) == LOAD["b"]
    assert next_message(ALL, LOAD["b"]) == LOAD["a"]
    assert next_message(ALL, KEYGEN) == KEYGEN


def test_a_single_view_is_its_own_next() -> None:
    """There is nowhere else to go."""
    assert next_view((SIGN["a"],), SIGN["a"]) == SIGN["a"]
    assert next_message((SIGN["a"],), SIGN["a"]) == SIGN["a"]


def test_a_view_that_is_gone_is_followed_by_its_nearest() -> None:
    """Same operation and mode, else the same operation (with its message if it can), else the first."""
    for step in (nearest_view, next_view, next_message):
        assert step(ALL, SIGN["a"]) is not None
        assert step((KEYGEN, LOAD["a"], SIGN["a"]), SIGN["b"]) == SIGN["a"]
        assert step((KEYGEN, *LOAD.values()), SIGN["b"]) == LOAD["b"]
        assert step((KEYGEN, LOAD["a"]), SIGN["b"]) == LOAD["a"]
        assert step((KEYGEN, *VERIFY.values()), SIGN["b"]) == KEYGEN


def test_a_view_that_is_there_is_its_own_nearest() -> None:
    """Nothing moves without need."""
    assert all(nearest_view(ALL, view) == view for view in ALL)


def test_before_the_first_view_comes_the_first_and_of_none_there_is_none() -> None:
    """An app that has shown nothing yet, and a plan without cases."""
    for step in (nearest_view, next_view, next_message):
        assert step(ALL, None) == KEYGEN
        assert step((), None) is None
        assert step((), SIGN["a"]) is None
