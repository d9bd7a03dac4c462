"""Calls the edge core from Python: to fold names, to search names, and to answer requests."""

import json
from collections.abc import Iterable, Mapping, Sequence
from functools import cache, cached_property, partial
from hashlib import sha256
from os import urandom
from pathlib import Path
from typing import Any
from urllib.parse import quote

import orjson

from builder.api.types import Answer, Ask, Entry, Names, Record, digest
from builder.inputs.reuse import reused
from builder.javascript.context import JavaScriptContext
from builder.javascript.manifest import Manifest, manifest_module, read_records, searched_names

Modules = Mapping[str, str]
Result = Mapping[str, Any]
"""A result of the core as plain JSON: ``Result`` in ``edge/core/types.d.ts`` declares its members."""

_BUILDER = Path(__file__).parents[1]
_OPEN_SITE = "javascript/open_site.js"
_NAME_SEARCH = "javascript/name_search.js"
# Fixed, so that a document that quotes a random answer is the same in every build.
FIXED_ENTROPY = "0" * 32


class Folding:
    """The core's function that folds names. It folds each distinct name once."""

    def __init__(self, modules: Modules) -> None:
        self._engine = JavaScriptContext(modules, ["core/fold.js"])
        self._folded: dict[str, str] = reused(("folded", digest(repr(modules).encode())), dict)

    def __call__(self, texts: list[str]) -> list[str]:
        """Fold each of *texts*."""
        new = [text for text in dict.fromkeys(texts) if text not in self._folded]
        self._folded.update(zip(new, self._engine.call_each("core/fold.js", "fold", new), strict=True))
        return [self._folded[text] for text in texts]


def search_names(modules: Modules, names: Sequence[Names], queries: Sequence[str]) -> list[tuple[int, ...]]:
    """Return for each of *queries* the numbers of the records that the core finds by *names*, best first."""
    engine = _context(modules, _NAME_SEARCH)
    return [tuple(found) for found in engine.call(_NAME_SEARCH, "findEach", searched_names(names), queries)]


def _context(modules: Modules, name: str) -> JavaScriptContext:
    """Make a context with the module *name* of this folder. It can import *modules*, by their paths below ``edge/``."""
    return JavaScriptContext({**modules, name: (_BUILDER / name).read_text("utf-8")}, [name])


class OpenSite:
    """The core with a site, opened in a JavaScript context.

    *modules* are the files of ``edge/``, by path. *records* has each record as JSON; without it, the records are read
    from their module.
    """

    def __init__(self, modules: Modules, records: Sequence[str] | None = None) -> None:
        self._modules, self._texts = modules, records
        self._engine = _context(modules, _OPEN_SITE)
        # Passing all records at the start takes fifteen times as long as opening a site without them.
        self._engine.offer("record", lambda number: json.dumps(self._records[int(number)]))

    @cached_property
    def _records(self) -> Sequence[str]:
        # The module is not read at the start, because most requests select no fields and are answered from a file.
        return read_records(self._modules["generated/records.js"]) if self._texts is None else self._texts

    def answer(self, request: Mapping[str, str]) -> Result:
        """Answer a request, in the form of ``Request`` in ``edge/core/types.d.ts``."""
        result: Result = self._engine.call(_OPEN_SITE, "answerRequest", dict(request))
        return result

    def answer_each(self, targets: Iterable[str]) -> list[Result]:
        """Answer a GET of each of *targets*, which takes a fraction of the time of single calls."""
        return self._engine.call_each(_OPEN_SITE, "answerRequest", [core_request(target) for target in targets])

    def refused(self, status: int, message: str) -> Result:
        """Make the error answer to a request that the server rejects before it reaches the core."""
        result: Result = self._engine.call(_OPEN_SITE, "refuse", status, message)
        return result

    def send_file(self, entry: Entry, body: bytes, if_none_match: str) -> tuple[Result, bytes]:
        """Answer with a file that hosts send by themselves. Its tag is a hash of its body, type and headers."""
        hashed = sha256(body + orjson.dumps([entry.type, entry.headers])).hexdigest()
        tag = f'"{hashed[:16]}"'
        about = {"type": entry.type, "cache": entry.cache, "tag": tag, "headers": [*entry.headers]}
        result: Result = self._engine.call(_OPEN_SITE, "sendFile", if_none_match, about)
        return result, body if result["status"] == 200 else b""

    def body(self, result: Result) -> bytes:
        """Make the body of *result*."""
        if "members" not in result:
            return str(result["body"]).encode()
        return f"[{','.join(self._records[number] for number in result['members'])}]".encode()


def open_in_memory(modules: Modules, manifest: Manifest, records: Sequence[Record]) -> OpenSite:
    """Open the core with a site that has not been written."""
    texts = [record.body.decode() for record in records]
    return OpenSite({**modules, "generated/manifest.js": manifest_module(manifest)}, texts)


def core_request(target: str, **parts: str) -> dict[str, str]:
    """Make the request data of a GET of *target*, a path with an optional query; *parts* replace its members."""
    path, _, query = quote(target, safe="/%?&=,+~:;@!$'()*-._#[]|").partition("?")
    plain = {"method": "GET", "path": path, "query": query, "ifNoneMatch": "", "accept": ""}
    return plain | {"country": "", "entropy": urandom(16).hex()} | parts


def asker_in_memory(modules: Modules, manifest: Manifest, records: Sequence[Record]) -> Ask:
    """Make a function that answers a target by the core with a site that has not been written.

    The core is opened at the first call. Random answers are the same in every build.
    """
    opened = cache(partial(open_in_memory, modules, manifest, records))

    def ask(target: str, /, **request: str) -> Answer:
        core = opened()
        result = core.answer(core_request(target, **{"entropy": FIXED_ENTROPY} | request))
        headers = tuple((name, value) for name, value in result["headers"])
        return Answer(result["status"], headers, core.body(result).decode())

    return ask
