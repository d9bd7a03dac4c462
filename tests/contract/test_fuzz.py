"""Generated requests to the deployed core, and any bytes to the server of previews, which no client library sends."""

import asyncio
import os
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from builder.cli.preview.server import PreviewApp
from tests.support.processes import run
from tests.support.serving import Service
from tests.support.vectors import Reply, broken_rules


@pytest.mark.parametrize("requests", [20_000, pytest.param(1_000_000, marks=pytest.mark.soak)])
def test_no_request_causes_an_exception(requests: int, site: Path) -> None:
    # Each run sends the same requests; each run of the soak sends new ones. A failure names the seed.
    seed = 1 if requests < 1_000_000 else os.getpid()
    ran = run("node", "tests/contract/fuzz.js", str(requests), str(seed), site)
    assert (ran.returncode, ran.stderr) == (0, ""), f"seed {seed}"
    assert ran.stdout.startswith(f"{requests} requests on 31 documented paths: 200: ")


@pytest.fixture(scope="module")
def app(service: Service) -> PreviewApp:
    """Open the preview's application on the default site."""
    return PreviewApp(service, "DE")


def over_asgi(app: PreviewApp, path: bytes, query: bytes) -> Reply:
    """Send a GET as a server passes it to an application, including bytes above ASCII."""
    sent: list[dict[str, Any]] = []

    async def send(message: Any) -> None:
        sent.append(message)

    async def receive() -> Any:
        return {"type": "http.request", "body": b"", "more_body": False}

    scope = {"type": "http", "method": "GET", "path": path.decode("latin-1"), "raw_path": path, "query_string": query}
    asyncio.run(app({**scope, "headers": [], "http_version": "1.1", "scheme": "http"}, receive, send))
    headers = tuple((name.decode("latin-1"), value.decode("latin-1")) for name, value in sent[0]["headers"])
    return Reply(sent[0]["status"], headers, b"".join(message.get("body", b"") for message in sent[1:]))


@settings(max_examples=100)
@given(st.binary(max_size=60).map(lambda raw: b"/" + raw), st.binary(max_size=60))
def test_preview_answers_any_bytes_by_the_rules_for_every_answer(app: PreviewApp, path: bytes, query: bytes) -> None:
    reply = over_asgi(app, path, query)
    assert broken_rules("GET", reply) == []
    assert reply.status in {200, 301, 400, 404, 414}
