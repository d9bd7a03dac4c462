"""Makes compressed copies of files, for a host that would otherwise compress the same bytes for each request."""

import gzip
import zlib
from collections.abc import Iterable, Iterator

from builder.types import File

_TEXT = (".json", ".txt", ".html", ".css", ".js", ".svg")
_LEAST_BYTES = 1000
_LEVEL = 9
# Another release of the library may compress differently, so it is part of the identity.
_RECIPE = f"gzip {_LEVEL}, zlib {zlib.ZLIB_RUNTIME_VERSION}"


def make_compressed(files: Iterable[File]) -> Iterator[File]:
    """Yield ``<path>.gz`` (RFC 1952, without a time) for each text file of *files*.

    Files below a thousand bytes have no copy, because they fit in one packet uncompressed.
    """
    for file in files:
        if file.path.endswith(_TEXT) and file.size >= _LEAST_BYTES:
            packed = gzip.compress(file.body, _LEVEL, mtime=0)
            yield File(f"{file.path}.gz", (packed,), f"{_RECIPE} of {file.identity}")
