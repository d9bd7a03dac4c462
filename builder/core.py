"""The edge core as Python sees it: fold a text, or answer a request."""

from collections.abc import Callable, Mapping, Sequence
from secrets import token_hex
from typing import Any, cast
from urllib.parse import quote

import orjson

from builder.engine import Engine
from builder.values import Answer, Ask

Modules = Mapping[str, str]

_OPEN = """
const { createSite, answer } = modules['answer.js'];
const site = createSite(modules['manifest.js'].manifest, modules['records.js'].records);
modules.here = { answer: (request) => answer(request, site), failure: () => modules['respond.js'].failure(site) };
"""
# A document that quotes a random answer must come out the same in every build.
_NO_CHANCE = "0" * 32
# What stands around the JSON in the two generated modules.
_RECORDS = "export const records = "


class Folding:
    """The core's folding of names."""

    def __init__(self, modules: Modules) -> None:
        self._engine = Engine(modules, ["fold.js"])

    def __call__(self, texts: list[str]) -> list[str]:
        """Fold each of *texts*."""
        return cast("list[str]", self._engine.call_each("fold.js", "fold", texts))


class Core:
    """The core with a site's manifest and records: *modules* is what ``edge/`` holds, by file name."""

    def __init__(self, modules: Modules) -> None:
        self._engine = Engine(modules, ["answer.js", "manifest.js", "records.js"])
        self._engine.evaluate(_OPEN)
        records = orjson.loads(modules["records.js"].removeprefix(_RECORDS).rstrip().removesuffix(";"))
        self._records = [f"{{{','.join(texts)}}}".encode() for texts in records]

    def answer(self, request: Mapping[str, str]) -> dict[str, Any]:
        """Answer plain request data; the result's shape is ``Result`` of ``templates/edge/core/types.d.ts``."""
        return cast("dict[str, Any]", self._engine.call("here", "answer", dict(request)))

    def failure(self) -> dict[str, Any]:
        """Answer for a server whose core or file failed."""
        return cast("dict[str, Any]", self._engine.call("here", "failure"))

    def join(self, records: Sequence[int], form: str) -> bytes:
        """Join whole records as an array, or answer the one record of an object."""
        bodies = [self._records[number] for number in records]
        return bodies[0] if form == "object" else b"[%b]" % b",".join(bodies)


def request_of(target: str, **more: str) -> dict[str, str]:
    """Make plain request data of a GET of *target*, a path with perhaps a query; *more* lays over it."""
    path, _, query = quote(target, safe="/%?&=,+~:;@!$'()*-._#[]|").partition("?")
    plain = {"method": "GET", "path": path, "query": query, "ifNoneMatch": "", "country": "", "entropy": token_hex(16)}
    return plain | more


def asker(core: Core, read: Callable[[str], bytes]) -> Ask:
    """Make a function that answers a target in full and always alike; *read* gives a file below ``public/``.

    An image's body does not survive as text; its status and headers do.
    """

    def ask(target: str, **request: str) -> Answer:
        result = core.answer(request_of(target, **{"entropy": _NO_CHANCE} | request))
        if "records" in result:
            body = core.join(result["records"], result["form"])
        else:
            body = read(result["file"]) if "file" in result else result["body"].encode()
        return Answer(
            result["status"], tuple((name, value) for name, value in result["headers"]), body.decode(errors="replace")
        )

    return ask
