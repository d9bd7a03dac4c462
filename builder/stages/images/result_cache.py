"""A cache of results by the hash of their inputs."""

import os
from collections.abc import Callable
from hashlib import blake2b
from pathlib import Path

_DIGEST = 16


class ResultCache:
    """A folder of cached results. An entry starts with the hash of its bytes; a damaged entry is made again."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        folder.mkdir(parents=True, exist_ok=True)

    def get(self, recipe: str, source: bytes, make: Callable[[bytes], bytes]) -> bytes:
        """Return the result of *make* for *source*; *recipe* identifies everything else that the result depends on."""
        key = blake2b(source, digest_size=_DIGEST, key=blake2b(recipe.encode()).digest()).hexdigest()
        path = f"{self._folder}/{key}"
        try:
            with open(path, "rb", buffering=0) as file:  # noqa: PTH123  500 of these are half the time of a warm build
                entry = file.read()
        except FileNotFoundError:
            entry = b""
        digest, body = entry[:_DIGEST], entry[_DIGEST:]
        if not entry or digest != _hash(body):
            body = make(source)
            self._keep(path, _hash(body) + body)
        return body

    def _keep(self, path: str, entry: bytes) -> None:
        # Two builds at the same time write separate temporary files with the same content.
        made = Path(f"{path}.{os.getpid()}")
        try:
            made.write_bytes(entry)
            made.replace(path)
        except BaseException:
            made.unlink(missing_ok=True)
            raise


def _hash(body: bytes) -> bytes:
    return blake2b(body, digest_size=_DIGEST).digest()
