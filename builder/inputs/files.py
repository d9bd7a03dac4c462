"""The files that a build reads: what is below a path, what of it cannot be read, and a fingerprint of all."""

import os
import stat
import sys
from collections.abc import Iterable, Iterator
from hashlib import blake2b
from pathlib import Path
from typing import TypedDict

from builder import __version__
from builder.inputs.errors import Problem

_SKIPPED = ("__pycache__", "node_modules")
# About sixty times the largest shipped file. A larger one could fill the memory before it is validated.
MOST_BYTES = 64_000_000
_TEXTS = (".css", ".html", ".js", ".json", ".md", ".svg", ".ts", ".txt", "")


class Inputs(TypedDict):
    """The inputs of an output: the paths that were read (config first), the overrides, and the fingerprint."""

    roots: list[str]
    overrides: dict[str, object]
    fingerprint: str


def files_under(root: str) -> Iterator[str]:
    """Yield the regular files under *root*, or *root* itself; see ``entries_under``."""
    yield from (path for path, mode in entries_under(root) if stat.S_ISREG(mode))


def entries_under(root: str) -> Iterator[tuple[str, int]]:
    """Yield the path and the mode of everything under *root*, or of *root* itself, as a build reads it.

    A link to a folder is followed, except to one that contains it. The mode is that of what a link leads to, 0 if that
    does not exist. Left out are the locks of editors, which are links of hidden names that lead nowhere.
    """
    if not Path(root).is_dir():
        mode = _mode(root)
        if mode or Path(root).is_symlink():
            yield root, mode
        return
    with os.scandir(root) as entries:
        for entry in entries:
            if entry.name in _SKIPPED:
                continue
            mode = _mode(entry.path)
            if mode or not entry.name.startswith("."):
                yield entry.path, mode
            if stat.S_ISDIR(mode) and not (entry.is_symlink() and _contains(entry.path)):
                yield from entries_under(entry.path)


def _contains(link: str) -> bool:
    """Whether a *link* leads to a folder that it is in."""
    return Path(link).parent.resolve().is_relative_to(Path(link).resolve())


def _mode(path: str) -> int:
    try:
        return os.stat(path).st_mode  # noqa: PTH116  a Path takes four times as long, seven times a second
    except OSError:
        return 0


def unreadable_files(root: Path, name: str) -> Iterator[Problem]:
    """Yield what is under *root* but is no file to read, by a path that begins with *name*.

    That is a pipe or a device, which might never end, a link that leads nowhere or to a folder around it, and a file
    that is too large.
    """
    for found, mode in entries_under(str(root)):
        path = Path(found)
        where = str(Path(name, path.relative_to(root)))
        if not (stat.S_ISREG(mode) or stat.S_ISDIR(mode)):
            yield Problem(where, "", "is neither a file nor a folder; remove it")
        elif stat.S_ISDIR(mode) and path.is_symlink() and _contains(found):
            yield Problem(where, "", "is a link to a folder that contains it; remove it")
        elif stat.S_ISREG(mode) and (size := path.stat().st_size) > MOST_BYTES:
            yield Problem(where, "", f"has {size:,} bytes; at most {MOST_BYTES:,} are read")


def undecodable_texts(root: Path, name: str) -> Iterator[Problem]:
    """Yield the texts under *root* that are not UTF-8, by a path that begins with *name*."""
    for found in files_under(str(root)):
        path = Path(found)
        if path.suffix in _TEXTS and not path.name.startswith("."):
            try:
                path.read_text("utf-8")
            except UnicodeDecodeError as error:
                where = str(Path(name, path.relative_to(root)))
                yield Problem(where, f"byte {error.start + 1}", "is not UTF-8; save the file in this encoding")


def fingerprint(roots: Iterable[str]) -> str:
    """Hash the path and content of every file under *roots*, the versions of Python, the builder and its libraries.

    What is no file that a build reads, such as a folder or a pipe, counts by its path: a build may refuse it.
    """
    seen = blake2b(f"{__version__}\0{sys.version}\0{'|'.join(_libraries())}\0".encode(), digest_size=16)
    for path, mode in sorted(entry for root in roots for entry in entries_under(root)):
        readable = stat.S_ISREG(mode) and Path(path).stat().st_size <= MOST_BYTES
        content = Path(path).read_bytes() if readable else b""
        # A file name is any bytes, which Python shows as lone surrogates where they are not UTF-8.
        seen.update(f"{path}\0{len(content)}\0".encode(errors="surrogateescape"))
        seen.update(content)
    return seen.hexdigest()


def last_change(roots: Iterable[str]) -> str:
    """Hash the path, size and modification time of every file under *roots*, which is quick enough for polling."""
    seen = blake2b(digest_size=16)
    for path in sorted(path for root in roots for path in files_under(root)):
        found = os.stat(path)  # noqa: PTH116  a Path takes four times as long, seven times a second
        seen.update(f"{path}\0{found.st_size}\0{found.st_mtime_ns}\0".encode(errors="surrogateescape"))
    return seen.hexdigest()


def _libraries() -> list[str]:
    """List the installed distributions with their versions, as their folders are named."""
    return sorted(path.name for folder in sys.path for path in Path(folder).glob("*.dist-info"))
