"""Answers requests from a built site in this process, with the core in the embedded engine."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from secrets import token_hex

from builder.api.types import Entry
from builder.javascript.core_calls import OpenSite, Result
from builder.site.manifest import listed_files
from tests.support.vectors import Reply, Vector


def percent_encoded(target: str) -> tuple[str, str]:
    """Split a target into path and query, as an adapter does."""
    raw = "".join(
        char if "\x20" < char < "\x7f" else "".join(f"%{byte:02X}" for byte in char.encode()) for char in target
    )
    path, _, query = raw.partition("?")
    return path, query


@dataclass(frozen=True)
class Service:
    """The core of a built site and the folder of its public files."""

    core: OpenSite
    public: Path

    def result(self, target: str, method: str = "GET", **more: str) -> Result:
        """Send a request to the core; *more* sets further members of it."""
        path, query = percent_encoded(target)
        plain = {"method": method, "path": path, "query": query, "ifNoneMatch": "", "accept": "", "country": ""}
        return self.core.answer(plain | {"entropy": token_hex(16)} | more)

    @cached_property
    def files(self) -> Mapping[str, Entry]:
        """The files that every host sends by itself, by address, as a build lists them for Node."""
        return listed_files(self.public.parent)

    def _sent(self, method: str, path: str, if_none_match: str) -> tuple[Result, bytes] | None:
        """Answer with a file that every host sends by itself, if *path* is the address of one."""
        entry = self.files.get(path or "/") if method in ("GET", "HEAD") else None
        return entry and self.core.send_file(entry, entry.make(), if_none_match)

    def get(self, target: str, method: str = "GET", **more: str) -> Reply:
        """Answer with a complete response, as an adapter does, or with a file that every host sends by itself."""
        sent = self._sent(method, percent_encoded(target)[0], more.get("ifNoneMatch", ""))
        return _reply(method, *sent) if sent else self.reply(method, self.result(target, method, **more))

    def reply(self, method: str, result: Result) -> Reply:
        """Make the complete response to a *result* of the core."""
        return _reply(method, *self._with_page(result))

    def answer(self, request: Mapping[str, str]) -> tuple[Result, bytes]:
        """Answer a request of the preview's server."""
        if sent := self._sent(request["method"], request["path"], request["ifNoneMatch"]):
            return sent
        return self._with_page(self.core.answer(request))

    def _with_page(self, result: Result) -> tuple[Result, bytes]:
        """Return a result and its body; the page of an error, if there is one, replaces headers and body."""
        if page := result.get("page"):
            return {**result, "headers": page["headers"]}, (self.public / page["file"]).read_bytes()
        return result, self.core.body(result)

    def refused(self, status: int, message: str) -> Result:
        """Make the error answer of the preview's server."""
        return self.core.refused(status, message)

    def send(self, vector: Vector) -> Reply:
        """Answer a vector."""
        tag = ", ".join(value for name, value in vector.lines if name.lower() == "if-none-match")
        accept = ", ".join(value for name, value in vector.lines if name.lower() == "accept")
        return self.get(vector.target, vector.method, ifNoneMatch=tag, accept=accept, country=vector.country)


def _reply(method: str, result: Result, body: bytes) -> Reply:
    headers = tuple((name, value) for name, value in result["headers"])
    return Reply(result["status"], headers, b"" if method == "HEAD" else body)
