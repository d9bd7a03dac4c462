"""Separate flag hosts, in the engines of two hosts."""

from collections.abc import Iterator, Sequence
from pathlib import Path

import pytest

from scripts.engines import Process, found, free_port, nginx_process, running
from tests.support.conformance import reply_differences
from tests.support.engines import raw_requests, vendor_runtimes
from tests.support.serving import Service
from tests.support.vectors import Reply, Vector, broken_rules
from tests.system.conftest import flag_requests

_NGINX = """
    include {site}/hosts/nginx/flags/maps.conf;
    server {{
        listen 127.0.0.1:{port};
        root {site}/public/flags;
        include {site}/hosts/nginx/flags/server.conf;
    }}
"""


def _nginx(site: Path, scratch: Path, port: int) -> Sequence[Process]:
    return [nginx_process(scratch, port, _NGINX.format(site=site, port=port))]


def _cloudflare(site: Path, scratch: Path, port: int) -> Sequence[Process]:
    staged = scratch / "staged"
    vendor_runtimes.stage(site, "cloudflare", staged)
    headers = staged / "hosts" / "cloudflare" / "flags" / "_headers"
    (staged / "public" / "flags" / "_headers").write_bytes(headers.read_bytes())
    script = vendor_runtimes.HERE / "miniflare.js"
    return [Process([found("node"), script, staged, "hosts/cloudflare/flags", str(port)], port)]


@pytest.fixture(
    scope="module",
    params=[_cloudflare, _nginx],
    ids=["cloudflare", "nginx"],
)
def port(request: pytest.FixtureRequest, site: Path) -> Iterator[int]:
    """Run the flag host of one engine."""
    port = free_port()
    with running(request.param, site, port):
        yield port


def _get(port: int, target: str, method: str = "GET", **headers: str) -> Reply:
    return raw_requests.send(port, Vector("", "", "", target, {}, method), headers)


@pytest.mark.parametrize(("method", "target"), flag_requests(), ids=map(" ".join, flag_requests()))
def test_flag_host_answers_as_the_core_does(port: int, flag_reference: Service, method: str, target: str) -> None:
    assert reply_differences(flag_reference.get(target, method), _get(port, target, method)) == {}


@pytest.mark.parametrize("target", ["/svg/de.svg", "/png/de.png"])
def test_image_is_that_of_the_main_host(port: int, service: Service, target: str) -> None:
    reply, wanted = _get(port, target), service.get(f"/flags{target}")
    assert (reply.status, reply.body) == (200, wanted.body)
    for name in ("Content-Type", "Cache-Control", "Content-Security-Policy", "Access-Control-Allow-Origin"):
        assert reply.header(name) == wanted.header(name)
    # One tag, since Cloudflare's asset server supports no list.
    again = _get(port, target, **{"If-None-Match": reply.header("ETag") or ""})
    assert (again.status, again.body) == (304, b"")
    assert _get(port, target, **{"If-None-Match": '"1"'}).status == 200


@pytest.mark.parametrize(
    "target",
    [f"/get/{'a' * 8000}", "/get/%zz", "/get/%ff", "/get/png/%ed%a0%80"],
    ids=["long", "undecodable", "byte", "surrogate"],
)
def test_rejected_request_gets_the_declared_error(port: int, flag_reference: Service, target: str) -> None:
    reply, wanted = _get(port, target), flag_reference.get(target)
    assert reply.body.endswith(b'","status":%d}' % wanted.status)
    # The message of nginx does not contain the given value.
    assert {*reply_differences(wanted, reply)} <= {"body"}


def test_long_head_request_is_rejected_as_a_long_get_is(port: int) -> None:
    statuses = {method: _get(port, f"/get/{'a' * 9000}", method).status for method in ("GET", "HEAD")}
    assert statuses == {"GET": 414, "HEAD": 414}


@pytest.mark.parametrize("name", ["If-Match", "If-Unmodified-Since"])
def test_precondition_is_ignored_or_refused_in_the_declared_form(port: int, name: str) -> None:
    value = {"If-Match": '"x"', "If-Unmodified-Since": "Sat, 01 Jan 2000 00:00:00 GMT"}[name]
    reply = _get(port, "/svg/de.svg", **{name: value})
    assert reply.status in {200, 412}
    if reply.status == 412:
        assert broken_rules("GET", reply) == []
