"""Wire: what signatures cost on the wire."""

NAME = "wire"
TITLE = "Wire"
KEY = "w"
ORDER = 30
