"""Which HTTP servers refuse a header of some length, with which status: the limits of their stock settings."""

from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum


class Counts(StrEnum):
    """What a limit is compared with.

    ``value``: the text alone; ``line``: one header line with its name and its end; ``all``: all lines of a
    message together; ``compressed``: one field as HTTP/2 sends it.
    """

    VALUE = "value"
    LINE = "line"
    ALL = "all"
    COMPRESSED = "compressed"


class Direction(StrEnum):
    """Whether the header is in the request or in the response."""

    REQUEST = "request"
    RESPONSE = "response"


@dataclass(frozen=True, slots=True)
class Server:
    """A limit of a server, proxy or service with its stock settings.

    ``id`` names it as a budget; ``answer`` is the status (or what else comes) over the limit, empty where the
    documentation names none; ``tried`` says whether somebody did, or the vendor's documentation is the
    source; ``setting`` is what raises the limit, empty where nothing does.
    """

    id: str
    name: str
    version: str
    limit: int
    counts: Counts
    answer: str
    tried: bool
    setting: str = ""
    directions: tuple[Direction, ...] = (Direction.REQUEST,)

    @property
    def title(self) -> str:
        """Name and version."""
        return f"{self.name} {self.version}".rstrip()

    @property
    def source(self) -> str:
        """Where the limit is known from."""
        return f"tried with {self.title}" if self.tried else f"documentation of {self.name}"


_RESPONSE = (Direction.RESPONSE,)
_BOTH = (Direction.REQUEST, Direction.RESPONSE)

SERVERS: tuple[Server, ...] = (
    Server("nginx", "nginx", "1.22.1", 8_192, Counts.LINE, "400", True, "large_client_header_buffers"),
    Server(
        "nginx-http2", "nginx (HTTP/2)", "1.22.1", 7_589, Counts.COMPRESSED, "GOAWAY 0xb", True,
        "large_client_header_buffers",
    ),
    Server(
        "nginx-proxy", "nginx as proxy", "1.22.1", 4_096, Counts.ALL, "502", True, "proxy_buffer_size",
        _RESPONSE,
    ),
    Server(
        "apache", "Apache httpd", "2.4.71", 8_193, Counts.LINE, "400, over HTTP/2 431", True,
        "LimitRequestFieldSize",
    ),
    Server("gunicorn", "gunicorn", "27", 8_190, Counts.LINE, "431", True, "limit_request_field_size"),
    Server("aiohttp", "aiohttp", "3.14.5", 8_190, Counts.LINE, "400", True, "max_field_size", _BOTH),
    Server("lighttpd", "lighttpd", "1.4.69", 8_192, Counts.ALL, "431", True, "server.max-request-field-size"),
    Server("haproxy", "HAProxy", "2.6", 15_360, Counts.ALL, "400", True, "tune.bufsize"),
    Server("node", "Node.js", "20.20", 16_384, Counts.ALL, "431", True, "--max-http-header-size"),
    Server(
        "python-http", "Python http.server, Tornado and Hypercorn", "", 65_536, Counts.LINE, "431", True,
    ),
    Server("caddy", "Caddy", "2.6", 1_048_576, Counts.ALL, "431", True, "max_header_size"),
    Server("aws-alb", "AWS ALB", "", 16_384, Counts.LINE, "", False),
    Server("aws-alb-request", "AWS ALB, all of a request", "", 65_536, Counts.ALL, "", False),
    Server(
        "aws-alb-response", "AWS ALB, all of a response", "", 32_768, Counts.ALL, "", False, "", _RESPONSE,
    ),
    Server("aws-api-gateway", "AWS API Gateway (HTTP API)", "", 10_240, Counts.ALL, "", False),
    Server("kestrel", "ASP.NET Core Kestrel", "", 32_768, Counts.ALL, "431", False, "MaxRequestHeadersTotalSize"),
    Server("fastly", "Fastly", "", 69_000, Counts.ALL, "", False, "", _BOTH),
    Server("vercel", "Vercel", "", 16_384, Counts.LINE, "", False),
    Server("vercel-all", "Vercel, all headers", "", 32_768, Counts.ALL, "", False),
)  # fmt: skip
"""The facts of ``header-limits``; limits that count all headers hold other lines than the signature's too."""


@dataclass(frozen=True, slots=True)
class HeaderSize:
    """A header line's bytes in HTTP/1.1 with its end, and about how many its value takes in HTTP/2."""

    line: int
    compressed: int

    def against(self, counts: Counts) -> int:
        """Return the bytes that count against a limit."""
        return self.compressed if counts is Counts.COMPRESSED else self.line


def refusals(
    header: HeaderSize, direction: Direction, servers: Iterable[Server] = SERVERS
) -> tuple[Server, ...]:
    """Return the servers that refuse a header of that size even where it is the only one."""
    return tuple(
        server
        for server in servers
        if direction in server.directions and header.against(server.counts) > server.limit
    )
