"""The preview answers any random request, and any random bytes, by the rules for all answers.

The whole answer is checked, with its body, and a failure is shrunk to the shortest request. ``test_fuzz.py`` sends many
more requests to the core alone, and checks their statuses, headers and errors.
"""

import asyncio
from typing import Any
from urllib.parse import quote, quote_from_bytes

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from builder.api.error_messages import ERRORS
from builder.cli.preview.server import PreviewApp
from tests.support.serving import Service
from tests.support.values import INTERFACE
from tests.support.vectors import Reply, broken_rules

ANY_STATUS = {200, 204, 301, 304, *ERRORS} - {500}

_CODES = st.sampled_from(["de", "DEU", "276", "4", "xk", "unk", "xx", ",", "fr,de", "0276", ""])
_KEYS = st.sampled_from(
    ["europe", "Åland", "st", "saint", "dollar", "eur", "area", "GDP", "washington dc", "berlin", "__proto__", "united"]
)
_ODD = st.text(max_size=12) | st.sampled_from(
    ["../..", "%", "\x00", "\r\nX-Evil: 1", "\u202e", "\ud800", "K", "ſt", "ﬁ"]
)
_BYTES = st.binary(max_size=8).map(lambda raw: quote_from_bytes(raw, safe=""))
_BROKEN = st.sampled_from(["%", "%z", "%ff", "%e0%a4", "%c0%af", "%ed%a0%80", "%00"])
_ENCODED = st.one_of(_CODES, _KEYS, _ODD).map(lambda text: quote(text, safe=",", errors="surrogatepass"))
_RAW = st.one_of(_ENCODED, _BYTES, _BROKEN, st.text(st.characters(codec="ascii"), max_size=10), _KEYS, _ODD)

_NUMBERS = st.sampled_from(["0", "1", "5", "7", "25", "26", "100", "101", "999999999", "1000000000", "-1", "05", "1.5"])
_WORDS = st.sampled_from(
    ["", "random", "randomized", "true", "FALSE", "asc", "desc", "*", "cca2", "name.common,capital"]
)
_NAMES = st.sampled_from(
    ["limit", "offset", "page", "index", "seed", "fields", "fullText", "status", "order", "Limit", "x", "__proto__"]
)
_VALUES = st.one_of(_NUMBERS, _WORDS, _RAW)
_PAIRS = st.tuples(_NAMES | _RAW, _VALUES).map("=".join)
QUERIES = st.lists(_PAIRS | _RAW, max_size=5).map("&".join)
_SEGMENTS = st.one_of(_RAW, st.sampled_from(["v1", "countries", "flags", "get", "docs", "meta", "rank", ""]))
FREE_PATHS = st.lists(_SEGMENTS, max_size=5).map(lambda segments: "/" + "/".join(segments))
# The core does not answer with documents.
_ROUTES = [route for route in INTERFACE.routes if route.family != "documents"]


@st.composite
def _route_paths(draw: st.DrawFn) -> str:
    """Draw the path of a route, with a value in the place of its parameter."""
    route = draw(st.sampled_from(_ROUTES))
    path = route.path
    if route.path_parameter:
        value = draw(st.one_of(st.just(route.path_parameter.example), _RAW.filter(bool)))
        path = path.replace(f"{{{route.path_parameter.name}}}", value)
    return path + draw(st.sampled_from(["", "", "", "/"]))


@pytest.fixture(scope="module")
def app(service: Service) -> PreviewApp:
    """Open the preview's application on the default site."""
    return PreviewApp(service, "DE")


def over_asgi(app: PreviewApp, method: str, path: bytes, query: bytes) -> Reply:
    """Send a request as a server passes it to an application, including bytes above ASCII."""
    sent: list[dict[str, Any]] = []

    async def send(message: Any) -> None:
        sent.append(message)

    async def receive() -> Any:
        return {"type": "http.request", "body": b"", "more_body": False}

    scope = {"type": "http", "method": method, "path": path.decode("latin-1"), "raw_path": path, "query_string": query}
    asyncio.run(app({**scope, "headers": [], "http_version": "1.1", "scheme": "http"}, receive, send))
    headers = tuple((name.decode("latin-1"), value.decode("latin-1")) for name, value in sent[0]["headers"])
    body = b"".join(message.get("body", b"") for message in sent[1:])
    return Reply(sent[0]["status"], headers, b"" if method == "HEAD" else body)


def as_bytes(text: str) -> bytes:
    """Write a text as a client without percent-encoding does."""
    return text.encode("utf-8", "surrogatepass")


@pytest.mark.parametrize("count", [250, pytest.param(2000, marks=pytest.mark.soak)])
def test_preview_answers_any_request(app: PreviewApp, count: int) -> None:
    @settings(max_examples=count)
    @given(st.sampled_from(["GET", "HEAD", "OPTIONS", "POST"]), FREE_PATHS | _route_paths(), QUERIES)
    def answered(method: str, path: str, query: str) -> None:
        reply = over_asgi(app, method, as_bytes(path), as_bytes(query))
        assert [rule for rule in broken_rules(method, reply) if method != "HEAD" or "Content-Length" not in rule] == []
        assert reply.status in ANY_STATUS

    answered()


@settings(max_examples=100)
@given(st.binary(max_size=60).map(lambda raw: b"/" + raw), st.binary(max_size=60))
def test_preview_answers_any_bytes(app: PreviewApp, path: bytes, query: bytes) -> None:
    reply = over_asgi(app, "GET", path, query)
    assert broken_rules("GET", reply) == []
    assert reply.status in ANY_STATUS
