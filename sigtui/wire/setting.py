"""What a person chose to look at: the envelope, the encoding, the route, and the budgets."""

from dataclasses import dataclass, field
from enum import StrEnum

from sigtui.wire.budgets import USUAL, Budget
from sigtui.wire.der import EcdsaForm
from sigtui.wire.encodings import Encoding
from sigtui.wire.envelopes import PAYLOAD_BYTES, Envelope
from sigtui.wire.packets import Route


class Carried(StrEnum):
    """What travels: with each message the signature; in a handshake-like exchange the public key too."""

    SIGNATURE = "signature"
    PUBLIC_KEY = "public-key"
    BOTH = "both"


@dataclass(frozen=True, slots=True)
class Setting:
    """Everything but the algorithm that decides what travels, how, and what it has to fit.

    ``encoding`` counts in the raw envelope only. ``ecdsa`` is the form of an ECDSA signature there: None goes
    from the fixed width to the longest DER; every other envelope has the fixed width. ``payload`` are the
    bytes of the payload whose length prefix COSE counts.
    """

    envelope: Envelope = Envelope.RAW
    encoding: Encoding = Encoding.RAW
    route: Route = field(default_factory=Route)
    ecdsa: EcdsaForm | None = None
    carried: Carried = Carried.SIGNATURE
    budgets: tuple[Budget, ...] = USUAL
    payload: int = PAYLOAD_BYTES
