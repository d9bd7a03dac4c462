"""The fingerprint of files: a hash of their paths, sizes and modification times."""

import os
import sys
from collections.abc import Iterable, Iterator
from hashlib import blake2b
from pathlib import Path

from builder import __version__


def fingerprint(roots: Iterable[str]) -> str:
    """Hash the path, size and modification time of every file under *roots*."""
    # Another version of Python or of the builder may write different bytes from the same files.
    seen = blake2b(f"{__version__}\0{sys.version}\0".encode(), digest_size=16)
    for path, size, changed in sorted(file for root in roots for file in _files(root)):
        # A file name is any bytes, which Python shows as lone surrogates where they are not UTF-8.
        seen.update(f"{path}\0{size}\0{changed}\0".encode(errors="surrogateescape"))
    return seen.hexdigest()


def _files(root: str) -> Iterator[tuple[str, int, int]]:
    if not Path(root).is_dir():
        if Path(root).exists():
            stat = Path(root).stat()
            yield root, stat.st_size, stat.st_mtime_ns
        return
    with os.scandir(root) as entries:
        for entry in entries:
            if entry.name in ("__pycache__", "node_modules"):
                continue
            if entry.is_dir():
                yield from _files(entry.path)
            else:
                stat = entry.stat()
                yield entry.path, stat.st_size, stat.st_mtime_ns
