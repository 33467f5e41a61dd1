"""Elements of SVG and HTML: text is escaped by construction, and what no such file may hold is replaced."""

import re
from collections.abc import Mapping
from types import MappingProxyType
from xml.etree.ElementTree import Element, SubElement

from sigtui.wording import printable

# XML 1.0 (5th edition), section 2.2 has no surrogates and no U+FFFE or U+FFFF.
_IMPOSSIBLE = re.compile("[\ud800-\udfff\ufffe\uffff]")
_NONE: Mapping[str, str] = MappingProxyType({})


def plain(text: str) -> str:
    """Return a stranger's text as one line that SVG and HTML can hold and that shows in its own direction."""
    return _IMPOSSIBLE.sub("\N{REPLACEMENT CHARACTER}", printable(" ".join(text.split())))


def element(tag: str, attributes: Mapping[str, str] = _NONE, *inside: Element | str) -> Element:
    """Return an element with texts and elements inside, in order."""
    made = Element(tag, {name: plain(value) for name, value in attributes.items()})
    return extended(made, *inside)


def extended(parent: Element, *inside: Element | str) -> Element:
    """Put texts and elements behind what an element holds already, and return it."""
    for part in inside:
        if isinstance(part, Element):
            parent.append(part)
        elif len(parent):
            parent[-1].tail = (parent[-1].tail or "") + part_of(part)
        else:
            parent.text = (parent.text or "") + part_of(part)
    return parent


def part_of(text: str) -> str:
    """Return a part of a sentence cleaned, with the space at its ends that parts its neighbours from it."""
    cleaned = plain(text)
    before = " " if text[:1].isspace() and cleaned else ""
    after = " " if text[-1:].isspace() else ""
    return f"{before}{cleaned}{after}"


def child(
    parent: Element, tag: str, attributes: Mapping[str, str] = _NONE, *inside: Element | str
) -> Element:
    """Put a new element behind what a parent holds, and return the new one."""
    made = SubElement(parent, tag, {name: plain(value) for name, value in attributes.items()})
    return extended(made, *inside)
