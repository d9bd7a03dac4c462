"""Measurements and their statistics."""

import os
import shutil
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory

from builder.output.tree import Tree

ROOT = Path(__file__).resolve().parents[2]
# How often a value is measured, unless a benchmark chooses another number. The median counts.
RUNS = 7


@dataclass(frozen=True)
class Measurement:
    """A measured value, the reference from the same run, and the target of their ratio.

    The target is the greatest allowed ratio or, with ``at_least``, the least one. The reference is another value of the
    same run, or a fixed limit.
    """

    name: str
    value: str
    against: str
    ratio: float
    target: float | None = None
    at_least: bool = False

    @property
    def aim(self) -> str:
        """The target in words; empty without a target."""
        return "" if self.target is None else f"{'at least' if self.at_least else 'at most'} {self.target:g}"

    @property
    def missed(self) -> bool:
        """Whether there is a target that the ratio misses."""
        if self.target is None:
            return False
        return self.ratio < self.target if self.at_least else self.ratio > self.target


@contextmanager
def built_project(folder: Path | None = None) -> Iterator[Path]:
    """Copy the inputs of a build to a new folder in *folder*, and build there; the checkout is not changed."""
    with TemporaryDirectory(dir=folder) as scratch:
        project = Path(scratch)
        for name in ("data", "edge", "templates", ".cache/flags"):
            if (ROOT / name).is_dir():
                shutil.copytree(ROOT / name, project / name)
        for name in ("CHANGELOG.md", "LICENSE", "site_config.toml"):
            shutil.copy(ROOT / name, project)
        build(project)
        yield project


def build(project: Path) -> None:
    """Build in a separate process, as a user does."""
    command = [sys.executable, "-m", "builder", "build", "--quiet"]
    subprocess.run(command, cwd=project, check=True, env=environment())


def environment() -> dict[str, str]:
    """Return the environment for the checkout's builder, with compiled modules even if the caller disables them."""
    variables = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    return variables | {"PYTHONPATH": str(ROOT)}


def timed(run: Callable[[], object], before: Callable[[], object] = lambda: None) -> float:
    """Run *before*, then *run*; return the seconds that *run* took."""
    before()
    started = time.perf_counter()
    run()
    return time.perf_counter() - started


def in_turns(*runs: Callable[[], float], rounds: int = RUNS) -> list[float]:
    """Call each of *runs* once per round, so that other load affects all of them. Return the median of each."""
    values = [[run() for run in runs] for _ in range(rounds)]
    return [median(column) for column in zip(*values, strict=True)]


def remove_output(project: Path) -> None:
    """Remove the output of a build and its state, but not the caches that take long to fill."""
    tree = Tree(project / "output")
    shutil.rmtree(tree.root, ignore_errors=True)
    tree.state.unlink(missing_ok=True)
