"""The app: the only floor that knows a screen."""
