"""Builds packages from a few entries, in the format and with the names of the real ones."""

import base64
import hashlib
import io
import json
import struct
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


def message_catalog(texts: Mapping[str, str]) -> bytes:
    """Make a catalog of translations as ``gettext`` reads it, with the header that says UTF-8."""
    pairs = sorted({"": "Content-Type: text/plain; charset=UTF-8\n", **texts}.items())
    columns = [[text.encode() for text in column] for column in zip(*pairs, strict=True)]
    start = 28 + 16 * len(pairs)
    tables, content = b"", b""
    for text in (*columns[0], *columns[1]):
        tables += struct.pack("<II", len(text), start + len(content))
        content += text + b"\0"
    header = struct.pack("<7I", 0x950412DE, 0, len(pairs), 28, 28 + 8 * len(pairs), 0, 0)
    return header + tables + content


def hash_of(path: Path) -> str:
    """Format a file's hash as its package manager does."""
    content = path.read_bytes()
    if path.suffix == ".tgz":
        return "sha512-" + base64.b64encode(hashlib.sha512(content).digest()).decode()
    return "sha256:" + hashlib.sha256(content).hexdigest()
