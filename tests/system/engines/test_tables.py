"""Files of tables: each host sends them without the function, with the headers of every answer."""

import json
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from builder.api.headers import CACHE, TYPES, common
from builder.hosts.cloudflare.rules import type_rules
from builder.types import Asset, File
from tests.support.engines.engines import Engines
from tests.support.engines.function_use import marked, ran
from tests.support.engines.netlify_rules import functions, matches
from tests.support.serving import Service
from tests.support.vectors import Vector, broken_rules

HOSTS = ("cloudflare", "nginx", "vercel", "aws", "node")
FILES = {
    "/tables/index.json": b'{"kind":"tables"}',
    "/tables/time-zones.json": b'{"kind":"table"}',
    "/tables/time-zones.schema.json": b'{"type":"object"}',
    "/tables/time-zones.csv": b"name\r\nEurope/Berlin\r\n",
    "/tables/outlines/de.geojson": b'{"type":"Feature"}',
    "/tables/outlines.topo.json": b'{"type":"Topology"}',
    # Whatever else a table may be.
    **{f"/tables/any/file.{ending}": ending.encode() for ending in TYPES},
}


@pytest.fixture(scope="module")
def engines(small_engine_site: Path) -> Iterator[Engines]:
    """Run the engines over a site with tables, with a function that marks its answers."""
    with marked(small_engine_site) as site:
        for address, body in FILES.items():
            path = site / "public" / address[1:]
            path.parent.mkdir(parents=True, exist_ok=True)
            # Break a hard link to a file of the site.
            path.unlink(missing_ok=True)
            path.write_bytes(body)
        _add_type_rules(site / "hosts/cloudflare/_headers")
        _add_to_list(site / "edge/generated/files.json")
        with Engines(site) as started:
            yield started


def _add_type_rules(path: Path) -> None:
    """Add what a build writes where tables have such files. The host reads no more than a hundred rules."""
    planted = [Asset(address, File.of(address, body), address.rpartition(".")[2]) for address, body in FILES.items()]
    rules = [f"{rule.path}\n  {name}: {value}" for rule in type_rules(planted) for name, value in rule.headers]
    text = path.read_text("utf-8")
    path.unlink()
    path.write_text("\n".join([*rules, text]), "utf-8")


def _add_to_list(path: Path) -> None:
    listed = json.loads(path.read_text("utf-8"))
    listed["files"] |= {
        address: (address[1:], address.rpartition(".")[2], "ok", listed["sets"].index([])) for address in FILES
    }
    path.unlink()
    path.write_text(json.dumps(listed), "utf-8")


def _get(target: str) -> Vector:
    return Vector("", target, "", target, {"status": 200})


@pytest.mark.parametrize("host", HOSTS)
@pytest.mark.parametrize("target", FILES)
def test_file_of_a_table_is_sent_with_the_headers_of_every_answer(
    target: str, host: str, engines: Engines, small_reference: Service
) -> None:
    reply = engines.send(host)(_get(target))
    assert (reply.status, reply.body) == (200, FILES[target])
    # Node's own server adds the headers that its function has; AWS sends those of CORS to browsers alone.
    assert host == "node" or not ran(reply.headers)
    revision = small_reference.get("/health").header("X-Dataset-Revision") or ""
    wanted = {**dict(common(revision)), "Cache-Control": CACHE["ok"]}
    browser = replace(_get(target), headers={"Origin": "https://example.org"})
    sent = engines.send(host)(browser)
    assert {name: sent.header(name) for name in wanted} == wanted
    # Some hosts send text with a charset, others without.
    kind = TYPES[target.rpartition(".")[2]]
    assert (sent.header("Content-Type") or "").partition(";")[0] == kind.partition(";")[0]


@pytest.mark.parametrize("host", HOSTS)
def test_tag_of_a_table_is_known(host: str, engines: Engines) -> None:
    ask = engines.send(host)
    target = _get("/tables/time-zones.json")
    tag = ask(target).header("ETag")
    known = ask(replace(target, headers={"If-None-Match": tag or ""}))
    assert (known.status, known.body) == (304, b"")


@pytest.mark.parametrize("host", HOSTS)
def test_unknown_table_is_the_404_of_the_service(host: str, engines: Engines) -> None:
    for target in ("/tables/planets.json", "/tables/outlines/zz.geojson", "/tables/"):
        reply = engines.send(host)(replace(_get(target), headers={"Origin": "https://example.org"}))
        assert (reply.status, json.loads(reply.body)["status"]) == (404, 404), target
        headers = tuple(header for header in reply.headers if not ran([header]))
        # The headers of a path are those of all its answers on AWS.
        assert host == "aws" or broken_rules("GET", replace(reply, headers=headers)) == []


@pytest.mark.parametrize("host", ["nginx", "vercel", "node"])
def test_other_method_for_a_table_is_refused(host: str, engines: Engines) -> None:
    ask = engines.send(host)
    refused = ask(replace(_get("/tables/time-zones.json"), method="POST"))
    assert (refused.status, refused.header("Allow")) == (405, "GET, HEAD, OPTIONS")
    assert ask(replace(_get("/tables/time-zones.csv"), method="OPTIONS")).status == 204


def test_rules_of_netlify_run_no_function_for_a_table(small_engine_site: Path, tmp_path: Path) -> None:
    absent = ("/tables/planets.json", "/tables/outlines/zz.geojson", "/tables/")
    expected: dict[tuple[str, str], list[str]] = {("GET", address): [] for address in (*FILES, *absent)} | {
        # The host would send the file for these.
        ("OPTIONS", "/tables/time-zones.json"): ["methods"],
        ("POST", "/tables/time-zones.csv"): ["methods"],
        ("GET", "/v1/region/europe"): ["countries"],
    }
    assert dict(zip(expected, functions(small_engine_site, tmp_path, [*expected]), strict=True)) == expected
    unknown = matches(small_engine_site, [_get(address) for address in absent])
    assert unknown == [{"to": "/_errors/404.json", "status": 404}] * len(absent)
