"""A published client of restcountries, with only its host changed, sends requests to the ``/v3.1`` routes."""

import json
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest
from filelock import FileLock

from tests.support.engines.engines import Engines

HERE = Path(__file__).parent
WANTED = {
    "all": 250,
    "name": ["EE"],
    "fullName": ["PE"],
    "code": ["CO"],
    "codes": ["CO", "EE", "NO"],
    "currency": ["CO"],
    "language": ["EE"],
    "capital": ["EE"],
    "region": ["AQ", "BV", "GS", "HM", "TF"],
    "regions": ["africa", "americas", "antarctic", "asia", "europe", "oceania"],
    "timezone": ["NP"],
    "flag": {"countryName": "Belgium", "flag": "🇧🇪"},
    "foreign": "DE",
    "nearest": "CH",
    "nothing": {"message": "Not Found", "status": 404},
}


def run(*command: str, folder: Path) -> str:
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


@pytest.fixture(scope="module")
def started(lenient_site: Path) -> Iterator[Engines]:
    with Engines(lenient_site) as engines:
        yield engines


@pytest.mark.parametrize("engine", ["preview", "node"])
def test_client_gets_the_same_answers(engine: str, started: Engines, run_folder: Path) -> None:
    with FileLock(run_folder / "restcountries-client.lock"):
        if not (HERE / "node_modules").is_dir():
            run("npm", "ci", "--ignore-scripts", "--no-audit", "--no-fund", folder=HERE)
    said = run("node", "use.js", f"http://127.0.0.1:{started.port(engine)}", folder=HERE)
    assert json.loads(said) == WANTED
