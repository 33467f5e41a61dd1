from collections.abc import Mapping
from types import MappingProxyType

import pytest
from cryptography.hazmat.primitives.asymmetric import rsa
from cryptography.hazmat.primitives.serialization import load_der_private_key, load_pem_private_key

from tests.providers.published import DATA, records, rsa_private_key, vector_bytes


@pytest.fixture(scope="session")
def rsa_keys() -> Mapping[int, rsa.RSAPrivateKey]:
    """Map a size in bits to a private key that is published, and so protects nothing.

    Creating them would take up to a minute, and validating the one of 8192 bits takes 9 seconds.
    """
    der = vector_bytes("asymmetric/DER_Serialization/testrsa.der")
    pem = vector_bytes("x509/custom/ca/rsa_key.pem")
    own = (DATA / "rsa-8192.pem").read_bytes()
    keys = {
        2048: load_der_private_key(der, None, unsafe_skip_rsa_key_validation=True),
        3072: _nist_key("mod = 3072"),
        4096: load_pem_private_key(pem, None, unsafe_skip_rsa_key_validation=True),
        8192: load_pem_private_key(own, None, unsafe_skip_rsa_key_validation=True),
    }
    checked: dict[int, rsa.RSAPrivateKey] = {}
    for bits, key in keys.items():
        assert isinstance(key, rsa.RSAPrivateKey)
        assert key.key_size == bits
        assert key.public_key().public_numbers().e == 65537
        checked[bits] = key
    return MappingProxyType(checked)


def _nist_key(section: str) -> rsa.RSAPrivateKey:
    """Return the first key of a section whose public exponent is 65537."""
    return next(
        rsa_private_key(each)
        for each in records("asymmetric/RSA/FIPS_186-2/SigVer15_186-3.rsp", "Result")
        if each.section == section and each.number("e") == 65537 and each.fields["Result"] == "P"
    )
