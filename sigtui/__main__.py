"""The command `sigtui`."""

from sigtui.cli import main

if __name__ == "__main__":
    main()
