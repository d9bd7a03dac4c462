"""Remembers what files contained, for a process that reads the same files again: the one that rebuilds a preview."""

from pathlib import Path
from typing import Generic, TypeVar

_Content = TypeVar("_Content")

# A preview reads one file of each kind. More are files of other sites, such as those of tests.
_MOST = 2


class FileMemo(Generic[_Content]):
    """The decoded contents of the last files. A file is the same if inode, size and modification time are."""

    def __init__(self) -> None:
        self._known: dict[str, tuple[tuple[int, int, int], _Content]] = {}

    def get(self, path: Path) -> _Content | None:
        """Return the content of *path*, which must not be changed, or None if it is not known or the file changed."""
        known = self._known.get(str(path))
        return known[1] if known and known[0] == _identity(path) else None

    def put(self, path: Path, content: _Content) -> None:
        """Remember *content* of the file *path*, which exists."""
        self._known.pop(str(path), None)
        self._known[str(path)] = _identity(path), content
        for oldest in [*self._known][:-_MOST]:
            del self._known[oldest]


def _identity(path: Path) -> tuple[int, int, int]:
    try:
        stat = path.stat()
    except OSError:
        return 0, 0, 0
    return stat.st_ino, stat.st_size, stat.st_mtime_ns
