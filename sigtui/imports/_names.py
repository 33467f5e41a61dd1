"""Which algorithm and operation a foreign tool's words mean: an id only where the words leave no doubt."""

import re
from collections.abc import Iterable, Mapping
from functools import cache, lru_cache
from types import MappingProxyType

from sigtui.algorithms import catalogue, matching
from sigtui.model import Mode, Operation

OTHER = "other"
"""The operation of a row whose words name none, or several."""

_MOST_CHARACTERS = 400  # of a text that is searched; nobody's name is longer

# SignData and ECDsaP256 are words too.
_WORDS = re.compile(r"(?<=[a-z])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])|_")

_FAMILIES = (
    ("hmac", r"hmac"),
    ("ml-dsa", r"ml[- ]?dsa"),
    ("eddsa", r"ed(?:25519|448)(?!ph|ctx)"),
    ("ecdsa", r"ec[- ]?dsa"),
    ("rsa", r"(?<![a-z])rsa(?:ssa)?(?![a-oq-z])"),
    # Named, so that a title's RSA is not taken for what a row of these says of itself.
    (
        "",
        r"(?<![a-z])(?:(?<!e[cd][- ])(?<!ml[- ])dsa|sm2|dilithium|falcon|fn[- ]?dsa|sphincs|slh[- ]?dsa|mayo|snova|uov"
        r"|xmss|lms|bls|kyber|ml[- ]?kem|ecdh|ffdh|dh|x25519|x448|aes|ecies)(?![a-z])",
    ),
)
_NO_SIGNATURE = (
    r"(?<!pre)(?<!pre[ -])(?<![a-z])(?:hash|digest|encrypt|decrypt|encaps|decaps|derive)(?![a-z])(?! ?ml)"
)
"""What is done where a row's own words say that it is no signature, whatever its title says."""

_HASHES = (
    r"sha[- ]?3[- ](?P<sha3>224|256|384|512)(?!\d)|sha[- ]?512/(?P<cut>224|256)(?!\d)"
    r"|sha[- ]?(?:2[- ])?(?P<sha>224|256|384|512)(?![\d/])|(?P<old>sha[- ]?1|md5)(?!\d)"
)
_PADDINGS = (("pss", r"pss"), ("pkcs1v15", r"pkcs[- ]?#?[- ]?1(?!\d)|pkcs1v15|(?<!\d)v?1[._ ]5(?!\d)"))
_KEY_SIZES = (
    r"rsa(?:ssa)?(?:[- ]?(?:pss|pkcs[- ]?#?1(?:[- ]?v?1[._ ]?5)?|sha[- ]?\d+|sign|verify))*[- ]?(\d{3,5})(?!\d)"
    r"|(?<![a-z\d-])(\d{3,5})[- ]?(?:bits?[- ]?)?rsa|key[- ]?size\W{0,3}(\d{3,5})(?!\d)"
    r"|(?<!\d)(\d{3,5})[- ]?bits?(?![a-z])"
)
_CURVES = (
    r"brainpool[- ]?p[- ]?(?P<pool>\d{3})(?P<twist>[rt])1|secp[- ]?(?P<koblitz>256k1)"
    r"|(?:(?<![a-z])|nist[- ]?|ecdsa[- ]?)p[- ]?(?P<nist>256|384|521)(?![\dr])"
    r"|secp[- ]?(?P<sec>256|384|521)[- ]?r1|prime(?P<x962>256)v1"
)
_SETS = r"ml[- ]?dsa[- ]?(44|65|87)(?!\d)"
_VARIANTS = (
    ("prehash", r"pre[- ]?hash|hash[- ]?ml"),
    ("mu", r"(?:ext(?:ernal)?[- ]?|(?<=\d)[- ])mu(?![a-z])"),
)
_NONCES = (("rfc6979", r"rfc[- ]?6979|deterministic"),)

# RFC 7518 section 3.1: the names of JSON Web Signatures say it all but the size of an RSA key.
_JOSE = r"(?<![a-z\d])(rs|ps|es|hs)(256|384|512)(?!\d)"
_JOSE_CURVES = MappingProxyType({"256": "p256", "384": "p384", "512": "p521"})

Facts = Mapping[str, frozenset[str]]
"""Parameters of the catalogue, and ``family``, each with the values that a text names."""


@lru_cache(maxsize=1024)
def algorithm_id(*texts: str) -> str | None:
    """Return the id of the algorithm that these texts name, the most telling one first; None where in doubt.

    A later text only says what the earlier ones leave open, as a table's title does for its rows. An id is in
    no doubt where every parameter is named: an RSA signature's key size, padding and hash; an elliptic curve or
    HashML-DSA, whose usual hash is meant unless another one is named (RFC 9881 has no HashML-DSA but with SHA-512).
    """
    plain = [_plain(text).replace("slh dsa pure ", "slh dsa ") for text in texts]
    for text in plain:
        named = {found.replace(" ", "-") for found in _ids().findall(text)}
        if named:
            return named.pop() if len(named) == 1 else None
    return _matching(_merged(_facts(text) for text in plain))


def purpose(*texts: str) -> tuple[str, Mode | None]:
    """Return operation and mode that these texts name, the most telling one first; ``other`` where in doubt.

    A mode is only known where the words say it: creating and signing in one is single-shot.
    """
    operation, mode = "", None
    for text in map(_plain, texts):
        told, how = _purpose(text)
        operation = operation or told
        mode = mode or how
    return operation or OTHER, mode if operation in (Operation.SIGN, Operation.VERIFY) else None


def _plain(text: str) -> str:
    """Return a text in small letters, its words apart."""
    return " ".join(_WORDS.sub(" ", text[:_MOST_CHARACTERS]).lower().split())


@cache
def _ids() -> re.Pattern[str]:
    """Match the ids of those families whose parameters ``_facts`` does not know, where they stand alone."""
    known = [each.id for each in catalogue() if each.family not in dict(_FAMILIES)]
    words = "|".join(re.escape(name).replace(r"\-", "[- ]") for name in sorted(known, key=len, reverse=True))
    # What follows a hyphen would be a variant of its own.
    return re.compile(rf"(?<![a-z\d-])({words or '(?!)'})(?![a-z\d]|-[a-z\d])")


def _facts(text: str) -> Facts:
    """Return what a plain text names."""
    found: dict[str, set[str]] = {
        "family": _named(_FAMILIES, text) or ({""} if re.search(_NO_SIGNATURE, text) else set()),
        "padding": _named(_PADDINGS, text),
        "variant": _named(_VARIANTS, text),
        "nonce": _named(_NONCES, text),
        "hash": {_hash(each) for each in re.finditer(_HASHES, text)},
        "curve": {_curve(each) for each in re.finditer(_CURVES, text)},
        "key_size": {next(filter(None, each.groups())) for each in re.finditer(_KEY_SIZES, text)},
        "parameter_set": {each[1] for each in re.finditer(_SETS, text)},
    }
    if "eddsa" in found["family"]:
        found["curve"] |= set(re.findall(r"ed25519|ed448", text))
    for kind, size in re.findall(_JOSE, text):
        found["hash"].add(f"sha{size}")
        found["family"].add({"es": "ecdsa", "hs": "hmac"}.get(kind, "rsa"))
        found["padding"] |= {"rs": {"pkcs1v15"}, "ps": {"pss"}}.get(kind, set())
        found["curve"] |= {_JOSE_CURVES[size]} if kind == "es" else set()
    return {key: frozenset(values) for key, values in found.items() if values}


def _named(words: Iterable[tuple[str, str]], text: str) -> set[str]:
    return {name for name, pattern in words if re.search(pattern, text)}


def _hash(found: re.Match[str]) -> str:
    if found["sha3"]:
        return f"sha3-{found['sha3']}"
    if found["cut"]:
        return f"sha512-{found['cut']}"
    return f"sha{found['sha']}" if found["sha"] else found["old"]


def _curve(found: re.Match[str]) -> str:
    if found["pool"]:
        return f"brainpoolp{found['pool']}{found['twist']}1"
    if found["koblitz"]:
        return "secp256k1"
    return f"p{found['nist'] or found['sec'] or found['x962']}"


def _merged(layers: Iterable[Facts]) -> Facts:
    """Return for each parameter what the first text that names it says; a text on another family says nothing."""
    merged: dict[str, frozenset[str]] = {}
    for facts in layers:
        family, other = merged.get("family"), facts.get("family")
        if family is None or other is None or family <= other:
            merged = {**facts, **merged}
    return merged


def _matching(facts: Facts) -> str | None:
    """Return the one algorithm of the catalogue that has all these parameters, and no other ones."""
    if any(len(values) > 1 for values in facts.values()):
        return None
    told = {key: next(iter(values)) for key, values in facts.items()}
    family = told.pop("family", "")
    if not family:
        return None
    takes = {key for algorithm in matching(family) for key in algorithm.parameters}
    wanted = {key: _value(key, value) for key, value in told.items() if key in takes}
    wanted.setdefault("nonce", "random")
    wanted.setdefault("variant", "prehash" if "hash" in wanted and family == "ml-dsa" else "pure")
    fits = matching(family, **{key: value for key, value in wanted.items() if key in takes})
    return fits[0].id if len(fits) == 1 else None


def _value(key: str, text: str) -> str | int:
    return int(text) if key in ("key_size", "parameter_set") else text


def _purpose(text: str) -> tuple[str, Mode | None]:
    verifies = "verif" in text
    signs = re.search(r"(?<![a-z])sign(?:s|ing)?(?![a-z])", text) is not None
    creates = (
        re.search(r"key ?-?(?:gen|pair)|(?:generat|creat)\w*(?: \w+)? keys?(?![a-z])|new key", text)
        is not None
    )
    once = re.search(r"single[- ]?shot|(?<![a-z])creat|new key|ephemeral", text) is not None
    mode = Mode.SINGLE_SHOT if once else None
    if re.search(r"reus|cached key", text):
        mode = Mode.REUSED_KEY
    elif re.search(r"(?<![a-z])(?:load|import)", text):
        mode = Mode.LOAD_KEY
    if verifies and signs:
        return OTHER, mode
    if verifies:
        wrong = re.search(r"invalid|tamper|wrong|corrupt", text)
        return str(Operation.VERIFY_INVALID if wrong else Operation.VERIFY), mode
    if signs:
        return str(Operation.SIGN), mode
    if creates:
        return str(Operation.KEYGEN), None
    return OTHER if re.search(_NO_SIGNATURE, text) else "", mode
