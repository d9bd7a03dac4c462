"""The documents in a real browser: each file of ``tests/system/browser`` with a preview."""

import os
import subprocess
from pathlib import Path

import pytest

from builder.build import build
from builder.preview.engines.process import free_port
from builder.stages.output.tree import Tree
from tests.support.file_server import file_server
from tests.support.preview_process import Served
from tests.support.project import ROOT, quiet, small_project

_FOLDER = ROOT / "tests/system/browser"
FILES = sorted(_FOLDER.glob("*.test.js"))
# Files with long lists are split into parts, which run in parallel on several workers.
PARTS = {"pages": 4}
RUNS = [
    pytest.param(path, f"{number + 1}/{count}", id=f"{name} {number + 1}/{count}")
    for path in FILES
    for name in [path.name.removesuffix(".test.js")]
    for count in [PARTS.get(name, 1)]
    for number in range(count)
]


@pytest.mark.parametrize(("path", "part"), RUNS)
def test_pages_work_in_a_browser(served: Served, path: Path, part: str) -> None:
    """Search, console, explorer, charts, map, keyboard, both themes, desktop and phone; axe reports no violation."""
    _browse(path, SITE=served.origin, PART=part)


@pytest.mark.parametrize("below", [pytest.param("", marks=pytest.mark.soak), "/project"])
def test_pages_work_on_a_file_server(tmp_path: Path, below: str) -> None:
    """Console, explorer, landing page and reference use static URLs, also below a path."""
    port = free_port()
    origin = f"http://127.0.0.1:{port}"
    addresses = {"cdn_url": f"{origin}{below}/flags", "docs_url": f"{origin}{below}/docs"} if below else {}
    request = small_project(tmp_path / "inputs")._replace(overrides={"base_url": origin, **addresses})
    build(request, Tree(request.output), quiet)
    root = request.output / "public"
    if below:
        root = tmp_path / "root"
        root.mkdir()
        (root / below[1:]).symlink_to(request.output / "public", target_is_directory=True)
    with file_server(root, port):
        _browse(_FOLDER / "files/files.test.js", SITE=origin, BELOW=below)


def _browse(path: Path, **environment: str) -> None:
    command = ["node", "--test", "--test-reporter=spec", str(path)]
    done = subprocess.run(command, cwd=ROOT, env=os.environ | environment, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout[-20000:]
    assert "ℹ fail 0" in done.stdout


def test_every_split_file_exists() -> None:
    assert {f"{name}.test.js" for name in PARTS} <= {path.name for path in FILES}
