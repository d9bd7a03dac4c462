"""Writes the entries of a tree, with hard links for unchanged files and for files with the same bytes."""

from collections.abc import Iterable
from errno import EMLINK, ENOSYS, ENOTSUP, EPERM, EXDEV
from pathlib import Path
from stat import S_ISREG

from builder.api.types import Entry, digest
from builder.inputs.errors import PROGRESS
from builder.output.tree import Report, Written, WrittenFile, entries_of

# Errors of file systems without hard links, or with no more links for a file.
_NO_LINK = frozenset({EMLINK, ENOSYS, ENOTSUP, EPERM, EXDEV})


class Writer:
    """Writes files to the folder *target*. Files of the *previous* build that are unchanged in *source* are linked.

    New files with the same bytes are hard links to one file: a record is the answer for each of its codes and names,
    and the first window of a list is the answer of its address. A new file is never linked to one of the last build:
    servers that compute the ETag from time and size could give it the ETag of the file that it replaces.
    """

    def __init__(self, source: Path, target: Path, previous: Written) -> None:
        self._source, self._target, self._previous = source, target, previous
        self._folders: set[str] = set()
        self._new: dict[str, str] = {}
        self.written: Written = {}

    def write_all(self, entries: Iterable[Entry]) -> Written:
        """Write *entries*, and return what was written."""
        for entry in entries:
            self.write(entry)
            PROGRESS.info("%d files", len(self.written))
        return self.written

    def report(self) -> Report:
        """Count the files that were written, and the files of the source that were not."""
        sizes = [file.size for file in self.written.values()]
        unchanged = sum(self._previous.get(path) == file for path, file in self.written.items())
        removed = sum(path not in self.written for path, _ in entries_of(self._source))
        return Report(len(sizes), sum(sizes), len(sizes) - unchanged, unchanged, removed)

    def write(self, entry: Entry) -> None:
        """Write *entry*, or link the file that has the same bytes. Raises ``ValueError`` for a path written twice."""
        path = entry.path
        if path in self.written:
            raise ValueError(f"two files are named {path}")
        file = self._new_file(path)
        body = None if entry.identity else entry.make()
        identity = entry.identity if body is None else digest(body)
        earlier = self._previous.get(path)
        if earlier and earlier.identity == identity and self._link_unchanged(path, earlier, file):
            self.written[path] = earlier
            return
        twin = self._new.setdefault(identity, path)
        if twin != path and _link(self._target / twin, file):
            self.written[path] = self.written[twin]
            return
        with file.open("xb") as out:
            out.write(entry.make() if body is None else body)
        stat = file.stat()
        self.written[path] = WrittenFile(identity, stat.st_size, stat.st_mtime_ns)

    def _link_unchanged(self, path: str, earlier: WrittenFile, file: Path) -> bool:
        source = self._source / path
        try:
            stat = source.lstat()
        except OSError:
            return False
        is_unchanged = S_ISREG(stat.st_mode) and (stat.st_size, stat.st_mtime_ns) == (earlier.size, earlier.mtime_ns)
        return is_unchanged and _link(source, file)

    def _new_file(self, path: str) -> Path:
        """Return the path of a file in the target, and make its folder."""
        file, folder = self._target / path, path.rpartition("/")[0]
        if folder not in self._folders:
            file.parent.mkdir(parents=True, exist_ok=True)
            self._folders.add(folder)
        return file


def _link(source: Path, target: Path) -> bool:
    """Link *target* to *source*. Return whether the file system has done that."""
    try:
        target.hardlink_to(source)
    except OSError as error:
        if error.errno not in _NO_LINK:
            raise
        return False
    return True
