"""What a tree on disk holds, for comparison."""

from hashlib import blake2b
from pathlib import Path


def content(root: Path) -> dict[str, str]:
    """Hash every file below *root*, by path; empty where there is no such folder."""
    return {
        path.relative_to(root).as_posix(): blake2b(path.read_bytes(), digest_size=16).hexdigest()
        for path in root.rglob("*")
        if not path.is_dir()
    }


def differences(one: dict[str, str], other: dict[str, str]) -> list[str]:
    """Name the files that differ or are in one tree only."""
    return sorted(path for path in one.keys() | other.keys() if one.get(path) != other.get(path))
