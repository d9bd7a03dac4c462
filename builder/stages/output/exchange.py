"""Writes a new tree and exchanges it for the old one in one atomic step.

Nothing is written in place. The files go to a sibling ``.<name>.next``, unchanged ones as hard links, and the two
directories are exchanged. A build that is killed at any moment leaves the complete old tree or the complete new one.
The old tree is kept as the spare one, which the next build changes, if most of its files are in the new tree too.
"""

import os
import shutil
import sys
from collections.abc import Callable, Iterator, Set
from contextlib import contextmanager

from builder.inputs import Inputs
from builder.stages.output.old_tree import OldTree
from builder.stages.output.spare import keep_spare, remove, take_spare
from builder.stages.output.state import Report, State, Tree, Written, encode_state, remember_state
from builder.stages.output.writer import SharedWriter, Writer

_AT_FDCWD = -100
_RENAME_EXCHANGE = 2
_RENAME_SWAP = 2


class Replacement:
    """A tree that is being written: ``start`` its jobs, ``write`` files, then ``finish``, which sets ``report``."""

    def __init__(self, tree: Tree, old: OldTree, placed: Set[str], progress: Callable[[int], None]) -> None:
        self._tree, self._old, self._placed = tree, old, placed
        self._writer = Writer(str(tree.root), str(tree.next), old.files, placed)
        self._shared = SharedWriter(self._writer, progress)
        self.start, self.write, self.close = self._shared.start, self._shared.write, self._shared.close
        self.result = self._shared.result
        self._finished = False

    def finish(self) -> Written:
        """Wait until every file is written; return all files of the tree by path."""
        if not self._finished:
            self._finished = True
            remove(self._tree.next, self._placed - self._shared.finish().keys())
        return self._writer.written

    @property
    def report(self) -> Report:
        """The result, compared with the old tree."""
        written = self._writer.written
        sizes = [file.size for file in written.values()]
        kept = self._writer.kept
        old = self._old.files.keys() | self._old.foreign if self._old.files else frozenset[str]()
        removed = len(old - written.keys())
        return Report(len(sizes), sum(sizes), len(sizes) - kept, kept, removed)


@contextmanager
def replacing(tree: Tree, old: OldTree, inputs: Inputs, progress: Callable[[int], None]) -> Iterator[Replacement]:
    """Write a new tree in the block, and exchange it for *tree* after it. The caller holds the lock.

    *old* is what the tree contains; *inputs* is stored in the state for the next build. When the block raises, a file
    cannot be made, or the disk fails, the new files are removed and *tree* is unchanged.
    """
    out: Replacement | None = None
    # A site is public, so everybody can read its files, whatever the umask is.
    umask = os.umask(0o022)
    try:
        out = Replacement(tree, old, take_spare(tree, old), progress)
        yield out
        written = out.finish()
        state: State = {"inputs": inputs, "files": written}
        # Written before the exchange, so that a full disk fails while the old site is in place.
        tree.next_state.write_bytes(encode_state(state))
        _exchange(tree)
    except BaseException:
        if out:
            out.close()
        shutil.rmtree(tree.next, ignore_errors=True)
        tree.next_state.unlink(missing_ok=True)
        raise
    finally:
        os.umask(umask)
    # Where most files differ, the spare tree would take as much space as the tree, and save nothing.
    if 2 * out.report.kept > len(written):
        keep_spare(tree)
    tree.next_state.replace(tree.state)
    remember_state(tree, state)
    for leftover in (tree.next, tree.old):
        shutil.rmtree(leftover, ignore_errors=True)


def _exchange(tree: Tree) -> None:
    if not tree.root.exists():
        tree.next.rename(tree.root)
        return
    # Imported late, so that the helper starts earlier.
    import ctypes  # noqa: PLC0415

    libc = ctypes.CDLL(None, use_errno=True)
    ours, theirs = os.fsencode(tree.next), os.fsencode(tree.root)
    if sys.platform == "darwin" and hasattr(libc, "renamex_np"):
        failed = libc.renamex_np(ours, theirs, _RENAME_SWAP)
    elif hasattr(libc, "renameat2"):
        failed = libc.renameat2(_AT_FDCWD, ours, _AT_FDCWD, theirs, _RENAME_EXCHANGE)
    else:
        failed = True
    if failed:
        # Between these two renames there is no output. If the build dies here, the next one restores the old tree.
        tree.root.rename(tree.old)
        tree.next.rename(tree.root)
