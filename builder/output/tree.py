"""An output on disk and its siblings: the state file, the lock, and the remains of a killed build.

``.<name>.state.json`` stores the identity of each file. An identity only counts while the size and the modification
time of the file are as stored.
"""

import fcntl
import json
import os
import shutil
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from operator import attrgetter
from pathlib import Path
from typing import NamedTuple, TypedDict

from builder.api.output_paths import MANIFEST, RECORDS
from builder.inputs.errors import InputError, Problem, abridged
from builder.inputs.files import Inputs

# Files that only a build writes.
_GENERATED = (MANIFEST, RECORDS)
_FOREIGN = "Move them away, use another --output, or delete them with --force-replace."


class WrittenFile(NamedTuple):
    """A written file: the identity of its bytes, its size in bytes, and its modification time in nanoseconds."""

    identity: str
    size: int
    mtime_ns: int


# The written files by path below the root of the tree.
Written = dict[str, WrittenFile]


class State(TypedDict):
    """The inputs of a build (None: unknown) and the files that it wrote."""

    inputs: Inputs | None
    files: Written


class Report(NamedTuple):
    """The result of a build: files and bytes of the tree; numbers of changed, unchanged and removed files."""

    files: int
    bytes: int
    changed: int
    unchanged: int
    removed: int


class Tree:
    """The paths of an output directory and its siblings.

    ``next`` is the new tree and, after the exchange, the old one; ``old`` is the old tree on systems that cannot
    exchange two directories in one step. ``state`` is the state of the last build, ``next_state`` that of the running
    one. ``lock`` is the lock file, which stays when a build has ended.
    """

    def __init__(self, root: Path) -> None:
        self.root = root
        self.next, self.old, self.state, self.next_state, self.lock = (
            root.with_name(f".{root.name}.{suffix}")
            for suffix in ("next", "old", "state.json", "state.json.new", "lock")
        )


def read_state(path: Path) -> State:
    """Read the state of a build from the file *path*. If the file is missing or invalid, return an empty state."""
    try:
        state = json.loads(path.read_bytes())
        return {"inputs": state["inputs"], "files": {file: WrittenFile(*row) for file, row in state["files"].items()}}
    except (OSError, ValueError, LookupError, TypeError, AttributeError):
        return {"inputs": None, "files": {}}


def write_state(path: Path, state: State) -> None:
    """Write *state* as JSON, with each file as an array of three values."""
    # The standard library, unlike orjson, can write the name of a folder that is not UTF-8.
    files = {file: (*row,) for file, row in state["files"].items()}
    path.write_text(json.dumps({"inputs": state["inputs"], "files": files}), "utf-8")


def is_intact(tree: Tree, state: State) -> bool:
    """Whether *tree* contains exactly the files of *state*, compared by size and modification time."""
    if not state["files"]:
        return False
    stats = ((path, entry.stat(follow_symlinks=False)) for path, entry in entries_of(tree.root))
    found = {path: (stat.st_size, stat.st_mtime_ns) for path, stat in stats}
    return found == {path: (file.size, file.mtime_ns) for path, file in state["files"].items()}


def up_to_date(tree: Tree, inputs: Callable[[], Inputs]) -> Report | None:
    """Return a report when *tree* already is the result of *inputs*, else None."""
    state = read_state(tree.state)
    if not state["files"] or state["inputs"] != inputs() or not is_intact(tree, state):
        return None
    sizes = [file.size for file in state["files"].values()]
    return Report(len(sizes), sum(sizes), 0, len(sizes), 0)


def entries_of(root: Path) -> Iterator[tuple[str, os.DirEntry[str]]]:
    """Yield everything below *root* except folders, each with its path below *root*."""
    prefix = len(str(root)) + 1
    folders = [str(root)]
    while folders:
        try:
            entries = os.scandir(folders.pop())
        except FileNotFoundError:
            continue
        with entries:
            for entry in entries:
                if entry.is_dir(follow_symlinks=False):
                    folders.append(entry.path)
                else:
                    yield entry.path[prefix:], entry


def refuse_foreign(tree: Tree, files: Written) -> None:
    """Raise ``InputError`` when the output contains what is not among the written *files*."""
    root = tree.root
    if not root.is_dir():
        return
    # Without a state, a site is recognized by its edge/ folder, and foreign files in it cannot be detected.
    if not files and any((root / path).is_file() for path in _GENERATED):
        return
    foreign = sorted(path for path, _ in entries_of(root) if path not in files)
    if foreign or not (files or not any(root.iterdir())):
        problems = [Problem(str(root / path), "", "was not written by a build") for path in foreign]
        shown = abridged(problems, attrgetter("message"))
        raise InputError(shown or [Problem(str(root), "", "contains folders not written by a build")], _FOREIGN)


@contextmanager
def locked(tree: Tree, waiting: Callable[[], object]) -> Iterator[tuple[Path, ...]]:
    """Lock *tree* during the block. Call *waiting* once if another build has the lock.

    Removes the remains of a killed build, and yields their paths. Raises ``InputError`` if the output is no folder.
    """
    root = tree.root
    if root.is_symlink() or (root.exists() and not root.is_dir()):
        kind = "a link" if root.is_symlink() else "not a folder"
        raise InputError([Problem(str(root), "", f"is {kind}; use another path with --output")])
    root.parent.mkdir(parents=True, exist_ok=True)
    with tree.lock.open("ab") as handle:
        try:
            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            waiting()
            fcntl.flock(handle, fcntl.LOCK_EX)
        yield _recover(tree)


def _recover(tree: Tree) -> tuple[Path, ...]:
    leftovers = [path for path in (tree.next, tree.old, tree.next_state) if path.exists()]
    # If a build was killed after the exchange, the tree is new. With the old state, its files would count as foreign.
    if tree.root.is_dir() and is_intact(tree, read_state(tree.next_state)):
        tree.next_state.replace(tree.state)
    if tree.old.exists() and not tree.root.exists():
        tree.old.rename(tree.root)
    for leftover in (tree.next, tree.old):
        if leftover.exists():
            shutil.rmtree(leftover)
    tree.next_state.unlink(missing_ok=True)
    return tuple(leftovers)
