"""A local server for the built site. The edge function of the site answers each request."""

import asyncio
import logging
import re
import signal
import socket
import threading
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from hashlib import blake2b
from pathlib import Path
from secrets import token_hex
from typing import TYPE_CHECKING

import uvicorn
from starlette.requests import Request as HttpRequest
from starlette.responses import Response

from builder.api.error_messages import ERRORS
from builder.api.headers import CACHE, TYPES
from builder.build_request import BuildRequest
from builder.config import load_config
from builder.javascript.context import read_modules
from builder.javascript.core_calls import OpenSite
from builder.output_paths import EDGE, PUBLIC, TABLES_FOLDER
from builder.preview.http_protocol import MAX_HEAD_BYTES, Refuse, fault_of, protocol
from builder.preview.watch import watch
from builder.stages.output.tree import Tree

if TYPE_CHECKING:
    from starlette.types import ASGIApp, Receive, Scope, Send

_LOG = logging.getLogger(__name__)
_WITHOUT_SITE: tuple[tuple[str, str], ...] = (
    ("Access-Control-Allow-Origin", "*"),
    ("Content-Type", TYPES["json"]),
    ("Cache-Control", CACHE["none"]),
    ("Cross-Origin-Resource-Policy", "cross-origin"),
    ("X-Content-Type-Options", "nosniff"),
)
# The origin of a target in absolute form (RFC 9112, section 3.2.2).
_ORIGIN = re.compile("https?://[^/?#]*", re.IGNORECASE)
# The address of a file of a table. Other spellings have no file, and the core answers them.
_TABLE = re.compile(rf"/{TABLES_FOLDER}(?:/[a-z0-9-]+)+(?:\.[a-z]+)+")
_ANYWHERE = ("0.0.0.0", "::", "")  # noqa: S104


@dataclass(frozen=True)
class Options:
    """Address to listen on, country of the caller (None: that of the config), and whether to rebuild after changes.

    ``seen`` identifies the inputs before the first build, so that a change during that build is not missed.
    """

    port: int = 8000
    bind: str = "127.0.0.1"
    country: str | None = None
    watch: bool = False
    seen: str = ""


@dataclass(frozen=True)
class _OpenTree:
    """The site as one thread opened it: the core, and what identifies the build that it was read from."""

    core: OpenSite
    build: tuple[int, int]


class PreviewApp:
    """An ASGI application that answers every request from the site in *root*.

    No router is used: its patterns stop at a line feed, so a path with ``%0A`` would not reach the core.
    After a new build, the next request opens the new site. Each thread opens its own core. *folders* names, by port,
    the folder whose content is at the root of that origin, such as ``/flags``; at other ports it is the whole site.
    """

    def __init__(self, root: Path, country: str, folders: Mapping[int, str] | None = None) -> None:
        self.country = country
        self._root, self._folders = root, folders or {}
        self._local = threading.local()

    async def __call__(self, scope: "Scope", receive: "Receive", send: "Send") -> None:
        """Answer one request."""
        await self.respond(HttpRequest(scope))(scope, receive, send)

    def respond(self, request: HttpRequest) -> Response:
        """Ask the core, and respond with the file, the records or the body of its answer."""
        if fault := fault_of(request):
            return self.refuse(*fault)
        try:
            core = self._core()
            path = self._path(request)
            if (file := table_file(self._root, request.method, path)) is not None:
                return _table_response(file, request, core.common_headers())
            result = core.answer(
                {
                    "method": request.method,
                    "path": path,
                    "query": _ascii(request.scope["query_string"]),
                    "ifNoneMatch": ", ".join(request.headers.getlist("if-none-match")),
                    "accept": ", ".join(request.headers.getlist("accept")),
                    "country": self.country,
                    "entropy": token_hex(16),
                }
            )
            body = core.body(result, lambda path: self._root.joinpath(PUBLIC, path).read_bytes())
            return _response(result["status"], result["headers"], body)
        except Exception as error:  # noqa: BLE001  whatever failed, the caller gets the declared answer
            # Of a site that was moved or edited, the missing file says all.
            _LOG.error("cannot answer %s: %s", request.url, error, exc_info=not isinstance(error, OSError))
            return self._failure()

    def refuse(self, status: int, message: str) -> Response:
        """Make the response to a request that the server rejects by itself."""
        try:
            refused = self._core().refused(status, message)
        except Exception as error:  # noqa: BLE001  as above
            _LOG.error("cannot make the error response: %s", error, exc_info=not isinstance(error, OSError))
            return self._failure()
        return _response(status, refused["headers"], refused["body"].encode())

    def _path(self, request: HttpRequest) -> str:
        sent = _ascii(request.scope.get("raw_path") or request.scope["path"].encode())
        origin = _ORIGIN.match(sent)
        _, port = request.scope.get("server") or ("", 0)
        return self._folders.get(port, "") + (sent[origin.end() :] if origin else sent)

    def _core(self) -> OpenSite:
        opened: _OpenTree | None = getattr(self._local, "opened", None)
        try:
            found = Tree(self._root).state.stat()
        except FileNotFoundError:
            # A rebuild in place removes the state, and writes it at its end.
            if opened is None:
                raise
            return opened.core
        build = found.st_ino, found.st_mtime_ns
        if opened is None or opened.build != build:
            # Without its folder, which may be on its way back, the core cannot be linked.
            (self._root / EDGE).stat()
            opened = _OpenTree(OpenSite(read_modules(self._root / EDGE)), build)
            self._local.opened = opened
        return opened.core

    def _failure(self) -> Response:
        try:
            failure = self._core().failure()
        except Exception:  # noqa: BLE001  the site itself may be what is broken
            return _response(500, _WITHOUT_SITE, f'{{"message":"{ERRORS[500]}","status":500}}'.encode())
        return _response(500, failure["headers"], failure["body"].encode())


def table_file(root: Path, method: str, path: str) -> Path | None:
    """Find the file of a table that a request is for. Hosts send these files as they are, without the function."""
    if method not in ("GET", "HEAD") or not _TABLE.fullmatch(path):
        return None
    file = root.joinpath(PUBLIC, path[1:])
    return file if file.is_file() else None


def _table_response(file: Path, request: HttpRequest, common: Iterable[tuple[str, str]]) -> Response:
    body = file.read_bytes()
    tag = f'"{blake2b(body, digest_size=8).hexdigest()}"'
    headers = [*common, ("Cache-Control", CACHE["ok"]), ("ETag", tag)]
    known = [one.strip().removeprefix("W/") for one in ",".join(request.headers.getlist("if-none-match")).split(",")]
    if tag in known or "*" in known:
        return _response(304, headers, b"")
    return _response(200, [*headers, ("Content-Type", TYPES[file.suffix[1:]])], body)


def _ascii(raw: bytes) -> str:
    """Percent-encode the characters that a client should have encoded."""
    return "".join(chr(byte) if 0x20 < byte < 0x7F else f"%{byte:02X}" for byte in raw)


def _response(status: int, headers: Iterable[tuple[str, str]], body: bytes) -> Response:
    response = Response(body, status)
    for name, value in headers:
        response.headers[name] = value
    return response


def server_config(app: "ASGIApp", refuse: Refuse, log_level: str) -> uvicorn.Config:
    """Configure the server of *app*: only HTTP/1.1, with *refuse* for the response to an invalid request."""
    return uvicorn.Config(
        app,
        http=protocol(refuse),
        h11_max_incomplete_event_size=MAX_HEAD_BYTES,
        log_level=log_level,
        server_header=False,
        lifespan="off",
        ws="none",
    )


def listen(options: Options) -> tuple[socket.socket, str]:
    """Bind the address before the build, which needs the port. Return the socket and the origin.

    Raises ``OSError`` that names the address when it is in use.
    """
    family = socket.AF_INET6 if ":" in options.bind else socket.AF_INET
    # The protocol number is explicit: asyncio disables Nagle's algorithm only on sockets with IPPROTO_TCP. With the
    # algorithm, each answer on a persistent connection waits 40 ms for the client's delayed acknowledgement.
    listening = socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listening.bind((options.bind, options.port))
        # Listen now, so that a client can connect while the server starts; it waits for the answer.
        listening.listen()
    except OSError as error:
        listening.close()
        raise OSError(error.errno, f"{error.strerror}; choose another --port or --bind", _shown(options)) from None
    host = "127.0.0.1" if options.bind in _ANYWHERE else options.bind
    return listening, f"http://{f'[{host}]' if ':' in host else host}:{listening.getsockname()[1]}"


def _shown(options: Options) -> str:
    return f"{options.bind}:{options.port}"


class _Server(uvicorn.Server):
    """Exits with code 0 on SIGTERM and SIGINT; the library would raise the signal again after the shutdown."""

    @contextmanager
    def capture_signals(self) -> Iterator[None]:
        """Shut down on both signals."""
        for number in (signal.SIGTERM, signal.SIGINT):
            signal.signal(number, self.handle_exit)
        yield


def serve(
    request: BuildRequest,
    options: Options,
    listening: Mapping[str, socket.socket],
    rebuild: Callable[[], object],
    say: Callable[[str], object],
) -> None:
    """Serve the site of *request* until SIGTERM or SIGINT; with ``watch``, rebuild on changes.

    *listening* has the socket of each folder of the site that is the root of an origin; that of the API is empty.
    """

    def country() -> str:
        config = load_config(request.config, overrides=request.overrides)
        return config.preview.country if options.country is None else options.country

    def rebuild_and_read() -> None:
        rebuild()
        app.country = country()

    app = PreviewApp(request.output, country(), {one.getsockname()[1]: folder for folder, one in listening.items()})
    server = _Server(server_config(app, app.refuse, "warning"))

    async def run() -> None:
        watching = asyncio.create_task(watch(request, options.seen, rebuild_and_read, say)) if options.watch else None
        await server.serve(sockets=[*listening.values()])
        if watching:
            watching.cancel()

    asyncio.run(run())
