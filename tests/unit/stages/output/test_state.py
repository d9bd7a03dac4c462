"""An output and what stands beside it: whose it is, and what a killed build has left there."""

from pathlib import Path

import pytest

from builder.problems import InputError
from builder.stages.output.state import Tree, locked, refuse_foreign
from builder.types import File
from tests.support.trees import write_tree


@pytest.fixture
def tree(tmp_path: Path) -> Tree:
    return Tree(tmp_path / "site")


def write(tree: Tree, *paths: str) -> None:
    write_tree(tree, [File.of(path, b"1") for path in paths])


def test_what_a_killed_build_left_is_cleared(tree: Tree) -> None:
    write(tree, "public/a.json")
    (tree.next / "public").mkdir(parents=True)
    tree.next_state.write_text("{")
    with locked(tree, lambda: None) as left:
        assert left == (tree.next, tree.next_state)
        assert not tree.next.exists()
        assert not tree.next_state.exists()
    assert (tree.root / "public/a.json").read_text() == "1"


def test_a_build_killed_between_two_renames_is_repaired(tree: Tree) -> None:
    write(tree, "public/a.json")
    tree.root.rename(tree.old)
    with locked(tree, lambda: None):
        assert (tree.root / "public/a.json").read_text() == "1"


def test_a_folder_that_no_build_wrote_is_refused(tree: Tree) -> None:
    tree.root.mkdir()
    (tree.root / "thesis.txt").write_text("dear to somebody")
    with pytest.raises(InputError, match="no build wrote"):
        refuse_foreign(tree)


def test_a_folder_that_only_looks_like_a_site_is_refused(tree: Tree) -> None:
    (tree.root / "edge" / "core").mkdir(parents=True)
    (tree.root / "edge" / "core" / "answer.js").write_text("of a project")
    with pytest.raises(InputError, match="no build wrote"):
        refuse_foreign(tree)


def test_a_site_whose_state_is_lost_is_still_ours(tree: Tree) -> None:
    write(tree, "edge/manifest.js")
    tree.state.unlink()
    refuse_foreign(tree)


def test_the_output_is_a_directory_and_no_link(tree: Tree, tmp_path: Path) -> None:
    (tmp_path / "elsewhere").mkdir()
    tree.root.symlink_to(tmp_path / "elsewhere")
    with pytest.raises(InputError, match="not a directory"):
        refuse_foreign(tree)
