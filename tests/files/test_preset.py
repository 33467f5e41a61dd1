import re
from dataclasses import fields
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from sigtui.algorithms import catalogue
from sigtui.errors import FileError, Problem
from sigtui.files.preset import (
    MOST_BYTES,
    parse_preset,
    preset_document,
    preset_from,
    read_preset,
    render_preset,
    write_preset,
)
from sigtui.files.store import shipped_presets
from sigtui.messages import read_message
from sigtui.model import EFFORTS, Choice, Message, Mode, Operation, Preset

HERE = Path()
SHIPPED = sorted(shipped_presets().glob("*.toml"))
RFC9421 = shipped_presets() / "rfc9421.toml"
LEAST = 'schema = 1\n[[algorithms]]\nid = "ed25519"\n[[messages]]\nname = "m"\ntext = "x"\n'


def parse(text: str) -> Preset:
    """Read the text of a preset called p.toml."""
    return parse_preset(text.encode(), "p.toml", HERE)


def problems(text: str) -> dict[str, str]:
    """Read a wrong preset and return its problems, text by key."""
    with pytest.raises(FileError) as caught:
        parse(text)
    assert caught.value.place == "p.toml"
    return {problem.key: problem.text for problem in caught.value.problems}


def test_defaults_are_those_of_the_model() -> None:
    """A preset that says the least is the model's own defaults, titled by its file, based on its first."""
    preset = parse(LEAST)
    assert (preset.title, preset.baseline) == ("p", "ed25519")
    defaults = {each.name: each.default for each in fields(Preset)}
    for name in ("operations", "modes", "effort"):
        assert getattr(preset, name) == defaults[name]


def test_every_block_is_read() -> None:
    """What the file says is what the preset has."""
    preset = parse(
        'schema = 1\ntitle = "T"\nbaseline = "rsa-pss-sha512"\n'
        '[run]\neffort = "long"\noperations = ["verify-invalid", "keygen"]\nmodes = ["load-key"]\n'
        '[[algorithms]]\nid = "ed25519"\nprovider = "cryptography"\n[[algorithms]]\nid = "rsa-pss-sha512"\n'
        '[[messages]]\nname = "a"\nhex = "00"\n[[messages]]\nname = "b"\nrandom_bytes = 0\n'
    )
    assert (preset.title, preset.baseline) == ("T", "rsa-2048-pss-sha512")
    assert preset.effort is EFFORTS["long"]
    assert preset.operations == (Operation.VERIFY_INVALID, Operation.KEYGEN)
    assert preset.modes == (Mode.LOAD_KEY,)
    assert [(choice.algorithm.id, choice.provider) for choice in preset.choices] == [
        ("ed25519", "cryptography"),
        ("rsa-2048-pss-sha512", None),
    ]
    assert [(message.name, message.data) for message in preset.messages] == [("a", b"\0"), ("b", b"")]


def test_all_problems_of_a_file_come_at_once() -> None:
    """Every block says its own, with key, value, what is allowed and the nearest spelling."""
    found = problems(
        'schema = 1.0\ntitel = "x"\nbaseline = 5\nwire = {}\n'
        '[run]\nefort = "short"\neffort = "shrt"\noperations = ["sign", "sgn"]\nmodes = []\n'
        '[[algorithms]]\nid = "ed2551"\n[[algorithms]]\nfamily = "rsa"\nkey_size = 2048\nhash = "md5"\n'
        '[[messages]]\nname = "m"\ntext = 5\n[[messages]]\nname = "m"\nhex = "0"\n'
    )
    assert set(found) == {
        "schema",
        "titel",
        "wire",
        "baseline",
        "run.efort",
        "run.effort",
        "run.operations[1]",
        "run.modes",
        "algorithms[0].id",
        "algorithms[1].hash",
        "messages[0].text",
        "messages[1].hex",
        "messages[1].name",
    }
    assert found["schema"] == "must be the whole number 1, not 1.0"
    assert "did you mean 'title'? Allowed: schema, title" in found["titel"]
    assert found["run.effort"] == (
        "'shrt' is not allowed; did you mean 'short'? Allowed: quick, short, medium, long"
    )
    assert found["run.modes"] == "must not be empty"
    assert found["messages[1].name"] == "'m' is the name of messages[0] already"


@pytest.mark.parametrize(
    ("line", "text"),
    [
        ("", "is required; this sigtui reads schema = 1"),
        ("schema = 2", "made by a newer sigtui: schema 2, this one reads 1"),
        ("schema = 0", "must be 1, not 0"),
        ("schema = true", "must be the whole number 1, not true"),
        (
            "schema = 0x1" + "0" * 20_000,
            "made by a newer sigtui: schema a very long number, this one reads 1",
        ),
        ('schema = "sigtui/snapshot/1"', "is a snapshot, not a preset; its [preset] says what was measured"),
    ],
    ids=["none", "newer", "older", "type", "huge", "snapshot"],
)
def test_a_wrong_schema_is_said(line: str, text: str) -> None:
    """A missing, a newer, an older one, and a file of another kind."""
    assert problems(LEAST.replace("schema = 1", line))["schema"] == text


def test_a_newer_preset_has_one_problem() -> None:
    """What a newer sigtui added is not blamed on the person."""
    assert set(problems(LEAST.replace("schema = 1", "schema = 2\nnew = 1"))) == {"schema"}


@pytest.mark.parametrize(
    ("change", "key"),
    [
        (('[[messages]]\nname = "m"\ntext = "x"\n', ""), "messages"),
        (("schema = 1", 'schema = 1\nrun.operations = ["verify"]\nrun.modes = ["single-shot"]'), "run.modes"),
        (("schema = 1", 'schema = 1\nrun.operations = ["sign", "sign"]'), "run.operations"),
        (("schema = 1", "schema = 1\nrun = 5"), "run"),
        (("schema = 1", 'schema = 1\ntitle = "a\\nb"'), "title"),
        (('[[algorithms]]\nid = "ed25519"\n', ""), "algorithms"),
        (("schema = 1", 'schema = 1\nbaseline = "ml-dsa-44"'), "baseline"),
    ],
)
def test_impossible_combinations_are_said(change: tuple[str, str], key: str) -> None:
    """Each is one problem at its key."""
    assert set(problems(LEAST.replace(*change))) == {key}


def test_blocks_of_the_wrong_type_are_one_problem_each() -> None:
    """A block that is no list of tables is not blamed for being empty too."""
    assert problems("schema = 1\nalgorithms = 5\nmessages = [1]\n") == {
        "algorithms": "must be a list, not 5",
        "messages[0]": "must be a table, not 1",
    }


def test_only_keygen_goes_without_messages() -> None:
    """Creating keys signs nothing."""
    text = 'schema = 1\n[run]\noperations = ["keygen"]\n[[algorithms]]\nid = "ed25519"\n'
    assert parse(text).messages == ()


def test_the_providers_can_be_passed_in() -> None:
    """The allowed names are the caller's, or all that sigtui has."""
    text = LEAST.replace('"ed25519"', '"ed25519"\nprovider = "mine"')
    assert parse_preset(text.encode(), "p", HERE, providers=["mine"]).choices[0].provider == "mine"
    assert "cryptography" in problems(text)["algorithms[0].provider"]


def test_a_preset_over_the_limit_is_refused(tmp_path: Path) -> None:
    """Both numbers are said, whether it comes from a file or as text."""
    data = b"#" * (MOST_BYTES + 1)
    with pytest.raises(FileError, match=r"1,048,577 bytes; at most 1,048,576"):
        parse_preset(data, "p", HERE)
    (tmp_path / "p.toml").write_bytes(data)
    with pytest.raises(FileError, match=r"1,048,577 bytes; at most 1,048,576"):
        read_preset(tmp_path / "p.toml")


def test_message_files_are_beside_the_preset(tmp_path: Path) -> None:
    """A relative path begins at the preset's folder; a missing file is a problem at its key."""
    (tmp_path / "body").write_bytes(b"content")
    preset = tmp_path / "p.toml"
    preset.write_text(LEAST.replace('text = "x"', 'file = "body"'))
    assert read_preset(preset).messages[0].data == b"content"
    preset.write_text(LEAST.replace('text = "x"', 'file = "bdy"'))
    with pytest.raises(FileError) as caught:
        read_preset(preset)
    text = f"{tmp_path / 'bdy'}: there is no such file; did you mean 'body'?"
    assert caught.value.problems == (Problem("messages[0].file", text),)


@pytest.mark.parametrize("path", SHIPPED, ids=lambda path: path.stem)
def test_every_shipped_preset_loads(path: Path) -> None:
    """What comes with sigtui is right, and reads back from its canonical text."""
    preset = read_preset(path)
    assert parse_preset(render_preset(preset), "other.toml", path.parent) == preset


def test_the_first_preset_is_as_the_contract_says() -> None:
    """The six registered algorithms and ml-dsa-44; 17, 93 and 1,024 bytes."""
    preset = read_preset(RFC9421)
    assert preset.title == "RFC 9421 HTTP Message Signatures"
    assert preset.baseline == "ecdsa-p256-sha256"
    registered = {algorithm.id for algorithm in catalogue() if algorithm.names.rfc9421}
    chosen = [choice.algorithm for choice in preset.choices]
    assert {algorithm.id for algorithm in chosen} - registered <= {"ml-dsa-44"}
    assert {algorithm.names.rfc9421.text for algorithm in chosen if algorithm.names.rfc9421} >= {
        "rsa-pss-sha512",
        "rsa-v1_5-sha256",
        "hmac-sha256",
        "ecdsa-p256-sha256",
        "ecdsa-p384-sha384",
        "ed25519",
    }
    assert len(chosen) == 7
    sizes = [(message.name, len(message.data)) for message in preset.messages]
    assert sizes == [("property", 17), ("properties", 93), ("block", 1024)]
    assert preset.messages[0].data == b"some secret value"
    assert preset.operations == (Operation.KEYGEN, Operation.SIGN, Operation.VERIFY)
    assert preset.modes == (Mode.REUSED_KEY, Mode.SINGLE_SHOT)


NAMES = st.text(st.characters(exclude_categories=["Cc", "Cs", "Zl", "Zp", "Cf"]), min_size=1).filter(
    str.strip
)
TEXTS = st.text(st.characters(exclude_categories=["Cs"]))
SOURCES = st.one_of(
    st.fixed_dictionaries({"text": TEXTS}),
    st.fixed_dictionaries({"hex": st.binary().map(bytes.hex)}),
    st.fixed_dictionaries(
        {"random_bytes": st.integers(0, 300)}, optional={"seed": st.integers(0, (1 << 63) - 1)}
    ),
)


@st.composite
def presets(draw: st.DrawFn) -> Preset:
    """Draw any preset that a file can say."""
    choices = draw(
        st.lists(
            st.builds(Choice, st.sampled_from(catalogue()), st.sampled_from([None, "cryptography"])),
            min_size=1,
            max_size=5,
            unique_by=lambda choice: (choice.algorithm.id, choice.provider),
        )
    )
    messages = []
    for name in draw(st.lists(NAMES, min_size=1, max_size=4, unique=True)):
        message = read_message({"name": name, **draw(SOURCES)}, HERE)
        assert isinstance(message, Message)
        messages.append(message)
    operations = st.lists(st.sampled_from(Operation), min_size=1, unique=True)
    return Preset(
        title=draw(NAMES),
        baseline=draw(st.sampled_from(choices)).algorithm.id,
        choices=tuple(choices),
        messages=tuple(messages),
        operations=(*draw(operations.filter(lambda chosen: Operation.SIGN not in chosen)), Operation.SIGN),
        modes=tuple(draw(st.lists(st.sampled_from(Mode), min_size=1, unique=True))),
        effort=draw(st.sampled_from(list(EFFORTS.values()))),
    )


@settings(deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(presets())
def test_every_preset_reads_back(preset: Preset) -> None:
    """A preset comes back from its text and from its plain values as it was."""
    assert parse_preset(render_preset(preset), "p.toml", HERE) == preset
    assert preset_from(preset_document(preset), "p.toml", HERE) == preset


def test_a_preset_is_written_and_read(tmp_path: Path) -> None:
    """The file on disk is the canonical text."""
    preset = read_preset(RFC9421)
    write_preset(tmp_path / "p.toml", preset)
    assert (tmp_path / "p.toml").read_bytes() == render_preset(preset)
    assert read_preset(tmp_path / "p.toml") == preset


@st.composite
def damaged(draw: st.DrawFn) -> bytes:
    """Draw a valid preset with some lines left out, doubled, swapped, and some words exchanged."""
    lines = draw(st.sampled_from([LEAST, re.sub(r" ?#.*", "", RFC9421.read_text())])).splitlines()
    for _ in range(draw(st.integers(1, 4))):
        index = draw(st.integers(0, len(lines) - 1))
        other = draw(st.integers(0, len(lines) - 1))
        match draw(st.sampled_from(["drop", "double", "swap", "value", "key", "cut", "insert"])):
            case "drop":
                lines[index] = ""
            case "double":
                lines.insert(other, lines[index])
            case "swap":
                lines[index], lines[other] = lines[other], lines[index]
            case "value":
                value = draw(
                    st.sampled_from(["5", "true", "1.5", "nan", "[]", "{}", "[{}]", "2026-01-02", '"x"'])
                )
                lines[index] = re.sub(r"=.*", f"= {value}", lines[index])
            case "key":
                lines[index] = draw(st.text(max_size=6)) + lines[index]
            case "cut":
                lines[index] = lines[index][: draw(st.integers(0, 40))]
            case _:
                lines.insert(index, draw(st.text(max_size=20)))
    return "\n".join(lines).encode(errors="surrogatepass")


@settings(deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(damaged() | st.binary(max_size=300))
def test_anything_is_a_preset_or_a_clear_error(data: bytes) -> None:
    """Nothing but a FileError with problems in words comes of any bytes and any damaged preset."""
    try:
        preset = parse_preset(data, "p.toml", HERE)
    except FileError as error:
        assert error.problems
        assert str(error).encode()
    else:
        assert parse_preset(render_preset(preset), "p.toml", HERE) == preset
