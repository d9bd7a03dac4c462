"""Every random request has a declared answer.

The whole answer is checked, with its body, and a failure is shrunk to the shortest request. A request therefore takes a
hundred times as long as in ``test_fuzz.py``, which checks the statuses, headers and errors of many more.
"""

import asyncio
from typing import TYPE_CHECKING, Any
from urllib.parse import quote, quote_from_bytes

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from builder.api.error_messages import ERRORS
from builder.api.routes import DESCRIPTION, DOCUMENT
from builder.cli.preview.server import PreviewApp
from tests.support.serving import Service
from tests.support.values import INTERFACE
from tests.support.vectors import Reply, broken_rules

if TYPE_CHECKING:
    from builder.api.route_type import Route

DECLARED = {route.path: {*route.statuses, 405, 414} for route in (*INTERFACE.routes, DESCRIPTION, DOCUMENT)}
EVERYWHERE = {200, 204, 301, 304, *ERRORS} - {500}

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
METHODS = st.sampled_from(["GET"] * 12 + ["HEAD", "HEAD", "OPTIONS", "POST", "get", "", "Ü", "\x00"])
_SEGMENTS = st.one_of(_RAW, st.sampled_from(["v1", "countries", "flags", "get", "docs", "meta", "rank", ""]))
FREE_PATHS = st.lists(_SEGMENTS, max_size=5).map(lambda segments: "/" + "/".join(segments))
TAGS = st.one_of(st.just(""), st.sampled_from(["*", '"x"', "W/", '"', ",,"]), st.text(max_size=8))
COUNTRIES = st.sampled_from(["", "DE", "XX", "k", "\u212ar", "\ud800", "constructor"])
MORE = st.fixed_dictionaries({"ifNoneMatch": TAGS, "country": COUNTRIES})
# Enough for some requests of each of thirty routes.
COUNTS = [200, pytest.param(1000, marks=pytest.mark.soak)]


@st.composite
def _filled(draw: st.DrawFn) -> tuple[str, str]:
    # The core does not answer with documents.
    route: Route = draw(st.sampled_from([route for route in INTERFACE.routes if route.family != "documents"]))
    path = route.path
    if route.path_parameter:
        given_value = draw(st.one_of(st.just(route.path_parameter.example), _RAW.filter(bool)))
        path = path.replace(f"{{{route.path_parameter.name}}}", given_value)
    return route.path, path + draw(st.sampled_from(["", "", "", "/"]))


def check(method: str, reply: Reply) -> None:
    assert broken_rules(method, reply) == []
    assert reply.status in EVERYWHERE


@pytest.mark.parametrize("count", COUNTS)
def test_declared_route_has_a_declared_status(service: Service, count: int) -> None:
    @settings(max_examples=count)
    @given(METHODS, _filled(), QUERIES, MORE)
    def answered(method: str, filled: tuple[str, str], query: str, more: dict[str, str]) -> None:
        route, path = filled
        reply = service.raw(path, query, method, **more)
        check(method, reply)
        if method == "GET" and path.count("/") in (route.count("/"), route.count("/") + 1):
            assert reply.status in DECLARED[route] | ({404} if "{" in route else set()), f"{path}?{query}"

    answered()


@pytest.mark.parametrize("count", COUNTS)
def test_any_path_is_answered(service: Service, count: int) -> None:
    @settings(max_examples=count)
    @given(METHODS, FREE_PATHS, QUERIES, MORE)
    def answered(method: str, path: str, query: str, more: dict[str, str]) -> None:
        check(method, service.raw(path, query, method, **more))

    answered()


@given(
    st.sampled_from(["/v1", "/v1/name/united", "/v1/alpha/de"]),
    st.integers(1, 9000),
    st.sampled_from(["a.", "a,", "%41"]),
)
def test_huge_and_deep_fields_are_answered(service: Service, path: str, length: int, piece: str) -> None:
    reply = service.raw(path, f"fields={(piece * length)[:length]}")
    check("GET", reply)
    assert reply.status == (414 if len(path) + len("?fields=") + length > 8000 else reply.status)


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


@settings(max_examples=150)
@given(
    st.sampled_from(["GET", "HEAD", "OPTIONS", "POST"]), FREE_PATHS | _filled().map(lambda filled: filled[1]), QUERIES
)
def test_preview_answers_any_request(app: PreviewApp, method: str, path: str, query: str) -> None:
    reply = over_asgi(app, method, as_bytes(path), as_bytes(query))
    assert [rule for rule in broken_rules(method, reply) if method != "HEAD" or "Content-Length" not in rule] == []
    assert reply.status in EVERYWHERE


@settings(max_examples=100)
@given(st.binary(max_size=60).map(lambda raw: b"/" + raw), st.binary(max_size=60))
def test_preview_answers_any_bytes(app: PreviewApp, path: bytes, query: bytes) -> None:
    reply = over_asgi(app, "GET", path, query)
    assert broken_rules("GET", reply) == []
    assert reply.status in EVERYWHERE
