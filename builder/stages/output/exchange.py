"""Files become a tree on disk, exchanged whole for the one before.

Nothing is written in place. A sibling ``.<name>.next`` is filled, with hard links to what has not changed, and the two
are exchanged in one step; whoever is killed at any moment leaves the old tree or the new one.
"""

import ctypes
import os
import shutil
import sys
from collections.abc import Callable, Iterable, Sequence
from typing import Any

import orjson

from builder.stages.output.state import Report, Tree, entries_of, read_state
from builder.stages.output.writer import Job, Writer, Written, write_all
from builder.types import File

_AT_FDCWD = -100
_RENAME_EXCHANGE = 2
_RENAME_SWAP = 2


def write_tree(
    tree: Tree,
    files: Iterable[File],
    inputs: Any,
    progress: Callable[[int], None],
    *,
    jobs: Sequence[Job] = (),
    accept: Callable[[Written], None] = lambda _written: None,
) -> Report:
    """Write *files* and those of *jobs* as the whole of *tree*, exchanged for what is there. The lock must be held.

    *inputs* is kept in the state for the next build to compare. *accept* may raise on what has been written, before the
    exchange. Nothing is left behind when it does, or when a file cannot be made, or the disk fails.
    """
    before: Written = read_state(tree)["files"]
    there = {entry.path[len(str(tree.root)) + 1 :] for entry in entries_of(tree.root)} if before else set()
    writer = Writer(str(tree.root), str(tree.next), before)
    try:
        tree.next.mkdir(parents=True)
        write_all(writer, files, jobs, progress)
        accept(writer.written)
        # Before the exchange: a disk that is full is met while the old site stands.
        tree.next_state.write_bytes(orjson.dumps({"inputs": inputs, "files": writer.written}))
        _exchange(tree)
    except BaseException:
        shutil.rmtree(tree.next, ignore_errors=True)
        tree.next_state.unlink(missing_ok=True)
        raise
    tree.next_state.replace(tree.state)
    for leftover in (tree.next, tree.old):
        shutil.rmtree(leftover, ignore_errors=True)
    sizes = [size for _, size, _ in writer.written.values()]
    removed = len((there or before.keys()) - writer.written.keys())
    return Report(len(sizes), sum(sizes), len(sizes) - writer.kept, writer.kept, removed)


def _exchange(tree: Tree) -> None:
    if not tree.root.exists():
        tree.next.rename(tree.root)
        return
    libc = ctypes.CDLL(None, use_errno=True)
    ours, theirs = os.fsencode(tree.next), os.fsencode(tree.root)
    if sys.platform == "darwin" and hasattr(libc, "renamex_np"):
        failed = libc.renamex_np(ours, theirs, _RENAME_SWAP)
    elif hasattr(libc, "renameat2"):
        failed = libc.renameat2(_AT_FDCWD, ours, _AT_FDCWD, theirs, _RENAME_EXCHANGE)
    else:
        failed = True
    if failed:
        # Between these two renames there is no output; the next build puts the old one back if this one dies there.
        tree.root.rename(tree.old)
        tree.next.rename(tree.root)
