"""sigtui: decide which signature algorithm to use."""

# A constant, because importlib.metadata alone costs more than the whole of `sigtui --version` may.
__version__ = "0.1.0"
