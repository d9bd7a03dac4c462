"""Finds the files below a folder and the unreadable ones among them, and hashes the files that a build reads."""

import os
import sys
from collections.abc import Iterable, Iterator
from contextlib import suppress
from hashlib import blake2b
from pathlib import Path
from typing import TypedDict

from builder import __version__
from builder.inputs.errors import Problem

_SKIPPED = ("__pycache__", "node_modules")
_TEXTS = (".css", ".html", ".j2", ".js", ".json", ".md", ".svg", ".ts", ".txt", "")


class Inputs(TypedDict):
    """The inputs of a build: the paths that it reads (config first), the overrides, and the fingerprint."""

    roots: list[str]
    overrides: dict[str, object]
    fingerprint: str


def files_under(root: str) -> Iterator[str]:
    """Yield each path under *root* that is no folder, or *root* itself if it is none. Links to folders are followed.

    Hidden files are left out, because editors and systems write locks and attributes to them. So are the folders
    ``__pycache__`` and ``node_modules``.
    """
    if not Path(root).is_dir():
        if os.path.lexists(root):
            yield root
        return
    for folder, folders, names in os.walk(root, followlinks=True):
        folders[:] = (name for name in folders if name not in _SKIPPED)
        yield from (f"{folder}/{name}" for name in names if not name.startswith("."))


def unreadable_files(root: Path, name: str) -> Iterator[Problem]:
    """Yield a problem for each path under *root* that is no file or folder. Paths in problems begin with *name*."""
    for path in map(Path, files_under(str(root))):
        if not path.is_file():
            yield Problem(str(Path(name, path.relative_to(root))), "", "is neither a file nor a folder; remove it")


def undecodable_texts(root: Path, name: str) -> Iterator[Problem]:
    """Yield a problem for each text under *root* that is not UTF-8. Paths in problems begin with *name*."""
    for found in files_under(str(root)):
        path = Path(found)
        if path.suffix in _TEXTS:
            try:
                path.read_text("utf-8")
            except UnicodeDecodeError as error:
                where = str(Path(name, path.relative_to(root)))
                yield Problem(where, f"byte {error.start + 1}", "is not UTF-8; save the file in this encoding")


def fingerprint(roots: Iterable[str]) -> str:
    """Hash the path and content of every file under *roots*, and the versions of Python and of installed packages.

    Anything else than a file, such as a pipe, counts only by its path; a build refuses it.
    """
    hashed = blake2b(f"{__version__}\0{sys.version}\0{'|'.join(_libraries())}\0".encode(), digest_size=16)
    for path in sorted(path for root in roots for path in files_under(root)):
        content = Path(path).read_bytes() if Path(path).is_file() else b""
        # A file name is any bytes, which Python shows as lone surrogates where they are not UTF-8.
        hashed.update(f"{path}\0{len(content)}\0".encode(errors="surrogateescape"))
        hashed.update(content)
    return hashed.hexdigest()


def last_change(roots: Iterable[str]) -> str:
    """Hash the path, size and modification time of every file under *roots*. This is quick enough for polling."""
    hashed = blake2b(digest_size=16)
    for path in sorted(path for root in roots for path in files_under(root)):
        # The file may have been removed since, or be a link that leads nowhere.
        with suppress(OSError):
            found = os.stat(path)  # noqa: PTH116  Path.stat takes four times as long, and a preview polls often
            hashed.update(f"{path}\0{found.st_size}\0{found.st_mtime_ns}\0".encode(errors="surrogateescape"))
    return hashed.hexdigest()


def _libraries() -> list[str]:
    """List the installed packages with their versions, as their folders are named."""
    return sorted(path.name for folder in sys.path for path in Path(folder).glob("*.dist-info"))
