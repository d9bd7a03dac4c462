"""Writes files that are never seen incomplete."""

import os
from pathlib import Path


def write_whole(path: Path, body: bytes) -> Path:
    """Write *body* under a temporary name, which becomes *path*. Raises ``OSError``, after which nothing is left."""
    # Two processes at the same time write separate files.
    beside = path.with_name(f".{path.name}.{os.getpid()}.new")
    try:
        beside.write_bytes(body)
        beside.replace(path)
    finally:
        beside.unlink(missing_ok=True)
    return path
