"""What all of this provider's key pairs have in common: X.509 SPKI and PKCS#8 in DER."""

from typing import Any, Protocol, TypeVar

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.serialization import (
    Encoding,
    NoEncryption,
    PrivateFormat,
    PublicFormat,
    load_der_private_key,
    load_der_public_key,
)

from sigtui.model import KeySizes
from sigtui.providers.mechanism import Calls, Mechanism

HASHES: dict[str, type[hashes.HashAlgorithm]] = {
    "sha256": hashes.SHA256,
    "sha384": hashes.SHA384,
    "sha512": hashes.SHA512,
}

LOAD_PRIVATE = "load_der_private_key(pkcs8, None)"
LOAD_PUBLIC = "load_der_public_key(spki)"


class _PublicKey(Protocol):
    def public_bytes(self, encoding: Encoding, format: PublicFormat) -> bytes: ...  # noqa: A002 - pyca's name


class _PrivateKey(Protocol):
    def public_key(self) -> Any: ...

    def private_bytes(
        self,
        encoding: Encoding,
        format: PrivateFormat,  # noqa: A002 - pyca's name
        encryption_algorithm: NoEncryption,
    ) -> bytes: ...


Private = TypeVar("Private", bound=_PrivateKey)
Public = TypeVar("Public", bound=_PublicKey)


class Asymmetric(Mechanism[Private, Public]):
    """A key pair of `cryptography`; the families add how it is created, signs and verifies."""

    private_key_form: str
    raw_private: tuple[Encoding, PrivateFormat] = (Encoding.Raw, PrivateFormat.Raw)
    raw_public: tuple[Encoding, PublicFormat] = (Encoding.Raw, PublicFormat.Raw)

    def public(self, private: Private) -> Public:
        """Return the public half."""
        public: Public = private.public_key()
        return public

    def dump_private(self, private: Private) -> bytes:
        """Serialise as unencrypted PKCS#8 DER (RFC 5958)."""
        return private.private_bytes(Encoding.DER, PrivateFormat.PKCS8, NoEncryption())

    def load_private(self, data: bytes) -> Private:
        """Parse PKCS#8 DER as the library does by default: an RSA key is validated, which is most of it."""
        private: Any = load_der_private_key(data, None)
        return private  # type: ignore[no-any-return] # the DER says which class it is

    def dump_public(self, public: Public) -> bytes:
        """Serialise as SPKI DER (RFC 5280)."""
        return public.public_bytes(Encoding.DER, PublicFormat.SubjectPublicKeyInfo)

    def load_public(self, data: bytes) -> Public:
        """Parse SPKI DER."""
        public: Any = load_der_public_key(data)
        return public  # type: ignore[no-any-return] # the DER says which class it is

    def raw_private_bytes(self, private: Private) -> bytes:
        """Return the private key in its family's own encoding."""
        return private.private_bytes(*self.raw_private, NoEncryption())

    def sizes(self, private: Private) -> KeySizes:
        """Measure raw and wrapped forms of this pair in bytes."""
        public = self.public(private)
        return KeySizes(
            private_key=len(self.raw_private_bytes(private)),
            private_key_form=self.private_key_form,
            public_key=len(public.public_bytes(*self.raw_public)),
            spki=len(self.dump_public(public)),
            pkcs8=len(self.dump_private(private)),
        )


class Plain(Asymmetric[Any, Any]):
    """A scheme without parameters: the key class creates, signs and verifies a message as it is.

    Its private key is a seed. The classes of different curves and parameter sets share no base.
    """

    private_key_form = "seed"

    def __init__(self, key: Any) -> None:
        self._key = key
        self.calls = self.calls_with("private.sign(message)", "public.verify(signature, message)")

    def calls_with(self, sign: str, verify: str, kept: tuple[str, str] | None = None) -> Calls:
        """Return the texts of calls that sign and verify like this, ``kept`` those of a kept key."""
        return Calls(
            generate=f"{self._key.__name__}.generate()",
            sign=sign,
            verify=verify,
            load_private=LOAD_PRIVATE,
            load_public=LOAD_PUBLIC,
            reused_sign=kept and kept[0],
            reused_verify=kept and kept[1],
        )

    def generate(self) -> Any:
        """Create a key from a fresh seed."""
        return self._key.generate()

    def sign(self, private: Any, message: bytes) -> bytes:
        """Sign the message itself; ML-DSA retries until a signature is valid, which makes its tail long."""
        signature: bytes = private.sign(message)
        return signature

    def verify(self, public: Any, signature: bytes, message: bytes) -> bool:
        """Return whether the signature is right."""
        try:
            public.verify(signature, message)
        except InvalidSignature:
            return False
        return True
