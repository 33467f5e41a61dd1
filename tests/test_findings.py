import re
from dataclasses import replace

import pytest

from sigtui.algorithms import find
from sigtui.cells import sureness
from sigtui.files.results import Lengths, MessageSize, Result
from sigtui.files.wire import wire_document
from sigtui.findings import Findings, findings, result_name
from sigtui.model import OwnBudget, WireView
from sigtui.wireblock import wire_block
from tests.made import ROW, snapshot

OURS = WireView("rfc9421", ("ethernet",), (OwnBudget("our proxy", 2000, "http"),))

ED25519 = replace(ROW, algorithm="ed25519", family="eddsa")


def paced(row: Result, *slow: int, by: float = 1.9) -> Result:
    """Return the row with the machine slower in these rounds."""
    rounds = [
        (48.0 * by, 1 / by) if index in slow else pair for index, pair in enumerate(ROW.rounds_us or ())
    ]
    return replace(row, rounds_us=tuple(rounds))


def drifting(row: Result, change: float) -> Result:
    """Return the row with medians that rise by this share over 15 rounds at typical speed."""
    return replace(row, rounds_us=tuple((48.0 * (1 + change * index / 14), 1.0) for index in range(15)))


HOST = paced(ROW, 3, 4, 5)
DRIFT = drifting(ROW, 0.09)
HUMPS = replace(ROW, mvalue_typical=3.9)
FEW = replace(ROW, samples=29, mean_us=78_800.0)
CAUSES = {"Host ran": HOST, "Drift over": DRIFT, "Two humps": HUMPS, "Few samples": FEW}

HMAC = replace(
    ROW, algorithm="hmac-sha256", family="hmac", batch=64, overhead_ns=16.4, overhead_subtracted=True
)
ML_DSA = replace(ROW, algorithm="ml-dsa-44", family="ml-dsa", skewness=2.1)


def said(*rows: Result) -> Findings:
    """Return the findings of these rows."""
    return findings(snapshot(*rows))


def test_a_quiet_run_says_nothing() -> None:
    """Neither a warning nor a note where there is nothing to know."""
    assert said(ROW, ED25519) == Findings((), ())
    assert said() == Findings((), ())


@pytest.mark.parametrize("cause", CAUSES)
def test_each_cause_has_its_own_warning(cause: str) -> None:
    """It appears where its cause is, alone."""
    (warning,) = said(CAUSES[cause], ED25519).warnings
    assert warning.startswith(cause)


@pytest.mark.parametrize("cause", CAUSES)
def test_a_warning_names_cause_amount_harm_and_remedy(cause: str) -> None:
    """In this order, one sentence or two each."""
    (warning,) = said(CAUSES[cause]).warnings
    found = re.fullmatch(r"(?P<cause>.+)\. Spoils (?P<harm>.+)\. Remedy: (?P<remedy>.+)\.", warning)
    assert found
    assert re.search(r"\d", found["cause"])


@pytest.mark.parametrize("cause", CAUSES)
def test_a_cause_is_named_once_however_many_rows_it_spoils(cause: str) -> None:
    """Five rows, one warning, of which three are named and the rest counted."""
    rows = [replace(CAUSES[cause], algorithm=f"case-{index}") for index in range(5)]
    (warning,) = said(*rows).warnings
    if not warning.startswith("Host"):
        assert "case-0 sign reused-key properties" in warning
        assert "case-2" in warning
        assert "case-3" not in warning
        assert "and 2 more" in warning


def test_no_sentence_hedges() -> None:
    """No may, no consider, no detected: what is said is known."""
    everything = said(*CAUSES.values(), *[HOST] * 3, HMAC, ML_DSA)
    assert len(everything.warnings) == len(CAUSES)
    assert len(everything.notes) == 4
    for text in (*everything.warnings, *everything.notes):
        assert not re.search(
            r"\b(may|might|consider|detected|outliers?|perhaps|possibly)\b", text, re.IGNORECASE
        )


def test_a_slow_host_is_told_with_factor_and_share() -> None:
    """From a twentieth of at least ten rounds, over all rows; a spin within 6 % of typical is not slow."""
    assert said(HOST).warnings[0].startswith("Host ran 1.9× slower than at its best in 20 % of rounds")
    assert (
        said(HOST, *[ED25519] * 2)
        .warnings[0]
        .startswith("Host ran 1.9× slower than at its best in 7 % of rounds")
    )
    assert not said(HOST, *[ED25519] * 4).warnings
    assert not said(replace(HOST, rounds_us=(HOST.rounds_us or ())[:9])).warnings
    assert not said(paced(ROW, *range(15), by=1.05)).warnings
    assert said(paced(ROW, *range(15), by=1.08)).warnings[0].startswith("Host ran 1.1×")


def test_drift_is_told_above_five_percent_with_its_direction() -> None:
    """Up or down; less than 5 %, or what the machine's speed explains, is none."""
    assert "(+9 %)" in said(DRIFT).warnings[0]
    assert "(-9 %)" in said(drifting(ROW, -0.09)).warnings[0]
    assert not said(drifting(ROW, 0.04)).warnings
    explained = tuple((48.0 * (1 + index / 280), 1 / (1 + index / 280)) for index in range(15))
    assert not said(replace(ROW, rounds_us=explained)).warnings


def test_humps_are_told_at_typical_speed_only() -> None:
    """A machine of two speeds makes every row bimodal: that is the host's warning."""
    assert "mValue 3.90" in said(HUMPS).warnings[0]
    assert not said(replace(ROW, mvalue=5.0, mvalue_typical=2.1)).warnings
    assert not said(replace(ROW, mvalue=5.0, mvalue_typical=None)).warnings


def test_what_was_not_precise_enough_is_told_with_the_figure_of_its_row() -> None:
    """One case by its name, several with their typical figure; rounded as the column ``sure`` rounds it."""
    made = replace(snapshot(ROW), method={"effort": "quick"})
    late = replace(ROW, stopped="time", error_rounds_us=None, error_us=0.2303 * (ROW.mean_us or 0))

    def first(*rows: Result) -> str:
        return findings(replace(made, results=rows)).warnings[0].partition(". ")[0]

    aim = "±5 %, the aim of effort quick, was not reached"
    assert sureness(late) == "±24 %"
    assert first(late) == f"{aim}: it ended at ±24 %"
    assert first(late, ED25519) == f"{aim} by {result_name(late)}: it ended at ±24 %"
    assert first(late, late, ED25519) == f"{aim} in 2 of 3 cases: typically ±24 %"


def test_few_samples_are_told_with_the_time_a_p99_needs() -> None:
    """Below 30; 500 calls of 78.8 ms take 39 s. A row that has none is no measurement, and no warning."""
    assert "n from 29" in said(FEW).warnings[0]
    assert "a p99 needs n=500, about 39 s for the slowest" in said(FEW).warnings[0]
    assert not said(replace(FEW, samples=30)).warnings
    assert not said(replace(FEW, samples=None, mean_us=None, error="no key")).warnings


def wired(name: str, operation: str = "sign", view: WireView = OURS) -> Result:
    """Return an algorithm's row with its wire under a preset's view."""
    algorithm = find(name)
    sizes = algorithm.sizes
    seen = Lengths(min=sizes.signature, mean=sizes.signature, max=sizes.signature_max)
    row = replace(ROW, algorithm=name, family=algorithm.family, operation=operation, private_key_bytes=32)
    row = replace(row, signature_bytes=seen if operation == "sign" else None)
    return replace(row, wire=wire_block(row, algorithm, view))


def chosen(*rows: Result, view: WireView = OURS) -> tuple[str, ...]:
    """Return the warnings of rows whose preset chose what of the wire is shown."""
    made = snapshot(*rows)
    return findings(replace(made, preset={**made.preset, "wire": wire_document(view)})).warnings


def test_the_tightest_budget_that_is_not_met_is_told_once() -> None:
    """By the algorithm that exceeds it most, with its remedy; the others of the same budget are named."""
    rows = [wired(name) for name in ("ed25519", "ml-dsa-44", "ml-dsa-87", "ml-dsa-65")]
    (warning,) = chosen(*rows, *rows, wired("ml-dsa-87", "verify"))
    assert warning.startswith("ml-dsa-87, and less so ml-dsa-44, ml-dsa-65: The Signature header")
    assert "6,192 B of 2,000 B" in warning
    assert "Remedy: raise the limit to 6,192 B" in warning
    (alone,) = chosen(wired("rsa-2048-pss-sha512"), wired("ml-dsa-44"))
    assert alone.startswith("ml-dsa-44: The Signature header")


def test_a_budget_that_is_met_or_that_nobody_chose_is_no_warning() -> None:
    """Nor is a nominal signature: the row of a key says nothing of what was signed."""
    assert chosen(wired("ed25519")) == ()
    assert chosen(wired("ml-dsa-87", "keygen"), wired("ml-dsa-87", "verify")) == ()
    assert said(wired("ml-dsa-87", view=WireView())).warnings == ()
    assert chosen(wired("ml-dsa-87", view=WireView("raw")), view=WireView("raw")) == ()


def test_a_stale_size_is_explained_to_whoever_reads_the_table() -> None:
    """A measured or imported signature's, and a budget's; each explanation once, with whose size it is."""
    old = replace(ROW, algorithm=None, label="Dilithium3", verified=None)
    old = replace(old, signature_bytes=Lengths(min=3293, mean=3293.0, max=3293))
    (warning,) = said(old, old).warnings
    assert warning.startswith("Dilithium3: 3,293 B is the signature of Dilithium3 of round 3")
    assert warning.endswith("Remedy: plan with 3,309 B.")
    limit = WireView("rfc9421", (), (OwnBudget("our column", 4595, "storage"),))
    (warning,) = chosen(wired("ed25519", view=limit), wired("ml-dsa-44", view=limit), view=limit)
    assert warning.startswith("budget our column: 4,595 B is the signature of Dilithium5")


def test_the_machines_own_warnings_are_passed_on() -> None:
    """As the probe worded them; a foreign file's other values are not."""
    busy = replace(
        snapshot(ROW), machine={"warnings": ["Load average 2.4 on 2 cores. Spoils. Remedy: wait."]}
    )
    assert findings(busy).warnings == ("Load average 2.4 on 2 cores. Spoils. Remedy: wait.",)
    assert findings(replace(busy, machine={"warnings": "none"})) == Findings((), ())


def test_notes_explain_what_is_no_fault() -> None:
    """A shared secret, batches, retries, and the loop's cost; each only where it is."""
    notes = said(HMAC, ML_DSA).notes
    assert [note.split()[0] for note in notes] == ["†", "k=64:", "ML-DSA", "The"]
    assert "up to 16.4 ns a call" in notes[3]
    assert not said(replace(ML_DSA, operation="verify")).notes
    assert not said(replace(ML_DSA, skewness=0.9)).notes
    assert not said(replace(ROW, skewness=9.0)).notes
    assert said(HMAC, replace(HMAC, batch=8)).notes[1].startswith("k=8–64:")


def test_nothing_of_sigtuis_own_method_is_said_of_others_figures() -> None:
    """Another tool's few iterations and its batches are its own business; that a secret is shared is not."""
    few = replace(HMAC, samples=13)
    foreign = replace(snapshot(few), extra={"origin": {"kind": "imported", "tool": "a tool"}})
    assert findings(foreign).warnings == ()
    assert [note.split()[0] for note in findings(foreign).notes] == ["†", "The"]
    assert "Python call" not in findings(foreign).notes[0]
    assert len(said(few).warnings) == 1


def test_a_message_attached_to_its_signature_is_explained() -> None:
    """3,342 B is ML-DSA-65 and a message of 33 B."""
    row = replace(ROW, signature_bytes=Lengths(min=3342, mean=3342.0, max=3342))
    (warning,) = said(replace(row, message=MessageSize(bytes=33))).warnings
    assert "signature of ml-dsa-65, 3,309 B, with the message of 33 B attached" in warning
    assert said(replace(row, message=MessageSize(bytes=34))).warnings == ()


def test_a_long_tail_of_its_own_is_no_warning() -> None:
    """ML-DSA's skew is explained, not warned of."""
    assert said(ML_DSA).warnings == ()


def test_a_case_is_named_by_what_it_has() -> None:
    """Keygen has neither mode nor message, an imported row the tool's own text."""
    assert result_name(ROW) == "ecdsa-p256-sha256 sign reused-key properties"
    assert (
        result_name(replace(ROW, operation="keygen", mode=None, message=None)) == "ecdsa-p256-sha256 keygen"
    )
    assert result_name(replace(ROW, algorithm=None, label="ECDSA (P-256)", message=MessageSize(bytes=5))) == (
        "ECDSA (P-256) sign reused-key"
    )
