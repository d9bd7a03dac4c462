"""The command that compares a deployed site with the built one, against a served site with planted faults."""

import subprocess
from collections.abc import Callable, Mapping
from dataclasses import replace
from pathlib import Path

import pytest
from click.testing import CliRunner

from builder.build_request import BuildRequest
from builder.cli import main
from builder.commands.verify import Reply, Wanted, get, verify_site
from builder.input_errors import InputError
from scripts.preview_process import Served
from tests.support.engines.engines import Engines

Fault = Callable[[str, Reply], Reply]


@pytest.fixture
def wanted(small_served: Served, small_served_site: Path) -> Wanted:
    return Wanted(small_served.origin, small_served_site)


def _asking(fault: Fault) -> Callable[[str, Mapping[str, str]], Reply]:
    def ask(url: str, headers: Mapping[str, str]) -> Reply:
        return fault(url, get(url, headers))

    return ask


def _without(name: str) -> Fault:
    return lambda _, reply: reply._replace(headers={key: reply.headers[key] for key in reply.headers if key != name})


def _with(name: str, value: str) -> Fault:
    return lambda _, reply: reply._replace(headers={**reply.headers, name: value})


def _on(part: str, fault: Fault) -> Fault:
    return lambda url, reply: fault(url, reply) if part in url else reply


def _status(number: int, body: bytes = b"") -> Fault:
    return lambda _, reply: reply._replace(status=number, body=body)


def test_site_as_built_has_no_problem(wanted: Wanted) -> None:
    assert verify_site(wanted) >= 10
    ran = CliRunner().invoke(main, ["verify", wanted.origin, "--output", str(wanted.output)])
    assert (ran.exit_code, "is as built" in ran.output) == (0, True)


@pytest.mark.parametrize("host", ["nginx", "node", "miniflare", "vercel", "aws"])
def test_every_host_is_as_built(host: str, engines: Engines, site: Path) -> None:
    assert verify_site(Wanted(f"http://127.0.0.1:{engines.port(host)}", site)) >= 10


@pytest.mark.parametrize(
    ("fault", "place", "what"),
    [
        (_with("x-dataset-revision", "0" * 16), "/v1/alpha/pe", "X-Dataset-Revision: is 0000"),
        (_without("x-dataset-revision"), "/v1/alpha/pe", "X-Dataset-Revision: is missing"),
        (_without("access-control-allow-origin"), "/v1/alpha/pe", "Access-Control-Allow-Origin: is missing"),
        (_with("content-type", "application/octet-stream"), "/v1/alpha/pe.json", "Content-Type: is"),
        (_on("fields=", _with("cache-control", "no-store")), "fields=name.common", "Cache-Control: is 'no-store'"),
        (_on("?fields", lambda _, reply: reply._replace(body=b"[{}]")), "fields=name.common", "body: differs"),
        (_on("?", _status(429)), "fields=name.common", "status: is 429; 200 is expected"),
        (_on("/zzzz", _status(200, b"<html>")), "/v1/alpha/zzzz", "status: is 200; 404 is expected"),
        (_on("/flags/get", _status(404)), "/flags/get/svg/pe", "status: is 404; 301 is expected"),
        (_on("/flags/svg", _status(404)), "/flags/svg/pe.svg", "status: is 404; 200 is expected"),
        (_on("health.json", lambda _, reply: reply._replace(body=b"{}")), "/health.json", "body: differs"),
        (
            _on("api-catalog", _with("content-type", "application/octet-stream")),
            "/.well-known/api-catalog",
            "Content-Type: is",
        ),
        (_on("api-catalog", _without("link")), "/.well-known/api-catalog", "Link: is missing"),
        (_on("?fields", _with("etag", '"other"')), "fields=name.common", 'ETag: is "other"'),
        (
            _on("?fields", lambda _, reply: reply._replace(status=200)),
            "fields=name.common",
            "If-None-Match: is answered",
        ),
    ],
)
def test_planted_fault_is_found(fault: Fault, place: str, what: str, wanted: Wanted) -> None:
    with pytest.raises(InputError) as raised:
        verify_site(wanted, _asking(fault))
    assert [problem for problem in map(str, raised.value.problems) if place in problem and what in problem]


# In a deployed site: the file, what stands there, what stands in its place, and what is printed.
_PLANTED = (
    ("public/v1/alpha/pe.json", "Peru", "PERU", "/v1/alpha/pe.json: body: differs"),
    ("public/health.json", '"status":"pass"', '"status":"warn"', "/health.json: body: differs"),
    ("public/flags/svg/pe.svg", "<svg", "<svg ", "/flags/svg/pe.svg: body: differs"),
    ("public/tables/index.json", '"tables"', '"table"', "/tables/index.json: body: differs"),
    (
        "hosts/nginx/server.conf",
        "text/csv csv;",
        "text/plain csv;",
        ".csv: Content-Type: is 'text/plain; charset=utf-8'",
    ),
    (
        "hosts/nginx/server.conf",
        'Allow-Origin "*"',
        'Allow-Origin "null"',
        "/tables/index.json: Access-Control-Allow-Origin",
    ),
    ("hosts/nginx/maps.conf", "$flag_cca2.svg", "us.svg", "/flags/get/svg/pe: Location: is"),
    ("edge/generated/records.js", "Peru", "PERU", "/v1/alpha/pe?fields=name.common: body: differs"),
    ("edge/generated/manifest.js", "public, max-age=60", "no-store", "/v1/alpha/zzzz: Cache-Control: is 'no-store'"),
    ("edge/core/shuffle.js", "[2 * one + 1] - ", "[2 * one] - ", "page=random: body: differs"),
)


def test_ten_faults_of_a_deployed_site_are_named(small: BuildRequest, tmp_path: Path) -> None:
    subprocess.run(["cp", "-a", small.output, tmp_path / "deployed"], check=True)
    for name, old, new, _ in _PLANTED:
        path = tmp_path / "deployed" / name
        text = path.read_text("utf-8")
        assert old in text
        path.write_text(text.replace(old, new), "utf-8")
    with Engines(tmp_path / "deployed") as engines:
        origin = f"http://127.0.0.1:{engines.port('nginx')}"
        ran = CliRunner().invoke(main, ["verify", origin, "--output", str(small.output)])
    assert ran.exit_code == 1
    assert [fault for *_, fault in _PLANTED if fault not in ran.output] == []


def test_rules_that_are_gone_are_seen_by_the_tag_of_a_request_without_a_query(wanted: Wanted) -> None:
    wanted = replace(wanted, plain_from_files=True)
    with pytest.raises(InputError, match=r"the rules .* are gone"):
        verify_site(wanted)

    def of_a_file(url: str, reply: Reply) -> Reply:
        return _with("etag", '"of-a-file"')(url, reply) if url.endswith("/pe") else reply

    assert verify_site(wanted, _asking(of_a_file)) >= 10


def test_address_that_must_be_closed_is_reported_when_it_answers(wanted: Wanted) -> None:
    with pytest.raises(InputError, match="it must be off"):
        verify_site(replace(wanted, closed=[wanted.origin]))
    verify_site(replace(wanted, closed=["http://127.0.0.1:9"]))


def test_site_that_does_not_answer_is_reported(wanted: Wanted) -> None:
    ran = CliRunner().invoke(main, ["verify", "http://127.0.0.1:9", "--output", str(wanted.output)])
    assert ran.exit_code == 1
    assert "http://127.0.0.1:9/v1/alpha/pe: does not answer" in ran.output


@pytest.mark.parametrize("origin", ["api.example.org", "https://api.example.org/v1", "ftp://x"])
def test_what_is_no_origin_is_wrong_usage(origin: str) -> None:
    assert CliRunner().invoke(main, ["verify", origin]).exit_code == 2
