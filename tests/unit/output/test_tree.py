"""The lock of an output, the remains of killed builds, and outputs that are refused."""

import os
import shlex
import sys
from pathlib import Path

import pytest

from builder.api.types import Entry
from builder.inputs.errors import InputError, Problem
from builder.output.tree import Tree, locked, read_state, refuse_foreign
from tests.support.processes import run
from tests.support.project import ROOT
from tests.support.trees import write_tree


@pytest.fixture
def tree(tmp_path: Path) -> Tree:
    return Tree(tmp_path / "site")


def write(tree: Tree, *paths: str) -> None:
    write_tree(tree, [Entry.of(path, b"1") for path in paths])


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


def test_refused_build_releases_the_lock(tree: Tree) -> None:
    with pytest.raises(InputError), locked(tree, lambda: None):
        raise InputError([Problem("site_config.toml", "", "is wrong")])
    with locked(tree, lambda: pytest.fail("another build has the lock")):
        pass


def test_build_killed_after_the_exchange_keeps_its_state(tree: Tree) -> None:
    write(tree, "public/a.json")
    old = tree.state.read_bytes()
    write(tree, "public/a.json", "public/b.json")
    tree.state.rename(tree.next_state)
    tree.state.write_bytes(old)
    with locked(tree, lambda: None):
        refuse_foreign(tree, read_state(tree.state)["files"])
    assert "public/b.json" in read_state(tree.state)["files"]


def test_link_and_file_in_place_of_the_folder_are_refused(tree: Tree, tmp_path: Path) -> None:
    tree.root.symlink_to(tmp_path)
    with pytest.raises(InputError, match="is a link; use another path"), locked(tree, lambda: None):
        pytest.fail("the lock was taken")
    tree.root.unlink()
    tree.root.touch()
    with pytest.raises(InputError, match="is not a folder"), locked(tree, lambda: None):
        pytest.fail("the lock was taken")


# Commands that run in a separate namespace, where a user may mount.
_MOUNTED = {
    "a mount point": "mkdir site && mount --bind site site",
    "a folder of a lower layer": (
        "mkdir -p lower/site upper work merged && mount -t tmpfs tmpfs upper && mkdir upper/up upper/work && "
        "mount -t overlay overlay -o lowerdir=lower,upperdir=upper/up,workdir=upper/work merged && cd merged"
    ),
}
_WRITE = """
import pathlib, sys
from builder.api.types import Entry
from builder.inputs.errors import InputError
from builder.output.tree import Tree
from tests.support.trees import write_tree
try:
    write_tree(Tree(pathlib.Path("site").absolute()), [Entry.of("a.json", b"1")])
except InputError as error:
    sys.exit(str(error))
"""


@pytest.mark.parametrize("mounted", _MOUNTED)
def test_folder_that_cannot_be_exchanged_is_named(mounted: str, tmp_path: Path) -> None:
    script = f"{_MOUNTED[mounted]} && {sys.executable} -c {shlex.quote(_WRITE)}"
    unshared = ("unshare", "--user", "--map-root-user", "--mount")
    ran = run(*unshared, "sh", "-c", script, folder=tmp_path, PYTHONPATH=str(ROOT))
    if "unshare:" in ran.stderr or "mount:" in ran.stderr:
        pytest.skip(f"this machine does not let a user mount: {ran.stderr}")
    assert "site: is a mount point, or in a layer of an image, and cannot be exchanged" in ran.stderr
    assert "--output" in ran.stderr


def test_file_modes_do_not_depend_on_the_umask(tree: Tree) -> None:
    before = os.umask(0o077)
    try:
        write(tree, "public/a.json")
        assert os.umask(0o077) == 0o077
    finally:
        os.umask(before)
    modes = {path.name: path.stat().st_mode & 0o777 for path in (tree.root, *tree.root.rglob("*"))}
    assert modes == {"site": 0o755, "public": 0o755, "a.json": 0o644}
