"""The emulator of CloudFront rejects planted faults of the adapter, and accepts the adapter without them."""

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from scripts.engine_processes import Process, find_program, free_port, running
from tests.support.engines import raw_requests, vendor_runtimes
from tests.support.engines.engine_list import Engines
from tests.support.processes import write_apart
from tests.support.serving import Service
from tests.support.vectors import Reply, Vector

_FAULTS: list[dict[str, Any]] = json.loads(Path(__file__).with_name("lambda-faults.json").read_text("utf-8"))
# A region with so many spaces that the links of its answer exceed the limit of a bucket.
_LONG = "%20" * 1200 + "europe"
# The bucket has the file of this answer, which the function reads.
_READ = "/v1/region/europe"
_OLD, _LATE = "Thu, 01 Jan 1970 00:00:00 GMT", "Fri, 01 Jan 2100 00:00:00 GMT"


def _ask(port: int, target: str, method: str = "GET", **headers: str) -> Reply:
    return raw_requests.send(port, Vector("", "", "", target.replace("{long}", _LONG), {}, method), headers)


@pytest.fixture
def port(small_engines: Engines) -> int:
    """Return the port of both deployed triggers."""
    return small_engines.port("aws")


@pytest.mark.parametrize("planted", _FAULTS, ids=[planted["fault"] for planted in _FAULTS])
def test_planted_fault_is_rejected_by_the_rule_of_the_vendor(planted: dict[str, Any], small_engine_site: Path) -> None:
    def start(site: Path, scratch: Path, port: int) -> Sequence[Process]:
        staged = scratch / "staged"
        vendor_runtimes.stage(site, "aws", staged)
        code = staged / planted.get("file", "hosts/aws/function/adapter.js")
        text = code.read_text("utf-8")
        assert planted["instead of"] in text
        write_apart(code, text.replace(planted["instead of"], planted["put"]))
        return [Process([find_program("node"), vendor_runtimes.HERE / "lambda.js", staged, str(port)], port)]

    port = free_port()
    with running(start, small_engine_site, port):
        reply = _ask(port, planted["target"], planted.get("method", "GET"), **planted.get("headers", {}))
    assert reply.status == planted.get("status", 502)
    assert (reply.header("X-Refused") or "").startswith(planted["refusal"])


@pytest.mark.parametrize("planted", _FAULTS, ids=[planted["fault"] for planted in _FAULTS])
def test_adapter_without_a_fault_is_accepted(planted: dict[str, Any], port: int) -> None:
    reply = _ask(port, planted["target"], planted.get("method", "GET"), **planted.get("headers", {}))
    assert reply.status in {200, 304, 412, 414}


@pytest.mark.parametrize("name", ["If-None-Match", "If-Match", "If-Range", "Range"])
def test_headers_that_only_a_bucket_reads_do_not_change_answers(name: str, port: int, small_reference: Service) -> None:
    value = "bytes=0-9" if name == "Range" else '"of another answer"'
    reply = _ask(port, _READ, **{name: value})
    assert (reply.status, reply.body) == (200, small_reference.get(_READ).body)


def test_304_of_the_bucket_stays_304_and_has_the_headers_of_the_answer(port: int, small_reference: Service) -> None:
    reply, expected = _ask(port, _READ, **{"If-Modified-Since": _LATE}), small_reference.get(_READ)
    assert (reply.status, reply.body) == (304, b"")
    for name in ("ETag", "Cache-Control", "X-Dataset-Revision", "Access-Control-Allow-Origin"):
        assert reply.header(name) == expected.header(name)


def test_preflight_of_a_static_address_allows_the_requested_headers(port: int) -> None:
    headers = {
        "Origin": "https://a.example",
        "Access-Control-Request-Method": "GET",
        "Access-Control-Request-Headers": "authorization",
    }
    reply = _ask(port, "/v1/region/europe.json", "OPTIONS", **headers)
    assert reply.status == 200
    assert reply.header("Access-Control-Allow-Origin") == "*"
    assert reply.header("Access-Control-Allow-Headers") == "*, Authorization"
    assert "ETag" in (reply.header("Access-Control-Expose-Headers") or "")
