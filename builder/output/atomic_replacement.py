"""Writes a new tree, and exchanges it for the old one, in one atomic step where the system can do that.

Nothing of a site is written in place: the files go to a sibling ``.<name>.next``, unchanged ones as hard links, and the
two directories are exchanged. A build that is killed leaves the complete old tree or the complete new one. If it is
killed between the two steps of an exchange that is not atomic, the next build restores the old tree.
"""

import ctypes
import os
import shutil
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from errno import EBUSY, EXDEV
from pathlib import Path

from builder.inputs.errors import InputError, Problem
from builder.inputs.files import Inputs
from builder.output.tree import Tree, Written, write_state
from builder.output.writer import Writer

_AT_FDCWD = -100
_RENAME_EXCHANGE = 2
_RENAME_SWAP = 2


@contextmanager
def new_tree(tree: Tree, previous: Written, inputs: Inputs) -> Iterator[Writer]:
    """Yield a writer of a new tree, and exchange the new tree for *tree* at the end. The caller has the lock.

    *previous* is what the last build wrote, *inputs* are stored in the state. When the block raises or the disk fails,
    the new files are removed and *tree* is unchanged.
    """
    with _public_umask():
        try:
            tree.next.mkdir()
            writer = Writer(tree.root, tree.next, previous)
            yield writer
            # Written before the exchange, so that a full disk fails while the old site is in place.
            write_state(tree.next_state, {"inputs": inputs, "files": writer.written})
            _exchange(tree)
        except BaseException:
            shutil.rmtree(tree.next, ignore_errors=True)
            tree.next_state.unlink(missing_ok=True)
            raise
    tree.next_state.replace(tree.state)
    for leftover in (tree.next, tree.old):
        # The new site is in place, so an error does no harm: the next build removes the leftovers.
        shutil.rmtree(leftover, ignore_errors=True)


@contextmanager
def _public_umask() -> Iterator[None]:
    """Let everybody read the written files, whatever the umask is: a site is public."""
    umask = os.umask(0o022)
    try:
        yield
    finally:
        os.umask(umask)


def _exchange(tree: Tree) -> None:
    if not tree.root.exists():
        tree.next.rename(tree.root)
    elif not _exchanged_in_one_step(tree.next, tree.root):
        # Between these two renames there is no output. If the build dies here, the next build restores the old tree.
        try:
            tree.root.rename(tree.old)
        except OSError as error:
            if error.errno not in (EBUSY, EXDEV):
                raise
            message = "is a mount point, or in a layer of an image, and cannot be exchanged"
            advice = f"Write to another folder and copy the site, or to a folder in it: --output {tree.root / 'site'}."
            raise InputError([Problem(str(tree.root), "", message)], advice) from None
        tree.next.rename(tree.root)


def _exchanged_in_one_step(one: Path, other: Path) -> bool:
    """Exchange two directories. Return whether the system has done that."""
    libc = ctypes.CDLL(None, use_errno=True)
    paths = os.fsencode(one), os.fsencode(other)
    if sys.platform == "darwin" and hasattr(libc, "renamex_np"):
        return not libc.renamex_np(*paths, _RENAME_SWAP)
    if hasattr(libc, "renameat2"):
        return not libc.renameat2(_AT_FDCWD, paths[0], _AT_FDCWD, paths[1], _RENAME_EXCHANGE)
    return False
