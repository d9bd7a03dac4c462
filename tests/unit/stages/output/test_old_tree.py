"""What is on disk before a build: the old tree, foreign files in it, and the spare tree."""

from pathlib import Path

import pytest

from builder.problems import InputError
from builder.stages.output.old_tree import examine, refuse_foreign
from builder.stages.output.state import Tree, read_state
from builder.types import File
from tests.support.trees import read_old, write_tree


@pytest.fixture
def tree(tmp_path: Path) -> Tree:
    return Tree(tmp_path / "site")


def write(tree: Tree, *paths: str) -> None:
    write_tree(tree, [File.of(path, b"1") for path in paths])


def test_folder_not_written_by_a_build_is_rejected(tree: Tree) -> None:
    tree.root.mkdir()
    (tree.root / "thesis.txt").write_text("dear to somebody")
    with pytest.raises(InputError, match="not written by a build"):
        refuse_foreign(tree, read_old(tree))


def test_every_file_that_no_build_wrote_is_named(tree: Tree) -> None:
    write(tree, "public/a.json")
    (tree.root / "public" / "mine.txt").write_text("dear to somebody")
    (tree.root / "link").symlink_to(tree.root / "public")
    with pytest.raises(InputError, match="--force-replace") as refused:
        refuse_foreign(tree, read_old(tree))
    names = {Path(problem.file).relative_to(tree.root).as_posix() for problem in refused.value.problems}
    assert names == {"public/mine.txt", "link"}
    refuse_foreign(tree, read_old(tree), replace=True)


def test_first_foreign_files_are_named_and_the_others_counted(tree: Tree) -> None:
    tree.root.mkdir()
    for number in range(25):
        (tree.root / f"{number}.txt").write_text("dear to somebody")
    with pytest.raises(InputError, match="5 more were not written by a build") as refused:
        refuse_foreign(tree, read_old(tree))
    assert len(refused.value.problems) == 21


def test_folder_that_only_looks_like_a_site_is_rejected(tree: Tree) -> None:
    (tree.root / "edge" / "core").mkdir(parents=True)
    (tree.root / "edge" / "core" / "answer.js").write_text("of a project")
    with pytest.raises(InputError, match="not written by a build"):
        refuse_foreign(tree, read_old(tree))


def test_site_without_its_state_is_recognized_as_a_build(tree: Tree) -> None:
    write(tree, "edge/manifest.js")
    tree.state.unlink()
    refuse_foreign(tree, read_old(tree))


def test_output_that_is_a_link_is_rejected(tree: Tree, tmp_path: Path) -> None:
    (tmp_path / "elsewhere").mkdir()
    tree.root.symlink_to(tmp_path / "elsewhere")
    with pytest.raises(InputError, match="not a directory"):
        refuse_foreign(tree, read_old(tree))


def test_missing_and_foreign_files_are_found(tree: Tree) -> None:
    write(tree, "a.json", "b/c.json")
    (tree.root / "b/c.json").unlink()
    (tree.root / "b/d.json").write_text("1")
    found = examine(tree, read_state(tree)["files"])
    assert sorted(found.missing) == ["b/c.json"]
    assert sorted(found.foreign) == ["b/d.json"]
    assert read_old(tree).files.keys() == {"a.json"}


def differences(tree: Tree) -> tuple[list[str], list[str]]:
    spare = read_old(tree).spare
    return (sorted(spare.stale), sorted(spare.lacking)) if spare else ([], [])


def test_spare_tree_is_compared_with_the_old_one(tree: Tree) -> None:
    stable = [File.of(f"{number}.json", b"1") for number in range(9)]
    write_tree(tree, [*stable, File.of("old.json", b"1"), File.of("changed.json", b"1")])
    assert read_old(tree).spare is None
    write_tree(tree, [*stable, File.of("new.json", b"1"), File.of("changed.json", b"2")])
    assert differences(tree) == (["changed.json", "old.json"], ["changed.json", "new.json"])
    (tree.root / "0.json").unlink()
    assert differences(tree) == (["0.json", "changed.json", "old.json"], ["0.json", "changed.json", "new.json"])
    (tree.spare / "stray.json").write_text("1")
    assert read_old(tree).spare is None
