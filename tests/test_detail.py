from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from sigtui.algorithms import catalogue, find
from sigtui.columns import cells_wide
from sigtui.detail import Line, Section, as_text, laid_out, sections
from sigtui.detail.figures import DRIFT_FROM, HUMPS_FROM, TAILS_FROM
from sigtui.files.encoded import Use, Wire
from sigtui.files.results import Lengths, MessageSize, Outliers, Result
from sigtui.files.snapshot import Snapshot
from sigtui.files.wire import wire_document
from sigtui.findings import findings
from sigtui.model import Algorithm, OwnBudget, WireView
from sigtui.stats.summary import summarise
from sigtui.wireblock import wire_block
from tests.exports import fixed
from tests.made import ROW, SPIN_NS, collected, snapshot

P256 = find("ecdsa-p256-sha256")
ED25519 = replace(
    ROW,
    algorithm="ed25519",
    family="eddsa",
    call="private.sign(message)",
    ratio=1.055,
    ratio_low=1.04,
    ratio_high=1.07,
    p5_us=46.9,
    p90_us=52.0,
    p95_us=58.5,
    p999_us=180.0,
    mad_us=0.91,
    median_normalised_us=47.8,
    overhead_ns=41.0,
    outliers=Outliers(low=12, high=1_204),
    drift=0.001,
    stopped="precision",
)


def shown(result: Result, made: Snapshot | None = None) -> dict[str, Line]:
    """Return the lines of a case by their labels; ``!`` and ``·`` only the last of each."""
    algorithm = find(result.algorithm) if result.algorithm else None
    told = sections(made or snapshot(result), result, algorithm)
    return {line.label.strip(): line for section in told for line in section.lines}


def values(result: Result) -> dict[str, str]:
    """Return the values of a case's lines by their labels."""
    return {label: line.value for label, line in shown(result).items()}


def test_every_statistic_is_told_with_its_unit() -> None:
    """All figures of a result, in the table's digits."""
    told = values(ED25519)
    expected = {
        "samples": "18,200",
        "keys used": "3",
        "mean": "49.4 ±0.2 µs",
        "± samples": "±0.2 µs",
        "± rounds": "±0.2 µs",
        "rate": "20.2 k /s·core",
        "median": "48.1 µs",
        "normalised": "47.8 µs",
        "min": "46.0 µs",
        "p5": "46.9 µs",
        "p90": "52.0 µs",
        "p95": "58.5 µs",
        "p99": "103 µs",
        "p99.9": "180 µs",
        "max": "812 µs",
        "stddev": "8.10 µs",
        "MAD": "0.910 µs",
        "outliers": "12 low, 1,204 high",
        "skewness": "3.50",
        "humps": "one",
        "typical": "one",
        "drift": "under 1 %",
        "empty loop": "41.0 ns a call",
        "machine": "1.0 × typical",
    }
    assert {label: told[label] for label in expected} == expected


def test_the_time_unit_suits_a_typical_call() -> None:
    """A long tail does not push median and mean into a unit of which they are a fraction; the tail has its own."""
    told = values(replace(fixed.ML_DSA, max_us=81_000.0))
    assert (told["mean"], told["median"], told["max"]) == ("1,010 ±50 µs", "793 µs", "81.0 ms")


def test_the_interval_that_is_shown_is_named() -> None:
    """It is the wider of the two; one that is as wide as its mean only says that n is too small."""
    rows = shown(replace(ROW, error_us=0.2, error_rounds_us=0.9))
    assert rows["mean"].value == "49.4 ±0.9 µs"
    assert rows["± samples"] == Line("± samples", "±0.2 µs", "by the spread of samples")
    assert rows["± rounds"] == Line("± rounds", "±0.9 µs", "by the spread of rounds; the one shown")
    assert shown(replace(ROW, error_rounds_us=0.1))["± samples"].note.endswith("the one shown")
    same = shown(replace(ROW, error_us=0.4, error_rounds_us=0.4))
    assert [line.note.endswith("shown") for line in (same["± samples"], same["± rounds"])] == [True, False]
    wide = values(replace(ROW, error_us=50.0))
    assert (wide["mean"], wide["± samples"]) == ("49 µs", "too few rounds")


@pytest.mark.parametrize(
    ("label", "field", "samples", "value", "why"),
    [
        ("p99", "p99_us", 60, "n=60", "it needs 500 samples"),
        ("p99.9", "p999_us", 4_000, "n=4,000", "it needs 5,000 samples"),
        ("p95", "p95_us", 19, "n=19", "it needs 20 samples"),
        ("humps", "mvalue", 49, "n=49", "it needs 50 samples"),
        ("± samples", "error_us", 1, "n=1", "an interval needs 2 samples"),
        ("p99", "p99_us", 600, "–", "not known"),
        ("p99", "p99_us", None, "–", "not known"),
        ("skewness", "skewness", 60, "–", "not known"),
        ("outliers", "outliers", 60, "–", "not known"),
    ],
)
def test_a_figure_that_is_missing_says_why(
    label: str, field: str, samples: int | None, value: str, why: str
) -> None:
    """From how many samples there is one, or that it is not known."""
    changes: dict[str, Any] = {field: None, "samples": samples}
    line = shown(replace(ED25519, **changes))[label]
    assert (line.value, line.note) == (value, why)


def test_rounds_that_are_missing_say_why() -> None:
    """Drift needs eight of them, an interval two."""
    rounds = (ED25519.rounds_us or ())[:1]
    rows = shown(replace(ED25519, rounds_us=rounds, drift=None, error_rounds_us=None))
    assert (rows["drift"].value, rows["drift"].note) == ("rounds=1", "it needs 8 rounds")
    assert (rows["± rounds"].value, rows["± rounds"].note) == ("rounds=1", "an interval needs 2 rounds")


@pytest.mark.parametrize(("least", "field"), [(TAILS_FROM, "p95"), (HUMPS_FROM, "mvalue")])
def test_the_least_samples_are_those_of_the_statistics(least: int, field: str) -> None:
    """What is said to be needed is what sigtui/stats goes by."""
    times = np.random.default_rng(1).normal(50_000, 500, least)
    assert getattr(summarise(collected(times), SPIN_NS), field) is not None
    assert getattr(summarise(collected(times[1:]), SPIN_NS), field) is None


def test_the_least_rounds_are_those_of_the_statistics() -> None:
    """Drift is there from so many rounds on."""
    rounds = [[50_000.0 + index] for index in range(DRIFT_FROM)]
    assert summarise(collected(*rounds), SPIN_NS).drift is not None
    assert summarise(collected(*rounds[1:]), SPIN_NS).drift is None


def test_batches_are_told_apart_from_calls() -> None:
    """The size of a batch and its reason stand beside n, and no p99 of batches is passed off as one of calls."""
    single, batched = shown(ED25519), shown(replace(ED25519, batch=1_024))
    assert single["samples"].note == "n: single calls (k=1)"
    assert batched["samples"].note.startswith(
        "n: each a batch of 1,024 calls (k=1,024) divided by 1,024: calls under 20 µs are timed for 50 µs"
    )
    assert (batched["p99"].value, batched["p99"].note) == ("k=1,024", "a batch's p99 is not a call's")
    assert batched["p99.9"].value == "k=1,024"
    assert batched["p95"].value == "58.5 µs"
    assert shown(replace(ED25519, batch=None))["samples"].note == "n; how many calls each holds is not known"


@pytest.mark.parametrize(
    ("mean", "low", "high", "ends", "words"),
    [
        (20.514, 19.53, 21.5, "19.5–21.5", "takes 20.5× as long as ecdsa-p256-sha256 (19.5–21.5)"),
        (0.4, 0.39, 0.41, "0.390–0.410", "is 2.50× faster than ecdsa-p256-sha256 (2.44–2.56)"),
        (1.01, 1.005, 1.015, "1.00–1.01", "against ecdsa-p256-sha256: no difference (under 2 %)"),
        (1.3, 0.9, 1.9, "0.900–1.90", "against ecdsa-p256-sha256, no difference proved: 1.30 (0.900–1.90)"),
        (
            2_463.0,
            None,
            None,
            "too few rounds",
            "against ecdsa-p256-sha256: 2,460×, but too few rounds to prove a difference",
        ),
    ],
)
def test_a_ratio_has_an_interval_and_a_verdict(
    mean: float, low: float | None, high: float | None, ends: str, words: str
) -> None:
    """Above 1 is slower; within 2 %, or within the interval, there is no difference: the words are the sentences'."""
    rows = shown(replace(ED25519, ratio=mean, ratio_low=low, ratio_high=high))
    assert rows["verdict"].value == words
    assert rows["interval"].value == ends


def test_the_baseline_and_a_case_without_one_have_no_ratio() -> None:
    """The baseline is named as such; without its figures there is a reason."""
    assert values(replace(ROW))["× base"] == "baseline"
    alone = shown(replace(ED25519, ratio=None))["× base"]
    assert (alone.value, alone.note) == ("–", "ecdsa-p256-sha256 has no figures of the same kind")


def test_humps_are_the_algorithms_only_at_typical_speed() -> None:
    """Two humps over all samples and one at typical speed are the machine's."""
    machine = shown(replace(ED25519, mvalue=3.6, mvalue_typical=2.1))
    assert (machine["humps"].value, machine["humps"].note) == (
        "two or more",
        "of all samples, mValue 3.60: the machine's speeds",
    )
    assert (machine["typical"].value, machine["typical"].note) == (
        "one",
        "at the machine's typical speed, mValue 2.10",
    )
    own = shown(replace(ED25519, mvalue=3.9, mvalue_typical=3.0))
    assert own["typical"].value == "perhaps two"
    assert shown(replace(ED25519, mvalue=3.9, mvalue_typical=3.9))["typical"].value == "two or more"
    unknown = shown(replace(ED25519, mvalue=3.9, mvalue_typical=None))
    assert unknown["humps"].value == "two or more"
    assert unknown["typical"].note == "too few rounds at the machine's typical speed"


def test_drift_and_rounds_are_told_with_the_machines_speed_taken_out() -> None:
    """The change over the run, whether it is more than chance, and the range of both."""
    rounds = tuple((48.0 + index, 1.0 if index else 0.5) for index in range(15))
    rows = shown(replace(ED25519, rounds_us=rounds, drift=0.09))
    assert rows["drift"].value == "+9 %"
    assert rows["drift"].note.endswith(": more than chance")
    assert shown(ED25519)["drift"].note.endswith(": no more than chance")
    assert rows["rounds"].note == "medians of 15 rounds, 48.0 µs to 62.0 µs"
    assert rows["rounds"].value[0] == "▁"
    assert rows["machine"].value == "0.50–1.0 × typical"


def test_the_empty_loop_is_told_with_whether_it_is_subtracted() -> None:
    """Its cost a call, and what was done with it."""
    assert shown(ED25519)["empty loop"].note == "what timing costs; not subtracted: under 1 % of a call"
    subtracted = shown(replace(ED25519, overhead_subtracted=True))["empty loop"]
    assert subtracted.note == "what timing costs; subtracted from every time"
    assert "empty loop" not in shown(replace(ED25519, overhead_ns=None))


@pytest.mark.parametrize(
    ("changes", "state", "note"),
    [
        ({"stopped": "precision"}, "finished", "as precise as its effort wants: ±2 %"),
        ({"stopped": "time"}, "finished", "its time was up before ±2 % was reached"),
        ({"stopped": "limit"}, "finished", "too slow for more samples in its time"),
        ({"stopped": "asked"}, "finished", "asked"),
        ({"stopped": None}, "measuring", "figures still sharpen"),
        ({"stopped": None, "verified": None}, "imported", "measured by another tool"),
        ({"error": "signal 9"}, "✗ signal 9", "what stands below was measured before"),
        ({"error": "no key", "mean_us": None}, "✗ no key", ""),
        ({"mean_us": None}, "waiting", "nothing is measured yet"),
    ],
)
def test_the_state_says_how_far_a_case_has_come(changes: dict[str, Any], state: str, note: str) -> None:
    """And why no further."""
    line = shown(replace(ED25519, **changes))["state"]
    assert line.value == state
    assert line.note.startswith(note)
    assert bool(line.note) == bool(note)


def test_an_interrupted_run_shows_in_what_was_not_finished() -> None:
    """A case that was finished before is as good as any: others' interruption is none of its warnings."""
    made = replace(snapshot(ED25519), method={"effort": "short", "cancelled": True})
    open_ = shown(replace(ED25519, stopped=None), made)
    assert open_["state"].value == "interrupted"
    assert open_["!"].value.startswith("Interrupted")
    assert "!" not in shown(ED25519, made)


def test_the_warnings_are_this_cases_own() -> None:
    """What another case suffers from is not said here; explanations follow the warnings."""
    few = replace(ROW, algorithm="ed448", samples=12, stopped="precision")
    made = snapshot(ED25519, few)
    assert shown(ED25519, made)["✓"].value == "Nothing to warn of."
    assert shown(few, made)["!"].value.startswith("Few samples")
    assert "!" not in shown(replace(few, stopped=None), made)
    noted = sections(made, replace(fixed.ML_DSA, samples=12, stopped="precision"), find("ml-dsa-44"))
    (known,) = (section for section in noted if section.title == "To know")
    assert [line.label for line in known.lines] == ["!", "·"]
    assert known.lines[1].value.startswith("ML-DSA signing retries")


@pytest.mark.parametrize(
    ("operation", "mode", "inside", "checked"),
    [
        ("sign", "reused-key", "this call alone", "signatures verified, before timing and after each slice"),
        ("sign", "single-shot", "creating the key and signing", "signatures verified, before timing"),
        ("sign", "load-key", "parsing the private key and signing", "signatures verified, before timing"),
        ("verify", "load-key", "parsing the public key and verifying", "signatures verified, before timing"),
        ("keygen", None, "creating the key, nothing else", "the last key of each slice signed"),
        ("verify-invalid", "reused-key", "this call alone", "rejected before timing and after each slice"),
    ],
)
def test_what_was_inside_the_timing_is_told_by_mode(
    operation: str, mode: str | None, inside: str, checked: str
) -> None:
    """With the exact call, and how the result was checked."""
    message = None if operation == "keygen" else ROW.message
    rows = shown(replace(ED25519, operation=operation, mode=mode, message=message))
    assert rows["call"].value == "private.sign(message)"
    assert rows["inside"].value.startswith(inside)
    assert rows["checked"].value.startswith(checked)
    assert ("message" in rows) == ("mode" in rows) == (operation != "keygen")


def test_the_call_comes_with_the_libraries_that_did_it() -> None:
    """Provider and versions as the machine has them, effort, workers and date."""
    rows = shown(fixed.ECDSA, fixed.FIXED)
    assert rows["provider"].value == "cryptography 50.0.2 (OpenSSL 4.0.3)"
    assert (rows["effort"].value, rows["effort"].note) == ("short", "3 worker processes")
    assert rows["date"].value == "2026-05-01T12:00:00+02:00"
    assert rows["message"].value == "properties, 93 B"
    assert shown(ROW)["provider"].value == "cryptography"


def test_what_is_not_prepared_yet_says_so() -> None:
    """A waiting case has facts, sizes and a reason, and no figures."""
    waiting = Result(
        algorithm="ed25519", operation="sign", mode="reused-key", provider="cryptography", verified=False
    )
    told = sections(snapshot(waiting), waiting, find("ed25519"))
    assert [section.title for section in told] == ["Time of a call", "What was timed", "Sizes", "Algorithm"]
    rows = shown(waiting)
    assert rows["call"].note == "known once the case is prepared"
    assert rows["checked"].value == "not yet: the case is not prepared"
    assert rows["signature"] == Line("signature", "64 B", "raw; nominal, not measured")
    failed = shown(replace(waiting, error="no key"))
    assert failed["call"].note == "not known"
    assert failed["checked"].value == "not to its end: see its state"


def test_sizes_are_measured_against_nominal() -> None:
    """What varies with its spread and encoding, keys raw and wrapped with the private key's form."""
    rows = shown(fixed.ECDSA)
    assert rows["signature"] == Line(
        "signature", "69–72 B", "DER; mean 71.0 B; nominal raw 64 B, DER at most 72 B"
    )
    assert rows["public key"] == Line("public key", "65 B", "raw; as nominal")
    assert rows["private key"].note == "scalar; as nominal"
    assert rows["PKCS#8"] == Line("PKCS#8", "138 B", "private key, wrapped; as nominal")
    seed = shown(replace(fixed.ML_DSA, private_key_bytes=32, private_key_form="seed"))
    assert seed["private key"] == Line("private key", "32 B", "seed; nominal 2,560 B")
    assert seed["signature"] == Line("signature", "2,420 B", "as nominal")
    assert seed["public key"].note == "raw; nominal, not measured"
    other = replace(fixed.ML_DSA, signature_bytes=Lengths(min=2_421, mean=2_421.0, max=2_421))
    assert shown(other)["signature"].note == "nominal 2,420 B"
    assert shown(replace(ROW, allocated_bytes=512.0))["allocated"].value == "512 B"


VIEW = WireView("rfc9421", ("ethernet", "nginx-proxy"), (OwnBudget("our column", 4000, "storage"),))


def wired(name: str, view: WireView = VIEW, operation: str = "sign") -> tuple[Snapshot, Result]:
    """Return an algorithm's case with its wire, and the snapshot around it."""
    algorithm = find(name)
    sizes = algorithm.sizes
    seen = Lengths(min=sizes.signature, mean=sizes.signature, max=sizes.signature_max)
    row = replace(ROW, algorithm=name, family=algorithm.family, operation=operation, private_key_bytes=32)
    row = replace(row, signature_bytes=seen if operation == "sign" else None)
    row = replace(row, wire=wire_block(row, algorithm, view))
    made = snapshot(row)
    return replace(made, preset={**made.preset, "wire": wire_document(view)}), row


def on_the_wire(made: Snapshot, row: Result) -> tuple[Line, ...]:
    """Return the lines of the section about the wire."""
    told = sections(made, row, find(row.algorithm or ""))
    return next((each.lines for each in told if each.title == "On the wire"), ())


def test_the_wire_is_told_with_every_budget() -> None:
    """Bytes, packets, each budget with its share and its glyph, and the forms; an MTU is no limit over TLS."""
    lines = {line.label: line for line in on_the_wire(*wired("ml-dsa-44"))}
    assert lines["sent"] == Line("sent", "3,248 B", "the Signature header of RFC 9421")
    assert lines["over"].value == "tls, MTU 1,500 B"
    travel = "3 segments, within the first window, no extra round trip."
    assert lines["packets"] == Line("packets", "3", travel)
    assert lines["ethernet"] == Line("ethernet", "221 %", "3,310 of 1,500 B: no limit over tls")
    assert lines["nginx-proxy"] == Line("nginx-proxy", "✓ 79 %", "3,248 of 4,096 B")
    assert lines["our column"] == Line("our column", "✓ 81 %", "3,248 of 4,000 B")
    assert lines["forms"].value.startswith("at most raw 2,420 B, hex 4,840 B, base64 3,228 B")
    assert travel not in lines["!"].value


def test_over_udp_the_wire_says_once_that_it_breaks() -> None:
    """With the remedy, and not beside the packets as well."""
    lines = on_the_wire(*wired("ml-dsa-65", WireView("raw", ("ipv6-minimum",))))
    assert sum("3 fragments" in line.value + line.note for line in lines) == 0  # it is under "To know"
    lines = on_the_wire(*wired("ml-dsa-65", WireView("raw", ("dns-udp",))))
    assert sum("3 fragments" in line.value + line.note for line in lines) == 1
    assert Line("dns-udp", "✗ 269 %", "3,309 of 1,232 B") in lines


def test_a_nominal_wire_says_so_and_varies_as_its_signature() -> None:
    """Verifying saw no signature."""
    lines = on_the_wire(*wired("ecdsa-p256-sha256", WireView(), "verify"))
    assert lines[0] == Line("sent", "64–72 B", "the signature alone; nominal, no signature was measured")
    assert "forms" not in [line.label for line in lines]
    assert on_the_wire(snapshot(ROW), ROW) == ()


def test_a_foreign_wire_is_told_as_it_is() -> None:
    """With unknown names, and with nothing known."""
    row = replace(ROW, wire=Wire(transport="pigeon", budgets={"a": Use(fits=False, used=2.0)}))
    made = replace(snapshot(row), preset={"wire": {"custom": [{"name": "a"}, 5]}})
    lines = {line.label: line for line in on_the_wire(made, row)}
    assert lines["over"].value == "pigeon"
    assert lines["a"].value == "✗ 200 %"
    bare = replace(ROW, wire=Wire())
    assert [line.label for line in on_the_wire(snapshot(bare), bare)] == ["sent", "packets"]


def test_a_budget_that_is_not_met_is_told_once() -> None:
    """Under what to know, not again on the wire nor about the other rows."""
    made, row = wired("ml-dsa-87", WireView("rfc9421", ("nginx-proxy",)))
    told = sections(made, row, find("ml-dsa-87"), findings(made).warnings)
    said = [
        line.value for section in told for line in section.lines if "is refused in responses" in line.value
    ]
    assert len(said) == 1
    assert said[0].startswith("ml-dsa-87: ")


def test_the_algorithms_facts_come_from_the_catalogue() -> None:
    """Strength, category, standard, and the names with whether they are registered."""
    p256, mldsa, hmac = shown(ROW), shown(fixed.ML_DSA), shown(fixed.HMAC)
    assert p256["parameters"].value == "curve p256, hash sha256, nonce random"
    assert (p256["strength"].value, p256["category"].value) == ("128 bit", "none")
    assert p256["quantum-safe"].value == "no"
    assert p256["standard"].value == "FIPS 186-5 section 6.4, curve of SP 800-186 section 3.2.1"
    assert (p256["COSE"].value, p256["COSE"].note) == ("ES256 (-7)", "registered")
    assert (mldsa["category"].value, mldsa["quantum-safe"].value) == ("NIST 2", "yes")
    assert (mldsa["RFC 9421"].value, mldsa["RFC 9421"].note) == ("ml-dsa-44", "a draft's, not registered")
    assert hmac["name"].note == "both sides share one secret"
    prehash = shown(replace(fixed.ML_DSA, algorithm="ml-dsa-44-prehash-sha512"))
    assert (prehash["JOSE"].value, prehash["JOSE"].note) == ("–", "no name")


def test_another_tools_row_leaves_out_what_it_does_not_say() -> None:
    """No line of dashes; its own label instead of a catalogue's facts."""
    told = sections(fixed.FIXED, fixed.IMPORTED, None)
    figures = [line for section in told if not section.second for line in section.lines]
    assert [line.label for line in figures] == ["state", "mean"]
    assert told[-1] == Section(
        "Algorithm",
        (Line("name", "BCrypt [ECDSA|P-256] *fast*", "not in the catalogue of this sigtui"),),
        second=True,
    )


@pytest.mark.parametrize("algorithm", catalogue(), ids=lambda algorithm: algorithm.id)
@pytest.mark.parametrize("width", [30, 54, 76])
def test_every_algorithm_fits_every_width(algorithm: Algorithm, width: int) -> None:
    """Facts alone or with figures: no line is wider, nothing reads None or is left empty."""
    rows = replace(fixed.ECDSA, algorithm=algorithm.id), Result(algorithm=algorithm.id, operation="keygen")
    for row in rows:
        for section in sections(fixed.FIXED, row, algorithm):
            assert section.lines
            assert all(line.value and "None" not in line.value + line.note for line in section.lines)
            for line in laid_out(section.lines, width):
                assert cells_wide(line.label + line.value + line.note) <= width


def test_labels_values_and_notes_stand_in_columns() -> None:
    """A note goes on under itself, and below a value that leaves it no room; a long value under itself."""
    lines = (
        Line("n", "18,200", "single calls are timed"),
        Line("日本", "a value that is longer", "and a note"),
        Line("call", "private.sign(message, ECDSA(SHA256()))"),
    )
    assert [line.label + line.value + line.note for line in laid_out(lines, 40)] == [
        "n             18,200  single calls are",
        "                      timed",
        "日本          a value that is longer",
        "              and a note",
        "call          private.sign(message,",
        "              ECDSA(SHA256()))",
    ]


def test_a_note_takes_the_fewest_lines() -> None:
    """Beside a short value it has its own column; where that is narrow, a long one goes below."""
    lines = (
        Line("outliers", "12 low, 1,204 high", "beyond Tukey's fences; they are counted and never dropped"),
    )
    assert [line.label + line.value + line.note for line in laid_out(lines, 52)] == [
        "outliers      12 low, 1,204 high",
        "              beyond Tukey's fences; they are",
        "              counted and never dropped",
    ]
    assert [line.value.strip() for line in laid_out(lines, 70)] == ["12 low, 1,204 high", ""]


def test_a_column_of_glyphs_is_narrow() -> None:
    """Warnings begin beside their glyph, not behind a column of labels."""
    assert laid_out((Line("!", "Host ran slower"),), 20) == (Line("!  ", "Host ran slower", ""),)
    assert laid_out((), 20) == ()


def test_a_strangers_text_moves_no_cursor() -> None:
    """Control characters of a name or an error are replaced."""
    odd = replace(ROW, message=MessageSize(name="a\x1b[2Jb"), error="x\x07")
    text = as_text("t\x1b", sections(snapshot(odd), odd, P256))
    assert "\x1b" not in text
    assert "\x07" not in text


def test_the_text_to_copy_holds_everything() -> None:
    """Title, sections and all lines, without spaces at their ends."""
    told = sections(fixed.FIXED, fixed.ECDSA, P256)
    text = as_text("ecdsa-p256-sha256 · sign", told, 90)
    lines = text.splitlines()
    assert lines[0] == "ecdsa-p256-sha256 · sign"
    assert text.endswith("\n")
    assert all(line == line.rstrip() and cells_wide(line) <= 90 for line in lines)
    for section in told:
        assert section.title in lines
        assert all(line.value.split()[0] in text for line in section.lines)


def test_what_is_to_know_of_the_whole_table_is_told_too() -> None:
    """Each warning with its remedy, once, also for a row without figures; without any there is no such part."""
    spoiled = "Host changed speed 1.9×. Spoils every p99. Remedy: a dedicated host."
    for result in (ED25519, replace(ROW, mean_us=None, samples=None, verified=False)):
        told = {each.title: each for each in sections(snapshot(result), result, P256, (spoiled,))}
        assert told["About the other rows"].lines == (Line("!", spoiled),)
        assert told["About the other rows"].second
        assert "About the other rows" not in {each.title for each in sections(snapshot(result), result, P256)}
    few = replace(ED25519, samples=12, stopped="limit")
    own = shown(few)["!"].value
    assert "About the other rows" not in {each.title for each in sections(snapshot(few), few, P256, (own,))}


def test_one_cause_is_told_once_with_the_rows_own_amounts() -> None:
    """What the row's own warning says, the table's says with another number: it is left out."""
    late = replace(ED25519, stopped="time", error_rounds_us=None, error_us=12.0)
    made = replace(snapshot(late, ROW), method={"effort": "quick"})
    table = findings(made).warnings
    assert len(table) == 1
    told = {each.title: each for each in sections(made, late, P256, table)}
    assert [line.label for line in told["To know"].lines] == ["!"]
    assert told["To know"].lines[0].value != table[0]
    assert "About the other rows" not in told
    other = {each.title: each for each in sections(made, ED25519, P256, table)}
    assert other["About the other rows"].lines == (Line("!", table[0]),)
