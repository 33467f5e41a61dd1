"""The message table of a preset that every kind of message fills in."""

from abc import ABC, abstractmethod
from pathlib import Path
from typing import ClassVar

from sigtui.messages.strict import Label, StrictTable
from sigtui.model import Message


class MessageTable(StrictTable, ABC):
    """A ``[[messages]]`` table: a name, and the keys of one kind.

    A kind is a subclass in a file of this folder. ``kind`` is the key that tells its tables from others,
    and a field of the same name.
    """

    kind: ClassVar[str]

    name: Label

    def load(self, base: Path) -> Message:
        """Return the message; ``base`` is the folder of the preset, where relative paths begin.

        Raises FileError with keys inside the table if the bytes can't be had.
        """
        return Message(self.name, self.content(base), self.model_dump(exclude={"name"}, exclude_unset=True))

    @abstractmethod
    def content(self, base: Path) -> bytes:
        """Return the bytes to sign; raises as ``load`` does."""
