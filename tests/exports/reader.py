"""Reads a page as a browser's parser would find it: its elements, their attributes, its texts, what is not closed."""

from dataclasses import dataclass, field
from html.parser import HTMLParser

VOID = {"meta", "br", "hr", "img", "input", "link", "col"}


@dataclass
class Read:
    """What is in a page; ``open`` are the elements that were not closed where they had to be."""

    elements: list[tuple[str, dict[str, str]]] = field(default_factory=list)
    texts: list[tuple[str, str]] = field(default_factory=list)
    problems: list[str] = field(default_factory=list)
    open: list[str] = field(default_factory=list)

    def count(self, tag: str) -> int:
        """Return how many elements have this name."""
        return sum(name == tag for name, _ in self.elements)

    def all(self, tag: str) -> list[str]:
        """Return the texts that stand directly in elements of this name."""
        return [text for name, text in self.texts if name == tag]

    @property
    def text(self) -> str:
        """All text, a space between two elements."""
        return " ".join(text for name, text in self.texts if name != "style")


class _Reader(HTMLParser):
    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.read = Read()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.read.elements.append((tag, {name: value or "" for name, value in attrs}))
        names = [name for name, _ in attrs]
        if len(names) != len(set(names)):
            self.read.problems.append(f"{tag} has an attribute twice")
        if tag not in VOID:
            self.read.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        if not self.read.open or self.read.open.pop() != tag:
            self.read.problems.append(f"{tag} ends where another element is open")

    def handle_data(self, data: str) -> None:
        if data.strip():
            self.read.texts.append((self.read.open[-1] if self.read.open else "", data.strip()))


def read_page(data: bytes) -> Read:
    """Return what is in a page."""
    reader = _Reader()
    reader.feed(data.decode())
    reader.close()
    return reader.read
