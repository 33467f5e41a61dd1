import csv
import io
import json
import os
import subprocess
import sys
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from sigtui.algorithms import catalogue, find
from sigtui.cli import ENVELOPES, SIZES_FORMATS, TRANSPORTS, main
from sigtui.sizes import documents, tables
from sigtui.sizes.warned import MOST, warned
from sigtui.wire.budgets import SHIPPED, USUAL, Carrier
from sigtui.wire.budgets import find as budget
from sigtui.wire.envelopes import Envelope
from sigtui.wire.fits import Fit
from sigtui.wire.judged import Judged, judged, tightest
from sigtui.wire.packets import Route, Transport
from sigtui.wire.report import row
from sigtui.wire.setting import Setting
from sigtui.wire.spread import Spread
from sigtui.wire.warnings import Level

README = Path(__file__).parent.parent / "README.md"

PROMISED = {
    *("algorithm", "public_key_bytes", "private_key_bytes", "signature_bytes", "encoded_bytes", "packets"),
    *("fragmented", "first_window", "budgets", "warnings"),
}
"""The keys of a row that contract.md promises; there may be more."""

PRESET = """
schema = 1
[run]
operations = ["keygen"]
[wire]
envelope = "jws"
budgets = ["cookie", "our | column"]
[[wire.custom]]
name = "our | column"
bytes = 512
transport = "storage"
[[algorithms]]
id = "ed25519"
[[algorithms]]
id = "rsa-pss-sha512"
"""


def command(*arguments: str, columns: int = 120) -> Result:
    """Run `sigtui sizes` in a terminal of so many columns."""
    return CliRunner().invoke(main, ["sizes", *arguments], env={"COLUMNS": str(columns)})


def printed(*arguments: str, columns: int = 120) -> str:
    """Return what it prints, nothing being wrong."""
    ended = command(*arguments, columns=columns)
    assert (ended.exit_code, ended.stderr) == (0, "")
    return ended.stdout


def rows(*arguments: str) -> dict[str, Any]:
    """Return the JSON's rows by algorithm."""
    document = json.loads(printed(*arguments, "--output", "json"))
    assert list(document) == ["rows"]
    return {told["algorithm"]: told for told in document["rows"]}


@pytest.fixture
def preset(tmp_path: Path) -> str:
    """Return the path of a preset with an envelope and budgets."""
    path = tmp_path / "mine.toml"
    path.write_text(PRESET)
    return str(path)


@pytest.mark.parametrize(
    ("arguments", "packets"),
    [
        (("--transport", "udp4"), {"ml-dsa-44": 2, "ml-dsa-65": 3, "ml-dsa-87": 4, "ed25519": 1}),
        (("--transport", "udp6", "--mtu", "1280"), {"ml-dsa-44": 2, "ml-dsa-65": 3, "ml-dsa-87": 4}),
        (("--transport", "tcp4"), {"ml-dsa-44": 2, "ml-dsa-65": 3, "ml-dsa-87": 4, "ed25519": 1}),
        (("--transport", "tls", "--mtu", "576"), {"ml-dsa-44": 5, "ml-dsa-65": 7, "ml-dsa-87": 9}),
    ],
)
def test_the_published_signatures_take_the_published_packets(
    arguments: tuple[str, ...], packets: dict[str, int]
) -> None:
    """2,420 B over UDP and IPv4 are 2 packets at MTU 1500, 3,309 are 3, 4,627 are 4; and on other routes."""
    told = rows(*packets, *arguments)
    assert {name: each["packets"] for name, each in told.items()} == packets
    datagrams = arguments[1].startswith("udp")
    for each in told.values():
        assert each["fragmented"] == (datagrams and each["packets"] > 1)
        assert each["first_window"] == (None if datagrams else True)


def test_the_published_header_lines_have_their_lengths() -> None:
    """The Signature line of RFC 9421 takes 108 B for Ed25519, 364 for RSA-2048, 3,248 to 6,192 for ML-DSA."""
    published = {
        "ed25519": 108,
        "rsa-2048-pss-sha512": 364,
        "ml-dsa-44": 3_248,
        "ml-dsa-65": 4_432,
        "ml-dsa-87": 6_192,
    }
    told = rows(*published, "--envelope", "rfc9421")
    assert {name: each["encoded_bytes"] for name, each in told.items()} == published


def test_without_arguments_it_is_the_whole_catalogue_raw_over_udp_with_every_budget() -> None:
    """JSON has the contract's keys for each algorithm, and each budget that ships with its share."""
    told = rows()
    assert list(told) == [one.id for one in catalogue()]
    for each in told.values():
        assert each.keys() >= PROMISED
        assert each["signature_bytes"].keys() == {"min", "typical", "max"}
        assert each["encoded_bytes"] == each["signature_bytes"]["max"]
        assert list(each["budgets"]) == [one.name for one in SHIPPED]
        assert all(fit["fits"] == (fit["used"] <= 1) for fit in each["budgets"].values())
        assert all(isinstance(text, str) for text in each["warnings"])
        assert each["first_window"] is None
    assert told["ml-dsa-65"]["packets"] == 3
    assert told["hmac-sha256"]["public_key_bytes"] is None


def test_an_envelope_travels_as_it_usually_does_unless_told_otherwise() -> None:
    """HTTP's envelopes go over TLS, the binary ones over UDP; a transport that is named wins."""
    firsts = {name: rows("ed25519", "--envelope", name)["ed25519"]["first_window"] for name in ENVELOPES}
    assert firsts == {"raw": None, "rfc9421": True, "jws": True, "cose": None}
    assert rows("ed25519", "--envelope", "jws", "--transport", "udp6")["ed25519"]["first_window"] is None


def test_csv_says_the_same_as_json_without_anything_nested() -> None:
    """Each cell is the JSON's value, or a part of it; the header names all columns."""
    arguments = ("ml-dsa-65", "ecdsa-p256-sha256", "hmac-sha256", "--transport", "tcp6")
    told = rows(*arguments)
    read = list(csv.DictReader(io.StringIO(printed(*arguments, "--output", "csv"))))
    assert [each["algorithm"] for each in read] == list(told)
    for each in read:
        same = told[each["algorithm"]]
        assert tuple(each)[: len(documents.COLUMNS)] == documents.COLUMNS
        assert None not in each.values()
        for key in documents.COLUMNS:
            if key in same and key != "warnings":
                assert each[key] == cell(same[key])
        for part, value in same["signature_bytes"].items():
            assert each[f"signature_{part}_bytes"] == cell(value)
        assert each["encoded_min_bytes"] == cell(same["encoded_range"]["min"])
        assert each["packets_min"] == cell(same["packets_range"]["min"])
        assert each["warnings"] == documents.BETWEEN.join(same["warnings"])
        for name, fit in same["budgets"].items():
            assert each[f"budget_{name}_fits"] == cell(fit["fits"])
            assert float(each[f"budget_{name}_used"]) == fit["used"]


def cell(value: object) -> str:
    """Return how CSV writes a value."""
    return "" if value is None else str(value).lower() if isinstance(value, bool) else str(value)


def test_a_datagram_that_can_not_hold_it_has_no_packets() -> None:
    """What exceeds the longest datagram has neither packets nor fragments, in CSV and in the table."""
    told = replace(row(find("ml-dsa-44"), Setting()), packets=None, fragmented=None)
    (read,) = csv.DictReader(io.StringIO(documents.csv_text([told], Setting())))
    assert (read["packets"], read["packets_min"], read["fragmented"]) == ("", "", "")
    assert "✗ too long" in tables.table([told], Setting())


def test_the_table_says_what_travels_how_and_the_tightest_budget() -> None:
    """Each algorithm has a line: sizes, packets with their verdict, how many budgets fit, and the tightest one."""
    lines = printed("ml-dsa-65", "ecdsa-p256-sha256").splitlines()
    assert lines[0] == "Raw signature · UDP over IPv4 · Ethernet, MTU 1,500 B"
    assert [line.split() for line in lines[2:5]] == [
        ["algorithm", "public", "B", "sig", "B", "packets", "fits", "tightest", "budget"],
        [
            "ml-dsa-65",
            "1,952",
            "3,309",
            "!",
            "3",
            "fragments",
            "1",
            "of",
            "8",
            "✗",
            "varchar-255",
            "1730",
            "%",
        ],
        [
            *("ecdsa-p256-sha256", "65", "64–72", "✓", "1,", "whole"),
            *("8", "of", "8", "✓", "varchar-255", "38", "%"),
        ],
    ]
    text = " ".join(printed("ml-dsa-65").split())
    assert "! 3 fragments over Ethernet: lost whole if one is lost" in text
    assert f"--output json has all {len(SHIPPED)} that ship." in text


def test_the_table_has_a_column_for_what_travels_in_an_envelope() -> None:
    """The header's bytes stand beside the signature's, and the other line of RFC 9421 is named."""
    text = printed("ml-dsa-44", "ecdsa-p256-sha256", "--envelope", "rfc9421", "--mtu", "1280")
    lines = text.splitlines()
    assert lines[0].endswith("TLS 1.3 over IPv4 · the smallest IPv6 link, MTU 1,280 B")
    assert "header B" in lines[2]
    assert "2,420     3,248  ✓ 3, first window" in lines[3]
    assert "The Signature-Input line comes on top: 149 B" in text
    assert "the envelope holds the fixed width" in " ".join(text.split())


def test_a_connection_that_needs_more_round_trips_is_told() -> None:
    """Where the first window is too small, the packets say how many round trips come on top."""
    assert "! 166, +4 round trips" in printed("ml-dsa-87", "--transport", "tcp4", "--mtu", "68")
    assert "+1 round trip " in printed("ml-dsa-44", "--transport", "tcp4", "--mtu", "180")


def test_budgets_that_a_route_takes_the_meaning_from_are_set_aside_and_named() -> None:
    """TCP cuts by itself: an MTU is not what an algorithm fails there, and the table says so."""
    text = printed("ml-dsa-44", "--transport", "tcp4")
    assert "No limit here, because it is TCP, which cuts by itself: ethernet, ipv6-minimum." in text
    assert " of 6 " in text
    setting = Setting(route=Route(Transport.UDP6), budgets=(budget("ipv4-reassembly"),))
    text = tables.table([row(find("ml-dsa-44"), setting)], setting)
    assert "No limit here, because it is IPv6: ipv4-reassembly." in text
    assert "–  –" in text.splitlines()[3]


def test_the_tightest_budget_is_the_worst_verdict_before_the_largest_share() -> None:
    """One that leaves the others little comes before one that is fuller and meant to be filled."""
    setting = Setting(
        envelope=Envelope.RFC9421,
        route=Route(Transport.UDP4, 9_000),
        budgets=(budget("nginx-proxy"), budget("varchar-255")),
    )
    told = row(find("ml-dsa-44"), setting)
    held = judged(told, setting.route)
    assert [each.level for each in held] == [Level.TIGHT, Level.OVER]
    worst = tightest(held)
    assert worst is not None
    assert worst.fit.budget.name == "varchar-255"
    full = Judged(Fit(budget("ethernet"), Spread.of(1_500)), Level.NOTE)
    assert full.fit.used > held[0].fit.used
    assert tightest((full, held[0])) is held[0]
    assert tightest(()) is None


def test_warnings_stand_once_under_those_that_share_them() -> None:
    """Algorithms of one size have one heading, and every sentence of theirs is there once."""
    names = [one.id for one in catalogue() if one.family == "rsa" and one.sizes.signature == 256]
    text = printed(*names)
    assert f"{names[0]} and {len(names) - 1} others of its size\n" in text
    assert text.count("! The signature does not fit") == 1
    two = printed("rsa-2048-pss-sha256", "rsa-3072-pss-sha256", "rsa-2048-pss-sha512")
    assert "\nrsa-2048-pss-sha256, rsa-2048-pss-sha512\n" in two
    assert "\nrsa-3072-pss-sha256\n" in two


def test_many_algorithms_leave_their_warnings_out_and_say_how_to_see_them() -> None:
    """The catalogue's table counts its warnings and names the ways to read them; JSON has them all."""
    setting = Setting(budgets=USUAL)
    told = [row(one, setting) for one in catalogue()]
    assert len({each.cautions for each in told if each.cautions}) > MOST
    left_out = sum(map(len, {each.cautions for each in told}))
    assert warned(told).groups == ()
    assert warned(told).left_out == left_out
    text = printed()
    assert f"\n{left_out} warnings and notes, with their remedies, are left out: " in text
    assert "\n  ! " not in text


@pytest.mark.parametrize("columns", [120, 80, 60, 40, 20])
@pytest.mark.parametrize(
    "arguments", [(), ("--envelope", "rfc9421"), ("ml-dsa-44",), ("--preset", "rfc9421")]
)
def test_no_line_is_wider_than_the_terminal(columns: int, arguments: tuple[str, ...]) -> None:
    """Columns give way and are named, then names get lines of their own; the verdicts always stay."""
    text = printed(*arguments, columns=columns)
    lines = text.splitlines()
    assert max(map(len, lines)) <= columns or columns < 60
    assert not any(line.endswith(" ") for line in lines)
    (head,) = (line for line in lines if "tightest budget" in line)
    assert "packets" in head
    _, _, left_out = " ".join(text.split()).partition("Left out in a terminal this narrow: ")
    for name in ("public B", "sig B", "fits"):
        assert (name in head) != (name in left_out)


def test_at_80_columns_the_catalogue_keeps_its_signatures_and_verdicts() -> None:
    """The longest id leaves room for the signature, the packets and the tightest budget."""
    lines = printed(columns=80).splitlines()
    assert [line.split()[0] for line in lines[3 : 3 + len(catalogue())]] == [one.id for one in catalogue()]
    (told,) = (line for line in lines if line.startswith("ml-dsa-87 "))
    assert told.split() == ["ml-dsa-87", "4,627", "!", "4", "fragments", "✗", "varchar-255", "2420", "%"]


def test_markdown_is_a_table_with_what_is_to_be_known() -> None:
    """Every row has as many cells as the head; the warnings are a list."""
    lines = printed("ml-dsa-65", "ed25519", "--output", "markdown").splitlines()
    table = [line for line in lines if line.startswith("|")]
    assert len({line.count("|") for line in table}) == 1
    assert table[1] == "| --- | ---: | ---: | --- | ---: | --- |"
    assert table[2].startswith("| ml-dsa-65 | 1,952 | 3,309 | ! 3 fragments |")
    assert "- **ml-dsa-65**" in lines
    assert any(line.startswith("  - 3 fragments over Ethernet") for line in lines)


def test_a_preset_brings_its_algorithms_envelope_and_budgets(preset: str) -> None:
    """Its own budget is one of them in every format, whatever its name holds; options override the envelope."""
    told = rows("--preset", preset)
    assert list(told) == ["ed25519", "rsa-2048-pss-sha512"]
    assert list(told["ed25519"]["budgets"]) == ["cookie", "our | column"]
    assert told["ed25519"]["first_window"] is True
    raw = rows("--preset", preset, "--envelope", "raw", "--mtu", "300")
    assert raw["ed25519"]["encoded_bytes"] == 64
    assert raw["rsa-2048-pss-sha512"]["packets"] == 1
    text = printed("--preset", preset)
    assert "JWS B" in text
    assert "Budgets: cookie, our | column.\n" in text
    assert "our \\| column" in printed("--preset", preset, "--output", "markdown")
    (header, *_) = csv.reader(io.StringIO(printed("--preset", preset, "--output", "csv")))
    assert header[-2:] == ["budget_our | column_fits", "budget_our | column_used"]


def test_names_of_rfc_9421_are_understood_and_each_algorithm_comes_once() -> None:
    """They mean what they mean in a preset; the row has the id."""
    told = rows("rsa-v1_5-sha256", "rsa-2048-pkcs1v15-sha256", "ecdsa-p256-sha256")
    assert list(told) == ["rsa-2048-pkcs1v15-sha256", "ecdsa-p256-sha256"]


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("ml-dsa-4",), "there is no algorithm 'ml-dsa-4'; did you mean 'ml-dsa-44'?"),
        (("nothing-like-it", "ed2551"), "did you mean 'ed25519'?"),
        (
            ("--mtu", "67"),
            "an MTU of 67 B is impossible over IPv4; allowed: 68 (RFC 791 section 3.2) to 65,535",
        ),
        (("--mtu", "1279", "--transport", "tls6"), "impossible over IPv6; allowed: 1,280"),
        (("--mtu", "-1"), "an MTU of -1 B is impossible"),
        (("--mtu", "9" * 5_000), "'--mtu'"),
        (("--mtu", "wide"), "'wide' is not a valid integer"),
        (("--transport", "quic"), "'quic' is not one of 'udp4'"),
        (("--envelope", "cms"), "'cms' is not one of 'raw'"),
        (("--output", "toml"), "'toml' is not one of 'table'"),
        (("--preset", "rfc9421", "ed25519"), "--preset brings its own algorithms"),
        (("--preset", "nowhere.toml"), "nowhere.toml"),
        (("--headless",), "No such option"),
    ],
)
def test_bad_use_is_2_and_says_what_is_allowed(arguments: tuple[str, ...], said: str) -> None:
    """Whatever is wrong is told on stderr with what is allowed; nothing is printed."""
    ended = command(*arguments)
    assert (ended.exit_code, ended.stdout) == (2, "")
    assert said in ended.stderr
    assert "Traceback" not in ended.stderr


def test_all_unknown_names_are_told_at_once() -> None:
    """Each has its own line, once."""
    ended = command("ed2551", "ml-dsa-4", "ed2551", "ml-dsa-44")
    assert ended.exit_code == 2
    assert ended.stderr.count("there is no algorithm") == 2


def test_a_broken_wire_block_is_told_with_its_place(tmp_path: Path) -> None:
    """A budget that is not there is refused with the preset's file and key."""
    (tmp_path / "bad.toml").write_text(PRESET.replace('"cookie"', '"cooky"'))
    ended = command("--preset", str(tmp_path / "bad.toml"))
    assert ended.exit_code == 2
    assert "wire.budgets[0]" in ended.stderr
    assert "did you mean 'cookie'?" in ended.stderr


def test_options_before_the_name_are_refused() -> None:
    """`sigtui --preset P sizes` says where the option belongs."""
    ended = CliRunner().invoke(main, ["--preset", "rfc9421", "sizes"])
    assert ended.exit_code == 2
    assert "options of sizes come after its name" in ended.stderr


def test_help_names_the_formats_envelopes_and_transports_that_there_are() -> None:
    """--help lists what the rest of sigtui knows, and shows how it is used."""
    assert list(map(str, Envelope)) == list(ENVELOPES)
    assert list(map(str, Transport)) == list(TRANSPORTS)
    text = " ".join(printed("--help", columns=120).split())
    for names in (ENVELOPES, TRANSPORTS, SIZES_FORMATS):
        assert f"[{'|'.join(names)}]" in text
    assert "sigtui sizes --preset rfc9421" in text
    assert "sizes" in CliRunner().invoke(main, ["--help"]).stdout


def test_a_pipe_gets_120_columns_in_utf_8_whatever_the_terminal_says() -> None:
    """Where nobody says how wide it is, the table has its own width; ASCII alone is no crash."""
    kept = {name: value for name, value in os.environ.items() if name != "COLUMNS"}
    ended = subprocess.run(
        [sys.executable, "-m", "sigtui", "sizes", "ml-dsa-65"],
        capture_output=True,
        stdin=subprocess.DEVNULL,
        env=kept | {"PYTHONIOENCODING": "ascii"},
        check=True,
    )
    assert ended.stderr == b""
    assert ended.stdout.decode() == printed("ml-dsa-65", columns=tables.WIDTH)


def test_the_readme_shows_what_is_printed_and_names_every_budget_and_key() -> None:
    """Its example is the program's own output; budgets, transports and JSON keys are all there."""
    text = README.read_text(encoding="utf-8")
    assert f"```\n{printed('--preset', 'rfc9421', columns=tables.WIDTH)}```\n" in text
    (told,) = rows("ed25519").values()
    for name in (*(each.name for each in SHIPPED), *Carrier, *told):
        assert f"`{name}`" in text
    assert f"# default: {', '.join(each.name for each in USUAL)}\n" in text
