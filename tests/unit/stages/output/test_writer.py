"""Two processes write one tree, and what either of them meets ends the build."""

import os
import threading
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

import pytest

from builder.stages.output.writer import Job, SharedWriter, Writer
from builder.types import File


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


def test_every_job_is_done_once_whoever_does_it(tmp_path: Path) -> None:
    jobs = [job(f"{number}a", f"{number}b") for number in range(5000)]
    writer = write(tmp_path, [File.of("own.json", b"1")], jobs)
    expected = {"own"} | {f"{number}{letter}" for number in range(5000) for letter in "ab"}
    assert names(tmp_path) == expected == {path.removesuffix(".json") for path in writer.written}


def test_the_helper_works_while_this_process_makes_its_files(tmp_path: Path) -> None:
    here = os.getpid()
    seen: list[int] = []

    def slow() -> Iterator[File]:
        # Waits for a file that only the other process can write.
        while not (tmp_path / "page.json").exists():
            pass
        seen.append(os.getpid())
        yield File.of("own.json", b"1")

    writer = Writer(str(tmp_path / "before"), str(tmp_path), {})
    write_all(writer, slow(), [job("page")])
    assert seen == [here]
    assert set(writer.written) == {"page.json", "own.json"}


def test_beside_other_threads_one_process_does_all(tmp_path: Path) -> None:
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


def test_a_fault_in_either_process_is_raised_and_nothing_is_written_any_more(tmp_path: Path) -> None:
    def broken() -> Iterator[File]:
        yield from ()
        raise ZeroDivisionError

    with pytest.raises((ZeroDivisionError, RuntimeError), match=r"ZeroDivisionError|^$"):
        write(tmp_path, [], [broken])
    with pytest.raises(ZeroDivisionError):
        write_all(Writer("", str(tmp_path), {}), broken(), [job("page")] * 3)


def test_two_files_of_one_name_are_refused_whoever_wrote_them(tmp_path: Path) -> None:
    with pytest.raises((ValueError, FileExistsError, RuntimeError), match=r"page\.json"):
        write(tmp_path, [], [job("page"), job("page")])
