"""The sheet of a comparison: every line that the app, the command and the exports show of it."""

from functools import lru_cache

from sigtui.comparing.derived import derived_sections
from sigtui.comparing.differing import common, differing, subtitle
from sigtui.comparing.pivot import Compared
from sigtui.comparing.ratios import Basis
from sigtui.comparing.sheet import BASELINE, Field, Section, Sheet
from sigtui.comparing.sides import Source
from sigtui.comparing.sizes import fact_section, key_section, wire_section
from sigtui.comparing.times import time_sections, unit_of, verdict_sentences
from sigtui.findings import findings
from sigtui.model import Varying
from sigtui.provenance import in_short

_ALSO_VARIES = {
    Varying.ALGORITHMS: "the algorithm",
    Varying.MODES: "the mode",
    Varying.MESSAGES: "the message",
    Varying.PROVIDERS: "the provider",
    Varying.SNAPSHOTS: "the snapshot",
}


def sheet(compared: Compared) -> Sheet:
    """Return a comparison in words."""
    unit = unit_of(compared)
    sections: list[Section | None] = [
        *time_sections(compared, unit),
        *derived_sections(compared, unit),
        key_section(compared, unit),
        wire_section(compared),
        fact_section(compared),
    ]
    differ = differing(compared)
    return Sheet(
        title=compared.comparison.title,
        subtitle=subtitle(compared),
        heads=tuple(
            Field(column.name, BASELINE if place == compared.baseline else "", _published(compared, place))
            for place, column in enumerate(compared.columns)
        ),
        sections=tuple(section for section in sections if section is not None),
        verdicts=verdict_sentences(compared),
        same=", ".join(common(compared)),
        differs=_ALSO_VARIES[compared.view]
        + (f"; named, not refused: {', '.join(differ)}" if differ else ""),
        notes=(*_bases(compared), *_provenance(compared), *compared.left_out),
        warnings=_warnings(compared),
        refused=compared.refused,
        own=compared.comparison.notes,
    )


def _published(compared: Compared, place: int) -> bool:
    sides = compared.sides(place)
    return bool(sides) and all(side.source.published for side in sides)


def _bases(compared: Compared) -> tuple[str, ...]:
    """Say what the ratios are ratios of, where they are not paired by round."""
    used = {cell.against.basis for row in compared.rows for cell in row.cells if cell and cell.against}
    texts = {
        Basis.PAIRED: "× base is of means, paired by round of one run.",
        Basis.STORED: "× base is of means, as the run stored it.",
        Basis.EQUAL_SPEED: (
            "× base is of round medians at equal speed of the machine: two runs share no rounds to pair."
        ),
        Basis.MEANS: "× base is of means that were measured apart: nothing cancels what the machines did meanwhile.",
    }
    return tuple(texts[basis] for basis in Basis if basis in used)


def _provenance(compared: Compared) -> tuple[str, ...]:
    """Say in a line each where the snapshots come from."""
    return tuple(f"{source.name}: {in_short(source.snapshot)}" for source in compared.sources)


@lru_cache(maxsize=32)
def _said_of(source: Source) -> tuple[str, ...]:
    """Return what spoils a snapshot, which stays the same whatever it is compared with."""
    return findings(source.snapshot).warnings


def _warnings(compared: Compared) -> tuple[str, ...]:
    """Return what spoils the snapshots, each warning once; named where there are several snapshots."""
    several = len(compared.sources) > 1
    told: dict[str, None] = {}
    for source in compared.sources:
        for text in _said_of(source):
            told[f"{source.name}: {text}" if several else text] = None
    return tuple(told)
