"""The project's own servers answer malformed requests in the declared form."""

import json
from pathlib import Path

import pytest

from tests.support.engines.engine_list import Engines
from tests.support.engines.raw_requests import send_raw
from tests.support.vectors import broken_rules

HOST = b"Host: x\r\n"


def _head(lines: list[str]) -> bytes:
    return "".join(f"{line}\r\n" for line in lines).replace("{large}", "a" * 70_000).encode()


# The lines that are sent, and the statuses that are correct for them (RFC 9110 and 9112).
REQUESTS: dict[str, tuple[bytes, set[int]]] = {
    row["what"]: (_head(row["lines"]), {*row["statuses"]})
    for row in json.loads(Path(__file__).with_name("malformed-requests.json").read_text("utf-8"))
}
ABSOLUTE = {
    "http://x/v1/alpha/de?fields=cca2": "/v1/alpha/de?fields=cca2",
    "HTTP://x:80?limit=0": "/",
    "https://x": "/",
}


@pytest.fixture(scope="module", params=["node", "nginx", "preview"])
def port(request: pytest.FixtureRequest, engines: Engines) -> int:
    """Return the port of an engine."""
    return engines.port(request.param)


@pytest.mark.parametrize("engine", ["node", "nginx"])
@pytest.mark.parametrize("what", REQUESTS)
def test_any_bytes_get_an_answer_of_the_declared_form(engines: Engines, engine: str, what: str) -> None:
    head, statuses = REQUESTS[what]
    reply = send_raw(engines.port(engine), head + b"Connection: close\r\n\r\n")
    assert reply.status in statuses
    assert broken_rules("GET", reply) == []


@pytest.mark.parametrize("target", ABSOLUTE)
def test_absolute_form_of_a_target_equals_its_origin_form(port: int, target: str) -> None:
    replies = [
        send_raw(port, b"GET %b HTTP/1.1\r\n%bConnection: close\r\n\r\n" % (form.encode(), HOST))
        for form in (target, ABSOLUTE[target])
    ]
    assert replies[0].status == 200
    assert replies[0].body == replies[1].body


@pytest.mark.parametrize(
    ("head", "status", "length"),
    [
        ("GET /flags/get/de HTTP/1.1", 301, "0"),
        ("HEAD /flags/get/de HTTP/1.1", 301, "0"),
        ("OPTIONS /v1 HTTP/1.1", 204, None),
        ("GET /v1 HTTP/1.1\r\nIf-None-Match: *", 304, None),
    ],
)
def test_answer_without_a_body_has_content_length_0_unless_its_status_says_so(
    port: int, head: str, status: int, length: str | None
) -> None:
    reply = send_raw(port, b"%b\r\n%b\r\n" % (head.encode(), HOST), head.partition(" ")[0])
    assert (reply.status, reply.header("Content-Length"), reply.header("Transfer-Encoding")) == (status, length, None)
