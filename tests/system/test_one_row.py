"""What CONTRIBUTING.md adds with one row, added by that row alone."""

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.support.project import ROOT

_COPIED = ("builder", "edge", "templates", "CHANGELOG.md", "LICENSE", "requirements.lock")


@pytest.fixture
def project(tmp_path: Path) -> Path:
    """Copy what a build runs and reads, without the dataset, which it only reads."""
    for name in _COPIED:
        if (ROOT / name).is_dir():
            shutil.copytree(ROOT / name, tmp_path / name, ignore=shutil.ignore_patterns("__pycache__", "node_modules"))
        else:
            shutil.copy(ROOT / name, tmp_path / name)
    (tmp_path / "data").symlink_to(ROOT / "data")
    (tmp_path / ".cache").symlink_to(ROOT / ".cache")
    config = (ROOT / "site_config.toml").read_text("utf-8").replace('limits = "all"', "limits = [5]")
    (tmp_path / "site_config.toml").write_text(config, "utf-8")
    return tmp_path


def _edit(path: Path, old: str, new: str) -> None:
    text = path.read_text("utf-8")
    assert text.count(old) == 1
    path.write_text(text.replace(old, new), "utf-8")


def _built(project: Path) -> Path:
    environment = {**os.environ, "PYTHONPATH": str(project)}
    command = [sys.executable, "-m", "builder", "build", "--quiet"]
    subprocess.run(command, cwd=project, env=environment, check=True)
    return project / "output" / "public"


def test_a_ranking_by_a_figure_is_a_word_of_its_row(project: Path) -> None:
    words = '        "index from 0 to 100",\n'
    measured = '        measured="Gini index of income; unit: index from 0 to 100; source: World Bank",\n'
    _edit(project / "builder/api/figures.py", words, words + measured)
    public = _built(project)
    ranking = json.loads((public / "v1/rank/gini.json").read_bytes())
    figures = [country["enrichment"]["development"]["gini"] for country in ranking]
    assert len(figures) == 5
    assert figures == sorted(figures, reverse=True)
    described = (public / "openapi.json").read_text("utf-8")
    assert '"populationDensity","gini"]' in described
    for page in ("docs/rankings.txt", "docs/route-rank.txt", "llms-full.txt", "docs/values.txt"):
        assert "gini" in (public / page).read_text("utf-8"), page
    assert "console.html#/v1/rank/gini" in (public / "docs/figures/gini.html").read_text("utf-8")
