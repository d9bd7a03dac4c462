"""The edit of a country that benchmarks make is one that a build accepts."""

from pathlib import Path

from benchmarks.builds import edit_country
from builder.build_request import BuildRequest
from builder.config import load_config
from builder.javascript.context import read_modules
from builder.javascript.core_calls import Folding
from builder.site.dataset.loading import load_dataset
from tests.support.few_countries import few_project
from tests.support.project import ROOT


def revision(request: BuildRequest) -> str:
    return load_dataset(
        request.data, load_config(request.config), Folding(read_modules(ROOT / "edge", "core"))
    ).revision


def test_each_edit_of_a_benchmark_gives_another_valid_dataset(tmp_path: Path) -> None:
    request = few_project(tmp_path)
    revisions = [revision(request)]
    for _ in range(2):
        edit_country(request.data.parent)
        revisions.append(revision(request))
    assert len({*revisions}) == 3
