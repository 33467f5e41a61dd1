"""Explore: pick, run, watch."""

NAME = "explore"
TITLE = "Explore"
KEY = "g"
ORDER = 10
