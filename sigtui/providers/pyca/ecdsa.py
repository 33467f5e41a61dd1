"""ECDSA (FIPS 186-5) by `cryptography`: DER signatures, random or RFC 6979 deterministic nonces."""

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

from sigtui.model import Algorithm
from sigtui.providers.mechanism import Calls
from sigtui.providers.pyca.asymmetric import HASHES, LOAD_PRIVATE, LOAD_PUBLIC, Asymmetric

_CURVES: dict[str, type[ec.EllipticCurve]] = {
    "p256": ec.SECP256R1,
    "p384": ec.SECP384R1,
    "p521": ec.SECP521R1,
    "secp256k1": ec.SECP256K1,
    "brainpoolp256r1": ec.BrainpoolP256R1,
    "brainpoolp384r1": ec.BrainpoolP384R1,
    "brainpoolp512r1": ec.BrainpoolP512R1,
}


class Ecdsa(Asymmetric[ec.EllipticCurvePrivateKey, ec.EllipticCurvePublicKey]):
    """A key on a curve; the raw private key is the scalar, the raw public key an uncompressed point."""

    private_key_form = "scalar"
    raw_public = (Encoding.X962, PublicFormat.UncompressedPoint)
    signature_encoding = "der"

    def __init__(self, algorithm: Algorithm) -> None:
        self._curve = _CURVES[str(algorithm.parameters["curve"])]()
        name = str(algorithm.parameters["hash"])
        deterministic = algorithm.parameters["nonce"] == "rfc6979"
        self._scheme = ec.ECDSA(HASHES[name](), deterministic_signing=deterministic)
        scheme = f"ECDSA({name.upper()}(){', deterministic_signing=True' if deterministic else ''})"
        self.calls = Calls(
            generate=f"ec.generate_private_key({type(self._curve).__name__}())",
            sign=f"private.sign(message, {scheme})",
            verify=f"public.verify(signature, message, {scheme})",
            load_private=LOAD_PRIVATE,
            load_public=LOAD_PUBLIC,
        )

    def generate(self) -> ec.EllipticCurvePrivateKey:
        """Create a key on the curve."""
        return ec.generate_private_key(self._curve)

    def sign(self, private: ec.EllipticCurvePrivateKey, message: bytes) -> bytes:
        """Return a DER signature (RFC 3279 section 2.2.3), whose length varies."""
        return private.sign(message, self._scheme)

    def verify(self, public: ec.EllipticCurvePublicKey, signature: bytes, message: bytes) -> bool:
        """Return whether the DER signature is right."""
        try:
            public.verify(signature, message, self._scheme)
        except InvalidSignature:
            return False
        return True

    def raw_private_bytes(self, private: ec.EllipticCurvePrivateKey) -> bytes:
        """Return the scalar in as many bytes as the curve's order needs (SEC 1 section 2.3.7): its key size's."""
        scalar = private.private_numbers().private_value
        return scalar.to_bytes((self._curve.key_size + 7) // 8, "big")


def mechanism(algorithm: Algorithm) -> Ecdsa:
    """Return ECDSA with the algorithm's curve, hash and kind of nonce."""
    return Ecdsa(algorithm)
