"""What all tests share: how many examples a property is tried with."""

from hypothesis import settings

# Half of hypothesis's own number: there are some hundred properties, and the whole suite runs in minutes.
settings.register_profile("suite", max_examples=50)
settings.load_profile("suite")
