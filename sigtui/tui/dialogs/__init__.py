"""Questions that a screen asks; each file one dialog."""
