"""Reads and sends request vectors, and checks their expectations and the rules for every answer.

``tests/contract/vectors/<theme>.json`` holds arrays of vectors::

    {"name": ..., "why": ..., "target": "/v1?limit=2",           the sentence of the contract that it tests
     "method": "GET", "headers": {}, "country": "DE",             optional
     "extension": "pages",                                        optional: the extension that makes the answer
     "expect": {"status": 200, ...}}

``expect`` can also have: ``headers`` (name to exact value, ``null`` for absent, or ``{"matches": regex}``), ``body``
(JSON, compared with the bytes of its compact form), ``text`` (all of the body), ``contains`` (texts that occur in it),
``message`` (texts that occur in an error's message), ``keys`` (names of each record, or of the body, in order),
``cca2`` (codes of the answered records in order), ``count`` (records answered), ``distinct`` (no record twice),
``like`` (a target whose GET has this very status and body).

A header with a list of values is sent as several lines. In a header ``{etag}`` stands for the entity tag of the same
target, and anywhere ``{cdn_url}`` for the origin of flags.
"""

import json
import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import cache, cached_property
from pathlib import Path
from typing import Any

import orjson

from builder.api.response_headers import CACHE, HEADERS, METHODS, TYPES
from builder.extensions import NAMES
from tests.support.project import ROOT

FOLDER = ROOT / "tests/contract/vectors"
CDN_URL = "http://127.0.0.1:8000/flags"

_PRINTABLE = re.compile(r"[\x20-\x7e]*")
_ETAG = re.compile(r'(W/)?"[!#-~]+"')
# Finds bodies that may have a number with .0 or an exponent: to check each number of every body would take a third of
# the time of all vectors.
_PERHAPS_WHOLE = re.compile(rb"[\[:,]-?[0-9]+(\.0(?![0-9])|(\.[0-9]+)?[eE])")
_REVISION = re.compile(r"[0-9a-f]{16}")
_WITHOUT_BODY = (204, 301, 304)


@dataclass(frozen=True)
class Vector:
    """A request and the expectations of its answer."""

    theme: str
    name: str
    why: str
    target: str
    expect: Mapping[str, Any]
    method: str = "GET"
    headers: Mapping[str, str | list[str]] = field(default_factory=dict)
    country: str = ""
    extension: str = ""

    @property
    def id(self) -> str:
        """Identify the vector among all vectors."""
        return f"{self.theme}: {self.name}"

    @property
    def lines(self) -> list[tuple[str, str]]:
        """Return the headers as they are sent, line by line."""
        return [
            (name, value)
            for name, values in self.headers.items()
            for value in ([values] if isinstance(values, str) else values)
        ]


@dataclass(frozen=True)
class Reply:
    """A response: headers as sent, in any case, and the body's bytes."""

    status: int
    headers: tuple[tuple[str, str], ...]
    body: bytes

    def header(self, name: str) -> str | None:
        """Return the value of a header, with lines of the same name joined; None without one."""
        return self._joined.get(name.lower())

    @cached_property
    def _joined(self) -> dict[str, str]:
        found: dict[str, str] = {}
        for name, value in self.headers:
            key = name.lower()
            found[key] = f"{found[key]}, {value}" if key in found else value
        return found


Send = Callable[[Vector], Reply]


def load_vectors(cdn_url: str = CDN_URL, folder: Path = FOLDER) -> tuple[Vector, ...]:
    """Read the vectors of *folder* that a site answers, whose flags have the origin *cdn_url*.

    An extension that is deleted takes its vectors with it.
    """
    return tuple(
        Vector(theme=path.stem, **entry)
        for path in sorted(folder.glob("*.json"))
        for entry in json.loads(path.read_text("utf-8").replace("{cdn_url}", cdn_url))
        if entry.get("extension", "") in ("", *NAMES)
    )


def getting(target: str) -> Vector:
    """Make a vector of a GET without other expectations than 200."""
    return Vector("", target, "", target, {"status": 200})


def disagreements(vector: Vector, send: Send) -> list[str]:
    """Send *vector* and describe how its answer differs from the expected one; *send* answers one request unchanged."""
    if asks_for_its_tag(vector):
        tag = send(replace(vector, headers={}, method="GET")).header("ETag")
        if tag is None:
            return ["there is no ETag to ask with"]
        headers: dict[str, list[str]] = {}
        for name, value in vector.lines:
            shown = value.replace("{etag}", tag.removeprefix("W/"))
            headers[name] = [*headers.get(name, []), shown]
        vector = replace(vector, headers=headers)
    reply = send(vector)
    found = [*broken_rules(vector.method, reply), *_unexpected(vector, reply)]
    if "like" in vector.expect:
        other = send(replace(vector, target=vector.expect["like"], method="GET", headers={}))
        if (other.status, other.body) != (reply.status, reply.body):
            found.append(f"differs from {vector.expect['like']}: {_shown(reply)} and {_shown(other)}")
    return found


def asks_for_its_tag(vector: Vector) -> bool:
    """Whether a vector is sent with the entity tag of its own target."""
    return any("{etag}" in value for _, value in vector.lines)


def broken_rules(method: str, reply: Reply) -> list[str]:
    """Describe the rules for every answer that *reply* to a request with *method* breaks."""
    return [*_broken_headers(reply), *_broken_cache(reply), *_broken_body(method, reply)]


def _broken_headers(reply: Reply) -> Iterator[str]:
    names = [name.lower() for name, _ in reply.headers]
    once = (
        *(header.name for header in HEADERS),
        "Cache-Control",
        "Content-Type",
        "Location",
        "Access-Control-Allow-Origin",
    )
    for name in once:
        if names.count(name.lower()) > 1:
            yield f"{name} is there twice"
    for name, value in reply.headers:
        if not _PRINTABLE.fullmatch(value):
            yield f"{name} is no printable ASCII: {value!r}"
    for name, expected in (
        ("Access-Control-Allow-Origin", "*"),
        ("Cross-Origin-Resource-Policy", "cross-origin"),
        ("X-Content-Type-Options", "nosniff"),
    ):
        if reply.header(name) != expected:
            yield f"{name} is {reply.header(name)}, not {expected}"
    exposed = {name.strip().lower() for name in (reply.header("Access-Control-Expose-Headers") or "").split(",")}
    sent = {name for name in names if name.startswith("x-") and name != "x-content-type-options"} | {"link", "etag"}
    if missing := sent - exposed:
        yield f"Access-Control-Expose-Headers lacks {sorted(missing)}"
    if not _REVISION.fullmatch(reply.header("X-Dataset-Revision") or ""):
        yield f"X-Dataset-Revision is {reply.header('X-Dataset-Revision')}"


def _broken_cache(reply: Reply) -> Iterator[str]:
    cache, tag = reply.header("Cache-Control") or "", reply.header("ETag")
    if reply.status == 200 and cache not in CACHE.values():
        yield f"Cache-Control of a 200 is {cache!r}"
    if reply.status >= 400 and not ("no-store" in cache or re.fullmatch(r"public, max-age=([0-5]?[0-9]|60)", cache)):
        yield f"Cache-Control of an error is {cache!r}"
    if tag is not None and not _ETAG.fullmatch(tag):
        yield f"ETag is {tag}"
    if (tag is not None) is not (reply.status in (200, 304) and cache != CACHE["none"]):
        yield f"ETag is {tag} with status {reply.status} and Cache-Control {cache!r}"


def _broken_body(method: str, reply: Reply) -> Iterator[str]:
    kind = reply.header("Content-Type") or ""
    if method == "HEAD" or reply.status in _WITHOUT_BODY:
        if reply.body:
            yield f"there is a body: {_shown(reply)}"
        if method == "HEAD" and reply.status not in _WITHOUT_BODY and reply.header("Content-Length") == "0":
            yield "Content-Length is 0 and the answer to GET has a body"
        return
    if not kind:
        yield "there is a body without a Content-Type"
    if (length := reply.header("Content-Length")) not in (None, str(len(reply.body))):
        yield f"Content-Length is {length} and there are {len(reply.body)} bytes"
    if kind.startswith("application/json"):
        yield from _broken_json(reply)
    elif reply.status >= 400 and not _is_page(reply):
        yield f"Content-Type of an error is {kind}"


def _is_page(reply: Reply) -> bool:
    """Whether an error is the HTML page for missing addresses."""
    kinds = [kind.strip() for kind in (reply.header("Vary") or "").split(",")]
    return reply.status == 404 and reply.header("Content-Type") == TYPES["html"] and "Accept" in kinds


def _broken_json(reply: Reply) -> Iterator[str]:
    if fault := _json_fault(reply.body):
        yield f"{fault}: {_shown(reply)}"
    elif reply.status >= 400:
        value = orjson.loads(reply.body)
        if list(value) != ["message", "status"] or value["status"] != reply.status:
            yield f"is no error body: {_shown(reply)}"
        elif not value["message"]:
            yield "has an empty message"


# Cached, because all engines answer a vector with the same bytes.
@cache
def _json_fault(body: bytes) -> str:
    try:
        value = orjson.loads(body)
    except orjson.JSONDecodeError as error:
        return f"is not JSON: {error}"
    if orjson.dumps(value) != body:
        return "is not compact UTF-8 with whole numbers as such"
    if _PERHAPS_WHOLE.search(body) and any(number.is_integer() for number in _floats(value)):
        return "has a whole number with .0"
    return ""


def _floats(value: Any) -> Iterator[float]:
    if isinstance(value, float):
        yield value
    elif isinstance(value, dict):
        for inner in value.values():
            yield from _floats(inner)
    elif isinstance(value, list):
        for inner in value:
            yield from _floats(inner)


def _unexpected(vector: Vector, reply: Reply) -> Iterator[str]:
    expect = vector.expect
    if reply.status != expect["status"]:
        yield f"status is {reply.status}, not {expect['status']}: {_shown(reply)}"
        return
    for name, expected in expect.get("headers", {}).items():
        value = reply.header(name)
        fits = value == expected if not isinstance(expected, dict) else re.fullmatch(expected["matches"], value or "")
        if not fits:
            yield f"{name} is {value!r}, not {expected!r}"
    if reply.status == 405 and reply.header("Allow") != METHODS:
        yield f"Allow is {reply.header('Allow')}"
    yield from _unexpected_body(expect, reply)


def _unexpected_body(expect: Mapping[str, Any], reply: Reply) -> Iterator[str]:
    text = reply.body.decode("utf-8", "replace")
    if "body" in expect and reply.body != orjson.dumps(expect["body"]):
        yield f"body is {_shown(reply)}, not {expect['body']}"
    if "text" in expect and text != expect["text"]:
        yield f"body is {_shown(reply)}, not {expect['text']!r}"
    for part in expect.get("contains", ()):
        if part not in text:
            yield f"body lacks {part!r}: {_shown(reply)}"
    for part in expect.get("message", ()):
        if part not in _message(reply):
            yield f"message lacks {part!r}: {_shown(reply)}"
    if expect.keys() & {"keys", "cca2", "count", "distinct"}:
        yield from _unexpected_records(expect, orjson.loads(reply.body))


def _message(reply: Reply) -> str:
    """Read the message of an error; empty without an error body."""
    try:
        return str(orjson.loads(reply.body)["message"])
    except (orjson.JSONDecodeError, LookupError, TypeError):
        return ""


def _unexpected_records(expect: Mapping[str, Any], value: Any) -> Iterator[str]:
    records = value if isinstance(value, list) else [value]
    codes = [record.get("cca2") for record in records]
    if "keys" in expect and [list(record) for record in records] != [expect["keys"]] * len(records):
        yield f"names are {[list(record) for record in records]}, not {expect['keys']}"
    if "cca2" in expect and codes != expect["cca2"]:
        yield f"codes are {codes}, not {expect['cca2']}"
    if "count" in expect and len(records) != expect["count"]:
        yield f"there are {len(records)} records, not {expect['count']}"
    if expect.get("distinct") and len(set(codes)) != len(codes):
        yield f"a record is there twice: {codes}"


def _shown(reply: Reply) -> str:
    body = reply.body[:120].decode("utf-8", "replace")
    return f"{reply.status} {body}{'...' if len(reply.body) > 120 else ''}"
