"""The documents in a real browser: the scripts of ``tests/extensions/pages/browser`` with a preview."""

from pathlib import Path

import pytest

from builder.build import build
from builder.output.tree import Tree
from scripts.engine_processes import free_port
from scripts.preview_process import Served
from tests.support.file_server import file_server
from tests.support.processes import run
from tests.support.project import ROOT
from tests.support.small_project import small_project

_FOLDER = ROOT / "tests/extensions/pages/browser"
_SCRIPTS = sorted(_FOLDER.glob("*.test.js"))
pytestmark = pytest.mark.slow


@pytest.mark.needs("restcountries", "exports")
@pytest.mark.parametrize("every", ["", pytest.param("1", marks=pytest.mark.soak)])
def test_pages_are_accessible_and_can_be_used(served: Served, every: str) -> None:
    _browse(_SCRIPTS, SITE=served.origin, EVERY=every)


_IN_SOAK = [pytest.param(below, "1", marks=pytest.mark.soak) for below in ("", "/project")]


@pytest.mark.parametrize(("below", "every"), [("/project", ""), *_IN_SOAK])
def test_pages_work_on_a_file_server(tmp_path: Path, below: str, every: str) -> None:
    """Console, explorer, landing page and reference use static URLs, also below a path."""
    port = free_port()
    origin = f"http://127.0.0.1:{port}"
    addresses = {"cdn_url": f"{origin}{below}/flags", "docs_url": f"{origin}{below}/docs"} if below else {}
    request = small_project(tmp_path / "inputs")._replace(overrides={"base_url": origin, **addresses})
    build(request, Tree(request.output))
    root = request.output / "public"
    if below:
        root = tmp_path / "root"
        root.mkdir()
        (root / below[1:]).symlink_to(request.output / "public", target_is_directory=True)
    with file_server(root, port):
        _browse([_FOLDER / "files/files.test.js"], SITE=origin, BELOW=below, EVERY=every)


def _browse(paths: list[Path], **environment: str) -> None:
    """Run scripts in one process, which share a browser: its start takes as long as six visits."""
    options = ["--test-isolation=none", "--test-timeout=120000", "--test-reporter=spec"]
    done = run("node", "--test", *options, *paths, folder=ROOT, **environment)
    assert done.returncode == 0, done.stdout[-20000:]
    assert "ℹ fail 0" in done.stdout
