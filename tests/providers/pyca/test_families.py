import dataclasses
import json
import subprocess
import sys

import pytest

from sigtui.algorithms import catalogue, find
from sigtui.errors import UnavailableError
from sigtui.providers.pyca import NAME, Pyca, families, load

# What a `cryptography` without ML-DSA does: its other modules don't refer to it, and importing it fails.
WITHOUT_ML_DSA = """
import json, sys
from cryptography.hazmat.primitives import asymmetric, serialization
from cryptography.hazmat.primitives.asymmetric import mldsa
del asymmetric.mldsa
sys.modules[mldsa.__name__] = None
from sigtui.algorithms import catalogue
from sigtui.providers import describe
info = describe("cryptography", catalogue())
json.dump([info.available] + [[each.algorithm, each.available, each.reason] for each in info.support], sys.stdout)
"""


def test_every_family_of_the_catalogue_has_a_file() -> None:
    """All algorithms of the catalogue get a mechanism, whose family is that of its file."""
    for algorithm in catalogue():
        made = families.mechanism(algorithm)
        assert type(made).__module__ == f"sigtui.providers.pyca.{algorithm.family.replace('-', '')}"


@pytest.mark.parametrize("family", ["slh-dsa", "falcon", "no such family"])
def test_a_family_without_a_file_is_unavailable(family: str) -> None:
    """The reason names the library and the family."""
    algorithm = dataclasses.replace(find("ed25519"), family=family)
    with pytest.raises(UnavailableError, match=f"^cryptography has no {family}$"):
        Pyca().mechanism(algorithm)


def test_without_ml_dsa_only_ml_dsa_is_unavailable() -> None:
    """An older version of the library lacks one family, says so in words, and does all others as before."""
    run = subprocess.run(
        [sys.executable, "-c", WITHOUT_ML_DSA], capture_output=True, text=True, check=False, timeout=60
    )
    assert run.returncode == 0, run.stderr
    available, *support = json.loads(run.stdout)
    assert available is True
    assert [row[0] for row in support] == [algorithm.id for algorithm in catalogue()]
    for name, works, reason in support:
        assert works == (find(name).family != "ml-dsa"), (name, reason)
        assert works or "this version of cryptography has no ml-dsa" in reason
        assert not works or reason == ""


def test_versions_name_the_library_and_its_openssl() -> None:
    """Both versions are numbers with dots, without the names before them."""
    versions = load().versions()
    assert NAME == "cryptography"
    assert set(versions) == {"cryptography", "openssl"}
    for version in versions.values():
        assert version.split(".")[0].isdigit()
        assert " " not in version
