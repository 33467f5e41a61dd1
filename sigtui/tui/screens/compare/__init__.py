"""Compare: two to six cases or snapshots side by side."""

NAME = "compare"
TITLE = "Compare"
KEY = "c"
ORDER = 20
