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

_CODE = Path(__file__).parent
# The folder of what is shipped with the builder: inside a wheel it stands in the package, in a checkout above it.
SHIPPED = _packed if (_packed := _CODE / "shipped").is_dir() else _CODE.parent
# What stands in the folder of a project or of what is shipped, and is read by every build.
_READ = ("data", "edge", "templates", "CHANGELOG.md", "LICENSE", "requirements.lock")


class Inputs(TypedDict):
    """What an output depends on: the paths that were read, the config first, what was laid over it, and a hash."""

    roots: list[str]
    overrides: dict[str, str]
    fingerprint: str


@dataclass(frozen=True)
class Request:
    """What is asked of a build: the project's folder, its files, the output, and what is laid over the config.

    What the project's folder has not is what is shipped with the builder.
    """

    root: Path
    config: Path
    output: Path
    overrides: Mapping[str, str]

    @property
    def data(self) -> Path:
        """The dataset."""
        return self._file("data")

    @property
    def edge(self) -> Path:
        """The deployed JavaScript: the core, and what adapters share."""
        return self._file("edge")

    @property
    def templates(self) -> Path:
        """Templates of the documents."""
        return self._file("templates")

    @property
    def changelog(self) -> Path:
        """Release notes."""
        return self._file("CHANGELOG.md")

    @property
    def licence(self) -> Path:
        """Licence of the code, which a deployed site carries a part of."""
        return self._file("LICENSE")

    @property
    def cache(self) -> Path:
        """What is expensive to make, named by its content."""
        return self.root / ".cache"

    @property
    def sources(self) -> tuple[Path, ...]:
        """What every build reads: files and folders, the config first."""
        # The project's own are named even where they are not there: one that appears takes the shipped one's place.
        own = [self.root / name for name in _READ]
        shipped = [SHIPPED / path.name for path in own if not path.exists()]
        return self.config, *own, *shipped, _CODE

    def _file(self, name: str) -> Path:
        own = self.root / name
        return own if own.exists() else SHIPPED / name

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
