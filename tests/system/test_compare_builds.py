"""Comparison of two built sites, file by file."""

from pathlib import Path

import pytest

from builder.build import build
from builder.output.tree import Tree
from scripts.compare_builds import BuildDifference, compare_builds, main
from tests.support.few_countries import few_project
from tests.support.project import quiet


def laid_out(folder: Path, files: dict[str, str]) -> Path:
    for name, text in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    return folder


def test_every_kind_of_difference_is_listed(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    before = laid_out(tmp_path / "before", {"same": "1", "public/gone": "1", "public/edited": "12"})
    after = laid_out(tmp_path / "after", {"same": "1", "public/new": "1", "public/edited": "21"})
    assert compare_builds(before, after) == BuildDifference(("public/new",), ("public/gone",), ("public/edited",))
    assert main([str(before), str(after)]) == 1
    assert capsys.readouterr().out.splitlines() == [
        "added: public/new",
        "removed: public/gone",
        "differs: public/edited",
        "different",
    ]


def test_a_folder_without_files_is_named(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    there = laid_out(tmp_path / "there", {"file": ""})
    assert main([str(there), str(tmp_path / "missing")]) == 2
    assert f"holds no file: {tmp_path / 'missing'}" in capsys.readouterr().err
    assert main([str(there)]) == 2


def test_two_builds_of_the_same_inputs_are_equal(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    first, second = (few_project(tmp_path / name) for name in ("first", "second"))
    for request in (first, second):
        build(request, Tree(request.output), quiet)
    assert main([str(first.output), str(second.output)]) == 0
    assert capsys.readouterr().out == "the same\n"
