"""Prints every figure beside its bar; the exit code is 1 if one is missed."""

import importlib
import pkgutil
import sys

from tests import bars


def main() -> int:
    """Measure all bars, or only those of the files named on the command line."""
    missed = 0
    for found in pkgutil.iter_modules(bars.__path__):
        if found.name == "__main__" or (len(sys.argv) > 1 and found.name not in sys.argv[1:]):
            continue
        measure: bars.Bars = importlib.import_module(f"{bars.__name__}.{found.name}").measure
        for figure in measure():
            sys.stdout.write(figure.line() + "\n")
            sys.stdout.flush()
            missed += not figure.reached
    return 1 if missed else 0


if __name__ == "__main__":
    sys.exit(main())
