import pytest

from sigtui.errors import FileError
from sigtui.imports import import_results
from tests.imports.samples import data, imported


def rows(text: str, version: str | None = None) -> list[tuple[str | None, str, str | None]]:
    """Return label, operation and id of each row."""
    made = import_results(text.encode(), "a.txt", openssl_version=version)
    return [(row.label, row.operation, row.algorithm) for row in made.results]


@pytest.mark.parametrize(
    ("line", "version", "kind"),
    [
        ("+F9:4:10.0:20.0:30.0", "3.3.1", "KEM 4"),
        ("+F9:4:10.0:20.0:30.0", "4.0.0", "signature algorithm 4"),
        ("+F8:4:10.0:20.0:30.0", "4.0.0", "KEM 4"),
        ("+F10:4:10.0:20.0:30.0", "3.5.6", "signature algorithm 4"),
    ],
)
def test_the_version_says_what_a_line_means(line: str, version: str, kind: str) -> None:
    """The same number is another family in another line of sources."""
    made = rows(line, version)
    assert {label for label, _, _ in made} == {f"{kind} (-mr gives no name)"}
    assert {name for _, _, name in made} == {None}


@pytest.mark.parametrize("number", [7, 8, 9, 10])
def test_without_a_version_nothing_is_guessed(number: int) -> None:
    """The error says what to add."""
    with pytest.raises(
        FileError, match=rf"line 1: what \+F{number} means .* add --openssl-version"
    ) as caught:
        rows(f"+F{number}:0:10.0:20.0:30.0")
    assert "`openssl version`" in str(caught.value)


def test_lines_that_never_changed_need_no_version() -> None:
    """RSA, DSA, ECDSA, ECDH and EdDSA."""
    text = "+F2:2:2048:1141.1:40275.6\n+F3:0:1024:10.0:20.0\n+F5:3:256:9000.0:0.0001\n+F6:1:456:Ed448:3000.0:1500.0\n"
    assert rows(text) == [
        ("rsa 2048 bits", "sign", "rsa-2048-pkcs1v15-sha256"),
        ("rsa 2048 bits", "verify", "rsa-2048-pkcs1v15-sha256"),
        ("dsa 1024 bits", "sign", None),
        ("dsa 1024 bits", "verify", None),
        ("256 bits ecdh", "derive", None),
        ("456 bits EdDSA (Ed448)", "sign", "ed448"),
        ("456 bits EdDSA (Ed448)", "verify", "ed448"),
    ]


def test_bits_alone_name_no_curve_but_the_one_of_521() -> None:
    """256 bits are P-256 or brainpoolP256r1: no id, and it is said why."""
    text = "+F4:3:256:1.0:2.0\n+F4:4:384:1.0:2.0\n+F4:5:521:1.0:2.0\n"
    assert [name for _, operation, name in rows(text) if operation == "sign"] == [
        None,
        None,
        "ecdsa-p521-sha512",
    ]
    made = import_results(text.encode(), "a.txt")
    assert "brainpool" in str(made.method["curve"])
    assert made.extra["unmapped"] == ["256 bits ecdsa", "384 bits ecdsa"]


def test_counts_on_stderr_name_what_stdout_does_not() -> None:
    """With 2>&1 signatures have their names, and every row its count; the sums are not told again."""
    made = imported("openssl-3.5-mr-both.txt")
    assert [row.samples for row in made.results if row.algorithm == "ml-dsa-65"] == [98_821, 19_877, 102_344]
    assert len(made.results) == 9


def test_a_version_that_is_not_known_is_refused() -> None:
    """With those that are."""
    with pytest.raises(
        FileError, match=r"\+F9 of OpenSSL 9\.1 is not known; known are those of 1\.x, 3\.x, 4\.x"
    ):
        rows("+F9:0:1.0:2.0:3.0", "9.1")


@pytest.mark.parametrize(
    "text",
    [
        "+F2:2:2048\n",
        "+F2:2\n",
        "+F2:2:2048:one:two\n",
        "+F:9:hmac(sha256):x\n",
        "+F\n+F2:\n",
        "+DTP:2048:private:rsa sign:10\n+R1:x:2048:9.98\n",
        "+DTP:2048:private:rsa sign:10\n+R1:5\n",
    ],
)
def test_a_line_that_is_cut_off_is_refused(text: str) -> None:
    """With its number."""
    with pytest.raises(FileError, match=r"line \d: .* is it cut off\?"):
        rows(text)


def test_an_operation_that_took_no_time_has_none() -> None:
    """A rate or a count of zero is no figure."""
    made = import_results(b"+F6:0:253:Ed25519:0.000000:5000.0\n", "a.txt")
    assert [(row.mean_us, row.error) for row in made.results] == [
        (None, "the tool gives no time"),
        (200.0, None),
    ]


def test_more_figures_than_anybody_measures_are_refused() -> None:
    """As one error, soon; a million lines are no text that is read at all."""
    line = "+F6:0:253:Ed25519:1.0:2.0\n"
    with pytest.raises(FileError, match="has more than 2,000 figures"):
        rows(line * 2_001)
    with pytest.raises(FileError, match="the most that are read of a text"):
        rows(line * 1_000_000)


def test_a_kems_keygen_is_no_signatures() -> None:
    """The same line tells both; the one that encaps follows is the KEM's, also of an RSA key."""
    text = (
        "+DTP:rsa2048:keygen:10\n+R15:288:rsa2048:10.01\n+DTP:rsa2048:encaps:10\n+R16:1000:rsa2048:10.00\n"
        "+DTP:rsa2048:keygen:10\n+R18:284:rsa2048:10.01\n+DTP:rsa2048:sign:10\n+R19:1000:rsa2048:10.00\n"
    )
    made = import_results(text.encode(), "a.txt").results
    assert [(row.algorithm, row.samples, row.extra["part"]) for row in made] == [
        (None, 288, "KEM"),
        (None, 1_000, "KEM"),
        ("rsa-2048-pkcs1v15-sha256", 284, "provider"),
        ("rsa-2048-pkcs1v15-sha256", 1_000, "provider"),
    ]


def test_the_samples_differ_in_their_numbering_only() -> None:
    """What 3.3 calls +F10, 4.0 calls +F9."""
    three = import_results(data("openssl-3.3-mr.txt"), "a.txt", openssl_version="3.3.1")
    four = imported("openssl-4.0-mr.txt")
    label = "signature algorithm 12 (-mr gives no name)"
    assert [row.mean_us for row in three.results if row.label == label] == [
        row.mean_us for row in four.results if row.label == label
    ]
