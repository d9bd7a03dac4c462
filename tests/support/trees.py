"""Reads and compares trees of files."""

from collections.abc import Iterable, Sequence
from hashlib import blake2b
from pathlib import Path
from typing import Any

from builder.stages.output.exchange import replacing
from builder.stages.output.old_tree import OldTree, examine, old_tree
from builder.stages.output.state import Report, Tree, read_state
from builder.stages.output.writer import Job
from builder.types import File


def read_old(tree: Tree) -> OldTree:
    """Read what is on disk before a build of *tree*."""
    files = read_state(tree)["files"]
    return old_tree(files, examine(tree, files))


def write_tree(tree: Tree, files: Iterable[File], inputs: Any = "inputs", jobs: Sequence[Job] = ()) -> Report:
    """Write *files* and those of *jobs* as the complete *tree*; return the report."""
    with replacing(tree, read_old(tree), inputs, lambda _done: None) as out:
        out.start(jobs)
        out.write(files)
    return out.report


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
