"""Writes the files of a tree, with hard links for unchanged files and for those of the same bytes."""

from errno import EMLINK, ENOSYS, ENOTSUP, EPERM, EXDEV
from pathlib import Path
from stat import S_ISREG

from builder.api.types import File
from builder.output.tree import Written, WrittenFile

# Errors of file systems without hard links, or with no more links for a file.
_NO_LINK = frozenset({EMLINK, ENOSYS, ENOTSUP, EPERM, EXDEV})


class Writer:
    """Writes files to the folder *target*. Files that are unchanged in *source* since *before* are linked.

    New files with the same bytes are hard links to one file: a record is the answer for each of its codes and names,
    and the first window of a list is the answer of its address. A new file is never linked to one of the last build:
    servers that compute the ETag from time and size would give it the ETag of the file that it replaces, if that had
    the same size.
    """

    def __init__(self, source: Path, target: Path, before: Written) -> None:
        self._source, self._target, self._before = source, target, before
        self._folders: set[Path] = set()
        self._new: dict[str, str] = {}
        self.written: Written = {}

    def write(self, file: File) -> None:
        """Write *file*, or link the one that has the same bytes."""
        path = file.path
        if path in self.written:
            raise ValueError(f"two files are named {path}")
        place = self._place(path)
        entry = self._before.get(path)
        if entry and entry.identity == file.identity and self._link_unchanged(path, entry, place):
            self.written[path] = entry
            return
        twin = self._new.setdefault(file.identity, path)
        if twin != path and _link(self._target / twin, place):
            self.written[path] = self.written[twin]
            return
        with place.open("xb") as out:
            out.writelines(file.chunks)
        stat = place.stat()
        self.written[path] = WrittenFile(file.identity, stat.st_size, stat.st_mtime_ns)

    def _link_unchanged(self, path: str, entry: WrittenFile, place: Path) -> bool:
        old = self._source / path
        try:
            stat = old.lstat()
        except OSError:
            return False
        is_unchanged = S_ISREG(stat.st_mode) and (stat.st_size, stat.st_mtime_ns) == (entry.size, entry.mtime_ns)
        return is_unchanged and _link(old, place)

    def _place(self, path: str) -> Path:
        """Return the place of *path*, whose folder exists then."""
        place = self._target / path
        if place.parent not in self._folders:
            place.parent.mkdir(parents=True, exist_ok=True)
            self._folders.add(place.parent)
        return place


def _link(source: Path, target: Path) -> bool:
    """Link *target* to *source*. Return whether that was possible: otherwise *target* is a file of its own."""
    try:
        target.hardlink_to(source)
    except OSError as error:
        if error.errno not in _NO_LINK:
            raise
        return False
    return True
