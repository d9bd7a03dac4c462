"""The commands on a whole project: their files and messages."""

import json
import os
import re
import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from pathlib import Path

import pytest

from builder.api.output_paths import INDEX, public_path
from builder.cli import main
from builder.hosts import cloudflare
from builder.hosts.shared.limits import FILES
from builder.output.tree import Tree
from builder.project.build_request import BuildRequest
from tests.support.commands import countries
from tests.support.small_project import small_project
from tests.support.trees import content

REPORT = re.compile(r"[\d,]+ files, [\d,]+ bytes; ([\d,]+) changed, ([\d,]+) kept, ([\d,]+) removed; [\d.]+ seconds\n")


@pytest.fixture(scope="module")
def inputs(tmp_path_factory: pytest.TempPathFactory) -> BuildRequest:
    """Copy the inputs, with a few countries and one page size."""
    return small_project(tmp_path_factory.mktemp("commands"))


def test_build_ends_with_a_short_report_and_with_option_quiet_prints_nothing(inputs: BuildRequest) -> None:
    left = Tree(inputs.output).next
    left.mkdir()
    (left / "half.json").write_text("{")
    urls = {"COUNTRIES_BASE_URL": "https://env.example/", "COUNTRIES_CDN_URL": "https://other.example"}
    first, again, quiet = (
        countries(inputs, "build", "--cdn-url=https://f.example", *more, **urls) for more in ((), (), ("--quiet",))
    )
    # Progress is shown only on a terminal, by lines that replace one another.
    assert re.fullmatch(f"Removed files of an interrupted build: {left}\\.\nNext: [^\n\r]+\n", first.stderr)
    assert not left.exists()
    assert REPORT.fullmatch(first.stdout)
    unchanged = REPORT.fullmatch(again.stdout)
    assert unchanged
    assert (unchanged[1], unchanged[3]) == ("0", "0")
    assert (quiet.exit_code, quiet.output) == (0, "")
    _has_urls_of_the_option_before_those_of_the_environment(inputs.output / "public")


def _has_urls_of_the_option_before_those_of_the_environment(public: Path) -> None:
    assert '"png":"https://f.example/png/ad.png"' in (public / "v1" / "alpha" / "ad.json").read_text("utf-8")
    assert "https://env.example/docs/" in (public / "llms.txt").read_text("utf-8")
    assert json.loads((public / "openapi.json").read_bytes())["servers"][0]["url"] == "https://env.example"


def test_changed_country_rewrites_only_the_files_with_it(small: BuildRequest, small_copy: BuildRequest) -> None:
    before, record = content(small.output), small_copy.data / "countries" / "ad.json"
    record.write_text(record.read_text("utf-8").replace('"Andorra la Vella"', '"Andorra the Old"'), "utf-8")
    report = REPORT.fullmatch(countries(small_copy, "build").stdout)
    assert report
    after = content(small_copy.output)
    changed = {path for path in after if after[path] != before.get(path)}
    assert len(changed) == int(report[1].replace(",", ""))
    # The index contains the revision, which every change changes.
    records = {path for path in changed if path.startswith("public/v1/")} - {public_path(INDEX)}
    assert "public/v1/alpha/ad.json" in records
    assert all(b'"Andorra the Old"' in (small_copy.output / path).read_bytes() for path in records)
    assert len(changed) < len(after) / 3


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


def test_progress_of_a_build_into_the_empty_current_folder_is_shown_on_a_terminal(
    small: BuildRequest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "here").mkdir()
    monkeypatch.chdir(tmp_path / "here")
    reading, terminal = os.openpty()
    # Read meanwhile: a terminal holds a few lines.
    with ThreadPoolExecutor() as readers:
        read = readers.submit(b"".join, _read_terminal(reading))
        with os.fdopen(terminal, "w", encoding="utf-8") as stream, monkeypatch.context() as patch:
            patch.setattr(sys, "stderr", stream)
            main(["--config", str(small.config), "build", "--output", "."], standalone_mode=False)
        shown = read.result().decode()
    os.close(reading)
    assert REPORT.fullmatch(capsys.readouterr().out)
    assert (tmp_path / "here" / "public").is_dir()
    flags, files = re.findall(r"(\d+) of \1 flags *\r", shown), re.findall(r"(\d+) files *\r", shown)
    assert flags == [str(len([*(small.data / "countries").iterdir()]))]
    assert int(files[-1]) > int(files[0])
    assert "Next: " in shown.rpartition(" \r")[2]


def _read_terminal(handle: int) -> Iterator[bytes]:
    """Yield the output of a terminal until its other side is closed, which Linux reports as an error."""
    with suppress(OSError):
        while shown := os.read(handle, 65_536):
            yield shown
