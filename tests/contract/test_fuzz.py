"""Generated requests to the deployed core."""

import subprocess
from pathlib import Path

import pytest

from tests.support.project import ROOT


@pytest.mark.parametrize("requests", [20_000, pytest.param(1_000_000, marks=pytest.mark.soak)])
def test_no_request_causes_an_exception(requests: int, site: Path) -> None:
    ran = subprocess.run(
        ["node", "tests/contract/fuzz.js", str(requests), "1", str(site)],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    assert (ran.returncode, ran.stderr) == (0, "")
    assert ran.stdout.startswith(f"{requests} requests on 31 documented paths: 200: ")
