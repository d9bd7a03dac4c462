"""The API catalog on every host: sent without the function, with the type and the link that RFC 9727 wants."""

import json
from dataclasses import replace
from pathlib import Path

import pytest

from builder.api.headers import CACHE, TYPES, common
from tests.support.engines.engines import Engines
from tests.support.engines.function_use import ran
from tests.support.serving import Service
from tests.support.vectors import Vector

HOSTS = ("cloudflare", "nginx", "vercel", "aws", "node")
ADDRESS = "/.well-known/api-catalog"
CATALOG = Vector("", ADDRESS, "", ADDRESS, {"status": 200})


@pytest.mark.parametrize("host", HOSTS)
@pytest.mark.parametrize("method", ["GET", "HEAD"])
def test_catalog_is_sent_without_the_function(
    method: str, host: str, marked_engines: Engines, small_engine_site: Path, small_reference: Service
) -> None:
    asked = replace(CATALOG, method=method, headers={"Origin": "https://example.org"})
    reply = marked_engines.send(host)(asked)
    body = (small_engine_site / "public" / ADDRESS[1:]).read_bytes()
    assert (reply.status, reply.body) == (200, body if method == "GET" else b"")
    # Node's own server adds the headers that its function has.
    assert host == "node" or not ran(reply.headers)
    revision = small_reference.get("/health").header("X-Dataset-Revision") or ""
    wanted = {
        **dict(common(revision)),
        "Cache-Control": CACHE["ok"],
        "Content-Type": TYPES["linkset"],
        "Link": f'<{ADDRESS}>; rel="api-catalog"',
    }
    assert {name: reply.header(name) for name in wanted} == wanted


@pytest.mark.parametrize("host", HOSTS)
def test_unknown_address_beside_it_is_the_404_of_the_service(host: str, marked_engines: Engines) -> None:
    target = "/.well-known/change-password"
    reply = marked_engines.send(host)(replace(CATALOG, target=target))
    assert (reply.status, json.loads(reply.body)["status"]) == (404, 404)


@pytest.mark.parametrize("host", ["nginx", "vercel", "node"])
def test_other_method_is_refused(host: str, marked_engines: Engines) -> None:
    ask = marked_engines.send(host)
    refused = ask(replace(CATALOG, method="POST"))
    assert (refused.status, refused.header("Allow")) == (405, "GET, HEAD, OPTIONS")
    assert ask(replace(CATALOG, method="OPTIONS")).status == 204
