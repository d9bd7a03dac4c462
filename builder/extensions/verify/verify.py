"""Asks a deployed site, and compares its replies with those of the site that was built.

What to ask is read from the built site: its files, the list of those that hosts send, its routes and their keys.
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

from builder.api.headers import DATASET_REVISION, LINK, TOTAL_COUNT
from builder.api.output_paths import (
    DOCS_FOLDER,
    EDGE,
    ERROR_FOLDER,
    INDEX,
    MISSING_PAGE,
    PUBLIC,
    RECORD_FOLDER,
    is_window,
)
from builder.api.parameters import MAX_LIMIT
from builder.api.types import Entry
from builder.extensions.verify.http_replies import Reply, Send, Sent, replies, send
from builder.inputs.errors import PROGRESS, InputError, Problem, abridged
from builder.javascript.context import read_modules
from builder.javascript.core_calls import FIXED_ENTROPY, OpenSite, Result, core_request
from builder.site.manifest import listed_files

_PAUSE_SECONDS = 5
# The most files of a kind that are all asked for; the number of files of a larger kind, and of values of a parameter.
_WHOLE, _FILES, _KEYS = 100, 24, 6
# Bytes that are read in addition to those of the built site.
_MARGIN = 1000
_SENT = {"Accept-Encoding": "identity", "Origin": "https://verify.example"}
# Headers that depend on how a host answers: a file has the host's tag, and some cannot give it the others.
_OF_THE_HOST = frozenset({"etag", "vary"})
_OF_LISTS = frozenset({TOTAL_COUNT.name.lower(), LINK.name.lower()})
# Requests of kinds that the description of routes does not have.
_FURTHER = ("/docs", "/v1?page=randomized", "/v1?page=random&seed=meadow&index=1&limit=2")
# Files of the output that no host may publish, and addresses in each folder without a file.
_ABSENT = ("/edge/generated/records.js", "/package.json", "/tables/zzzz.json", "/docs/zzzz.html", "/flags/svg/zzzz.svg")


@dataclass(frozen=True)
class Verification:
    """What to ask, and how strictly.

    ``files_only`` is for a host without the edge function. With ``plain_from_files``, a request without a query must
    be answered by a file. ``closed`` are origins that must not answer as the site, such as one at workers.dev. Without
    ``everything``, a sample of the files of each kind is asked for, which ``turn`` chooses. No request is sent after
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


class Asked(NamedTuple):
    """How many requests were answered as built, how many of them for files, and how many files there are."""

    requests: int
    files: int
    all_files: int


Fault = tuple[str, str]


class _Question(NamedTuple):
    """A request, and the reply of the built site: header names as the core writes them; None as body is any.

    Without ``statuses``, no reply is expected. Headers *without* depend on the host. ``judge`` yields further faults of
    a reply, each with its place.
    """

    sent: Sent
    statuses: Sequence[int]
    headers: Mapping[str, str] = {}
    body: Callable[[], bytes] | None = None
    without: Collection[str] = _OF_THE_HOST
    judge: Callable[[Reply], Iterator[Fault]] = lambda _reply: iter(())


def verify_site(verification: Verification, ask: Send = send) -> Asked:
    """Compare a deployed site with the one in the output; *ask* sends the requests.

    Raises ``InputError`` with what is not as built, and when the output has no site.
    """
    built = _BuiltSite(verification)
    files = list(built.files())
    questions = [*files, *built.questions()]
    problems, count = [], 0
    for number, reply in _replies(questions, ask, verification.seconds):
        count += 1
        PROGRESS.info("%d of %d replies", count, len(questions))
        problems += [Problem(questions[number].sent.url, *fault) for fault in built.faults(questions[number], reply)]
    if count < len(questions) and not problems:
        problems = [
            Problem(verification.origin, "", f"has not answered everything after {verification.seconds:.0f} seconds")
        ]
    if problems:
        shown = len({problem.file for problem in problems})
        advice = f"{verification.origin} is not as built: {shown:,} of {count:,} replies differ."
        raise InputError(abridged(problems, lambda problem: problem.where), advice)
    return Asked(count, len(files), len(built.addresses))


def verify_within(seconds: float, verification: Verification) -> Asked:
    """Repeat ``verify_site`` for *seconds*, until the site is as built."""
    end = time.monotonic() + seconds
    while True:
        try:
            return verify_site(verification)
        except InputError:
            if time.monotonic() >= end:
                raise
            time.sleep(min(_PAUSE_SECONDS, seconds))


def _replies(questions: Sequence[_Question], ask: Send, seconds: float) -> Iterator[tuple[int, Reply | OSError]]:
    """Yield the replies, with the numbers of their questions; if the first one does not come, no other one."""
    requests = [question.sent for question in questions]
    for _, first in replies(requests[:1], ask, seconds):
        yield 0, first
        if isinstance(first, Reply):
            yield from ((number + 1, reply) for number, reply in replies(requests[1:], ask, seconds))


class _BuiltSite:
    """The built site: what can be asked of it, and what it replies."""

    def __init__(self, verification: Verification) -> None:
        self._verification = verification
        self._public = verification.output / PUBLIC
        if not (verification.output / EDGE).is_dir():
            message = "contains no site; run countries build, or name one with --output"
            raise InputError([Problem(str(verification.output), "", message)])
        if not verification.files_only and not (verification.output / EDGE / "core").is_dir():
            advice = "Use the builder that wrote it, or compare its files alone with --files-only."
            raise InputError(
                [Problem(str(verification.output), "", "contains the function of an older builder")], advice
            )

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
    def _listed(self) -> Mapping[str, Entry]:
        """The files that hosts send by themselves, by address."""
        return listed_files(self._verification.output)

    @cached_property
    def addresses(self) -> Mapping[str, str]:
        """The files with an address, by address: their paths below ``public/``."""
        paths = (path.relative_to(self._public).as_posix() for path in self._public.rglob("*") if path.is_file())
        found = {self._address(path): path for path in sorted(paths) if not path.startswith(ERROR_FOLDER)}
        return {address: path for address, path in found.items() if address}

    @cached_property
    def _address_of_file(self) -> Mapping[str, str]:
        files = {one.path.removeprefix(PUBLIC): one.address for one in self._listed.values()}
        # The page for missing addresses has none of its own. An older builder listed none at all.
        folders = {f"{folder}index.html": f"/{folder}" for folder in ("", f"{DOCS_FOLDER}/")}
        return folders | files | {MISSING_PAGE: ""}

    def _address(self, path: str) -> str:
        """Return the address at which hosts answer with a file, or "": the page for missing ones has none."""
        if self._verification.files_only:
            return f"/{path.removesuffix('index.html')}"
        return self._address_of_file.get(path, f"/{path}")

    def files(self) -> Iterator[_Question]:
        """Yield the questions for files: all, or some of each kind."""
        for number, address in enumerate(self.addresses if self._verification.everything else self._sample()):
            path = self.addresses[address]
            # Every second one as browsers ask, to whom hosts send it compressed.
            sent = self._sent(address, {"Accept-Encoding": "gzip"} if number % 2 else {})
            most = (self._public / path).stat().st_size + _MARGIN
            yield _Question(sent._replace(most=most), (200,), self._file_headers(address), partial(self._file, path))

    def _sample(self) -> list[str]:
        kinds: dict[tuple[object, ...], list[str]] = {}
        for address, path in self.addresses.items():
            *folders, name = path.split("/")
            kind = (*folders[:2], len(folders), is_window(name), name.rpartition(".")[2])
            kinds.setdefault(kind, []).append(address)
        most = {True: _WHOLE, False: _FILES}
        chosen = (_spread(kind, most[len(kind) <= _WHOLE], self._verification.turn) for kind in kinds.values())
        return [address for some in chosen for address in some]

    def _file_headers(self, address: str) -> Mapping[str, str]:
        if self._verification.files_only:
            return {}
        entry = self._listed.get(address)
        result = self._core.send_file(entry, b"", "")[0] if entry else self._answer(address)
        return dict(result["headers"]) if result["status"] == 200 else {}

    def _sent(self, target: str, headers: Mapping[str, str], method: str = "GET") -> Sent:
        return Sent(self._verification.origin + target, {**_SENT, **headers}, method)

    def questions(self) -> Iterator[_Question]:
        """Yield the questions that are not for files."""
        if not self._verification.files_only:
            targets = list(dict.fromkeys(self._targets()))
            projected = next(target for target in targets if "fields=" in target)
            yield from map(self._computed, (*targets, *self._windows(), *_FURTHER))
            yield from (self._computed(projected, method) for method in ("HEAD", "OPTIONS", "POST"))
            yield self._computed(projected, tag=dict(self._answer(projected)["headers"])["ETag"])
        yield from (_Question(self._sent(address, {}), (404,)) for address in _ABSENT)
        record = next(address for address in self.addresses if address.startswith(f"/{RECORD_FOLDER}/"))
        yield from self._flag_on_another_host(self._json(record[1:])[0]["flags"]["svg"])
        for origin in self._verification.closed:
            yield _Question(Sent(origin + record.removesuffix(".json")), (), judge=_open)

    def _targets(self) -> Iterator[str]:
        """Yield requests for each route: by some keys and an unknown one, and with each parameter, valid and not."""
        description, keys = self._json("openapi.json"), self._json(INDEX)["routes"]
        parameters = description["components"]["parameters"]
        seen = {"If-None-Match"}
        for path, item in description["paths"].items():
            listed = item["get"].get("parameters", ())
            declared = [parameters.get(one.get("$ref", "").rpartition("/")[2], one) for one in listed]
            if "servers" in item or path in self.addresses:
                continue
            prefix, key, _ = path.partition("{")
            known = keys.get(path, keys[f"/{RECORD_FOLDER}/{{codes}}"]) if key else ("",)
            some = _spread([one for one in known if "/" not in one], _KEYS, self._verification.turn)
            yield from (prefix + quote(one) for one in (*some, *(["zzzz"] if key else ())))
            for one in declared:
                name, schema = one["name"], one.get("schema", {})
                example = one.get("example", "name.common,cca2")
                if one["in"] == "path":
                    yield prefix + quote(example, safe=",")
                elif one["in"] == "query":
                    yield f"{prefix}{quote(some[0])}?{_query(name, schema, str(example))}"
                    wrong = () if name in seen else (-1, schema.get("maximum", 0) + 1)
                    yield from (f"{prefix}{quote(some[0])}?{name}={value}" for value in wrong)
                seen.add(name)

    def _windows(self) -> Iterator[str]:
        """Yield requests for all records that no file answers, so that each record in the function is seen."""
        for status, name in (("true", ""), ("false", "false")):
            total = self._json(INDEX)["routes"]["/v1/independent"].get(name, {"total": 0})["total"]
            for offset in range(0, total, MAX_LIMIT):
                yield f"/v1/independent?status={status}&fields=*&limit={MAX_LIMIT}&offset={offset}"

    def _computed(self, target: str, method: str = "GET", tag: str = "") -> _Question:
        """Ask what the function answers; without a query, some hosts do from a file."""
        result = self._answer(target, method=method, ifNoneMatch=tag)
        status, headers = result["status"], dict(result["headers"])
        body = b"" if method == "HEAD" else self._core.body(result)
        sent = self._sent(target, {"If-None-Match": tag} if tag else {}, method)._replace(most=len(body) + _MARGIN)
        if "no-store" in headers.get("Cache-Control", ""):
            # By chance, or by the country of the caller.
            steady = {name: headers[name] for name in ("Cache-Control", "Content-Type", DATASET_REVISION.name)}
            return _Question(sent, (200, status), steady)
        if "fields=" in target:
            return _Question(sent, (status,), headers, lambda: body, {"vary"})
        without = _OF_THE_HOST if "?" in target else _OF_THE_HOST | _OF_LISTS
        from_file = (
            self._verification.plain_from_files and f"{target}.json" in self.addresses and RECORD_FOLDER in target
        )
        return _Question(sent, (status,), headers, lambda: body, without, partial(_plain, headers, from_file=from_file))

    def _flag_on_another_host(self, image: str) -> Iterator[_Question]:
        """Ask for an image at the host of the flags, if that is another than the API's."""
        if not image.startswith(f"{self._json('openapi.json')['servers'][0]['url']}/"):
            body = self._file(f"flags/svg/{image.rpartition('/')[2]}")
            yield _Question(Sent(image, most=len(body) + _MARGIN), (200,), body=lambda: body)

    def faults(self, question: _Question, reply: Reply | OSError) -> Iterator[Fault]:
        """Yield the place of everything in a reply that is not as built, and what is wrong there."""
        if isinstance(reply, OSError):
            if question.statuses:
                yield "", f"does not answer: {reply}"
            return
        if question.statuses and reply.status not in question.statuses:
            yield "status", f"is {reply.status}; {question.statuses[0]} is expected"
        for name, value in question.headers.items():
            found = reply.headers.get(name.lower())
            if name.lower() not in question.without and not _same(name.lower(), found, value):
                yield name, f"is {found!r}; {value!r} is expected" if found is not None else "is missing"
        if question.body and reply.body != (body := question.body()):
            size = f"{len(reply.body):,} bytes{' or more' if len(reply.body) == question.sent.most else ''}"
            yield "body", f"differs: {size}, {len(body):,} are expected"
        yield from question.judge(reply)


def _query(name: str, schema: Mapping[str, object], example: str) -> str:
    """Make a query that changes the response: another value than the default."""
    if name == "offset":
        return "limit=2&offset=1"
    return urlencode({name: str(not schema["default"]).lower() if schema.get("type") == "boolean" else example})


def _plain(headers: Mapping[str, str], reply: Reply, *, from_file: bool) -> Iterator[Fault]:
    """Yield what is wrong with a list that has a next page, and with the tag where a file must answer."""
    for name in (LINK.name, TOTAL_COUNT.name):
        if 'rel="next"' in headers.get(LINK.name, "") and name.lower() not in reply.headers:
            yield name, "is missing"
    if from_file and _bare(reply.headers.get("etag", "")) == headers["ETag"]:
        yield "ETag", "is the edge function's; the rules that answer a request without a query from a file are gone"


def _spread(items: Sequence[str], most: int, turn: int) -> list[str]:
    """Choose at most *most* of *items* at even distances, others with another *turn*."""
    count = min(most, len(items))
    return [items[(number * len(items) // count + turn) % len(items)] for number in range(count)]


def _open(reply: Reply) -> Iterator[Fault]:
    if reply.status == 200 or DATASET_REVISION.name.lower() in reply.headers:
        yield "", f"answers {reply.status}; no rule of the zone applies there, and it must be off"


def _bare(tag: str) -> str:
    """Return the tag without the mark of a weak one, which compression sets."""
    return tag.removeprefix("W/")


def _same(name: str, found: str | None, expected: str) -> bool:
    if found is None:
        return False
    if name == "content-type" and expected.startswith(f"{found};"):
        # XML names its encoding itself.
        return found.endswith("xml")
    if name in {"content-type", "cache-control"} or name.startswith("access-control-"):
        return _words(found) == _words(expected)
    if name == "etag":
        return _bare(found) == expected
    # A host may make an address of its own relative.
    return found == expected or (name == "location" and expected.endswith(found) and found.startswith("/"))


def _words(value: str) -> list[str]:
    return sorted(re.split(r"[;,]\s*", value.lower().replace(" ", "")))
