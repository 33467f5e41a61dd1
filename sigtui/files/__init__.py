"""Presets and snapshots as files: their schemas, their text, and where they live."""
