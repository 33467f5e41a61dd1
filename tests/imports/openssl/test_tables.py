import pytest

from sigtui.errors import FileError
from sigtui.imports import import_results
from tests.imports.samples import imported


def test_a_tables_row_has_the_curve_and_the_count_that_was_told_before() -> None:
    """Of two curves of 256 bits each gets its own, by the rate."""
    rows = {(row.algorithm, row.operation): row for row in imported("openssl-3.5.txt").results}
    assert rows["ecdsa-p256-sha256", "sign"].samples == 351_686
    assert rows["ecdsa-brainpoolp256r1-sha256", "sign"].samples == 9_127
    assert rows["ecdsa-p256-sha256", "sign"].label == "256 bits ecdsa (nistp256)"


def test_no_figure_is_told_twice() -> None:
    """What was told while it worked, and the table at the end, are one row."""
    made = imported("openssl-3.0.txt")
    assert len(made.results) == 10
    assert all(row.samples and row.algorithm for row in made.results)


@pytest.mark.parametrize(
    ("line", "label", "operation"),
    [
        (
            "Doing 2048 bits private rsa's for 10s: 12331 2048 bits private RSA's in 10.00s",
            "rsa 2048 bits",
            "sign",
        ),
        (
            "Doing 2048 bits public rsa's for 10s: 12331 2048 bits public RSA's in 10.00s",
            "rsa 2048 bits",
            "verify",
        ),
        (
            "Doing 2048 bits public rsa encrypt ops for 10s: 9 2048 bits public RSA encrypt ops in 10.00s",
            "rsa 2048 bits",
            "encrypt",
        ),
        (
            "Doing 256 bits sign ecdsa's for 1s: 36194 256 bits ECDSA signs in 0.99s ",
            "256 bits ecdsa",
            "sign",
        ),
        (
            "Doing 256 bits verify ecdsa ops for 1s: 36194 256 bits ECDSA verify ops in 0.99s",
            "256 bits ecdsa",
            "verify",
        ),
        (
            "Doing 253 bits verify Ed25519's for 1s: 6154 253 bits Ed25519 verify in 1.00s",
            "253 bits EdDSA (Ed25519)",
            "verify",
        ),
        (
            "Doing ML-DSA-44 signs ops for 10s: ^[[A61720 ML-DSA-44 signature sign ops in 9.97s",
            "ML-DSA-44",
            "sign",
        ),
        ("Doing 256 bits  ecdh ops for 10s: 123 256-bits ECDH ops in 9.97s", "256 bits ecdh", "derive"),
        (
            "Doing hmac(sha256) ops for 3s on 64 size blocks: 7846213 hmac(sha256) ops in 2.99s",
            "hmac(sha256)",
            "sign",
        ),
        ("Doing sha256's for 3s on 64 size blocks: 7846213 sha256's in 2.99s", "sha256", "other"),
    ],
)
def test_what_is_told_while_it_works_is_read(line: str, label: str, operation: str) -> None:
    """In the words of every version, and with what a terminal put between."""
    (row,) = import_results(line.encode(), "a.txt").results
    assert (row.label, row.operation) == (label, operation)
    assert row.samples


def test_a_kems_keygen_is_no_signatures() -> None:
    """An RSA key is one there too, and the same name is in both lists."""
    text = (
        "Doing rsa2048 keygen ops for 10s: 288 rsa2048 KEM keygen ops in 10.01s\n"
        "Doing rsa2048 keygen ops for 10s: 284 rsa2048 signature keygen ops in 10.01s\n"
        "                      keygen    encaps    decaps keygens/s  encaps/s  decaps/s\n"
        "        rsa2048    0.034757s 0.000009s 0.000332s      28.8  105771.0    3012.7\n"
        "                      keygen     signs    verify keygens/s    sign/s  verify/s\n"
        "        rsa2048    0.035246s 0.000335s 0.000008s      28.4    2989.2  118107.3\n"
    )
    rows = import_results(text.encode(), "a.txt").results
    keygens = [(row.algorithm, row.samples) for row in rows if row.operation == "keygen"]
    assert keygens == [(None, 288), ("rsa-2048-pkcs1v15-sha256", 284)]


@pytest.mark.parametrize("before", ["> ", "\t\t", "# ", "// ", " * ", ">> "])
def test_what_is_quoted_or_indented_is_read(before: str) -> None:
    """As in a mail, under a list, in a comment."""
    text = "".join(
        f"{before}{line}\n"
        for line in (
            "Doing 2048 bits private rsa's for 10s: 1250 2048 bits private RSA's in 10.00s",
            "                  sign    verify    sign/s verify/s",
            "rsa 2048 bits 0.008000s 0.000200s    125.0   5000.0",
        )
    )
    rows = import_results(text.encode(), "a.txt").results
    assert [(row.operation, row.samples, row.mean_us) for row in rows] == [
        ("sign", 1_250, 8_000.0),
        ("verify", None, 200.0),
    ]


@pytest.mark.parametrize(
    "text",
    [
        "Doing 2048 bits private rsa's for 10s: \n1250 2048 bits private RSA's in 10.00s\n",
        "Doing 2048 bits private rsa's for 10s: 1250 2048 bits private RSA's in\n10.00s\n",
        "Doing 2048 bits private rsa's for 10s:\n1250 2048 bits private RSA's in\n10.00s\n",
    ],
)
def test_a_count_on_the_next_line_is_read(text: str) -> None:
    """A terminal breaks the line there, or a mail."""
    rows = import_results(f"{text}Doing 1024 bits public rsa's for 10s: \n".encode(), "a.txt").results
    assert [(row.operation, row.samples, row.mean_us) for row in rows] == [("sign", 1_250, 8_000.0)]


def test_more_counts_than_anybody_measures_are_refused() -> None:
    """Also where no table follows."""
    text = "Doing 2048 bits private rsa's for 10s: 9 2048 bits private RSA's in 10.00s\n" * 2_001
    with pytest.raises(FileError, match="has more than 2,000 figures"):
        import_results(text.encode(), "a.txt")


def test_more_figures_than_anybody_measures_are_refused() -> None:
    """As one error."""
    text = "rsa 2048 bits 0.000811s 0.000023s   1250.0  42997.0\n" * 2_000
    with pytest.raises(FileError, match="has more than 2,000 figures"):
        import_results(text.encode(), "a.txt")
