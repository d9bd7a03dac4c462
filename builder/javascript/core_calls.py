"""Calls of the edge core from Python: fold names, or answer requests."""

import json
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cache
from itertools import islice
from os import urandom
from typing import Any, cast
from urllib.parse import quote
from zlib import crc32

import orjson

from builder.javascript.context import JavaScriptContext, reachable
from builder.javascript.generated_modules import read_records
from builder.javascript.manifest import BodyResult, Manifest, Result, unpaged
from builder.paths import public_path, record_path
from builder.types import Answer, Ask, Asset, Record, Take

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
_BATCH = 256
_GROUPS = 32
# Fixed, so that a document that quotes a random answer is the same in every build.
_NO_CHANCE = "0" * 32


class Folding:
    """The core's function that folds names; *take*, if given, takes results from a cache.

    Texts are folded in groups by their checksum, so that a new name invalidates one group only.
    """

    def __init__(self, modules: Modules, take: Take | None = None) -> None:
        self._modules, self._take = orjson.dumps(reachable(modules, ["fold.js"])), take

    def __call__(self, texts: list[str]) -> list[str]:
        """Fold each of *texts*."""
        groups: dict[int, dict[str, str]] = {}
        for text in texts:
            groups.setdefault(crc32(text.encode()) % _GROUPS if self._take else 0, {})[text] = ""
        folded: dict[str, str] = {}
        listed = [list(group) for group in groups.values()]
        results = (
            self._take(fold_step, listed, self._modules)
            if self._take
            else [fold_step(group, None, self._modules) for group in listed]
        )
        for group, result in zip(groups.values(), results, strict=True):
            folded |= zip(group, orjson.loads(result), strict=True)
        return [folded[text] for text in texts]


def fold_step(texts: list[str], _templates: object, modules: bytes) -> bytes:
    """Fold *texts* with the core's *modules*, as JSON. Returns a JSON array."""
    engine = JavaScriptContext(orjson.loads(modules), ["fold.js"])
    return orjson.dumps(engine.call_each("fold.js", "fold", texts))


class _Opened:
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


class Core(_Opened):
    """The core with a built site: *modules* are the files of ``edge/``, by name."""

    def __init__(self, modules: Modules) -> None:
        # Most requests select no fields, so that a file answers them.
        read = cache(lambda: read_records(modules["records.js"]))
        super().__init__(modules, None, lambda number: read()[number])

    def refused(self, status: int, message: str) -> BodyResult:
        """Make the error answer to a request that the server rejects before it reaches the core."""
        return cast("BodyResult", self._engine.call("here", "refused", status, message))


class Draft(_Opened):
    """The core with a site that has not been written yet. Without *records*, a request must not select fields."""

    def __init__(self, modules: Modules, manifest: Manifest, records: Sequence[Record]) -> None:
        super().__init__(modules, manifest, lambda number: [text.decode() for text in records[number].texts])


def kept_answers(take: Take, modules: Modules, manifest: Manifest, targets: Sequence[str]) -> list[Result]:
    """Answer a GET of each of *targets*, or take the answers from a cache with *take*. No target may select fields."""
    values = {"modules": reachable(modules, ["answer.js"]), "manifest": manifest, "targets": targets}
    return cast("list[Result]", orjson.loads(take(answers_step, [values])[0]))


def answers_step(values: Mapping[str, Any], _templates: object) -> bytes:
    """Answer ``targets`` with the core in ``modules`` and a ``manifest``, without records. Returns a JSON array."""
    return orjson.dumps([*Draft(values["modules"], values["manifest"], ()).answer_each(values["targets"])])


def core_request(target: str, **more: str) -> dict[str, str]:
    """Make the request data of a GET of *target*, a path with an optional query; *more* replaces parts of it."""
    path, _, query = quote(target, safe="/%?&=,+~:;@!$'()*-._#[]|").partition("?")
    plain = {"method": "GET", "path": path, "query": query, "ifNoneMatch": "", "accept": ""}
    return plain | {"country": "", "entropy": urandom(16).hex()} | more


def asker(core: Core | Draft, read: Callable[[str], bytes]) -> Ask:
    """Make a function that answers a target with status, headers and body; *read* reads a file below ``public/``.

    Random answers are the same in every build. The body of an image is not usable, because it is decoded as text.
    """

    # The documents ask some requests several times.
    @cache
    def ask(target: str, /, **request: str) -> Answer:
        result = core.answer(core_request(target, **{"entropy": _NO_CHANCE} | request))
        if "records" in result:
            body = core.join(result["records"], result["form"])
        else:
            body = read(result["file"]) if "file" in result else result["body"].encode()
        return Answer(
            result["status"], tuple((name, value) for name, value in result["headers"]), body.decode(errors="replace")
        )

    return ask


def draft_asker(modules: Modules, manifest: Manifest, records: Sequence[Record], assets: Iterable[Asset]) -> Ask:
    """Open the core with a site without page files, so that it joins every page; see ``asker`` for the function."""
    files = {asset.file.path: asset.file.body for asset in assets}
    files |= {public_path(record_path(record.cca2)): b"[%b]" % record.body for record in records}
    return asker(Draft(modules, unpaged(manifest), records), lambda path: files[public_path(path)])
