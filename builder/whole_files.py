"""Writes files that are never seen incomplete."""

import os
from pathlib import Path


def write_whole(path: Path, body: bytes) -> Path:
    """Write *body* under a temporary name, which becomes *path*. Raises ``OSError``, after which nothing is left."""
    # Two processes at the same time write separate files.
    temporary = path.with_name(f".{path.name}.{os.getpid()}.new")
    try:
        temporary.write_bytes(body)
        temporary.replace(path)
    finally:
        temporary.unlink(missing_ok=True)
    return path
