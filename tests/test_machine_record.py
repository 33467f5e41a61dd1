import json
from dataclasses import replace

import tomli_w

from sigtui.machine import Machine, document, warnings
from sigtui.model import ProviderInfo

PROVIDERS = (
    ProviderInfo("cryptography", True, versions={"cryptography": "50.0.2", "OpenSSL": "4.0.3"}),
    ProviderInfo("liboqs", False, reason="no shared library"),
)
BARE = Machine(os="Linux", python="CPython 3.13.1")


def test_unknown_facts_are_absent() -> None:
    """A snapshot holds no null: only what is known has a key."""
    assert document(BARE, ()) == {
        "os": "Linux",
        "python": "CPython 3.13.1",
        "debug_build": False,
        "providers": {},
        "warnings": [],
    }


def test_each_provider_found_here_brings_its_libraries_versions() -> None:
    """The versions come from the providers; one without any is left out."""
    versions = {"cryptography": {"cryptography": "50.0.2", "OpenSSL": "4.0.3"}}
    assert document(BARE, PROVIDERS)["providers"] == versions


def test_the_facts_stand_in_the_block_with_sensible_digits() -> None:
    """Figures are rounded to what they are worth, CPUs are written as ranges, false is not unknown."""
    machine = replace(
        BARE,
        affinity=(0, 1, 3),
        features=("aes",),
        mhz=2445.434,
        load=0.1251,
        turbo=False,
        cpu_quota=1 / 3,
        temperature_c=47.25,
    )
    block = document(machine, ())
    expected = {
        "usable_cpus": "0-1,3",
        "features": ["aes"],
        "mhz": 2445,
        "load": 0.13,
        "turbo": False,
        "cpu_quota": 0.33,
        "temperature_c": 47.2,
    }
    assert {key: block[key] for key in expected} == expected


def test_the_warnings_are_kept_with_the_facts() -> None:
    """A snapshot says what its figures suffered from."""
    machine = replace(BARE, virtual="kvm", load=9.0, cores=2)
    assert document(machine, ())["warnings"] == list(warnings(machine))


def test_the_block_can_be_written_as_toml_and_json() -> None:
    """Both formats of a snapshot take the block as it is."""
    block = document(replace(BARE, virtual="kvm", affinity=(0,), load=0.5), PROVIDERS)
    assert 'virtual = "kvm"' in tomli_w.dumps(block)
    assert json.loads(json.dumps(block)) == block
