"""Keeps the results of slow functions from build to build: rendered images and pages.

An entry is a file named by the hash of everything that the result depends on, and starts with the hash of its own
bytes. A damaged entry is made again. Without a folder that can be written, every result is made anew.
"""

import os
from collections.abc import Callable
from contextlib import suppress
from hashlib import blake2b
from pathlib import Path

from builder.whole_files import write_whole

_DIGEST = 16
# Enough for the images and pages of several sites.
_MOST_ENTRIES = 6000


class Memo:
    """A folder of results. *recipe* identifies what all of them depend on: code, libraries, settings.

    Without a folder, nothing is kept.
    """

    def __init__(self, folder: Path | None, recipe: str) -> None:
        self._folder = folder
        self._key = blake2b(recipe.encode(), digest_size=_DIGEST).digest()
        self._stored = False

    def get(self, source: bytes, make: Callable[[], bytes]) -> bytes:
        """Return what *make* returns for *source*, which names everything else that the result depends on."""
        if self._folder is None:
            return make()
        path = self._folder / blake2b(source, digest_size=_DIGEST, key=self._key).hexdigest()
        body = _read(path)
        if body is None:
            body = make()
            # A result that is not kept costs the next build some time, and nothing else.
            with suppress(OSError):
                self._store(self._folder, path, body)
        return body

    def _store(self, folder: Path, path: Path, body: bytes) -> None:
        if not self._stored:
            folder.mkdir(parents=True, exist_ok=True)
            _forget_oldest(folder)
            self._stored = True
        write_whole(path, _hash(body) + body)


def _read(path: Path) -> bytes | None:
    try:
        entry = path.read_bytes()
    except OSError:
        return None
    digest, body = entry[:_DIGEST], entry[_DIGEST:]
    return body if digest == _hash(body) else None


def _hash(body: bytes) -> bytes:
    return blake2b(body, digest_size=_DIGEST).digest()


def _forget_oldest(folder: Path) -> None:
    entries = list(os.scandir(folder))
    if len(entries) > _MOST_ENTRIES:
        entries.sort(key=lambda entry: entry.stat().st_mtime_ns)
        for entry in entries[:-_MOST_ENTRIES]:
            Path(entry.path).unlink(missing_ok=True)
