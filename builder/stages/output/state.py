"""An output on disk and what stands beside it: its state, its lock, and what a killed build has left.

``.<name>.state.json`` remembers what each file holds; it is only a hint, checked against the size and times of what is
on disk.
"""

import errno
import fcntl
import os
import shutil
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import IO, Any, NamedTuple, TypedDict

import orjson

from builder.inputs import Inputs, Request, fingerprint
from builder.paths import MANIFEST, RECORDS
from builder.problems import InputError, Problem
from builder.site_urls import is_loopback

# Files that nothing but a build makes.
_GENERATED = (MANIFEST, RECORDS)


class WrittenFile(NamedTuple):
    """A file as it was written: what names its bytes, its size in bytes, and its time of change in nanoseconds."""

    identity: str
    size: int
    mtime_ns: int


# By path below the root of the tree.
Written = dict[str, WrittenFile]


class State(TypedDict):
    """What a build has read, None where nobody knows, and written."""

    inputs: Inputs | None
    files: Written


@dataclass(frozen=True)
class Report:
    """What a build did: files and bytes of the tree, and how many files were changed, kept and removed."""

    files: int
    bytes: int
    changed: int
    kept: int
    removed: int


@dataclass(frozen=True)
class Tree:
    """An output directory and the siblings that a build of it uses."""

    root: Path

    def _sibling(self, suffix: str) -> Path:
        return self.root.with_name(f".{self.root.name}.{suffix}")

    @property
    def next(self) -> Path:
        """Where the new tree is made, and where the old one is after the exchange."""
        return self._sibling("next")

    @property
    def old(self) -> Path:
        """Where the old tree waits where two directories cannot be exchanged in one step."""
        return self._sibling("old")

    @property
    def state(self) -> Path:
        """What the last build wrote."""
        return self._sibling("state.json")

    @property
    def next_state(self) -> Path:
        """What this build writes."""
        return self._sibling("state.json.new")

    @property
    def lock(self) -> Path:
        """Held by the one build that is at work."""
        return self._sibling("lock")


def read_state(tree: Tree) -> State:
    """Read what the last build of *tree* wrote; nothing where there is no state, or one that cannot be read."""
    return _read_state(tree.state)


def _read_state(path: Path) -> State:
    try:
        state = orjson.loads(path.read_bytes())
        return {"inputs": state["inputs"], "files": decode_written(state["files"])}
    except (OSError, orjson.JSONDecodeError, LookupError, TypeError, AttributeError):
        return {"inputs": None, "files": {}}


def encode_state(state: State) -> bytes:
    """Spell *state* as JSON, a file as an array of three."""
    return orjson.dumps(state, default=tuple)


def decode_written(files: Mapping[str, Sequence[Any]]) -> Written:
    """Read files from arrays of three. Raises ``TypeError`` for an array of another length."""
    return {path: WrittenFile._make(row) for path, row in files.items()}


def is_intact(tree: Tree, state: State) -> bool:
    """Whether *tree* holds just the files that *state* names, by size and time of change."""
    return bool(state["files"]) and dict(_stats(tree.root)) == {
        path: (file.size, file.mtime_ns) for path, file in state["files"].items()
    }


def up_to_date(request: Request, tree: Tree, state: State) -> Report | None:
    """Report on *tree* when it holds what a build of *request* would write, else None."""
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
        stat = entry.stat(follow_symlinks=False)
        yield entry.path[prefix:], (stat.st_size, stat.st_mtime_ns)


def entries_of(root: Path) -> Iterator[os.DirEntry[str]]:
    """Yield everything below *root* that is no folder."""
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
    """Hold the lock of *tree*, calling *waiting* once when another build has it.

    Clears what a killed build left, and yields the paths of that.
    """
    tree.root.parent.mkdir(parents=True, exist_ok=True)
    with _opened(tree.lock) as handle:
        try:
            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            waiting()
            fcntl.flock(handle, fcntl.LOCK_EX)
        yield _recover(tree)


def _opened(lock: Path) -> IO[bytes]:
    """Open the lock. A link is not followed and nothing is truncated: where it leads may be anybody's file."""
    try:
        return os.fdopen(os.open(lock, os.O_RDWR | os.O_CREAT | os.O_NOFOLLOW | os.O_CLOEXEC, 0o644), "r+b", 0)
    except OSError as error:
        if error.errno != errno.ELOOP:
            raise
        raise InputError([Problem(str(lock), "", "is a symbolic link; remove it")]) from None


def _recover(tree: Tree) -> tuple[Path, ...]:
    left = [path for path in (tree.next, tree.old, tree.next_state) if path.exists()]
    # Killed between the exchange and this: the new tree stands, and the old state would call its new files foreign.
    if tree.root.is_dir() and is_intact(tree, _read_state(tree.next_state)):
        tree.next_state.replace(tree.state)
    if tree.old.exists() and not tree.root.exists():
        tree.old.rename(tree.root)
    for leftover in (tree.next, tree.old):
        if leftover.exists():
            shutil.rmtree(leftover)
    tree.next_state.unlink(missing_ok=True)
    return tuple(left)


def refuse_foreign(tree: Tree, *, replace: bool = False) -> None:
    """Raise ``InputError`` when the output is no directory or, without *replace*, naming what no build wrote there."""
    if tree.root.is_symlink() or (tree.root.exists() and not tree.root.is_dir()):
        raise InputError([Problem(str(tree.root), "", "is not a directory; choose another with --output")])
    if replace or not tree.root.is_dir():
        return
    known = read_state(tree)["files"]
    # A site whose state is lost is known by its edge alone; what else is there cannot be told from it.
    if not known and _is_ours(tree):
        return
    prefix = len(str(tree.root)) + 1
    foreign = sorted(path for entry in entries_of(tree.root) if (path := entry.path[prefix:]) not in known)
    if foreign or not (known or _is_empty(tree.root)):
        problems = [Problem(str(tree.root / path), "", "was written by no build") for path in foreign[:_SHOWN]]
        if len(foreign) > _SHOWN:
            problems.append(Problem(str(tree.root), "", f"{len(foreign) - _SHOWN:,} more were written by no build"))
        raise InputError(
            problems or [Problem(str(tree.root), "", "holds folders that no build wrote")], _FOREIGN_ADVICE
        )


_SHOWN = 20
_FOREIGN_ADVICE = "Move them away, name another --output, or lose them with --force-replace."


def _is_empty(folder: Path) -> bool:
    return not any(folder.iterdir())


def refuse_published(request: Request) -> None:
    """Raise ``InputError`` when the output was built for an origin that others reach, and not that of *request*."""
    # Every build passes here, and an unchanged one ends without what checks a config.
    from builder.config import load_config  # noqa: PLC0415

    built = read_state(Tree(request.output))["inputs"]
    if built is None:
        return
    origin = built["overrides"].get("base_url") or load_config(Path(built["roots"][0])).base_url
    if origin != request.overrides.get("base_url") and not is_loopback(origin):
        message = f"holds the site that was built for {origin}, which a preview would replace"
        raise InputError([Problem(str(request.output), "", message)], "Leave --output out, or name another folder.")


def _is_ours(tree: Tree) -> bool:
    """Whether the edge is one that a build wrote."""
    return any((tree.root / path).is_file() for path in _GENERATED)
