import re
from collections.abc import Sequence
from dataclasses import fields, replace
from pathlib import Path
from typing import TypeVar

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from sigtui.algorithms import catalogue
from sigtui.bench.plan import trusts_in_vain
from sigtui.errors import FileError, Problem
from sigtui.files.opening import MOST_MARKS, mark_of
from sigtui.files.preset import (
    MOST_BYTES,
    moved,
    parse_preset,
    preset_document,
    preset_from,
    read_preset,
    render_preset,
    write_preset,
)
from sigtui.files.snapshot import Snapshot, parse_snapshot, render_toml
from sigtui.files.store import shipped_presets
from sigtui.messages import read_message
from sigtui.model import EFFORTS, Choice, Message, Mode, Opening, Operation, Preset

Value = TypeVar("Value")

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
        'schema = 1.0\ntitel = "x"\nbaseline = 5\nwiring = {}\n'
        '[run]\nefort = "short"\neffort = "shrt"\noperations = ["sign", "sgn"]\nmodes = []\n'
        '[[algorithms]]\nid = "ed2551"\n[[algorithms]]\nfamily = "rsa"\nkey_size = 2048\nhash = "md5"\n'
        '[[messages]]\nname = "m"\ntext = 5\n[[messages]]\nname = "m"\nhex = "0"\n'
    )
    assert set(found) == {
        "schema",
        "titel",
        "wiring",
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


SEVERAL = (
    'schema = 1\n[run]\noperations = ["keygen", "verify", "sign"]\n'
    '[[algorithms]]\nid = "ed25519"\n[[algorithms]]\nid = "rsa-pss-sha512"\nprovider = "cryptography"\n'
    '[[messages]]\nname = "a"\ntext = "x"\n[[messages]]\nname = "property"\ntext = "y"\n[app]\n'
)


def test_without_an_app_block_everything_is_ticked() -> None:
    """An absent block is no opening; an empty one, and each key it leaves out, ticks all of the preset."""
    assert parse(SEVERAL.removesuffix("[app]\n")).opening is None
    all_ticked = Opening(
        (Operation.KEYGEN, Operation.VERIFY, Operation.SIGN),
        (Mode.REUSED_KEY, Mode.SINGLE_SHOT),
        ("a", "property"),
    )
    assert parse(SEVERAL).opening == all_ticked


def test_the_app_block_says_what_is_ticked_and_marked() -> None:
    """Values keep the file's order; a mark is an id or RFC 9421 name, the provider where the preset has one."""
    opening = parse(
        SEVERAL + 'operations = ["sign", "keygen"]\nmodes = ["single-shot"]\nmessages = ["property"]\n'
        'marks = ["rsa-pss-sha512", "ed25519"]\n'
    ).opening
    assert opening == Opening(
        (Operation.SIGN, Operation.KEYGEN),
        (Mode.SINGLE_SHOT,),
        ("property",),
        ("rsa-2048-pss-sha512@cryptography", "ed25519"),
    )
    named = parse(SEVERAL + 'marks = ["rsa-pss-sha512@cryptography"]').opening
    assert named is not None
    assert named.marks == ("rsa-2048-pss-sha512@cryptography",)


def test_an_algorithm_without_a_provider_is_marked_beside_one_with() -> None:
    """A bare id means the choice that names no provider; with two that do, one of them has to be named."""
    both = SEVERAL + '[[algorithms]]\nid = "ed25519"\nprovider = "cryptography"\n'
    opening = parse(both.replace("[app]", '[app]\nmarks = ["ed25519"]')).opening
    assert opening is not None
    assert opening.marks == ("ed25519",)
    table = '[[algorithms]]\nid = "ed25519"\nprovider = "{}"\n'
    text = LEAST.replace('[[algorithms]]\nid = "ed25519"\n', table.format("one") + table.format("two"))
    with pytest.raises(
        FileError, match="is done by several providers; name one of them: ed25519@one, ed25519"
    ):
        parse_preset(f'{text}[app]\nmarks = ["ed25519"]'.encode(), "p", HERE, providers=["one", "two"])


def test_all_problems_of_the_app_block_come_at_once() -> None:
    """Wrong types and keys do not hide the words that are none of the preset's."""
    found = problems(
        SEVERAL + 'operations = ["sgn", "verify-invalid", "sign", "sign"]\nmodes = []\n'
        'messages = ["proprty", "a", "a"]\nmark = 5\n'
        'marks = ["ed2551", "rsa-pss-sha512", "rsa-2048-pss-sha512@cryptography", "ml-dsa-44", "ed25519@x"]\n'
    )
    allowed = "Allowed: keygen, verify, sign"
    both = "ed25519, rsa-2048-pss-sha512"
    assert found == {
        "app.modes": "must not be empty",
        "app.mark": "unknown key; did you mean 'marks'? Allowed: operations, modes, messages, marks",
        "app.operations[0]": f"'sgn' is none of this preset's operations; did you mean 'sign'? {allowed}",
        "app.operations[1]": "'verify-invalid' is none of this preset's operations; "
        f"did you mean 'verify'? {allowed}",
        "app.operations[3]": "is 'sign' again, as app.operations[2]; leave one of them out",
        "app.messages[0]": "'proprty' is none of this preset's messages; "
        "did you mean 'property'? Allowed: a, property",
        "app.messages[2]": "is 'a' again, as app.messages[1]; leave one of them out",
        "app.marks[0]": f"'ed2551' is not one of the algorithms; did you mean 'ed25519'? Allowed: {both}",
        "app.marks[2]": "is rsa-2048-pss-sha512@cryptography again, as app.marks[1]; leave one of them out",
        "app.marks[3]": f"'ml-dsa-44' is not one of the algorithms; allowed: {both}",
        "app.marks[4]": "'ed25519@x' is not one of the algorithms; "
        "did you mean 'ed25519'? Allowed: ed25519, rsa-2048-pss-sha512@cryptography",
    }


@pytest.mark.parametrize(
    ("block", "key", "text"),
    [
        ("messages = []", "app.messages", "at least one is required; only keygen goes without"),
        ('operations = "sign"', "app.operations", "must be a list, not 'sign'"),
        ("operations = []", "app.operations", "must not be empty"),
        ("modes = [1]", "app.modes[0]", "must be text, not 1"),
        (f"marks = {['ed25519'] * 7}", "app.marks", "must have at most 6 items, not 7"),
    ],
)
def test_a_wrong_app_block_is_one_problem(block: str, key: str, text: str) -> None:
    """A list that is empty, too long, or none; the others say nothing of it."""
    ((found, words),) = problems(SEVERAL + block).items()
    assert found == key
    assert text in words


def test_an_app_block_of_the_wrong_type_is_one_problem() -> None:
    """It is a table like [run]."""
    assert problems("app = 5\n" + LEAST) == {"app": "must be a table, not 5"}


def test_one_mistake_elsewhere_is_not_told_of_the_app_block_too() -> None:
    """What could not be read of the other blocks may be what this one means."""
    text = SEVERAL.replace('"ed25519"', '"ed2551"').replace('"x"', "5").replace('"keygen"', '"keygn"')
    found = problems(text + 'operations = ["keygen"]\nmessages = ["a"]\nmarks = ["ed25519"]\n')
    assert set(found) == {"algorithms[0].id", "messages[0].text", "run.operations[0]"}


def test_the_app_may_open_with_keygen_alone_and_no_message() -> None:
    """Creating keys signs nothing, whatever else the preset has."""
    opening = parse(SEVERAL + 'operations = ["keygen"]\nmessages = []').opening
    assert opening is not None
    assert opening.messages == ()


def test_many_wrong_words_are_refused_without_delay() -> None:
    """Searching the nearest of a thousand names for a thousand words would cost half a minute."""
    text = LEAST.replace(
        "[[messages]]", f"[app]\nmessages = {['nm' + str(n) for n in range(1_000)]}\n[[messages]]"
    )
    text += "".join(f'[[messages]]\nname = "name {number}"\ntext = "x"\n' for number in range(999))
    found = problems(text)
    assert "allowed: m, name 0, name 1, " in found["app.messages[0]"].lower()
    assert found["app.messages[90]"] == "'nm90' is none of this preset's messages"


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


def test_the_first_preset_opens_with_little_ticked() -> None:
    """Sign and verify of 93 bytes with a key that exists: 14 cases, which take half a minute."""
    assert read_preset(RFC9421).opening == Opening(
        (Operation.SIGN, Operation.VERIFY), (Mode.REUSED_KEY,), ("properties",)
    )


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


def some_of(
    values: Sequence[Value], least: int = 1, most: int | None = None
) -> st.SearchStrategy[tuple[Value, ...]]:
    """Draw some of these values, in any order, each once."""
    ordered = st.permutations(values)
    sizes = st.integers(least, len(values) if most is None else min(most, len(values)))
    return st.tuples(ordered, sizes).map(lambda drawn: tuple(drawn[0][: drawn[1]]))


def openings(preset: Preset) -> st.SearchStrategy[Opening | None]:
    """Draw what of a preset is ticked in the app, or nothing about it."""

    def rest(operations: tuple[Operation, ...]) -> st.SearchStrategy[Opening]:
        needed = int(set(operations) != {Operation.KEYGEN})
        names = [message.name for message in preset.messages]
        marks = [mark_of(choice) for choice in preset.choices]
        return st.builds(
            Opening,
            st.just(operations),
            some_of(preset.modes),
            some_of(names, least=needed),
            some_of(marks, least=0, most=MOST_MARKS),
        )

    return st.none() | some_of(preset.operations).flatmap(rest)


@st.composite
def presets(draw: st.DrawFn) -> Preset:
    """Draw any preset that a file can say."""
    choices = draw(
        st.lists(
            st.builds(Choice, st.sampled_from(catalogue()), st.sampled_from([None, "cryptography"])),
            min_size=1,
            max_size=8,
            unique_by=lambda choice: (choice.algorithm.id, choice.provider),
        )
    )
    messages = []
    for name in draw(st.lists(NAMES, max_size=4, unique=True)):
        message = read_message({"name": name, **draw(SOURCES)}, HERE)
        assert isinstance(message, Message)
        messages.append(message)
    operations = draw(some_of(tuple(Operation))) if messages else (Operation.KEYGEN,)
    modes = draw(some_of(tuple(Mode)))
    if modes == (Mode.SINGLE_SHOT,) and not {Operation.KEYGEN, Operation.SIGN} & set(operations):
        operations = (*operations, Operation.SIGN)
    if trusts_in_vain(operations, modes, [choice.algorithm for choice in choices]):
        modes = (*modes, Mode.REUSED_KEY)
    preset = Preset(
        title=draw(NAMES),
        baseline=draw(st.sampled_from(choices)).algorithm.id,
        choices=tuple(choices),
        messages=tuple(messages),
        operations=operations,
        modes=modes,
        effort=draw(st.sampled_from(list(EFFORTS.values()))),
    )
    return replace(preset, opening=draw(openings(preset)))


@settings(deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(presets())
def test_every_preset_reads_back(preset: Preset) -> None:
    """A preset comes back from its text and from its plain values as it was."""
    assert parse_preset(render_preset(preset), "p.toml", HERE) == preset
    assert preset_from(preset_document(preset), "p.toml", HERE) == preset


def test_a_snapshot_keeps_what_was_ticked() -> None:
    """The preset inside a snapshot opens as the file did that was measured."""
    preset = parse(SEVERAL + 'operations = ["sign"]\nmarks = ["ed25519"]')
    data = render_toml(Snapshot(preset=preset_document(preset)))
    kept = parse_snapshot(data, "s.toml").preset
    assert preset_from(kept, "p.toml", HERE) == preset


def test_an_app_block_is_written_only_where_there_is_one() -> None:
    """Behind [run], and without a key for no marks."""
    assert list(preset_document(parse(LEAST))) == [
        "schema",
        "title",
        "baseline",
        "run",
        "algorithms",
        "messages",
    ]
    document = preset_document(parse(SEVERAL))
    assert list(document)[3:5] == ["run", "app"]
    assert document["app"] == {
        "operations": ["keygen", "verify", "sign"],
        "modes": ["reused-key", "single-shot"],
        "messages": ["a", "property"],
    }


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


@pytest.mark.parametrize(
    ("written", "before", "after", "found"),
    [
        ("body", "a", "a", "body"),
        ("body", "a", "b", "{top}/a/body"),
        ("body", "a", ".", "a/body"),
        ("../a/body", "b", "a", "body"),
        ("../a/body", "b", "c", "{top}/a/body"),
        ("gone", "a", "b", "gone"),
        ("{top}/a/body", "a", "a", "{top}/a/body"),
        ("{top}/a/body", "b", "a", "body"),
        ("{top}/a/body", "b", "c", "{top}/a/body"),
    ],
)
def test_a_preset_finds_its_message_files_from_another_folder(
    tmp_path: Path, written: str, before: str, after: str, found: str
) -> None:
    """Relative where they lie below it, else absolute; a missing one is left, and so is all in the same folder."""
    for name in "abc":
        (tmp_path / name).mkdir()
    (tmp_path / "a" / "body").write_bytes(b"content")
    source = {"file": written.format(top=tmp_path)}
    preset = replace(
        read_preset(RFC9421), messages=(Message("m", b"content", source), Message("t", b"x", {"text": "x"}))
    )
    made = moved(preset, tmp_path / before, tmp_path / after)
    assert [each.source for each in made.messages] == [{"file": found.format(top=tmp_path)}, {"text": "x"}]
    assert [each.data for each in made.messages] == [b"content", b"x"]
