"""Two processes write one tree, and what either of them meets ends the build."""

import os
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

from builder.stages.output.writer import Job, SharedWriter, Writer
from builder.types import File
from tests.support.project import ROOT

# Another file system than that of temporary files, on Linux.
SHARED_MEMORY = Path("/dev/shm")  # noqa: S108


def job(*names: str) -> Job:
    return lambda: (File.of(f"{name}.json", name.encode()) for name in names)


def write_all(writer: Writer, files: Iterable[File], jobs: Sequence[Job]) -> None:
    shared = SharedWriter(writer, lambda _done: None)
    try:
        shared.start(jobs)
        shared.write(files)
        shared.finish()
    finally:
        shared.close()


def write(folder: Path, files: Sequence[File], jobs: Sequence[Job]) -> Writer:
    writer = Writer(str(folder / "before"), str(folder), {})
    write_all(writer, files, jobs)
    return writer


def names(folder: Path) -> set[str]:
    return {path.stem for path in folder.iterdir()}


def test_every_job_runs_once_in_either_process(tmp_path: Path) -> None:
    jobs = [job(f"{number}a", f"{number}b") for number in range(5000)]
    writer = write(tmp_path, [File.of("own.json", b"1")], jobs)
    expected = {"own"} | {f"{number}{letter}" for number in range(5000) for letter in "ab"}
    assert names(tmp_path) == expected == {path.removesuffix(".json") for path in writer.written}


def alone(check: Callable[[str], None], folder: Path) -> None:
    """Run *check* on *folder* in a new process: a thread that a test has left running would keep away the helper."""
    program = f"from {__name__} import {check.__name__} as check; check({str(folder)!r})"
    subprocess.run([sys.executable, "-c", program], cwd=ROOT, check=True, timeout=60)


def wait_for(path: Path) -> None:
    while not path.exists():
        time.sleep(0.001)


def test_the_helper_works_while_this_process_makes_its_files(tmp_path: Path) -> None:
    alone(write_with_a_helper, tmp_path)
    assert names(tmp_path) == {"page", "own"}


def write_with_a_helper(folder: str) -> None:
    """Write a file that is made only when the other process has written one."""
    here = os.getpid()
    seen: list[int] = []

    def slow() -> Iterator[File]:
        wait_for(Path(folder, "page.json"))
        seen.append(os.getpid())
        yield File.of("own.json", b"1")

    writer = Writer(f"{folder}/before", folder, {})
    write_all(writer, slow(), [job("page")])
    assert seen == [here]
    assert set(writer.written) == {"page.json", "own.json"}


def test_process_with_other_threads_does_not_fork(tmp_path: Path) -> None:
    process: list[int] = []

    def page() -> Iterator[File]:
        process.append(os.getpid())
        yield File.of("page.json", b"1")

    thread = threading.Thread(target=write, args=(tmp_path, [], [page]))
    thread.start()
    thread.join()
    assert process == [os.getpid()]


def test_a_full_disk_in_the_helper_is_the_same_error(tmp_path: Path) -> None:
    def refused() -> Iterator[File]:
        yield from ()
        raise OSError(28, "No space left on device", "page.json")

    def waiting() -> Iterator[File]:
        yield File.of("own.json", b"1")

    with pytest.raises(OSError, match="No space left on device") as caught:
        write(tmp_path, list(waiting()), [refused] * 2)
    assert (caught.value.errno, caught.value.filename) == (28, "page.json")


def test_exception_in_either_process_is_raised_and_ends_both(tmp_path: Path) -> None:
    def broken() -> Iterator[File]:
        yield from ()
        raise ZeroDivisionError

    with pytest.raises((ZeroDivisionError, RuntimeError), match=r"ZeroDivisionError|^$"):
        write(tmp_path, [], [broken])
    with pytest.raises(ZeroDivisionError):
        write_all(Writer("", str(tmp_path), {}), broken(), [job("page")] * 3)


def one_body(*paths: str) -> Job:
    return lambda: (File.of(path, b"[]") for path in paths)


def inodes(folder: Path, *paths: str) -> set[int]:
    return {(folder / path).stat().st_ino for path in paths}


def test_new_files_with_the_same_bytes_are_one_file(tmp_path: Path) -> None:
    names = [f"{number}.json" for number in range(500)]
    writer = write(tmp_path, [File.of("own.json", b"[]"), File.of("other.json", b"{}")], [*map(one_body, names)])
    assert len(inodes(tmp_path, "own.json", *names)) == 1
    assert len(set(writer.written.values())) == 2
    assert {path.name for path in tmp_path.iterdir()} == writer.written.keys()
    assert (tmp_path / "other.json").read_bytes() == b"{}"


def test_what_both_processes_write_becomes_one_file(tmp_path: Path) -> None:
    alone(write_the_same_with_a_helper, tmp_path)
    assert len(inodes(tmp_path, "own.json", "page.json", "another.json")) == 1


def write_the_same_with_a_helper(folder: str) -> None:
    """Write a file, and wait until the other process has written one with the same bytes."""

    def waiting() -> Iterator[File]:
        yield File.of("own.json", b"[]")
        wait_for(Path(folder, "page.json"))

    writer = Writer(f"{folder}/before", folder, {})
    write_all(writer, waiting(), [one_body("page.json", "another.json")])
    assert len(set(writer.written.values())) == 1


def test_a_new_file_is_no_link_to_one_that_was_kept(tmp_path: Path) -> None:
    before, after = tmp_path / "before", tmp_path / "after"
    for folder in (before, after):
        folder.mkdir()
    first = Writer("", str(before), {})
    write_all(first, one_body("a.json", "b.json")(), [])
    second = Writer(str(before), str(after), first.written)
    write_all(second, one_body("a.json", "b.json", "c.json", "d.json")(), [])
    assert second.kept == 2
    assert inodes(after, "a.json", "b.json") == inodes(before, "a.json")
    assert len(inodes(after, "c.json", "d.json")) == 1
    assert inodes(after, "c.json") != inodes(after, "a.json")


@pytest.mark.skipif(not SHARED_MEMORY.is_dir(), reason="there is no second file system")
def test_file_that_cannot_be_linked_is_written(tmp_path: Path) -> None:
    with TemporaryDirectory(dir=SHARED_MEMORY) as elsewhere:
        assert Path(elsewhere).stat().st_dev != tmp_path.stat().st_dev
        first = Writer("", elsewhere, {})
        write_all(first, one_body("a.json")(), [])
        second = Writer(elsewhere, str(tmp_path), first.written)
        write_all(second, one_body("a.json")(), [])
    assert second.kept == 0
    assert (tmp_path / "a.json").read_bytes() == b"[]"


def test_two_files_with_one_name_are_rejected_across_processes(tmp_path: Path) -> None:
    with pytest.raises((ValueError, FileExistsError, RuntimeError), match=r"page\.json"):
        write(tmp_path, [], [job("page"), job("page")])
