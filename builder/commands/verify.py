"""Asks a deployed site, and compares its answers with those of the site that was built."""

import http.client
import re
import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple
from urllib.error import HTTPError, URLError
from urllib.request import HTTPRedirectHandler, Request, build_opener

import orjson

from builder.api.headers import CACHE, DATASET_REVISION, TOTAL_COUNT, TYPES, common
from builder.documents.well_known import CATALOG_LINK
from builder.input_errors import InputError, Problem
from builder.javascript.context import read_modules
from builder.javascript.core_calls import FIXED_ENTROPY, OpenSite, core_request
from builder.output_paths import (
    API_CATALOG,
    EDGE,
    HEALTH,
    PUBLIC,
    RECORD_FOLDER,
    TABLES_FOLDER,
    TABLES_INDEX,
    public_path,
)

_SECONDS = 20
_PAUSE_SECONDS = 5
# Headers that depend on the kind of answer: a file has the host's tag, and some hosts cannot give it a total.
_OF_THE_HOST = {"etag", TOTAL_COUNT.name.lower(), "vary"}
_SENT = {"Accept-Encoding": "identity", "Origin": "https://verify.example"}


class Reply(NamedTuple):
    """What a site answers: status, headers by name in lower case, and body."""

    status: int
    headers: Mapping[str, str]
    body: bytes


Get = Callable[[str, Mapping[str, str]], Reply]


@dataclass(frozen=True)
class Wanted:
    """What to ask, and how strictly.

    ``files_only`` is for a host without the edge function. With ``plain_from_files``, a request without a query must
    be answered by a file. ``closed`` are origins that must not answer as the site, such as one at workers.dev.
    """

    origin: str
    output: Path
    files_only: bool = False
    plain_from_files: bool = False
    closed: Sequence[str] = ()


class _NoRedirect(HTTPRedirectHandler):
    def redirect_request(self, *_: object) -> None:
        """Follow no redirect."""


def get(url: str, headers: Mapping[str, str]) -> Reply:
    """Send a GET. Raises ``OSError`` when no answer comes."""
    opener = build_opener(_NoRedirect)
    request = Request(url, headers={"User-Agent": "countries-verify", **headers})  # noqa: S310  http or https by option
    try:
        with opener.open(request, timeout=_SECONDS) as response:
            return Reply(response.status, _lower(response.headers.items()), response.read())
    except HTTPError as error:
        with error:
            return Reply(error.code, _lower(error.headers.items()), error.read())
    except (URLError, http.client.HTTPException) as error:
        raise OSError(str(error)) from error


def _lower(headers: Iterable[tuple[str, str]]) -> dict[str, str]:
    values: dict[str, list[str]] = {}
    for name, value in headers:
        values.setdefault(name.lower(), []).append(value)
    return {name: ", ".join(several) for name, several in values.items()}


def verify_site(wanted: Wanted, ask: Get = get) -> int:
    """Compare a deployed site with the one in the output; return the number of questions.

    Raises ``InputError`` with everything that is not as built.
    """
    if not (wanted.output / EDGE).is_dir():
        problem = Problem(str(wanted.output), "", "contains no site; run countries build, or name one with --output")
        raise InputError([problem])
    asked: list[str] = []

    def counted(url: str, headers: Mapping[str, str]) -> Reply:
        asked.append(url)
        return ask(url, headers)

    problems = list(_Comparison(wanted, counted).problems())
    if problems:
        raise InputError(problems, f"{wanted.origin} is not as built.")
    return len(asked)


def verify_within(seconds: float, wanted: Wanted) -> int:
    """Repeat ``verify_site`` for *seconds*, until the site is as built."""
    end = time.monotonic() + seconds
    while True:
        try:
            return verify_site(wanted)
        except InputError:
            if time.monotonic() >= end:
                raise
            time.sleep(min(_PAUSE_SECONDS, seconds))


class _Comparison:
    def __init__(self, wanted: Wanted, ask: Get) -> None:
        self._wanted = wanted
        self._ask = ask
        self._core = OpenSite(read_modules(wanted.output / EDGE))
        self._revision = str(orjson.loads(self._file(HEALTH))["releaseId"]).partition("-")[0]
        codes = sorted(path.stem for path in (wanted.output / PUBLIC / RECORD_FOLDER).glob("*.json"))
        self._code = "pe" if "pe" in codes else codes[0]

    def _file(self, name: str) -> bytes:
        return (self._wanted.output / public_path(name)).read_bytes()

    def problems(self) -> Iterator[Problem]:
        """Yield everything that is not as built."""
        plain = f"/{RECORD_FOLDER}/{self._code}"
        yield from self._static(f"{plain}.json")
        yield from self._static(f"/{HEALTH}")
        yield from self._tables()
        # A host that sends files alone cannot be told the type and the link of a name without an ending.
        headers = {} if self._wanted.files_only else dict([("Content-Type", TYPES["linkset"]), CATALOG_LINK])
        yield from self._compare(f"{self._wanted.origin}/{API_CATALOG}", 200, headers, self._file(API_CATALOG))
        if not self._wanted.files_only:
            yield from self._plain(plain)
            for target in ("/health", f"{plain}?fields=name.common", "/v1/list?limit=2&seed=meadow&page=random"):
                yield from self._computed(target)
            yield from self._computed("/v1/alpha/zzzz")
            yield from self._not_modified(f"{plain}?fields=name.common")
        yield from self._flag()
        for origin in self._wanted.closed:
            yield from self._closed(f"{origin}{plain}")

    def _reply(self, url: str, headers: Mapping[str, str] | None = None) -> Reply | Problem:
        try:
            return self._ask(url, {**_SENT, **(headers or {})})
        except OSError as error:
            return Problem(url, "", f"does not answer: {error}")

    def _compare(
        self, url: str, status: int, headers: Mapping[str, str], body: bytes, without: set[str] = _OF_THE_HOST
    ) -> Iterator[Problem]:
        """Compare the answer to a GET of *url*, except its headers *without*."""
        reply = self._reply(url)
        if isinstance(reply, Problem):
            yield reply
            return
        if reply.status != status:
            yield Problem(url, "status", f"is {reply.status}; {status} is expected")
        revision = reply.headers.get(DATASET_REVISION.name.lower())
        if headers and revision != self._revision:
            said = f"is {revision}" if revision else "is missing"
            yield Problem(url, DATASET_REVISION.name, f"{said}; {self._revision} is the release that was built")
        for name, value in headers.items():
            key = name.lower()
            found = reply.headers.get(key)
            if key in {*without, DATASET_REVISION.name.lower()} or _same(key, found, value):
                continue
            yield Problem(url, name, f"is {found!r}; {value!r} is expected" if found is not None else "is missing")
        if reply.body != body:
            yield Problem(url, "body", f"differs: {len(reply.body):,} bytes, {len(body):,} are expected")

    def _static(self, address: str) -> Iterator[Problem]:
        """Compare a static URL: the file, with the headers of its answer unless the host has its own."""
        headers = {} if self._wanted.files_only else self._expected(address).headers
        yield from self._compare(self._wanted.origin + address, 200, headers, self._file(address[1:]))

    def _tables(self) -> Iterator[Problem]:
        """Compare the index of the tables and a file of each type, which the function does not know."""
        public = self._wanted.output / PUBLIC
        files = sorted(path for path in (public / TABLES_FOLDER).rglob("*.*") if path.is_file())
        first = {path.suffix[1:]: path for path in reversed(files)}
        if files:
            first["json"] = public / TABLES_INDEX
        for ending, path in first.items():
            own = {"Cache-Control": CACHE["ok"], "Content-Type": TYPES[ending]}
            headers = {} if self._wanted.files_only else {**dict(common(self._revision)), **own}
            name = path.relative_to(public).as_posix()
            yield from self._compare(f"{self._wanted.origin}/{name}", 200, headers, path.read_bytes())

    def _plain(self, target: str) -> Iterator[Problem]:
        expected = self._expected(target)
        url = self._wanted.origin + target
        yield from self._compare(url, expected.status, expected.headers, expected.body)
        if self._wanted.plain_from_files:
            reply = self._reply(url)
            if isinstance(reply, Reply) and _tag(reply) == expected.headers.get("ETag"):
                message = "is the edge function's; the rules that answer a request without a query from a file are gone"
                yield Problem(url, "ETag", message)

    def _computed(self, target: str) -> Iterator[Problem]:
        expected = self._expected(target)
        url = self._wanted.origin + target
        yield from self._compare(url, expected.status, expected.headers, expected.body, {"vary"} | {"etag"})
        if "?" in target and (tag := expected.headers.get("ETag")):
            reply = self._reply(url)
            if isinstance(reply, Reply) and _tag(reply) != tag:
                yield Problem(url, "ETag", f"is {_tag(reply)}; {tag} is expected")

    def _not_modified(self, target: str) -> Iterator[Problem]:
        url, tag = self._wanted.origin + target, self._expected(target).headers.get("ETag", "")
        reply = self._reply(url, {"If-None-Match": tag})
        if isinstance(reply, Reply) and (reply.status, reply.body) != (304, b""):
            yield Problem(url, "If-None-Match", f"is answered {reply.status}; 304 without a body is expected")

    def _flag(self) -> Iterator[Problem]:
        """Compare the image of a flag, where records link to it, and its redirect."""
        (record,) = orjson.loads(self._file(f"{RECORD_FOLDER}/{self._code}.json"))
        location = str(record["flags"]["svg"])
        if not self._wanted.files_only:
            url = f"{self._wanted.origin}/flags/get/svg/{self._code}"
            yield from self._compare(url, 301, {"Location": location}, b"")
        path = f"flags/svg/{self._code}.svg"
        # On the host of the API, whatever its name, unless the flags have one of their own.
        own = location.removesuffix(f"/{path}") == self._base_url
        image = f"{self._wanted.origin}/{path}" if own else location
        yield from self._compare(image, 200, {"Content-Type": "image/svg+xml"} if own else {}, self._file(path))

    @property
    def _base_url(self) -> str:
        return str(orjson.loads(self._file("openapi.json"))["servers"][0]["url"])

    def _closed(self, url: str) -> Iterator[Problem]:
        reply = self._reply(url)
        if isinstance(reply, Reply) and (reply.status == 200 or DATASET_REVISION.name.lower() in reply.headers):
            yield Problem(url, "", f"answers {reply.status}; no rule of the zone applies there, and it must be off")

    def _expected(self, target: str) -> "_Expected":
        result = self._core.answer(core_request(target, entropy=FIXED_ENTROPY))
        return _Expected(result["status"], dict(result["headers"]), self._core.body(result, self._file))


class _Expected(NamedTuple):
    """What the built site answers; header names as the core writes them."""

    status: int
    headers: Mapping[str, str]
    body: bytes


def _tag(reply: Reply) -> str:
    """Return the tag without the mark of a weak one, which compression sets."""
    return reply.headers.get("etag", "").removeprefix("W/")


def _same(name: str, found: str | None, expected: str) -> bool:
    if found is None:
        return False
    if name in {"content-type", "cache-control"} or name.startswith("access-control-"):
        return _words(found) == _words(expected)
    # A host may make an address of its own relative.
    return found == expected or (name == "location" and expected.endswith(found) and found.startswith("/"))


def _words(value: str) -> list[str]:
    return sorted(re.split(r"[;,]\s*", value.lower().replace(" ", "")))
