"""Machine: whether its figures can be trusted, what it is, and which providers it has."""

NAME = "machine"
TITLE = "Machine"
KEY = "m"
ORDER = 50
