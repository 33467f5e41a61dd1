"""What a snapshot says of a result's signature as it travels, its ``wire`` block: bytes, packets, budgets."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from sigtui.files.values import Count, Figure, Flag, Table, Text


@dataclass(frozen=True, slots=True, kw_only=True)
class Range:
    """Bytes that vary from signature to signature; all three are equal where nothing does."""

    min: Count | None = None
    typical: Count | None = None
    max: Count | None = None
    extra: Table = field(default_factory=dict)


@dataclass(frozen=True, slots=True, kw_only=True)
class Use:
    """How the longest stands with a budget: ``bytes`` that count of its ``limit``; ``used`` 1.0 is all of it."""

    fits: Flag | None = None
    used: Figure = None
    bytes: Count | None = None
    limit: Count | None = None
    extra: Table = field(default_factory=dict)


@dataclass(frozen=True, slots=True, kw_only=True)
class Tightest:
    """The worst budget that limits anything on the route, of those that the preset chose.

    ``level`` is ``over`` (does not fit), ``tight`` (leaves the others in it little) or ``note`` (fits).
    """

    budget: Text | None = None
    level: Text | None = None
    used: Figure = None
    extra: Table = field(default_factory=dict)


@dataclass(frozen=True, slots=True, kw_only=True)
class Wire:
    """One result's block; None means unknown.

    ``nominal`` says that no signature was measured, so that the lengths are the catalogue's. ``encoded_bytes``
    is what travels in the envelope, without a payload, at its longest; ``signature_input_bytes`` the other line
    of RFC 9421, None in other envelopes. ``packets`` is None where no datagram holds it; ``first_window`` and
    ``extra_round_trips`` are None over UDP. ``budgets`` maps names, as the preset has them.

    ``forms`` are the most bytes in every encoding and envelope, for columns and buffers: ``raw``, or for ECDSA
    ``fixed`` (r‖s) and ``der``; ``hex``, ``base64``, ``base64url``, ``rfc9421``, ``jws``, ``cose``. Only sign
    results have them: they are the same for all results of an algorithm.

    ``travel`` says in words how it travels. ``warnings`` are sentences with their remedies; the first one is
    about ``tightest`` unless that one's level is ``note``.
    """

    nominal: Flag | None = None
    envelope: Text | None = None
    transport: Text | None = None
    mtu: Count | None = None
    encoded_bytes: Count | None = None
    encoded_range: Range | None = None
    signature_input_bytes: Count | None = None
    packets: Count | None = None
    fragmented: Flag | None = None
    first_window: Flag | None = None
    extra_round_trips: Count | None = None
    budgets: Mapping[Text, Use] | None = None
    tightest: Tightest | None = None
    forms: Mapping[Text, Count] | None = None
    travel: Text | None = None
    warnings: tuple[Text, ...] | None = None
    extra: Table = field(default_factory=dict)
