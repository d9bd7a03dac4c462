"""The documents in a real browser: each file of ``tests/system/browser`` against a preview."""

import os
import subprocess
from pathlib import Path

import pytest

from scripts.soak.preview_process import Served
from tests.support.project import ROOT

FILES = sorted((ROOT / "tests/system/browser").glob("*.test.js"))
# Files whose lists are long run in parts, side by side where there are several workers.
PARTS = {"pages": 3, "routes": 2}
RUNS = [
    pytest.param(path, f"{number + 1}/{count}", id=f"{name} {number + 1}/{count}")
    for path in FILES
    for name in [path.name.removesuffix(".test.js")]
    for count in [PARTS.get(name, 1)]
    for number in range(count)
]


@pytest.mark.parametrize(("path", "part"), RUNS)
def test_the_pages_work_in_a_browser(served: Served, path: Path, part: str) -> None:
    """Search, console, explorer, charts, map, keyboard, both themes, desk and phone; axe finds nothing."""
    command = ["node", "--test", "--test-reporter=spec", str(path)]
    environment = os.environ | {"SITE": served.origin, "PART": part}
    done = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout[-20000:]
    assert "ℹ fail 0" in done.stdout


def test_every_long_file_is_there() -> None:
    assert {f"{name}.test.js" for name in PARTS} <= {path.name for path in FILES}
