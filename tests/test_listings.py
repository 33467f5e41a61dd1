import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from sigtui import algorithms, listings, machine, providers
from sigtui.files import store
from sigtui.machine import Machine, words
from sigtui.model import Algorithm, ProviderInfo, Support

ALGORITHM_KEYS = {
    *("id", "family", "quantum_safe", "standard", "status", "strength_bits", "category"),
    *("sizes", "names", "providers"),
}
"""What contract.md promises of an algorithm; there may be more."""


@pytest.fixture(autouse=True)
def found(monkeypatch: pytest.MonkeyPatch) -> None:
    """Find a busy virtual machine, one provider that does all but ml-dsa-44, and one that isn't installed."""

    def discovered(tried: Sequence[Algorithm]) -> tuple[ProviderInfo, ...]:
        support = tuple(
            Support(one.id, one.id != "ml-dsa-44", "needs OpenSSL 3.5" if one.id == "ml-dsa-44" else "")
            for one in tried
        )
        return (
            ProviderInfo(
                "cryptography", True, versions={"cryptography": "50.0", "openssl": "3.0"}, support=support
            ),
            ProviderInfo("liboqs", False, "no library liboqs.so was found"),
        )

    entries = {name: providers.entries()["cryptography"] for name in ("cryptography", "liboqs")}
    monkeypatch.setattr(listings, "_discover", discovered)
    monkeypatch.setattr(providers, "entries", lambda: entries)
    here = Machine(os="Linux", python="CPython 3.13.1", virtual="kvm", load=9.0, cores=2)
    monkeypatch.setattr(machine, "inspect", lambda: here)


@pytest.fixture
def presets(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return an empty folder of the user's presets, in use."""
    monkeypatch.setattr(store, "user_presets", lambda: tmp_path)
    monkeypatch.setattr(listings, "user_presets", lambda: tmp_path)
    return tmp_path


def document(text: str) -> Any:  # noqa: ANN401 - parsed JSON
    """Parse what is one JSON document and ends with a line break."""
    assert text.endswith("}\n")
    return json.loads(text)


def test_every_algorithm_is_listed_with_its_facts_and_who_can_do_it() -> None:
    """The JSON has the contract's keys for the whole catalogue, and a reason wherever somebody can't."""
    rows = document(listings.algorithms("json"))["algorithms"]
    assert [row["id"] for row in rows] == [one.id for one in algorithms.catalogue()]
    for row in rows:
        assert row.keys() >= ALGORITHM_KEYS
        assert row["names"].keys() == {"rfc9421", "jose", "cose"}
        assert [told["name"] for told in row["providers"]] == ["cryptography", "liboqs"]
        assert all(told.keys() == {"name", "available", "reason"} for told in row["providers"])
        assert all(told["available"] == (told["reason"] is None) for told in row["providers"])
    (ml_dsa,) = (row for row in rows if row["id"] == "ml-dsa-44")
    assert ml_dsa["providers"] == [
        {"name": "cryptography", "available": False, "reason": "needs OpenSSL 3.5"},
        {"name": "liboqs", "available": False, "reason": "no library liboqs.so was found"},
    ]
    assert (ml_dsa["quantum_safe"], ml_dsa["category"], ml_dsa["status"]) == (True, 2, "final")
    assert ml_dsa["sizes"]["signature_bytes"] == 2_420
    assert ml_dsa["sizes"]["public_key_bytes"] == 1_312


def test_names_are_told_with_how_official_they_are() -> None:
    """Each name says whether it is registered or a draft's; COSE has its number too."""
    rows = {row["id"]: row for row in document(listings.algorithms("json"))["algorithms"]}
    for row in rows.values():
        for registry, name in row["names"].items():
            assert (name is None) == (row["names_status"][registry] is None)
            assert row["names_status"][registry] in {None, "registered", "draft"}
    ecdsa = rows["ecdsa-p256-sha256"]
    assert ecdsa["names"] == {"rfc9421": "ecdsa-p256-sha256", "jose": "ES256", "cose": "ES256"}
    assert ecdsa["names_status"]["rfc9421"] == "registered"
    assert ecdsa["cose_value"] == -7


def test_the_table_of_algorithms_has_a_line_for_each() -> None:
    """Each algorithm has one line, set in columns; who can't do it says why."""
    lines = listings.algorithms("table").splitlines()
    assert [line.split()[0] for line in lines[1 : 1 + len(algorithms.catalogue())]] == [
        one.id for one in algorithms.catalogue()
    ]
    (ml_dsa,) = (line for line in lines if line.startswith("ml-dsa-44 "))
    assert "2,420" in ml_dsa
    assert ml_dsa.endswith(
        "unavailable: cryptography: needs OpenSSL 3.5; liboqs: no library liboqs.so was found"
    )
    (ecdsa,) = (line for line in lines if line.startswith("ecdsa-p256-sha256 "))
    assert ecdsa.endswith("cryptography")
    assert lines[-1] == "Sizes are nominal. * is a draft's name, not registered."
    assert not any(line.endswith(" ") for line in lines)


def test_providers_are_listed_with_versions_or_the_reason() -> None:
    """A provider tells its libraries' versions and what it can't do; one that is missing says so."""
    first, second = document(listings.providers("json"))["providers"]
    assert (first["name"], first["available"], first["reason"]) == ("cryptography", True, None)
    assert first["versions"] == {"cryptography": "50.0", "openssl": "3.0"}
    assert len(first["algorithms"]) == len(algorithms.catalogue()) - 1
    assert first["unavailable"] == [{"algorithm": "ml-dsa-44", "reason": "needs OpenSSL 3.5"}]
    assert (second["name"], second["available"]) == ("liboqs", False)
    assert second["reason"] == "no library liboqs.so was found"
    lines = listings.providers("table").splitlines()
    count = len(algorithms.catalogue())
    assert lines == [
        f"cryptography: cryptography 50.0 (OpenSSL 3.0); {count - 1} of {count} algorithms",
        "  ml-dsa-44: needs OpenSSL 3.5",
        "liboqs: no library liboqs.so was found",
    ]


def test_presets_are_listed_with_where_they_come_from(presets: Path) -> None:
    """A preset tells its name, whose it is, its file and what is in it; the user's own hides a shipped one."""
    shipped = store.shipped_presets() / "rfc9421.toml"
    (presets / "mine.toml").write_bytes(shipped.read_bytes())
    rows = document(listings.presets("json"))["presets"]
    by_name = {row["name"]: row for row in rows}
    assert by_name["mine"]["origin"] == "user"
    assert by_name["mine"]["path"] == str(presets / "mine.toml")
    assert by_name["rfc9421"]["origin"] == "shipped"
    assert by_name["rfc9421"]["messages"] == ["property", "properties", "block"]
    assert len(by_name["rfc9421"]["algorithms"]) == 7
    assert all(row["error"] is None for row in rows)
    text = listings.presets("table")
    assert "RFC 9421 HTTP Message Signatures" in text
    assert text.endswith(f"Yours lie in {presets}\n")


def test_a_broken_preset_is_listed_with_what_is_wrong(presets: Path) -> None:
    """A preset that can't be read does not hide the others; the table has one line for it."""
    (presets / "broken.toml").write_text("schema = 1\nefort = 3\n[run]\neffort = 'qick'\n")
    rows = {row["name"]: row for row in document(listings.presets("json"))["presets"]}
    assert rows["broken"]["title"] is None
    assert "run.effort" in rows["broken"]["error"]
    assert rows["rfc9421"]["error"] is None
    lines = listings.presets("table").splitlines()
    told = [line for line in lines if line.startswith("broken")]
    assert len(told) == 1
    assert "broken: " in told[0]
    assert told[0].endswith(" more)")
    assert len(lines) == 1 + len(rows) + 2


def test_the_machine_tells_what_it_is_and_what_spoils_figures() -> None:
    """The JSON is the snapshot's machine block; the table has a line for each fact and each warning."""
    facts = document(listings.machine("json"))
    assert facts.keys() >= {"os", "python", "providers", "warnings"}
    assert facts["providers"]["cryptography"] == {"cryptography": "50.0", "openssl": "3.0"}
    lines = listings.machine("table").splitlines()
    assert lines[0].startswith("system ")
    assert any(line.split() == ["provider", "cryptography", "50.0", "(OpenSSL", "3.0)"] for line in lines)
    assert lines[lines.index("") + 1] == "{0.fit} {0.text}".format(words.fitness(facts))
    assert lines[lines.index("") + 2 :] == [f"! {text}" for text in facts["warnings"]]
    assert "None" not in listings.machine("table")


def test_columns_are_as_wide_as_their_widest_cell() -> None:
    """The second column of the machine's table begins at the same place in every line, two spaces at least away."""
    lines = listings.machine("table").splitlines()
    facts = lines[: lines.index("")]
    begin = lines[0].index(facts[0].split("  ")[-1].strip())
    assert all(line[begin - 2 : begin] == "  " and line[begin] != " " for line in facts)
