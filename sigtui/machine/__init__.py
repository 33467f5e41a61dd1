"""What this machine is, and whether it is fit to measure on."""

from sigtui.machine.facts import Machine
from sigtui.machine.fitness import SHARED_HOST, pin_reason, warnings
from sigtui.machine.probe import inspect
from sigtui.machine.record import Entry, document

__all__ = ["SHARED_HOST", "Entry", "Machine", "document", "inspect", "pin_reason", "warnings"]
