"""RSA (RFC 8017) by `cryptography`: PSS with a salt as long as the hash, and PKCS#1 v1.5."""

from functools import cache

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric import rsa
from cryptography.hazmat.primitives.asymmetric.padding import MGF1, PSS, PKCS1v15
from cryptography.hazmat.primitives.serialization import (
    Encoding,
    PrivateFormat,
    PublicFormat,
    load_der_private_key,
)

from sigtui.model import Algorithm
from sigtui.providers.mechanism import Calls
from sigtui.providers.pyca.asymmetric import HASHES, LOAD_PRIVATE, LOAD_PUBLIC, Asymmetric

_EXPONENT = 65537


@cache
def _probe_key() -> rsa.RSAPrivateKey:
    return rsa.generate_private_key(_EXPONENT, 2048)


class Rsa(Asymmetric[rsa.RSAPrivateKey, rsa.RSAPublicKey]):
    """An RSA key of a size, with a padding and a hash; raw keys are PKCS#1 DER."""

    private_key_form = "pkcs1"
    raw_private = (Encoding.DER, PrivateFormat.TraditionalOpenSSL)
    raw_public = (Encoding.DER, PublicFormat.PKCS1)

    def __init__(self, algorithm: Algorithm) -> None:
        self._bits = int(algorithm.parameters["key_size"])
        self.key_kind = f"rsa-{self._bits}"
        name = str(algorithm.parameters["hash"])
        self._hash = HASHES[name]()
        salt = self._hash.digest_size
        pss = algorithm.parameters["padding"] == "pss"
        self._padding = PSS(MGF1(self._hash), salt_length=salt) if pss else PKCS1v15()
        padding = f"PSS(MGF1({name.upper()}()), {salt})" if pss else "PKCS1v15()"
        self.calls = Calls(
            generate=f"rsa.generate_private_key({_EXPONENT}, {self._bits})",
            sign=f"private.sign(message, {padding}, {name.upper()}())",
            verify=f"public.verify(signature, message, {padding}, {name.upper()}())",
            load_private=f"{LOAD_PRIVATE} (validating)",
            load_public=LOAD_PUBLIC,
            load_trusted="load_der_private_key(pkcs8, None, unsafe_skip_rsa_key_validation=True)",
        )

    def generate(self) -> rsa.RSAPrivateKey:
        """Search two primes: slow, and heavy-tailed."""
        return rsa.generate_private_key(_EXPONENT, self._bits)

    def sign(self, private: rsa.RSAPrivateKey, message: bytes) -> bytes:
        """Hash, pad and sign with blinding."""
        return private.sign(message, self._padding, self._hash)

    def verify(self, public: rsa.RSAPublicKey, signature: bytes, message: bytes) -> bool:
        """Return whether the signature and its padding are right."""
        try:
            public.verify(signature, message, self._padding, self._hash)
        except InvalidSignature:
            return False
        return True

    def restore(self, data: bytes) -> rsa.RSAPrivateKey:
        """Load without validating, which takes seconds for a large key; this program's own are valid."""
        private = load_der_private_key(data, None, unsafe_skip_rsa_key_validation=True)
        if not isinstance(private, rsa.RSAPrivateKey):
            raise TypeError(f"the key is a {type(private).__name__}")
        return private

    def probe_key(self) -> rsa.RSAPrivateKey:
        """Return one small key for all probes: whether padding and hash work does not depend on the size."""
        return _probe_key()


def mechanism(algorithm: Algorithm) -> Rsa:
    """Return RSA with the algorithm's size, padding and hash."""
    return Rsa(algorithm)
