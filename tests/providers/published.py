"""Published test vectors as values: the files of cryptography_vectors, and those in data/ beside this file."""

import tomllib
from base64 import b64decode
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import cryptography_vectors
from cryptography.hazmat.primitives.asymmetric import rsa

from sigtui.algorithms import find
from sigtui.model import Algorithm
from sigtui.providers import entries
from sigtui.providers.mechanism import Mechanism

DATA = Path(__file__).parent / "data"


def mechanism(algorithm: str | Algorithm) -> Mechanism[Any, Any]:
    """Return a new mechanism of the provider `cryptography` for an algorithm, or for its id."""
    fixed = find(algorithm) if isinstance(algorithm, str) else algorithm
    return entries()["cryptography"].load().mechanism(fixed)


def vector_text(path: str) -> str:
    """Read a file of cryptography_vectors."""
    with cryptography_vectors.open_vector_file(path, "r") as file:
        return str(file.read())


def vector_bytes(path: str) -> bytes:
    """Read a binary file of cryptography_vectors."""
    with cryptography_vectors.open_vector_file(path, "rb") as file:
        return bytes(file.read())


@dataclass(frozen=True, slots=True)
class Record:
    """One test of a response file; ``section`` is the bracketed heading that it stands under."""

    section: str
    fields: Mapping[str, str]

    def octets(self, name: str) -> bytes:
        """Return a field that is written in hex."""
        return bytes.fromhex(self.fields[name])

    def number(self, name: str) -> int:
        """Return a field that is a number in hex."""
        return int(self.fields[name], 16)


def records(path: str, last: str) -> Iterator[Record]:
    """Read NIST's format: each time the field ``last`` comes, a test is complete.

    Fields of a block of their own (an RSA modulus) hold for all tests after them, up to the next heading.
    """
    section = ""
    common: dict[str, str] = {}
    block: dict[str, str] = {}
    for raw in vector_text(path).splitlines():
        line = raw.strip()
        if line.startswith("["):
            section, common, block = line.strip("[]"), {}, {}
        elif not line:
            common, block = common | block, {}
        elif not line.startswith("#"):
            name, _, value = line.partition("=")
            block[name.strip()] = value.strip()
            if name.strip() == last:
                yield Record(section, common | block)
                block = {}


def rsa_private_key(record: Record) -> rsa.RSAPrivateKey:
    """Put together the key of an RSA test that has all its numbers, without validating it, which is slow."""
    p, q, d, n, e = (record.number(name) for name in "pqdne")
    exponents = rsa.rsa_crt_dmp1(d, p), rsa.rsa_crt_dmq1(d, q), rsa.rsa_crt_iqmp(p, q)
    numbers = rsa.RSAPrivateNumbers(p, q, d, *exponents, rsa.RSAPublicNumbers(e, n))
    return numbers.private_key(unsafe_skip_rsa_key_validation=True)


@dataclass(frozen=True, slots=True)
class Signed:
    """A message and its published signature under a public key, and whether a verifier has to accept it."""

    name: str
    algorithm: str
    public_key: bytes
    message: bytes
    signature: bytes
    valid: bool


def wycheproof(family: str) -> tuple[Signed, ...]:
    """Return the selection from Wycheproof in ``data/wycheproof-<family>.toml``."""
    read = tomllib.loads((DATA / f"wycheproof-{family}.toml").read_text("utf-8"))
    return tuple(
        Signed(
            f"{group['file']} {test['tc']}: {test['comment']}",
            group["algorithm"],
            b64decode(group["spki"]),
            bytes.fromhex(test["message"]),
            b64decode(test["signature"]),
            test["valid"],
        )
        for group in read["groups"]
        for test in group["tests"]
    )


def hash_ml_dsa() -> tuple[Signed, ...]:
    """Return the HashML-DSA signatures that pycryptodome made."""
    read = tomllib.loads((DATA / "hash-ml-dsa.toml").read_text("utf-8"))
    return tuple(
        Signed(
            each["algorithm"],
            each["algorithm"],
            b64decode(each["spki"]),
            bytes.fromhex(each["message"]),
            b64decode(each["signature"]),
            True,
        )
        for each in read["vectors"]
    )
