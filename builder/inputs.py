"""What a build reads, fingerprinted by size and times, so that an unchanged site is known without importing a stage."""

import os
import sys
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from hashlib import blake2b
from pathlib import Path
from typing import TypedDict

from builder import __version__
from builder.problems import InputError, Problem


class Inputs(TypedDict):
    """What an output depends on: the paths that were read, the config first, what was laid over it, and a hash."""

    roots: list[str]
    overrides: dict[str, str]
    fingerprint: str


@dataclass(frozen=True)
class Request:
    """What is asked of a build: the project's folder, its files, the output, and what is laid over the config."""

    root: Path
    config: Path
    output: Path
    overrides: Mapping[str, str]

    @property
    def data(self) -> Path:
        """The dataset."""
        return self.root / "data"

    @property
    def edge(self) -> Path:
        """The deployed JavaScript: the core, and what adapters share."""
        return self.root / "edge"

    @property
    def templates(self) -> Path:
        """Templates of the documents."""
        return self.root / "templates"

    @property
    def changelog(self) -> Path:
        """Release notes."""
        return self.root / "CHANGELOG.md"

    @property
    def licence(self) -> Path:
        """Licence of the code, which a deployed site carries a part of."""
        return self.root / "LICENSE"

    @property
    def cache(self) -> Path:
        """What is expensive to make, named by its content."""
        return self.root / ".cache"

    @property
    def sources(self) -> tuple[Path, ...]:
        """What every build reads: files and folders, the config first."""
        lock = self.root / "requirements.lock"
        written = self.data, self.edge, self.templates, self.changelog, self.licence
        return self.config, *written, lock, Path(__file__).parent

    def inputs(self) -> Inputs:
        """Everything that the output depends on, as the state keeps it."""
        names = [str(path.resolve()) for path in self.sources]
        return {"roots": names, "overrides": dict(self.overrides), "fingerprint": fingerprint(names)}


def refuse_overlap(request: Request) -> None:
    """Raise ``InputError`` when the output would take the place of what a build reads, or lie inside of it."""
    output = request.output.resolve()
    problems = [
        Problem(str(request.output), "", f"{relation} {source}, a build input; choose another folder with --output")
        for source in request.sources
        if (relation := _relation(output, source.resolve()))
    ]
    if problems:
        raise InputError(problems)


def _relation(output: Path, source: Path) -> str:
    if output == source:
        return "is"
    if output in source.parents:
        return "contains"
    return "is inside" if source in output.parents else ""


def fingerprint(roots: Iterable[str]) -> str:
    """Hash the path, size and time of change of every file under *roots*."""
    # Another Python or another release may write other bytes from the same files.
    seen = blake2b(f"{__version__}\0{sys.version}\0".encode(), digest_size=16)
    for path, size, changed in sorted(file for root in roots for file in _files(root)):
        seen.update(f"{path}\0{size}\0{changed}\0".encode())
    return seen.hexdigest()


def _files(root: str) -> Iterator[tuple[str, int, int]]:
    if not Path(root).is_dir():
        if Path(root).exists():
            stat = Path(root).stat()
            yield root, stat.st_size, stat.st_mtime_ns
        return
    with os.scandir(root) as entries:
        for entry in entries:
            if entry.name in ("__pycache__", "node_modules"):
                continue
            if entry.is_dir():
                yield from _files(entry.path)
            else:
                stat = entry.stat()
                yield entry.path, stat.st_size, stat.st_mtime_ns
