"""The values that travel between the floors: what there is to measure, and what is known of it."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from types import MappingProxyType


class Operation(StrEnum):
    """What is done with a key."""

    KEYGEN = "keygen"
    SIGN = "sign"
    VERIFY = "verify"
    VERIFY_INVALID = "verify-invalid"


class Mode(StrEnum):
    """Where the key comes from when the operation is timed."""

    REUSED_KEY = "reused-key"
    SINGLE_SHOT = "single-shot"
    LOAD_KEY = "load-key"
    LOAD_TRUSTED = "load-key-trusted"


class Status(StrEnum):
    """How far a standard, or a name in a registry, has come."""

    FINAL = "final"
    REGISTERED = "registered"
    DRAFT = "draft"


@dataclass(frozen=True, slots=True)
class Name:
    """An algorithm's name in a registry; ``value`` is its number where the registry has one (COSE)."""

    text: str
    status: Status = Status.REGISTERED
    value: int | None = None


@dataclass(frozen=True, slots=True)
class Names:
    """What the three registries of signed messages call an algorithm; None where they don't know it."""

    rfc9421: Name | None = None
    jose: Name | None = None
    cose: Name | None = None


@dataclass(frozen=True, slots=True)
class Sizes:
    """Nominal sizes in bytes: raw standard encodings, and keys wrapped as X.509 SPKI and PKCS#8.

    ``signature_max`` exceeds ``signature`` where the provider's encoding varies (ECDSA as DER).
    """

    signature: int
    signature_max: int
    private_key: int | None = None
    public_key: int | None = None
    spki: int | None = None
    pkcs8: int | None = None


@dataclass(frozen=True, slots=True)
class Algorithm:
    """One row of the catalogue, all parameters fixed; facts only.

    ``strength_bits`` is the classical strength by NIST SP 800-57 part 1, the weaker of key and hash;
    ``category`` is NIST's post-quantum security category, None for classical algorithms.
    """

    id: str
    family: str
    parameters: Mapping[str, str | int]
    standard: str
    status: Status
    strength_bits: int
    sizes: Sizes
    names: Names = Names()
    category: int | None = None
    quantum_safe: bool = False
    symmetric: bool = False


@dataclass(frozen=True, slots=True)
class Message:
    """Bytes to sign, under a name; ``source`` is what a preset says of them (``{"text": "…"}``)."""

    name: str
    data: bytes = field(repr=False)
    source: Mapping[str, str | int]


@dataclass(frozen=True, slots=True)
class Effort:
    """How much time to spend on a case, and when to stop earlier.

    ``seconds`` is the budget of a case's timed calls over all worker processes; keys, checks and spins come on
    top. ``precision`` is the relative half-width of its mean's 99.9 % interval at which it is finished earlier.
    """

    name: str
    seconds: float
    precision: float
    processes: int


EFFORTS: Mapping[str, Effort] = MappingProxyType(
    {
        effort.name: effort
        for effort in (
            Effort("quick", 0.14, 0.05, 1),
            Effort("short", 0.86, 0.02, 3),
            Effort("medium", 3.0, 0.01, 5),
            Effort("long", 10.0, 0.005, 10),
        )
    }
)


@dataclass(frozen=True, slots=True)
class Choice:
    """An algorithm somebody picked, and the provider to do it; None means the first available one."""

    algorithm: Algorithm
    provider: str | None = None


@dataclass(frozen=True, slots=True)
class Opening:
    """What of a preset is ticked when the app opens it, and which rows are marked; a headless run takes all.

    ``messages`` are names; ``marks`` are algorithms' ids, ``id@provider`` where the preset names a provider.
    """

    operations: tuple[Operation, ...]
    modes: tuple[Mode, ...]
    messages: tuple[str, ...]
    marks: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class OwnBudget:
    """A limit of a person's own: ``bytes`` is its size, ``transport`` what it limits (sigtui/wire/budgets.py)."""

    name: str
    bytes: int
    transport: str


@dataclass(frozen=True, slots=True)
class WireView:
    """What of the wire a preset shows: the envelope and the budgets by their names, and budgets of its own.

    None is what sigtui shows where nobody chose. ``custom`` are shown in any case.
    """

    envelope: str | None = None
    budgets: tuple[str, ...] | None = None
    custom: tuple[OwnBudget, ...] = ()


class Varying(StrEnum):
    """The one field that varies in a comparison, besides the algorithm where it is not that itself."""

    ALGORITHMS = "algorithms"
    MODES = "modes"
    MESSAGES = "messages"
    PROVIDERS = "providers"
    SNAPSHOTS = "snapshots"


@dataclass(frozen=True, slots=True)
class Comparison:
    """Which cases stand side by side, and against which: the view's values are the columns.

    ``baseline`` is one of them: an algorithm's id, a mode, a message's name, a provider or a snapshot; None is the
    first. What the other lists name is looked at, and all there is where a list is empty. ``snapshots`` are files
    relative to the preset, snapshots of the user's folder or shipped references.
    """

    title: str
    view: Varying = Varying.ALGORITHMS
    baseline: str | None = None
    algorithms: tuple[str, ...] = ()
    operations: tuple[Operation, ...] = ()
    modes: tuple[Mode, ...] = ()
    messages: tuple[str, ...] = ()
    providers: tuple[str, ...] = ()
    snapshots: tuple[str, ...] = ()
    notes: str = ""


@dataclass(frozen=True, slots=True)
class Preset:
    """What to measure, no results. ``baseline`` is an algorithm's id; without ``opening`` all is ticked."""

    title: str
    baseline: str
    choices: tuple[Choice, ...]
    messages: tuple[Message, ...]
    operations: tuple[Operation, ...] = (Operation.SIGN, Operation.VERIFY)
    modes: tuple[Mode, ...] = (Mode.REUSED_KEY, Mode.SINGLE_SHOT)
    effort: Effort = EFFORTS["short"]
    opening: Opening | None = None
    wire: WireView = WireView()
    comparisons: tuple[Comparison, ...] = ()


@dataclass(frozen=True, slots=True)
class View:
    """What all cases of a table have in common, so that they may stand beside each other."""

    operation: Operation
    mode: Mode | None = None
    message: str | None = None


@dataclass(frozen=True, slots=True)
class Case:
    """The unit that is measured. Keygen has neither mode nor message."""

    algorithm: Algorithm
    provider: str
    operation: Operation
    mode: Mode | None = None
    message: str | None = None

    @property
    def view(self) -> View:
        """The table that this case is a row of."""
        return View(self.operation, self.mode, self.message)

    @property
    def key(self) -> str:
        """A text that tells this case from every other of its plan."""
        parts = (self.algorithm.id, self.provider, self.operation, self.mode, self.message)
        return " · ".join(part for part in parts if part is not None)

    def __hash__(self) -> int:
        # Of what Python has hashed already: an algorithm holds a mapping, and plans have a thousand cases.
        return hash((self.algorithm.id, self.provider, self.operation, self.mode, self.message))


@dataclass(frozen=True, slots=True)
class Skipped:
    """Something that was asked for and is not planned, with the reason."""

    what: str
    reason: str


@dataclass(frozen=True, slots=True)
class Plan:
    """The ordered cases, the effort to spend on them, and what was left out and why."""

    title: str
    baseline: str
    cases: tuple[Case, ...]
    messages: Mapping[str, Message]
    effort: Effort
    skipped: tuple[Skipped, ...] = ()


@dataclass(frozen=True, slots=True)
class LengthRange:
    """Lengths in bytes of the signatures that were seen while a case was prepared and measured."""

    count: int
    total: int
    shortest: int
    longest: int

    @property
    def mean(self) -> float:
        """Mean length in bytes."""
        return self.total / self.count

    def __add__(self, other: "LengthRange") -> "LengthRange":
        return LengthRange(
            self.count + other.count,
            self.total + other.total,
            min(self.shortest, other.shortest),
            max(self.longest, other.longest),
        )


@dataclass(frozen=True, slots=True)
class KeySizes:
    """Sizes in bytes of a real key pair as the provider serialises it; None where there is no such form."""

    private_key: int
    private_key_form: str
    public_key: int | None = None
    spki: int | None = None
    pkcs8: int | None = None


@dataclass(frozen=True, slots=True)
class Setup:
    """What preparing a case showed.

    ``batch`` is the number of calls a sample; ``overhead_ns`` the cost of the empty timed loop per call;
    ``call`` the exact provider call that is timed; ``new_key`` is False where the key of an earlier worker
    process is used again because creating one is slow.
    """

    batch: int
    overhead_ns: float
    call: str
    signature_encoding: str
    keys: KeySizes
    new_key: bool = True
    signatures: LengthRange | None = None


@dataclass(frozen=True, slots=True)
class Support:
    """Whether a provider can do an algorithm here, found by trying it once."""

    algorithm: str
    available: bool
    reason: str = ""


@dataclass(frozen=True, slots=True)
class ProviderInfo:
    """A provider as it was found on this machine. ``versions`` maps a library to its version."""

    name: str
    available: bool
    reason: str = ""
    versions: Mapping[str, str] = field(default_factory=dict)
    support: tuple[Support, ...] = ()
