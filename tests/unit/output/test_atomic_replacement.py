"""Writing a new tree and exchanging it for the old one."""

import os
from collections.abc import Iterator
from pathlib import Path

import pytest

from builder.api.types import Entry
from builder.output.tree import Tree, is_intact, read_state, refuse_foreign
from tests.support.trees import write_tree


@pytest.fixture
def tree(tmp_path: Path) -> Tree:
    return Tree(tmp_path / "site")


def site(**bodies: str) -> list[Entry]:
    return [Entry.of(f"public/{name}.json", body.encode()) for name, body in bodies.items()]


def write(tree: Tree, files: list[Entry]) -> tuple[int, int, int]:
    report = write_tree(tree, files)
    return report.changed, report.unchanged, report.removed


def content(tree: Tree) -> dict[str, str]:
    return {path.relative_to(tree.root).as_posix(): path.read_text() for path in tree.root.rglob("*.json")}


def inode(tree: Tree, name: str) -> int:
    return (tree.root / "public" / f"{name}.json").stat().st_ino


def test_second_build_writes_changed_files_links_the_others_and_removes_stale_ones(tree: Tree) -> None:
    assert write(tree, site(a="1", b="2", c="3")) == (3, 0, 0)
    before = inode(tree, "a")
    assert write(tree, site(a="1", b="two")) == (1, 1, 1)
    assert content(tree) == {"public/a.json": "1", "public/b.json": "two"}
    assert inode(tree, "a") == before


def test_edited_file_is_rewritten_and_foreign_one_removed(tree: Tree) -> None:
    write(tree, site(a="1", b="2"))
    (tree.root / "public/a.json").write_text("x")
    (tree.root / "public/stray.json").write_text("x")
    assert not is_intact(tree, read_state(tree.state))
    assert write(tree, site(a="1", b="2")) == (1, 1, 1)
    assert content(tree) == {"public/a.json": "1", "public/b.json": "2"}
    assert is_intact(tree, read_state(tree.state))


def test_edit_of_the_same_size_is_detected_by_its_time(tree: Tree) -> None:
    write(tree, site(a="1"))
    path = tree.root / "public/a.json"
    path.write_text("2")
    os.utime(path, ns=(0, 0))
    write(tree, site(a="1"))
    assert path.read_text() == "1"


@pytest.mark.parametrize(
    "state", ["", "not JSON", "[]", "{}", '{"files": {}}', '{"inputs": 1, "files": {"a": 1}}', "null"]
)
def test_unusable_state_makes_the_build_write_every_file(tree: Tree, state: str) -> None:
    write(tree, site(a="1"))
    tree.state.write_text(state)
    assert write(tree, site(a="1")) == (1, 0, 0)


def test_failed_build_leaves_only_the_old_site(tree: Tree) -> None:
    write(tree, site(a="1"))

    def failing() -> Iterator[Entry]:
        yield from site(a="new")
        raise RuntimeError("a stage failed")

    with pytest.raises(RuntimeError):
        write_tree(tree, failing())
    assert content(tree) == {"public/a.json": "1"}
    assert not tree.next.exists()


def test_output_is_exchanged_without_renaming_the_old_one(tree: Tree, monkeypatch: pytest.MonkeyPatch) -> None:
    write(tree, site(a="1"))
    renamed: list[Path] = []
    rename = Path.rename

    def noting(path: Path, target: Path) -> Path:
        renamed.append(path)
        return rename(path, target)

    monkeypatch.setattr(Path, "rename", noting)
    write(tree, site(a="2"))
    assert content(tree) == {"public/a.json": "2"}
    assert tree.root not in renamed


def test_folders_are_renamed_if_the_system_cannot_exchange_them(tree: Tree, monkeypatch: pytest.MonkeyPatch) -> None:
    write(tree, site(a="1"))
    monkeypatch.setattr("ctypes.CDLL", lambda *_, **__: object())
    assert write(tree, site(a="2")) == (1, 0, 0)
    assert content(tree) == {"public/a.json": "2"}
    assert not tree.old.exists()


def test_damaged_site_is_not_refused_and_is_repaired(tree: Tree) -> None:
    write(tree, site(a="1", b="2"))
    (tree.root / "public/b.json").unlink()
    refuse_foreign(tree, read_state(tree.state)["files"])
    assert write(tree, site(a="1", b="2")) == (1, 1, 0)


def test_failed_write_of_the_state_keeps_the_old_site(tree: Tree, monkeypatch: pytest.MonkeyPatch) -> None:
    write(tree, site(a="1"))
    monkeypatch.setattr(tree, "next_state", tree.root / "no folder" / "state.json")
    with pytest.raises(FileNotFoundError):
        write(tree, site(a="2"))
    assert content(tree) == {"public/a.json": "1"}
    assert not tree.next.exists()
