"""Generated requests to the deployed core."""

import os
from pathlib import Path

import pytest

from tests.support.processes import run


@pytest.mark.parametrize("requests", [20_000, pytest.param(1_000_000, marks=pytest.mark.soak)])
def test_no_request_causes_an_exception(requests: int, site: Path) -> None:
    # Each run sends the same requests; each run of the soak sends new ones. A failure names the seed.
    seed = 1 if requests < 1_000_000 else os.getpid()
    ran = run("node", "tests/contract/fuzz.js", str(requests), str(seed), site)
    assert (ran.returncode, ran.stderr) == (0, ""), f"seed {seed}"
    assert ran.stdout.startswith(f"{requests} requests on 31 documented paths: 200: ")
