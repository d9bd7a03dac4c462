"""Sends requests to a deployed site, and compares its replies with the built site.

The requests follow from the built site: its files, the list of files that hosts send themselves, its routes and keys.
"""

import re
import time
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, partial
from pathlib import Path
from typing import Any, NamedTuple
from urllib.parse import quote, urlencode

import orjson

from builder.api.output_paths import EDGE, ERROR_FOLDER, FILES, INDEX, MISSING_PAGE, PUBLIC, RECORD_FOLDER, is_window
from builder.api.parameters import MAX_LIMIT
from builder.api.response_headers import DATASET_REVISION, LINK, TOTAL_COUNT
from builder.api.types import Entry
from builder.extensions.verify.http_replies import NumberedReply, OutgoingRequest, Reply, Send, replies, send
from builder.inputs.errors import PROGRESS, InputError, Problem, abridged
from builder.javascript.context import read_modules
from builder.javascript.core_calls import FIXED_ENTROPY, OpenSite, Result, core_request
from builder.site.manifest import listed_files

_PAUSE_SECONDS = 5
# The most files of a kind of which all are requested, and the number that is requested of a larger kind.
_SMALL_KIND, _SAMPLE_SIZE = 100, 24
# The number of values of each route's parameter that are requested.
_KEYS = 6
# The most bytes that are read beyond the expected length of a reply.
_MARGIN = 1000
_REQUEST_HEADERS = {"Accept-Encoding": "identity", "Origin": "https://verify.example"}
# Headers that depend on the host. A file has the tag that the host gives it.
_HOST_HEADERS = frozenset({"etag", "vary"})
_LIST_HEADERS = frozenset({TOTAL_COUNT.name.lower(), LINK.name.lower()})
# Requests that the OpenAPI description does not lead to.
_OTHER_TARGETS = ("/docs", "/v1?page=randomized", "/v1?page=random&seed=meadow&index=1&limit=2")
# Files that no host may publish, and addresses without a file, one in each folder.
_MISSING_ADDRESSES = (
    "/edge/generated/records.js",
    "/package.json",
    "/tables/zzzz.json",
    "/docs/zzzz.html",
    "/flags/svg/zzzz.svg",
)


@dataclass(frozen=True)
class Verification:
    """The options of a comparison.

    ``files_only`` is for a host without the edge function. With ``plain_from_files``, a file must answer each request
    without a query. ``closed`` are origins that must not serve the site, such as one at workers.dev. Without
    ``everything``, only a sample of each kind of files is requested; ``turn`` selects it. No request is sent after
    ``seconds``.
    """

    origin: str
    output: Path
    files_only: bool = False
    plain_from_files: bool = False
    closed: Sequence[str] = ()
    everything: bool = False
    turn: int = 0
    seconds: float = 600


class VerifiedCounts(NamedTuple):
    """The numbers of requests that were answered as built, of those for files, and of the files of the site."""

    requests: int
    files: int
    all_files: int


class Fault(NamedTuple):
    """A difference from the built site: the part of the reply, such as the name of a header, and the message."""

    where: str
    message: str


class _Question(NamedTuple):
    """A request, and the expected reply. Names of headers have the case of the core.

    Without ``statuses``, any status is right, and so is no reply. Without ``body``, any body is right. The headers in
    ``ignored`` depend on the host. ``judge`` yields further faults of a reply.
    """

    request: OutgoingRequest
    statuses: Sequence[int]
    headers: Mapping[str, str] = {}
    body: Callable[[], bytes] | None = None
    ignored: Collection[str] = _HOST_HEADERS
    judge: Callable[[Reply], Iterator[Fault]] = lambda _reply: iter(())


def verify_site(verification: Verification, ask: Send = send) -> VerifiedCounts:
    """Compare a deployed site with the one in the output; *ask* sends the requests.

    Raises ``InputError`` with every difference, or if the output has no site.
    """
    built = _BuiltSite(verification)
    files = list(built.file_questions())
    questions = [*files, *built.other_questions()]
    problems, count = [], 0
    for number, reply in _replies(questions, ask, verification.seconds):
        count += 1
        PROGRESS.info("%d of %d replies", count, len(questions))
        problems += [Problem(questions[number].request.url, *fault) for fault in built.faults(questions[number], reply)]
    if count < len(questions) and not problems:
        message = f"has not answered everything after {verification.seconds:.0f} seconds"
        advice = f"{count:,} of {len(questions):,} replies came, all as built. Allow more time, with --seconds."
        raise InputError([Problem(verification.origin, "", message)], advice)
    if problems:
        shown = len({problem.file for problem in problems})
        advice = f"{verification.origin} is not as built: {shown:,} of {count:,} replies differ."
        raise InputError(abridged(problems, lambda problem: problem.where), advice)
    return VerifiedCounts(count, len(files), len(built.addresses))


def verify_within(seconds: float, verification: Verification) -> VerifiedCounts:
    """Repeat ``verify_site`` until the site is as built, or for *seconds*."""
    end = time.monotonic() + seconds
    while True:
        try:
            return verify_site(verification)
        except InputError:
            if time.monotonic() >= end:
                raise
            time.sleep(min(_PAUSE_SECONDS, seconds))


def _replies(questions: Sequence[_Question], ask: Send, seconds: float) -> Iterator[NumberedReply]:
    """Yield the replies, with the numbers of their questions. Without a first reply, no other request is sent."""
    requests = [question.request for question in questions]
    for first in replies(requests[:1], ask, seconds):
        yield first
        if isinstance(first.reply, Reply):
            yield from (NumberedReply(number + 1, reply) for number, reply in replies(requests[1:], ask, seconds))


class _BuiltSite:
    """The built site: the requests that can be sent for it, and the expected replies."""

    def __init__(self, verification: Verification) -> None:
        self._verification = verification
        self._public = verification.output / PUBLIC
        output = verification.output
        if not (output / EDGE).is_dir():
            message = "contains no site; run countries build, or name one with --output"
            raise InputError([Problem(str(output), "", message)])
        if not verification.files_only and not (output / FILES).is_file():
            advice = "Use the builder that wrote it, or compare its files alone with --files-only."
            raise InputError([Problem(str(output), "", "contains the function of an older builder")], advice)

    @cached_property
    def _core(self) -> OpenSite:
        return OpenSite(read_modules(self._verification.output / EDGE))

    def _json(self, path: str) -> Any:
        return orjson.loads(self._file(path))

    def _file(self, path: str) -> bytes:
        return (self._public / path).read_bytes()

    def _answer(self, target: str, **more: str) -> Result:
        return self._core.answer(core_request(target, entropy=FIXED_ENTROPY, **more))

    @cached_property
    def _host_files(self) -> Mapping[str, Entry]:
        """The files that hosts send by themselves, by address."""
        return listed_files(self._verification.output)

    @cached_property
    def addresses(self) -> Mapping[str, str]:
        """The paths below ``public/`` of all files with an address, by address."""
        paths = (path.relative_to(self._public).as_posix() for path in self._public.rglob("*") if path.is_file())
        by_address = {self._address(path): path for path in sorted(paths) if not path.startswith(ERROR_FOLDER)}
        return {address: path for address, path in by_address.items() if address}

    def _address(self, path: str) -> str:
        """Return the address of a file; empty for the page for missing addresses, if the host has the function."""
        if self._verification.files_only:
            return f"/{path.removesuffix('index.html')}"
        return "" if path == MISSING_PAGE else self._listed_addresses.get(path, f"/{path}")

    @cached_property
    def _listed_addresses(self) -> Mapping[str, str]:
        return {entry.path.removeprefix(PUBLIC): entry.address for entry in self._host_files.values()}

    def file_questions(self) -> Iterator[_Question]:
        """Yield the questions for files: all, or some of each kind."""
        for number, address in enumerate(self.addresses if self._verification.everything else self._sample()):
            path = self.addresses[address]
            # Every second request accepts compression, as requests of browsers do.
            request = self._request(address, {"Accept-Encoding": "gzip"} if number % 2 else {})
            request = request._replace(max_bytes=(self._public / path).stat().st_size + _MARGIN)
            yield _Question(request, (200,), self._file_headers(address), partial(self._file, path))

    def _sample(self) -> list[str]:
        kinds: dict[tuple[object, ...], list[str]] = {}
        for address, path in self.addresses.items():
            *folders, name = path.split("/")
            kind = (*folders[:2], len(folders), is_window(name), name.rpartition(".")[2])
            kinds.setdefault(kind, []).append(address)
        sample = []
        for addresses in kinds.values():
            count = len(addresses) if len(addresses) <= _SMALL_KIND else _SAMPLE_SIZE
            sample += _spread(addresses, count, self._verification.turn)
        return sample

    def _file_headers(self, address: str) -> Mapping[str, str]:
        if self._verification.files_only:
            return {}
        entry = self._host_files.get(address)
        result = self._core.send_file(entry, b"", "")[0] if entry else self._answer(address)
        return dict(result["headers"]) if result["status"] == 200 else {}

    def _request(self, target: str, headers: Mapping[str, str], method: str = "GET") -> OutgoingRequest:
        return OutgoingRequest(self._verification.origin + target, {**_REQUEST_HEADERS, **headers}, method)

    def other_questions(self) -> Iterator[_Question]:
        """Yield the questions that are not for files."""
        if not self._verification.files_only:
            targets = list(dict.fromkeys(self._targets()))
            projected = next(target for target in targets if "fields=" in target)
            yield from map(self._computed, (*targets, *self._windows(), *_OTHER_TARGETS))
            yield from (self._computed(projected, method) for method in ("HEAD", "OPTIONS", "POST"))
            yield self._computed(projected, tag=dict(self._answer(projected)["headers"])["ETag"])
        yield from (_Question(self._request(address, {}), (404,)) for address in _MISSING_ADDRESSES)
        record = next(address for address in self.addresses if address.startswith(f"/{RECORD_FOLDER}/"))
        yield from self._flag_on_another_host(self._json(record[1:])[0]["flags"]["svg"])
        for origin in self._verification.closed:
            yield _Question(OutgoingRequest(origin + record.removesuffix(".json")), (), judge=_faults_of_open_origin)

    def _targets(self) -> Iterator[str]:
        """Yield requests for each route: by some keys and an unknown one, and with valid and invalid parameters."""
        description, keys = self._json("openapi.json"), self._json(INDEX)["routes"]
        shared = description["components"]["parameters"]
        # An invalid value of each parameter is sent to one route.
        tried = {"If-None-Match"}
        for path, item in description["paths"].items():
            if "servers" in item or path in self.addresses:
                continue
            prefix, parameter_in_path, _ = path.partition("{")
            known = keys.get(path, keys[f"/{RECORD_FOLDER}/{{codes}}"]) if parameter_in_path else ("",)
            chosen = _spread([key for key in known if "/" not in key], _KEYS, self._verification.turn)
            yield from (prefix + quote(key) for key in (*chosen, *(["zzzz"] if parameter_in_path else ())))
            for reference in item["get"].get("parameters", ()):
                parameter = shared.get(reference.get("$ref", "").rpartition("/")[2], reference)
                if parameter["in"] == "path":
                    yield prefix + quote(parameter["example"], safe=",")
                elif parameter["in"] == "query":
                    address = prefix + quote(chosen[0])
                    yield from _queries(address, parameter, with_invalid=parameter["name"] not in tried)
                tried.add(parameter["name"])

    def _windows(self) -> Iterator[str]:
        """Yield requests that no file answers, for all records, so that each record of the function is compared."""
        for offset in range(0, self._json(INDEX)["routes"]["/v1"][""]["total"], MAX_LIMIT):
            yield f"/v1?fields=*&limit={MAX_LIMIT}&offset={offset}"

    def _computed(self, target: str, method: str = "GET", tag: str = "") -> _Question:
        """Make the question of a target that the function answers, or a file if the host has a rule for it."""
        result = self._answer(target, method=method, ifNoneMatch=tag)
        status, headers = result["status"], dict(result["headers"])
        body = b"" if method == "HEAD" else self._core.body(result)
        request = self._request(target, {"If-None-Match": tag} if tag else {}, method)
        request = request._replace(max_bytes=len(body) + _MARGIN)
        if "no-store" in headers.get("Cache-Control", ""):
            # The answer is random, or depends on the country of the caller.
            fixed = {name: headers[name] for name in ("Cache-Control", "Content-Type", DATASET_REVISION.name)}
            return _Question(request, (200, status), fixed)
        if "fields=" in target:
            return _Question(request, (status,), headers, lambda: body, {"vary"})
        ignored = _HOST_HEADERS if "?" in target else _HOST_HEADERS | _LIST_HEADERS
        is_record = f"{target}.json" in self.addresses and RECORD_FOLDER in target
        from_file = self._verification.plain_from_files and is_record
        judge = partial(_faults_of_plain_answer, headers, from_file=from_file)
        return _Question(request, (status,), headers, lambda: body, ignored, judge)

    def _flag_on_another_host(self, image: str) -> Iterator[_Question]:
        """Yield the question for an image at the host of the flags, if it is not the host of the API."""
        if not image.startswith(f"{self._json('openapi.json')['servers'][0]['url']}/"):
            body = self._file(f"flags/svg/{image.rpartition('/')[2]}")
            yield _Question(OutgoingRequest(image, max_bytes=len(body) + _MARGIN), (200,), body=lambda: body)

    def faults(self, question: _Question, reply: Reply | OSError) -> Iterator[Fault]:
        """Yield the differences of a reply from the expected one."""
        if isinstance(reply, OSError):
            if question.statuses:
                yield Fault("", f"does not answer: {reply}")
            return
        if question.statuses and reply.status not in question.statuses:
            yield Fault("status", f"is {reply.status}; {question.statuses[0]} is expected")
        for name, value in question.headers.items():
            received = reply.headers.get(name.lower())
            if name.lower() in question.ignored or _is_same(name.lower(), received, value):
                continue
            yield Fault(name, "is missing" if received is None else f"is {received!r}; {value!r} is expected")
        if question.body and reply.body != (body := question.body()):
            size = f"{len(reply.body):,} bytes{' or more' if len(reply.body) == question.request.max_bytes else ''}"
            yield Fault("body", f"differs: {size}, {len(body):,} are expected")
        yield from question.judge(reply)


def _queries(address: str, parameter: Mapping[str, Any], *, with_invalid: bool) -> Iterator[str]:
    """Yield the address with a value that changes the response and, on demand, with invalid values."""
    name, schema = parameter["name"], parameter.get("schema", {})
    if name == "offset":
        yield f"{address}?limit=2&offset=1"
    elif schema.get("type") == "boolean":
        yield f"{address}?{name}={str(not schema['default']).lower()}"
    else:
        yield f"{address}?{urlencode({name: parameter.get('example', 'name.common,cca2')})}"
    if with_invalid:
        yield from (f"{address}?{name}={value}" for value in (-1, schema.get("maximum", 0) + 1))


def _faults_of_plain_answer(headers: Mapping[str, str], reply: Reply, *, from_file: bool) -> Iterator[Fault]:
    """Yield faults for missing headers of a list with a next page, and for the function's tag in place of a file's."""
    for name in (LINK.name, TOTAL_COUNT.name):
        if 'rel="next"' in headers.get(LINK.name, "") and name.lower() not in reply.headers:
            yield Fault(name, "is missing")
    if from_file and _strong(reply.headers.get("etag", "")) == headers["ETag"]:
        message = "is the edge function's; the rules that answer a request without a query from a file are gone"
        yield Fault("ETag", message)


def _spread(items: Sequence[str], most: int, turn: int) -> list[str]:
    """Choose at most *most* of *items*, evenly spaced; each *turn* chooses others."""
    count = min(most, len(items))
    return [items[(number * len(items) // count + turn) % len(items)] for number in range(count)]


def _faults_of_open_origin(reply: Reply) -> Iterator[Fault]:
    if reply.status == 200 or DATASET_REVISION.name.lower() in reply.headers:
        yield Fault("", f"answers {reply.status}; no rule of the zone applies there, and it must be off")


def _strong(tag: str) -> str:
    """Return a tag without the mark of weak tags, which compression adds."""
    return tag.removeprefix("W/")


def _is_same(name: str, received: str | None, expected: str) -> bool:
    if received is None:
        return False
    if name == "content-type" and expected.startswith(f"{received};"):
        # XML files state their encoding themselves.
        return received.endswith("xml")
    if name in {"content-type", "cache-control"} or name.startswith("access-control-"):
        return _sorted_words(received) == _sorted_words(expected)
    if name == "etag":
        return _strong(received) == expected
    # A host may shorten an address at its own origin to the path.
    return received == expected or (name == "location" and expected.endswith(received) and received.startswith("/"))


def _sorted_words(value: str) -> list[str]:
    return sorted(re.split(r"[;,]\s*", value.lower().replace(" ", "")))
