"""Published clients of restcountries, with only their host changed, send requests to the ``/v3.1`` routes."""

import json
import sys
import tempfile
from functools import partial
from pathlib import Path

import pytest
from filelock import FileLock

from scripts.engine_processes import free_port, running
from tests.support.engines.engine_list import STARTS, Engines
from tests.support.processes import printed
from tests.support.project import ROOT

HERE = Path(__file__).parent
CALLS = json.loads((Path(__file__).with_name("vectors") / "client_calls.json").read_text("utf-8"))


PYTHON_MODULES = ROOT / ".cache" / "restcountries-clients"


run = partial(printed, folder=HERE)


def calls(port: int) -> list[dict[str, object]]:
    """Make the calls of the clients, and return the address and the result of each."""
    origin = f"http://127.0.0.1:{port}"
    rows: list[dict[str, object]] = json.loads(
        run("node", "--require", "./other_host.cjs", "clients.cjs", ORIGIN=origin)
    )
    # A client stores its results in the user's cache.
    with tempfile.TemporaryDirectory() as cache:
        command = (sys.executable, "clients.py", origin)
        rows += json.loads(run(*command, PYTHONPATH=str(PYTHON_MODULES), XDG_CACHE_HOME=cache))
    return rows


@pytest.fixture(scope="module")
def installed(run_folder: Path) -> None:
    """Install the clients, once in a run."""
    with FileLock(run_folder / "restcountries-client.lock"):
        present = HERE / "node_modules/.package-lock.json"
        if not present.is_file() or present.stat().st_mtime < (HERE / "package-lock.json").stat().st_mtime:
            run("npm", "ci", "--ignore-scripts", "--no-audit", "--no-fund")
        lock = HERE / "requirements.lock"
        if not PYTHON_MODULES.is_dir() or PYTHON_MODULES.stat().st_mtime < lock.stat().st_mtime:
            pip = (sys.executable, "-m", "pip", "--disable-pip-version-check", "install", "--quiet", "--upgrade")
            run(*pip, "--require-hashes", "--target", str(PYTHON_MODULES), "-r", str(lock))
            PYTHON_MODULES.touch()


def test_page_has_the_table() -> None:
    rows = [
        " | ".join(
            (
                call["client"],
                f"`{call['call']}`",
                f"`{call['asks']}`" if call["asks"] else "none: from its cache",
                f"{call['gets']} countries" if isinstance(call["gets"], int) else call["gets"],
                call["from"],
            )
        )
        for call in CALLS
    ]
    page = (ROOT / "builder/extensions/restcountries/templates/pages/moving-from-restcountries.md").read_text("utf-8")
    table = page.partition("### Clients that work unchanged")[2].partition("###")[0]
    assert [line.strip("| ") for line in table.splitlines() if line.startswith("|")][2:] == rows


# In every run, the vectors of clients.json ask every engine what the clients ask.
@pytest.mark.soak
@pytest.mark.usefixtures("installed")
@pytest.mark.parametrize("engine", ["preview", "nginx", "node"])
def test_calls_of_clients_have_the_requests_and_the_results_of_the_table(engine: str, lenient_engines: Engines) -> None:
    expected = [{name: value for name, value in row.items() if name != "from"} for row in CALLS]
    assert calls(lenient_engines.port(engine)) == expected


@pytest.mark.soak
@pytest.mark.usefixtures("installed")
def test_calls_that_a_file_answers_need_no_function(lenient_site: Path) -> None:
    port = free_port()
    with running(STARTS["nginx"], lenient_site, port) as (function, _):
        function.terminate()
        function.wait()
        rows = calls(port)
    assert [row["gets"] for row in rows] == [row["gets"] if row["from"] == "file" else None for row in CALLS]
