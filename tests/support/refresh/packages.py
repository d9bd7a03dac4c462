"""Builds packages from a few entries, in the format and with the names of the real ones."""

import base64
import hashlib
import io
import json
import tarfile
import zipfile
from collections.abc import Mapping
from pathlib import Path
from typing import Any


def tarball(path: Path, members: Mapping[str, Any]) -> Path:
    """Write an npm tarball with members below ``package/``; values other than bytes are written as JSON."""
    with tarfile.open(path, "w:gz") as tar:
        for name, content in members.items():
            data = _bytes(content)
            entry = tarfile.TarInfo(f"package/{name}")
            entry.size = len(data)
            tar.addfile(entry, io.BytesIO(data))
    return path


def wheel(path: Path, members: Mapping[str, Any]) -> Path:
    """Write a wheel."""
    with zipfile.ZipFile(path, "w") as archive:
        for name, content in members.items():
            archive.writestr(name, _bytes(content))
    return path


def _bytes(content: Any) -> bytes:
    return content if isinstance(content, bytes) else json.dumps(content, ensure_ascii=False).encode()


def hash_of(path: Path) -> str:
    """Format a file's hash as its package manager does."""
    content = path.read_bytes()
    if path.suffix == ".tgz":
        return "sha512-" + base64.b64encode(hashlib.sha512(content).digest()).decode()
    return "sha256:" + hashlib.sha256(content).hexdigest()
