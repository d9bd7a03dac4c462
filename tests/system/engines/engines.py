"""The engines of this machine as the conformance suite asks them."""

import base64
import json
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from threading import Thread

import uvicorn

from builder.preview.engines import ENGINES, running
from builder.preview.engines.netlify import GEO_HEADER
from builder.preview.engines.process import free_port
from builder.preview.engines.workerd import ABOUT_HEADER
from builder.preview.server import Options, PreviewApp, listen
from tests.support.vectors import Reply, Send, Vector
from tests.system.engines import harness, wire

# The header that the site under test is configured to trust; a platform has its own way.
COUNTRY_HEADER = "X-Caller-Country"


def _by_platform(vector: Vector) -> dict[str, str]:
    return {ABOUT_HEADER: f'{{"country": "{vector.country}"}}'} if vector.country else {}


def _by_netlify(vector: Vector) -> dict[str, str]:
    geo = json.dumps({"country": {"code": vector.country}}).encode()
    return {GEO_HEADER: base64.b64encode(geo).decode()} if vector.country else {}


def _by(name: str) -> Callable[[Vector], dict[str, str]]:
    return lambda vector: {name: vector.country} if vector.country else {}


_COUNTRY: dict[str, Callable[[Vector], dict[str, str]]] = {
    "workerd": _by_platform,
    "miniflare": _by_platform,
    "netlify": _by_netlify,
    "vercel": _by("X-Vercel-IP-Country"),
    "aws": _by("CloudFront-Viewer-Country"),
}
STARTS = ENGINES | {"vercel": harness.vercel, "aws": harness.aws}


@contextmanager
def opened(engine: str, site: Path) -> Iterator[Send]:
    """Run *engine* over the built *site* until the block ends, and give what sends it a vector."""
    about = _COUNTRY.get(engine, _by(COUNTRY_HEADER))
    port = free_port()

    def send(vector: Vector) -> Reply:
        return wire.send(port, vector, about(vector))

    context = preview(site, port) if engine == "preview" else running(STARTS[engine], site, port)
    with context:
        yield send


@contextmanager
def preview(site: Path, port: int) -> Iterator[None]:
    """Serve the preview on *port*; which caller it reports is told by a header, for a preview knows only one."""
    sites: dict[str, PreviewApp] = {}

    async def app(scope: dict, receive: Callable, send: Callable) -> None:  # type: ignore[type-arg]
        headers = dict(scope["headers"])
        country = headers.get(COUNTRY_HEADER.lower().encode(), b"").decode()
        await sites.setdefault(country, PreviewApp(site, country))(scope, receive, send)

    server = uvicorn.Server(uvicorn.Config(app, log_level="critical", server_header=False, lifespan="off"))
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
