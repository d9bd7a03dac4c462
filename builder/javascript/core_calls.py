"""Calls of the edge core from Python: fold names, or answer requests."""

import json
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cache
from itertools import islice
from os import urandom
from typing import cast
from urllib.parse import quote

from builder.javascript.context import JavaScriptContext
from builder.javascript.generated_modules import read_records
from builder.javascript.manifest import BodyResult, Manifest, Result, unpaged
from builder.paths import public_path, record_path
from builder.types import Answer, Ask, Asset, Names, Record

Modules = Mapping[str, str]

# A record is passed to the engine when a projection first needs it. Reading all records takes fifteen times as long as
# opening a site without them.
_OPEN = """
const { createSite, answer } = modules['answer.js'];
const known = [];
const records = new Proxy([], { get: (_, number) => (known[number] ??= JSON.parse(record(Number(number)))) });
modules.here = {
  open: (given) => {
    const manifest = given ?? modules['manifest.js'].manifest;
    const site = { ...createSite(manifest, new Array(manifest.cca2.length).fill(null)), records };
    modules.here.answer = (request) => answer(request, site);
    modules.here.failure = () => modules['responses.js'].failure(manifest);
    modules.here.refused = (status, message) => modules['responses.js'].errorAnswer(status, message, manifest);
    return null;
  },
};
"""
_SEARCH = """
const { makeHaystack, search } = modules['search.js'];
let haystack;
modules.here = {
  open: (names) => { haystack = makeHaystack(names); return null; },
  find: (query) => search(haystack, query, false),
};
"""
_BATCH = 256
# Fixed, so that a document that quotes a random answer is the same in every build.
FIXED_ENTROPY = "0" * 32


class Folding:
    """The core's function that folds names."""

    def __init__(self, modules: Modules) -> None:
        self._engine = JavaScriptContext(modules, ["fold.js"])

    def __call__(self, texts: list[str]) -> list[str]:
        """Fold each of *texts*."""
        return cast("list[str]", self._engine.call_each("fold.js", "fold", texts))


def search_names(modules: Modules, names: Sequence[Names], queries: Sequence[str]) -> list[tuple[int, ...]]:
    """Return for each of *queries* the numbers of the records that the core finds by *names*, best first."""
    engine = JavaScriptContext(modules, ["search.js"])
    engine.evaluate(_SEARCH)
    engine.call("here", "open", [(name.common, name.others, name.exact_names, name.translated) for name in names])
    return [tuple(found) for found in engine.call_each("here", "find", [*queries])]


class _OpenedSite:
    """A site opened in a JavaScript context with *modules*: with *manifest*, or with that of ``manifest.js``.

    *fields* returns the encoded fields of the record with a number.
    """

    def __init__(self, modules: Modules, manifest: Manifest | None, fields: Callable[[int], list[str]]) -> None:
        self._engine = JavaScriptContext(modules, ["answer.js", *(() if manifest else ("manifest.js",))])
        self._engine.offer("record", lambda number: json.dumps(fields(number)))
        self._engine.evaluate(_OPEN)
        self._engine.call("here", "open", manifest)
        self._fields = fields

    def answer(self, request: Mapping[str, str]) -> Result:
        """Answer a request, in the form of ``Request`` in ``edge/core/types.d.ts``."""
        return cast("Result", self._engine.call("here", "answer", dict(request)))

    def answer_each(self, targets: Iterable[str]) -> Iterator[Result]:
        """Answer a GET of each of *targets*, in batches, which takes a fraction of the time of single calls."""
        waiting = iter(targets)
        while batch := [core_request(target) for target in islice(waiting, _BATCH)]:
            yield from self._engine.call_each("here", "answer", batch)

    def failure(self) -> BodyResult:
        """Make the answer of a server whose core or file failed."""
        return cast("BodyResult", self._engine.call("here", "failure"))

    def join(self, records: Sequence[int], form: str) -> bytes:
        """Join complete records as an array, or return the single record for the form "object"."""
        bodies = [f"{{{','.join(self._fields(number))}}}".encode() for number in records]
        return bodies[0] if form == "object" else b"[%b]" % b",".join(bodies)


class BuiltSite(_OpenedSite):
    """The core with a built site: *modules* are the files of ``edge/``, by name."""

    def __init__(self, modules: Modules) -> None:
        # Most requests select no fields, so that a file answers them.
        read = cache(lambda: read_records(modules["records.js"]))
        super().__init__(modules, None, lambda number: read()[number])

    def refused(self, status: int, message: str) -> BodyResult:
        """Make the error answer to a request that the server rejects before it reaches the core."""
        return cast("BodyResult", self._engine.call("here", "refused", status, message))


class UnwrittenSite(_OpenedSite):
    """The core with a site that has not been written yet. Without *records*, a request must not select fields."""

    def __init__(self, modules: Modules, manifest: Manifest, records: Sequence[Record]) -> None:
        super().__init__(modules, manifest, lambda number: [text.decode() for text in records[number].texts])


def core_request(target: str, **more: str) -> dict[str, str]:
    """Make the request data of a GET of *target*, a path with an optional query; *more* replaces parts of it."""
    path, _, query = quote(target, safe="/%?&=,+~:;@!$'()*-._#[]|").partition("?")
    plain = {"method": "GET", "path": path, "query": query, "ifNoneMatch": "", "accept": ""}
    return plain | {"country": "", "entropy": urandom(16).hex()} | more


def asker(core: BuiltSite | UnwrittenSite, read: Callable[[str], bytes]) -> Ask:
    """Make a function that answers a target with status, headers and body; *read* reads a file below ``public/``.

    Random answers are the same in every build. The body of an image is not usable, because it is decoded as text.
    """

    # The documents ask some requests several times.
    @cache
    def ask(target: str, /, **request: str) -> Answer:
        result = core.answer(core_request(target, **{"entropy": FIXED_ENTROPY} | request))
        if "records" in result:
            body = core.join(result["records"], result["form"])
        else:
            body = read(result["file"]) if "file" in result else result["body"].encode()
        return Answer(
            result["status"], tuple((name, value) for name, value in result["headers"]), body.decode(errors="replace")
        )

    return ask


def unwritten_asker(modules: Modules, manifest: Manifest, records: Sequence[Record], assets: Iterable[Asset]) -> Ask:
    """Open the core with a site without page files, so that it joins every page; see ``asker`` for the function."""
    files = {asset.file.path: asset.file.body for asset in assets}
    files |= {public_path(record_path(record.cca2)): b"[%b]" % record.body for record in records}
    return asker(UnwrittenSite(modules, unpaged(manifest), records), lambda path: files[public_path(path)])
