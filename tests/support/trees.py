"""Reads, writes and compares trees of files."""

from collections.abc import Iterable, Mapping
from hashlib import blake2b
from pathlib import Path
from typing import Any

from builder.api.types import Entry
from builder.output.atomic_replacement import new_tree
from builder.output.tree import Report, Tree, read_state


def write_tree(tree: Tree, entries: Iterable[Entry], inputs: Any = "inputs") -> Report:
    """Write *entries* as the complete *tree*; return the report."""
    with new_tree(tree, read_state(tree.state)["files"], inputs) as writer:
        writer.write_all(entries)
        return writer.report()


def write_files(folder: Path, files: Mapping[str, str | bytes]) -> None:
    """Write *files*, by path, into *folder*."""
    for name, content in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content if isinstance(content, bytes) else content.encode())


def content(root: Path) -> dict[str, str]:
    """Hash every file below *root*, by path; empty if the folder does not exist."""
    return {
        path.relative_to(root).as_posix(): blake2b(path.read_bytes(), digest_size=16).hexdigest()
        for path in root.rglob("*")
        if not path.is_dir()
    }


def differences(one: dict[str, str], other: dict[str, str]) -> list[str]:
    """List the files that differ or are in one tree only."""
    return sorted(path for path in one.keys() | other.keys() if one.get(path) != other.get(path))
