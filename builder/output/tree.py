"""An output on disk and its siblings: the state file, the lock, and the remains of a killed build.

``.<name>.state.json`` stores the identity of each file. It is only used for files whose size and modification time have
not changed.
"""

import errno
import fcntl
import json
import os
import shutil
import stat
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from operator import attrgetter
from pathlib import Path
from typing import IO, NamedTuple, TypedDict

from builder.api.output_paths import MANIFEST, RECORDS
from builder.inputs.errors import InputError, Problem, few, refuse
from builder.inputs.files import Inputs

# Files that only a build writes.
_GENERATED = (MANIFEST, RECORDS)
_FOREIGN = "Move them away, use another --output, or delete them with --force-replace."


class WrittenFile(NamedTuple):
    """A written file: the identity of its bytes, its size in bytes, and its modification time in nanoseconds."""

    identity: str
    size: int
    mtime_ns: int


# By path below the root of the tree.
Written = dict[str, WrittenFile]


class State(TypedDict):
    """The inputs of a build (None: unknown) and the files that it wrote."""

    inputs: Inputs | None
    files: Written


class Report(NamedTuple):
    """The result of a build: files and bytes of the tree; numbers of changed, kept and removed files."""

    files: int
    bytes: int
    changed: int
    kept: int
    removed: int


class Tree:
    """The paths of an output directory and its siblings.

    ``next`` is the new tree and, after the exchange, the old one; ``old`` is the old tree on systems that cannot
    exchange two directories in one step. ``state`` is the state of the last build, ``next_state`` that of the running
    one. ``lock`` is the lock file of the running build.
    """

    def __init__(self, root: Path) -> None:
        self.root = root
        self.next, self.old, self.state, self.next_state, self.lock = (
            root.with_name(f".{root.name}.{suffix}")
            for suffix in ("next", "old", "state.json", "state.json.new", "lock")
        )


def read_state(path: Path) -> State:
    """Read the state of a build from the file *path*; an empty one when it is missing or invalid."""
    try:
        state = json.loads(path.read_bytes())
        return {"inputs": state["inputs"], "files": {file: WrittenFile(*row) for file, row in state["files"].items()}}
    except (OSError, ValueError, LookupError, TypeError, AttributeError):
        return {"inputs": None, "files": {}}


def write_state(path: Path, state: State) -> None:
    """Write *state* as JSON, with each file as an array of three values."""
    # The standard library also writes the name of a folder that is not UTF-8.
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
    """Yield everything below *root* except folders, each with its path there."""
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


def refuse_immovable(tree: Tree) -> None:
    """Raise ``InputError`` when the output cannot be exchanged: a link, a mount point, a folder of an image's layer."""
    root = tree.root
    if root.is_symlink() or (root.exists() and not root.is_dir()):
        kind = "a link to a folder" if root.is_dir() else "not a directory"
        raise InputError([Problem(str(root), "", f"is {kind}; use another path with --output")])
    if not root.is_dir():
        return
    tree.next.mkdir()
    try:
        # To a folder that is not empty, this fails everywhere; the reason tells what would fail after the build.
        (tree.next / "probe").touch()
        root.rename(tree.next)
    except OSError as error:
        if error.errno in (errno.EBUSY, errno.EXDEV):
            message = "is a mount point, or in a layer of an image, and cannot be exchanged"
            advice = f"Write to a folder inside it, such as --output {root / 'site'}, or elsewhere and copy the site."
            raise InputError([Problem(str(root), "", message)], advice) from None
    finally:
        shutil.rmtree(tree.next)


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
        shown = few(problems, attrgetter("message"))
        raise InputError(shown or [Problem(str(root), "", "contains folders not written by a build")], _FOREIGN)


@contextmanager
def locked(tree: Tree, waiting: Callable[[], object]) -> Iterator[tuple[Path, ...]]:
    """Hold the lock of *tree*; call *waiting* once when another build holds it.

    Removes the remains of a killed build, and yields their paths. Raises ``InputError`` with every sibling of the
    output that no build made.
    """
    _refuse_obstacles(tree)
    new = [folder for folder in tree.root.parents if not folder.exists()]
    try:
        tree.root.parent.mkdir(parents=True, exist_ok=True)
    except (FileExistsError, NotADirectoryError):
        outer = next(folder for folder in tree.root.parents if folder.exists() or folder.is_symlink())
        message = f"is not a folder, so {tree.root} cannot be in it; use another path with --output"
        raise InputError([Problem(str(outer), "", message)]) from None
    while True:
        # Links are not followed and nothing is truncated: a link could point to any file.
        descriptor = os.open(tree.lock, os.O_RDWR | os.O_CREAT | os.O_NOFOLLOW | os.O_CLOEXEC, 0o644)
        with os.fdopen(descriptor, "r+b", 0) as handle:
            try:
                fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except OSError:
                waiting()
                fcntl.flock(handle, fcntl.LOCK_EX)
            # The holder before may have removed the file while this one waited for it.
            if not _is_at(handle, tree.lock):
                continue
            try:
                yield _recover(tree)
            finally:
                tree.lock.unlink(missing_ok=True)
                for folder in new:
                    with suppress(OSError):
                        folder.rmdir()
            return


def _refuse_obstacles(tree: Tree) -> None:
    """Refuse siblings of another kind: some of them would fail a build only after its site is in place."""
    wanted = {tree.next: stat.S_ISDIR, tree.old: stat.S_ISDIR}
    wanted |= dict.fromkeys((tree.state, tree.next_state, tree.lock), stat.S_ISREG)
    refuse(
        Problem(str(path), "", "is in the place of a file or folder of the build; move it away or remove it")
        for path, is_kind in wanted.items()
        if (mode := _mode_of(path)) is not None and not is_kind(mode)
    )


def _mode_of(path: Path) -> int | None:
    """Return the mode of *path* itself, or None: another holder of the lock can remove it at any time."""
    try:
        return path.lstat().st_mode
    except (FileNotFoundError, NotADirectoryError):
        return None


def _is_at(handle: IO[bytes], path: Path) -> bool:
    try:
        return os.path.samestat(os.fstat(handle.fileno()), path.stat())
    except FileNotFoundError:
        return False


def _recover(tree: Tree) -> tuple[Path, ...]:
    left = [path for path in (tree.next, tree.old, tree.next_state) if path.exists()]
    # A build was killed after the exchange: the tree is new, and with the old state its files would count as foreign.
    if tree.root.is_dir() and is_intact(tree, read_state(tree.next_state)):
        tree.next_state.replace(tree.state)
    if tree.old.exists() and not tree.root.exists():
        tree.old.rename(tree.root)
    for leftover in (tree.next, tree.old):
        if leftover.exists():
            shutil.rmtree(leftover)
    tree.next_state.unlink(missing_ok=True)
    return tuple(left)
