"""The row of an algorithm or a measured case: everything that its sizes mean under a setting."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import partial

from sigtui.model import Algorithm, KeySizes
from sigtui.wire import stale
from sigtui.wire.content import content, signature_lengths, signature_sent
from sigtui.wire.der import EcdsaForm, nominal
from sigtui.wire.encodings import base64_length, base64url_length, hex_length
from sigtui.wire.envelopes import Envelope, cose_alg, signature_input_line
from sigtui.wire.fits import Fit, fit
from sigtui.wire.packets import extra_round_trips
from sigtui.wire.setting import Carried, Setting
from sigtui.wire.spread import Spread
from sigtui.wire.warnings import Caution, Level, cautions, packet_counts, travel


@dataclass(frozen=True, slots=True)
class Form:
    """One way to write the signature, and the bytes it takes.

    ``key`` is what scripts call it, ``name`` what people do; ``note`` says what doesn't go without saying.
    """

    key: str
    name: str
    bytes: Spread
    note: str = ""


@dataclass(frozen=True, slots=True)
class Row:
    """What an algorithm's sizes mean; bytes and packets go from the least to the most that can come.

    ``signature_bytes`` is measured, nominal where nothing was; ``encoded_bytes`` is what travels under the
    setting, without a payload. ``packets`` is None where a datagram can't hold it; ``fragmented`` and
    ``first_window`` hold for the longest, the latter None over UDP. ``signature_input_bytes`` is the other
    line of RFC 9421, None elsewhere. ``travel`` says in words how it travels, ``cautions`` what is to be known.
    """

    algorithm: str
    nominal: bool
    public_key_bytes: int | None
    private_key_bytes: int | None
    signature_bytes: Spread
    encoded_bytes: Spread
    signature_input_bytes: int | None
    packets: Spread | None
    fragmented: bool | None
    first_window: bool | None
    extra_round_trips: int | None
    budgets: tuple[Fit, ...]
    travel: str
    cautions: tuple[Caution, ...]

    @property
    def warnings(self) -> tuple[str, ...]:
        """All cautions as sentences, the tightest first."""
        return tuple(caution.text for caution in self.cautions)

    @property
    def tightest(self) -> Caution | None:
        """The caution of the tightest budget or route; None where all is well."""
        return next((caution for caution in self.cautions if caution.level is not Level.NOTE), None)


def row(
    algorithm: Algorithm,
    setting: Setting,
    *,
    signatures: Spread | None = None,
    keys: KeySizes | None = None,
) -> Row:
    """Return an algorithm's row; ``signatures`` and ``keys`` are measured, the catalogue's otherwise."""
    public, private = algorithm.sizes.public_key, algorithm.sizes.private_key
    if keys is not None:
        public, private = keys.public_key, keys.private_key
    route = setting.route
    travels = content(algorithm, setting, signatures, public)
    packets = packet_counts(travels, route)
    trips = None if route.transport.datagrams else extra_round_trips(travels.sent.most, route)
    fits = tuple(fit(travels, budget, route) for budget in setting.budgets)
    return Row(
        algorithm=algorithm.id,
        nominal=signatures is None,
        public_key_bytes=public,
        private_key_bytes=private,
        signature_bytes=signatures
        or signature_lengths(algorithm, replace(setting, envelope=Envelope.RAW), None),
        encoded_bytes=travels.sent,
        signature_input_bytes=signature_input_line() if setting.envelope is Envelope.RFC9421 else None,
        packets=packets,
        fragmented=None if packets is None else route.transport.datagrams and packets.most > 1,
        first_window=None if trips is None else trips == 0,
        extra_round_trips=trips,
        budgets=fits,
        travel=travel(travels, route),
        cautions=(
            *cautions(travels, route, fits),
            *_unnamed(algorithm, setting),
            *_stale(setting, signatures),
        ),
    )


def _unnamed(algorithm: Algorithm, setting: Setting) -> list[Caution]:
    """Say where the envelope's registry has no name, so that its length is counted with the id."""
    names = algorithm.names
    missing = {
        Envelope.JWS: ("JOSE name", names.jose is None),
        Envelope.COSE: ("COSE number", isinstance(cose_alg(algorithm), str)),
    }
    what, unknown = missing.get(setting.envelope, ("", False))
    if not unknown or setting.carried is Carried.PUBLIC_KEY:
        return []
    return [Caution(Level.NOTE, 0.0, f"{algorithm.id} has no {what}: counted with its id in that place.")]


def _stale(setting: Setting, signatures: Spread | None) -> list[Caution]:
    """Explain sizes that no final standard has, where a measured signature or a budget has one."""
    met = [(each.bytes, each.name) for each in setting.budgets]
    met += [(signatures.most, "")] if signatures is not None else []
    told = {stale.explain(size): name for size, name in met if stale.is_stale(size)}
    return [Caution(Level.NOTE, 0.0, text, name or None) for text, name in told.items()]


def forms(algorithm: Algorithm, signatures: Spread | None = None) -> tuple[Form, ...]:
    """Return the signature in every encoding and envelope, for the widths of columns and buffers.

    Text and envelopes hold an ECDSA signature at its fixed width; the DER of libraries stands beside it.
    """
    fixed = nominal(algorithm, EcdsaForm.FIXED)
    if algorithm.family == "ecdsa":
        der, note = nominal(algorithm, EcdsaForm.DER), "computed"
        if signatures is not None:
            der, note = _bounded(signatures, der), ""
        told = [Form("fixed", "fixed width", fixed, "r‖s"), Form("der", "DER", der, note)]
    else:
        fixed = fixed if signatures is None else _bounded(signatures, fixed)
        told = [Form("raw", "raw", fixed)]
    for name, length in (("hex", hex_length), ("base64", base64_length), ("base64url", base64url_length)):
        told.append(Form(name, name, fixed.each(length)))
    for envelope, name, note in (
        (Envelope.RFC9421, "Signature header", "RFC 9421, one line with its end"),
        (Envelope.JWS, "JWS compact", "without its payload"),
        (Envelope.COSE, "COSE_Sign1", "without its payload"),
    ):
        sent = partial(signature_sent, algorithm=algorithm, setting=Setting(envelope=envelope))
        told.append(Form(str(envelope), name, fixed.each(sent), note))
    return tuple(told)


def _bounded(seen: Spread, known: Spread) -> Spread:
    """Return what was seen, up to what can come: a short run need not have met the longest."""
    return Spread(seen.least, seen.typical, max(seen.most, known.most))


def document(told: Row) -> Mapping[str, object]:
    """Return a row as JSON has it: scalars hold for the longest, the spreads stand beside them."""
    return {
        "algorithm": told.algorithm,
        "nominal": told.nominal,
        "public_key_bytes": told.public_key_bytes,
        "private_key_bytes": told.private_key_bytes,
        "signature_bytes": _spread(told.signature_bytes),
        "encoded_bytes": told.encoded_bytes.most,
        "encoded_range": _spread(told.encoded_bytes),
        "signature_input_bytes": told.signature_input_bytes,
        "packets": None if told.packets is None else told.packets.most,
        "packets_range": None if told.packets is None else _spread(told.packets),
        "fragmented": told.fragmented,
        "first_window": told.first_window,
        "extra_round_trips": told.extra_round_trips,
        "budgets": {
            each.budget.name: {
                "fits": each.fits,
                "used": each.used,
                "bytes": each.counted.most,
                "limit": each.budget.bytes,
            }
            for each in told.budgets
        },
        "travel": told.travel,
        "warnings": list(told.warnings),
    }


def _spread(told: Spread) -> dict[str, int]:
    return {"min": told.least, "typical": told.typical, "max": told.most}
