"""The command that compares a deployed site with the built one, against a served site with planted faults."""

import subprocess
from dataclasses import replace
from pathlib import Path

import pytest
from click.testing import CliRunner

from builder.build_request import BuildRequest
from builder.cli import main
from builder.commands.verify import Wanted, verify_site
from builder.input_errors import InputError
from scripts.preview_process import Served
from tests.support.engines.engines import Engines


@pytest.fixture
def wanted(small_served: Served, small_served_site: Path) -> Wanted:
    return Wanted(small_served.origin, small_served_site)


def test_site_as_built_has_no_problem(wanted: Wanted) -> None:
    asked = verify_site(wanted)
    assert asked.files > 300
    assert asked.requests - asked.files > 100
    ran = CliRunner().invoke(main, ["verify", wanted.origin, "--output", str(wanted.output)])
    assert (ran.exit_code, "is as built" in ran.output) == (0, True)


@pytest.mark.parametrize("host", ["nginx", "node", "miniflare", "vercel", "aws"])
def test_every_host_is_as_built(host: str, small_engines: Engines, small_engine_site: Path) -> None:
    asked = verify_site(Wanted(f"http://127.0.0.1:{small_engines.port(host)}", small_engine_site))
    assert asked.files > 300


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
        "/changelog.txt: Access-Control-Allow-Origin",
    ),
    ("hosts/nginx/maps.conf", "$flag_cca2.svg", "us.svg", "/flags/get/svg/de: Location: is"),
    ("edge/generated/manifest.js", "public, max-age=60", "no-store", "zzzz: Cache-Control: is 'no-store'"),
)


def test_faults_of_a_deployed_site_are_named(small: BuildRequest, tmp_path: Path) -> None:
    subprocess.run(["cp", "-a", small.output, tmp_path / "deployed"], check=True)
    for name, old, new, _ in _PLANTED:
        path = tmp_path / "deployed" / name
        text = path.read_text("utf-8")
        assert old in text
        path.write_text(text.replace(old, new), "utf-8")
    with Engines(tmp_path / "deployed") as engines:
        origin = f"http://127.0.0.1:{engines.port('nginx')}"
        ran = CliRunner().invoke(main, ["verify", origin, "--all", "--output", str(small.output)])
    assert ran.exit_code == 1
    assert [fault for *_, fault in _PLANTED if fault not in ran.output] == [], ran.output


def test_address_that_must_be_closed_is_reported_when_it_answers(wanted: Wanted) -> None:
    with pytest.raises(InputError, match="it must be off"):
        verify_site(replace(wanted, closed=[wanted.origin]))
    verify_site(replace(wanted, closed=["http://127.0.0.1:9"]))


def test_site_that_does_not_answer_is_reported(wanted: Wanted) -> None:
    ran = CliRunner().invoke(main, ["verify", "http://127.0.0.1:9", "--output", str(wanted.output)])
    assert ran.exit_code == 1
    assert "does not answer: [Errno 111] Connection refused" in ran.output


@pytest.mark.parametrize("origin", ["api.example.org", "https://api.example.org/v1", "ftp://x"])
def test_what_is_no_origin_is_wrong_usage(origin: str) -> None:
    assert CliRunner().invoke(main, ["verify", origin]).exit_code == 2
