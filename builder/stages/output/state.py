"""An output on disk and its siblings: the state file, the lock, and the remains of a killed build.

``.<name>.state.json`` stores the identity of each file. It is only used for files whose size and modification time have
not changed.
"""

import fcntl
import os
import shutil
import stat
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import IO, Any, NamedTuple, TypedDict

import orjson

from builder.cache.collector import without_collector
from builder.cache.file_memo import FileMemo
from builder.fingerprint import fingerprint
from builder.inputs import BuildRequest, Inputs
from builder.problems import InputError, Problem
from builder.site_urls import is_loopback


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
    """The result of a build: files and bytes of the tree; numbers of changed, kept and removed files; a warning."""

    files: int
    bytes: int
    changed: int
    kept: int
    removed: int
    warning: str = ""


class Tree(NamedTuple):
    """The paths of an output directory and its siblings."""

    root: Path

    def _sibling(self, suffix: str) -> Path:
        return self.root.with_name(f".{self.root.name}.{suffix}")

    @property
    def next(self) -> Path:
        """The new tree; after the exchange, the old one."""
        return self._sibling("next")

    @property
    def old(self) -> Path:
        """The old tree, on systems that cannot exchange two directories in one step."""
        return self._sibling("old")

    @property
    def spare(self) -> Path:
        """The tree before the last build, most of whose files are links to those of the tree."""
        return self._sibling("spare")

    @property
    def spare_state(self) -> Path:
        """The state of the build that wrote the spare tree."""
        return self._sibling("spare.json")

    @property
    def state(self) -> Path:
        """The state of the last build."""
        return self._sibling("state.json")

    @property
    def next_state(self) -> Path:
        """The state of the running build."""
        return self._sibling("state.json.new")

    @property
    def lock(self) -> Path:
        """The lock file of the running build."""
        return self._sibling("lock")


def read_state(tree: Tree) -> State:
    """Read the state of the last build of *tree*; an empty one when it is missing or invalid."""
    return read_state_file(tree.state)


def read_state_file(path: Path) -> State:
    """Read the state in the file *path*; an empty one when it is missing or invalid. It must not be changed."""
    if known := _READ.get(path):
        return known
    try:
        with without_collector():
            state = orjson.loads(path.read_bytes())
            return {"inputs": state["inputs"], "files": decode_written(state["files"])}
    except (OSError, orjson.JSONDecodeError, LookupError, TypeError, AttributeError):
        return {"inputs": None, "files": {}}


_READ = FileMemo[State]()


def remember_state(tree: Tree, state: State) -> None:
    """Remember that the state file of *tree* contains *state*, for the next build of the same process."""
    _READ.put(tree.state, state)


def encode_state(state: State) -> bytes:
    """Encode *state* as JSON, with each file as an array of three values."""
    return orjson.dumps({"inputs": state["inputs"], "files": as_arrays(state["files"])})


def as_arrays(files: Written) -> dict[str, tuple[str, int, int]]:
    """Return *files* as JSON can hold them. To have it call a function for each takes five times as long."""
    return {path: (*file,) for path, file in files.items()}


def decode_written(files: Mapping[str, Sequence[Any]]) -> Written:
    """Decode files from arrays of three values. Raises ``TypeError`` for an array of another length."""
    return dict(zip(files, map(WrittenFile._make, files.values()), strict=True))


def is_intact(tree: Tree, state: State) -> bool:
    """Whether *tree* contains exactly the files of *state*, compared by size and modification time."""
    return bool(state["files"]) and dict(_stats(tree.root)) == {
        path: (file.size, file.mtime_ns) for path, file in state["files"].items()
    }


def up_to_date(request: BuildRequest, tree: Tree, state: State) -> Report | None:
    """Return a report when *tree* already is the result of *request*, else None."""
    inputs = state["inputs"]
    if (
        not inputs
        or inputs["overrides"] != dict(request.overrides)
        or inputs["fingerprint"] != fingerprint(inputs["roots"])
        or inputs["roots"][0] != str(request.config.resolve())
        or not is_intact(tree, state)
    ):
        return None
    sizes = [file.size for file in state["files"].values()]
    return Report(len(sizes), sum(sizes), 0, len(sizes), 0)


def _stats(root: Path) -> Iterator[tuple[str, tuple[int, int]]]:
    prefix = len(str(root)) + 1
    for entry in entries_of(root):
        found = entry.stat(follow_symlinks=False)
        yield entry.path[prefix:], (found.st_size, found.st_mtime_ns)


def entries_of(root: Path) -> Iterator[os.DirEntry[str]]:
    """Yield everything below *root* except folders."""
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
                    yield entry


@contextmanager
def locked(tree: Tree, waiting: Callable[[], None]) -> Iterator[tuple[Path, ...]]:
    """Hold the lock of *tree*; call *waiting* once when another build holds it.

    Removes the remains of a killed build, and yields their paths. Raises ``InputError`` with every sibling of the
    output that no build made.
    """
    _refuse_obstacles(tree)
    tree.root.parent.mkdir(parents=True, exist_ok=True)
    with _opened(tree.lock) as handle:
        try:
            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            waiting()
            fcntl.flock(handle, fcntl.LOCK_EX)
        yield _recover(tree)


def _refuse_obstacles(tree: Tree) -> None:
    """Refuse siblings of another kind: some of them would fail a build only after its site is in place."""
    folders, files = (tree.next, tree.old, tree.spare), (tree.spare_state, tree.state, tree.next_state, tree.lock)
    wanted = dict.fromkeys(folders, "folder") | dict.fromkeys(files, "file")
    problems = [
        Problem(str(path), "", f"is a {found}, and a build keeps a {kind} there; move it away or remove it")
        for path, kind in wanted.items()
        if (found := _kind(path)) not in ("", kind)
    ]
    if problems:
        raise InputError(problems)


def _kind(path: Path) -> str:
    """Say what is at *path*, without following a link; empty if nothing is."""
    try:
        mode = path.lstat().st_mode
    except (FileNotFoundError, NotADirectoryError):
        return ""
    return _KINDS.get(stat.S_IFMT(mode), "device, pipe or socket")


_KINDS = {stat.S_IFDIR: "folder", stat.S_IFREG: "file", stat.S_IFLNK: "symbolic link"}


def _opened(lock: Path) -> IO[bytes]:
    """Open the lock file. Links are not followed and nothing is truncated: a link could point to any file."""
    return os.fdopen(os.open(lock, os.O_RDWR | os.O_CREAT | os.O_NOFOLLOW | os.O_CLOEXEC, 0o644), "r+b", 0)


def _recover(tree: Tree) -> tuple[Path, ...]:
    left = [path for path in (tree.next, tree.old, tree.next_state) if path.exists()]
    # A build was killed after the exchange: the tree is new, and with the old state its files would count as foreign.
    if tree.root.is_dir() and is_intact(tree, read_state_file(tree.next_state)):
        tree.next_state.replace(tree.state)
    if tree.old.exists() and not tree.root.exists():
        tree.old.rename(tree.root)
    for leftover in (tree.next, tree.old):
        if leftover.exists():
            shutil.rmtree(leftover)
    tree.next_state.unlink(missing_ok=True)
    return tuple(left)


def refuse_published(request: BuildRequest) -> None:
    """Raise ``InputError`` when the output was built for a public URL other than that of *request*."""
    # Every build runs this, and an unchanged build does not import the validation of the config.
    from builder.config import load_config  # noqa: PLC0415

    built = read_state(Tree(request.output))["inputs"]
    if built is None:
        return
    origin = built["overrides"].get("base_url") or load_config(Path(built["roots"][0])).base_url
    if origin != request.overrides.get("base_url") and not is_loopback(origin):
        message = f"contains the site built for {origin}, which a preview would replace"
        raise InputError([Problem(str(request.output), "", message)], "Omit --output, or use another folder.")
