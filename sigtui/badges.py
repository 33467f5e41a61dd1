"""The catalogue as a person picks from it: branches, short names, badges, and one line of facts."""

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass

from sigtui.model import Algorithm, Name, ProviderInfo, Status
from sigtui.numbers import count

QUANTUM_SAFE, REGISTERED, DRAFT, UNAVAILABLE = "Q", "R", "r", "–"
LEGEND = f"{QUANTUM_SAFE} quantum-safe  {UNAVAILABLE} missing\n{REGISTERED} in RFC 9421  {DRAFT} draft"

_FAMILIES = {"hmac": "HMAC", "rsa": "RSA", "ecdsa": "ECDSA", "eddsa": "EdDSA", "ml-dsa": "ML-DSA"}
_CURVES = {"p256": "P-256", "p384": "P-384", "p521": "P-521"}
_MANY = 12
"""Algorithms of a family beyond which its first parameter makes branches."""


@dataclass(frozen=True, slots=True)
class Leaf:
    """An algorithm where it hangs: ``text`` is what its branches have not said yet."""

    algorithm: Algorithm
    text: str


@dataclass(frozen=True, slots=True)
class Branch:
    """A family, or a key size or curve of one."""

    name: str
    branches: tuple["Branch", ...]
    leaves: tuple[Leaf, ...]

    @property
    def ids(self) -> frozenset[str]:
        """The ids of all algorithms below."""
        below = {leaf.algorithm.id for leaf in self.leaves}
        return frozenset(below.union(*(branch.ids for branch in self.branches)))


def family_name(family: str) -> str:
    """Return a family as its standard writes it."""
    return _FAMILIES.get(family, family.upper())


def matches(query: str, texts: Iterable[str]) -> bool:
    """Whether each word of a search is in one of the texts; case and dashes make no difference."""
    folded = [_folded(text) for text in texts]
    return all(any(_folded(word) in text for text in folded) for word in query.split())


def _folded(text: str) -> str:
    return text.casefold().replace("-", "").replace("_", "")


def is_found(algorithm: Algorithm, search: str) -> bool:
    """Whether all words of a search are in what the tree says of an algorithm, its id, names or standard.

    Its badges are found by ``quantum-safe``, ``RFC 9421``, ``registered`` and ``draft``.
    """
    names = (algorithm.names.rfc9421, algorithm.names.jose, algorithm.names.cose)
    words = [algorithm.id, family_name(algorithm.family), _words(algorithm, 0), algorithm.standard]
    words += [name.text for name in names if name]
    words += ["quantum-safe"] if algorithm.quantum_safe else []
    if (name := algorithm.names.rfc9421) is not None:
        words.append(f"RFC 9421 RFC9421 {'draft' if name.status is Status.DRAFT else 'registered'}")
    return matches(search, words)


def branches(algorithms: Iterable[Algorithm], ticked: Collection[str] = ()) -> tuple[Branch, ...]:
    """Return the families of these algorithms, those for after a quantum computer first, shared secrets last.

    Where some of a family are ticked, they come first, and the rest is in a branch of its own: what is measured is
    seen at once. Large families have branches by their first parameter.
    """
    families: dict[str, list[Algorithm]] = {}
    for algorithm in sorted(algorithms, key=lambda each: (each.symmetric, not each.quantum_safe)):
        families.setdefault(algorithm.family, []).append(algorithm)
    return tuple(_family(name, members, ticked) for name, members in families.items())


def _family(name: str, members: Sequence[Algorithm], ticked: Collection[str]) -> Branch:
    chosen = tuple(Leaf(each, _short(each)) for each in members if each.id in ticked)
    rest = [each for each in members if each.id not in ticked]
    below, leaves = _grouped(rest, len(members) > _MANY)
    if chosen and len(rest) > 1:
        return Branch(family_name(name), (Branch(f"{len(rest)} more", below, leaves),), chosen)
    return Branch(family_name(name), below, (*chosen, *leaves))


def _grouped(members: Sequence[Algorithm], many: bool) -> tuple[tuple[Branch, ...], tuple[Leaf, ...]]:
    """Return the branches and the leaves of these members of a family."""
    if not many:
        return (), tuple(Leaf(each, _words(each, 0)) for each in members)
    groups: dict[tuple[str, str | int], list[Algorithm]] = {}
    for each in members:
        groups.setdefault(next(iter(each.parameters.items())), []).append(each)
    return tuple(
        Branch(_value(*first), (), tuple(Leaf(each, _words(each, 1)) for each in group))
        for first, group in groups.items()
    ), ()


def _short(algorithm: Algorithm) -> str:
    """Return a leaf's text where no branch has said anything of it, as short as the tree is narrow."""
    return _words(algorithm, 0).replace(" bit", "").replace("pkcs1v15", "v1.5")


def _words(algorithm: Algorithm, said: int) -> str:
    parameters = list(algorithm.parameters.items())[said:]
    # A nonce that is random is what everybody means by ECDSA.
    words = [_value(key, value) for key, value in parameters if (key, value) != ("nonce", "random")]
    return " ".join(words) or algorithm.id


def _value(key: str, value: str | int) -> str:
    if key == "key_size":
        return f"{value} bit"
    return _CURVES.get(str(value), str(value))


def badges(algorithm: Algorithm, providers: Sequence[ProviderInfo] | None) -> str:
    """Return an algorithm's badges, a letter each; LEGEND says what they mean."""
    name = algorithm.names.rfc9421
    letters = [QUANTUM_SAFE] if algorithm.quantum_safe else []
    if name is not None:
        letters.append(DRAFT if name.status is Status.DRAFT else REGISTERED)
    if providers is not None and missing(algorithm, providers):
        letters.append(UNAVAILABLE)
    return " ".join(letters)


def missing(algorithm: Algorithm, providers: Sequence[ProviderInfo]) -> str:
    """Say why no provider does an algorithm here; empty if one does or nobody has tried yet."""
    reasons = []
    for info in providers:
        if not info.available:
            reasons.append(f"{info.name}: {info.reason}")
            continue
        tried = next((item for item in info.support if item.algorithm == algorithm.id), None)
        if tried is None or tried.available:
            return ""
        reasons.append(f"{info.name}: {tried.reason}")
    return "; ".join(reasons)


def facts_line(algorithm: Algorithm, providers: Sequence[ProviderInfo] | None) -> str:
    """Return in words what a person wants to know before ticking an algorithm; sizes are nominal."""
    sizes = algorithm.sizes
    der = f" (DER up to {count(sizes.signature_max)})" if sizes.signature_max != sizes.signature else ""
    safe = ", quantum-safe" if algorithm.quantum_safe else ""
    category = f", category {algorithm.category}" if algorithm.category else ""
    key = f", public key {count(sizes.public_key)} B" if sizes.public_key is not None else ", shared secret"
    line = (
        f"{algorithm.id}: {algorithm.strength_bits} bit{category}{safe}. "
        f"Signature {count(sizes.signature)} B{der}{key}. {_registered(algorithm.names.rfc9421)} {algorithm.standard}."
    )
    why = missing(algorithm, providers) if providers is not None else ""
    return f"{line} Unavailable: {why.rstrip('.')}." if why else line


def _registered(name: Name | None) -> str:
    if name is None:
        return "No RFC 9421 name."
    return f"RFC 9421 {'draft name' if name.status is Status.DRAFT else 'name'} {name.text}."
