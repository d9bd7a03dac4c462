"""Calls of the edge core from Python: fold names, or answer requests."""

import json
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import islice
from secrets import token_hex
from typing import Any, cast
from urllib.parse import quote

import orjson

from builder.core.generated_modules import read_records
from builder.core.javascript import JavaScriptContext, reachable
from builder.core.manifest import BodyResult, Manifest, Result, unpaged
from builder.paths import public_path, record_path
from builder.types import Answer, Ask, Asset, Record, Take

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
# Fixed, so that a document that quotes a random answer is the same in every build.
_NO_CHANCE = "0" * 32


class Folding:
    """The core's function that folds names; *take*, if given, takes results from a cache.

    Texts are folded in groups with the same first character, so that a new name invalidates one group only.
    """

    def __init__(self, modules: Modules, take: Take | None = None) -> None:
        self._modules, self._take = reachable(modules, ["fold.js"]), take

    def __call__(self, texts: list[str]) -> list[str]:
        """Fold each of *texts*."""
        groups: dict[str, dict[str, str]] = {}
        for text in texts:
            groups.setdefault(text[:1] if self._take else "", {})[text] = ""
        folded: dict[str, str] = {}
        for group in groups.values():
            values = {"modules": self._modules, "texts": list(group)}
            result = self._take(fold_step, values) if self._take else fold_step(values)
            folded |= zip(group, orjson.loads(result), strict=True)
        return [folded[text] for text in texts]


def fold_step(values: Mapping[str, Any], _templates: object = None) -> bytes:
    """Fold ``texts`` with the core's ``modules``. Returns a JSON array."""
    engine = JavaScriptContext(values["modules"], ["fold.js"])
    return orjson.dumps(engine.call_each("fold.js", "fold", values["texts"]))


class _Opened:
    """A site opened in a JavaScript context; *bodies* are its records as JSON."""

    def __init__(self, engine: JavaScriptContext, bodies: Sequence[bytes]) -> None:
        self._engine, self._bodies = engine, bodies

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
        bodies = [self._bodies[number] for number in records]
        return bodies[0] if form == "object" else b"[%b]" % b",".join(bodies)


class Core(_Opened):
    """The core with a built site: *modules* are the files of ``edge/``, by name."""

    def __init__(self, modules: Modules) -> None:
        engine = JavaScriptContext(modules, ["answer.js", "manifest.js", "records.js"])
        engine.evaluate(_OPEN)
        super().__init__(engine, read_records(modules["records.js"]))

    def refused(self, status: int, message: str) -> BodyResult:
        """Make the error answer to a request that the server rejects before it reaches the core."""
        return cast("BodyResult", self._engine.call("here", "refused", status, message))


class Draft(_Opened):
    """The core with a site that has not been written yet.

    A record is passed to the engine when a projection first needs it. Reading all records takes fifteen times as long
    as opening a site without them, and a build opens two sites. Without *records*, a request must not select fields.
    """

    def __init__(self, modules: Modules, manifest: Manifest, records: Sequence[Record]) -> None:
        engine = JavaScriptContext(modules, ["answer.js"])
        engine.offer("record", lambda number: json.dumps([text.decode() for text in records[number].texts]))
        engine.evaluate(_DRAFT)
        engine.call("here", "open", manifest, len(manifest["cca2"]))
        super().__init__(engine, [record.body for record in records])


def kept_answers(take: Take, modules: Modules, manifest: Manifest, targets: Sequence[str]) -> list[Result]:
    """Answer a GET of each of *targets*, or take the answers from a cache with *take*. No target may select fields."""
    values = {"modules": reachable(modules, ["answer.js"]), "manifest": manifest, "targets": targets}
    return cast("list[Result]", orjson.loads(take(answers_step, values)))


def answers_step(values: Mapping[str, Any], _templates: object) -> bytes:
    """Answer ``targets`` with the core in ``modules`` and a ``manifest``, without records. Returns a JSON array."""
    return orjson.dumps([*Draft(values["modules"], values["manifest"], ()).answer_each(values["targets"])])


def core_request(target: str, **more: str) -> dict[str, str]:
    """Make the request data of a GET of *target*, a path with an optional query; *more* replaces parts of it."""
    path, _, query = quote(target, safe="/%?&=,+~:;@!$'()*-._#[]|").partition("?")
    plain = {"method": "GET", "path": path, "query": query, "ifNoneMatch": "", "accept": ""}
    return plain | {"country": "", "entropy": token_hex(16)} | more


def asker(core: Core | Draft, read: Callable[[str], bytes]) -> Ask:
    """Make a function that answers a target with status, headers and body; *read* reads a file below ``public/``.

    Random answers are the same in every build. The body of an image is not usable, because it is decoded as text.
    """

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
