from dataclasses import replace

import pytest

from sigtui.machine import Machine, document
from sigtui.machine.words import (
    Fit,
    Line,
    coverage,
    facts,
    fitness,
    libraries,
    missing,
    provider_lines,
    remedy,
    versions,
    warnings,
)
from sigtui.model import ProviderInfo, Support

WHOLE = Machine(
    os="Linux",
    python="CPython 3.13.1",
    release="6.8.0",
    architecture="x86_64",
    cpu="AMD EPYC",
    features=("aes", "avx2"),
    cores=2,
    logical_cpus=4,
    affinity=(0, 1, 3),
    cpu_quota=1.5,
    mhz=2_445.4,
    max_mhz=3_700.0,
    governor="performance",
    turbo=False,
    load=0.125,
    memory_bytes=25_276_510_208,
    container="docker",
    on_battery=False,
    temperature_c=47.25,
)
BARE = Machine(os="Linux", python="CPython 3.13.1")

WITHOUT = "this version of cryptography has no ml-dsa"
PYCA = ProviderInfo(
    "cryptography",
    True,
    versions={"cryptography": "50.0.2", "openssl": "4.0.3"},
    support=(
        Support("ed25519", True),
        Support("ml-dsa-44", False, WITHOUT),
        Support("ed448", False, "InternalError"),
        Support("ml-dsa-65", False, WITHOUT),
    ),
)


def told(machine: Machine) -> dict[str, str]:
    """Return the values of a machine's facts by their labels."""
    return {line.label: line.value for line in facts(document(machine, ()))}


def test_every_fact_is_a_labelled_line_with_its_unit() -> None:
    """No raw key, no bare number where there is a unit; what a switch says is a word."""
    assert told(WHOLE) == {
        "system": "Linux 6.8.0",
        "architecture": "x86_64",
        "processor": "AMD EPYC",
        "instructions": "aes avx2",
        "cores": "2 physical, 4 logical",
        "usable CPUs": "0-1,3",
        "CPU quota": "1.5 CPUs",
        "clock now": "2,445 of 3,700 MHz",
        "governor": "performance",
        "turbo": "off",
        "load": "0.12",
        "memory": "23.5 GiB",
        "container": "docker",
        "power": "mains",
        "temperature": "47.2 °C",
        "Python": "CPython 3.13.1",
    }


def test_what_is_unknown_has_no_line() -> None:
    """Neither has what every machine should be: a release build that nothing traces."""
    assert told(BARE) == {"system": "Linux", "Python": "CPython 3.13.1"}
    odd = told(replace(BARE, debug_build=True, tracer="coverage", turbo=True, on_battery=True, virtual="kvm"))
    assert odd["debug build"] == "yes"
    assert odd["traced by"] == "coverage"
    assert (odd["turbo"], odd["power"], odd["virtual machine"]) == ("on", "battery", "kvm")


def test_a_clock_is_told_by_what_is_known_of_it() -> None:
    """Now, at most, or both; one CPU is not several."""
    assert told(replace(BARE, mhz=2_400.0))["clock now"] == "2,400 MHz"
    assert told(replace(BARE, max_mhz=3_700.0))["clock now"] == "at most 3,700 MHz"
    assert told(replace(BARE, cpu_quota=1.0))["CPU quota"] == "1 CPU"


def test_no_key_of_the_document_is_left_to_its_raw_name() -> None:
    """A fact that is added to the document needs words here: none of its keys comes through as it is."""
    everything = replace(WHOLE, virtual="kvm", debug_build=True, tracer="coverage")
    block = document(everything, ())
    labels = [line.label for line in facts(block)]
    assert labels[-1] == "traced by"
    assert not any("_" in label for label in labels)


def test_a_strangers_document_is_told_as_it_is() -> None:
    """Unknown keys come last with their own words; values of odd types and control characters do no harm."""
    strange = {
        "os": "Plan\x1b[31m 9",
        "cpu": None,
        "memory_bytes": "lots",
        "turbo": "sometimes",
        "cores": [1, 2],
        "rack_unit": 7_000,
        "tags": {"site": "a\nb"},
        "providers": "none",
        "warnings": "none",
    }
    lines = facts(strange)
    assert [(line.label, line.value) for line in lines] == [
        ("system", "Plan\N{REPLACEMENT CHARACTER}[31m 9"),
        ("cores", "1 2 physical"),
        ("turbo", "sometimes"),
        ("memory", "lots"),
        ("rack unit", "7,000"),
        ("tags", "site a b"),
    ]
    assert libraries(strange) == ()
    assert warnings(strange) == ()


def test_libraries_are_named_with_what_is_inside_them() -> None:
    """The provider's own library, and the others in brackets; none, one or several."""
    assert versions({}) == ""
    assert versions({"pqcrypto": "1.0.0"}) == "pqcrypto 1.0.0"
    assert versions(PYCA.versions) == "cryptography 50.0.2 (OpenSSL 4.0.3)"
    assert versions({"a": "1", "b": "2", "c": "3"}) == "a 1 (b 2, c 3)"
    assert libraries(document(BARE, (PYCA,))) == (Line("provider", "cryptography 50.0.2 (OpenSSL 4.0.3)"),)


@pytest.mark.parametrize(
    ("machine", "fit", "text"),
    [
        (BARE, Fit.WHOLLY, "Fit: nothing was found here that spoils a figure."),
        (
            replace(BARE, virtual="kvm"),
            Fit.PARTLY,
            "Fit in part: you can trust ratios and medians measured here, but not p99.",
        ),
        (
            replace(BARE, turbo=True),
            Fit.PARTLY,
            "Fit in part: you can trust ratios, medians and p99 within one run, but not comparisons between runs.",
        ),
        (
            replace(BARE, turbo=True, virtual="kvm", cpu_quota=0.5),
            Fit.PARTLY,
            "Fit in part: you can trust ratios and medians within one run, but not p99 or comparisons between runs.",
        ),
        (
            replace(BARE, virtual="kvm", on_battery=True),
            Fit.NOT,
            "Not fit as it is: every time measured here is doubtful.",
        ),
        (
            replace(BARE, tracer="coverage"),
            Fit.NOT,
            "Not fit as it is: every time measured here is doubtful.",
        ),
    ],
)
def test_the_verdict_says_what_can_be_trusted(machine: Machine, fit: Fit, text: str) -> None:
    """One sentence, by what the warnings spoil: p99, comparisons between runs, or every time."""
    verdict = fitness(document(machine, ()))
    assert (verdict.fit, verdict.text) == (fit, text)


def test_a_warning_in_other_words_is_no_clean_bill() -> None:
    """What another program warns of is neither forgotten nor taken for the worst."""
    verdict = fitness({"warnings": ["the fan is loud"]})
    assert (verdict.fit, verdict.text) == (Fit.PARTLY, "Fit with doubts: the warnings say which.")


def test_algorithms_that_are_missing_for_one_reason_stand_together() -> None:
    """Each group with its reason and how to get it; what is available is only counted."""
    assert coverage(PYCA) == "1 of 4 algorithms"
    first, second = missing(PYCA)
    assert first.algorithms == ("ml-dsa-44", "ml-dsa-65")
    assert first.text == (
        f"{WITHOUT}. Remedy: python -m pip install --upgrade cryptography, in sigtui's own environment."
    )
    assert (second.algorithms, second.text) == (("ed448",), "InternalError")
    assert provider_lines(PYCA) == (
        Line("version", "cryptography 50.0.2 (OpenSSL 4.0.3)"),
        Line("can do", "1 of 4 algorithms"),
        Line("missing", "ml-dsa-44, ml-dsa-65", first.text),
        Line("missing", "ed448", "InternalError"),
    )


def test_a_provider_that_is_not_there_is_what_is_missing() -> None:
    """With the reason, and the package's name on PyPI, which is not the module's."""
    absent = ProviderInfo("liboqs", False, "ModuleNotFoundError: No module named 'oqs'")
    (line,) = provider_lines(absent)
    assert (line.label, line.value) == ("missing", "liboqs")
    assert "pip install liboqs-python," in line.note


@pytest.mark.parametrize(
    ("reason", "needed"),
    [
        ("UnsupportedAlgorithm: Curve brainpoolP256r1 is not supported", "--upgrade cryptography"),
        ("UnsupportedAlgorithm: not supported by this version of OpenSSL", "--upgrade cryptography"),
        ("this version of cryptography signs no external mu; 49 does", "--upgrade cryptography"),
        ("cryptography has no slh-dsa", "Another provider has to do it."),
    ],
)
def test_a_reason_that_is_known_has_a_remedy(reason: str, needed: str) -> None:
    """A newer library, or another one."""
    assert needed in remedy("cryptography", reason)


def test_nobody_is_told_to_install_what_nobody_knows() -> None:
    """A package named like an unknown module can be anyone's: without knowledge there is no remedy."""
    assert remedy("other", "ModuleNotFoundError: No module named 'lattices'") == ""
    assert remedy("cryptography", "the worker ended: signal 11") == ""
