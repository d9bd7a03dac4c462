"""The same inputs give the same tree on any machine, in any folder and at any time, and a build opens no connection."""

import os
import sys
from pathlib import Path

import pytest

from builder.project.build_request import BuildRequest
from tests.support.processes import printed, run
from tests.support.project import OTHER_INPUTS, ROOT
from tests.support.small_project import small_project
from tests.support.trees import content, differences

# The text of sitecustomize.py, which Python imports at its start. It sets the clock fourteen years ahead, makes it run
# backwards, and makes it an error to look up a host or to open a connection.
OTHER_CLOCK = """
import datetime, sys, time
start = time.time()
AHEAD = 14 * 365 * 86400
def shifted():
    return start + AHEAD - (real() - start)
real, time.time = time.time, shifted
time.time_ns = lambda: int(shifted() * 1e9)
real_gmtime, real_localtime = time.gmtime, time.localtime
time.gmtime = lambda seconds=None: real_gmtime(shifted() if seconds is None else seconds)
time.localtime = lambda seconds=None: real_localtime(shifted() if seconds is None else seconds)
class Date(datetime.date):
    @classmethod
    def today(cls):
        return cls.fromtimestamp(shifted())
class DateTime(datetime.datetime):
    @classmethod
    def now(cls, tz=None):
        return cls.fromtimestamp(shifted(), tz)
    @classmethod
    def utcnow(cls):
        return cls.utcfromtimestamp(shifted())
datetime.date, datetime.datetime = Date, DateTime
def refuse(event, arguments):
    if event in ("socket.connect", "socket.getaddrinfo", "socket.gethostbyname", "socket.bind", "urllib.Request"):
        raise RuntimeError(f"the build uses the network: {event} {arguments}")
sys.addaudithook(refuse)
"""


@pytest.fixture(scope="module")
def other_place(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """Return an environment that differs in everything that must not affect a build, and that has no network."""
    folder = tmp_path_factory.mktemp("clock")
    (folder / "sitecustomize.py").write_text(OTHER_CLOCK)
    return {
        "PYTHONPATH": f"{folder}{os.pathsep}{ROOT}",
        "TZ": "Asia/Kathmandu",
        "LC_ALL": "C",
        "LANG": "tr_TR.UTF-8",
        "PYTHONHASHSEED": "4711",
        "HOME": str(folder),
        "COUNTRIES_BASE_URL": "",
    }


def test_other_place_has_another_clock_and_no_network(other_place: dict[str, str]) -> None:
    code = "import datetime, time; print(datetime.date.today().year, datetime.datetime.now().year, time.gmtime()[0])"
    years = printed(sys.executable, "-c", code, folder=ROOT, **other_place).split()
    assert all(int(year) - int(printed("date", "+%Y")) >= 13 for year in years)
    code = "import socket; socket.create_connection(('127.0.0.1', 9))"
    assert "the build uses the network" in run(sys.executable, "-c", code, folder=ROOT, **other_place).stderr


def test_another_environment_builds_the_same_tree(
    other_place: dict[str, str], small: BuildRequest, tmp_path: Path
) -> None:
    folder = tmp_path / "another place" / "with a longer name" / "ü"
    # A page links to the source of its guide if the project has that template. Neither project has templates.
    request = small_project(folder, *(name for name in OTHER_INPUTS if name != "templates"))
    arguments = ("--config", request.config, "build", "--output", request.output)
    before = os.umask(0o077)
    try:
        printed(sys.executable, "-m", "builder", *arguments, folder=folder, **other_place)
    finally:
        os.umask(before)
    assert differences(content(request.output), content(small.output)) == []
    assert [*(request.cache / "flags").iterdir()]
