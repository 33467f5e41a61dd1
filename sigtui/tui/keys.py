"""What the file of keys and the texts have to know of Textual: keys that reach the app, bindings, their names."""

import re
import string
from collections.abc import Iterable, Iterator, Mapping
from importlib import import_module
from pkgutil import walk_packages

from textual.binding import Binding
from textual.dom import DOMNode
from textual.keys import Keys, format_key

import sigtui.tui
from sigtui import saying
from sigtui.files.keymap import Keyboard, Remappable

_LATIN = "".join(map(chr, (*range(0x21, 0x7F), *range(0xA1, 0x100)))).replace(",", "").replace("\xad", "")
_NAME = re.compile(r"[a-z0-9_+@]+")  # Textual's list also holds what is no key: <any>, ctrl-at

# Control with these makes the byte of another key. ctrl+j is a line feed, which some terminals send for Enter
# and others keep for themselves.
_SAME_BYTE = (
    ("ctrl+m", "enter"),
    ("ctrl+i", "tab"),
    ("ctrl+h", "backspace"),
    ("ctrl+j", "enter"),
    ("ctrl+left_square_bracket", "escape"),
    ("ctrl+[", "escape"),
)
_BARE = ("enter", "space", "backspace", "escape")

# Which of two names such a key has depends on the terminal; both are bound.
_TWO_NAMES = (
    ("ctrl+@", "ctrl+space"),
    *((f"f{number + 12}", f"shift+f{number}") for number in range(1, 13)),
)


def keyboard() -> Keyboard:
    """Return the keys that Textual can hear in common terminals, and those that it can't tell from others."""
    merged = dict(_merged())
    names = {key.value: key.value for key in Keys if _NAME.fullmatch(key.value) and key is not Keys.Return}
    for character in _LATIN:
        known = _known_as(character)
        names |= {character: known, known: known}
        if f"ctrl+{known}" in names:
            names[f"ctrl+{character}"] = f"ctrl+{known}"
    names["comma"] = "comma"
    for letter in string.ascii_lowercase:
        names |= {f"alt+{letter}": f"alt+{letter}", f"alt+shift+{letter}": f"alt+shift+{letter}"}
    names |= {f"alt+{digit}": f"alt+{digit}" for digit in string.digits}
    names |= {name: ",".join(both) for both in _TWO_NAMES for name in both}
    return Keyboard({name: known for name, known in names.items() if name not in merged}, merged)


def spelled(keymap: Mapping[str, str]) -> saying.Keys:
    """Return how texts write the keys: the first that the person gave a binding, else the usual one."""
    return {**saying.USUAL_KEYS, **{name: _written(keys.partition(",")[0]) for name, keys in keymap.items()}}


def _written(key: str) -> str:
    """Write a key as the footer does (textual.app.App.get_key_display)."""
    *modifiers, last = key.split("+")
    control = "^" if "ctrl" in modifiers else ""
    return "+".join([*(each for each in modifiers if each != "ctrl"), control + format_key(last)])


def remappable() -> tuple[Remappable, ...]:
    """Return every binding with an id in sigtui/tui, all of whose modules it imports."""
    for module in walk_packages(sigtui.tui.__path__, f"{sigtui.tui.__name__}."):
        import_module(module.name)
    classes = _descendants(DOMNode)
    return bindings_of(each for each in classes if each.__module__.startswith(f"{sigtui.tui.__name__}."))


def bindings_of(owners: Iterable[type[DOMNode]]) -> tuple[Remappable, ...]:
    """Return the bindings with an id of these classes, in order of their ids.

    What several of them bind under the same id is one binding with the keys of all.
    """
    keys: dict[str, dict[str, None]] = {}
    texts: dict[str, str] = {}
    for owner in owners:
        for binding in Binding.make_bindings(vars(owner).get("BINDINGS", ())):
            if binding.id is not None:
                keys.setdefault(binding.id, {})[binding.key] = None
                texts[binding.id] = texts.get(binding.id) or binding.tooltip or binding.description
    return tuple(Remappable(each, ",".join(keys[each]), texts[each]) for each in sorted(keys))


def _known_as(character: str) -> str:
    (binding,) = Binding.make_bindings([(character, "")])
    return binding.key


def _merged() -> Iterator[tuple[str, str]]:
    for key, other in _SAME_BYTE:
        yield key, f"terminals send it as {other}; choose another key"
    for key in _BARE:
        for modifier in ("shift", "ctrl", "ctrl+shift"):
            if (modifier, key) != ("ctrl", "space"):
                yield f"{modifier}+{key}", f"most terminals send it as {key}; choose another key"
    for letter in string.ascii_lowercase:
        yield f"shift+{letter}", f"it arrives as {letter.upper()}; write that"
        yield f"ctrl+shift+{letter}", f"most terminals send it as ctrl+{letter}; choose another key"


def _descendants(root: type[DOMNode]) -> Iterator[type[DOMNode]]:
    for child in root.__subclasses__():
        yield child
        yield from _descendants(child)
