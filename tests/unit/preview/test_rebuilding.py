"""The process that rebuilds for the preview reports every result and ends with its parent."""

import os
import signal
from pathlib import Path
from weakref import WeakSet

import pytest

from builder.preview.rebuilding import Rebuilder
from builder.problems import InputError, Problem


def test_each_call_builds_once_in_the_same_process(tmp_path: Path) -> None:
    log = tmp_path / "log"

    def build() -> None:
        with log.open("a") as file:
            file.write(f"{os.getpid()}\n")

    rebuilder = Rebuilder(build)
    try:
        assert [rebuilder(), rebuilder()] == ["Rebuilt.", "Rebuilt."]
    finally:
        rebuilder.close()
    first, second = log.read_text().split()
    assert first == second != str(os.getpid())


@pytest.mark.parametrize(
    ("error", "said"),
    [
        (InputError([Problem("de.json", "cca2", "is wrong")], "Correct it."), "de.json: cca2: is wrong\nCorrect it."),
        (KeyError("ü"), "KeyError: 'ü'"),
        (OSError(28, "No space left on device"), "OSError: [Errno 28] No space left on device"),
    ],
)
def test_failed_build_is_reported_and_the_next_one_runs(tmp_path: Path, error: Exception, said: str) -> None:
    mark = tmp_path / "failed"

    def build() -> None:
        if not mark.exists():
            mark.touch()
            raise error

    rebuilder = Rebuilder(build)
    try:
        assert [rebuilder(), rebuilder()] == [f"{said}\nThe site is unchanged.", "Rebuilt."]
    finally:
        rebuilder.close()


def test_ended_process_is_reported() -> None:
    rebuilder = Rebuilder(lambda: os.kill(os.getpid(), signal.SIGKILL))
    try:
        said = rebuilder()
        assert said == "The process that builds has ended; restart the preview."
        assert rebuilder() == said
        with pytest.raises(ChildProcessError):
            os.waitpid(rebuilder._process, os.WNOHANG)
    finally:
        rebuilder.close()


class Garbage:
    """An object that only the collector removes."""

    def __init__(self) -> None:
        self.itself = self


def test_garbage_of_a_build_is_gone_before_the_next(tmp_path: Path) -> None:
    log = tmp_path / "log"
    alive: WeakSet[Garbage] = WeakSet()

    def build() -> None:
        with log.open("a") as file:
            file.write(f"{len(alive)}\n")
        alive.add(Garbage())

    rebuilder = Rebuilder(build)
    try:
        assert [rebuilder() for _ in range(3)] == ["Rebuilt."] * 3
    finally:
        rebuilder.close()
    assert log.read_text().split() == ["0", "0", "0"]
