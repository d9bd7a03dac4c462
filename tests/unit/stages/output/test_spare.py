"""The spare tree, which the next build changes instead of making a new one."""

import os
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from builder.stages.output.state import Tree, is_intact, read_state
from builder.types import File
from tests.support.trees import write_tree

STABLE = {f"v1/{number}.json": str(number) for number in range(8)}


@pytest.fixture
def tree(tmp_path: Path) -> Tree:
    """Build two sites, so that the first is the spare one."""
    tree = Tree(tmp_path / "site")
    write(tree, {"a.json": "1", "old/b.json": "2"})
    write(tree, {"a.json": "2", "old/b.json": "2"})
    return tree


def write(tree: Tree, more: dict[str, str]) -> tuple[int, int, int]:
    """Build the stable files and *more*; return the numbers of changed, kept and removed files."""
    report = write_tree(tree, [File.of(path, body.encode()) for path, body in (STABLE | more).items()])
    return report.changed, report.kept, report.removed


def content(root: Path) -> dict[str, str]:
    """Read every file below *root*."""
    return {path.relative_to(root).as_posix(): path.read_text() for path in root.rglob("*") if path.is_file()}


def entries(root: Path) -> set[str]:
    """Names of files and folders below *root*."""
    return {path.relative_to(root).as_posix() for path in root.rglob("*")}


def test_spare_tree_is_the_one_before_with_links_to_what_is_the_same(tree: Tree) -> None:
    assert content(tree.spare) == STABLE | {"a.json": "1", "old/b.json": "2"}
    assert (tree.spare / "v1/0.json").samefile(tree.root / "v1/0.json")


def test_next_build_writes_changed_and_new_files_and_removes_stale_ones(tree: Tree) -> None:
    folder = (tree.spare / "v1").stat().st_ino
    assert write(tree, {"a.json": "3", "new/c.json": "4"}) == (2, 8, 1)
    assert content(tree.root) == STABLE | {"a.json": "3", "new/c.json": "4"}
    assert entries(tree.root) == {*STABLE, "v1", "a.json", "new", "new/c.json"}
    assert (tree.root / "v1").stat().st_ino == folder
    assert content(tree.spare) == STABLE | {"a.json": "2", "old/b.json": "2"}
    assert is_intact(tree, read_state(tree))


def test_file_that_becomes_again_what_it_was_is_a_new_file(tree: Tree) -> None:
    first = (tree.spare / "a.json").stat()
    write(tree, {"a.json": "1", "old/b.json": "2"})
    again = (tree.root / "a.json").stat()
    assert (tree.root / "a.json").read_text() == "1"
    # With its old time, a client that has the version in between would be told that nothing has changed.
    assert again.st_mtime_ns > first.st_mtime_ns


def _edit(path: Path) -> None:
    path.write_text("edited")
    os.utime(path, ns=(0, 0))


def _replace_by_folder(path: Path) -> None:
    path.unlink()
    path.mkdir()


def _replace_by_link(path: Path) -> None:
    path.rename(path.with_name("moved"))
    path.symlink_to("moved")


EDITS: dict[str, Callable[[Path], object]] = {
    "a file is edited": lambda spare: _edit(spare / "v1/0.json"),
    "a file is missing": lambda spare: (spare / "v1/0.json").unlink(),
    "a file is foreign": lambda spare: (spare / "v1/stray.json").write_text("x"),
    "a file is a folder": lambda spare: _replace_by_folder(spare / "v1/0.json"),
    "a file is a link": lambda spare: _replace_by_link(spare / "v1/0.json"),
    "a folder is a link": lambda spare: _replace_by_link(spare / "v1"),
    "all is gone": shutil.rmtree,
    "the state is gone": lambda spare: spare.with_name(f"{spare.name}.json").unlink(),
    "the state is damaged": lambda spare: spare.with_name(f"{spare.name}.json").write_text("{"),
}


@pytest.mark.parametrize("edit", EDITS)
def test_edited_spare_tree_changes_no_build(tree: Tree, edit: str) -> None:
    EDITS[edit](tree.spare)
    write(tree, {"a.json": "3", "old/b.json": "2"})
    assert content(tree.root) == STABLE | {"a.json": "3", "old/b.json": "2"}
    assert entries(tree.root) == {*STABLE, "v1", "a.json", "old", "old/b.json"}


def test_spare_tree_that_is_a_link_is_removed_without_its_target(tree: Tree, tmp_path: Path) -> None:
    tree.spare.rename(tmp_path / "away")
    tree.spare.symlink_to(tmp_path / "away")
    write(tree, {"a.json": "3"})
    assert content(tmp_path / "away") == STABLE | {"a.json": "1", "old/b.json": "2"}
    assert not tree.spare.is_symlink()


def test_spare_tree_that_shares_few_files_is_not_kept(tree: Tree) -> None:
    report = write_tree(tree, [File.of(path, b"other") for path in STABLE])
    assert report.kept == 0
    assert not tree.spare.exists()
    assert not tree.spare_state.exists()


def test_failed_build_leaves_the_site_and_no_spare_tree(tree: Tree) -> None:
    with pytest.raises(ValueError, match=r"a\.json"):
        write_tree(tree, [File.of("a.json", b"3"), File.of("a.json", b"4")])
    assert content(tree.root) == STABLE | {"a.json": "2", "old/b.json": "2"}
    assert not tree.spare.exists()
    write(tree, {"a.json": "3"})
    assert content(tree.root) == STABLE | {"a.json": "3"}
