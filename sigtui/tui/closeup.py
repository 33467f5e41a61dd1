"""Opens the Detail of a row, and keeps it up to date while the row is measured."""

from typing import TYPE_CHECKING

from sigtui.algorithms import catalogue
from sigtui.board import BoardRow

if TYPE_CHECKING:
    from sigtui.detail import Section
    from sigtui.tui.dialogs.detail import Detail
    from sigtui.tui.studio import Studio


class Closeup:
    """Everything about one row."""

    def __init__(self, studio: "Studio") -> None:
        self._studio = studio
        self._key = ""
        self._detail: Detail | None = None

    def show(self, key: str) -> None:
        """Tell everything about a row."""
        row = self._studio.board.row(key)
        if row is not None:
            from sigtui.tui.dialogs.detail import Detail

            self._key = key
            self._detail = Detail(self._sections(row), key.partition("@")[0])
            self._studio.app.push_screen(self._detail)

    def show_again(self) -> None:
        """Tell it as it is now, if it is still being read."""
        if self._detail is None or self._detail is not self._studio.app.screen:
            return
        row = self._studio.board.row(self._key)
        if row is not None:
            self._detail.show(self._sections(row))

    def _sections(self, row: BoardRow) -> "tuple[Section, ...]":
        from sigtui.detail import sections

        workbench = self._studio.workbench
        around = workbench.evidence.around(workbench.desk.state, (row.result,))
        algorithm = next((each for each in catalogue() if each.id == row.result.algorithm), None)
        return sections(around, row.result, algorithm, self._studio.board.warnings)
