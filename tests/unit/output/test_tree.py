"""The state of an output, and the remains of killed builds."""

import os
import shlex
import subprocess
import sys
import threading
import time
from pathlib import Path

import pytest

from builder.api.types import File
from builder.inputs.errors import InputError, Problem
from builder.output.tree import Tree, locked, read_state, refuse_foreign, refuse_immovable
from tests.support.trees import write_tree


@pytest.fixture
def tree(tmp_path: Path) -> Tree:
    return Tree(tmp_path / "site")


def write(tree: Tree, *paths: str) -> None:
    write_tree(tree, [File.of(path, b"1") for path in paths])


def test_remains_of_a_killed_build_are_removed(tree: Tree) -> None:
    write(tree, "public/a.json")
    (tree.next / "public").mkdir(parents=True)
    tree.next_state.write_text("{")
    with locked(tree, lambda: None) as left:
        assert left == (tree.next, tree.next_state)
        assert not tree.next.exists()
        assert not tree.next_state.exists()
    assert (tree.root / "public/a.json").read_text() == "1"


def test_build_killed_between_two_renames_is_repaired(tree: Tree) -> None:
    write(tree, "public/a.json")
    tree.root.rename(tree.old)
    with locked(tree, lambda: None):
        assert (tree.root / "public/a.json").read_text() == "1"


def test_lock_that_is_a_link_is_rejected_and_its_target_unchanged(tree: Tree, tmp_path: Path) -> None:
    (tmp_path / "letter").write_text("dear to somebody")
    tree.lock.symlink_to(tmp_path / "letter")
    with pytest.raises(InputError, match="in the place of a file"), locked(tree, lambda: None):
        pytest.fail("the link was followed")
    assert (tmp_path / "letter").read_text() == "dear to somebody"


FILES = ("state.json", "state.json.new", "lock")
FOLDERS = ("next", "old")


def _place(path: Path, kind: str, elsewhere: Path) -> None:
    """Put something of *kind* at *path*. A link leads to a file or folder as a build would make there."""
    match kind:
        case "folder":
            path.mkdir()
        case "file":
            path.write_text("dear to somebody")
        case "pipe":
            os.mkfifo(path)
        case _:
            path.symlink_to(elsewhere)


def _seen(folder: Path) -> dict[str, tuple[int, ...]]:
    """Describe what is in *folder*, without the time of access, which looking changes."""
    stats = {path.name: path.lstat() for path in folder.rglob("*")}
    return {name: (stat.st_mode, stat.st_ino, stat.st_size, stat.st_mtime_ns) for name, stat in stats.items()}


@pytest.mark.parametrize(
    ("name", "kind"),
    [
        *((name, kind) for name in FILES for kind in ("folder", "link", "dangling link")),
        *((name, kind) for name in FOLDERS for kind in ("file", "link", "dangling link")),
        # Without the check, to read a pipe in place of a state would never end.
        ("lock", "pipe"),
        ("next", "pipe"),
    ],
)
def test_sibling_that_no_build_made_is_refused_before_anything_is_written(
    tree: Tree, tmp_path: Path, name: str, kind: str
) -> None:
    write(tree, "public/a.json")
    elsewhere = tmp_path / "elsewhere"
    if kind == "link":
        _place(elsewhere, "folder" if name in FOLDERS else "file", elsewhere)
    path = tmp_path / f".site.{name}"
    if path.exists():
        path.unlink()
    _place(path, kind, elsewhere)
    before = _seen(tmp_path)
    with pytest.raises(InputError) as refused, locked(tree, lambda: None):
        pytest.fail("the lock was taken")
    (problem,) = refused.value.problems
    assert problem.file == str(path)
    assert "move it away or remove it" in problem.message
    assert _seen(tmp_path) == before


def test_every_sibling_that_no_build_made_is_named(tree: Tree) -> None:
    for path in (tree.state, tree.lock, tree.next_state):
        path.mkdir()
    for path in (tree.next, tree.old):
        path.write_text("dear to somebody")
    with pytest.raises(InputError) as refused, locked(tree, lambda: None):
        pytest.fail("the lock was taken")
    assert {problem.file for problem in refused.value.problems} == {
        str(tree.root.with_name(f".site.{name}")) for name in (*FILES, *FOLDERS)
    }


def test_refused_build_leaves_neither_lock_nor_folder(tmp_path: Path) -> None:
    tree = Tree(tmp_path / "new" / "folder" / "site")
    with pytest.raises(InputError), locked(tree, lambda: None):
        raise InputError([Problem(str(tree.lock), "", f"exists: {tree.lock.exists()}")])
    assert list(tmp_path.iterdir()) == []


def test_lock_is_held_by_one_although_each_holder_removes_it(tree: Tree) -> None:
    inside: list[int] = []
    most = []

    def hold() -> None:
        with locked(tree, lambda: None):
            inside.append(1)
            most.append(len(inside))
            time.sleep(0.002)
            inside.pop()

    threads = [threading.Thread(target=hold) for _ in range(40)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert (len(most), max(most)) == (40, 1)


@pytest.mark.parametrize("outer", ["/dev/null", "file"])
def test_output_below_what_is_no_folder_names_it(tmp_path: Path, outer: str) -> None:
    (tmp_path / "file").write_text("dear to somebody")
    above = tmp_path / outer
    with pytest.raises(InputError) as refused, locked(Tree(above / "x/site"), lambda: None):
        pytest.fail("the lock was taken")
    (problem,) = refused.value.problems
    assert problem.file == str(above)
    assert problem.message.startswith(f"is not a folder, so {above / 'x/site'} cannot be in it")


def test_lock_is_not_truncated(tree: Tree) -> None:
    tree.lock.write_text("whose")
    with locked(tree, lambda: None):
        assert tree.lock.read_text() == "whose"


def test_build_killed_after_the_exchange_keeps_its_state(tree: Tree) -> None:
    write(tree, "public/a.json")
    old = tree.state.read_bytes()
    write(tree, "public/a.json", "public/b.json")
    tree.state.rename(tree.next_state)
    tree.state.write_bytes(old)
    with locked(tree, lambda: None):
        refuse_foreign(tree, read_state(tree.state)["files"])
    assert "public/b.json" in read_state(tree.state)["files"]


def test_folder_that_can_be_exchanged_is_left_as_it_was(tree: Tree) -> None:
    refuse_immovable(tree)
    write(tree, "public/a.json")
    refuse_immovable(tree)
    assert [path.name for path in tree.root.parent.iterdir() if path.is_dir()] == ["site"]
    assert (tree.root / "public/a.json").is_file()


def test_link_and_file_in_place_of_the_folder_are_refused(tree: Tree, tmp_path: Path) -> None:
    tree.root.symlink_to(tmp_path)
    with pytest.raises(InputError, match="is a link to a folder; use another path"):
        refuse_immovable(tree)
    tree.root.unlink()
    tree.root.touch()
    with pytest.raises(InputError, match="is not a directory"):
        refuse_immovable(tree)


# In a namespace of their own, where a user may mount.
_MOUNTED = {
    "a mount point": "mkdir site && mount --bind site site",
    "a folder of a lower layer": (
        "mkdir -p lower/site upper work merged && mount -t tmpfs tmpfs upper && mkdir upper/up upper/work && "
        "mount -t overlay overlay -o lowerdir=lower,upperdir=upper/up,workdir=upper/work merged && cd merged"
    ),
}
_REFUSE = "import pathlib, builder.output.tree as tree; tree.refuse_immovable(tree.Tree(pathlib.Path('site')))"


@pytest.mark.parametrize("mounted", _MOUNTED)
def test_folder_that_cannot_be_exchanged_is_refused(mounted: str, tmp_path: Path) -> None:
    script = f"{_MOUNTED[mounted]} && {sys.executable} -c {shlex.quote(_REFUSE)}"
    command = ["unshare", "--user", "--map-root-user", "--mount", "sh", "-c", script]
    ran = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False)
    if "unshare:" in ran.stderr or "mount:" in ran.stderr:
        pytest.skip(f"this machine does not let a user mount: {ran.stderr}")
    assert "site: is a mount point, or in a layer of an image, and cannot be exchanged" in ran.stderr


def test_file_modes_do_not_depend_on_the_umask(tree: Tree) -> None:
    before = os.umask(0o077)
    try:
        write(tree, "public/a.json")
        assert os.umask(0o077) == 0o077
    finally:
        os.umask(before)
    modes = {path.name: path.stat().st_mode & 0o777 for path in (tree.root, *tree.root.rglob("*"))}
    assert modes == {"site": 0o755, "public": 0o755, "a.json": 0o644}
