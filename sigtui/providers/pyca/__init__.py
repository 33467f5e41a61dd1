"""The provider `cryptography` (pyca), with the OpenSSL inside its wheel."""

from collections.abc import Mapping
from typing import Any

from sigtui.model import Algorithm
from sigtui.providers.mechanism import Mechanism

NAME = "cryptography"
SUMMARY = "pyca/cryptography with the OpenSSL of its wheel"


class Pyca:
    """The loaded library; a family's file is imported when its first algorithm is asked for."""

    def versions(self) -> Mapping[str, str]:
        """Return the versions of cryptography and of the OpenSSL it uses."""
        import cryptography
        from cryptography.hazmat.backends.openssl import backend

        openssl = backend.openssl_version_text().removeprefix("OpenSSL ").split(" ")[0]
        return {"cryptography": cryptography.__version__, "openssl": openssl}

    def mechanism(self, algorithm: Algorithm) -> Mechanism[Any, Any]:
        """Return this library's way of doing the algorithm.

        Raises UnavailableError where the library, or the version that is installed, does not have it.
        """
        from sigtui.providers.pyca import families

        return families.mechanism(algorithm)


def load() -> Pyca:
    """Import the library."""
    import cryptography  # noqa: F401 - a missing or broken library has to show here

    return Pyca()
