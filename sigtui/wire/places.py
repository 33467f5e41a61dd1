"""What happens to a signature that doesn't fit a place, and what to do: in words, for each kind of budget."""

from functools import partial

from sigtui.numbers import count
from sigtui.wire.budgets import Carrier
from sigtui.wire.content import Content
from sigtui.wire.encodings import Encoding
from sigtui.wire.fits import Fit


def advice(content: Content, fit: Fit) -> tuple[str, str]:
    """Return what doesn't work then, as sentences with a space at the end, and the remedy without a full stop."""
    at_least = partial(_at_least, content, fit)
    named = {
        "quic-initial": (
            f"{at_least('datagram')}; QUIC cuts by itself. Before a server knows that the client's address is "
            "real it sends at most three times what it received. ",
            "keep a handshake's first flight below 3,600 B; later nothing is needed",
        ),
        "dns-udp": (
            "The server cuts the answer and the resolver asks again over TCP. ",
            "make sure DNS over TCP gets through, or a shorter signature",
        ),
        "ieee802154": (
            f"{at_least('frame')}, and all of them have to arrive. ",
            "sign at the gateway, or authenticate the frames with a shared secret",
        ),
        "ble-att-default": (f"{at_least('packet')}. ", "negotiate a larger MTU, up to 517 B"),
        "ble-att-max": (f"{at_least('packet')}. ", "cut it in the application"),
        "cookie": (
            "Browsers drop a larger one without a word. ",
            "keep the token on the server and put a session's id into the cookie",
        ),
        "varchar-255": (
            "A strict database refuses it; another cuts it, and it never verifies. ",
            f"VARCHAR({fit.counted.most}){_binary(content)}",
        ),
        "tcp-initial-window": (
            "The rest waits for a round trip on a new connection. ",
            "keep connections open, their window has grown",
        ),
        "tls-record": (f"{at_least('record')}. ", "nothing is needed; each adds 22 B"),
    }
    if fit.budget.name in named:
        return named[fit.budget.name]
    if fit.budget.name.startswith("lorawan"):
        return (
            f"{at_least('packet')}, and the duty cycle limits the time on the air. ",
            "sign behind the gateway; on the air LoRaWAN's own shared secret authenticates",
        )
    return _own(fit)


def _own(fit: Fit) -> tuple[str, str]:
    most = count(fit.counted.most)
    if fit.budget.carrier is Carrier.STORAGE:
        return "", f"make it {most} B wide, or choose a shorter signature"
    return "", f"raise the limit to {most} B, or choose a shorter signature"


def _at_least(content: Content, fit: Fit, noun: str) -> str:
    """Say how many pieces it takes; headers of a protocol above come on top."""
    room = fit.budget.bytes - fit.budget.header
    least, most = -(-content.sent.least // room), -(-content.sent.most // room)
    if least > 1:
        return f"It takes at least {count(least)} {noun}s"
    return f"The longest takes at least {count(most)} {noun}s"


def _binary(content: Content) -> str:
    """Offer a binary column for what is not text already."""
    return f", or a binary column of {count(content.sent.most)} B" if content.encoding is Encoding.RAW else ""
