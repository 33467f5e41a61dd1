"""A comparison as a preset: what to measure, and which snapshots to show beside each other at once."""

from sigtui.comparing.pivot import Compared
from sigtui.comparing.sides import known
from sigtui.errors import UsageError
from sigtui.files.comparisons import comparison_document
from sigtui.files.preset import SCHEMA
from sigtui.model import Mode, Operation


def preset_document(compared: Compared) -> dict[str, object]:
    """Return the plain values of a preset that measures the compared cases and holds the comparison.

    Messages are those of the first snapshot that has them, else random bytes of the same lengths. Raises UsageError
    where no algorithm of it is in the catalogue.
    """
    sides = [side for place in range(len(compared.columns)) for side in compared.sides(place)]
    ids = dict.fromkeys(side.name for side in sides if known(side.result.algorithm))
    if not ids:
        raise UsageError(
            "a .toml holds what can be measured again, and none of these algorithms can; export .json instead"
        )
    operations = [each for each in Operation if any(side.result.operation == each for side in sides)]
    modes = [each for each in Mode if any(side.result.mode == each for side in sides)]
    return {
        "schema": SCHEMA,
        "title": compared.comparison.title,
        "run": {
            "operations": [str(each) for each in operations or [Operation.SIGN]],
            "modes": [str(each) for each in modes or [Mode.REUSED_KEY]],
        },
        "algorithms": [{"id": name} for name in ids],
        "messages": _messages(compared),
        "comparisons": [comparison_document(compared.comparison)],
    }


def _messages(compared: Compared) -> list[dict[str, object]]:
    for source in compared.sources:
        listed = source.snapshot.preset.get("messages")
        if isinstance(listed, list | tuple) and all(isinstance(each, dict) for each in listed) and listed:
            return [dict(each) for each in listed]
    sizes = {
        side.message_bytes: side.message_name
        for place in range(len(compared.columns))
        for side in compared.sides(place)
        if side.message_bytes is not None
    }
    return [{"name": name or f"{size} B", "random_bytes": size} for size, name in sorted(sizes.items())] or [
        {"name": "message", "text": "some secret value"}
    ]
