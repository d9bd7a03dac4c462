"""The documents in a real browser: the tests in ``tests/system/browser`` against a preview."""

import os
import subprocess
from pathlib import Path

from scripts.soak.served import preview, small_project
from tests.support.project import ROOT


def test_the_pages_work_in_a_browser(tmp_path: Path) -> None:
    """Search, console, explorer, charts, map, keyboard, both themes, desk and phone; axe finds nothing."""
    with preview(small_project(tmp_path)) as served:
        command = [
            "node",
            "--test",
            "--test-reporter=spec",
            *map(str, sorted((ROOT / "tests/system/browser").glob("*.test.js"))),
        ]
        environment = os.environ | {"SITE": served.origin}
        done = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout[-20000:]
    assert "ℹ fail 0" in done.stdout
