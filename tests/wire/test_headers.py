from hypothesis import given
from hypothesis import strategies as st

from sigtui.wire.headers import SERVERS, Counts, Direction, HeaderSize, refusals

# The limits of nginx 1.22.1 and others as published: bytes, what counts, and the answer.
PUBLISHED = {
    "nginx": (8_192, Counts.LINE, "400"),
    "nginx-http2": (7_589, Counts.COMPRESSED, "GOAWAY 0xb"),
    "nginx-proxy": (4_096, Counts.ALL, "502"),
    "apache": (8_193, Counts.LINE, "400, over HTTP/2 431"),
    "gunicorn": (8_190, Counts.LINE, "431"),
    "aiohttp": (8_190, Counts.LINE, "400"),
    "lighttpd": (8_192, Counts.ALL, "431"),
    "haproxy": (15_360, Counts.ALL, "400"),
    "node": (16_384, Counts.ALL, "431"),
    "python-http": (65_536, Counts.LINE, "431"),
    "caddy": (1_048_576, Counts.ALL, "431"),
    "aws-alb": (16_384, Counts.LINE, ""),
    "aws-alb-request": (65_536, Counts.ALL, ""),
    "aws-alb-response": (32_768, Counts.ALL, ""),
    "aws-api-gateway": (10_240, Counts.ALL, ""),
    "kestrel": (32_768, Counts.ALL, "431"),
    "fastly": (69_000, Counts.ALL, ""),
    "vercel": (16_384, Counts.LINE, ""),
    "vercel-all": (32_768, Counts.ALL, ""),
}


def ids(line: int, direction: Direction) -> set[str]:
    """Return who refuses a header line of base64 of that length."""
    return {server.id for server in refusals(HeaderSize(line, line * 81 // 100), direction)}


def test_limits_are_the_published_ones() -> None:
    """Bytes, what they count, and the answer."""
    assert {each.id: (each.limit, each.counts, each.answer) for each in SERVERS} == PUBLISHED


def test_ml_dsa_fits_requests_everywhere_and_no_proxied_response_from_65_on() -> None:
    """3,248 bytes pass; 4,432 and 6,192 are too much for nginx as proxy, and for nobody else."""
    for line, refused in ((3248, set()), (4432, {"nginx-proxy"}), (6192, {"nginx-proxy"})):
        assert ids(line, Direction.REQUEST) == set()
        assert ids(line, Direction.RESPONSE) == refused


def test_slh_dsa_128s_is_refused_by_those_with_8k() -> None:
    """10,496 bytes are more than nginx, Apache, gunicorn, aiohttp, lighttpd and the API Gateway take."""
    refused = {"nginx", "nginx-http2", "apache", "gunicorn", "aiohttp", "lighttpd", "aws-api-gateway"}
    assert ids(10_496, Direction.REQUEST) == refused
    assert ids(10_496, Direction.RESPONSE) == {"nginx-proxy", "aiohttp"}


@given(st.integers(0, 1_200_000))
def test_a_limit_itself_is_allowed_and_more_refuses_more(line: int) -> None:
    """Whoever refuses a header refuses a longer one too."""
    for direction in Direction:
        assert ids(line, direction) <= ids(line + 1, direction)
    for server in SERVERS:
        size = HeaderSize(server.limit, server.limit)
        assert server not in refusals(size, server.directions[0])
        assert server in refusals(HeaderSize(server.limit + 1, server.limit + 1), server.directions[0])


def test_sources_say_whether_somebody_tried() -> None:
    """Those that nobody tried name the documentation."""
    sources = {each.id: each.source for each in SERVERS}
    assert sources["nginx"] == "tried with nginx 1.22.1"
    assert sources["fastly"] == "documentation of Fastly"
