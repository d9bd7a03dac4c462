"""What a build reads, fingerprinted by size and times, so that an unchanged site is known without importing a stage."""

import os
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from hashlib import blake2b
from pathlib import Path
from typing import Any

from builder.output import Report, State, Tree, is_intact


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
    def templates(self) -> Path:
        """Templates of the documents, and the deployed JavaScript."""
        return self.root / "templates"

    @property
    def changelog(self) -> Path:
        """Release notes."""
        return self.root / "CHANGELOG.md"

    @property
    def cache(self) -> Path:
        """What is dear to make and named by its content."""
        return self.root / ".cache"

    def inputs(self, images: Path) -> dict[str, Any]:
        """Everything that the output depends on, as the state keeps it."""
        roots = [self.config, self.data, self.templates, self.changelog, Path(__file__).parent, images]
        names = [str(path.resolve()) for path in roots]
        return {"roots": names, "overrides": dict(self.overrides), "fingerprint": fingerprint(names)}


def fingerprint(roots: Iterable[str]) -> str:
    """Hash the path, size and time of change of every file under *roots*."""
    seen = blake2b(digest_size=16)
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
            if entry.name == "__pycache__":
                continue
            if entry.is_dir():
                yield from _files(entry.path)
            else:
                stat = entry.stat()
                yield entry.path, stat.st_size, stat.st_mtime_ns


def up_to_date(request: Request, tree: Tree, state: State) -> Report | None:
    """Report on *tree* when it holds what a build of *request* would write, else None."""
    inputs = state["inputs"]
    if (
        not inputs
        or inputs["overrides"] != dict(request.overrides)
        or inputs["fingerprint"] != fingerprint(inputs["roots"])
        or inputs["roots"][0] != str(request.config.resolve())
        or not is_intact(tree, state)
    ):
        return None
    sizes = [size for _, size, _ in state["files"].values()]
    return Report(len(sizes), sum(sizes), 0, len(sizes), 0)
