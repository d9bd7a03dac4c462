"""A build over an old site makes the same tree as a build from nothing, whatever was edited since."""

import os
from pathlib import Path

import pytest

from builder.build import build
from builder.output.tree import Tree
from tests.support.cases import load_cases
from tests.support.project import OTHER_INPUTS
from tests.support.small_project import small_project
from tests.support.trees import content, differences

# One edit of an input of each kind: the file, a text there and another in its place.
_EDITS = load_cases("old_site")["edits"]


@pytest.mark.soak
def test_tree_after_each_edit_is_that_of_a_build_from_nothing(tmp_path: Path) -> None:
    project = small_project(tmp_path, *OTHER_INPUTS)
    tree = Tree(project.output)
    build(project, tree)
    for file, old, new in _EDITS:
        path, before = project.root / file, content(project.output)
        text = path.read_text("utf-8")
        assert old in text, file
        path.write_text(text.replace(old, new), "utf-8")
        build(project, tree)
        after = content(project.output)
        assert differences(before, after), file
        _damage(project.output / "public")
        build(project, tree, anew=True)
        assert differences(after, content(project.output)) == [], file


def _damage(public: Path) -> None:
    # The damaged file has the old size and time.
    text, times = public / "llms.txt", (public / "llms.txt").stat()
    text.write_bytes(text.read_bytes().swapcase())
    os.utime(text, ns=(times.st_atime_ns, times.st_mtime_ns))
    (public / "openapi.json").write_text("{}")
    (public / "docs.txt").unlink()
