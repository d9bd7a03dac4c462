"""The edge core as Python sees it: fold a text, or answer a request."""

import json
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import islice
from secrets import token_hex
from typing import cast
from urllib.parse import quote

from builder.core.generated_modules import read_records
from builder.core.javascript import JavaScriptContext
from builder.core.manifest import BodyResult, Manifest, Result, unpaged
from builder.paths import public_path, record_path
from builder.types import Answer, Ask, Asset, Record

Modules = Mapping[str, str]

_OPEN = """
const { createSite, answer } = modules['answer.js'];
const site = createSite(modules['manifest.js'].manifest, modules['records.js'].records);
modules.here = {
  answer: (request) => answer(request, site),
  failure: () => modules['responses.js'].failure(site),
  refused: (status, message) => modules['responses.js'].errorAnswer(status, message, site.manifest),
};
"""
_DRAFT = """
const { createSite, answer } = modules['answer.js'];
const lazy = new Proxy([], { get: (_, number) => JSON.parse(record(Number(number))) });
modules.here = {
  open: (manifest, count) => {
    const site = { ...createSite(manifest, new Array(count).fill(null)), records: lazy };
    modules.here.answer = (request) => answer(request, site);
    modules.here.failure = () => modules['responses.js'].failure(site);
    return null;
  },
};
"""
_BATCH = 256
# A document that quotes a random answer must come out the same in every build.
_NO_CHANCE = "0" * 32


class Folding:
    """The core's folding of names."""

    def __init__(self, modules: Modules) -> None:
        self._engine = JavaScriptContext(modules, ["fold.js"])

    def __call__(self, texts: list[str]) -> list[str]:
        """Fold each of *texts*."""
        return cast("list[str]", self._engine.call_each("fold.js", "fold", texts))


class _Opened:
    """A site that has been opened in an engine; *bodies* are its records, encoded."""

    def __init__(self, engine: JavaScriptContext, bodies: Sequence[bytes]) -> None:
        self._engine, self._bodies = engine, bodies

    def answer(self, request: Mapping[str, str]) -> Result:
        """Answer plain request data: ``Request`` of ``edge/core/types.d.ts``."""
        return cast("Result", self._engine.call("here", "answer", dict(request)))

    def answer_each(self, targets: Iterable[str]) -> Iterator[Result]:
        """Answer a GET of each of *targets*, in a fraction of the time that as many calls take."""
        waiting = iter(targets)
        while batch := [request_of(target) for target in islice(waiting, _BATCH)]:
            yield from self._engine.call_each("here", "answer", batch)

    def failure(self) -> BodyResult:
        """Answer for a server whose core or file failed."""
        return cast("BodyResult", self._engine.call("here", "failure"))

    def join(self, records: Sequence[int], form: str) -> bytes:
        """Join whole records as an array, or answer the one record of an object."""
        bodies = [self._bodies[number] for number in records]
        return bodies[0] if form == "object" else b"[%b]" % b",".join(bodies)


class Core(_Opened):
    """The core with a site as they are deployed: *modules* is what ``edge/`` holds, by file name."""

    def __init__(self, modules: Modules) -> None:
        engine = JavaScriptContext(modules, ["answer.js", "manifest.js", "records.js"])
        engine.evaluate(_OPEN)
        super().__init__(engine, read_records(modules["records.js"]))

    def refused(self, status: int, message: str) -> BodyResult:
        """Word an error for what a server refuses before the core is asked."""
        return cast("BodyResult", self._engine.call("here", "refused", status, message))


class Draft(_Opened):
    """The core with a site that has not been written.

    The engine gets a record when a projection first needs it: to read them all takes it fifteen times as long as to
    open a site without them, and a build opens two.
    """

    def __init__(self, modules: Modules, manifest: Manifest, records: Sequence[Record]) -> None:
        engine = JavaScriptContext(modules, ["answer.js"])
        engine.offer("record", lambda number: json.dumps([text.decode() for text in records[number].texts]))
        engine.evaluate(_DRAFT)
        engine.call("here", "open", manifest, len(records))
        super().__init__(engine, [record.body for record in records])


def request_of(target: str, **more: str) -> dict[str, str]:
    """Make plain request data of a GET of *target*, a path with perhaps a query; *more* lays over it."""
    path, _, query = quote(target, safe="/%?&=,+~:;@!$'()*-._#[]|").partition("?")
    plain = {"method": "GET", "path": path, "query": query, "ifNoneMatch": "", "country": "", "entropy": token_hex(16)}
    return plain | more


def asker(core: Core | Draft, read: Callable[[str], bytes]) -> Ask:
    """Make a function that answers a target in full and always alike; *read* gives a file below ``public/``.

    An image's body does not survive as text; its status and headers do.
    """

    def ask(target: str, /, **request: str) -> Answer:
        result = core.answer(request_of(target, **{"entropy": _NO_CHANCE} | request))
        if "records" in result:
            body = core.join(result["records"], result["form"])
        else:
            body = read(result["file"]) if "file" in result else result["body"].encode()
        return Answer(
            result["status"], tuple((name, value) for name, value in result["headers"]), body.decode(errors="replace")
        )

    return ask


def draft_asker(modules: Modules, manifest: Manifest, records: Sequence[Record], assets: Iterable[Asset]) -> Ask:
    """Open the core on a site without page files, so that it joins every page, and ask it as ``asker`` does."""
    files = {asset.file.path: asset.file.body for asset in assets}
    files |= {public_path(record_path(record.cca2)): b"[%b]" % record.body for record in records}
    return asker(Draft(modules, unpaged(manifest), records), lambda path: files[public_path(path)])
