"""Compares the files of two built sites byte for byte: ``python -m scripts.compare_builds <before> <after>``.

Exit codes: 0 all files are equal, 1 added, removed or different files are listed, 2 a folder is missing or empty.
"""

import sys
from dataclasses import dataclass
from filecmp import cmp
from pathlib import Path


@dataclass(frozen=True)
class BuildDifference:
    """Sorted paths below the two folders: only in the second, only in the first, and with different bytes."""

    added: tuple[str, ...]
    removed: tuple[str, ...]
    differing: tuple[str, ...]

    def __bool__(self) -> bool:
        return bool(self.added or self.removed or self.differing)

    def lines(self) -> list[str]:
        """Format one line for each file."""
        named = {"added": self.added, "removed": self.removed, "differs": self.differing}
        return [f"{word}: {path}" for word, paths in named.items() for path in paths]


def compare_builds(before: Path, after: Path) -> BuildDifference:
    """Compare the files of two folders by their bytes. Raises ``ValueError`` naming each folder that holds no file."""
    old, new = _files(before), _files(after)
    if empty := [str(folder) for folder, files in ((before, old), (after, new)) if not files]:
        raise ValueError(f"holds no file: {', '.join(empty)}; name two built sites")
    both = sorted(old & new)
    return BuildDifference(
        tuple(sorted(new - old)),
        tuple(sorted(old - new)),
        tuple(path for path in both if not cmp(before / path, after / path, shallow=False)),
    )


def _files(folder: Path) -> set[str]:
    return {path.relative_to(folder).as_posix() for path in folder.rglob("*") if not path.is_dir()}


def main(arguments: list[str]) -> int:
    """Print how the two folders differ; returns the exit code."""
    if len(arguments) != 2:
        sys.stderr.write("usage: python -m scripts.compare_builds <before> <after>\n")
        return 2
    try:
        found = compare_builds(*map(Path, arguments))
    except ValueError as error:
        sys.stderr.write(f"{error}\n")
        return 2
    sys.stdout.writelines(f"{line}\n" for line in [*found.lines(), "different" if found else "the same"])
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
