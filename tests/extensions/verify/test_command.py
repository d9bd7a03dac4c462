"""The command that compares a deployed site with the built one, against a preview and the engines of hosts."""

from pathlib import Path

import pytest
from click.testing import CliRunner

from builder.cli import main
from builder.extensions.verify import verify
from builder.extensions.verify.verify import Verification, verify_site
from builder.project.build_request import BuildRequest
from scripts.engine_processes import free_port
from scripts.preview_process import Served
from tests.support.engines.engine_list import Engines
from tests.support.file_server import file_server


@pytest.fixture
def expected(small_served: Served, small_served_site: Path) -> Verification:
    return Verification(small_served.origin, small_served_site)


@pytest.mark.parametrize("options", [[], pytest.param(["--all"], marks=pytest.mark.soak)], ids=str)
def test_site_as_built_has_no_problem(options: list[str], expected: Verification) -> None:
    ran = CliRunner().invoke(main, ["verify", expected.origin, *options, "--output", str(expected.output)])
    assert (ran.exit_code, "is as built" in ran.output) == (0, True)


# A host has one rule for most files of a kind.
@pytest.mark.parametrize("of_a_kind", [12, pytest.param(100, marks=pytest.mark.soak)])
@pytest.mark.parametrize("host", ["nginx", "node", "miniflare", "vercel", "aws"])
def test_every_host_is_as_built(
    host: str, of_a_kind: int, small_engines: Engines, small_engine_site: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("_SMALL_KIND", "_SAMPLE_SIZE"):
        monkeypatch.setattr(verify, name, of_a_kind)
    asked = verify_site(Verification(f"http://127.0.0.1:{small_engines.port(host)}", small_engine_site))
    assert asked.files > 200


def test_site_that_does_not_answer_is_reported(expected: Verification) -> None:
    ran = CliRunner().invoke(main, ["verify", "http://127.0.0.1:9", "--output", str(expected.output)])
    assert ran.exit_code == 1
    assert "does not answer: [Errno 111] Connection refused" in ran.output
    assert "1 problem found." in ran.output


def test_files_below_a_path_are_compared(small: BuildRequest, tmp_path: Path) -> None:
    (tmp_path / "geo").symlink_to(small.output / "public")
    port = free_port()
    with file_server(tmp_path, port):
        arguments = [f"http://127.0.0.1:{port}/geo/", "--files-only", "--output", str(small.output)]
        ran = CliRunner().invoke(main, ["verify", *arguments])
    assert (ran.exit_code, "is as built" in ran.output) == (0, True), ran.output


@pytest.mark.parametrize("origin", ["api.example.org", "https://api.example.org/v1", "ftp://x"])
def test_argument_that_is_no_origin_is_wrong_usage(origin: str) -> None:
    assert CliRunner().invoke(main, ["verify", origin]).exit_code == 2
