"""Several processes write one tree, and what any of them meets ends the build."""

import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

from builder.api.types import File, FileJob
from builder.inputs.files import Inputs
from builder.output.tree import Written
from builder.output.writer import Content, Writer, process_count, write_jobs
from tests.support.processes import run
from tests.support.project import ROOT

INPUTS = Inputs(roots=[], overrides={}, fingerprint="")
# Another file system than that of temporary files, on Linux.
SHARED_MEMORY = Path("/dev/shm")  # noqa: S108


def job(*names: str) -> FileJob:
    return lambda: (File.of(f"{name}.json", name.encode()) for name in names)


def one_body(*paths: str) -> FileJob:
    return lambda: (File.of(path, b"[]") for path in paths)


def write_with(writer: Writer, jobs: Sequence[FileJob], processes: int = 1) -> None:
    write_jobs(writer, Content(INPUTS, (), lambda _early: (), jobs), processes)


def write(folder: Path, jobs: Sequence[FileJob], processes: int = 1) -> Written:
    writer = Writer(folder / "before", folder, {})
    write_with(writer, jobs, processes)
    return writer.written


def alone(check: Callable[[str], None], folder: Path) -> subprocess.Popen[bytes]:
    """Run *check* on *folder* in a new process, which has no thread that a test has left running."""
    program = f"from {__name__} import {check.__name__} as check; check({str(folder)!r})"
    return subprocess.Popen([sys.executable, "-c", program], cwd=ROOT)


@pytest.fixture(scope="module")
def passed(tmp_path_factory: pytest.TempPathFactory) -> Mapping[str, Path]:
    """Run the checks that end in one new process, as ``alone`` does; return the folders of those that passed."""
    folder = tmp_path_factory.mktemp("checks")
    checks = ("write_in_order", "write_in_two_processes", "raise_in_a_process", "kill_a_process")
    # What is printed later would be printed by the processes of the next check, too.
    steps = (f"os.mkdir('{name}'); checks.{name}('{name}'); print('{name}', flush=True)" for name in checks)
    program = "\n".join((f"import os, {__name__} as checks", *steps))
    done = run(sys.executable, "-c", program, folder=folder, PYTHONPATH=str(ROOT))
    sys.stderr.write(done.stderr)
    return {name: folder / name for name in done.stdout.split()}


def inodes(folder: Path, *paths: str) -> set[int]:
    return {(folder / path).stat().st_ino for path in paths}


def write_in_order(folder: str) -> None:
    """Write a file of this process that tells what the early jobs wrote, in one process and in two."""
    for processes in (1, 2):
        place = Path(folder, str(processes))
        place.mkdir()
        writer = Writer(Path(folder, "before"), place, {})

        def told(early: Written) -> list[File]:
            return [File.of("early.txt", " ".join(sorted(early)).encode())]

        content = Content(INPUTS, [job("a", "b"), job("c")], told, [job("d")])
        write_jobs(writer, content, processes)
        assert {*writer.written} == {"a.json", "b.json", "c.json", "d.json", "early.txt"}


def test_own_files_are_made_from_what_early_jobs_wrote(passed: Mapping[str, Path]) -> None:
    assert [(passed["write_in_order"] / processes / "early.txt").read_text() for processes in "12"] == [
        "a.json b.json c.json"
    ] * 2


def write_in_two_processes(folder: str) -> None:
    """Write many files of different bytes, and some of the same."""
    jobs = [job(f"{number}a", f"{number}b") for number in range(500)]
    same = [one_body(f"same{number}.json") for number in range(100)]
    written = write(Path(folder), [*jobs, *same], 2)
    assert len(written) == 1100


def test_every_job_runs_once_and_equal_files_are_one_file(passed: Mapping[str, Path]) -> None:
    folder = passed["write_in_two_processes"]
    expected = {f"{number}{letter}.json" for number in range(500) for letter in "ab"}
    assert {path.name for path in folder.iterdir()} == expected | {f"same{number}.json" for number in range(100)}
    assert len(inodes(folder, *(f"same{number}.json" for number in range(100)))) == 1


def replace_a_file(folder: str) -> None:
    """Replace ``first.json`` by a file of the same bytes, again and again."""
    while True:
        Path(folder, "other").write_bytes(b"[]")
        Path(folder, "other").replace(Path(folder, "first.json"))


def test_file_that_another_process_replaces_is_written_instead_of_linked(tmp_path: Path) -> None:
    writer = Writer(tmp_path / "before", tmp_path, {})
    writer.write(File.of("first.json", b"[]"))
    first = (tmp_path / "first.json").stat().st_ino
    other = alone(replace_a_file, tmp_path)
    try:
        while (tmp_path / "first.json").stat().st_ino == first:
            time.sleep(0.01)
        for number in range(4_000):
            writer.write(File.of(f"{number}.json", b"[]"))
    finally:
        other.kill()
        other.wait()
    assert {(tmp_path / f"{number}.json").read_bytes() for number in range(4_000)} == {b"[]"}


def wait_in_every_process(folder: str) -> None:
    """Write files by jobs that say which process they run in, and do not end."""

    def endless() -> Iterator[File]:
        Path(folder, f"{os.getpid()}.process").touch()
        time.sleep(60)
        yield File.of("page.json", b"1")

    write_with(Writer(Path(), Path(folder), {}), [endless] * 32, 2)


def test_processes_end_with_a_killed_parent(tmp_path: Path) -> None:
    parent = alone(wait_in_every_process, tmp_path)
    ends = time.monotonic() + 30
    while len(found := list(tmp_path.glob("*.process"))) < 2 and time.monotonic() < ends:
        time.sleep(0.01)
    parent.kill()
    parent.wait()
    children = {int(path.stem) for path in found}
    assert len(children) == 2
    while any(Path(f"/proc/{child}/stat").exists() and not _is_dead(child) for child in children):
        assert time.monotonic() < ends, "a process outlives its parent"
        time.sleep(0.01)


def _is_dead(process: int) -> bool:
    try:
        return Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[0] == "Z"
    except FileNotFoundError:
        return True


def kill_a_process(folder: str) -> None:
    """End a process of the pool as the system does when memory is short."""

    def killed() -> Iterator[File]:
        os.kill(os.getpid(), signal.SIGKILL)
        yield File.of("page.json", b"1")

    with pytest.raises(ChildProcessError, match="run the command again"):
        write(Path(folder), [killed, job("a")], 2)


def test_killed_process_is_named(passed: Mapping[str, Path]) -> None:
    assert "kill_a_process" in passed


def raise_in_a_process(folder: str) -> None:
    """Meet a full disk in a process of the pool."""

    def refused() -> Iterator[File]:
        yield from ()
        raise OSError(28, "No space left on device", "page.json")

    with pytest.raises(OSError, match="No space left on device") as caught:
        write(Path(folder), [refused, job("a")], 2)
    assert (caught.value.errno, caught.value.filename) == (28, "page.json")


def test_full_disk_in_a_process_is_the_same_error(passed: Mapping[str, Path]) -> None:
    assert "raise_in_a_process" in passed


def test_process_with_other_threads_does_not_fork() -> None:
    counts: list[int] = []
    thread = threading.Thread(target=lambda: counts.append(process_count(10_000)))
    thread.start()
    thread.join()
    assert counts == [1]


def test_few_jobs_are_not_divided() -> None:
    assert process_count(300) == 1
    assert process_count(10_000) >= process_count(1_000) >= 1


def test_a_new_file_is_no_link_to_one_that_was_kept(tmp_path: Path) -> None:
    before, after = tmp_path / "before", tmp_path / "after"
    for folder in (before, after):
        folder.mkdir()
    first = Writer(Path(), before, {})
    write_with(first, [one_body("a.json", "b.json")])
    second = Writer(before, after, first.written)
    write_with(second, [one_body("a.json", "b.json", "c.json", "d.json")])
    assert inodes(after, "a.json", "b.json") == inodes(before, "a.json")
    assert len(inodes(after, "c.json", "d.json")) == 1
    assert inodes(after, "c.json") != inodes(after, "a.json")


def test_joined_files_are_recorded_as_the_file_that_they_became(tmp_path: Path) -> None:
    parent = Writer(Path(), tmp_path, {})
    for path, moment in (("a.json", 1), ("b.json", 2)):
        # Each process that writes for the parent knows its own files alone.
        process = Writer(Path(), tmp_path, {})
        write_with(process, [one_body(path)])
        os.utime(tmp_path / path, ns=(moment, moment))
        parent.add({path: process.written[path]._replace(mtime_ns=moment)})
    assert len(inodes(tmp_path, "a.json", "b.json")) == 1
    found = {path.name: path.stat().st_mtime_ns for path in tmp_path.iterdir()}
    assert {path: entry.mtime_ns for path, entry in parent.written.items()} == found


@pytest.mark.skipif(not SHARED_MEMORY.is_dir(), reason="there is no second file system")
def test_file_that_cannot_be_linked_is_written(tmp_path: Path) -> None:
    with TemporaryDirectory(dir=SHARED_MEMORY) as elsewhere:
        assert Path(elsewhere).stat().st_dev != tmp_path.stat().st_dev
        first = Writer(Path(), Path(elsewhere), {})
        write_with(first, [one_body("a.json")])
        second = Writer(Path(elsewhere), tmp_path, first.written)
        write_with(second, [one_body("a.json")])
    assert (tmp_path / "a.json").read_bytes() == b"[]"


@pytest.mark.parametrize("processes", [1, 2])
def test_two_files_with_one_name_are_rejected(tmp_path: Path, processes: int) -> None:
    with pytest.raises((ValueError, FileExistsError), match=r"page\.json"):
        write(tmp_path, [job("page"), job("page")], processes)
