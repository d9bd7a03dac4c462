"""Caches compiled templates by the hash of their source: compiling them took a sixth of a build."""

from contextlib import suppress
from hashlib import blake2b
from pathlib import Path
from types import CodeType

import jinja2
from jinja2.bccache import Bucket, BytecodeCache

from builder.cache.cache_files import write_whole

_DIGEST = 16

# The process that rebuilds a preview opens the same templates for each build.
_LOADED: dict[str, tuple[str, CodeType]] = {}


class CompiledTemplates(BytecodeCache):
    """A folder of compiled templates. The library's own cache takes damaged entries, and those of other versions."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        folder.mkdir(parents=True, exist_ok=True)

    def load_bytecode(self, bucket: Bucket) -> None:
        """Set the code of *bucket*, if there is a current entry."""
        checksum, code = _LOADED.get(bucket.key, ("", None))
        if checksum == bucket.checksum:
            bucket.code = code
            return
        try:
            entry = (self._folder / bucket.key).read_bytes()
        except OSError:
            return
        if entry[:_DIGEST] == _hash(entry[_DIGEST:]):
            bucket.bytecode_from_string(entry[_DIGEST:])
            if bucket.code:
                _LOADED[bucket.key] = bucket.checksum, bucket.code

    def dump_bytecode(self, bucket: Bucket) -> None:
        """Store the code of *bucket*. A disk that is full costs the next build some time, and nothing else."""
        body = bucket.bytecode_to_string()
        with suppress(OSError):
            write_whole(str(self._folder / bucket.key), [_hash(body), body])


def _hash(body: bytes) -> bytes:
    return blake2b(body, digest_size=_DIGEST, key=jinja2.__version__.encode()).digest()
