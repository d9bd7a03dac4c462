"""A local server for a site. The edge core of the site answers each request."""

import asyncio
import logging
import re
import signal
import socket
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from secrets import token_hex
from typing import TYPE_CHECKING, Protocol

import uvicorn
from starlette.requests import Request as HttpRequest
from starlette.responses import Response

from builder.api.error_messages import ERRORS
from builder.cli.preview.in_memory_site import InMemorySite
from builder.cli.preview.watch import watch
from builder.inputs.errors import InputError, Problem
from builder.inputs.files import last_change
from builder.inputs.reuse import reuse_results
from builder.javascript.core_calls import Result
from builder.project.build_request import BuildRequest, checked_urls

if TYPE_CHECKING:
    from starlette.types import ASGIApp, Receive, Scope, Send

_LOG = logging.getLogger(__name__)
# The origin of a target in absolute form (RFC 9112, section 3.2.2).
_ORIGIN = re.compile("https?://[^/?#]*", re.IGNORECASE)
_ANYWHERE = ("0.0.0.0", "::", "")  # noqa: S104


@dataclass(frozen=True)
class Options:
    """Address to listen on, country of the caller (None: as in the config), whether to rebuild after changes."""

    port: int = 8000
    bind: str = "127.0.0.1"
    country: str | None = None
    watch: bool = False


class AnsweringSite(Protocol):
    """A site that answers requests in the form of ``Request`` in ``edge/core/types.d.ts``."""

    def answer(self, request: Mapping[str, str]) -> tuple[Result, bytes]:
        """Return the result of the core and the bytes of the body."""

    def refused(self, status: int, message: str) -> Result:
        """Make the error answer to a request that a server cannot answer."""


class PreviewApp:
    """An ASGI application that answers every request from *site*, which a rebuild replaces.

    No router is used: its patterns stop at a line feed, so a path with ``%0A`` would not reach the core.
    """

    def __init__(self, site: AnsweringSite, country: str) -> None:
        self.site, self.country = site, country

    async def __call__(self, scope: "Scope", receive: "Receive", send: "Send") -> None:
        """Answer one request."""
        await self.respond(HttpRequest(scope))(scope, receive, send)

    def respond(self, request: HttpRequest) -> Response:
        """Ask the site, and respond with the status, the headers and the body of its answer."""
        try:
            result, body = self.site.answer(
                {
                    "method": request.method,
                    "path": _path(request),
                    "query": _ascii(request.scope["query_string"]),
                    "ifNoneMatch": ", ".join(request.headers.getlist("if-none-match")),
                    "accept": ", ".join(request.headers.getlist("accept")),
                    "country": self.country,
                    "entropy": token_hex(16),
                }
            )
        except Exception as error:  # noqa: BLE001  whatever failed, the caller gets the declared answer
            is_fault_of_input = isinstance(error, InputError)
            _LOG.error("cannot answer %s: %s", request.url, error, exc_info=not is_fault_of_input)
            refused = self.site.refused(500, str(error) if is_fault_of_input else ERRORS[500])
            return _response(500, refused["headers"], refused["body"].encode())
        return _response(result["status"], result["headers"], body)


def _path(request: HttpRequest) -> str:
    sent = _ascii(request.scope.get("raw_path") or request.scope["path"].encode())
    origin = _ORIGIN.match(sent)
    return sent[origin.end() :] if origin else sent


def _ascii(raw: bytes) -> str:
    """Percent-encode the characters that a client should have encoded."""
    return "".join(chr(byte) if 0x20 < byte < 0x7F else f"%{byte:02X}" for byte in raw)


def _response(status: int, headers: Iterable[tuple[str, str]], body: bytes) -> Response:
    response = Response(body, status)
    for name, value in headers:
        response.headers[name] = value
    return response


def server_config(app: "ASGIApp", log_level: str) -> uvicorn.Config:
    """Configure the server of *app*: only HTTP/1.1. The server refuses a malformed request by itself, in plain text."""
    return uvicorn.Config(
        app,
        http="h11",
        log_level=log_level,
        server_header=False,
        lifespan="off",
        ws="none",
    )


def listen(options: Options) -> tuple[socket.socket, str]:
    """Bind the address before the build, because the site is made for its port. Return the socket and the origin.

    Raises ``OSError`` with the address if that cannot be bound.
    """
    family = socket.AF_INET6 if ":" in options.bind else socket.AF_INET
    # The protocol number is explicit: asyncio disables Nagle's algorithm only on sockets with IPPROTO_TCP. With the
    # algorithm, each answer on a persistent connection waits 40 ms for the client's delayed acknowledgement.
    listening = socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listening.bind((options.bind, options.port))
        # Listen now, so that a client can connect while the server starts. The client waits for the answer.
        listening.listen()
    except OSError as error:
        listening.close()
        address = f"{options.bind}:{options.port}"
        raise OSError(error.errno, f"{error.strerror}; choose another --port or --bind", address) from None
    host = "127.0.0.1" if options.bind in _ANYWHERE else options.bind
    return listening, f"http://{f'[{host}]' if ':' in host else host}:{listening.getsockname()[1]}"


class _Server(uvicorn.Server):
    """Exits with code 0 on SIGTERM and SIGINT; uvicorn itself would raise the signal again after the shutdown."""

    @contextmanager
    def capture_signals(self) -> Iterator[None]:
        """Shut down on both signals."""
        for number in (signal.SIGTERM, signal.SIGINT):
            signal.signal(number, self.handle_exit)
        yield


def preview_site(request: BuildRequest, options: Options, say: Callable[[str], object], base_url: str | None) -> None:
    """Serve the site of *request* without writing it, until SIGTERM or SIGINT; with ``watch``, rebuild after changes.

    The site is made for the origin of the preview, whatever URLs the config has. *base_url* is the origin that a
    browser uses instead, if a proxy is in between. Raises ``InputError`` when an input or an option is invalid, and
    ``OSError`` when the port is taken.
    """
    code = options.country and options.country.upper()
    listening, origin = listen(options)
    # A fault of an input ends the preview, and frees the port.
    with listening:
        # The inputs are hashed before the first build, so that a change during the build is not missed.
        inputs = last_change(map(str, request.sources))
        place = "--base-url" if base_url else "--bind"
        urls = checked_urls({"base_url": base_url or origin}, {"base_url": place})
        request = request._replace(overrides={"cdn_url": "", "docs_url": "", **urls})
        if options.watch:
            reuse_results()
        site = InMemorySite(request)
        if code and code not in site.codes:
            raise InputError([Problem("--country", "", f'"{code}" is not the cca2 code of a country of the site')])
        say(f"Serving the site at {origin}{f', for {base_url}' if base_url else ''} (stop with Ctrl-C)")

        def country_on(site: InMemorySite) -> str:
            return site.country if code is None else code

        def rebuild() -> None:
            rebuilt = InMemorySite(request)
            app.site, app.country = rebuilt, country_on(rebuilt)

        app = PreviewApp(site, country_on(site))
        server = _Server(server_config(app, "warning"))

        async def run() -> None:
            watching = asyncio.create_task(watch(request, inputs, rebuild, say)) if options.watch else None
            await server.serve(sockets=[listening])
            if watching:
                watching.cancel()

        asyncio.run(run())
