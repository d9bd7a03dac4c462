"""Starts the engines on this machine, and sends requests to them, for the conformance tests."""

from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, ExitStack, contextmanager
from dataclasses import replace
from functools import partial
from pathlib import Path
from threading import Thread

import uvicorn
from starlette.types import Receive, Scope
from starlette.types import Send as AsgiSend

from builder.cli.preview.server import Options, PreviewApp, listen, server_config
from scripts.engine_processes import CALLER_HEADER, Start, free_port, nginx, node, running, workerd
from tests.support.engines import raw_requests, vendor_runtimes
from tests.support.engines.cloudflare_rules import Rules
from tests.support.sites import COUNTRY_HEADER, opened
from tests.support.vectors import Send, Vector


def _by_platform(vector: Vector) -> dict[str, str]:
    return {CALLER_HEADER: f'{{"country": "{vector.country}"}}'} if vector.country else {}


def _by(name: str) -> Callable[[Vector], dict[str, str]]:
    return lambda vector: {name: vector.country} if vector.country else {}


_COUNTRY: dict[str, Callable[[Vector], dict[str, str]]] = {
    "workerd": _by_platform,
    "miniflare": _by_platform,
    "vercel": _by("X-Vercel-IP-Country"),
    "aws": _by("CloudFront-Viewer-Country"),
}
# The host of the sites of tests.
_HOST = "127.0.0.1"
STARTS: dict[str, Start] = {
    "node": node,
    "workerd": workerd,
    "nginx": nginx,
    "miniflare": vendor_runtimes.miniflare,
    "vercel": vendor_runtimes.vercel,
    "aws": vendor_runtimes.aws,
}


class Engines(ExitStack):
    """The engines with the built *site*. Each starts when it is first used, and runs until the block ends."""

    def __init__(self, site: Path) -> None:
        super().__init__()
        self._site = site
        self._ports: dict[str, int] = {}

    def port(self, engine: str) -> int:
        """Return the loopback port of *engine*: ``preview`` or a key of ``STARTS``."""
        if engine not in self._ports:
            port = free_port()
            start: Callable[[Path, int], AbstractContextManager[object]] = (
                preview if engine == "preview" else partial(running, STARTS[engine])
            )
            self.enter_context(start(self._site, port))
            self._ports[engine] = port
        return self._ports[engine]

    def send(self, engine: str) -> Send:
        """Make a function that sends a vector to *engine*, with the caller's country in the platform's header.

        ``cloudflare`` is a zone with the rewrite rules, in front of ``miniflare``.
        """
        if engine == "cloudflare":
            rules, ask = Rules.of(self._site), self.send("miniflare")
            return lambda vector: ask(replace(vector, target=rules.rewritten(vector.method, vector.target, _HOST)))
        port, about = self.port(engine), _COUNTRY.get(engine, _by(COUNTRY_HEADER))
        return lambda vector: raw_requests.send(port, vector, about(vector))


@contextmanager
def preview(site: Path, port: int) -> Iterator[None]:
    """Serve a built site with the server of previews. A header sets the country; a preview itself has only one."""
    apps: dict[str, PreviewApp] = {}

    async def app(scope: Scope, receive: Receive, send: AsgiSend) -> None:
        headers = dict(scope["headers"])
        country = headers.get(COUNTRY_HEADER.lower().encode(), b"").decode()
        # The core must be opened in the thread that uses it.
        if country not in apps:
            apps[country] = PreviewApp(opened(site), country)
        await apps[country](scope, receive, send)

    server = uvicorn.Server(server_config(app, "critical"))
    listening, _ = listen(Options(port=port))
    thread = Thread(target=server.run, args=([listening],), daemon=True)
    thread.start()
    while not server.started:
        thread.join(0.01)
        if not thread.is_alive():
            raise RuntimeError(f"the preview ended before it answered on port {port}")
    try:
        yield
    finally:
        server.should_exit = True
        thread.join()
