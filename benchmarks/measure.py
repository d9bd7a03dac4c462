"""A figure, and how it is taken."""

import os
import shutil
import subprocess
import sys
import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from pathlib import Path
from statistics import median
from typing import Self

ROOT = Path(__file__).resolve().parents[1]
# Measured in turns with what it is held against, so that a busy moment of the machine falls on both.
RUNS = 7


class Taken(float):
    """The median of some runs. Products and quotients of it keep its spread.

    ``spread`` is the distance from the least run to the greatest, in parts of the median; those of two factors add up,
    which is the most that their product can be off.
    """

    spread: float

    def __new__(cls, value: float, spread: float) -> Self:
        """Give the float *value* its spread."""
        taken = super().__new__(cls, value)
        taken.spread = spread
        return taken

    @classmethod
    def of(cls, runs: Iterable[float]) -> Self:
        """Take the median of *runs*, at least one."""
        values = list(runs)
        middle = median(values)
        return cls(middle, (max(values) - min(values)) / middle if middle else 0.0)

    def __mul__(self, other: float) -> "Taken":
        """Multiply."""
        return Taken(float(self) * float(other), self.spread + spread_of(other))

    def __truediv__(self, other: float) -> "Taken":
        """Divide."""
        return Taken(float(self) / float(other), self.spread + spread_of(other))

    def __rtruediv__(self, other: float) -> "Taken":
        """Divide something by it."""
        return Taken(float(other) / float(self), self.spread)


def spread_of(value: float) -> float:
    """Return how far the runs behind *value* lay apart, in parts of it; 0 for what was counted."""
    return value.spread if isinstance(value, Taken) else 0.0


@dataclass(frozen=True)
class Measurement:
    """A measured figure, what it is held against in the same run, and the ratio that is aimed at.

    The target is the greatest ratio, or the least one where *at_least*.
    """

    name: str
    value: str
    against: str
    ratio: float
    target: float | None = None
    at_least: bool = False

    @property
    def missed(self) -> bool:
        """Whether there is a target that the ratio does not keep to."""
        if self.target is None:
            return False
        return self.ratio < self.target if self.at_least else self.ratio > self.target


def make_project(folder: Path, settings: str = "") -> None:
    """Copy what a build reads, so that the checkout stays as it is; what is expensive to make comes from its cache.

    *settings* are lines of the configuration's ``[pages]`` table; they take the place of the shipped ones.
    """
    folder.mkdir()
    for name in ("data", "edge", "templates"):
        shutil.copytree(ROOT / name, folder / name)
    for name in ("CHANGELOG.md", "LICENSE"):
        shutil.copy(ROOT / name, folder)
    config = (ROOT / "site_config.toml").read_text("utf-8")
    if settings:
        config = config.replace('limits = "all"\n', "").replace('offsets = "aligned"\n', "")
        config = config.replace("[pages]\n", f"[pages]\n{settings}\n")
    (folder / "site_config.toml").write_text(config, "utf-8")
    for name in ("flags", "templates"):
        if (ROOT / ".cache" / name).is_dir():
            shutil.copytree(ROOT / ".cache" / name, folder / ".cache" / name)


def build(project: Path, *options: str) -> str:
    """Build in a process of its own, as a user does, and return what it said."""
    ran = subprocess.run(
        [sys.executable, "-m", "builder.cli", "build", *options],
        cwd=project,
        check=True,
        env=environment(),
        stdout=subprocess.PIPE,
        text=True,
    )
    return ran.stdout


def environment() -> dict[str, str]:
    """Run the checkout's builder, from compiled modules even where the surroundings keep none."""
    kept = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    return kept | {"PYTHONPATH": str(ROOT)}


def timed(run: Callable[[], object], before: Callable[[], object] = lambda: None) -> float:
    """Run *before*, then *run*; return how long that one took, in seconds."""
    before()
    started = time.perf_counter()
    run()
    return time.perf_counter() - started


def in_turns(*runs: Callable[[], float], rounds: int = RUNS) -> list[Taken]:
    """Take each figure once a round, and return the median of each."""
    taken = [[run() for run in runs] for _ in range(rounds)]
    return [Taken.of(column) for column in zip(*taken, strict=True)]


def remove(path: Path) -> None:
    """Remove a folder that may be there."""
    shutil.rmtree(path, ignore_errors=True)


def remove_output(project: Path) -> None:
    """Remove what a build wrote, but nothing of what is dear to make."""
    remove(project / "output")
    (project / ".output.state.json").unlink(missing_ok=True)


def size(folder: Path) -> int:
    """Add up the bytes of all files below *folder*."""
    return sum(path.stat().st_size for path in folder.rglob("*") if path.is_file())
