"""Generated requests to the deployed core; ``make soak`` sends a million of them."""

import subprocess
from pathlib import Path

from tests.support.project import ROOT

REQUESTS = 20_000


def test_no_request_causes_an_exception(site: Path) -> None:
    ran = subprocess.run(
        ["node", "tests/soak/fuzz.js", str(REQUESTS), "1", str(site)],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    assert (ran.returncode, ran.stderr) == (0, "")
    assert ran.stdout.startswith(f"{REQUESTS} requests on 31 documented paths: 200: ")
