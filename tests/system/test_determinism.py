"""The same inputs give the same tree on any machine, in any folder and at any time."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from builder.build import build
from builder.output.tree import Tree
from tests.support.few_countries import few_project
from tests.support.project import OTHER_INPUTS, ROOT
from tests.support.trees import content, differences

# Imported by Python before any other module: a clock that is fourteen years ahead and runs backwards.
ANOTHER_CLOCK = """
import datetime, time
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
"""


@pytest.fixture(scope="module")
def elsewhere(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """Return an environment that differs in everything that must not affect a build."""
    folder = tmp_path_factory.mktemp("clock")
    (folder / "sitecustomize.py").write_text(ANOTHER_CLOCK)
    return os.environ | {
        "PYTHONPATH": f"{folder}{os.pathsep}{ROOT}",
        "TZ": "Asia/Kathmandu",
        "LC_ALL": "C",
        "LANG": "tr_TR.UTF-8",
        "PYTHONHASHSEED": "4711",
        "HOME": str(folder),
        "COUNTRIES_BASE_URL": "",
    }


def test_other_clock_is_in_effect(elsewhere: dict[str, str]) -> None:
    code = "import datetime, time; print(datetime.date.today().year, datetime.datetime.now().year, time.gmtime()[0])"
    years = subprocess.run(
        [sys.executable, "-c", code], env=elsewhere, capture_output=True, text=True, check=True
    ).stdout
    assert all(int(year) - int(content_year()) >= 13 for year in years.split())


def content_year() -> str:
    """Return the year from a process with the right clock."""
    return subprocess.run(["date", "+%Y"], capture_output=True, text=True, check=True).stdout


def test_another_environment_builds_the_same_tree(elsewhere: dict[str, str], tmp_path: Path) -> None:
    here = few_project(tmp_path / "here")
    build(here, Tree(here.output))
    folder = tmp_path / "another place" / "with a longer name" / "ü"
    request = few_project(folder, *OTHER_INPUTS)
    ended = subprocess.run(
        [
            sys.executable,
            "-m",
            "builder",
            "--config",
            str(request.config),
            "build",
            "--output",
            str(request.output),
        ],
        env=elsewhere,
        cwd=folder,
        umask=0o077,
        capture_output=True,
        text=True,
        check=False,
    )
    assert ended.returncode == 0, ended.stderr
    assert differences(content(request.output), content(here.output)) == []
