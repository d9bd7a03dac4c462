"""A built site that answers in this process, with the core in the embedded engine."""

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from secrets import token_hex

from builder.api.headers import TYPES
from builder.javascript.core_calls import OpenSite, Result
from builder.output_paths import TABLES_FOLDER, WELL_KNOWN_FOLDER
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
    """A core and the folder of its files."""

    core: OpenSite
    public: Path

    def result(self, target: str, method: str = "GET", **more: str) -> Result:
        """Send a request to the core; *more* replaces parts of it."""
        return self._ask(*percent_encoded(target), method, more)

    def get(self, target: str, method: str = "GET", **more: str) -> Reply:
        """Answer with a complete response, as an adapter does, or with a file that every host sends by itself."""
        file = self.public / percent_encoded(target)[0][1:]
        is_sent = target.startswith((f"/{TABLES_FOLDER}/", f"/{WELL_KNOWN_FOLDER}/")) and file.is_file()
        if is_sent and method in ("GET", "HEAD"):
            body = b"" if method == "HEAD" else file.read_bytes()
            return Reply(
                200, (("Content-Type", TYPES[file.suffix[1:] or "linkset"]),), b"" if method == "HEAD" else body
            )
        return self.reply(method, self.result(target, method, **more))

    def raw(self, path: str, query: str, method: str = "GET", **more: str) -> Reply:
        """Answer a path and a query as the core receives them."""
        return self.reply(method, self._ask(path, query, method, more))

    def _ask(self, path: str, query: str, method: str, more: dict[str, str]) -> Result:
        plain = {"method": method, "path": path, "query": query, "ifNoneMatch": "", "accept": "", "country": ""}
        return self.core.answer(plain | {"entropy": token_hex(16)} | more)

    def reply(self, method: str, result: Result) -> Reply:
        """Make the complete response to a *result* of the core."""
        body = self.core.body(result, lambda path: (self.public / path).read_bytes())
        headers = tuple((name, value) for name, value in result["headers"])
        return Reply(result["status"], headers, b"" if method == "HEAD" else body)

    def answer(self, request: Mapping[str, str]) -> tuple[Result, bytes]:
        """Answer a request of the preview's server."""
        result = self.core.answer(request)
        return result, self.core.body(result, lambda path: (self.public / path).read_bytes())

    def refused(self, status: int, message: str) -> Result:
        """Make the error answer of the preview's server."""
        return self.core.refused(status, message)

    def send(self, vector: Vector) -> Reply:
        """Answer a vector."""
        tag = ", ".join(value for name, value in vector.lines if name.lower() == "if-none-match")
        accept = ", ".join(value for name, value in vector.lines if name.lower() == "accept")
        return self.get(vector.target, vector.method, ifNoneMatch=tag, accept=accept, country=vector.country)
