"""What is on disk before a build: the old tree, foreign files in it, and the spare tree.

To list both trees takes a tenth of a build after a small change, so another process can do it: it returns differences
to the state file only, which are few.
"""

from pathlib import Path
from typing import NamedTuple

from builder.paths import MANIFEST, RECORDS
from builder.problems import InputError, Problem
from builder.stages.output.state import Tree, Written, entries_of, read_state_file

# Files that only a build writes.
_GENERATED = (MANIFEST, RECORDS)
_SHOWN = 20
_ADVICE = "Move them away, use another --output, or delete them with --force-replace."


class SpareDifference(NamedTuple):
    """How the spare tree differs from the old one: its stale files, and files of the old tree that it does not hold."""

    stale: frozenset[str]
    lacking: frozenset[str]


class Difference(NamedTuple):
    """How a tree differs from its state: missing and foreign files. ``spare`` is None without a usable spare tree."""

    missing: frozenset[str]
    foreign: frozenset[str]
    spare: SpareDifference | None


class OldTree(NamedTuple):
    """The tree before a build: the files of the last build that are still there, other files, and the spare tree."""

    files: Written
    foreign: frozenset[str]
    spare: SpareDifference | None


def examine(tree: Tree, files: Written) -> Difference:
    """Compare *tree* and its spare tree with *files*, those of the last build."""
    present = _paths(tree.root)
    missing = frozenset(files.keys() - present)
    foreign = frozenset(present - files.keys())
    spare = read_state_file(tree.spare_state)["files"]
    same = {path for path, file in spare.items() if files.get(path) == file} - missing
    if not same or tree.spare.is_symlink() or _paths(tree.spare) != spare.keys():
        return Difference(missing, foreign, None)
    lacking = frozenset(files.keys() - same)
    return Difference(missing, foreign, SpareDifference(frozenset(spare.keys() - same), lacking))


def old_tree(files: Written, difference: Difference) -> OldTree:
    """Describe the tree whose last build wrote *files*."""
    found = {path: file for path, file in files.items() if path not in difference.missing}
    return OldTree(found, difference.foreign, difference.spare)


def _paths(root: Path) -> set[str]:
    prefix = len(str(root)) + 1
    return {entry.path[prefix:] for entry in entries_of(root)}


def refuse_foreign(tree: Tree, old: OldTree, *, replace: bool = False) -> None:
    """Raise ``InputError`` when the output is not a directory or, without *replace*, contains foreign files."""
    if tree.root.is_symlink() or (tree.root.exists() and not tree.root.is_dir()):
        raise InputError([Problem(str(tree.root), "", "is not a directory; use another path with --output")])
    if replace or not tree.root.is_dir():
        return
    # Without a state, a site is recognized by its edge/ folder, and foreign files in it cannot be detected.
    if not old.files and _is_ours(tree):
        return
    foreign = sorted(old.foreign)
    if foreign or not (old.files or _is_empty(tree.root)):
        problems = [Problem(str(tree.root / path), "", "was not written by a build") for path in foreign[:_SHOWN]]
        if len(foreign) > _SHOWN:
            problems.append(Problem(str(tree.root), "", f"{len(foreign) - _SHOWN:,} more were not written by a build"))
        raise InputError(problems or [Problem(str(tree.root), "", "contains folders not written by a build")], _ADVICE)


def _is_ours(tree: Tree) -> bool:
    """Whether a build wrote the edge/ folder."""
    return any((tree.root / path).is_file() for path in _GENERATED)


def _is_empty(folder: Path) -> bool:
    return not any(folder.iterdir())
