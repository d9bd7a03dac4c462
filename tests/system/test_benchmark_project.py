"""The project that benchmarks build and edit is one that a build accepts."""

from pathlib import Path

from benchmarks.builds import edit_country
from benchmarks.shared.measure import ROOT, make_project
from builder.config import load_config
from builder.javascript.context import read_modules
from builder.javascript.core_calls import Folding
from builder.stages.dataset.loading import load_dataset


def revision(project: Path) -> str:
    config = load_config(project / "site_config.toml")
    return load_dataset(project / "data", config, Folding(read_modules(ROOT / "edge/core"))).revision


def test_each_edit_of_a_benchmark_gives_another_valid_dataset(tmp_path: Path) -> None:
    project = tmp_path / "project"
    make_project(project)
    revisions = [revision(project)]
    for _ in range(2):
        edit_country(project)
        revisions.append(revision(project))
    assert len({*revisions}) == 3
