"""The commands on a whole project: their files and messages."""

import json
import os
import re
import subprocess
import sys
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import pytest
from click.testing import CliRunner

from builder.api.output_paths import INDEX, public_path
from builder.cli import main
from builder.hosts import cloudflare
from builder.hosts.shared.limits import FILES
from builder.output.tree import Tree
from builder.project.build_request import BuildRequest
from tests.support.commands import countries
from tests.support.few_countries import few_project
from tests.support.project import ROOT
from tests.support.trees import content

REPORT = re.compile(r"[\d,]+ files, [\d,]+ bytes; ([\d,]+) changed, ([\d,]+) kept, ([\d,]+) removed; [\d.]+ seconds\n")


@pytest.fixture(scope="module")
def inputs(tmp_path_factory: pytest.TempPathFactory) -> BuildRequest:
    """Copy the inputs, with a few countries and one page size."""
    return few_project(tmp_path_factory.mktemp("cli"))


@pytest.fixture
def restored(inputs: BuildRequest) -> Iterator[Path]:
    """Return the path of a data file that the test may edit."""
    path = inputs.data / "countries" / "ad.json"
    before = path.read_text("utf-8")
    yield path
    path.write_text(before, "utf-8")


def test_build_ends_with_a_short_report_and_with_option_quiet_with_none(inputs: BuildRequest) -> None:
    first = countries(inputs, "build")
    assert re.fullmatch("Next: [^\n]+\n", first.stderr)
    assert REPORT.fullmatch(first.stdout)
    # A terminal alone shows progress, by lines that are written over.
    assert "\r" not in first.stderr
    again = REPORT.fullmatch(countries(inputs, "build").stdout)
    assert again
    assert (again[1], again[3]) == ("0", "0")
    assert countries(inputs, "build", "--quiet").output == ""


def test_changed_country_rewrites_only_the_files_with_it(inputs: BuildRequest, restored: Path) -> None:
    countries(inputs, "build")
    before = content(inputs.output)
    restored.write_text(restored.read_text("utf-8").replace('"Andorra la Vella"', '"Andorra the Old"'), "utf-8")
    report = REPORT.fullmatch(countries(inputs, "build").stdout)
    assert report
    after = content(inputs.output)
    changed = {path for path in after if after[path] != before.get(path)}
    assert len(changed) == int(report[1].replace(",", ""))
    # The index contains the revision, which every change changes.
    records = {path for path in changed if path.startswith("public/v1/")} - {public_path(INDEX)}
    assert "public/v1/alpha/ad.json" in records
    assert all(b'"Andorra the Old"' in (inputs.output / path).read_bytes() for path in records)
    assert len(changed) < len(after) / 3


def test_url_of_an_option_wins_over_the_environment_and_that_over_the_config(inputs: BuildRequest) -> None:
    environment = {"COUNTRIES_BASE_URL": "https://env.example/", "COUNTRIES_CDN_URL": "https://other.example"}
    assert countries(inputs, "build", "--cdn-url=https://f.example", **environment).exit_code == 0
    public = inputs.output / "public"
    assert '"png":"https://f.example/png/ad.png"' in (public / "v1" / "alpha" / "ad.json").read_text("utf-8")
    assert "https://env.example/docs/" in (public / "llms.txt").read_text("utf-8")
    assert json.loads((public / "openapi.json").read_bytes())["servers"][0]["url"] == "https://env.example"


def test_build_lists_and_counts_all_problems(inputs: BuildRequest, restored: Path) -> None:
    text = restored.read_text("utf-8")
    restored.write_text(text.replace('"cca3": "AND"', '"cca3": "and"').replace('"area": 468', '"area": "468"'), "utf-8")
    for command in ("build", "plan", "check"):
        ended = countries(inputs, command)
        assert ended.exit_code == 1
        assert "countries/ad.json: cca3" in ended.stderr
        assert "countries/ad.json: area" in ended.stderr
        # Two of the fields, and two of the records that name its code, which is none.
        assert ended.stderr.endswith("4 problems found.\n")


def test_build_can_replace_the_empty_current_folder(
    inputs: BuildRequest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "here").mkdir()
    monkeypatch.chdir(tmp_path / "here")
    ended = CliRunner().invoke(main, ["--config", str(inputs.config), "build", "--output", "."])
    assert (ended.exit_code, ended.stderr.startswith("Next: ")) == (0, True)
    assert (tmp_path / "here" / "public").is_dir()


def test_build_reports_the_remains_that_it_removed(inputs: BuildRequest) -> None:
    left = Tree(inputs.output).next
    left.mkdir()
    (left / "half.json").write_text("{")
    ended = countries(inputs, "build")
    assert ended.exit_code == 0
    assert ended.stderr.startswith(f"Removed files of an interrupted build: {left}.\nNext: ")
    assert not left.exists()


def test_check_finds_no_problem_after_a_build(small: BuildRequest) -> None:
    ended = countries(small, "check")
    assert ended.exit_code == 0
    assert ended.stdout.count("valid.") == 2
    assert ended.stderr == ""


def test_plan_counts_what_a_build_writes(small: BuildRequest) -> None:
    ended = countries(small, "plan")
    assert ended.exit_code == 0
    files = sum(path.is_file() for path in (small.output / "public").rglob("*"))
    assert re.search(rf"deployed as files\s+{files:,} files", ended.stdout)
    for host in ("cloudflare", "netlify", "vercel", "aws", "nginx"):
        assert re.search(rf"^{host}\s+within the limits", ended.stdout, re.MULTILINE)
    assert ended.stderr == ""


def test_plan_reports_an_exceeded_limit_of_a_host(small: BuildRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    few = tuple(limit._replace(most=100) if limit.what == FILES else limit for limit in cloudflare.LIMITS)
    monkeypatch.setattr(cloudflare, "LIMITS", few)
    ended = countries(small, "plan")
    assert ended.exit_code == 1
    assert "cloudflare: files" in ended.stderr
    assert re.search(r"\b100\b", ended.stderr)
    assert "[pages]" in ended.stderr


def test_progress_is_shown_on_a_terminal(inputs: BuildRequest, tmp_path: Path) -> None:
    words = ["--config", str(inputs.config), "build", "--output", str(tmp_path / "new")]
    reading, terminal = os.openpty()
    with subprocess.Popen(
        [sys.executable, "-m", "builder", *words], cwd=ROOT, stdout=subprocess.PIPE, stderr=terminal, text=True
    ):
        os.close(terminal)
        shown = b"".join(_read_terminal(reading)).decode()
        os.close(reading)
    flags, files = re.findall(r"(\d+) of \1 flags *\r", shown), re.findall(r"(\d+) files *\r", shown)
    assert flags == [str(len([*(inputs.data / "countries").iterdir()]))]
    assert int(files[-1]) > int(files[0])
    assert "Next: " in shown.rpartition(" \r")[2]


def _read_terminal(handle: int) -> Iterator[bytes]:
    """Yield the output of a terminal until its other side is closed, which Linux reports as an error."""
    with suppress(OSError):
        while shown := os.read(handle, 65_536):
            yield shown
