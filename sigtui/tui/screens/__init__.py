"""The screens, each found by its place."""
