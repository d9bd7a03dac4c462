"""Writes the entries of a tree. Files that an earlier build wrote and that did not change are linked."""

import os
from collections.abc import Iterable
from errno import EMLINK, ENOSYS, ENOTSUP, EPERM, EXDEV
from pathlib import Path
from stat import S_ISREG

from builder.api.types import Entry, digest
from builder.inputs.errors import PROGRESS
from builder.output.tree import Written, WrittenFile

# Errors of file systems without hard links, or with no more links for a file.
_NO_LINK = frozenset({EMLINK, ENOSYS, ENOTSUP, EPERM, EXDEV})


class Writer:
    """Writes files to the folder *target*. Files that are unchanged in *source* since *before* are linked.

    New files with the same bytes are hard links to one file: a record is the answer for each of its codes and names,
    and the first window of a list is the answer of its address. A new file is never linked to an unchanged one: servers
    that compute the ETag from time and size would give it the ETag of the file that it replaces, if that had the same
    size.
    """

    def __init__(self, source: Path, target: Path, before: Written) -> None:
        self._source, self._target, self._before = source, target, before
        self._folders = {""}
        self._new: dict[str, str] = {}
        self.written: Written = {}

    def write_all(self, entries: Iterable[Entry]) -> Written:
        """Write *entries*, and return what was written."""
        for entry in entries:
            self.write(entry)
            PROGRESS.info("%d files", len(self.written))
        return self.written

    def write(self, entry: Entry) -> None:
        """Write *entry*, or link the file that has the same bytes. Raises ``ValueError`` for a path that is there."""
        path = entry.path
        if path in self.written:
            raise ValueError(f"two files are named {path}")
        if entry.identity and self._link_unchanged(path, entry.identity):
            return
        twin = self._new.get(entry.identity)
        body = b"" if twin else entry.make()
        identity = entry.identity or digest(body)
        if not entry.identity and self._link_unchanged(path, identity):
            return
        place = self._place(path)
        twin = self._new.setdefault(identity, path)
        if twin != path and _link(f"{self._target}/{twin}", place):
            self.written[path] = self.written[twin]
        else:
            stat = _write(place, body or entry.make())
            self.written[path] = WrittenFile(identity, stat.st_size, stat.st_mtime_ns)

    def _link_unchanged(self, path: str, identity: str) -> bool:
        """Link the file of the earlier build at *path*, if it has the same bytes and nobody has edited it."""
        earlier = self._before.get(path)
        if earlier is None or earlier.identity != identity:
            return False
        source = f"{self._source}/{path}"
        try:
            stat = os.lstat(source)
        except OSError:
            return False
        is_unchanged = S_ISREG(stat.st_mode) and (stat.st_size, stat.st_mtime_ns) == (earlier.size, earlier.mtime_ns)
        if is_unchanged and _link(source, self._place(path)):
            self.written[path] = earlier
            return True
        return False

    def _place(self, path: str) -> str:
        """Return the place of *path*, whose folder exists then."""
        folder = path.rpartition("/")[0]
        if folder not in self._folders:
            (self._target / folder).mkdir(parents=True, exist_ok=True)
            self._folders.add(folder)
        return f"{self._target}/{path}"


def _link(source: str, target: str) -> bool:
    """Link *target* to *source*. Return whether that was possible: otherwise *target* is a file of its own."""
    try:
        os.link(source, target)
    except OSError as error:
        if error.errno not in _NO_LINK:
            raise
        return False
    return True


def _write(path: str, body: bytes) -> os.stat_result:
    try:
        # Of 15,000 files, the file objects of Python would take as long as all else.
        file = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_CLOEXEC, 0o666)
        try:
            unwritten = memoryview(body)
            while unwritten:
                unwritten = unwritten[os.write(file, unwritten) :]
            return os.fstat(file)
        finally:
            os.close(file)
    except OSError as error:
        # A failed write does not name its file.
        error.filename = path
        raise
