"""Stores rendered images for later builds.

Each image has a file, which is named by the hash of everything that the image depends on, and begins with the hash of
the image. A damaged file is written again. An image that cannot be stored is rendered by every build.
"""

import os
from collections.abc import Callable
from contextlib import suppress
from hashlib import blake2b
from pathlib import Path

_DIGEST = 16


class Memo:
    """A folder of images. *recipe* identifies what all of them depend on: code, libraries, settings."""

    def __init__(self, folder: Path, recipe: str) -> None:
        self._folder = folder
        self._key = blake2b(recipe.encode(), digest_size=_DIGEST).digest()

    def get(self, source: bytes, make: Callable[[], bytes]) -> bytes:
        """Return the stored image of *source*, or what *make* returns, which depends on *source* and recipe alone."""
        path = self._folder / blake2b(source, digest_size=_DIGEST, key=self._key).hexdigest()
        body = _read(path)
        if body is None:
            body = make()
            # An image that cannot be written costs the next build some time, and nothing else.
            with suppress(OSError):
                path.parent.mkdir(parents=True, exist_ok=True)
                # Two processes at the same time write separate files.
                temporary = path.with_name(f".{path.name}.{os.getpid()}.new")
                temporary.write_bytes(_hash(body) + body)
                temporary.replace(path)
        return body


def _read(path: Path) -> bytes | None:
    try:
        stored = path.read_bytes()
    except OSError:
        return None
    digest, body = stored[:_DIGEST], stored[_DIGEST:]
    return body if digest == _hash(body) else None


def _hash(body: bytes) -> bytes:
    return blake2b(body, digest_size=_DIGEST).digest()
